"""What the pages of an event have around them."""

from typing import Any

from django import template

from tournaments.events.models import Event
from tournaments.events.overview.path import EventStep, next_step
from tournaments.events.overview.progress import progress_of
from tournaments.events.tabs import Tab, tabs_of

register = template.Library()


@register.simple_tag(takes_context=True)
def event_tabs(context: dict[str, Any]) -> list[Tab]:
    """Return the tabs of the event that the page is about."""
    request = context["request"]
    shown = request.resolver_match.url_name
    return tabs_of(context["event"], request.user, shown)


@register.simple_tag(takes_context=True)
def next_step_of(context: dict[str, Any], event: Event) -> EventStep | None:
    """Return what a secretary does next; a league plans its matches itself."""
    user = context["request"].user
    if not getattr(user, "is_secretary", False) or event.league_match:
        return None
    return next_step(progress_of(event))
