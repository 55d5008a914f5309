"""Realistic lists from a seed, by the rule book or the rules of a club (rules 7).

Games follow the published base rates of ``scoring.chance.odds``. The same seed gives
the same list on every machine.
"""

from collections.abc import Sequence
from dataclasses import replace
from functools import cache
from itertools import accumulate
from random import Random

from scoring.chance.odds import FOREHAND_RATE, PASSED_IN_RATE, games_by_chance
from scoring.game.contracts import BASE_VALUE
from scoring.game.marks import HouseMarks, Kontra, Ramsch
from scoring.game.seats import POSITIONS, playing_in, seat_position
from scoring.game.written_games import PASSED_IN, WrittenGame
from scoring.house.rules import HouseRules
from scoring.playing.mark_checks import NO_MARKS
from scoring.playing.rounds import RoundKind, Rounds
from scoring.playing.scorer import scorer

APPETITE = (0.75, 1.25)  # how much more or less than others a player plays; estimate

# Nobody has published how often; these are our estimates.
KONTRA_RATE = 0.1
RE_RATE = 0.3  # of the Kontras
EXTRA_RATE = 0.05
SPLIT_RATE = 0.04  # of the lost games
PUSH_RATE = 0.3


@cache
def played_games() -> tuple[tuple[WrittenGame, ...], tuple[float, ...]]:
    """Return all games that can be played, with their running chances."""
    chances = {e: c for e, c in games_by_chance().items() if e.declarer is not None}
    return tuple(chances), tuple(accumulate(chances.values()))


def sample_list(
    seed: int, players: int = 4, games: int = 48
) -> tuple[WrittenGame, ...]:
    """Return a list as a club evening might see it, obeying all rules.

    >>> sample_list(7) == sample_list(7), len(sample_list(7, players=3, games=36))
    (True, 36)
    """
    chance = Random(seed)
    appetite = [chance.uniform(*APPETITE) for _ in range(players)]
    return tuple(
        sample_line(chance, number, players, appetite) for number in range(1, games + 1)
    )


def sample_line(
    chance: Random, number: int, players: int, appetite: Sequence[float]
) -> WrittenGame:
    """Return one game; ``appetite`` says by place how eagerly each one plays."""
    if chance.random() < PASSED_IN_RATE:
        return PASSED_IN
    rate = dict(zip(POSITIONS, FOREHAND_RATE, strict=True))
    seats = [
        (place, rate[position] * appetite[place - 1])
        for place in range(1, players + 1)
        if (position := seat_position(number, place, players)) is not None
    ]
    places, eagerness = zip(*seats, strict=True)
    (declarer,) = chance.choices(places, weights=eagerness)
    entries, running = played_games()
    (entry,) = chance.choices(entries, cum_weights=running)
    return replace(entry, declarer=declarer)


def sample_house_list(
    seed: int, rules: HouseRules, *, players: int = 4, games: int = 48
) -> tuple[WrittenGame, ...]:
    """Return a list as a Friday evening might see it, obeying all rules.

    >>> rules = HouseRules(kontra=True)
    >>> sample_house_list(7, rules) == sample_house_list(7, rules)
    True
    """
    chance = Random(seed)
    rounds = Rounds(rules, players=players)
    score_line = scorer(rules, players).score_line
    entries = []
    for number, game in enumerate(sample_list(seed, players, games), 1):
        turn = rounds.turn
        playing = playing_in(number, players)
        is_ramsch = turn.kind is RoundKind.RAMSCH or (
            game.declarer is None and rules.plays_ramsch
        )
        if is_ramsch:
            entry = sample_ramsch(chance, rules, playing)
        else:
            entry = with_marks(chance, game, rules)
        rounds.advance(score_line(entry, turn.kind, number).triggers)
        entries.append(entry)
    return tuple(entries)


def with_marks(chance: Random, game: WrittenGame, rules: HouseRules) -> WrittenGame:
    """Return a game with Kontra or a split, where the rules have them."""
    if game.declarer is None:
        return game
    kontra = Kontra.NONE
    if rules.kontra and chance.random() < KONTRA_RATE:
        kontra = Kontra.RE if chance.random() < RE_RATE else Kontra.KONTRA
    is_trump_game = game.contract in BASE_VALUE
    marks = HouseMarks(kontra=kontra)
    is_split = is_trump_game and not (game.won or game.schneider or game.schwarz)
    return replace(
        game,
        house=None if marks == NO_MARKS else marks,
        card_points=60 if is_split and chance.random() < SPLIT_RATE else None,
    )


def sample_ramsch(
    chance: Random, rules: HouseRules, playing: Sequence[int]
) -> WrittenGame:
    """Return a Ramsch of the three who play."""
    first, second = sorted(chance.sample(range(1, 120), 2))
    points = (first, second - first, 120 - second)
    can_push = rules.schieberamsch is not None
    pushes = sum(chance.random() < PUSH_RATE for _ in playing) if can_push else 0
    return WrittenGame(house=HouseMarks(ramsch=Ramsch(points=points, pushes=pushes)))
