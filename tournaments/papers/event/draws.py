"""The seats of an event, and the draw to hang up: by table, and by name.

Both fill their pages with text as large as fits, in one size for all names.
"""

from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import groupby
from operator import attrgetter
from typing import Any, NamedTuple

from django.db.models import F, OuterRef
from django.utils.translation import gettext as _
from django.utils.translation import pgettext
from reportlab.lib.units import mm
from reportlab.platypus import Flowable, PageBreak, Spacer, Table

from tournaments.events.draws.reports import (
    DrawReport,
    draw_report,
    keeps_clubs_apart,
    with_bound,
)
from tournaments.events.models import Entry, Event, TeamMember
from tournaments.events.standings.selectors import clubs_beside
from tournaments.people.models import Player
from tournaments.sheets.models import Seat, Substitution
from tournaments.web.canvas import PaperCanvas, largest_size, story_height, width_of
from tournaments.web.faces import BOLD, FONT, SERIF_BOLD
from tournaments.web.shapes import (
    GAP,
    UNPADDED,
    Ruled,
    Stack,
    flow,
    heading,
    in_rows,
    text_area,
)
from tournaments.web.tables import Space
from tournaments.words import formats
from tournaments.words.formats import series_name

WIDTH, NUMBER_WIDTH = 180, 15
WALL_SIZES = (20.0, 19.0, 18.0, 17.0, 16.0, 15.0, 14.0, 13.0, 12.5, 12.0, 11.5, 11.0)
LARGE, LEAST = 12.5, 11.0
"""The text sizes where the tables take several pages; series share one only above."""

NAME_SIZES = (15.0, 14.0, 13.0, 12.0, 11.5, 11.0, 10.5, 10.0)
BETWEEN = 6
"""Millimetres between two columns of names."""

Seated = Any
"""A ``Seat`` with ``series_number``, ``table``, the ``code`` of its list, start
``number``, ``name`` and ``club``: of the reader for whom it was read."""


PART = {"series": "series__number", "table": "table_number"}


def lookups_of(part: Mapping[str, int | None]) -> Iterator[tuple[str, int]]:
    """Give the lookups of lists that select a series, a table, or both."""
    return ((PART[name], at) for name, at in part.items() if at is not None)


def seated_people(
    event: Event, models: Sequence[Any] = (Seat,), /, **part: int | None
) -> list[Seated]:
    """Return the players at tables by series, table and place.

    With ``Substitution`` among the ``models``, those who took over a place follow.
    """
    teams: dict[int, list[str]] = {}
    members = TeamMember.objects.filter(contest__event=event)
    for member in members.select_related("team", "entry").order_by("contest__number"):
        teams.setdefault(member.entry.player_id, []).append(member.team.name)
    given = {f"sheet__{name}": number for name, number in lookups_of(part)}
    entry = Entry.objects.filter(event=event, player=OuterRef("player"))
    people: list[Seated] = []
    for model in models:
        seats = model.objects.filter(sheet__series__event=event, **given)
        seats = seats.select_related("player__club").annotate(
            series_number=F("sheet__series__number"),
            table=F("sheet__table_number"),
            code=F("sheet__code"),
            start_number=entry.values("start_number")[:1],
        )
        people += seats.order_by("series_number", "table", "place")
    clubs = clubs_beside(event, (seat.player for seat in people))
    for seat in people:
        of_teams = " · ".join(teams.get(seat.player_id, ()))
        seat.name = seat.player.name
        seat.club = club_and_teams(seat.player, of_teams, clubs)
        seat.number = formats.number(seat.start_number)
    return people


def club_and_teams(player: Player, teams: str, clubs: Container[int]) -> str:
    """Return the club and teams of somebody not hidden; a name of both covers both.

    ``clubs`` are the people whose club is worth a word.
    """
    if not player.has_page:
        return ""
    club = player.club.name if player.club and player.pk in clubs else ""
    if teams.startswith(club):
        return teams
    return " · ".join(filter(None, (club, teams)))


def seats_by_person(people: Iterable[Seated]) -> list[list[Seated]]:
    seats: dict[int, list[Seated]] = {}
    for seat in people:
        seats.setdefault(seat.player_id, []).append(seat)
    return sorted(
        seats.values(),
        key=lambda places: (places[0].player.sort_key, places[0].player_id),
    )


def about_event(event: Event) -> tuple[str, ...]:
    """Return what stands below a title: name, date and place."""
    return (event.name, formats.long_date(event.date), event.place)


class SeriesDraw(NamedTuple):
    """The tables of one series, and a note on how well they were drawn."""

    number: int
    note: str
    tables: Sequence[Sequence[Seated]]


@dataclass(frozen=True, slots=True, kw_only=True)
class DrawByTable:
    """The draw of some series, table by table: on one page if it is read from afar."""

    about: Sequence[str] = ()
    series: Sequence[SeriesDraw]

    def draw(self, canvas: PaperCanvas) -> None:
        width, height = text_area()
        least = LARGE if len(self.series) > 1 else LEAST
        sizes = [size for size in WALL_SIZES if least <= size <= self._largest_size]
        size = largest_size(self.story, sizes, width=width, height=height)
        if not size and len(self.series) > 1:
            for each in self.series:
                replace(self, series=[each]).draw(canvas)
            return
        story = self.story(size or min(LARGE, max(LEAST, self._largest_size)))
        if size:
            spare = height - story_height(story, width=width, height=height)
            lines = sum(1 + len(each.tables) for each in self.series)
            story = self.story(size, min(size, spare / (2 * lines)))
        notes = dict.fromkeys(each.note for each in self.series)
        flow(canvas, story, note=" · ".join(filter(None, notes)))

    def story(self, size: float, spare: float = 0) -> list[Flowable]:
        """Return the headings and tables; ``spare`` is added around each line."""
        names = [series_name(each.number) for each in self.series]
        if len(names) == 1:
            title = _("Draw %(series)s") % {"series": names[0]}
            return [*heading(title, *self.about), self._table(0, size, spare)]
        story = heading(_("Draw"), *self.about)
        for at, name in enumerate(names):
            name_of_series = Stack([(name, size * 1.1, SERIF_BOLD)])
            story += [Spacer(0, GAP), name_of_series, self._table(at, size, spare)]
        return story

    def _table(self, at: int, size: float, spare: float) -> Table:
        small, places = max(8.5, size * 0.68), range(1, self._places + 1)
        heads = (_("Place %(number)s") % {"number": place} for place in places)
        rows: list[tuple[object, ...]] = [(pgettext("seat", "Table"), *heads)]
        for seats in self.series[at].tables:
            number = (str(seats[0].table), size * 1.4, SERIF_BOLD)
            texts = [(f"{who.number} {who.name}".strip(), who.club) for who in seats]
            names = [
                Stack([(name, size, BOLD), (club, small, FONT)]) for name, club in texts
            ]
            free = [""] * (self._places - len(seats))
            rows.append((Stack([number], centred=True), *names, *free))
        spaces = [
            Space(NUMBER_WIDTH, "centre", SERIF_BOLD),
            *[Space((WIDTH - NUMBER_WIDTH) / self._places)] * self._places,
        ]
        table = Ruled(rows=rows, spaces=spaces, padding=size * 0.18 + spare)
        return table.table(max(9, size * 0.7))

    @property
    def _tables(self) -> list[Sequence[Seated]]:
        return [table for each in self.series for table in each.tables]

    @property
    def _largest_size(self) -> float:
        """The largest size in which no word of a name is broken."""
        names = (seat.name for table in self._tables for seat in table)
        words = (word for name in names for word in name.replace("-", "- ").split())
        widest = max((width_of(word, 1, BOLD) for word in words), default=0) or 1
        return Space((WIDTH - NUMBER_WIDTH) / self._places).room / widest

    @property
    def _places(self) -> int:
        return max(map(len, self._tables), default=4)


def draw_by_table(event: Event, **part: int | None) -> DrawByTable | None:
    """Return the draw of all or of that ``part``, table by table; None without one."""
    draws = event.draws.filter(series__isnull=False).distinct()
    reports = map(draw_report, draws)
    notes = {each: draw_note(report) for report in reports for each in report.series}
    people = seated_people(event, **part)
    drawn = [
        SeriesDraw(
            number,
            notes.get(number, ""),
            [list(at_table) for _n, at_table in groupby(group, attrgetter("table"))],
        )
        for number, group in groupby(people, key=attrgetter("series_number"))
    ]
    return DrawByTable(about=about_event(event), series=drawn) if drawn else None


def draw_note(report: DrawReport) -> str:
    """Return how good a draw is as the tables stand now."""
    words = {"number": report.draw.number, "repeats": with_bound(report, "repeats")}
    parts = [_("Draw %(number)s · meet again: %(repeats)s") % words]
    if keeps_clubs_apart(report.draw):
        clashes = with_bound(report, "club_clashes")
        parts.append(_("club mates: %(clashes)s") % {"clashes": clashes})
    if report.changes:
        parts.append(_("Changed by hand"))
    return " · ".join(parts)


@dataclass(frozen=True, slots=True, kw_only=True)
class DrawByName:
    """The draw of one or all series by name, in two columns of names if they fit.

    ``rows`` have start number, name and the seat in each series, the headings first.
    """

    title: str
    about: Sequence[str] = ()
    rows: Sequence[tuple[str, ...]]

    def draw(self, canvas: PaperCanvas) -> None:
        own, is_wide = self._width * mm, self._is_wide
        widths = [*[own + BETWEEN * mm] * (self._beside - 1), own]
        story: list[Flowable] = []
        for shown in in_rows(self._tables(), self._beside):
            story += [PageBreak()] if story else []
            story += heading(self.title, *self.about)
            story.append(Table([shown], widths, hAlign="LEFT", style=UNPADDED))
        flow(canvas, story, landscape=is_wide)

    @property
    def _series(self) -> int:
        return len(self.rows[0]) - 2

    @property
    def _beside(self) -> int:
        return 2 if self._series <= 2 else 1

    @property
    def _is_wide(self) -> bool:
        return self._series > 8

    @property
    def _width(self) -> float:
        room = text_area(landscape=self._is_wide)[0] / mm
        return (room - BETWEEN * (self._beside - 1)) / self._beside

    def _tables(self) -> list[Table]:
        """Return the columns of names on as few pages as possible.

        They are as large as those pages allow, and are spread over their height.
        """
        width, height = text_area(landscape=self._is_wide)
        head = heading(self.title, *self.about)
        height -= story_height(head, width=width, height=height) + 1
        pages = 0
        while True:
            pages += 1
            names = max(1, -(-(len(self.rows) - 1) // (pages * self._beside)))
            for size in NAME_SIZES:
                padding = size * 0.15
                tables = self._columns(size, names, padding)
                highest = max(table.wrap(width, height)[1] for table in tables)
                if highest <= height:
                    spare = min(size / 2, (height - highest) / (2 * names + 2))
                    return self._columns(size, names, padding + spare)

    def _columns(self, size: float, names: int, padding: float) -> list[Table]:
        heads, *rows = self.rows
        seat = min(18.0, (self._width - 12 - 45) / max(1, self._series))
        spaces = [
            Space(12, "right"),
            Space(self._width - 12 - seat * self._series),
            *[Space(seat, "centre", BOLD)] * self._series,
        ]
        look: dict[str, Any] = {"spaces": spaces, "padding": padding, "at_left": True}
        return [
            Ruled(rows=[heads, *rows[start : start + names]], **look).table(size)
            for start in range(0, max(1, len(rows)), names)
        ]


def draw_by_name(event: Event, *, series: int | None = None) -> DrawByName | None:
    """Return the draw of one or all series by name, None without one."""
    people = seated_people(event, (Seat, Substitution), series=series)
    numbers = sorted({seat.series_number for seat in people})
    if not numbers:
        return None
    title = [_("Who sits where")]
    heads = [_("S%(number)s") % {"number": number} for number in numbers]
    if len(numbers) == 1:
        title, heads = [*title, *map(series_name, numbers)], [_("Table / seat")]
    rows = [(_("No."), _("Name"), *heads)]
    for seats in seats_by_person(people):
        taken = {seat.series_number: f"{seat.table} / {seat.place}" for seat in seats}
        places = (taken.get(number, "") for number in numbers)
        rows.append((seats[0].number, seats[0].player.sorted_name, *places))
    return DrawByName(title=" · ".join(title), about=about_event(event), rows=rows)
