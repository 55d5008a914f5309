"""What surrounds the pages of an event: section, tabs, next step."""

from typing import Any

from django import template
from django.template import Context
from django.template.loader_tags import BLOCK_CONTEXT_KEY
from django.utils.safestring import mark_safe

from tournaments.events.entries.selectors import entry_fees
from tournaments.events.models import Event
from tournaments.events.money.selectors import (
    PersonMoney,
    list_money,
    people_money,
)
from tournaments.events.planning.path import EventStep, step_for
from tournaments.events.standings.words import (
    beside_text,
    remark_text,
    seen_text,
    state_text,
)
from tournaments.events.tabs import Tab, tabs_of
from tournaments.words.choices import EntryStatus, EventKind

register = template.Library()
register.simple_tag(beside_text)
register.simple_tag(state_text)
register.simple_tag(remark_text)
register.simple_tag(seen_text)

AMONG_EVENINGS = ("events", "sheets", "papers")


@register.simple_tag(takes_context=True)
def section_of_page(context: dict[str, Any]) -> str:
    """Return the section of the navigation to which the page belongs.

    A league match belongs to the leagues; pages of files that concern an event belong
    to the events, that of many people to the people.
    """
    match = getattr(context.get("request"), "resolver_match", None)
    if not match or match.url_name == "calculator":
        return ""
    if match.url_name == "import-people":
        return "people"
    series = getattr(context.get("sheet"), "series", None)
    event = getattr(series, "event", None) or context.get("event")
    is_of_event = match.namespace == "files" and isinstance(event, Event)
    if match.namespace not in AMONG_EVENINGS and not is_of_event:
        return str(match.namespace)
    is_match = getattr(event, "kind", "") == EventKind.LEAGUE
    return "leagues" if is_match else "events"


@register.simple_tag(takes_context=True)
def block_again(context: Context, name: str) -> str:
    """Write a block of the page, if it has it, as the title repeats the heading."""
    block = context.render_context[BLOCK_CONTEXT_KEY].get_block(name)
    return mark_safe(block.render(context).strip()) if block else ""


@register.simple_tag(takes_context=True)
def event_tabs(context: dict[str, Any]) -> list[Tab]:
    request = context["request"]
    page = request.resolver_match.url_name
    return tabs_of(context["event"], request.user, page)


@register.simple_tag(takes_context=True)
def next_step_of(
    context: dict[str, Any], event: Event, series: int = 0
) -> EventStep | None:
    return step_for(event, context["request"].user, series)


@register.simple_tag
def leavers_owing(event: Event) -> list[PersonMoney]:
    """Return who has gone and still owes something, if anybody has gone."""
    if not event.entries.filter(status=EntryStatus.LEFT).exists():
        return []
    people = people_money(lists=list_money(event), fees=entry_fees(event))
    return [
        person
        for person in people
        if person.entry and person.entry.status == EntryStatus.LEFT and person.open
    ]
