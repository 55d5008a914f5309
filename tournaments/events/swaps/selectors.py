"""Reading the costs of an exchange before two people change places."""

from dataclasses import dataclass

from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _

from tournaments.events.draws.halls import (
    SeatedTable,
    hall_of,
    start_number_of,
    start_numbers_by_player,
    tables_in_start_numbers,
)
from tournaments.events.draws.problems import problem_around
from tournaments.events.entrants import entries_of
from tournaments.events.models import Series, Swap
from tournaments.people.models import Player
from tournaments.seating.costs import Costs, costs_of
from tournaments.seating.plans import swap_in_tables


@dataclass(frozen=True, slots=True, kw_only=True)
class SeatedPerson:
    """A person at a table of a series, to be chosen from a list."""

    player: Player
    start_number: int | None
    table: int
    place: int
    is_untouched: bool

    @property
    def label(self) -> str:
        number = "" if self.start_number is None else f"{self.start_number} "
        return number + self.player.name


@dataclass(frozen=True, slots=True, kw_only=True)
class SeatedSeries:
    """The tables of one series as they stand, with its last swap.

    ``revision`` changes with every swap and every draw.
    """

    series: Series
    tables: tuple[tuple[SeatedTable, tuple[SeatedPerson, ...]], ...]
    last_swap: Swap | None
    revision: str

    @property
    def movable(self) -> list[SeatedPerson]:
        """The people who may change places: those at lists that are not finished."""
        return [
            person
            for table, people in self.tables
            if not table.is_finished
            for person in people
        ]


@dataclass(frozen=True, slots=True, kw_only=True)
class SwapPreview:
    """Two people with their tables, and the change of each cost item.

    ``from_fixed`` are those of the two who would leave their fixed table.
    """

    first: SeatedPerson
    second: SeatedPerson
    change: Costs
    from_fixed: tuple[SeatedPerson, ...] = ()


def seated_series(series: Series) -> SeatedSeries:
    """Return one series with its tables and people. Five queries."""
    event = series.event
    hall = hall_of(event)
    numbers = start_numbers_by_player(entries_of(event))
    tables = hall.get(series.number, ())
    people = Player.objects.in_bulk([pk for table in tables for pk in table.players])
    return SeatedSeries(
        series=series,
        tables=tuple(
            (table, people_at_table(table, people, numbers)) for table in tables
        ),
        last_swap=last_swap(series),
        revision=swap_revision(series),
    )


def people_at_table(
    table: SeatedTable, people: dict[int, Player], numbers: dict[int, int]
) -> tuple[SeatedPerson, ...]:
    """Return the people at a table in the order of the places. No query."""
    return tuple(
        SeatedPerson(
            player=people[pk],
            start_number=numbers.get(pk),
            table=table.number,
            place=place,
            is_untouched=table.is_untouched,
        )
        for place, pk in enumerate(table.players, 1)
    )


def last_swap(series: Series) -> Swap | None:
    """Return the swap that can be undone, if there is one. One query."""
    swaps = Swap.objects.filter(series=series, draw=series.draw_id, is_undone=False)
    return swaps.select_related("first", "second", "by").last()


def swap_revision(series: Series) -> str:
    """Return a text that changes with every swap, undo and draw. One query."""
    swaps = Swap.objects.filter(series=series).order_by("pk")
    undone = sum(swaps.values_list("is_undone", flat=True))
    return f"{series.draw_id or 0}-{swaps.count()}-{undone}"


def swap_preview(
    series: Series, first: SeatedPerson, second: SeatedPerson
) -> SwapPreview:
    """Return the costs of an exchange between two people of a series. Four queries.

    Raises ``ValidationError`` if they are the same person, who would sit twice.
    """
    if first.player.pk == second.player.pk:
        raise ValidationError(
            _("Nobody changes places with themselves."), code="same-player"
        )
    event = series.event
    hall = hall_of(event)
    entries = list(entries_of(event))
    numbers = start_numbers_by_player(entries)
    tables = tables_in_start_numbers(hall.get(series.number, ()), numbers)
    swapped = swap_in_tables(
        tables,
        start_number_of(first.player.pk, numbers),
        start_number_of(second.player.pk, numbers),
    )
    problem = problem_around(event, hall, entries, {series.number}, series.draw)
    change = costs_of(problem, [swapped]) - costs_of(problem, [tables])
    fixed = {entry.player_id: entry.fixed_table for entry in entries}
    return SwapPreview(
        first=first,
        second=second,
        change=change,
        from_fixed=tuple(
            person
            for person in (first, second)
            if first.table != second.table
            and fixed.get(person.player.pk) == person.table
        ),
    )
