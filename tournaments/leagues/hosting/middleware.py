"""Whoever showed the code of a match writes that match, and is a visitor elsewhere."""

from collections.abc import Callable

from django.http import HttpRequest, HttpResponseBase

from tournaments.leagues.hosting.selectors import code_with, is_of_the_match

SHOWN = "host_code"


def let_hosts_in(
    get_response: Callable[[HttpRequest], HttpResponseBase],
) -> Callable[[HttpRequest], HttpResponseBase]:
    """Let a host be the account of their code, on the pages of their match only.

    Costs everybody else no query.
    """

    def answer(request: HttpRequest) -> HttpResponseBase:
        key = request.session.get(SHOWN)
        if key is not None and not request.user.is_authenticated:
            code = code_with(key)
            request.hosting = code  # type: ignore[attr-defined]
            if code and is_of_the_match(code.group, request.path_info):
                # Closed for people, who would sign in; its code opens it.
                code.account.is_active = True
                request.user = code.account
        return get_response(request)

    return answer
