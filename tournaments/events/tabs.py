"""The pages of one event: at most six tabs, and below them the pages of each."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from django.conf import settings
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import override, pgettext

from tournaments.events.models import Event
from tournaments.web.access import opens, reads_everything, writes_something
from tournaments.words.choices import EventKind

# Pages without a tab of their own, by the page that is marked meanwhile.
BELONGS_TO = {
    "ranking": "standings",
    "series-standings": "standings",
    "live": "standings",
    "lots": "standings",
    "contest": "teams",
    "register": "entries",
    "entry": "entries",
    "apart": "entries",
    "book": "cash",
    "count-cash": "cash",
    "prize-plan": "prizes",
    "pay-prizes": "prizes",
    "arrival": "arrivals",
}
Groups = tuple[tuple[str, dict[str, str]], ...]
MONEY = ("cash", "fees", "people-money", "money", "prizes")


@dataclass(frozen=True, slots=True, kw_only=True)
class Page:
    """A page of an event, as a tab or a segment leads to it."""

    label: str
    url: str
    is_shown: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Tab:
    """A tab: one page, or several that belong together."""

    label: str
    pages: tuple[Page, ...]

    @property
    def url(self) -> str:
        return self.pages[0].url

    @property
    def is_shown(self) -> bool:
        return any(page.is_shown for page in self.pages)


def tabs_of(event: Event, user: Any, shown: str) -> list[Tab]:
    """Return the tabs of ``event`` for ``user``, who looks at the page ``shown``.

    A tab with one page is called like it. One query for tournaments.
    """
    shown = BELONGS_TO.get(shown, shown)
    groups = former_groups() if event.source else groups_of(event, user, shown)
    return [
        Tab(label=label if len(pages) > 1 else pages[0].label, pages=pages)
        for label, labels in groups
        if (pages := tuple(pages_called(labels, event, shown)))
    ]


def former_groups() -> Groups:
    """Return what there is of a former year: who won."""
    return (("", {"detail": _("Result")}), ("", {"standings": _("Standings")}))


def groups_of(event: Event, user: Any, shown: str) -> Groups:
    """Return the pages of an event by the tab that they are in."""
    return (
        (_("Tables"), {"detail": _("Tables")}),
        ("", match_pages(event)),
        (_("Standings"), {"standings": _("Standings")}),
        (pgettext("tab", "People"), people_pages(event, user, shown)),
        (pgettext("tab", "Course"), course_pages(event, user)),
        (_("Money"), money_pages(user, shown)),
        (_("Paper"), {"papers:print": _("Paper")} if writes_something(user) else {}),
    )


def pages_called(labels: dict[str, str], event: Event, shown: str) -> Iterator[Page]:
    """Give the pages of one tab; a match of a league stands by its own address."""
    for name, label in labels.items():
        full = name if ":" in name else f"events:{name}"
        url = name if name.startswith("/") else reverse(full, args=[event.pk])
        is_shown = full.rpartition(":")[2] == shown
        yield Page(label=label, url=url, is_shown=is_shown)


def match_pages(event: Event) -> dict[str, str]:
    """Return the page of the match where a league plays one here."""
    match = event.league_match
    return {match.get_absolute_url(): _("Result of the match")} if match else {}


def people_pages(event: Event, user: Any, shown: str) -> dict[str, str]:
    """Return the pages about who takes part; a league plans its matches itself."""
    if event.league_match:
        return {}
    pages = {}
    if opens(user, "events:check_in"):
        pages["check_in"] = _("Check-in")
    if reads_everything(user):
        pages["entries"] = _("Who takes part")
    plans_teams = opens(user, "events:add_contest") and event.kind != EventKind.EVENING
    contests = team_rankings(event)
    if shown == "teams" or plans_teams or contests:
        pages["teams"] = tab_called(contests)
    return pages


def tab_called(contests: list[str]) -> str:
    """Return what the tab of the teams is called: as the one contest there is.

    A contest with the usual name is called as the reader calls it.
    """
    usual = set()
    for language in dict(settings.LANGUAGES):
        with override(language):
            usual.add(_("Teams"))
    is_own = len(contests) == 1 and contests[0] not in usual
    return contests[0] if is_own else _("Teams")


def team_rankings(event: Event) -> list[str]:
    """Return what a tournament ranks as teams; no query for an evening."""
    kinds = (EventKind.TOURNAMENT, EventKind.CHAMPIONSHIP)
    names = event.contests.values_list("name", flat=True)
    return list(names) if event.kind in kinds else []


def course_pages(event: Event, user: Any) -> dict[str, str]:
    """Return the pages about how the event runs."""
    pages = {} if event.league_match else {"draw": _("Draw")}
    pages |= {"me": _("My evening"), "rules": _("Rules"), "clock": _("Clock")}
    pages |= {"beamer": _("Hall")}
    if opens(user, "events:visibility"):
        pages["visibility"] = _("Visitors")
    if opens(user, "events:phones"):
        pages["phones"] = _("Phones")
    if opens(user, "files:arrivals"):
        pages["files:arrivals"] = _("Arrived lists")
    if reads_everything(user):
        pages |= {"adjustments": _("Referee"), "history:of-event": _("History")}
    return pages


def money_pages(user: Any, shown: str) -> dict[str, str]:
    """Return the pages about money: readers may follow a link to one."""
    if not opens(user, "events:prize-plan") and shown not in MONEY:
        return {}
    return {
        "cash": _("Cash desk"),
        "fees": _("Entry fees"),
        "people-money": _("By person"),
        "money": _("What is due"),
        "prizes": _("Prizes"),
    }
