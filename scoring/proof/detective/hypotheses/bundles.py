"""The games that may have been meant by a line, bundled by their score."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cache, lru_cache
from itertools import combinations, product
from typing import NamedTuple

from scoring.chance.odds import chance_of, levels_of_ticks
from scoring.game.written_games import TICKS, WrittenGame, with_implied_levels
from scoring.house.rules import HouseRules
from scoring.lists.sheets import PlaceScore
from scoring.playing.scores import Turn
from scoring.proof.detective.case import (
    FULL,
    WIDTH,
    Case,
    Cells,
    cell_points,
    closed_rows,
    rows_if,
    worth_under,
)
from scoring.proof.detective.hypotheses.hypotheses import Hypothesis
from scoring.proof.detective.hypotheses.of_foot import foot_slips
from scoring.proof.detective.slips import weights
from scoring.proof.detective.slips.kinds import Remedy, SlipKind, mark_candidates
from scoring.proof.detective.slips.neighbours import (
    candidates,
    card_point_candidates,
    far_candidates,
)
from scoring.proof.paper import FootField, foot_differences

Scores = tuple[PlaceScore, ...]

Alternative = tuple[float, SlipKind, WrittenGame]
"""How likely it is that this game was meant, the slip, and the game."""


class Bundle(NamedTuple):
    """All games of one score that may have been meant by a line, likeliest first.

    ``by_writer``: how likely it is that the line is right and the writer worked out
    this value from it; None if that takes more than one mistake. ``nearest`` are
    the games one mark away: with another player as well, two marks are wrong.
    """

    scores: Scores
    points: int  # in the cell of the row
    alternatives: tuple[Alternative, ...]
    by_writer: float | None
    weight: float
    nearest: tuple[Alternative, ...]


ByScores = Mapping[Scores, Bundle]

Bundles = Callable[[WrittenGame, Turn, int], ByScores]
"""Takes a line, its round and its number; returns bundles by their scores. The games
are those of place 1 where it makes no difference who plays them."""


@cache
def bundles_under(rules: HouseRules, players: int) -> Bundles:
    """Return the function that bundles the games meant by a line, under these rules."""
    worth = worth_under(rules, players)

    @lru_cache(maxsize=4096)
    def of_shape(entry: WrittenGame, turn: Turn, number: int) -> ByScores:
        own = worth(entry, turn, number).scores
        by_scores: dict[Scores, dict[WrittenGame, Alternative]] = {}
        points = {}
        for kind, other, ease in alternatives_to(entry, rules, turn):
            scored = worth(other, turn, number)
            if scored.scores and scored.scores != own:
                points[scored.scores] = cell_points(scored)
                games = by_scores.setdefault(scored.scores, {})
                games.setdefault(other, (ease, kind, other))
        return {
            scores: bundle(entry, own, scores, points[scores], [*games.values()])
            for scores, games in by_scores.items()
        }

    @lru_cache(maxsize=8192)
    def of_line(entry: WrittenGame, turn: Turn, number: int) -> ByScores:
        place = entry.declarer
        if place is None:
            return of_shape(entry, turn, number)
        shape = of_shape(with_declarer(entry, 1), turn, 1)
        by_scores = {}
        for bundle in shape.values():
            scores = tuple(each._replace(place=place) for each in bundle.scores)
            by_scores[scores] = bundle._replace(scores=scores)
        return by_scores

    def under(entry: WrittenGame, turn: Turn, number: int) -> ByScores:
        return of_line(entry, turn, (number - 1) % players + 1)

    return under


@lru_cache(maxsize=16384)
def with_declarer(entry: WrittenGame, place: int | None) -> WrittenGame:
    """Return the same game played by ``place``."""
    return replace(entry, declarer=place)


def alternatives_to(
    entry: WrittenGame, rules: HouseRules, turn: Turn
) -> Iterator[tuple[SlipKind, WrittenGame, float]]:
    """Yield the games that may have been meant by a line, impossible ones included.

    Each comes with its slip, and with how easily such a slip turns it into this line.
    """
    near = [*mark_candidates(entry, rules, turn)]
    if rules.target:
        near += card_point_candidates(entry)
    if entry.declarer is not None:
        near += candidates(with_implied_levels(entry))
    for kind, other in near:
        changed = sum(getattr(entry, tick) != getattr(other, tick) for tick in TICKS)
        ticked = weights.TICKS[min(changed, len(weights.TICKS) - 1)]
        yield kind, other, weights.EASE[kind] * ticked
    if entry.declarer is not None:
        yield from far_candidates(with_implied_levels(entry))


def bundle(
    entry: WrittenGame,
    own: Scores,
    scores: Scores,
    points: int,
    games: Sequence[Alternative],
) -> Bundle:
    """Weigh the games of one score."""
    chance = chance_of(entry) + weights.RARE
    by_writer = 0.0
    alternatives = []
    for ease, kind, other in games:
        ratio = (chance_of(other) + weights.RARE) / chance
        alternatives.append((weights.KIND[kind] * ease * ratio, kind, other))
        by_writer += miscalculation_weight(kind, other)
    alternatives.sort(key=lambda game: -game[0])
    is_reckoned = len(own) == len(scores) == 1 and own[0].won == scores[0].won
    likely = total_weight(alternatives) + is_reckoned * by_writer
    writer_weight = by_writer if is_reckoned else None
    nearest = tuple(
        (weight * weights.OF_TWO, SlipKind.TWO, game)
        for weight, kind, game in alternatives
        if kind in weights.EASE
    )
    return Bundle(scores, points, tuple(alternatives), writer_weight, likely, nearest)


def total_weight(alternatives: Iterable[Alternative]) -> float:
    """Return how likely it is that any of these games was meant."""
    return sum(weight for weight, _, _ in alternatives)


def miscalculation_weight(kind: SlipKind, game: WrittenGame) -> float:
    """Return how easily the writer works out this game's value for the real one."""
    if kind is SlipKind.LEVEL and not levels_of_ticks(game):
        return weights.LEVELS_FORGOTTEN
    return weights.RECKONED.get(kind, 0.0)


def without_kinds(bundle: Bundle, unknown: frozenset[SlipKind]) -> Bundle:
    """Return a bundle without slips of the ``unknown`` kinds."""
    alternatives = tuple(game for game in bundle.alternatives if game[1] not in unknown)
    by_writer = bundle.by_writer
    if by_writer is not None and SlipKind.RECKONED in unknown:
        by_writer = 0.0
    weight = total_weight(alternatives) + (by_writer or 0.0)
    return bundle._replace(
        alternatives=alternatives, by_writer=by_writer, weight=weight
    )


Pair = tuple[Hypothesis, ...]

MOST_PAIRS = 1_000
"""Pairs of slips that are examined more closely, likeliest first."""

MOST_FIRST_SLIPS = 25
"""Slips in a line after which the foot is searched for a second slip."""


def pairs(slips: Sequence[Hypothesis], case: Case) -> list[Pair]:
    """Return the likeliest pairs of slips whose effects add up, each once."""
    by_effect: dict[int, list[Hypothesis]] = {}
    for slip in slips:
        by_effect.setdefault(slip.effect, []).append(slip)
    candidates = [*pairs_alike(by_effect, case), *pairs_with_foot(by_effect, case)]
    candidates.sort(key=lambda pair: -pair[0].weight * pair[1].weight)
    return candidates[:MOST_PAIRS]


def is_in_foot(slip: Hypothesis) -> bool:
    """Tell whether a slip was made in the foot."""
    return slip.where[0] == "foot"


def pairs_alike(
    by_effect: Mapping[int, Sequence[Hypothesis]], case: Case
) -> Iterator[Pair]:
    """Yield pairs of two slips in lines, or of two in the foot.

    Meets in the middle: for each effect the rest of the difference is looked up.
    """
    for effect, slips in by_effect.items():
        rest = case.target - effect
        if rest not in by_effect or effect > rest:
            continue
        candidates = (
            combinations(slips, 2)
            if effect == rest
            else product(slips, by_effect[rest])
        )
        for slip, other in candidates:
            if slip.where != other.where and is_in_foot(slip) == is_in_foot(other):
                yield slip, other


def pairs_with_foot(
    by_effect: Mapping[int, Sequence[Hypothesis]], case: Case
) -> Iterator[Pair]:
    """Yield a slip in a line with one in the foot of the list that it leaves.

    Which digits can be turned and how much 40 for 30 makes depends on the right
    numbers, so the foot is searched anew after each first slip.
    """
    is_foot_slip = may_be_foot_slip(case.cells)
    firsts = [
        slip
        for effect, slips in by_effect.items()
        if is_foot_slip(case.target - effect)
        for slip in slips
        if not is_in_foot(slip)
    ]
    firsts.sort(key=lambda slip: -slip.weight)
    for slip in firsts[:MOST_FIRST_SLIPS]:
        yield from foot_after(slip, case)


def may_be_foot_slip(cells: Cells) -> Callable[[int], bool]:
    """Return a test of whether a difference may be one slip of the writer in the foot.

    Such a slip changes only totals, or only numbers of one place.
    """
    parts: dict[int | FootField | None, int] = {}
    for (place, field), unit in cells.units.items():
        for part in (place, field) if field is FootField.TOTAL else (place,):
            parts[part] = parts.get(part, 0) | unit * FULL
    width = WIDTH * (len(cells.units) + len(cells.values))
    bias = sum(1 << at for at in range(WIDTH - 1, width, WIDTH))

    def may_be_one_slip(rest: int) -> bool:
        changed = (rest + bias) ^ bias
        return any(not changed & ~part for part in parts.values())

    return may_be_one_slip


def foot_after(slip: Hypothesis, case: Case) -> Iterator[Pair]:
    """Yield the slips of the foot that explain what a first slip leaves."""
    correction = slip.readings()[0][1]
    if correction.remedy is Remedy.INSERT:
        correction = replace(correction, line=1)
    rest = case.target - slip.effect
    rows = rows_if(case.lines, [correction])
    totals = closed_rows(rows, case.foot, case.worth)
    differences = foot_differences(case.foot, totals)
    for other in foot_slips(case.foot, totals, differences, case.cells):
        if other.effect == rest:
            yield slip, other
