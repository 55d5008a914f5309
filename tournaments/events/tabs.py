"""The pages of an event: at most six tabs, and the pages below each tab."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from tournaments.events.models import Event
from tournaments.web.access import is_signed_in, may_open, writes_something
from tournaments.words.choices import EventKind

# Pages without a tab of their own, with the page that is marked instead.
MARKED_PAGES = {
    "ranking": "standings",
    "series-standings": "standings",
    "live": "standings",
    "lots": "standings",
    "contest": "teams",
    "book": "cash",
    "count-cash": "cash",
    "pay-prizes": "prizes",
}
# Pages below one with tabs, to which they lead back.
WITHOUT_TABS = {
    *("add-table", "add-tables", "add_contest", "apart", "arrival", "change-seats"),
    *("delete", "draw-report", "draw-series", "draw-swap", "edit_contest", "entry"),
    *("leave", "list-money", "mail-result", "press"),
    *("prize-plan", "release", "reopen-series", "reopening", "substitute", "take-back"),
    "team",
}
Groups = tuple[tuple[str, dict[str, str]], ...]
MONEY = ("cash", "fees", "people-money", "money", "prizes")


@dataclass(frozen=True, slots=True, kw_only=True)
class Page:
    """A link from a tab or a segment to a page of an event."""

    label: str
    url: str
    is_shown: bool = False


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
        return (("", {"detail": _("Result")}), ("", {"standings": _("Standings")}))
    match = event.league_match
    return (
        (_("Tables"), {"detail": _("Tables")}),
        ("", {match.get_absolute_url(): _("Result of the match")} if match else {}),
        (_("Standings"), {"standings": _("Standings")}),
        (pgettext("tab", "People"), people_pages(event, user, shown)),
        (pgettext("tab", "Programme"), course_pages(event, user, shown)),
        (_("Money"), money_pages(user, shown)),
        (_("Paper"), {"papers:print": _("Paper")} if writes_something(user) else {}),
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


def course_pages(event: Event, user: Any, shown: str) -> dict[str, str]:
    """Return the pages about the course of the event, without those it hardly needs.

    These are found where their content is: a clock without a limit on none, arrived
    lists beside the phones, a decision about a club's evening below its standings.
    """
    pages = {} if event.league_match else {"draw": _("Draw")}
    pages |= {"me": _("My evening"), "rules": _("Rules")}
    if event.time_limit or shown == "clock":
        pages["clock"] = _("Clock")
    pages["beamer"] = _("Hall")
    if may_open(user, "events:visibility"):
        pages["visibility"] = _("Visitors")
    has_phones = may_open(user, "events:phones")
    if has_phones:
        pages["phones"] = _("Phones")
    if shown == "arrivals" or (may_open(user, "files:arrivals") and not has_phones):
        pages["files:arrivals"] = _("Arrived lists")
    if is_signed_in(user):
        if event.kind != EventKind.EVENING or shown == "adjustments":
            pages["adjustments"] = _("Referee")
        pages["history:of-event"] = _("History")
    return pages


def money_pages(user: Any, shown: str) -> dict[str, str]:
    """Return the pages about money; readers see them only if a link led them to one."""
    if not may_open(user, "events:prize-plan") and shown not in MONEY:
        return {}
    return {
        "cash": _("Cash desk"),
        "fees": _("Entry fees"),
        "people-money": _("By person"),
        "money": _("What is due"),
        "prizes": _("Prizes"),
    }
