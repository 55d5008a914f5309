"""Reading how good a draw is as its tables stand, and what was changed by hand."""

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
from tournaments.events.draws.problems import problem_around, wish_of
from tournaments.events.entrants import entries_of
from tournaments.events.models import Draw, Entry
from tournaments.events.results.selectors import Sums, result_sums
from tournaments.events.tallies import EVENT, list_rows
from tournaments.people.models import Player
from tournaments.seating.costs import Costs, costs_of
from tournaments.seating.problem import SeatingProblem

Seated = dict[int, tuple[int, ...]]
"""The keys of the people at each table of a series, by its number."""
People = Mapping[int, Player]


@dataclass(frozen=True, slots=True, kw_only=True)
class Reunion:
    """Two people who meet more than once, and in which series."""

    first: Player
    second: Player
    series: tuple[int, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class HandChange:
    """A table at which other people sit than were drawn, or others on its places.

    ``drawn`` is empty for a table that was added, ``now`` for one that is gone;
    ``seatless`` has who was drawn here, plays, and sits nowhere in the series.
    """

    series: int
    table: int
    drawn: tuple[str, ...]
    now: tuple[str, ...]
    seatless: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class SeriesStrength:
    """How strong the tables of a series are: mean points per list, by table.

    ``is_of_event``: from the series before; otherwise from the lists of earlier days.
    """

    series: int
    is_of_event: bool
    tables: tuple[tuple[int, Fraction], ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class DrawReport:
    """A draw as its tables stand now; of a draw that was replaced, as it was drawn."""

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
        """Return whether what was known about the draw holds for these tables."""
        drawn = range(self.draw.first_series, self.draw.last_series + 1)
        return not self.changes and self.series in ((), tuple(drawn))


def draw_report(draw: Draw, *, published_only: bool = True) -> DrawReport:
    """Return a draw as it stands. At most eleven queries.

    Strength before the first series comes from the lists that the reader may see.
    """
    event = draw.event
    drawn = tuple(sorted(draw.series.values_list("number", flat=True)))
    entries = list(entries_of(event))
    hall = hall_of(event)
    if not drawn:
        return DrawReport(
            draw=draw, series=(), players=player_count(draw), costs=stored_costs(draw)
        )
    seated = {number: hall.get(number, ()) for number in drawn}
    known = players_when_drawn(draw, entries)
    pks = {pk for tables in hall.values() for table in tables for pk in table.players}
    people = Player.objects.in_bulk(pks | set(known.values()))
    playing = {
        number: {entry.player_id for entry in entries if entry.plays(number)}
        for number in drawn
    }
    wish = wish_of(draw, event)
    problem = problem_around(event, hall, entries, drawn, wish)
    priced_problem = with_three_sits(problem, draw)
    means = means_until(event.date, pks, published_only)
    numbers = start_numbers_by_player(entries)
    tables = [tables_in_start_numbers(seated[number], numbers) for number in drawn]
    return DrawReport(
        draw=draw,
        series=drawn,
        players=max(sum(map(len, each)) for each in tables),
        costs=nonnegative_sum(Costs, [costs_of(priced_problem, tables)]),
        reunions=tuple(reunions_in(hall, drawn, people)),
        changes=tuple(hand_changes(draw, hall, playing, known, people)),
        strengths=tuple(series_strengths(hall, drawn, result_sums(event), means)),
        misplaced=misplaced_entries(hall, drawn, entries),
    )


def with_three_sits(problem: SeatingProblem, draw: Draw) -> SeatingProblem:
    """Return a problem that knows who sat in threes on earlier evenings. No query."""
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


def reunions_in(hall: Hall, drawn: Collection[int], people: People) -> list[Reunion]:
    """Return who meets again in the series ``drawn``, the most often first. No query.

    Meetings in all series of the event count.
    """
    met: dict[tuple[int, int], list[int]] = {}
    for number, tables in sorted(hall.items()):
        for table in tables:
            for pair in combinations(sorted(table.players), 2):
                met.setdefault(pair, []).append(number)
    found = [
        Reunion(first=people[first], second=people[second], series=tuple(series))
        for (first, second), series in met.items()
        if len(series) > 1 and not set(drawn).isdisjoint(series)
    ]
    found.sort(key=lambda each: (-len(each.series), each.first.sort_key))
    return found


def hand_changes(
    draw: Draw,
    hall: Hall,
    playing: Mapping[int, Collection[int]],
    known: Mapping[int, int],
    people: People,
) -> Iterator[HandChange]:
    """Give the tables that are not as they were drawn. No query.

    ``playing`` has the keys of who plays in each drawn series.
    """
    for number in playing if draw.answer else ():
        before, kept = drawn_tables(draw, number)
        now: Seated = {
            table.number: table.players
            for table in hall.get(number, ())
            if table.number not in kept
        }
        seated = {pk for each in hall.get(number, ()) for pk in each.players}
        missing = set(playing[number]) - seated
        for table in sorted(before.keys() | now.keys()):
            was = [known.get(start) or -start for start in before.get(table, ())]
            if tuple(was) != now.get(table, ()):
                yield HandChange(
                    series=number,
                    table=table,
                    drawn=tuple(player_label(pk, people) for pk in was),
                    now=tuple(player_label(pk, people) for pk in now.get(table, ())),
                    seatless=tuple(
                        player_label(pk, people) for pk in was if pk in missing
                    ),
                )


def players_when_drawn(draw: Draw, entries: Iterable[Entry]) -> dict[int, int]:
    """Return people by start number as it was: numbers may change. One query.

    An imported event has no history from before it came.
    """
    then = Entry.history.as_of(draw.at).filter(event=draw.event_id)
    now = {entry.start_number: entry.player_id for entry in entries}
    return now | {entry.start_number: entry.player_id for entry in then}


def drawn_tables(draw: Draw, number: int) -> tuple[Seated, tuple[int, ...]]:
    """Return the tables of a series in start numbers, and those that were kept."""
    tables, _checks = answer_from(draw.answer)
    for part in parts_of_draw(draw):
        if number in part.series:
            own = tables[number]
            return dict(
                zip(drawn_table_numbers(part, own), own, strict=True)
            ), part.kept
    return {}, ()


def player_label(key: int, people: People) -> str:
    """Return what a person is called; somebody taken off the list by the number."""
    if key in people:
        return people[key].name
    return _("no. %(number)s") % {"number": -key}


def series_strengths(
    hall: Hall, drawn: Iterable[int], sums: Sums, earlier: Mapping[int, Fraction]
) -> Iterator[SeriesStrength]:
    """Give the strength of the tables, where anybody there has played. No query."""
    for number in drawn:
        seated = {table.number: table.players for table in hall.get(number, ())}
        everybody = {pk for players in seated.values() for pk in players}
        own = means_before(sums, number)
        is_of_event = not everybody.isdisjoint(own)
        means = own if is_of_event else earlier
        tables = tuple(
            (table, Fraction(sum(known), len(known)))
            for table, players in seated.items()
            if (known := [means[pk] for pk in players if pk in means])
        )
        if tables:
            yield SeriesStrength(series=number, is_of_event=is_of_event, tables=tables)


def means_before(sums: Sums, number: int) -> dict[int, Fraction]:
    """Return everybody's mean of a list in the series before ``number``. No query."""
    found = {}
    for pk, series in sums.items():
        own = [each for at, each in series.items() if at < number and each.lists]
        if own:
            lists = sum(each.lists for each in own)
            found[pk] = Fraction(sum(each.total for each in own), lists)
    return found


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
    hall: Hall, drawn: Iterable[int], entries: Iterable[Entry]
) -> tuple[Entry, ...]:
    """Return the entries with a fixed table that sit at another one. No query."""
    fixed = {e.player_id: e for e in entries if e.fixed_table is not None}
    misplaced = {
        pk: fixed[pk]
        for number in drawn
        for table in hall.get(number, ())
        for pk in table.players
        if pk in fixed and fixed[pk].fixed_table != table.number
    }
    return tuple(misplaced.values())
