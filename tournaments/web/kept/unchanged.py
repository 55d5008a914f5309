"""Pages that answer "not modified" as long as they would look the same."""

from collections.abc import Callable
from functools import wraps
from http import HTTPStatus

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.middleware.csrf import get_token
from django.utils import timezone
from django.utils.translation import get_language
from django.views.decorators.cache import cache_control
from django.views.decorators.http import condition

from tournaments.scope.scope import organisation_in_scope
from tournaments.web.kept.drawn_once import draw_once, state_digest
from tournaments.web.kept.edition import current_edition
from tournaments.web.requests.htmx import is_fragment
from tournaments.words.decks import deck_name

View = Callable[..., HttpResponse]


def unchanged_by_revision(
    revise: Callable[[int], str | None],
) -> Callable[[View], View]:
    """Let a page answer "not modified" as long as ``revise`` finds the same word.

    ``revise`` is asked with the number in the address. A page is another one on
    another day: what was to come is over then.
    """

    def page_tag(request: HttpRequest, pk: int, **_variant: object) -> str | None:
        return page_etag(
            request,
            lambda: revise(pk),
            page=request.path,
            today=timezone.localdate(),
        )

    def told(view: View) -> View:
        checked: View = condition(etag_func=page_tag)(drawn_for_visitors(view))
        return cache_control(private=True, no_cache=True)(checked)

    return told


class NotAPage(Exception):
    """A view answered with something else than its page."""

    def __init__(self, response: HttpResponse):
        super().__init__(response.status_code)
        self.response = response


def drawn_for_visitors(view: View) -> View:
    """Draw a page for everybody once for all its readers, as long as its tag stays.

    Whoever has the tag would be told that nothing has changed, so whoever asks
    without it may have the page that was drawn with it.
    """

    @wraps(view)
    def answer(
        request: HttpRequest, *arguments: object, **keywords: object
    ) -> HttpResponse:
        tag = getattr(request, "tag", None)
        if current_edition() is None or tag is None or is_fragment(request):
            return view(request, *arguments, **keywords)

        def draw() -> bytes:
            response = view(request, *arguments, **keywords)
            if response.status_code != HTTPStatus.OK:
                raise NotAPage(response)
            return response.content

        try:
            return HttpResponse(draw_once(draw, tag, request.get_full_path()))
        except NotAPage as other:
            return other.response

    return answer


def page_etag(
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
    if current_edition() is None and "CSRF_COOKIE" not in request.META:
        get_token(request)
    word = state_digest(
        revision,
        variant,
        organisation_in_scope(),
        request.user.pk,
        getattr(request.user, "role", ""),
        get_language(),
        deck_name(),
        request.META.get("CSRF_COOKIE"),
    )
    request.tag = word  # type: ignore[attr-defined]
    return f'"{word}"'
