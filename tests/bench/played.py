"""True lists of games, drawn without the program's own tables of chances.

The rates are those of clubs and of eighteen million games on the net, rounded; nothing
here knows how the detective weighs a game.
"""

from collections.abc import Iterator
from random import Random

from scoring.game.contracts import BASE_VALUE, MOST_MATADORS, Contract, pausing
from scoring.game.games import result_of
from scoring.game.written_games import PASSED_IN, WrittenGame, with_implied_levels
from scoring.playing.line_checks import problems_in

PASSED_IN_IN_HUNDRED = 5
CONTRACTS = {
    Contract.DIAMONDS: 11,
    Contract.HEARTS: 13,
    Contract.SPADES: 16,
    Contract.CLUBS: 21,
    Contract.GRAND: 31,
    Contract.NULL: 8,
}
MATADORS = {1: 60, 2: 20, 3: 8, 4: 8, 5: 3, 6: 1}
LEVELS = {
    (): 655,
    ("hand",): 100,
    ("schneider",): 200,
    ("hand", "schneider"): 25,
    ("schneider", "schwarz"): 12,
    ("schneider_announced",): 5,
    ("schneider_announced", "schwarz"): 1,
    ("schwarz_announced",): 1,
    ("ouvert",): 1,
}
NULLS = {(): 35, ("hand",): 15, ("ouvert",): 40, ("hand", "ouvert"): 10}
LOST_IN_HUNDRED = {Contract.GRAND: 10, Contract.NULL: 22}
OTHERS_LOST_IN_HUNDRED = 23
OVERBID_IN_HUNDRED_LOST = 6
EAGERNESS = (0.7, 1.3)


def played_list(chance: Random, players: int, games: int) -> tuple[WrittenGame, ...]:
    """Return what was played at one table; every line is a game there can be."""
    eagerness = [chance.uniform(*EAGERNESS) for _ in range(players)]
    return tuple(
        played_game(chance, number, players, eagerness)
        for number in range(1, games + 1)
    )


def played_game(
    chance: Random, number: int, players: int, eagerness: list[float]
) -> WrittenGame:
    if one_in_hundred(chance, PASSED_IN_IN_HUNDRED):
        return PASSED_IN
    places = playing(number, players)
    weights = [eagerness[place - 1] for place in places]
    (declarer,) = chance.choices(places, weights)
    return next(
        entry
        for entry in games_of(chance, declarer)
        if is_playable(entry, number, players)
    )


def playing(number: int, players: int) -> list[int]:
    """Return the places that take part in game ``number``."""
    resting = pausing(number, players)
    return [place for place in range(1, players + 1) if place not in resting]


def is_playable(entry: WrittenGame, number: int, players: int) -> bool:
    return not problems_in(entry, players=players, number=number)


def games_of(chance: Random, declarer: int) -> Iterator[WrittenGame]:
    """Draw games of one declarer, some of which nobody can play, without end."""
    while True:
        contract = drawn(chance, CONTRACTS)
        lost = one_in_hundred(
            chance, LOST_IN_HUNDRED.get(contract, OTHERS_LOST_IN_HUNDRED)
        )
        ticks = drawn(chance, NULLS if contract is Contract.NULL else LEVELS)
        entry = WrittenGame(
            declarer=declarer,
            contract=contract,
            won=not lost,
            **dict.fromkeys(ticks, True),
        )
        yield entry if contract is Contract.NULL else with_tops(chance, entry)


def with_tops(chance: Random, entry: WrittenGame) -> WrittenGame:
    """Give a suit or Grand its tops, and now and then the value of an overbid."""
    assert entry.contract is not None
    base = BASE_VALUE[entry.contract]
    tops = min(drawn(chance, MATADORS), MOST_MATADORS[entry.contract])
    is_overbid = not entry.won and one_in_hundred(chance, OVERBID_IN_HUNDRED_LOST)
    changes = {"matadors": tops, "without": one_in_hundred(chance, 40)}
    if is_overbid:
        changes["overbid_value"] = base * (tops + chance.choice((2, 2, 3)))
    return with_implied_levels(replaced(entry, **changes))


def replaced(entry: WrittenGame, **changes: object) -> WrittenGame:
    """Return ``entry`` changed; the ticks that only followed are set anew later."""
    fields = {name: getattr(entry, name) for name in WrittenGame.__dataclass_fields__}
    return WrittenGame(**{**fields, **changes})


def points_of(entry: WrittenGame) -> tuple:
    """Return all that a game does to the numbers of its list."""
    result = result_of(entry)
    return entry.declarer, result.score, result.won


def drawn(chance: Random, weights: dict):
    (choice,) = chance.choices([*weights], [*weights.values()])
    return choice


def one_in_hundred(chance: Random, percent: int) -> bool:
    return chance.random() * 100 < percent
