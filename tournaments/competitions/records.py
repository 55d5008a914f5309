"""What all the lists of one person come to."""

from collections.abc import Sequence
from dataclasses import dataclass
from decimal import ROUND_HALF_UP, Decimal

from tournaments.competitions.selectors import PlayedList

CENT = Decimal("0.01")


@dataclass(frozen=True, slots=True, kw_only=True)
class Record:
    """The sum of finished lists; best and average are None before the first."""

    lists: int
    total: int
    average: Decimal | None
    won: int
    lost: int
    best: PlayedList | None


def record_of(lists: Sequence[PlayedList]) -> Record:
    """Add up ``lists``; of several best ones the first is named.

    >>> record_of([]).average is None
    True
    """
    total = sum(each.total for each in lists)
    return Record(
        lists=len(lists),
        total=total,
        average=average_of(total, len(lists)) if lists else None,
        won=sum(each.won for each in lists),
        lost=sum(each.lost for each in lists),
        best=max(lists, key=lambda each: each.total, default=None),
    )


def average_of(total: int, count: int) -> Decimal:
    """Return ``total`` per list, rounded to two decimals, half away from zero.

    >>> average_of(-1000, 3), average_of(1, 8)
    (Decimal('-333.33'), Decimal('0.13'))
    """
    return (Decimal(total) / count).quantize(CENT, rounding=ROUND_HALF_UP)
