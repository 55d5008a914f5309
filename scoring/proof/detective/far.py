"""What a line may have been meant to be where more than one mark is wrong."""

from collections.abc import Iterator
from dataclasses import replace
from itertools import combinations, product

from scoring.chance.odds import ALL_LEVELS, chance_of, entry_with
from scoring.game.contracts import BASE_VALUE, MOST_MATADORS, Contract
from scoring.game.written_games import WrittenGame
from scoring.proof.detective import weights
from scoring.proof.detective.neighbours import marks_of
from scoring.proof.detective.slips import SlipKind

Far = tuple[SlipKind, WrittenGame, float]
"""A slip, what was meant, and how often such a slip makes this line of it."""

LESS_EACH_TOP = 0.5


def far_candidates(entry: WrittenGame) -> Iterator[Far]:
    """Yield games two marks away or more, the impossible ones among them.

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
    own = entry.matadors or 0
    for matadors in range(1, MOST_MATADORS[contract] + 1):
        further = abs(matadors - own) - 1
        if further > 0:
            ease = LESS_EACH_TOP ** (further + 1)
            yield SlipKind.TOPS, replace(entry, matadors=matadors), ease


def nulls_for_trump(entry: WrittenGame) -> Iterator[Far]:
    """Yield the Null games that may have been meant: any trump game may come of it."""
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
    levels = [each for each in ALL_LEVELS if ("hand" in each) == entry.hand][:3]
    for contract, matadors, level in product(BASE_VALUE, range(1, 6), levels):
        trump = WrittenGame(
            declarer=entry.declarer,
            contract=contract,
            matadors=matadors,
            won=entry.won,
        )
        yield SlipKind.NULL, entry_with(level, trump), 1.0


def two_marks(entry: WrittenGame, contract: Contract) -> Iterator[Far]:
    """Yield games with two marks of different kinds changed."""
    by_kind = marks_of(entry, contract).items()
    for (one, changes), (other, further) in combinations(by_kind, 2):
        ease = weights.EASE[one] * weights.EASE[other] / weights.PAIRS_OF_MARKS
        for change, second in product(changes, further):
            yield SlipKind.TWO, replace(entry, **change, **second), ease
