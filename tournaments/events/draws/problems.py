"""Reading a draw as it stands: its wishes, its exchanges, and how to price it."""

from collections.abc import Collection, Sequence

from tournaments.events.draws.drawing import DrawWish, question_from
from tournaments.events.draws.halls import (
    Hall,
    apart_in_start_numbers,
    start_number_of,
    start_numbers_by_player,
    tables_of_other_series,
)
from tournaments.events.draws.selectors import entrant_of
from tournaments.events.models import Draw, Entry, Event, Swap
from tournaments.people.names.mentions import mentions_for_reader
from tournaments.seating.problem import Entrant, SeatingProblem
from tournaments.sheets.selectors import people_seated_in
from tournaments.words.choices import EventKind


def exchanges_of(draw: Draw) -> list[Swap]:
    """Return the exchanges made by hand after a draw, with reasons the reader may see.

    One query; two for visitors if there are any reasons.
    """
    swaps = list(draw.exchanges.select_related("first", "second", "series", "by"))
    if any(swap.reason for swap in swaps):
        mentions = mentions_for_reader(people_seated_in([draw.event_id]))
        for swap in swaps:
            swap.reason = mentions.public_text(swap.reason)
    return swaps


def wish_of(draw: Draw | None, event: Event) -> DrawWish:
    """Return the wishes of a draw, or the default ones for tables seated by hand."""
    if draw and draw.question:
        return question_from(draw.question).wish
    is_evening = event.kind == EventKind.EVENING
    return DrawWish(first=1, last=1, seed="", clubs_apart=not is_evening)


def problem_around(
    event: Event,
    hall: Hall,
    entries: Sequence[Entry],
    drawn_series: Collection[int],
    draw: Draw | None,
) -> SeatingProblem:
    """Return the problem that prices the tables of ``drawn_series``. One query.

    The wishes are those of ``draw``.
    """
    wish = wish_of(draw, event)
    numbers = start_numbers_by_player(entries)
    entrants = {entry.player_id: entrant_of(entry, wish) for entry in entries}
    seated = {
        player
        for number in drawn_series
        for table in hall.get(number, ())
        for player in table.players
    }
    return SeatingProblem(
        entrants=tuple(
            entrants.get(player) or Entrant(number=start_number_of(player, numbers))
            for player in sorted(seated)
        ),
        apart=tuple(apart_in_start_numbers(event, numbers)),
        history=tables_of_other_series(hall, drawn_series, numbers),
    )
