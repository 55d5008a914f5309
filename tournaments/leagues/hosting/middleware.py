"""A browser with the code of a match may write that match, and only that match."""

from collections.abc import Callable

from django.http import HttpRequest, HttpResponseBase

from tournaments.leagues.hosting.selectors import is_open_to_host, valid_code_by_key

SESSION_KEY = "host_code"


def let_hosts_in(
    get_response: Callable[[HttpRequest], HttpResponseBase],
) -> Callable[[HttpRequest], HttpResponseBase]:
    """Sign in a host with the account of their code, on the pages of their match only.

    No query for anyone else.
    """

    def answer(request: HttpRequest) -> HttpResponseBase:
        key = request.session.get(SESSION_KEY)
        if key is not None and not request.user.is_authenticated:
            code = valid_code_by_key(key)
            request.hosting = code  # type: ignore[attr-defined]
            if code and is_open_to_host(code.group, request.path_info):
                # Nobody can sign in to the account; it is active for this request only.
                code.account.is_active = True
                request.user = code.account
        return get_response(request)

    return answer
