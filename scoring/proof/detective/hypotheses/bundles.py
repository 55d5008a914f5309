"""What may have been meant by a line, put together by what it would count."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cache, lru_cache
from typing import NamedTuple

from scoring.chance.odds import LEVELS, chance_of, levels_of_ticks
from scoring.game.written_games import WrittenGame, with_implied_levels
from scoring.house.rules import HouseRules
from scoring.lists.sheets import PlaceScore
from scoring.playing.rounds import Turn
from scoring.proof.detective.case.worth import cell_points, worth_under
from scoring.proof.detective.slips import weights
from scoring.proof.detective.slips.kinds import SlipKind
from scoring.proof.detective.slips.marks import mark_candidates
from scoring.proof.detective.slips.neighbours import (
    candidates,
    card_point_candidates,
    far_candidates,
)

Scores = tuple[PlaceScore, ...]

Meant = tuple[float, SlipKind, WrittenGame]
"""How likely it is that this game was meant, and by which slip it was not typed."""


class Bundle(NamedTuple):
    """All games of one score that may have been meant by a line, likeliest first.

    ``by_writer``: how likely it is that the line is right and the writer worked out
    this value from it; None if he must have made more than that wrong. ``nearest``
    are the games one mark away: with another player, too, two marks are wrong.
    """

    scores: Scores
    points: int  # in the cell of the row
    meant: tuple[Meant, ...]
    by_writer: float | None
    weight: float
    nearest: tuple[Meant, ...]


ByScores = Mapping[Scores, Bundle]

Bundles = Callable[[WrittenGame, Turn, int], ByScores]
"""Takes a line, its round and its number; gives bundles by what they count.

The games are those of place 1 where it makes no difference who plays them.
"""


@cache
def bundles_under(rules: HouseRules, players: int) -> Bundles:
    """Return what tells, under these rules, what may have been meant by a line."""
    worth = worth_under(rules, players)

    @lru_cache(maxsize=4096)
    def of_shape(entry: WrittenGame, turn: Turn, number: int) -> ByScores:
        own = worth(entry, turn, number).scores
        by_scores: dict[Scores, dict[WrittenGame, Meant]] = {}
        points = {}
        for kind, other, ease in meant_by(entry, rules, turn):
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
        if place is None or rules.defenders_write:
            return of_shape(entry, turn, number)
        shape = of_shape(played_by(entry, 1), turn, 1)
        moved = (played_at(bundle, place) for bundle in shape.values())
        return {bundle.scores: bundle for bundle in moved}

    def under(entry: WrittenGame, turn: Turn, number: int) -> ByScores:
        return of_line(entry, turn, (number - 1) % players + 1)

    return under


@lru_cache(maxsize=16384)
def played_by(entry: WrittenGame, place: int | None) -> WrittenGame:
    """Return the same game played by ``place``."""
    return replace(entry, declarer=place)


def played_at(bundle: Bundle, place: int) -> Bundle:
    """Return the same bundle for what somebody alone writes at ``place``."""
    moved = tuple(score._replace(place=place) for score in bundle.scores)
    return bundle._replace(scores=moved)


def meant_by(
    entry: WrittenGame, rules: HouseRules, turn: Turn
) -> Iterator[tuple[SlipKind, WrittenGame, float]]:
    """Yield what may have been meant by a line, the impossible among it.

    With the slip, and how easily a slip of this kind makes this line of it.
    """
    near = [*mark_candidates(entry, rules, turn)]
    if rules.target:
        near += card_point_candidates(entry)
    if entry.declarer is not None:
        near += candidates(with_implied_levels(entry))
    for kind, other in near:
        yield kind, other, weights.EASE[kind] * ticks_weight(entry, other)
    if entry.declarer is not None:
        yield from far_candidates(with_implied_levels(entry))


def bundle(
    entry: WrittenGame,
    own: Scores,
    scores: Scores,
    points: int,
    games: Sequence[Meant],
) -> Bundle:
    """Weigh the games of one score."""
    chance = chance_of(entry) + weights.RARE
    by_writer = 0.0
    meant = []
    for ease, kind, other in games:
        ratio = (chance_of(other) + weights.RARE) / chance
        meant.append((weights.KIND[kind] * ease * ratio, kind, other))
        by_writer += reckoned(kind, other)
    meant.sort(key=lambda one: -one[0])
    is_reckoned = len(own) == len(scores) == 1 and own[0].won == scores[0].won
    likely = sum(one[0] for one in meant) + is_reckoned * by_writer
    writer = by_writer if is_reckoned else None
    nearest = tuple(
        (weight * weights.OF_TWO, SlipKind.TWO, game)
        for weight, kind, game in meant
        if kind in weights.EASE
    )
    return Bundle(scores, points, tuple(meant), writer, likely, nearest)


def reckoned(kind: SlipKind, game: WrittenGame) -> float:
    """Return how easily the writer works out what counts a game that was not played."""
    if kind is SlipKind.LEVEL and not levels_of_ticks(game):
        return weights.LEVELS_FORGOTTEN
    return weights.RECKONED.get(kind, 0.0)


def without(bundle: Bundle, unknown: frozenset[SlipKind]) -> Bundle:
    """Return a bundle without the kinds of slips that are not thought of."""
    meant = tuple(one for one in bundle.meant if one[1] not in unknown)
    writer = bundle.by_writer
    if writer is not None and SlipKind.RECKONED in unknown:
        writer = 0.0
    weight = sum(one[0] for one in meant) + (writer or 0.0)
    return bundle._replace(meant=meant, by_writer=writer, weight=weight)


def ticks_weight(one: WrittenGame, other: WrittenGame) -> float:
    """Return how easily the ticks of one game become those of another."""
    changed = sum(getattr(one, level) != getattr(other, level) for level in LEVELS)
    return weights.TICKS[min(changed, len(weights.TICKS) - 1)]
