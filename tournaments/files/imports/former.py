"""An old table: what it stands for, who its players are, and which results are new."""

import datetime
from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from operator import attrgetter
from typing import Any

from django.db.models import Sum
from django.utils import timezone
from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _

from tournaments.events.models import Event
from tournaments.files.columns.layout import GivenDates, Layout, Shape
from tournaments.files.columns.results import (
    RATE,
    FaultReason,
    FormerPart,
    FormerRow,
    likely_lists,
    own_points,
    read_rows,
)
from tournaments.files.imports.back import first_of
from tournaments.files.imports.people import settle_club
from tournaments.files.imports.recognising import (
    FilePerson,
    KnownPeople,
    compare_sounds,
    corrected,
    names_in,
    result_problem,
)
from tournaments.files.imports.rows import GUEST, MEMBER, RowFields, TableRow
from tournaments.files.tables.cells import (
    Meaning,
    day_in_name,
    days_among,
    evening_number,
    of_results,
    whole_number_in,
    year_in,
)
from tournaments.people.models import Player
from tournaments.people.names.lines import CLUB_NAME, RowName
from tournaments.people.names.names import PersonName, is_called
from tournaments.people.selectors import (
    home_club,
    known_first_names,
    known_names,
    name_key,
)
from tournaments.seasons.models import Season
from tournaments.sheets.models import ListTally
from tournaments.words.choices import EventKind
from tournaments.words.formats import number, short_date

MOST_OF_A_DAY = 8  # lists
OF_THREE = 3
STILL_ACTIVE = 2  # years after the last result
EVENT = "sheet__series__event"
OF_EVENT = (f"{EVENT}__date", f"{EVENT}__source", f"{EVENT}__kind")

ResultKey = tuple[str, datetime.date, str]  # the key of the player, the day, the event
StoredTotals = dict[tuple[int, datetime.date], set[int]]  # by player and day
StoredYears = set[tuple[int, int, bool]]


NO_PERSON = {
    *(FaultReason.SUMS, FaultReason.HEADS, FaultReason.NOTE),
    FaultReason.OTHER_SERIES,
}


@dataclass(slots=True, kw_only=True)
class JudgedRow(TableRow):
    """A result of the table with its player; ``key`` is that of the name."""

    result: FormerRow
    key: str = ""

    @property
    def day(self) -> datetime.date:
        """Return the day of a result; the earliest of all without one."""
        return self.result.day or datetime.date.min

    @property
    def about(self) -> str:
        """Return the day, how the player is spelled here, and a contradiction.

        Names that were assigned to a player by hand are among those asked about.
        """
        day = short_date(self.result.day) if self.result.day else ""
        wrong = "" if self.problem else self.result.contradiction
        player, is_called = self.player, ""
        names = {self.name.first.casefold(), self.name.last.casefold()}
        if (
            player
            and self.key == player.name_key
            and names != {player.first_name.casefold(), player.last_name.casefold()}
        ):
            is_called = gettext("is %(name)s") % {"name": player.name}
        return ", ".join(filter(None, (day, is_called, wrong)))

    @property
    def numbers(self) -> str:
        return number(self.result.total) if self.result.parts else ""


class FormerTable:
    """A table as it was understood, and what importing it would do. Eleven queries.

    ``said`` are the fields of the form, None where the table decides; ``answers`` hold
    the players chosen for names. The ``names_of_table`` may name its year.
    ``days_here`` are the first days of new results on which there are events here,
    ``days_made_up`` the first of evenings that the table only numbers.
    """

    def __init__(
        self,
        layout: Layout,
        said: Mapping[str, Any],
        answers: RowFields,
        *,
        names_of_table: Sequence[str],
    ) -> None:
        is_ambiguous = has_ambiguous_totals(layout)
        day, year = given_dates(layout, said, names_of_table)
        if is_ambiguous and (day or year):
            layout = replace(layout, shape=Shape.EVENING if day else Shape.YEAR)
        self.shape = layout.shape
        is_evening = self.shape is Shape.EVENING
        self.needs_day = is_evening or is_ambiguous
        self.needs_year = layout.lacks_year or is_ambiguous
        self.may_be_year = is_ambiguous and not is_evening
        today = timezone.localdate()
        self.given = GivenDates(day if is_evening else None, year, today)
        rows = read_rows(layout, self.given, said.get("lists"))
        rows = with_tables_of_three(layout, rows)
        title = cup_above(layout, rows)
        rows = [replace(row, evening=row.evening or title) for row in rows]
        self.lists = said.get("lists") or likely_lists(rows, layout)
        self.asks_lists = any(len(row.parts) == 1 and row.lists is None for row in rows)
        self.days_made_up = days_made_up(layout, rows)
        self.rows, asked = judge_rows(rows, layout, answers)
        takes_wrong = said.get("takes_contradictions")
        for each in () if takes_wrong else self.new:
            if why := each.result.contradiction:
                each.problem = "{}. {}".format(gettext("waits"), why)
        self.days_here = days_here(self.new)
        self.asked = with_results(asked, self.new)
        self.status = said.get("status") or (GUEST if self.is_cup else MEMBER)
        settle_clubs(layout, self.asked, answers, is_guest=self.status == GUEST)

    @property
    def known(self) -> list[JudgedRow]:
        """Return the new results of people who are here already."""
        return [row for row in self.new if row.player]

    @property
    def new(self) -> list[JudgedRow]:
        return [row for row in self.rows if row.fate == "taken"]

    @property
    def is_cup(self) -> bool:
        """Tell whether all new results are of tournaments, which have guests."""
        return all(is_cup(each.result.evening) for each in self.new)

    @property
    def lacks_day(self) -> bool:
        """Tell whether the day of all rows is still to be given."""
        return self.needs_day and not (self.given.day or self.given.year)

    @property
    def evenings(self) -> int:
        return len({(each.day, each.result.evening) for each in self.new})

    @property
    def notes(self) -> Iterator[str]:
        """Yield what is taken as so because the table does not say it."""
        rows = [str(each.row) for each in self.new if each.result.has_day_above]
        if rows:
            text = gettext(
                "Row %(rows)s: no day stands here; the result counts as of the day "
                "above."
            )
            yield text % {"rows": first_of(rows)}
        if self.asks_lists:
            text = ngettext(
                "Each result counts as %(count)s list. If it is of two series, please "
                "enter 2 lists.",
                "Each result counts as %(count)s lists.",
                self.lists,
            )
            yield text % {"count": self.lists}

    @property
    def days(self) -> list[datetime.date]:
        """Return the days of new results, in order."""
        return sorted({each.day for each in self.new})

    @property
    def seasons(self) -> str:
        """Return the first seasons to which new evenings belong. One query."""
        days = () if self.shape is Shape.YEAR else self.new
        evenings = {each.day for each in days if not is_cup(each.result.evening)}
        seasons = Season.objects.filter(takes_evenings=True).order_by("first_date")
        within = (
            each
            for each in seasons
            if any(each.first_date <= day <= each.last_date for day in evenings)
        )
        return first_of([each.name for each in within])

    @property
    def has_contradictions(self) -> bool:
        rows = (row.result for row in self.rows if not row.result.fault)
        return any(row.contradiction for row in rows)


def cup_above(layout: Layout, rows: Iterable[FormerRow]) -> str:
    """Return the tournament that a line above the results of one day names."""
    if layout.shape is Shape.YEAR or len({row.day for row in rows if row.parts}) != 1:
        return ""
    titles = map(of_results, layout.titles)
    names = (next((rest for _, rest in days_among(each)), each) for each in titles)
    return next(filter(is_cup, names), "")


def is_cup(name: str) -> bool:
    """Tell whether a tournament is called so."""
    folded = name.casefold()
    return any(word in folded for word in ("turnier", "preisskat", "pokal", "cup"))


def given_dates(
    layout: Layout, said: Mapping[str, Any], names_of_table: Sequence[str]
) -> tuple[datetime.date | None, int | None]:
    """Return the day and the year of a table: as said, above it, or in its name.

    Of several days above it none is taken. A year that is said beats a day that is not.
    """
    day, year = said.get("day"), said.get("year")
    is_ambiguous, above = has_ambiguous_totals(layout), layout.days_above
    if day or (is_ambiguous and year):
        return day, year or layout.year
    if len(above) > 1 and (is_ambiguous or layout.shape is Shape.EVENING):
        return None, year
    in_names = next(filter(None, map(day_in_name, names_of_table)), None)
    day, year = next(iter(above), in_names), year or layout.year
    if not is_ambiguous or layout.shape is Shape.YEAR:
        year = year or next(filter(None, map(year_in, names_of_table)), None)
    return day, year


def with_tables_of_three(layout: Layout, rows: list[FormerRow]) -> list[FormerRow]:
    """Return the rows with the games the others lost at tables of three.

    They are those that the two others lost, if these make all three totals.
    """
    if Meaning.TABLE not in layout.meanings:
        return rows
    table = {each.number: layout.text(each, Meaning.TABLE) for each in layout.records}
    tables: dict[object, list[FormerPart]] = defaultdict(list)
    for row in rows:
        for part in row.parts:
            at = (row.day, row.evening, part.series, table.get(part.row))
            tables[at].append(part)
    others: dict[int, int] = {}
    for parts in tables.values():
        lost = sum(part.lost or 0 for part in parts)
        found = {id(part): lost - (part.lost or 0) for part in parts}
        if len(parts) == OF_THREE and all(
            part.points is not None
            and part.total - own_points(part.points, part.won or 0, part.lost or 0)
            == RATE.others_lost[OF_THREE] * found[id(part)]
            for part in parts
        ):
            others |= found
    return [
        replace(
            row,
            parts=tuple(
                replace(part, others=others.get(id(part), part.others))
                for part in row.parts
            ),
        )
        for row in rows
    ]


def days_here(new: Iterable[JudgedRow]) -> str:
    """Return the first days of results on which there are events here. One query."""
    events = Event.objects.filter(date__in={each.day for each in new})
    days = events.order_by("date").values_list("date", flat=True).distinct()
    return first_of([*map(short_date, days)])


def days_made_up(layout: Layout, rows: Iterable[FormerRow]) -> str:
    """Return the first days taken for evenings that only have numbers."""
    if layout.has_days or not any(map(evening_number, layout.day_texts)):
        return ""
    return first_of([*map(short_date, sorted({row.day for row in rows if row.day}))])


def with_results(
    asked: Iterable[FilePerson], new: Sequence[JudgedRow]
) -> list[FilePerson]:
    """Return the people who matter for the new results, with how many these are.

    They are active if they played lately.
    """
    count = Counter(each.key for each in new)
    recent = {each.key for each in new if is_recent(each)}
    people: list[FilePerson] = []
    above: dict[str, list[FilePerson]] = {}
    for person in asked:
        key = name_key(person.name)
        person.results = count[key]
        person.is_active = person.player is not None or key in recent
        if person.results and person.is_new:
            compare_sounds(person, above)
        if person.results or person.player or person.needs_look:
            people.append(person)
    return people


def settle_clubs(
    layout: Layout, people: Iterable[FilePerson], answers: RowFields, *, is_guest: bool
) -> None:
    """Say of which club people are, and who is a guest where nothing else is said."""
    clubs = {each.number: layout.text(each, Meaning.CLUB) for each in layout.records}
    home = home_club()
    for person in people:
        if not CLUB_NAME.match(person.club):
            person.rest = ", ".join(filter(None, (person.rest, person.club)))
            person.club = ""
        person.club = clubs[person.row] or person.club
        is_ours = home is not None and is_called(home.name, person.club)
        person.is_guest = not is_ours if person.club else is_guest
        settle_club(person, answers, home)


def is_recent(judged: JudgedRow) -> bool:
    """Tell whether a result is recent enough for its player to be active."""
    return timezone.localdate().year - judged.day.year < STILL_ACTIVE


def has_ambiguous_totals(layout: Layout) -> bool:
    """Tell whether the totals may be those of an evening or of a year.

    More lists than an evening has are those of a year.
    """
    if layout.shape is Shape.YEAR:
        texts = (layout.text(each, Meaning.LISTS) for each in layout.records)
        return all((whole_number_in(text) or 0) <= MOST_OF_A_DAY for text in texts)
    return layout.shape is Shape.EVENING and Meaning.SERIES not in layout.meanings


def judge_rows(
    rows: Sequence[FormerRow],
    layout: Layout,
    answers: RowFields,
) -> tuple[list[JudgedRow], list[FilePerson]]:
    """Return every row with its verdict, and the names that are asked about.

    Seven queries, however many rows. A name without an answer is the same player as in
    the last import.
    """
    first_names, known = known_first_names(), known_names()
    turned = answers.is_turned
    named = names_in(layout, first_names=first_names, known=known, is_turned=turned)
    names = corrected(named, answers)
    read = {row.number for row in rows if not row.fault} & names.keys()
    valid = [names[at] for at in sorted(read)]
    clubs = {each.number: layout.text(each, Meaning.CLUB) for each in layout.records}
    players, asked = KnownPeople(home_club()).meant(valid, answers, said=clubs)
    open_last = sorted(asked, key=attrgetter("needs_answer"))
    by_key = {name_key(each.name): each for each in open_last}
    judged = [
        row_with_person(row, names.get(row.number), players, by_key) for row in rows
    ]
    totals, years = stored_results({row.player.pk for row in judged if row.player})
    first_rows: dict[ResultKey, FormerRow] = {}
    for each in judged:
        if each.fate != "taken" or each.result.day is None:
            continue
        person = str(each.player.pk) if each.player else each.key
        at = (person, each.result.day, each.result.evening)
        above = first_rows.setdefault(at, each.result)
        if above is each.result:
            compare_with_stored(each, layout.shape, totals, years)
        elif result_text(above) == result_text(each.result):
            each.why = _("is in the table twice")
        else:
            text = gettext("row %(row)s has another result of that day: %(total)s")
            each.problem = text % {"row": above.number, "total": result_text(above)}
    return judged, asked


def result_text(row: FormerRow) -> str:
    return row.contradiction or number(row.total)


def row_with_person(
    row: FormerRow,
    name: RowName | None,
    players: Mapping[int, Player | None],
    asked: Mapping[str, FilePerson],
) -> JudgedRow:
    """Return a row with the player it means, or with what is wrong with its name."""
    is_note = row.fault is not None and row.fault.reason is FaultReason.NOTE
    own = name.name if name and not is_note else PersonName(first="", last=row.name)
    judged = JudgedRow(row=row.number, name=own, result=row)
    if row.fault and row.fault.reason in NO_PERSON:
        judged.is_no_name, judged.why = True, str(row.fault)
    elif row.fault or name is None:
        judged.problem = str(row.fault or FaultReason.NO_NAME.label)
    elif problem := result_problem(own):
        judged.problem = problem
    else:
        judged.player, judged.key = players[row.number], name_key(own)
        question = asked.get(judged.key)
        if question is None and judged.player:
            judged.key = judged.player.name_key
        elif question and question.needs_answer and judged.player is None:
            judged.why = _("waits until it is said who is meant")
    return judged


def stored_results(people: Collection[int]) -> tuple[StoredTotals, StoredYears]:
    """Return the stored results of players by day, and the years that have any.

    A year has with it whether it is stored as one total. One query.
    """
    rows = ListTally.objects.order_by().values_list("player", EVENT, *OF_EVENT)
    totals: StoredTotals = defaultdict(set)
    years: StoredYears = set()
    for player, _event, day, source, kind, total in rows.annotate(Sum("total")):
        if player in people:
            totals[player, day].add(total)
            is_whole = bool(source) and kind == EventKind.CHAMPIONSHIP
            years.add((player, day.year, is_whole))
    return totals, years


def compare_with_stored(
    judged: JudgedRow, shape: Shape, totals: StoredTotals, years: StoredYears
) -> None:
    """Mark a result that is here already, or beside which there is another one."""
    if judged.player is None:
        return
    player, day = judged.player.pk, judged.day
    is_counted = (player, day.year, True) in years or (
        shape is Shape.YEAR and (player, day.year, False) in years
    )
    of_day = totals.get((player, day), set())
    judged.is_here = judged.result.total in of_day
    if of_day and not judged.is_here:
        judged.why = _("there is another result of that day here")
    elif is_counted and not of_day:
        judged.why = _("this year is counted here already in another way")
