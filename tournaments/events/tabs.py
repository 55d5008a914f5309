"""The pages of an event: six tabs, the pages below them, and all others in a list."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from tournaments.events.models import Event
from tournaments.web.access import is_signed_in, may_open, writes_something
from tournaments.words.choices import EventKind

# Pages without a tab of their own, with the page that is marked instead.
MARKED_PAGES = {
    **dict.fromkeys(
        ("ranking", "series-standings", "live", "lots", "press"), "standings"
    ),
    "contest": "teams",
    "count-cash": "cash",
    "pay-prizes": "prizes",
    "take-in": "registrations",
    **dict.fromkeys(("draw", "me", "rules", "clock", "beamer", "visibility"), "more"),
    **dict.fromkeys(("phones", "arrivals", "adjustments", "of-event"), "more"),
}
# Pages below one with tabs, to which they lead back.
WITHOUT_TABS = {
    *("add-table", "add-tables", "add_contest", "apart", "arrival", "change-seats"),
    *("delete", "draw-report", "draw-series", "draw-swap", "edit_contest", "entry"),
    *("leave", "list-money", "mail-result"),
    *("prize-plan", "release", "reopen-series", "reopening", "substitute", "take-back"),
    "team",
}
Groups = tuple[tuple[str, dict[str, str]], ...]
MONEY = ("money", "prizes", "cash")


@dataclass(frozen=True, slots=True, kw_only=True)
class Page:
    """A link to a page of an event, from a tab or with a ``text`` from the others."""

    label: str
    url: str
    is_shown: bool = False
    text: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Tab:
    """A tab with one page, or with several that belong together."""

    label: str
    pages: tuple[Page, ...]

    @property
    def url(self) -> str:
        return self.pages[0].url

    @property
    def is_shown(self) -> bool:
        return any(page.is_shown for page in self.pages)


def tabs_of(event: Event, user: Any, shown: str) -> list[Tab]:
    """Return the tabs for ``user``, who looks at the page ``shown``."""
    if shown in WITHOUT_TABS:
        return []
    shown = MARKED_PAGES.get(shown, shown)
    groups = groups_of(event, user, shown)
    return [
        Tab(label=label if len(pages) > 1 else pages[0].label, pages=pages)
        for label, labels in groups
        if (pages := tuple(tab_pages(labels, event, shown)))
    ]


def groups_of(event: Event, user: Any, shown: str) -> Groups:
    """Return the pages of an event by tab, of a former year only the results."""
    if event.source:
        more = {"more": pgettext("tab", "More")} if writes_something(user) else {}
        pages = {"detail": _("Result"), "standings": _("Standings"), **more}
        return tuple(("", {name: label}) for name, label in pages.items())
    match = event.league_match
    return (
        (_("Tables"), {"detail": _("Tables")}),
        ("", {match.get_absolute_url(): _("Result of the match")} if match else {}),
        (pgettext("tab", "People"), people_pages(event, user, shown)),
        (_("Standings"), {"standings": _("Standings")}),
        (_("Money"), money_pages(user, shown)),
        (_("Print"), {"papers:print": _("Print")} if writes_something(user) else {}),
        ("", {"more": pgettext("tab", "More")}),
    )


def tab_pages(labels: dict[str, str], event: Event, shown: str) -> Iterator[Page]:
    """Yield the pages of one tab; a league match is given by its full address."""
    for name, label in labels.items():
        full = name if ":" in name else f"events:{name}"
        url = name if name.startswith("/") else reverse(full, args=[event.pk])
        is_shown = full.rpartition(":")[2] == shown
        yield Page(label=label, url=url, is_shown=is_shown)


def people_pages(event: Event, user: Any, shown: str) -> dict[str, str]:
    """Return the pages about the participants; a league plans its matches itself."""
    if event.league_match:
        return {}
    pages = {}
    if may_open(user, "events:check_in"):
        pages["check_in"] = _("Check-in")
    if is_signed_in(user):
        pages["entries"] = _("Who takes part")
    ahead = ("replies", _("Who comes?"))
    if event.kind != EventKind.EVENING:
        ahead = ("registrations", _("Registration"))
    # Until the event is over; afterwards only for those whom a link led there.
    if shown == ahead[0] or event.date >= timezone.localdate():
        pages |= dict([ahead]) if may_open(user, "events:registrations") else {}
    plans_teams = (
        may_open(user, "events:add_contest") and event.kind != EventKind.EVENING
    )
    has_contests = event.kind in (EventKind.TOURNAMENT, EventKind.CHAMPIONSHIP)
    contests = [each.label for each in event.contests.all()] if has_contests else []
    if shown == "teams" or plans_teams or contests:
        pages["teams"] = teams_label(contests)
    return pages


def teams_label(contests: list[str]) -> str:
    """Return the label of the teams tab: that of the only contest, if there is one."""
    return contests[0] if len(contests) == 1 else _("Teams")


def more_pages(event: Event, user: Any) -> list[Page]:
    """Return the pages that have no tab, each with what it is for.

    What is empty is left out: a clock without a limit, lists that nobody sends, and
    for an event of a former year all but what is still decided about it.
    """
    rows = [*office_rows(event)]
    if not event.source:
        rows = [*hall_rows(event), *table_rows(event, user), *rows]
    return [
        Page(label=label, text=text, url=reverse(name, args=[event.pk]))
        for name, label, text in rows
        if may_open(user, name)
    ]


def hall_rows(event: Event) -> Iterator[tuple[str, str, str]]:
    """Yield what everybody in the hall may need: address, name, purpose."""
    if not event.league_match:
        yield "events:draw", _("Draw"), _("Tables drawn by lot, and how it was done.")
    yield "events:me", _("My evening"), _("Where somebody sits, and their own lists.")
    yield "events:rules", _("Rules"), _("What is played by, ready for the wall.")
    if event.time_limit:
        yield "events:clock", _("Clock"), _("The time that is left for a series.")
    yield "events:beamer", _("Hall"), _("Seats and standings, large for a projector.")


def table_rows(event: Event, user: Any) -> Iterator[tuple[str, str, str]]:
    """Yield the pages about lists and tables: address, name, purpose."""
    yield "events:phones", _("Phones"), _("Tables that write their own list.")
    if event.arrived_lists.exists() or not may_open(user, "events:phones"):
        text = _("From phones, files and other laptops.")
        yield "files:arrivals", _("Arrived lists"), text
    text = _("Points given or taken away, with the reason.")
    yield "events:adjustments", _("Decisions of the referee"), text
    if not event.league_match:
        text = _("Results of an evening that was counted elsewhere.")
        yield "files:import-results", _("Import results"), text


def office_rows(event: Event) -> Iterator[tuple[str, str, str]]:
    """Yield what is decided about an event as a whole: address, name, purpose."""
    if not event.league_match:
        text = _("Publish, withdraw, or hold back until a prize-giving.")
        yield "events:visibility", _("What visitors see"), text
        yield "events:settings", _("Settings"), _("Name, day, rules and scoring.")
    yield "history:of-event", _("History"), _("Who changed what, and when.")


def money_pages(user: Any, shown: str) -> dict[str, str]:
    """Return the pages about money; readers see them only if a link led them to one."""
    if not may_open(user, "events:prize-plan") and shown not in MONEY:
        return {}
    return {"money": _("Money"), "prizes": _("Prizes"), "cash": _("Cash desk")}
