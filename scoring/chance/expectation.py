"""What a player played against what is common: shares and chance (M12).

Values only, never official. The published rates are those of ``odds``. A range says
what the luck of the cards alone brings to somebody who plays at such a rate: in counts
of games, because those are understood at the table.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum
from math import ceil, exp, floor, lgamma, log, log1p, sqrt

from scoring.chance.odds import (
    ANY_WON_RATE,
    CONTRACT_RATE,
    FOREHAND_RATE,
    PASSED_IN_RATE,
    won_rate,
)
from scoring.game.contracts import Contract
from scoring.game.seats import POSITIONS, Position
from scoring.lists.tallies import Tally

CONFIDENCE = 0.95
FARTHEST = 9  # standard deviations; beyond them there is nothing left to add
PLAYING = 3  # at a table of any size three people play each game


class Verdict(StrEnum):
    """Where the player lies: in the range of chance, or beyond it."""

    CHANCE = "chance"
    ABOVE = "above"
    BELOW = "below"


@dataclass(frozen=True, slots=True, kw_only=True)
class Share:
    """``count`` of ``of`` games beside the ``rate`` that is common, 0 to 1.

    From ``least`` to ``most`` is what luck alone brings at that rate.
    """

    count: int
    of: int
    rate: float
    least: int
    most: int

    @property
    def usual(self) -> int:
        """Return how many games there would be at the common rate."""
        return round(self.of * self.rate)

    @property
    def verdict(self) -> Verdict:
        """Return whether chance alone explains the difference from the rate."""
        if self.count > self.most:
            return Verdict.ABOVE
        return Verdict.BELOW if self.count < self.least else Verdict.CHANCE


@dataclass(frozen=True, slots=True, kw_only=True)
class ContractShares:
    """How often one contract was played, and how often it was won."""

    contract: Contract
    played: Share
    won: Share


def luck_range(of: int, rate: float, confidence: float = CONFIDENCE) -> tuple[int, int]:
    """Return how few and how many of ``of`` games the luck of the cards alone brings.

    At the common ``rate``, with the confidence asked for: beyond either end lies no
    more than half of the rest. Exact, because one lost Grand proves nothing.

    >>> luck_range(100, 0.816)
    (74, 89)
    >>> luck_range(1, 0.914), luck_range(0, 0.914)
    ((0, 1), (0, 0))
    """
    rest = (1 - confidence) / 2
    spread = FARTHEST * sqrt(of * rate * (1 - rate))
    lowest = max(0, floor(of * rate - spread))
    highest = min(of, ceil(of * rate + spread))
    least = first_beyond(range(lowest, highest + 1), of, rate, rest)
    most = first_beyond(range(highest, lowest - 1, -1), of, rate, rest)
    return least, most


def first_beyond(counts: Iterable[int], of: int, rate: float, rest: float) -> int:
    """Return the first of ``counts`` with which more than ``rest`` has been seen."""
    seen = 0.0
    for count in counts:
        seen += chance_of(count, of, rate)
        if seen > rest:
            return count
    raise AssertionError("All counts together are certain.")


def chance_of(count: int, of: int, rate: float) -> float:
    """Return how likely exactly ``count`` of ``of`` games are.

    >>> round(chance_of(2, 3, 0.5), 9)
    0.375
    """
    ways = lgamma(of + 1) - lgamma(count + 1) - lgamma(of - count + 1)
    return exp(ways + count * log(rate) + (of - count) * log1p(-rate))


def share(count: int, of: int, rate: float, confidence: float = CONFIDENCE) -> Share:
    """Return a count beside what is common and what luck alone brings.

    >>> share(95, 100, 0.816).verdict, share(9, 10, 0.816).verdict
    (<Verdict.ABOVE: 'above'>, <Verdict.CHANCE: 'chance'>)
    """
    least, most = luck_range(of, rate, confidence)
    return Share(count=count, of=of, rate=rate, least=least, most=most)


def contract_shares(
    tally: Tally, confidence: float = CONFIDENCE
) -> tuple[ContractShares, ...]:
    """Return mix and success by contract, in the order of the base values, Null last.

    Games of which only the value was written are left out. The rate of Null weighs
    open and closed games as they were played.

    >>> shares = contract_shares(Tally(played_grand=4, won_grand=3))
    >>> [(line.contract.value, line.won.count) for line in shares if line.won.of]
    [('grand', 3)]
    """
    played = {contract: games_of(tally, contract) for contract in CONTRACT_RATE}
    known = sum(played.values())
    return tuple(
        ContractShares(
            contract=contract,
            played=share(played[contract], known, rate, confidence),
            won=share(
                wins_of(tally, contract),
                played[contract],
                common_rate(tally, contract),
                confidence,
            ),
        )
        for contract, rate in CONTRACT_RATE.items()
    )


def games_of(tally: Tally, contract: Contract) -> int:
    """Return how many games of a contract were declared."""
    count: int = getattr(tally, f"played_{contract.value}")
    return count


def wins_of(tally: Tally, contract: Contract) -> int:
    """Return how many games of a contract were won."""
    count: int = getattr(tally, f"won_{contract.value}")
    return count


def common_rate(tally: Tally, contract: Contract) -> float:
    """Return how often the games of a contract are won, as open as these were.

    >>> common_rate(Tally(played_null=2, played_null_ouvert=1), Contract.NULL)
    0.788
    """
    if contract is not Contract.NULL or not tally.played_null:
        return won_rate(contract)
    opened = tally.played_null_ouvert / tally.played_null
    closed_rate, open_rate = won_rate(contract), won_rate(contract, ouvert=True)
    return opened * open_rate + (1 - opened) * closed_rate


def success(tally: Tally, confidence: float = CONFIDENCE) -> Share:
    """Return how many games were won beside what is common for the same mix.

    >>> found = success(Tally(played_grand=1, won_grand=1, played_spades=1))
    >>> found.count, found.of, round(found.rate, 4)
    (1, 2, 0.8445)
    """
    played = {contract: games_of(tally, contract) for contract in CONTRACT_RATE}
    known = sum(played.values())
    won = sum(wins_of(tally, contract) for contract in played)
    weighed = sum(n * common_rate(tally, contract) for contract, n in played.items())
    return share(won, known, weighed / known if known else ANY_WON_RATE, confidence)


def points_above(tally: Tally) -> int:
    """Return the points that more, or fewer, games won than usual have made.

    What an own game is worth on average, won instead of lost, times the games won
    beyond those to be expected of the same mix; rounded.

    >>> points_above(Tally(played_grand=10, won_grand=10, at_stake=2440))
    210
    """
    own = success(tally)
    if not own.of:
        return 0
    return round((own.count - own.rate * own.of) * tally.at_stake / own.of)


def courage(tally: Tally, confidence: float = CONFIDENCE) -> Share:
    """Return the games declared beside a third of those that are not passed in.

    >>> round(courage(Tally(played_forehand=12, active=36)).rate, 3)
    0.317
    """
    declared = sum(position_counts(tally).values())
    return share(declared, tally.active, (1 - PASSED_IN_RATE) / PLAYING, confidence)


def position_counts(tally: Tally) -> dict[Position, int]:
    """Return how many games were declared in fore-, middle- and rearhand."""
    return {each: getattr(tally, f"played_{each.value}") for each in POSITIONS}


def position_shares(
    tally: Tally, confidence: float = CONFIDENCE
) -> dict[Position, Share]:
    """Return the games declared in each position beside what is common.

    >>> position_shares(Tally(played_forehand=1))[Position.FOREHAND].count
    1
    """
    counts = position_counts(tally)
    known = sum(counts.values())
    return {
        position: share(counts[position], known, rate, confidence)
        for position, rate in zip(POSITIONS, FOREHAND_RATE, strict=True)
    }


def defence(tally: Tally, confidence: float = CONFIDENCE) -> Share:
    """Return the games others lost against the player, beside the common losses.

    Only games in which the player sat count: whoever pauses defends nothing.

    >>> defence(Tally(defended_lost=6, defended=34)).count
    6
    """
    return share(tally.defended_lost, tally.defended, 1 - ANY_WON_RATE, confidence)
