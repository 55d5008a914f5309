"""Outlier radar: what is so far outside known rates that one should ask (M18).

A warning is a question, never an error: rare things happen. Each gives the
chance that an honest list looks like this or stranger.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from functools import cache
from itertools import groupby
from math import comb

from scoring.chance.odds import (
    CONTRACT_RATE,
    HAND_RATE,
    PASSED_IN_RATE,
    SCHNEIDER_RATE,
    chances_by_score,
)
from scoring.game.contracts import Contract, Margin
from scoring.game.games import Result, result_of
from scoring.game.problems import game_problems
from scoring.game.written_games import WrittenGame, levels_of, margin_made
from scoring.house.rules import OFFICIAL, HouseRules

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
        if entry.contract not in (None, Contract.NULL) and has_known_end(entry, result)
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


def has_known_end(entry: WrittenGame, result: Result) -> bool:
    """Tell whether a list says how a suit or Grand game ended, Schneider or not.

    After a lost announcement the level is ticked and counted, made or not (1.6).
    """
    return result.won or levels_of(entry).announced is Margin.PLAIN


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
