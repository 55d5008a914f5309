"""Pages that answer "not modified" while they stay the same."""

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
from tournaments.web.caching.drawn_once import draw_once, state_digest
from tournaments.web.caching.edition import current_edition
from tournaments.words.decks import deck_name

View = Callable[..., HttpResponse]


def unchanged_by_revision(
    revise: Callable[[int], str | None],
) -> Callable[[View], View]:
    """Let a page answer "not modified" while ``revise`` returns the same revision.

    ``revise`` is called with the number in the address. The page changes every day, as
    upcoming events become past ones.
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
    """A view returned something other than its page."""

    def __init__(self, response: HttpResponse):
        super().__init__(response.status_code)
        self.response = response


def drawn_for_visitors(view: View) -> View:
    """Render a public page once for all its readers, while its tag stays the same.

    Readers with the tag are told that nothing has changed, so readers without it may
    get the page that was rendered with it. A page with a query is rendered for its
    reader alone: a hundred invented queries would push all other pages out.
    """

    @wraps(view)
    def answer(
        request: HttpRequest, *arguments: object, **keywords: object
    ) -> HttpResponse:
        tag = getattr(request, "tag", None)
        if current_edition() is None or tag is None or request.GET:
            return view(request, *arguments, **keywords)

        def draw() -> bytes:
            response = view(request, *arguments, **keywords)
            if response.status_code != HTTPStatus.OK:
                raise NotAPage(response)
            return response.content

        try:
            return HttpResponse(draw_once(draw, tag, request.path))
        except NotAPage as other:
            return other.response

    return answer


def page_etag(
    request: HttpRequest, revise: Callable[[], str | None], **variant: object
) -> str | None:
    """Return the ETag of a page whose content has the revision of ``revise``.

    A page with messages has none, as they must be shown only once. The tag depends on
    the organisation, so that a browser does not mix up two of them. The token in forms
    belongs to the browser's cookie; a browser without one gets it beforehand, so that
    its first page is recognised at the second visit. Public pages have no forms.
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
