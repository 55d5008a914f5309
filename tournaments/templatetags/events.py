"""What the pages of an event have around them."""

from typing import Any

from django import template

from tournaments.events.tabs import Tab, tabs_of

register = template.Library()


@register.simple_tag(takes_context=True)
def event_tabs(context: dict[str, Any]) -> list[Tab]:
    """Return the tabs of the event that the page is about."""
    request = context["request"]
    shown = request.resolver_match.url_name
    return tabs_of(context["event"], request.user, shown)
