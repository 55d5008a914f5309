"""Who deals shows where lines moved: the declarer of a row cannot be its dealer."""

from collections.abc import Sequence
from functools import cache

from scoring.game.seats import pausing
from scoring.proof.detective.slips import Correction, Remedy
from scoring.proof.paper import TypedLine

Declarers = list[int | None]


@cache
def pausing_by_turn(players: int) -> tuple[tuple[int, ...], ...]:
    """Return who pauses in the games 1, 2, 3 …, as often as it takes to begin anew."""
    return tuple(pausing(number, players) for number in range(1, players + 1))


def declarers_if(
    lines: Sequence[TypedLine], corrections: Sequence[Correction]
) -> Declarers:
    """Return who played each row if these corrections are the truth.

    A missing game without a line is left out.
    """
    changed = {each.line: each for each in corrections if each.line is not None}
    found: Declarers = []
    for line in lines:
        correction = changed.get(line.number)
        if correction is None or correction.remedy is Remedy.PAPER:
            found.append(line.entry.declarer)
        elif correction.remedy is not Remedy.DELETE and correction.after is not None:
            if correction.remedy is Remedy.INSERT:
                found += [correction.after.declarer, line.entry.declarer]
            else:
                found.append(correction.after.declarer)
    last = lines[-1].number if lines else 0
    found += [
        each.after.declarer
        for each in corrections
        if each.line is not None and each.line > last and each.after is not None
    ]
    return found


def dealers_playing(declarers: Declarers, players: int) -> int:
    """Return in how many rows the declarer would have had to pause."""
    if players <= 3:
        return 0
    rests = pausing_by_turn(players)
    return sum(
        declarer in rests[index % players] for index, declarer in enumerate(declarers)
    )


def places_for(
    declarers: Declarers, who: int | None, players: int
) -> tuple[int, list[int]]:
    """Return at which rows a missing game leaves the fewest dealers playing.

    First how many those are. All rows are as good where nobody pauses.

    >>> places_for([1, 2], 2, 3)
    (0, [1, 2, 3])
    >>> places_for([2, 3, 4, 1, 2, 4], 1, 4)
    (0, [6, 7])
    """
    rows = len(declarers)
    if players <= 3:
        return 0, list(range(1, rows + 2))
    rests = pausing_by_turn(players)
    counts = [0] * (rows + 1)
    moved = 0
    for index in range(rows - 1, -1, -1):
        moved += declarers[index] in rests[(index + 1) % players]
        counts[index] = moved
    before = 0
    for index in range(rows + 1):
        counts[index] += before + (who in rests[index % players])
        if index < rows:
            before += declarers[index] in rests[index % players]
    fewest = min(counts)
    return fewest, [row for row, count in enumerate(counts, 1) if count == fewest]
