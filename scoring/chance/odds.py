"""How common each game is: published base rates, and every game weighed by them.

The rates marked "published" come from 18 million online and 20,000 live hands; the
others are our estimates, chosen so that the published sums come out. Only the order of
suspects and the warnings of the radar depend on them, never a score.
"""

from collections.abc import Mapping
from dataclasses import replace
from functools import cache
from types import MappingProxyType
from typing import Any

from scoring.game.games import ImpossibleGame, result_of
from scoring.game.written_games import (
    BASE_VALUE,
    MOST_MATADORS,
    NULL_VALUE,
    PASSED_IN,
    TICKS,
    Contract,
    WrittenGame,
)

PASSED_IN_RATE = 0.049  # published, online; 0.020 and 0.063 live

CONTRACT_RATE: Mapping[Contract, float] = MappingProxyType(
    {  # published, online; of the games that were played
        Contract.DIAMONDS: 0.107,
        Contract.HEARTS: 0.134,
        Contract.SPADES: 0.162,
        Contract.CLUBS: 0.211,
        Contract.GRAND: 0.322,
        Contract.NULL: 0.064,
    }
)

GRAND_WON_RATE = 0.914  # published
SUIT_WON_RATE = 0.775  # published
NULL_WON_RATE = 0.707  # published
NULL_OUVERT_WON_RATE = 0.869  # published
ANY_WON_RATE = 0.816  # published, all games played

NULL_RATE: Mapping[tuple[bool, bool], float] = MappingProxyType(
    {(False, False): 0.55, (True, False): 0.10, (False, True): 0.30, (True, True): 0.05}
)  # estimate, by (hand, ouvert)

WITHOUT_RATE = 1 / 3  # an assumption

SUIT_MATADORS_RATE = (0.58, 0.22, 0.11, 0.06, 0.018, 0.006, 0.003, 0.0015)  # estimate
GRAND_MATADORS_RATE = (0.45, 0.33, 0.14, 0.08)  # estimate
RARE_MATADORS_RATE = 0.0005  # estimate; suits with or without 9 to 11

MANY_TOPS = 6  # of the highest trumps in one hand: the others hold few
MANY_TOPS_WON_RATE = 0.995  # estimate

HAND_RATE = 0.133  # published, live

# Estimates that add up to the published 23.4 % Schneider and 1.4 % Schwarz.
SCHNEIDER_RATE: Mapping[bool, float] = MappingProxyType({True: 0.275, False: 0.10})
SCHWARZ_RATE: Mapping[bool, float] = MappingProxyType({True: 0.09, False: 0.01})

ANNOUNCED_RATE = 0.042  # estimate, of Hand games
SCHWARZ_ANNOUNCED_RATE = 0.005  # estimate, of Hand games
OUVERT_RATE = 0.003  # estimate, of Hand games

FOREHAND_RATE = (0.357, 0.321, 0.322)  # published, live: fore-, middle-, rearhand

UNHEARD_OF = 1e-7  # a game outside the table, such as one decided by the referee


def won_rate(contract: Contract | None, ouvert: bool = False) -> float:
    """Return how often such a game is won, published (product 1.1).

    Without a contract it is the rate of all games.

    >>> won_rate(Contract.GRAND), won_rate(Contract.NULL, ouvert=True)
    (0.914, 0.869)
    """
    if contract is None:
        return ANY_WON_RATE
    if contract is Contract.NULL:
        return NULL_OUVERT_WON_RATE if ouvert else NULL_WON_RATE
    return GRAND_WON_RATE if contract is Contract.GRAND else SUIT_WON_RATE


@cache
def games_by_chance() -> Mapping[WrittenGame, float]:
    """Return every game that can be played and its chance; they add up to 1.

    The games are complete entries of place 1 without bid or card points; passed
    in is one of them.

    >>> round(sum(games_by_chance().values()), 9)
    1.0
    """
    chances = {PASSED_IN: PASSED_IN_RATE}
    for contract, contract_rate in CONTRACT_RATE.items():
        shapes = (
            null_games()
            if contract is Contract.NULL
            else trump_games(contract, most=MOST_MATADORS[contract])
        )
        all_shapes = sum(shapes.values())
        for entry, chance in shapes.items():
            chances[entry] = (1 - PASSED_IN_RATE) * contract_rate * chance / all_shapes
    return MappingProxyType(chances)


def null_games() -> dict[WrittenGame, float]:
    """Return the eight Null games, won and lost, and how common they are."""
    chances = {}
    for hand, ouvert in NULL_VALUE:
        rate = won_rate(Contract.NULL, ouvert)
        for won in (True, False):
            entry = WrittenGame(
                declarer=1, contract=Contract.NULL, hand=hand, ouvert=ouvert, won=won
            )
            chances[entry] = NULL_RATE[hand, ouvert] * (rate if won else 1 - rate)
    return chances


def trump_games(contract: Contract, *, most: int) -> dict[WrittenGame, float]:
    """Return all games of a suit or of Grand and how common they are."""
    is_grand = contract is Contract.GRAND
    rates = GRAND_MATADORS_RATE if is_grand else SUIT_MATADORS_RATE
    chances = {}
    for matadors in range(1, most + 1):
        is_listed = matadors <= len(rates)
        of_matadors = rates[matadors - 1] if is_listed else RARE_MATADORS_RATE
        for without in (False, True):
            of_row = of_matadors * (WITHOUT_RATE if without else 1 - WITHOUT_RATE)
            holds_many = matadors >= MANY_TOPS and not without
            rate = MANY_TOPS_WON_RATE if holds_many else won_rate(contract)
            for won in (True, False):
                of_end = of_row * (rate if won else 1 - rate)
                for levels, chance in levels_by_chance(won, without).items():
                    entry = entry_with(
                        levels,
                        WrittenGame(
                            declarer=1,
                            contract=contract,
                            matadors=matadors,
                            without=without,
                            won=won,
                        ),
                    )
                    chances[entry] = of_end * chance
    return chances


LEVELS_WITHOUT_HAND = ((), ("schneider",), ("schneider", "schwarz"))
ALL_LEVELS = (
    *LEVELS_WITHOUT_HAND,
    *(("hand", *levels) for levels in LEVELS_WITHOUT_HAND),
    *(TICKS[:count] for count in (3, 4, 5, 6)),
)
"""The ten complete sets of ticks that a suit or Grand game can have (1.3)."""


def entry_with(levels: tuple[str, ...], entry: WrittenGame) -> WrittenGame:
    ticks: dict[str, Any] = {tick: tick in levels for tick in TICKS}
    return replace(entry, **ticks)


def levels_of_ticks(entry: WrittenGame) -> tuple[str, ...]:
    """Return the ticks of an entry in the order of the paper.

    >>> levels_of_ticks(WrittenGame(declarer=1, hand=True, schneider=True))
    ('hand', 'schneider')
    """
    return tuple(level for level in TICKS if getattr(entry, level))


@cache
def levels_by_chance(won: bool, without: bool) -> Mapping[tuple[str, ...], float]:
    """Return the ten sets of ticks and their chances for one kind of result.

    Nobody makes Schwarz without the jack of clubs (1.10).
    """
    schneider = SCHNEIDER_RATE[won]
    schwarz = 0.0 if won and without else SCHWARZ_RATE[won]
    margins = (1 - schneider, schneider * (1 - schwarz), schneider * schwarz)
    hand = HAND_RATE
    announced = hand * ANNOUNCED_RATE
    all_tricks = 0.0 if won and without else 1.0
    highest = (
        hand * SCHWARZ_ANNOUNCED_RATE * all_tricks,
        hand * OUVERT_RATE * all_tricks,
    )
    silent_hand = hand - announced - sum(highest)
    chances = (
        *((1 - hand) * margin for margin in margins),
        *(silent_hand * margin for margin in margins),
        announced * (1 - schwarz),
        announced * schwarz,
        *highest,
    )
    return MappingProxyType(
        {
            levels: chance
            for levels, chance in zip(ALL_LEVELS, chances, strict=True)
            if chance
        }
    )


@cache
def chances_by_score() -> Mapping[int, float]:
    """Return how common each score is; 0 is a passed-in game.

    >>> chances_by_score()[48] > chances_by_score()[-96] > 0
    True
    """
    chances: dict[int, float] = {}
    for entry, chance in games_by_chance().items():
        score = result_of(entry).score
        chances[score] = chances.get(score, 0.0) + chance
    return MappingProxyType(chances)


@cache
def commonest_by_score() -> Mapping[int, WrittenGame]:
    """Return the most common game of place 1 for each score.

    >>> commonest_by_score()[48].contract
    <Contract.GRAND: 'grand'>
    """
    commonest: dict[int, WrittenGame] = {}
    by_chance = sorted(games_by_chance().items(), key=lambda item: item[1])
    for entry, _ in by_chance:
        commonest[result_of(entry).score] = entry
    return MappingProxyType(commonest)


def chance_of(entry: WrittenGame) -> float:
    """Return how common a game like ``entry`` is, whoever played it.

    Bid, card points and the way it ended are left aside; a line of which only
    the value was written is as common as all games of that value.

    >>> grand = WrittenGame(declarer=3, contract=Contract.GRAND, matadors=1)
    >>> rare = WrittenGame(declarer=3, contract=Contract.DIAMONDS, matadors=9)
    >>> chance_of(grand) > chance_of(rare) > 0
    True
    """
    if entry.declarer is None:
        return PASSED_IN_RATE
    if entry.contract is None or entry.written_value is not None:
        try:
            score = result_of(entry).score
        except ImpossibleGame:  # a number of house rules, doubled (rules 7)
            return UNHEARD_OF
        return chances_by_score().get(score, UNHEARD_OF)
    shape = WrittenGame(
        declarer=1,
        contract=entry.contract,
        matadors=entry.matadors if entry.contract in BASE_VALUE else None,
        without=entry.without,
        hand=entry.hand,
        schneider=entry.schneider,
        schneider_announced=entry.schneider_announced,
        schwarz=entry.schwarz,
        schwarz_announced=entry.schwarz_announced,
        ouvert=entry.ouvert,
        won=entry.won,
    )
    return games_by_chance().get(shape, UNHEARD_OF)
