"""Reading how good a draw is as its tables stand now, and the changes by hand."""

from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, fields, replace
from datetime import date
from fractions import Fraction
from itertools import combinations

from django.db.models import Count, Sum
from django.utils.translation import gettext as _

from tournaments.events.draws.drawing import (
    DrawPart,
    answer_from,
    drawn_table_numbers,
    nonnegative_sum,
    question_from,
)
from tournaments.events.draws.halls import (
    Hall,
    hall_of,
    start_numbers_by_player,
    tables_in_start_numbers,
)
from tournaments.events.draws.problems import problem_around
from tournaments.events.entrants import entries_of
from tournaments.events.models import Draw, Entry
from tournaments.events.results.selectors import Sums, result_sums
from tournaments.events.tallies import EVENT, list_rows
from tournaments.people.models import Player
from tournaments.scope.log import ADDED, REMOVED, LogEntry
from tournaments.seating.costs import Costs, costs_of
from tournaments.seating.problem import SeatingProblem

Seated = dict[int, tuple[int, ...]]
"""The keys of the people at the tables of a series, by table number."""
People = Mapping[int, Player]


@dataclass(frozen=True, slots=True, kw_only=True)
class Reunion:
    """Two people who meet more than once, and the series in which they meet."""

    first: Player
    second: Player
    series: tuple[int, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class HandChange:
    """A table whose people or places are not those that were drawn.

    ``drawn`` is empty for a table that was added, ``now`` for one that was removed.
    ``seatless`` names the people who were drawn here and play, but have no seat in the
    series.
    """

    series: int
    table: int
    drawn: tuple[str, ...]
    now: tuple[str, ...]
    seatless: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class SeriesStrength:
    """The strength of the tables of a series: mean points per list, by table.

    ``is_of_event``: from the event's earlier series, else from lists of earlier days.
    """

    series: int
    is_of_event: bool
    tables: tuple[tuple[int, Fraction], ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class DrawReport:
    """A draw as its tables stand now; if it has been replaced, as it was drawn."""

    draw: Draw
    series: tuple[int, ...]
    players: int
    costs: Costs
    reunions: tuple[Reunion, ...] = ()
    changes: tuple[HandChange, ...] = ()
    strengths: tuple[SeriesStrength, ...] = ()
    misplaced: tuple[Entry, ...] = ()

    @property
    def is_as_drawn(self) -> bool:
        """Whether the stored bounds of the draw hold for these tables."""
        drawn = range(self.draw.first_series, self.draw.last_series + 1)
        return not self.changes and self.series in ((), tuple(drawn))


def draw_report(draw: Draw, *, published_only: bool = True) -> DrawReport:
    """Return a draw as its tables stand. At most eleven queries.

    Before the first series, strength comes from the lists that the reader may see.
    """
    event = draw.event
    numbers = tuple(sorted(draw.series.values_list("number", flat=True)))
    entries = list(entries_of(event))
    hall = hall_of(event)
    if not numbers:
        return DrawReport(
            draw=draw, series=(), players=player_count(draw), costs=stored_costs(draw)
        )
    seated = {number: hall.get(number, ()) for number in numbers}
    player_by_number = players_when_drawn(draw, entries)
    keys = {pk for tables in hall.values() for table in tables for pk in table.players}
    people = Player.objects.in_bulk(keys | set(player_by_number.values()))
    playing = {
        number: {entry.player_id for entry in entries if entry.plays(number)}
        for number in numbers
    }
    problem = problem_around(event, hall, entries, numbers, draw)
    priced_problem = with_three_sits(problem, draw)
    means = means_until(event.date, keys, published_only)
    start_numbers = start_numbers_by_player(entries)
    tables = [
        tables_in_start_numbers(seated[number], start_numbers) for number in numbers
    ]
    return DrawReport(
        draw=draw,
        series=numbers,
        players=max(sum(map(len, rows)) for rows in tables),
        costs=nonnegative_sum(Costs, [costs_of(priced_problem, tables)]),
        reunions=tuple(reunions_in(hall, numbers, people)),
        changes=tuple(hand_changes(draw, hall, playing, player_by_number, people)),
        strengths=tuple(series_strengths(hall, numbers, result_sums(event), means)),
        misplaced=misplaced_entries(hall, numbers, entries),
    )


def with_three_sits(problem: SeatingProblem, draw: Draw) -> SeatingProblem:
    """Add to a problem the sits at tables of three on earlier evenings. No query."""
    sits = {
        entrant.number: entrant.three_sits
        for part in parts_of_draw(draw)
        for entrant in part.entrants
    }
    return replace(
        problem,
        entrants=tuple(
            replace(entrant, three_sits=sits.get(entrant.number, 0))
            for entrant in problem.entrants
        ),
    )


def player_count(draw: Draw) -> int:
    """Return how many people a draw was for. No query."""
    return max((len(part.entrants) for part in parts_of_draw(draw)), default=0)


def parts_of_draw(draw: Draw) -> tuple[DrawPart, ...]:
    """Return the parts of a draw's question; none where people were seated by hand."""
    return question_from(draw.question).parts if draw.question else ()


def stored_costs(draw: Draw) -> Costs:
    """Return what a draw cost when it was made. No query."""
    return Costs(**{item.name: getattr(draw, item.name, 0) for item in fields(Costs)})


def reunions_in(
    hall: Hall, drawn_series: Collection[int], people: People
) -> list[Reunion]:
    """Return the pairs that meet again in ``drawn_series``, most often first.

    Meetings in all series of the event count. No query.
    """
    series_by_pair: dict[tuple[int, int], list[int]] = {}
    for number, tables in sorted(hall.items()):
        for table in tables:
            for pair in combinations(sorted(table.players), 2):
                series_by_pair.setdefault(pair, []).append(number)
    reunions = [
        Reunion(first=people[first], second=people[second], series=tuple(series))
        for (first, second), series in series_by_pair.items()
        if len(series) > 1 and not set(drawn_series).isdisjoint(series)
    ]
    reunions.sort(key=lambda reunion: (-len(reunion.series), reunion.first.sort_key))
    return reunions


def hand_changes(
    draw: Draw,
    hall: Hall,
    playing: Mapping[int, Collection[int]],
    player_by_number: Mapping[int, int],
    people: People,
) -> Iterator[HandChange]:
    """Yield the tables that are not as they were drawn. No query.

    ``playing`` holds the keys of the people who play in each drawn series.
    """
    for number in playing if draw.answer else ():
        tables_before, kept_tables = drawn_tables(draw, number)
        tables: Seated = {
            table.number: table.players
            for table in hall.get(number, ())
            if table.number not in kept_tables
        }
        seated = {pk for table in hall.get(number, ()) for pk in table.players}
        missing = set(playing[number]) - seated
        for at in sorted(tables_before.keys() | tables.keys()):
            before = [
                player_by_number.get(start) or -start
                for start in tables_before.get(at, ())
            ]
            now = tables.get(at, ())
            if tuple(before) != now:
                yield HandChange(
                    series=number,
                    table=at,
                    drawn=player_labels(before, people),
                    now=player_labels(now, people),
                    seatless=player_labels(
                        [pk for pk in before if pk in missing], people
                    ),
                )


def players_when_drawn(draw: Draw, entries: Iterable[Entry]) -> dict[int, int]:
    """Return people by their start number at the time, as numbers change. One query.

    The log of an imported event begins with its import.
    """
    numbers = {entry.player_id: entry.start_number for entry in entries}
    then = dict(numbers)
    of_event = LogEntry.objects.filter(event=draw.event_id, table="entry")
    for entry in of_event.filter(at__gt=draw.at):
        person = entry.person or 0
        if entry.action == ADDED:
            then.pop(person, None)
        elif entry.action == REMOVED:
            then[person] = int(entry.label)
        elif "start_number" in (changes := entry.before_and_after):
            then[person] = changes["start_number"][0]
    people = {number: player for player, number in numbers.items()}
    return people | {number: player for player, number in then.items()}


def drawn_tables(draw: Draw, number: int) -> tuple[Seated, tuple[int, ...]]:
    """Return the tables of a series in start numbers, and those that were kept."""
    tables, _checks = answer_from(draw.answer)
    for part in parts_of_draw(draw):
        if number in part.series:
            numbers = drawn_table_numbers(part, tables[number])
            return dict(zip(numbers, tables[number], strict=True)), part.kept
    return {}, ()


def player_labels(keys: Iterable[int], people: People) -> tuple[str, ...]:
    """Return people's names; a negative key is a start number without a person."""
    return tuple(
        people[key].name if key in people else _("no. %(number)s") % {"number": -key}
        for key in keys
    )


def series_strengths(
    hall: Hall, drawn_series: Iterable[int], sums: Sums, earlier: Mapping[int, Fraction]
) -> Iterator[SeriesStrength]:
    """Yield the strength of the tables at which anybody has played before. No query."""
    for number in drawn_series:
        seated = {table.number: table.players for table in hall.get(number, ())}
        everybody = {pk for players in seated.values() for pk in players}
        means_of_event = means_before(sums, number)
        is_of_event = not everybody.isdisjoint(means_of_event)
        means = means_of_event if is_of_event else earlier
        tables = tuple(
            (table, Fraction(sum(values), len(values)))
            for table, players in seated.items()
            if (values := [means[pk] for pk in players if pk in means])
        )
        if tables:
            yield SeriesStrength(series=number, is_of_event=is_of_event, tables=tables)


def means_before(sums: Sums, number: int) -> dict[int, Fraction]:
    """Return everybody's mean of a list in the series before ``number``. No query."""
    means = {}
    for pk, series in sums.items():
        earlier = [result for at, result in series.items() if at < number]
        if lists := sum(result.lists for result in earlier):
            total = sum(result.total for result in earlier if result.lists)
            means[pk] = Fraction(total, lists)
    return means


def means_until(
    day: date, players: Collection[int], published_only: bool
) -> dict[int, Fraction]:
    """Return everybody's mean of the lists of earlier days. One query."""
    rows = list_rows(published_only=published_only).filter(
        player__in=players, **{f"{EVENT}__date__lt": day, f"{EVENT}__rule_set": None}
    )
    sums = rows.values_list("player").annotate(Sum("total"), Count("pk"))
    return {pk: Fraction(total, lists) for pk, total, lists in sums}


def misplaced_entries(
    hall: Hall, drawn_series: Iterable[int], entries: Iterable[Entry]
) -> tuple[Entry, ...]:
    """Return the entries with a fixed table that sit at another one. No query."""
    fixed = {e.player_id: e for e in entries if e.fixed_table is not None}
    misplaced = {
        pk: fixed[pk]
        for number in drawn_series
        for table in hall.get(number, ())
        for pk in table.players
        if pk in fixed and fixed[pk].fixed_table != table.number
    }
    return tuple(misplaced.values())
