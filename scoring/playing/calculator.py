"""What a game is worth, for the calculator: value, bids covered, overbid (1.9)."""

from dataclasses import dataclass, replace

from scoring.game.contracts import BIDS
from scoring.game.games import ImpossibleGame, Result
from scoring.game.written_games import WrittenGame
from scoring.house.rules import OFFICIAL, HouseRules
from scoring.playing.play import HouseLine, play


@dataclass(frozen=True, slots=True, kw_only=True)
class Calculation:
    """A game both won and lost, with the bids that it covers.

    With a bid above the value ``won`` is the overbid game: lost, at the multiple of the
    base value that covers the bid (1.7).
    """

    won: HouseLine
    lost: HouseLine
    covered: tuple[int, ...]

    @property
    def overbid(self) -> Result | None:
        """What the bid costs where the game does not cover it; None where it does."""
        return self.won.result if self.won.result.overbid else None


def calculate(entry: WrittenGame, rules: HouseRules = OFFICIAL) -> Calculation:
    """Work out one game, whoever plays it, by the rules of a club.

    Raises ImpossibleGame with all problems.

    >>> from scoring.game.contracts import Contract
    >>> clubs = WrittenGame(contract=Contract.CLUBS, matadors=2, hand=True)
    >>> calculation = calculate(clubs)
    >>> calculation.won.result.score, calculation.lost.result.score
    (48, -96)
    >>> calculation.covered[-1], len(calculation.covered)
    (48, 15)
    >>> calculate(replace(clubs, bid=50)).overbid.score
    -120
    """
    game = replace(entry, declarer=1)
    return Calculation(
        won=only_line(replace(game, won=True), rules),
        lost=only_line(replace(game, won=False), rules),
        covered=covered_bids(game, rules),
    )


def covered_bids(entry: WrittenGame, rules: HouseRules = OFFICIAL) -> tuple[int, ...]:
    """Return the bids, of all 63, that the game covers (1.7, 1.9).

    Raises ImpossibleGame with all problems.

    >>> from scoring.game.contracts import Contract
    >>> covered_bids(WrittenGame(contract=Contract.NULL))
    (18, 20, 22, 23)
    """
    unbid = replace(entry, declarer=1, won=True, bid=None, overbid_value=None)
    value = only_line(unbid, rules).result.value or 0
    return tuple(bid for bid in BIDS if bid <= value)


def only_line(entry: WrittenGame, rules: HouseRules) -> HouseLine:
    """Return the game as the only line of a list. Raises ImpossibleGame."""
    (line,) = play([entry], rules, players=3)
    if line.problems:
        raise ImpossibleGame(line.problems)
    return line
