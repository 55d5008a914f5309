"""One possible slip with its effect on all numbers, before anyone checked it."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import lru_cache

from scoring.detective import weights
from scoring.detective.cells import Cells
from scoring.detective.neighbours import (
    Neighbours,
    neighbours,
    neighbours_under,
    turned_digits,
)
from scoring.detective.slips import Correction, Remedy, RowField, SlipKind
from scoring.detective.worth import Worth, of_line, own_cell
from scoring.entries import Entry
from scoring.games import result_of
from scoring.house.mark_checks import ALL_CARD_POINTS
from scoring.house.rounds import PLAIN_TURN
from scoring.house.rules import HouseRules, is_official
from scoring.house.scores import Scored
from scoring.odds import LEVELS, chance_of, chances_by_score, commonest_by_score
from scoring.paper import PaperFoot, TypedLine

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
    lines: tuple[TypedLine, ...], cells: Cells, foot: PaperFoot, worth: Worth
) -> list[Hypothesis]:
    """Return every slip that may have happened in a typed line."""
    found: list[Hypothesis] = []
    neighbours = neighbours_under(foot.rules, foot.players)
    first_of_run = 0
    for index, line in enumerate(lines):
        if index and line.entry != lines[index - 1].entry:
            first_of_run = index
        typed = of_line(line, worth)
        found += entry_slips(line, typed, cells, index, len(lines), neighbours)
        found += column_slips(line, typed, cells, foot.players, len(lines))
        found += row_slips(line, typed, cells, index, len(lines))
        found.append(doubled(lines, typed, cells, index, first_of_run))
    return found


def entry_slips(
    line: TypedLine,
    typed: Scored,
    cells: Cells,
    index: int,
    count: int,
    neighbours: Neighbours,
) -> Iterator[Hypothesis]:
    """Yield what may have been played in a line instead, with the same declarer."""
    entry = line.entry
    of_typed = cells.of_scores(typed.scores)
    chance = chance_of(entry)
    own = cell_points(typed)
    for kind, meant, scored in neighbours(entry, line.turn, line.number):
        yield Hypothesis(
            effect=cells.of_scores(scored.scores)
            - of_typed
            + (cell_points(scored) - own) * cells.values[index],
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


def cell_points(scored: Scored) -> int:
    """Return what the row has in its cell for the value."""
    cell = own_cell(scored)
    return cell[1] if cell else 0


@lru_cache(maxsize=16384)
def entry_of(entry: Entry, place: int | None) -> Entry:
    """Return the same game played by ``place``."""
    return replace(entry, declarer=place)


@lru_cache(maxsize=16384)
def mistyped(meant: Entry, typed: Entry, kind: SlipKind) -> float:
    """Return how often a slip of this kind makes ``typed`` of ``meant``."""
    if kind is SlipKind.MARK:
        return 1.0
    others = [other for slip, other in neighbours(meant) if slip is kind]
    whole = sum(ticks_weight(meant, other) for other in others)
    return ticks_weight(meant, typed) / whole if whole else 1.0


def ticks_weight(one: Entry, other: Entry) -> float:
    """Return how easily the ticks of one game become those of another."""
    changed = sum(getattr(one, level) != getattr(other, level) for level in LEVELS)
    return weights.TICKS[min(changed, len(weights.TICKS) - 1)]


def column_slips(
    line: TypedLine, typed: Scored, cells: Cells, players: int, count: int
) -> Iterator[Hypothesis]:
    """Yield the other players who may have played the game of a line.

    Also who should pause there: a missing game moves the dealer of all others.
    """
    declarer = line.entry.declarer
    if declarer is None:
        return
    own, *others = typed.scores
    if others:  # what defenders write depends on who they are
        return
    of_typed = cells.of_scores(typed.scores)
    for place in range(1, players + 1):
        if place != declarer:
            yield Hypothesis(
                effect=cells.of_game(place, own.points, own.won) - of_typed,
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
    line: TypedLine, typed: Scored, cells: Cells, index: int, count: int
) -> Iterator[Hypothesis]:
    """Yield the values that the writer may have put down wrongly in a row."""
    cell = own_cell(typed)
    if cell is None:
        return
    declarer, score = cell
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
    lines: tuple[TypedLine, ...],
    typed: Scored,
    cells: Cells,
    index: int,
    first_of_run: int,
) -> Hypothesis:
    """Return the slip of having typed a line twice.

    Which of two equal neighbours goes makes no difference: the later is named.
    """
    line = lines[index]
    has_twin = index > first_of_run
    cell = 0 if line.value is None else (line.value - cell_points(typed))
    return Hypothesis(
        effect=cell * cells.values[index] - cells.of_scores(typed.scores),
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


def missing_games(cells: Cells, foot: PaperFoot, worth: Worth) -> Iterator[Hypothesis]:
    """Yield every game that may have been left out, at a line not yet known."""
    places = [seat.place for seat in foot.seats]
    for entry, chance in games_left_out(foot.rules):
        for place in places if entry.declarer else (None,):
            game = entry_of(entry, place)
            scores = worth(game, PLAIN_TURN, place or 1).scores
            if place and not scores:
                continue  # no such game is played here
            yield Hypothesis(
                effect=cells.of_scores(scores),
                weight=weights.KIND[SlipKind.MISSING]
                * chance
                / (len(places) if place else 1),
                where=("missing", place or 0, scores[0].points if scores else 0),
                correction=Correction(
                    kind=SlipKind.MISSING,
                    remedy=Remedy.INSERT,
                    after=what_is_known(game, foot.rules),
                    place=place,
                ),
            )


def what_is_known(game: Entry, rules: HouseRules) -> Entry:
    """Return a game that nobody has typed: who played it, and its score.

    House rules want to know more of a game than that; there it stays a guess.
    """
    if game.declarer is None or not is_official(rules):
        return game
    return Entry(declarer=game.declarer, written_value=result_of(game).score)


def games_left_out(rules: HouseRules) -> Iterator[tuple[Entry, float]]:
    """Yield what may be missing: the commonest game of each score, and its chance.

    Of a target score only the number is known, and any of them is as likely.
    """
    if not rules.target:
        for score, chance in chances_by_score().items():
            yield commonest_by_score()[score], chance
        return
    for points in range(1, ALL_CARD_POINTS + 1):
        won = points > ALL_CARD_POINTS // 2
        written = points if won else -points
        yield Entry(declarer=1, written_value=written), 1 / ALL_CARD_POINTS
