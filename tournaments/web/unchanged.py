"""Pages that answer "not modified" as long as they would look the same."""

from collections.abc import Callable

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.middleware.csrf import get_token
from django.utils import timezone
from django.utils.translation import get_language
from django.views.decorators.cache import cache_control
from django.views.decorators.http import condition

from tournaments.scope.scope import organisation_in_scope
from tournaments.web.drawn_once import word_for
from tournaments.web.edition import edition_shown
from tournaments.words.decks import deck_name

View = Callable[..., HttpResponse]


def unchanged_is_told(revise: Callable[[int], str | None]) -> Callable[[View], View]:
    """Let a page answer "not modified" as long as ``revise`` finds the same word.

    ``revise`` is asked with the number in the address. A page is another one on
    another day: what was to come is over then.
    """

    def page_tag(request: HttpRequest, pk: int, **_variant: object) -> str | None:
        return tag_of(
            request,
            lambda: revise(pk),
            page=request.path,
            today=timezone.localdate(),
        )

    def told(view: View) -> View:
        checked: View = condition(etag_func=page_tag)(view)
        return cache_control(private=True, no_cache=True)(checked)

    return told


def tag_of(
    request: HttpRequest, revise: Callable[[], str | None], **variant: object
) -> str | None:
    """Return the ETag of a page whose content has the revision ``revise`` finds.

    A page that tells what just happened has none: told once, it must not come back.
    It is one organisation's: what a browser has kept of another one is no answer.
    The token of its forms belongs to the browser's cookie; a browser without one is
    given it before, so that its first page is known again at the second visit. Pages
    for everybody have no forms.
    """
    if len(messages.get_messages(request)):
        return None
    revision = revise()
    if revision is None:
        return None
    if edition_shown() is None and "CSRF_COOKIE" not in request.META:
        get_token(request)
    word = word_for(
        revision,
        variant,
        organisation_in_scope(),
        request.user.pk,
        getattr(request.user, "role", ""),
        get_language(),
        deck_name(),
        request.META.get("CSRF_COOKIE"),
    )
    return f'"{word}"'
