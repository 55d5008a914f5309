"""What a player played compared with what is common: shares and chance (M12).

For interest only, never official. The published rates are those of ``odds``. A range
says what the luck of the cards alone brings a player with such a rate: in numbers of
games, because these are understood at the table.
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
from scoring.game.contracts import POSITIONS, Contract, Position
from scoring.lists.tallies import Tally

CONFIDENCE = 0.95
FARTHEST = 9  # standard deviations; beyond them there is nothing left to add
PLAYING = 3  # at a table of any size three people play each game


class LuckVerdict(StrEnum):
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
    def verdict(self) -> LuckVerdict:
        """Return whether chance alone explains the difference from the rate."""
        if self.count > self.most:
            return LuckVerdict.ABOVE
        return LuckVerdict.BELOW if self.count < self.least else LuckVerdict.CHANCE


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
    tail = (1 - confidence) / 2
    spread = FARTHEST * sqrt(of * rate * (1 - rate))
    lowest = max(0, floor(of * rate - spread))
    highest = min(of, ceil(of * rate + spread))
    least = first_beyond(range(lowest, highest + 1), of, rate, tail)
    most = first_beyond(range(highest, lowest - 1, -1), of, rate, tail)
    return least, most


def first_beyond(counts: Iterable[int], of: int, rate: float, tail: float) -> int:
    """Return the first of ``counts`` at which the chances exceed ``tail`` in sum."""
    chance_so_far = 0.0
    for count in counts:
        chance_so_far += binomial_chance(count, of, rate)
        if chance_so_far > tail:
            return count
    raise AssertionError("All counts together are certain.")


def binomial_chance(count: int, of: int, rate: float) -> float:
    """Return how likely exactly ``count`` of ``of`` games are.

    >>> round(binomial_chance(2, 3, 0.5), 9)
    0.375
    """
    ways = lgamma(of + 1) - lgamma(count + 1) - lgamma(of - count + 1)
    return exp(ways + count * log(rate) + (of - count) * log1p(-rate))


def share_of(count: int, of: int, rate: float, confidence: float = CONFIDENCE) -> Share:
    """Return a count with the common rate and what luck alone brings.

    >>> share_of(95, 100, 0.816).verdict, share_of(9, 10, 0.816).verdict
    (<LuckVerdict.ABOVE: 'above'>, <LuckVerdict.CHANCE: 'chance'>)
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
    played, won = games_by_contract(tally, "played"), games_by_contract(tally, "won")
    all_games = sum(played.values())
    return tuple(
        ContractShares(
            contract=contract,
            played=share_of(games, all_games, CONTRACT_RATE[contract], confidence),
            won=share_of(
                won[contract], games, common_rate(tally, contract), confidence
            ),
        )
        for contract, games in played.items()
    )


def games_by_contract(tally: Tally, name: str) -> dict[Contract, int]:
    """Return the games ``played`` or ``won``, by contract."""
    return {
        contract: getattr(tally, f"{name}_{contract}") for contract in CONTRACT_RATE
    }


def common_rate(tally: Tally, contract: Contract) -> float:
    """Return how often games of a contract are won, Null as open as these were.

    >>> common_rate(Tally(played_null=2, played_null_ouvert=1), Contract.NULL)
    0.788
    """
    if contract is not Contract.NULL or not tally.played_null:
        return won_rate(contract)
    open_share = tally.played_null_ouvert / tally.played_null
    closed_rate, open_rate = won_rate(contract), won_rate(contract, ouvert=True)
    return open_share * open_rate + (1 - open_share) * closed_rate


def success(tally: Tally) -> Share:
    """Return how many games were won, compared with what is common for the same mix.

    >>> found = success(Tally(played_grand=1, won_grand=1, played_spades=1))
    >>> found.count, found.of, round(found.rate, 4)
    (1, 2, 0.8445)
    """
    played = games_by_contract(tally, "played")
    games, won = sum(played.values()), sum(games_by_contract(tally, "won").values())
    expected = sum(n * common_rate(tally, contract) for contract, n in played.items())
    return share_of(won, games, expected / games if games else ANY_WON_RATE)


def points_above(tally: Tally) -> int:
    """Return the points made by winning more, or fewer, games than usual.

    What lies between winning and losing an own game on average, times the games won
    beyond those expected of the same mix; rounded.

    >>> points_above(Tally(played_grand=10, won_grand=10, at_stake=2440))
    210
    """
    wins = success(tally)
    if not wins.of:
        return 0
    return round((wins.count - wins.rate * wins.of) * tally.at_stake / wins.of)


def courage(tally: Tally) -> Share:
    """Return the games declared, compared with a third of those not passed in.

    >>> round(courage(Tally(played_forehand=12, active=36)).rate, 3)
    0.317
    """
    declared = sum(position_counts(tally).values())
    return share_of(declared, tally.active, (1 - PASSED_IN_RATE) / PLAYING)


def position_counts(tally: Tally) -> dict[Position, int]:
    """Return how many games were declared in fore-, middle- and rearhand."""
    return {
        position: getattr(tally, f"played_{position.value}") for position in POSITIONS
    }


def position_shares(
    tally: Tally, confidence: float = CONFIDENCE
) -> dict[Position, Share]:
    """Return the games declared in each position, compared with what is common.

    >>> position_shares(Tally(played_forehand=1))[Position.FOREHAND].count
    1
    """
    counts = position_counts(tally)
    declared = sum(counts.values())
    return {
        position: share_of(counts[position], declared, rate, confidence)
        for position, rate in zip(POSITIONS, FOREHAND_RATE, strict=True)
    }


def defence(tally: Tally) -> Share:
    """Return the games others lost against the player, compared with what is common.

    Only games in which the player took part count: nobody defends while pausing.

    >>> defence(Tally(defended_lost=6, defended=34)).count
    6
    """
    return share_of(tally.defended_lost, tally.defended, 1 - ANY_WON_RATE)
