"""What a player played against what is common: shares, chance, points (M12).

Values only, never official. The published rates are those of ``odds``; a range is a
Wilson interval: the true rate of the player lies in it with the confidence asked for.
"""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction
from math import sqrt
from statistics import NormalDist

from scoring.contracts import Contract
from scoring.odds import (
    CONTRACT_RATE,
    FOREHAND_RATE,
    GRAND_WON_RATE,
    NULL_OUVERT_WON_RATE,
    NULL_WON_RATE,
    PASSED_IN_RATE,
    SUIT_WON_RATE,
)
from scoring.sheets import POSITIONS, Position
from scoring.systems import RATES, System

CONFIDENCE = 0.95
PLAYING = 3  # at a table of any size three people play each game


class Verdict(StrEnum):
    """Where the published rate lies: in the range of chance, or the player beyond."""

    CHANCE = "chance"
    ABOVE = "above"
    BELOW = "below"


@dataclass(frozen=True, slots=True, kw_only=True)
class Share:
    """``count`` of ``of``, its range, and the ``rate`` that is common, all 0 to 1."""

    count: int
    of: int
    low: float
    high: float
    rate: float

    @property
    def verdict(self) -> Verdict:
        """Return whether chance alone explains the difference from the rate."""
        if self.low > self.rate:
            return Verdict.ABOVE
        return Verdict.BELOW if self.high < self.rate else Verdict.CHANCE


@dataclass(frozen=True, slots=True, kw_only=True)
class DeclaredGame:
    """A game the player declared; ``score`` is the signed game score, doubled if lost.

    ``contract`` is None where only the value was written, ``position`` where the
    place is not known.
    """

    contract: Contract | None
    won: bool
    score: int
    ouvert: bool = False
    position: Position | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayedList:
    """A list as one of its players sees it.

    ``place`` is his seat, ``finish`` his rank at the table; ``mates`` are the totals
    of the others. ``active`` are the games in which he played, dealt ones left out;
    ``others_declared`` and ``others_lost`` the games of the others on the list.
    """

    place: int
    finish: int
    total: int
    mates: tuple[int, ...]
    active: int
    others_declared: int
    others_lost: int


@dataclass(frozen=True, slots=True, kw_only=True)
class ContractShares:
    """How often one contract was played, and how often it was won."""

    contract: Contract
    played: Share
    won: Share


def wilson_range(
    count: int, of: int, confidence: float = CONFIDENCE
) -> tuple[float, float]:
    """Return the range in which the true rate lies, 0 to 1 without any games.

    >>> [round(end, 3) for end in wilson_range(8, 10)]
    [0.49, 0.943]
    >>> wilson_range(0, 0)
    (0.0, 1.0)
    """
    if of == 0:
        return 0.0, 1.0
    z = NormalDist().inv_cdf((1 + confidence) / 2)
    shrunk = 1 + z * z / of
    middle = (count / of + z * z / (2 * of)) / shrunk
    half = z / shrunk * sqrt(count * (of - count) / of**3 + z * z / (4 * of * of))
    low = max(0.0, middle - half) if count else 0.0
    high = min(1.0, middle + half) if count < of else 1.0
    return low, high


def share(count: int, of: int, rate: float, confidence: float = CONFIDENCE) -> Share:
    """Return a count with its range beside the rate that is common.

    >>> share(95, 100, 0.816).verdict, share(9, 10, 0.816).verdict
    (<Verdict.ABOVE: 'above'>, <Verdict.CHANCE: 'chance'>)
    """
    low, high = wilson_range(count, of, confidence)
    return Share(count=count, of=of, low=low, high=high, rate=rate)


def won_rate(contract: Contract | None, ouvert: bool = False) -> float:
    """Return how often such a game is won, published (product 1.1).

    Of a game without contract, the rate of all games is expected.

    >>> won_rate(Contract.GRAND), won_rate(Contract.NULL, ouvert=True)
    (0.914, 0.869)
    """
    if contract is None:
        return ANY_WON_RATE
    if contract is Contract.NULL:
        return NULL_OUVERT_WON_RATE if ouvert else NULL_WON_RATE
    return GRAND_WON_RATE if contract is Contract.GRAND else SUIT_WON_RATE


ANY_WON_RATE = 0.816  # published, all games played


def contract_shares(
    games: Iterable[DeclaredGame], confidence: float = CONFIDENCE
) -> tuple[ContractShares, ...]:
    """Return mix and success by contract, in the order of the base values, Null last.

    Games of which only the value was written are left out. The rate of Null weighs
    open and closed games as they were played.

    >>> grand = DeclaredGame(contract=Contract.GRAND, won=True, score=48)
    >>> shares = contract_shares([grand] * 4)
    >>> [(line.contract.value, line.won.count) for line in shares if line.won.of]
    [('grand', 4)]
    """
    known = [game for game in games if game.contract is not None]
    lines = []
    for contract, rate in CONTRACT_RATE.items():
        own = [game for game in known if game.contract is contract]
        lines.append(
            ContractShares(
                contract=contract,
                played=share(len(own), len(known), rate, confidence),
                won=success(own, confidence)
                if own
                else share(0, 0, won_rate(contract), confidence),
            )
        )
    return tuple(lines)


def success(games: Sequence[DeclaredGame], confidence: float = CONFIDENCE) -> Share:
    """Return how many games were won beside what is common for the same mix.

    >>> grand = DeclaredGame(contract=Contract.GRAND, won=True, score=48)
    >>> spades = DeclaredGame(contract=Contract.SPADES, won=False, score=-44)
    >>> round(success([grand, spades]).rate, 4)
    0.8445
    """
    rates = [won_rate(game.contract, game.ouvert) for game in games]
    rate = sum(rates) / len(rates) if rates else ANY_WON_RATE
    won = sum(game.won for game in games)
    return share(won, len(games), rate, confidence)


def courage(
    games: int, lists: Iterable[PlayedList], confidence: float = CONFIDENCE
) -> Share:
    """Return the games declared beside a third of those that are not passed in.

    >>> seen = PlayedList(
    ...     place=1,
    ...     finish=1,
    ...     total=900,
    ...     mates=(800, 700, 600),
    ...     active=36,
    ...     others_declared=34,
    ...     others_lost=6,
    ... )
    >>> round(courage(12, [seen]).rate, 3)
    0.317
    """
    active = sum(played.active for played in lists)
    return share(games, active, (1 - PASSED_IN_RATE) / PLAYING, confidence)


def position_shares(
    games: Iterable[DeclaredGame], confidence: float = CONFIDENCE
) -> dict[Position, Share]:
    """Return how many of the games were declared in fore-, middle- and rearhand.

    >>> game = DeclaredGame(
    ...     contract=Contract.CLUBS, won=True, score=48, position=Position.FOREHAND
    ... )
    >>> position_shares([game])[Position.FOREHAND].count
    1
    """
    counts = Counter(game.position for game in games if game.position)
    known = sum(counts.values())
    return {
        position: share(counts[position], known, rate, confidence)
        for position, rate in zip(POSITIONS, FOREHAND_RATE, strict=True)
    }


def finish_counts(lists: Iterable[PlayedList], most: int = 4) -> tuple[int, ...]:
    """Return how often the player came first to ``most``-th at his table.

    >>> finish_counts([])
    (0, 0, 0, 0)
    """
    counts = Counter(played.finish for played in lists)
    return tuple(counts[finish] for finish in range(1, most + 1))


def seat_counts(lists: Iterable[PlayedList], most: int = 4) -> tuple[int, ...]:
    """Return how often the player sat on place 1 to ``most``.

    >>> seat_counts([])
    (0, 0, 0, 0)
    """
    counts = Counter(played.place for played in lists)
    return tuple(counts[place] for place in range(1, most + 1))


def points_above(
    games: Iterable[DeclaredGame], system: System = System.SEEGER_FABIAN
) -> float:
    """Return the points above what the same games bring at common success.

    Counts the game score and the bonus for own games; the value a game had, a
    lost one half its score, is taken as given.

    >>> won = DeclaredGame(contract=Contract.GRAND, won=True, score=48)
    >>> round(points_above([won]), 1)  # 98 points, of which 77.0 were to be expected
    21.0
    """
    rates = RATES[system]
    above = 0.0
    for game in games:
        value = game.score if game.won else -game.score / 2
        gain, loss = value + rates.won, -2 * value - rates.lost
        rate = won_rate(game.contract, game.ouvert)
        above += (gain if game.won else loss) - (rate * gain + (1 - rate) * loss)
    return above


def defence(lists: Iterable[PlayedList], confidence: float = CONFIDENCE) -> Share:
    """Return the games others lost at his tables, beside the common losses.

    >>> defence([]).of
    0
    """
    lists = list(lists)
    lost = sum(played.others_lost for played in lists)
    declared = sum(played.others_declared for played in lists)
    return share(lost, declared, 1 - ANY_WON_RATE, confidence)


def above_mates(lists: Iterable[PlayedList]) -> Fraction:
    """Return by how much a list is above its other players, on average, exactly.

    >>> above_mates([])
    Fraction(0, 1)
    """
    gaps = [
        played.total - Fraction(sum(played.mates), len(played.mates))
        for played in lists
        if played.mates
    ]
    return sum(gaps, Fraction(0)) / (len(gaps) or 1)
