"""Pages at the desk that answer "not modified" while they stay the same."""

from collections.abc import Callable

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.middleware.csrf import get_token
from django.utils.translation import get_language
from django.views.decorators.cache import cache_control
from django.views.decorators.http import condition

from tournaments.web.caching.drawn_once import state_digest
from tournaments.web.caching.edition import current_edition
from tournaments.words.decks import deck_name

View = Callable[..., HttpResponse]


def unchanged_in_edition(view: View) -> View:
    """Let a page answer "not modified" as long as its edition lasts.

    Public pages get their tags from ``PublicAddresses``.
    """
    checked: View = condition(etag_func=page_etag)(view)
    return cache_control(private=True, no_cache=True)(checked)


def page_etag(request: HttpRequest, **_variant: object) -> str | None:
    """Return the ETag of a page, for its edition and its reader.

    A page with messages has none, as they must be shown only once. The token in forms
    belongs to the browser's cookie; a browser without one gets it beforehand, so that
    its first page is recognised at the second visit.
    """
    if current_edition() is not None or len(messages.get_messages(request)):
        return None
    if "CSRF_COOKIE" not in request.META:
        get_token(request)
    word = state_digest(
        request.path,
        request.user.pk,
        getattr(request.user, "role", ""),
        get_language(),
        deck_name(),
        request.META.get("CSRF_COOKIE"),
    )
    return f'"{word}"'
