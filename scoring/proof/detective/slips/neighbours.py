"""Games that may have been meant by a line: one slip away, or two."""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from functools import cache
from itertools import combinations, product
from types import MappingProxyType
from typing import Any

from scoring.chance.odds import ALL_LEVELS, chance_of, entry_with, levels_of_ticks
from scoring.game.problems import is_written_value
from scoring.game.written_games import (
    BASE_VALUE,
    MOST_MATADORS,
    TICKS,
    Contract,
    WrittenGame,
    with_implied_levels,
)
from scoring.proof.detective.slips import kinds
from scoring.proof.detective.slips.kinds import SlipKind

Neighbour = tuple[SlipKind, WrittenGame]
Change = dict[str, Any]
"""The fields to replace in an entry."""


def card_point_candidates(entry: WrittenGame) -> list[Neighbour]:
    """Return a game of a target score with its card points misread (rules 7.6)."""
    if entry.card_points is None:
        return []
    return [
        (SlipKind.DIGITS, replace(entry, card_points=points, won=points > 60))
        for points in misreadings(entry.card_points)
    ]


def candidates(entry: WrittenGame) -> Iterator[Neighbour]:
    """Yield games one slip away, impossible ones included."""
    if entry.contract is None or entry.written_value is not None:
        yield from written_candidates(entry)
        return
    for kind, changes in marks_of(entry, entry.contract).items():
        for change in changes:
            yield kind, replace(entry, **change)


def marks_of(entry: WrittenGame, contract: Contract) -> Mapping[SlipKind, list[Change]]:
    """Return how each mark of a game may have been different, by the kind of slip."""
    signs: list[Change] = [{"won": not entry.won}]
    if contract is Contract.NULL:
        levels: list[Change] = [{"hand": not entry.hand}, {"ouvert": not entry.ouvert}]
        if entry.hand != entry.ouvert:
            levels.append({"hand": not entry.hand, "ouvert": not entry.ouvert})
        return {SlipKind.SIGN: signs, SlipKind.LEVEL: levels}
    matadors = entry.matadors or 0
    return {
        SlipKind.SIGN: signs,
        SlipKind.MATADORS: [{"matadors": matadors - 1}, {"matadors": matadors + 1}],
        SlipKind.LEVEL: [
            {level: level in levels for level in TICKS}
            for levels in NEIGHBOURING_LEVELS.get(levels_of_ticks(entry), ())
        ],
        SlipKind.CONTRACT: [
            {"contract": other}
            for other in BASE_VALUE
            if matadors <= MOST_MATADORS[other] and other is not contract
        ],
    }


def written_candidates(entry: WrittenGame) -> Iterator[Neighbour]:
    """Yield other values for a line of which only the value was written."""
    written = entry.written_value
    if written is None:
        return
    opposite = -2 * written if written > 0 else -written // 2
    yield SlipKind.SIGN, replace(entry, written_value=opposite, won=opposite > 0)
    for number in misreadings(written):
        if is_written_value(number):
            yield SlipKind.DIGITS, replace(entry, written_value=number)
    times = 1 if written > 0 else -2
    for base in BASE_VALUE.values():
        if written % base == 0:
            for number in (written - times * base, written + times * base):
                if is_written_value(number) and number * written > 0:
                    yield SlipKind.LEVEL, replace(entry, written_value=number)


def neighbouring_levels() -> Mapping[tuple[str, ...], tuple[tuple[str, ...], ...]]:
    """Return, for each set of ticks, the sets that are one tick more or less away.

    One tick more brings what it implies, and one tick less can take that along: typed
    ``2k2`` for ``2k2sa`` loses Hand, Schneider and the announcement.
    """
    pairs = set()
    for levels in ALL_LEVELS:
        for level in TICKS:
            longer = complete_levels({*levels, level})
            shorter = complete_levels(set(levels) - {level})
            pairs |= {
                (levels, longer),
                (longer, levels),
                (levels, shorter),
                (shorter, levels),
            }
    return MappingProxyType(
        {
            levels: tuple(
                other
                for other in ALL_LEVELS
                if (levels, other) in pairs and other != levels
            )
            for levels in ALL_LEVELS
        }
    )


def complete_levels(levels: set[str]) -> tuple[str, ...]:
    """Return a set of ticks with all that they imply (1.10)."""
    entry = WrittenGame(declarer=1, contract=Contract.CLUBS, matadors=1)
    ticked = entry_with(tuple(sorted(levels)), entry)
    return levels_of_ticks(with_implied_levels(ticked))


NEIGHBOURING_LEVELS = neighbouring_levels()


@cache
def turned_digits(number: int) -> tuple[int, ...]:
    """Return what a number becomes when two neighbouring digits change places.

    >>> turned_digits(512), turned_digits(-96), turned_digits(77)
    ((152, 521), (-69,), ())
    """
    digits = str(abs(number))
    sign = -1 if number < 0 else 1
    numbers = {
        sign * int(digits[:i] + digits[i + 1] + digits[i] + digits[i + 2 :])
        for i in range(len(digits) - 1)
    }
    return tuple(sorted(numbers - {number}))


@cache
def misreadings(number: int) -> tuple[int, ...]:
    """Return a number with two digits turned or with one other digit.

    >>> [number in misreadings(36) for number in (63, 38, 36, 99)]
    [True, True, False, False]
    """
    digits = str(abs(number))
    sign = -1 if number < 0 else 1
    numbers = {
        sign * int(digits[:i] + digit + digits[i + 1 :])
        for i in range(len(digits))
        for digit in "0123456789"
    }
    return tuple(sorted((numbers | set(turned_digits(number))) - {number}))


Far = tuple[SlipKind, WrittenGame, float]
"""A slip, the game that was meant, and how often such a slip turns it into this
line."""

LESS_EACH_TOP = 0.5


def far_candidates(entry: WrittenGame) -> Iterator[Far]:
    """Yield games two marks away or more, impossible ones included.

    >>> clubs = WrittenGame(declarer=1, contract=Contract.CLUBS, matadors=4)
    >>> sorted({kind.value for kind, _, _ in far_candidates(clubs)})
    ['null', 'tops', 'two']
    """
    if entry.contract is None or entry.written_value is not None:
        return
    if entry.contract is Contract.NULL:
        yield from trumps_for_null(entry)
        return
    yield from more_tops(entry, entry.contract)
    yield from nulls_for_trump(entry)
    yield from two_marks(entry, entry.contract)


def more_tops(entry: WrittenGame, contract: Contract) -> Iterator[Far]:
    """Yield the same game with a row of tops two or more longer or shorter."""
    tops = entry.matadors or 0
    for matadors in range(1, MOST_MATADORS[contract] + 1):
        further = abs(matadors - tops) - 1
        if further > 0:
            ease = LESS_EACH_TOP ** (further + 1)
            yield SlipKind.TOPS, replace(entry, matadors=matadors), ease


def nulls_for_trump(entry: WrittenGame) -> Iterator[Far]:
    """Yield the Null games that may have been meant: each may become any trump game."""
    for ouvert in (False, True):
        null = WrittenGame(
            declarer=entry.declarer,
            contract=Contract.NULL,
            hand=entry.hand,
            ouvert=ouvert,
            won=entry.won,
        )
        yield SlipKind.NULL, null, chance_of(entry)


def trumps_for_null(entry: WrittenGame) -> Iterator[Far]:
    """Yield the trump games for which this Null may have been typed."""
    levels = [ticks for ticks in ALL_LEVELS if ("hand" in ticks) == entry.hand][:3]
    for contract, matadors, level in product(BASE_VALUE, range(1, 6), levels):
        trump = WrittenGame(
            declarer=entry.declarer, contract=contract, matadors=matadors, won=entry.won
        )
        yield SlipKind.NULL, entry_with(level, trump), 1.0


def two_marks(entry: WrittenGame, contract: Contract) -> Iterator[Far]:
    """Yield games with two marks of different kinds changed."""
    by_kind = marks_of(entry, contract).items()
    for (one, changes), (other, further) in combinations(by_kind, 2):
        ease = kinds.EASE[one] * kinds.EASE[other] / kinds.PAIRS_OF_MARKS
        for change, second in product(changes, further):
            yield SlipKind.TWO, replace(entry, **change, **second), ease
