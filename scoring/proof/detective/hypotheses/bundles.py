"""The games that may have been meant by a line, bundled by their score."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cache, lru_cache
from typing import NamedTuple

from scoring.chance.odds import chance_of, levels_of_ticks
from scoring.game.written_games import TICKS, WrittenGame, with_implied_levels
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
        moved_bundles = (bundle_at_place(bundle, place) for bundle in shape.values())
        return {bundle.scores: bundle for bundle in moved_bundles}

    def under(entry: WrittenGame, turn: Turn, number: int) -> ByScores:
        return of_line(entry, turn, (number - 1) % players + 1)

    return under


@lru_cache(maxsize=16384)
def with_declarer(entry: WrittenGame, place: int | None) -> WrittenGame:
    """Return the same game played by ``place``."""
    return replace(entry, declarer=place)


def bundle_at_place(bundle: Bundle, place: int) -> Bundle:
    """Return the bundle of a line with one writer as that of ``place``."""
    scores = tuple(score._replace(place=place) for score in bundle.scores)
    return bundle._replace(scores=scores)


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
        yield kind, other, weights.EASE[kind] * ticks_weight(entry, other)
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


def ticks_weight(game: WrittenGame, other: WrittenGame) -> float:
    """Return how easily the ticks of one game become those of another."""
    changed = sum(getattr(game, tick) != getattr(other, tick) for tick in TICKS)
    return weights.TICKS[min(changed, len(weights.TICKS) - 1)]
