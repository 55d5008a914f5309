"""Realistic lists from a seed, by the rule book (rules 7).

Games follow the published base rates of ``scoring.chance.odds``. The same seed gives
the same list on every machine.
"""

from collections.abc import Sequence
from dataclasses import replace
from functools import cache
from itertools import accumulate
from random import Random

from scoring.chance.odds import FOREHAND_RATE, PASSED_IN_RATE, games_by_chance
from scoring.game.written_games import PASSED_IN, POSITIONS, WrittenGame, seat_position

APPETITE = (0.75, 1.25)  # how much more or less than others a player plays; estimate


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
