"""What the pages of events, seasons and leagues have in common."""

from collections.abc import Callable

from django.contrib import messages
from django.core.exceptions import ValidationError
from django.http import HttpRequest, HttpResponse
from django.utils import timezone
from django.views.decorators.cache import cache_control
from django.views.decorators.http import condition

from tournaments.events.standings.views import tag_of

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


def is_done(request: HttpRequest, act: Callable[[], object], *, said: str) -> bool:
    """Do what a button asks and say so; what is refused becomes a message, too."""
    try:
        act()
    except ValidationError as refusal:
        messages.error(request, " ".join(refusal.messages))
        return False
    messages.success(request, said)
    return True
