"""Headers that no package sets for us."""

from collections.abc import Callable

from django.http import HttpRequest, HttpResponseBase

POLICY = "camera=(), geolocation=(), microphone=(), payment=(), usb=()"


def permissions_policy(
    get_response: Callable[[HttpRequest], HttpResponseBase],
) -> Callable[[HttpRequest], HttpResponseBase]:
    """Tell the browser that this site asks for none of its devices."""

    def answer(request: HttpRequest) -> HttpResponseBase:
        response = get_response(request)
        response["Permissions-Policy"] = POLICY
        return response

    return answer
