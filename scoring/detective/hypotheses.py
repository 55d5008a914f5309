"""One possible slip with its effect on all numbers, before anyone checked it."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import lru_cache

from scoring.detective import weights
from scoring.detective.cells import Cells
from scoring.detective.neighbours import neighbours, turned_digits
from scoring.detective.slips import Correction, Remedy, RowField, SlipKind
from scoring.entries import Entry
from scoring.games import result_of
from scoring.odds import LEVELS, chance_of, chances_by_score, commonest_by_score
from scoring.paper import TypedLine

Place = tuple[str | int, ...]
"""Where a slip is said to be; two slips of one place are readings of the same."""


@dataclass(slots=True)
class Hypothesis:
    """A slip: what it adds to the numbers of the paper, and how likely it is."""

    effect: int
    weight: float
    where: Place
    correction: Correction
    copy_of: int | None = None  # the line that a doubled line repeats


def line_slips(
    lines: tuple[TypedLine, ...], cells: Cells, players: int
) -> list[Hypothesis]:
    """Return every slip that may have happened in a typed line."""
    found: list[Hypothesis] = []
    first_of_run = 0
    for index, line in enumerate(lines):
        if index and line.entry != lines[index - 1].entry:
            first_of_run = index
        found += entry_slips(line, cells, index, len(lines))
        found += column_slips(line, cells, players, len(lines))
        found += row_slips(line, cells, index, len(lines))
        found.append(doubled(lines, cells, index, first_of_run))
    return found


def entry_slips(
    line: TypedLine, cells: Cells, index: int, count: int
) -> Iterator[Hypothesis]:
    """Yield what the declarer of a line may have played instead."""
    entry = line.entry
    if entry.declarer is None:
        return
    typed = result_of(entry)
    of_typed = cells.of_game(entry.declarer, typed.score, typed.won)
    chance = chance_of(entry)
    for kind, meant in neighbours(entry):
        result = result_of(meant)
        yield Hypothesis(
            effect=cells.of_game(entry.declarer, result.score, result.won)
            - of_typed
            + (result.score - typed.score) * cells.values[index],
            weight=weights.KIND[kind]
            / count
            * mistyped(meant, entry, kind)
            * chance_of(meant)
            / chance,
            where=("line", line.number),
            correction=Correction(
                kind=kind,
                remedy=Remedy.REPLACE,
                line=line.number,
                before=entry,
                after=meant,
            ),
        )


@lru_cache(maxsize=16384)
def entry_of(entry: Entry, place: int | None) -> Entry:
    """Return the same game played by ``place``."""
    return replace(entry, declarer=place)


@lru_cache(maxsize=16384)
def mistyped(meant: Entry, typed: Entry, kind: SlipKind) -> float:
    """Return how often a slip of this kind makes ``typed`` of ``meant``."""
    others = [other for slip, other in neighbours(meant) if slip is kind]
    whole = sum(ticks_weight(meant, other) for other in others)
    return ticks_weight(meant, typed) / whole if whole else 1.0


def ticks_weight(one: Entry, other: Entry) -> float:
    """Return how easily the ticks of one game become those of another."""
    changed = sum(getattr(one, level) != getattr(other, level) for level in LEVELS)
    return weights.TICKS[min(changed, len(weights.TICKS) - 1)]


def column_slips(
    line: TypedLine, cells: Cells, players: int, count: int
) -> Iterator[Hypothesis]:
    """Yield the other players who may have played the game of a line.

    Also who should pause there: a missing game moves the dealer of all others.
    """
    declarer = line.entry.declarer
    if declarer is None:
        return
    typed = result_of(line.entry)
    of_typed = cells.of_game(declarer, typed.score, typed.won)
    for place in range(1, players + 1):
        if place != declarer:
            yield Hypothesis(
                effect=cells.of_game(place, typed.score, typed.won) - of_typed,
                weight=weights.KIND[SlipKind.COLUMN] / count / 2,
                where=("line", line.number),
                correction=Correction(
                    kind=SlipKind.COLUMN,
                    remedy=Remedy.REPLACE,
                    line=line.number,
                    before=line.entry,
                    after=entry_of(line.entry, place),
                ),
            )


def row_slips(
    line: TypedLine, cells: Cells, index: int, count: int
) -> Iterator[Hypothesis]:
    """Yield the values that the writer may have put down wrongly in a row."""
    declarer = line.entry.declarer
    if declarer is None:
        return
    score = result_of(line.entry).score
    wrong_values = turned_digits(score)
    for wrong in wrong_values:
        yield Hypothesis(
            effect=(wrong - score) * (cells.points[declarer] + cells.values[index]),
            weight=weights.KIND[SlipKind.DIGITS]
            * weights.IN_ROW
            / count
            / len(wrong_values),
            where=("line", line.number),
            correction=Correction(
                kind=SlipKind.DIGITS,
                remedy=Remedy.PAPER,
                line=line.number,
                place=declarer,
                field=RowField.VALUE,
                paper=wrong,
                right=score,
            ),
        )


def doubled(
    lines: tuple[TypedLine, ...], cells: Cells, index: int, first_of_run: int
) -> Hypothesis:
    """Return the slip of having typed a line twice.

    Which of two equal neighbours goes makes no difference: the later is named.
    """
    line = lines[index]
    result = result_of(line.entry)
    has_twin = index > first_of_run
    cell = 0 if line.value is None else (line.value - result.score)
    return Hypothesis(
        effect=cell * cells.values[index]
        - cells.of_game(line.entry.declarer, result.score, result.won),
        weight=weights.KIND[SlipKind.DOUBLED]
        / len(lines)
        / chance_of(line.entry)
        * (weights.ADJACENT_TWIN if has_twin else weights.LONE_TWIN),
        where=("line", line.number),
        correction=Correction(
            kind=SlipKind.DOUBLED,
            remedy=Remedy.DELETE,
            line=line.number,
            before=line.entry,
        ),
        copy_of=lines[index - 1].number if has_twin else None,
    )


def missing_games(cells: Cells, players: int) -> Iterator[Hypothesis]:
    """Yield every game that may have been left out, at a line not yet known."""
    for score, chance in chances_by_score().items():
        entry = commonest_by_score()[score]
        result = result_of(entry)
        for place in range(1, players + 1) if entry.declarer else (None,):
            yield Hypothesis(
                effect=cells.of_game(place, score, result.won),
                weight=weights.KIND[SlipKind.MISSING]
                * chance
                / (players if place else 1),
                where=("missing", place or 0, score),
                correction=Correction(
                    kind=SlipKind.MISSING,
                    remedy=Remedy.INSERT,
                    after=entry_of(entry, place),
                    place=place,
                ),
            )
