"""Reading a draw as it stands: its wishes, its exchanges, and what it would cost."""

from collections.abc import Iterable, Sequence

from tournaments.events.draws.drawing import DrawWish, question_from
from tournaments.events.draws.halls import (
    Hall,
    SeatedTable,
    start_number_of,
    start_numbers_by_player,
)
from tournaments.events.draws.selectors import teams_apart
from tournaments.events.models import ApartPair, Draw, Entry, Event, Swap
from tournaments.people.privacy.mentions import mentions_for_reader
from tournaments.seating.problem import Entrant, SeatingProblem, SeriesTables
from tournaments.sheets.selectors import people_seated_in
from tournaments.words.choices import EventKind


def exchanges_of(draw: Draw) -> list[Swap]:
    """Return what was changed by hand after a draw, in the words the reader may see.

    One query, two for visitors if there are any.
    """
    found = list(draw.exchanges.select_related("first", "second", "series", "by"))
    if any(swap.reason for swap in found):
        mentions = mentions_for_reader(people_seated_in([draw.event_id]))
        for swap in found:
            swap.reason = mentions.told(swap.reason)
    return found


def wish_of(draw: Draw | None, event: Event) -> DrawWish:
    """Return the wishes of a draw, or the usual ones for tables seated by hand."""
    if draw and draw.question:
        return question_from(draw.question).wish
    is_evening = event.kind == EventKind.EVENING
    return DrawWish(first=1, last=1, seed="", clubs_apart=not is_evening)


def tables_in_start_numbers(
    tables: Iterable[SeatedTable], numbers: dict[int, int]
) -> SeriesTables:
    """Return tables in start numbers. No query."""
    return tuple(
        tuple(start_number_of(player, numbers) for player in table.players)
        for table in tables
    )


def problem_around(
    event: Event,
    hall: Hall,
    entries: Sequence[Entry],
    drawn: set[int],
    wish: DrawWish,
) -> SeatingProblem:
    """Return the problem in which the series ``drawn`` are to be priced. One query."""
    numbers = start_numbers_by_player(entries)
    known = {entry.player_id: entry for entry in entries}
    seated = {
        player
        for number in drawn
        for table in hall.get(number, ())
        for player in table.players
    }
    others = sorted(
        (number for number in hall if number not in drawn),
        key=lambda number: (number < min(drawn), number),
    )
    pairs = ApartPair.objects.filter(event=event)
    return SeatingProblem(
        entrants=tuple(
            priced_entrant(player, known.get(player), wish) for player in sorted(seated)
        ),
        apart=tuple(
            (numbers[first], numbers[second])
            for first, second in pairs.values_list("first__player", "second__player")
        ),
        history=tuple(
            tables_in_start_numbers(hall[number], numbers) for number in others
        ),
    )


def priced_entrant(player: int, entry: Entry | None, wish: DrawWish) -> Entrant:
    """Return a seated person with what counts when tables are priced. No query."""
    if entry is None:
        return Entrant(number=start_number_of(player, {}))
    club = entry.player.club
    return Entrant(
        number=entry.start_number,
        club=club.name if club and wish.clubs_apart else None,
        **teams_apart(entry, wish),
    )
