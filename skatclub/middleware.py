"""The reader's language, and headers that no package sets for us."""

from collections.abc import Callable

from django.conf import settings
from django.http import HttpRequest, HttpResponseBase
from django.utils import translation

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


def reader_language(
    get_response: Callable[[HttpRequest], HttpResponseBase],
) -> Callable[[HttpRequest], HttpResponseBase]:
    """Speak German, or the language that the reader has chosen on the page.

    What the browser prefers is not asked: many a club's laptop runs in English, and
    its readers would find half a German evening in a language nobody picked.
    """

    def answer(request: HttpRequest) -> HttpResponseBase:
        chosen = request.COOKIES.get(settings.LANGUAGE_COOKIE_NAME, "")
        known = chosen in dict(settings.LANGUAGES)
        translation.activate(chosen if known else settings.LANGUAGE_CODE)
        response = get_response(request)
        response.headers.setdefault("Content-Language", translation.get_language())
        return response

    return answer
