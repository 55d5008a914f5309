"""What a game is worth, for the calculator: value and the bids it covers (1.9)."""

from contextlib import suppress
from dataclasses import dataclass, replace

from scoring.game.contracts import BIDS, Contract
from scoring.game.games import ImpossibleGame, Result, result_of
from scoring.game.written_games import WrittenGame


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
