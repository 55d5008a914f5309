"""What may have been meant by a line, put together by what it would count."""

from collections.abc import Callable, Mapping, Sequence
from functools import cache, lru_cache
from typing import NamedTuple

from scoring.chance.odds import LEVELS, chance_of
from scoring.game.written_games import WrittenGame, completed
from scoring.house.rounds import Turn
from scoring.house.rules import HouseRules
from scoring.house.scores import Scored
from scoring.lists.sheets import PlaceScore
from scoring.proof.detective import weights
from scoring.proof.detective.far import EASE, far_candidates
from scoring.proof.detective.neighbours import (
    deal_that_counts,
    neighbours,
    neighbours_under,
)
from scoring.proof.detective.slips import SlipKind
from scoring.proof.detective.worth import cell_points, worth_under

Game = tuple[SlipKind, WrittenGame, Scored, float]
"""A slip, what was meant, what that counts, and how easily the slip happens."""

Meant = tuple[float, SlipKind, WrittenGame]
"""How likely it is that this game was meant, and by which slip it was not typed."""


class Bundle(NamedTuple):
    """All games of one score that may have been meant by a line, likeliest first.

    ``by_writer``: how likely it is that the line is right and the writer worked out
    this value from it; None if he must have made more than that wrong.
    """

    scored: Scored
    points: int  # in the cell of the row
    meant: tuple[Meant, ...]
    by_writer: float | None
    weight: float


ByScores = Mapping[tuple[PlaceScore, ...], Bundle]

Bundles = Callable[[WrittenGame, Turn, int], ByScores]
"""Takes a line, its round and its number; gives bundles by what they count."""

RECKONED_WITH = (SlipKind.MATADORS, SlipKind.LEVEL, SlipKind.CONTRACT, SlipKind.TOPS)


@cache
def bundles_under(rules: HouseRules, players: int) -> Bundles:
    """Return what tells, under these rules, what may have been meant by a line."""
    near = neighbours_under(rules, players)
    worth = worth_under(rules, players)

    @lru_cache(maxsize=8192)
    def of_kind(entry: WrittenGame, turn: Turn, number: int) -> ByScores:
        own = worth(entry, turn, number)
        games = [
            (kind, other, scored, mistyped(other, entry, kind))
            for kind, other, scored in near(entry, turn, number)
        ]
        known = {other for _, other, _, _ in games}
        for kind, other, ease in far_candidates(completed(entry)):
            scored = worth(other, turn, number)
            if scored.scores and scored.scores != own.scores and other not in known:
                known.add(other)
                games.append((kind, other, scored, ease))
        by_scores: dict[tuple[PlaceScore, ...], list[Game]] = {}
        for game in games:
            by_scores.setdefault(game[2].scores, []).append(game)
        return {
            scores: bundle(entry, own, others) for scores, others in by_scores.items()
        }

    def under(entry: WrittenGame, turn: Turn, number: int) -> ByScores:
        return of_kind(entry, turn, deal_that_counts(entry, rules, players, number))

    return under


def bundle(entry: WrittenGame, own: Scored, games: Sequence[Game]) -> Bundle:
    """Weigh the games of one score."""
    chance = chance_of(entry) + weights.RARE
    scored = games[0][2]
    is_sum = len(own.scores) == len(scored.scores) == 1
    by_writer = 0.0
    meant = []
    for kind, other, _, ease in games:
        ratio = (chance_of(other) + weights.RARE) / chance
        meant.append((weights.KIND[kind] * ease * ratio, kind, other))
        if kind in RECKONED_WITH:
            by_writer += weights.reckoned(kind) * EASE.get(kind, ease)
    meant.sort(key=lambda one: -one[0])
    is_reckoned = is_sum and own.scores[0].won == scored.scores[0].won
    weight = sum(one[0] for one in meant) + is_reckoned * by_writer
    writer = by_writer if is_reckoned else None
    return Bundle(scored, cell_points(scored), tuple(meant), writer, weight)


def without(bundle: Bundle, unknown: frozenset[SlipKind]) -> Bundle:
    """Return a bundle without the kinds of slips that are not thought of."""
    meant = tuple(one for one in bundle.meant if one[1] not in unknown)
    writer = bundle.by_writer
    if writer is not None and SlipKind.RECKONED in unknown:
        writer = 0.0
    weight = sum(one[0] for one in meant) + (writer or 0.0)
    return bundle._replace(meant=meant, by_writer=writer, weight=weight)


@lru_cache(maxsize=16384)
def mistyped(meant: WrittenGame, typed: WrittenGame, kind: SlipKind) -> float:
    """Return how often a slip of this kind makes ``typed`` of ``meant``."""
    if kind is SlipKind.MARK:
        return 1.0
    others = [other for slip, other in neighbours(meant) if slip is kind]
    whole = sum(ticks_weight(meant, other) for other in others)
    return ticks_weight(meant, typed) / whole if whole else 1.0


def ticks_weight(one: WrittenGame, other: WrittenGame) -> float:
    """Return how easily the ticks of one game become those of another."""
    changed = sum(getattr(one, level) != getattr(other, level) for level in LEVELS)
    return weights.TICKS[min(changed, len(weights.TICKS) - 1)]
