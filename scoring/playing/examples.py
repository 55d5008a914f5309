"""What games are worth: three under the rules of a club, and the one typed (1.9, 7)."""

from collections.abc import Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace

from scoring.game.games import ImpossibleGame, Result, result_of
from scoring.game.written_games import (
    BIDS,
    PASSED_IN,
    Contract,
    HouseMarks,
    Kontra,
    Ramsch,
    WrittenGame,
)
from scoring.house.rules import HouseRules
from scoring.house.settlement import Settlement, settle_list
from scoring.lists.sheets import ListTotals
from scoring.playing.play import HouseLine, closing, play

PLAYERS = 3

KONTRA = HouseMarks(kontra=Kontra.KONTRA)
PUSHED = Ramsch(points=(80, 40, 0), virgins=(3,), pushes=1)
PLAIN_RAMSCH = Ramsch(points=(48, 42, 30))

SPLIT = WrittenGame(
    declarer=2,
    contract=Contract.SPADES,
    matadors=1,
    without=True,
    won=False,
    card_points=60,
)
NULL = WrittenGame(declarer=3, contract=Contract.NULL, ouvert=True)
GRAND_HAND = WrittenGame(
    declarer=3, contract=Contract.GRAND, matadors=1, hand=True, card_points=64
)
CLUBS = WrittenGame(
    declarer=1, contract=Contract.CLUBS, matadors=2, schneider=True, card_points=95
)


def ramsch_line(ramsch: Ramsch, kontra: Kontra = Kontra.NONE) -> WrittenGame:
    return WrittenGame(house=HouseMarks(kontra=kontra, ramsch=ramsch))


CANDIDATES: tuple[tuple[WrittenGame, ...], ...] = (
    (
        replace(SPLIT, house=KONTRA),
        SPLIT,
        ramsch_line(PLAIN_RAMSCH, Kontra.RE),
        ramsch_line(PLAIN_RAMSCH),
    ),
    (
        NULL,
        replace(GRAND_HAND, house=KONTRA),
        GRAND_HAND,
        replace(NULL, won=False),
        ramsch_line(PUSHED),
    ),
    (
        ramsch_line(PUSHED, Kontra.KONTRA),
        ramsch_line(PUSHED),
        ramsch_line(replace(PUSHED, pushes=0, virgins=())),
        CLUBS,
        replace(CLUBS, won=False, card_points=25),
        ramsch_line(PLAIN_RAMSCH),
    ),
)
"""The candidates for each game, those first that show most of the rules."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Examples:
    """Three games at a table of three, their closing, and what is paid, if anything."""

    lines: tuple[HouseLine, ...]
    totals: ListTotals
    settlement: Settlement | None


def examples_of(rules: HouseRules) -> Examples:
    """Return three games that follow one another, counted under ``rules``.

    >>> [line.result.score for line in examples_of(HouseRules()).lines]
    [-44, 46, 48]
    >>> bock = HouseRules(kontra=True, bock_split=True)
    >>> [line.result.score for line in examples_of(bock).lines]
    [-88, 92, 96]
    """
    entries: list[WrittenGame] = []
    for candidates in CANDIDATES:
        entries.append(first_example(entries, candidates, rules))
    lines = play(entries, rules, players=PLAYERS)
    totals = closing(lines, rules, players=PLAYERS)
    return Examples(
        lines=lines,
        totals=totals,
        settlement=settle_list([seat.total for seat in totals.seats], rules),
    )


def first_example(
    entries: Sequence[WrittenGame], candidates: Iterable[WrittenGame], rules: HouseRules
) -> WrittenGame:
    """Return the first candidate that the rules allow and that scores for a place."""
    for entry in candidates:
        line = play([*entries, entry], rules, players=PLAYERS)[-1]
        if any(score.points for score in line.scores) and not line.problems:
            return entry
    return PASSED_IN


@dataclass(frozen=True, slots=True, kw_only=True)
class Calculation:
    """A game both won and lost, with the bids that it covers.

    With a bid above the value ``won`` is the overbid game: lost, at the multiple of the
    base value that covers the bid (1.7). It is None for a game that can only be lost:
    Schwarz without the jack of clubs (1.10).
    """

    won: Result | None
    lost: Result
    covered: tuple[int, ...]


def calculate(entry: WrittenGame) -> Calculation:
    """Work out one game, whoever plays it.

    Raises ImpossibleGame with all problems.

    >>> clubs = WrittenGame(contract=Contract.CLUBS, matadors=2, hand=True)
    >>> calculation = calculate(clubs)
    >>> calculation.won.score, calculation.lost.score, calculation.covered[-1]
    (48, -96, 48)
    >>> calculate(replace(clubs, bid=50)).won.score
    -120
    >>> calculate(replace(clubs, without=True, schwarz=True)).won is None
    True
    """
    game = replace(entry, declarer=1)
    lost = result_of(replace(game, won=False))
    won = None
    with suppress(ImpossibleGame):
        won = result_of(game)
    unbid = replace(game, bid=None)
    if game.contract is Contract.NULL:  # an impossible one counts matadors (1.8)
        unbid = replace(unbid, matadors=None, without=False)
    value = result_of(unbid).value or 0 if won else 0
    return Calculation(
        won=won, lost=lost, covered=tuple(bid for bid in BIDS if bid <= value)
    )
