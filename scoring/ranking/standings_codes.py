"""The text that is signed for the standings of an event.

It names every list by its check code, and everybody's final total, so that anyone with
the text can tell whether a file, or a paper, says the same. It has no names.
"""

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from operator import add

from scoring.lists.check_codes import person_mark

GRAMMAR = 1
NO_CODE = "none"
"""Stands for the check code of a list without one: of that the signature covers only
what it added to the totals."""


@dataclass(frozen=True, slots=True, kw_only=True, order=True)
class CountedList:
    """A list that counts; ``check`` is its check code."""

    series: int
    table: int
    code: str
    check: str = NO_CODE


@dataclass(frozen=True, slots=True, kw_only=True)
class FinalTotal:
    """A person's total after all lists and deductions; ``person`` is their id."""

    person: str
    points: int
    won: int
    lost: int


def final_totals(rows: Iterable[tuple[object, int, int, int]]) -> list[FinalTotal]:
    """Add up the points, games won and games lost of each person's id.

    >>> final_totals([("a", 100, 2, 0), ("a", -50, 0, 0)])
    [FinalTotal(person='a', points=50, won=2, lost=0)]
    """
    sums: dict[str, list[int]] = defaultdict(lambda: [0, 0, 0])
    for person, *counts in rows:
        sums[str(person)] = [*map(add, sums[str(person)], counts)]
    return [
        FinalTotal(person=person, points=points, won=won, lost=lost)
        for person, (points, won, lost) in sums.items()
    ]


def standings_text(
    event: str,
    lists: Iterable[CountedList],
    totals: Iterable[FinalTotal],
    *,
    former: str = "",
) -> str:
    """Return the text that is signed; ``former`` is the code that it replaces.

    >>> lists = [CountedList(series=1, table=2, code="K7TM4Q", check="R5KW-YKKU")]
    >>> anna = FinalTotal(person="a", points=1204, won=9, lost=1)
    >>> print(standings_text("0b54", lists, [anna]).strip())
    skat-standings 1
    event 0b54
    includes K7TM4Q series 1 table 2 check R5KW-YKKU
    total c33bdc5fc9cecc8f 1204 won 9 lost 1
    replaces
    """
    return "\n".join(
        [
            f"skat-standings {GRAMMAR}",
            f"event {event}",
            *(
                f"includes {counted.code} series {counted.series}"
                f" table {counted.table} check {counted.check}"
                for counted in sorted(lists)
            ),
            *sorted(
                f"total {person_mark(total.person)} {total.points}"
                f" won {total.won} lost {total.lost}"
                for total in totals
            ),
            f"replaces {former}",
            "",
        ]
    )
