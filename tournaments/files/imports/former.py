"""An old table: what it stands for, who its players are, and which results are new."""

import datetime
from collections import Counter, defaultdict
from collections.abc import Collection, Generator, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import chain, count, islice, pairwise
from typing import Any

from django.db import transaction
from django.db.models import Count, Max, Min, Model, Q, Sum
from django.utils import timezone
from django.utils.translation import gettext, pgettext
from django.utils.translation import gettext_lazy as _

from tournaments.events.models import Event, Series
from tournaments.events.planning.services import free_slug
from tournaments.files.columns.faults import FaultReason
from tournaments.files.columns.layout import Layout, Shape
from tournaments.files.columns.results import (
    RATE,
    FormerPart,
    FormerRow,
    lists_of_part,
    own_points,
)
from tournaments.files.imports.back import (
    LONGEST_SOURCE,
    Made,
    first_of,
    unchanged_since_import,
)
from tournaments.files.imports.people import GUESTS, add_new_people, settle_club
from tournaments.files.imports.recognising import (
    people_in_results,
    result_problem,
)
from tournaments.files.imports.rows import FilePerson, RowFields, TableRow
from tournaments.files.tables.cells import (
    Meaning,
    Purpose,
    day_in_name,
    days_among,
    evening_number,
    of_results,
    whole_number_in,
    year_in,
)
from tournaments.people.forms import GUEST
from tournaments.people.models import Import, Player
from tournaments.people.names.lines import CLUB_NAME, RowName
from tournaments.people.names.names import PersonName, fold, is_called, tidy
from tournaments.people.selectors import home_club
from tournaments.scope.models import create_many, update_many
from tournaments.sheets.models import ListTally, Result, ScoreSheet, Seat
from tournaments.sheets.tallies import Year, add_up_years, recount_events, tally_former
from tournaments.sheets.writing import LIST_CODE_LENGTH, fresh_codes
from tournaments.words.choices import EventKind, SheetState, SystemChoice
from tournaments.words.formats import number, short_date

MOST_OF_A_DAY = 8  # lists
OF_THREE = 3
STILL_ACTIVE = 2  # years after the last result
EVENT = "sheet__series__event"
OF_EVENT = (f"{EVENT}__date", f"{EVENT}__source", f"{EVENT}__kind")
BATCH = 500

Evening = tuple[datetime.date, str]
ResultKey = tuple[Player | int, datetime.date, str]  # the person, the day, the event
StoredTotals = dict[tuple[int, datetime.date], set[int]]  # by player and day
StoredYears = dict[tuple[int, int, bool], tuple[str, int]]
"""The years of players with results, whole or not: their last source and their sum."""

NO_PERSON = {
    *(FaultReason.SUMS, FaultReason.HEADS, FaultReason.NOTE),
    FaultReason.OTHER_SERIES,
}


@dataclass(slots=True, kw_only=True)
class JudgedRow(TableRow):
    """A result of the table, and whose it is.

    ``source_of_year`` is that of a year's total that counts instead of this evening.
    """

    result: FormerRow
    person: FilePerson | None = None
    is_of_year: bool = False
    source_of_year: str = ""

    @property
    def key(self) -> str:
        """Return the key of the row in which it is asked who is meant."""
        return self.person.key if self.person else ""

    @property
    def waits(self) -> bool:
        return self.person is not None and self.person.needs_answer

    @property
    def contradiction(self) -> str:
        return "" if self.result.fault else self.result.contradiction

    @property
    def day(self) -> datetime.date:
        """Return the day of a result; the earliest of all without one."""
        return self.result.day or datetime.date.min

    @property
    def caption(self) -> str:
        """Name whose result it is, and of which day."""
        if self.is_no_name and not self.result.parts:
            return ""
        name = self.called or gettext("Row %(row)s") % {"row": self.row}
        return f"{name} {short_date(self.result.day)}" if self.result.day else name

    @property
    def about(self) -> str:
        """Return how the player is spelled here, and a contradiction.

        Names that were assigned to a player by hand are among those asked about.
        """
        wrong = "" if self.problem else self.result.contradiction
        called, is_called = "", ""
        if self.player and self.person and self.person.is_certain:
            called = self.player.name
        elif self.person and not self.player:
            called = self.person.called
        # Not ``casefold``: Gross is another spelling of Groß.
        if called and called.lower() != self.called.lower():
            is_called = gettext("is %(name)s") % {"name": called}
        return ", ".join(filter(None, (is_called, wrong)))

    @property
    def when(self) -> str:
        """Return the day of the result, or its year; empty if there is none."""
        if not self.result.day:
            return ""
        return str(self.day.year) if self.is_of_year else short_date(self.day)

    @property
    def numbers(self) -> str:
        """Return the total, with its series if there are several."""
        parts = [number(part.total) for part in self.result.parts]
        series = f" ({' · '.join(parts)})" if len(parts) > 1 else ""
        return f"{number(self.result.total)}{series}" if parts else ""


def is_cup(name: str) -> bool:
    """Tell whether a tournament is called so."""
    folded = name.casefold()
    return any(word in folded for word in ("turnier", "preisskat", "pokal", "cup"))


def is_recent(judged: JudgedRow) -> bool:
    """Tell whether a result is recent enough for its player to be active."""
    return timezone.localdate().year - judged.day.year < STILL_ACTIVE


def cup_above(layout: Layout, rows: Iterable[FormerRow]) -> str:
    """Return the tournament that a line above the results of one day names."""
    if layout.shape is Shape.YEAR or len({row.day for row in rows if row.parts}) != 1:
        return ""
    titles = map(of_results, layout.titles)
    names = (next((rest for _, rest in days_among(each)), each) for each in titles)
    return next(filter(is_cup, names), "")


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


def rows_out_of_place(layout: Layout, rows: Iterable[FormerRow]) -> list[int]:
    """Return the rows that the table places behind one with fewer points.

    A place beside several evenings is that by all of them.
    """
    column = layout.columns(Meaning.RANK)[:1]
    places = {
        record.number: whole_number_in(record.cells[at].rstrip(". "))
        for record in layout.records
        for at in column
    }
    totals: dict[object, Counter[int]] = defaultdict(Counter)
    for row in rows:
        if row.parts and places.get(row.number):
            of_all = column[0] in layout.common
            evening = None if of_all else (row.day, row.evening)
            totals[evening][row.number] += row.total
    return [
        behind
        for each in totals.values()
        for before, behind in pairwise(sorted(each, key=lambda row: places[row] or 0))
        if places[before] != places[behind] and each[before] < each[behind]
    ]


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
    count = Counter(id(each.person) for each in new)
    recent = {id(each.person) for each in new if is_recent(each)}
    people = [*asked]
    for person in people:
        person.results = count[id(person)]
        person.is_active = person.player is not None or id(person) in recent
    return [
        each
        for each in people
        if each.results
        or each.needs_look
        or each.same_as
        or (each.player is not None and not each.is_certain)
    ]


def settle_clubs(
    layout: Layout, people: Iterable[FilePerson], answers: RowFields, *, status: str
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
        says_guest = bool(GUESTS.search(fold(person.rest)))
        otherwise = says_guest or status == GUEST
        person.is_guest = not is_ours if person.club else otherwise
        if home and person.is_new and not (person.club or person.is_guest):
            person.club = home.name
        settle_club(person, answers, home)


def has_ambiguous_totals(layout: Layout) -> bool:
    """Tell whether the totals may be those of an evening or of a year.

    More lists than an evening has are those of a year.
    """
    if Meaning.YEAR in layout.meanings:
        return False
    if layout.shape is Shape.YEAR:
        texts = (layout.text(each, Meaning.LISTS) for each in layout.records)
        return all((whole_number_in(text) or 0) <= MOST_OF_A_DAY for text in texts)
    return layout.shape is Shape.EVENING and Meaning.SERIES not in layout.meanings


def judge_rows(
    rows: Sequence[FormerRow],
    layout: Layout,
    answers: RowFields,
) -> tuple[list[JudgedRow], list[FilePerson]]:
    """Return every row with its verdict, and the people of all."""
    read = {row.number for row in rows if not row.fault}
    names, by_row, people = people_in_results(layout, read, answers, home=home_club())
    judged = [row_with_person(row, names.get(row.number), by_row) for row in rows]
    for each in judged:
        each.is_of_year = layout.shape is Shape.YEAR
    totals, years = stored_results({row.player.pk for row in judged if row.player})
    first_rows: dict[ResultKey, FormerRow] = {}
    for each in judged:
        if each.fate != "taken" or each.result.day is None:
            continue
        person = each.player or id(each.person)
        at = (person, each.result.day, each.result.evening)
        above = first_rows.setdefault(at, each.result)
        if above is each.result:
            compare_with_stored(each, layout.shape, totals, years)
        elif (above.total, above.contradiction) == (
            each.result.total,
            each.result.contradiction,
        ):
            each.why = _("is in the table twice")
        elif above.contradiction:
            text = gettext("row %(row)s is of the same day and contradicts itself")
            each.problem = text % {"row": above.number}
        else:
            text = gettext("row %(row)s has another result of that day: %(total)s")
            each.problem = text % {"row": above.number, "total": number(above.total)}
    return judged, people


def row_with_person(
    row: FormerRow,
    name: RowName | None,
    people: Mapping[int, FilePerson],
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
        judged.person = person = people[row.number]
        judged.player = person.player
        if person.needs_answer and person.player is None:
            judged.why = _("waits until it is said who is meant")
    return judged


def stored_results(people: Collection[int]) -> tuple[StoredTotals, StoredYears]:
    """Return the stored results of players by day, and the years that have any.

    A year has with it whether it is stored as one total, its source and sum. One query.
    """
    rows = ListTally.objects.order_by().values_list("player", EVENT, *OF_EVENT)
    totals: StoredTotals = defaultdict(set)
    years: StoredYears = {}
    for player, _event, day, source, kind, total in rows.annotate(Sum("total")):
        if player in people:
            totals[player, day].add(total)
            is_whole = bool(source) and kind == EventKind.CHAMPIONSHIP
            at = (player, day.year, is_whole)
            years[at] = (source, years.get(at, ("", 0))[1] + total)
    return totals, years


def compare_with_stored(
    judged: JudgedRow, shape: Shape, totals: StoredTotals, years: StoredYears
) -> None:
    """Mark a result that is here already, or beside which there is another one."""
    if judged.player is None:
        return
    player, day = judged.player.pk, judged.day
    whole, single = ((player, day.year, is_whole) for is_whole in (True, False))
    of_day = totals.get((player, day), set())
    judged.is_here = judged.result.total in of_day
    if of_day and not judged.is_here:
        judged.why = _("there is %(totals)s of that day here already; that stays") % {
            "totals": " + ".join(map(number, sorted(of_day)))
        }
    elif whole in years and not of_day:
        judged.source_of_year, _sum = years[whole]
        judged.why = _("the total of %(year)s is here already, from “%(source)s”") % {
            "year": day.year,
            "source": judged.source_of_year,
        }
    elif shape is Shape.YEAR and single in years and not of_day:
        _source, points = years[single]
        judged.why = _("evenings of %(year)s are here already, %(points)s in all") % {
            "year": day.year,
            "points": number(points),
        }


def import_former(
    *,
    new: Sequence[JudgedRow],
    newcomers: Sequence[FilePerson],
    shape: Shape,
    lists: int,
    source: str,
    is_published: bool,
) -> Generator[int, None, Made]:
    """Store the new results with their players and evenings, within a transaction.

    Each result is a list with one player, of which only the closing is known. The
    number of those that are stored is given after each batch.
    """
    added = add_new_people(newcomers)
    players = {id(each): player for each, player in zip(newcomers, added, strict=True)}
    made = Made([*added], reactivate_players(new))
    by_evening: dict[Evening, list[JudgedRow]] = defaultdict(list)
    for judged in new:
        by_evening[judged.day, judged.result.evening].append(judged)
    events = add_events(by_evening, shape, source, is_published=is_published)
    results = former_results(by_evening, events, players, lists)
    years: set[Year] = set()
    done = 0
    while batch := list(islice(results, BATCH)):
        ScoreSheet.objects.bulk_create([result.sheet for result in batch])
        Seat.objects.bulk_create(
            Seat(sheet=each.sheet, series=each.series, place=1, player=each.player)
            for each in batch
        )
        Result.objects.bulk_create(batch)
        years |= tally_former(batch)
        done += len(batch)
        yield done
    add_up_years(years)
    made.rows.extend(events.values())
    return made


def free_source(name: str) -> str:
    """Return ``name``, with a number if another source has it already."""
    stem = tidy(name)[:LONGEST_SOURCE] or pgettext("seat", "Table")
    used = set(Event.objects.order_by().values_list("source", flat=True).distinct())
    names = chain([stem], (f"{stem} ({number})" for number in count(2)))
    return next(each for each in names if each not in used)


def reactivate_players(new: Iterable[JudgedRow]) -> list[tuple[Model, str, str]]:
    """Make players active whom an older import left inactive, if still unchanged."""
    playing = {
        judged.player.pk
        for judged in new
        if judged.player and not judged.player.is_active and is_recent(judged)
    }
    people = list(Player.objects.filter(pk__in=unchanged_since_import(playing)))
    for player in people:
        player.is_active = True
    update_many(people, ["is_active"])
    return [(player, "is_active", "False") for player in people]


def add_events(
    evenings: Iterable[Evening], shape: Shape, source: str, *, is_published: bool
) -> dict[Evening, Event]:
    """Add an event for each evening or year; released, because it is over."""
    slugs = set(Event.objects.values_list("slug", flat=True))
    events = {}
    for day, evening in sorted(evenings):
        name = event_name(day, evening, shape)
        kind = EventKind.TOURNAMENT if is_cup(evening) else EventKind.EVENING
        event = events[day, evening] = Event(
            kind=EventKind.CHAMPIONSHIP if shape is Shape.YEAR else kind,
            name=name,
            date=day,
            source=source,
            slug=free_slug(name, day, used=slugs),
            system=SystemChoice.SEEGER_FABIAN,
            is_published=is_published,
            is_released=True,
        )
        slugs.add(event.slug)
        event.clean_fields(exclude={"slug"})
    create_many(list(events.values()), batch_size=BATCH)
    return events


def event_name(day: datetime.date, evening: str, shape: Shape) -> str:
    """Return the name of an event: that in the table, or none for an evening."""
    if evening:
        title = tidy(evening)[:100]
        return title if str(day.year) in title else f"{title} {day.year}"
    if shape is Shape.YEAR:
        return gettext("Year %(year)s") % {"year": day.year}
    return ""


def former_results(
    by_evening: Mapping[Evening, Sequence[JudgedRow]],
    events: Mapping[Evening, Event],
    newcomers: Mapping[int, Player],
    lists: int,
) -> Iterator[Result]:
    """Yield an unsaved result on a list of its own for every part of every row.

    The series that have results are added; they are closed.
    """
    now = timezone.now()
    parts = [
        (key, table, judged, part)
        for key, rows in by_evening.items()
        for table, judged in enumerate(rows, 1)
        for part in judged.result.parts
    ]
    series = {
        (key, part.series): Series(event=events[key], number=part.series, closed_at=now)
        for key, _table, _judged, part in parts
    }
    Series.objects.bulk_create(series.values(), batch_size=BATCH)
    codes = iter(fresh_codes(ScoreSheet, len(parts), letters=LIST_CODE_LENGTH))
    for key, table, judged, part in parts:
        sheet = ScoreSheet(
            series=series[key, part.series],
            table_number=table,
            code=next(codes),
            table_size=seats_of_part(part),
            system=SystemChoice.SEEGER_FABIAN,
            rounds=12,
            state=SheetState.FINISHED,
            totals_only=True,
            stands_for=lists_of_part(judged.result, lists),
            mismatch_reason=judged.result.contradiction,
            finished_at=now,
        )
        yield result_of(part, sheet, judged.player or newcomers[id(judged.person)])


def seats_of_part(part: FormerPart) -> int:
    """Return how many sat at the table, as the bonus for others' lost games tells.

    >>> part = FormerPart(series=1, points=24, won=1, lost=0, total=154, others=2)
    >>> seats_of_part(part)
    3
    """
    own = own_points(part.points or 0, part.won or 0, part.lost or 0)
    is_of_three = part.total - own == part.others * RATE.others_lost[3] != 0
    return 3 if is_of_three and part.points is not None else 4


def result_of(part: FormerPart, sheet: ScoreSheet, player: Player) -> Result:
    return Result(
        sheet=sheet,
        series=sheet.series,
        player=player,
        place=1,
        first_game=1,
        last_game=0,
        game_points=part.points or 0,
        won=part.won or 0,
        lost=part.lost or 0,
        others_lost=part.others,
        total=part.total,
    )


def stored_sources() -> list[Any]:
    """Return the sources of former results, latest years first. Two queries.

    Those of an archive have no import that could be taken back. Last come imports of
    which only people are left.
    """
    events = Event.objects.exclude(source="").order_by()
    rows = events.values("source").annotate(
        evenings=Count("pk"),
        published=Count("pk", filter=Q(is_published=True)),
        event=Min("pk"),
        first=Min("date"),
        last=Max("date"),
    )
    imports = {run.source: run for run in Import.objects.filter(purpose=Purpose.FORMER)}
    sources = [
        {**row, "pk": run.pk if (run := imports.pop(row["source"], None)) else None}
        for row in rows.order_by("-last", "source")
    ]
    return [*sources, *imports.values()]


@transaction.atomic
def publish_source(*, source: str, is_published: bool) -> int:
    """Publish or withdraw the results of a source; return the number of events."""
    changing = Event.objects.filter(source=source, is_published=not is_published)
    events = list(changing.exclude(source="").select_for_update())
    for event in events:
        event.is_published = is_published
    update_many(events, ["is_published"])
    recount_events([event.pk for event in events])
    return len(events)
