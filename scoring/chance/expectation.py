"""What a player played compared with what is common: shares and chance (M12).

For interest only, never official. The published rates are those of ``odds``. A range
says what the luck of the cards alone brings a player with such a rate: in numbers of
games, because these are understood at the table.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from functools import cache
from itertools import groupby
from math import ceil, comb, exp, floor, lgamma, log, log1p, sqrt

from scoring.chance.odds import (
    ANY_WON_RATE,
    CONTRACT_RATE,
    FOREHAND_RATE,
    HAND_RATE,
    PASSED_IN_RATE,
    SCHNEIDER_RATE,
    chances_by_score,
    won_rate,
)
from scoring.game.games import Result, result_of
from scoring.game.problems import game_problems
from scoring.game.written_games import (
    POSITIONS,
    Contract,
    Margin,
    Position,
    WrittenGame,
    levels_of,
    margin_made,
)
from scoring.house.rules import OFFICIAL, HouseRules
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


ASKED_BELOW = 0.001
"""The chance below which it is worth asking; some 20 things are checked."""

# Clubs and players differ: rates are taken from the far end of what is known.
MOST_PASSED_IN = 0.063  # one club's season
MOST_LOST = 0.25  # published 18.4 % online; suits 22.5 %
LEAST_LOST = 0.143  # one club's season
APPETITE = 1.3  # how much more than their share an eager player plays
GRAND_APPETITE = 1.15  # the same, of the Grands
MOST_HAND = 1.5 * HAND_RATE
MOST_SCHNEIDER = 0.32  # published 23.4 %


class Oddity(StrEnum):
    """What is strange; the value is the public code."""

    NONE_PASSED_IN = "none-passed-in"
    MANY_PASSED_IN = "many-passed-in"
    NONE_LOST = "none-lost"
    MANY_LOST = "many-lost"
    MANY_HAND = "many-hand"
    MANY_SCHNEIDER = "many-schneider"
    MANY_GRANDS = "many-grands"  # of one player
    MANY_GAMES = "many-games"  # of one player
    FEW_GAMES = "few-games"  # of one player
    SAME_VALUE = "same-value"  # how often in the whole list
    SAME_VALUE_RUN = "same-value-run"  # in a row


@dataclass(frozen=True, slots=True, kw_only=True)
class RadarWarning:
    """One question: ``count`` of ``of`` games, of a place or a score if about one."""

    oddity: Oddity
    count: int
    of: int
    chance: float
    place: int | None = None
    score: int | None = None


@cache
def tail_chance(count: int, of: int, rate: float) -> float:
    """Return the chance of ``count`` or more among ``of`` at a rate.

    What is at most to be expected counts as certain: nobody asks about it.

    >>> round(tail_chance(12, 12, 0.322), 7), tail_chance(2, 3, 0.25)
    (1.2e-06, 0.15625)
    >>> tail_chance(0, 5, 0.5)
    1.0
    """
    if count <= of * rate:
        return 1.0
    exactly = comb(of, count) * rate**count * (1 - rate) ** (of - count)
    chance = 0.0
    for hits in range(count, of + 1):
        chance += exactly
        exactly *= (of - hits) / (hits + 1) * rate / (1 - rate)
    return chance


def warnings_on(
    entries: Sequence[WrittenGame], *, players: int = 4, rules: HouseRules = OFFICIAL
) -> tuple[RadarWarning, ...]:
    """Return the questions about a list, or several of one table, strangest first.

    The longer the list, the more can be said: no passed-in game is strange only in some
    140 games. Under house rules only games that official Skat knows are checked,
    without what doubles them; for other ways of counting nobody has published rates.
    """
    if rules.only_ramsch or rules.ends_early:
        return ()
    games = official_games(entries)
    results = [result_of(entry) for entry in games]
    warnings = [*list_warnings(games, results), *player_warnings(games, players)]
    warnings += value_warnings([result.score for result in results if result.score])
    strange = [
        warning
        for warning in warnings
        if warning.chance < ASKED_BELOW
        and not (rules.plays_ramsch and warning.oddity is Oddity.NONE_PASSED_IN)
    ]
    return tuple(sorted(strange, key=lambda warning: warning.chance))


def official_games(entries: Sequence[WrittenGame]) -> list[WrittenGame]:
    """Return the games that the rule book knows, without marks of house rules."""
    games = [
        entry if entry.house is None else replace(entry, house=None)
        for entry in entries
        if entry.house is None or entry.house.ramsch is None
    ]
    return [entry for entry in games if not game_problems(entry)]


def list_warnings(
    entries: Sequence[WrittenGame], results: Sequence[Result]
) -> Iterator[RadarWarning]:
    """Yield the counts of the whole list with their chances."""
    pairs = zip(entries, results, strict=True)
    played = [pair for pair in pairs if pair[0].declarer is not None]
    declared = len(played)
    games, passed_in = len(entries), len(entries) - declared
    lost = len([result for _entry, result in played if not result.won])
    hands = [entry for entry, _result in played if entry.contract is not None]
    ended = [
        entry
        for entry, result in played
        if entry.contract not in (None, Contract.NULL)
        # After a lost announcement the level is ticked and counted, made or not (1.6).
        and (result.won or levels_of(entry).announced is Margin.PLAIN)
    ]
    yield from (
        absence(Oddity.NONE_PASSED_IN, passed_in, games, PASSED_IN_RATE),
        excess(Oddity.MANY_PASSED_IN, passed_in, games, MOST_PASSED_IN),
        absence(Oddity.NONE_LOST, lost, declared, LEAST_LOST),
        excess(Oddity.MANY_LOST, lost, declared, MOST_LOST),
        excess(Oddity.MANY_HAND, sum(e.hand for e in hands), len(hands), MOST_HAND),
        excess(
            Oddity.MANY_SCHNEIDER,
            sum(margin_made(entry) > Margin.PLAIN for entry in ended),
            len(ended),
            max(MOST_SCHNEIDER, SCHNEIDER_RATE[True]),
        ),
    )


def absence(oddity: Oddity, count: int, of: int, rate: float) -> RadarWarning:
    """Return a count that may have been left out, with its chance."""
    chance = 1.0 if count else (1 - rate) ** of
    return RadarWarning(oddity=oddity, count=count, of=of, chance=chance)


def excess(
    oddity: Oddity, count: int, of: int, rate: float, place: int | None = None
) -> RadarWarning:
    """Return a count that may be too high, with its chance."""
    chance = tail_chance(count, of, rate) if count else 1.0
    return RadarWarning(oddity=oddity, count=count, of=of, chance=chance, place=place)


def player_warnings(
    entries: Sequence[WrittenGame], players: int
) -> Iterator[RadarWarning]:
    """Yield for every player the counts that may be too high or too low."""
    declared = [entry for entry in entries if entry.declarer is not None]
    share = 1 / players
    for place in range(1, players + 1):
        own = [entry for entry in declared if entry.declarer == place]
        grands = sum(entry.contract is Contract.GRAND for entry in own)
        rate = GRAND_APPETITE * share * CONTRACT_RATE[Contract.GRAND]
        yield excess(Oddity.MANY_GRANDS, grands, len(declared), rate, place)
        yield excess(
            Oddity.MANY_GAMES,
            len(own),
            len(declared),
            min(1.0, APPETITE * share),
            place,
        )
        others = len(declared) - len(own)
        yield RadarWarning(
            oddity=Oddity.FEW_GAMES,
            count=len(own),
            of=len(declared),
            chance=tail_chance(others, len(declared), 1 - share / APPETITE),
            place=place,
        )


def value_warnings(scores: Sequence[int]) -> Iterator[RadarWarning]:
    """Yield scores that come too often, in all or in a row."""
    chances = chances_by_score()
    for score, count in Counter(scores).items():
        if count > 1:
            # Any other score would have raised the question as well.
            once = tail_chance(count, len(scores), chances.get(score, 0.0))
            yield RadarWarning(
                oddity=Oddity.SAME_VALUE,
                count=count,
                of=len(scores),
                chance=min(1.0, len(chances) * once),
                score=score,
            )
    for score, run in groupby(scores):
        length = len(list(run))
        if length > 2:
            once = chances.get(score, 0.0) ** length
            yield RadarWarning(
                oddity=Oddity.SAME_VALUE_RUN,
                count=length,
                of=len(scores),
                chance=min(1.0, len(scores) * once),
                score=score,
            )
