"""The impossible Null: announced although the bid was higher than its value (1.8)."""

from dataclasses import dataclass

from scoring.game.contracts import (
    BASE_VALUE,
    MOST_MATADORS,
    NULL_VALUE,
    POSSIBLE_VALUES,
    Contract,
    covering,
)
from scoring.game.written_games import WrittenGame


@dataclass(frozen=True, slots=True)
class Pick:
    """A contract the declarer may pick, and its value before it is doubled."""

    contract: Contract
    value: int


def picks(*, bid: int, matadors: int = 1, hand: bool = False) -> tuple[Pick, ...]:
    """Return what an impossible Null costs in each of the five contracts (1.8).

    Hand carries over; ouvert does not. Grand has at most four tops.

    >>> [pick.value for pick in picks(bid=30, matadors=1)]
    [36, 30, 33, 36, 48]
    """
    return tuple(
        Pick(
            contract,
            base
            * max(
                min(matadors, MOST_MATADORS[contract]) + 1 + hand, covering(bid, base)
            ),
        )
        for contract, base in BASE_VALUE.items()
    )


def is_impossible_null(entry: WrittenGame) -> bool:
    """Tell whether ``entry`` is a Null that could not cover its bid (1.8).

    Where only the covering value was written, it stands for the bid.

    >>> is_impossible_null(WrittenGame(declarer=1, contract=Contract.NULL, bid=24))
    True
    """
    bid = entry.overbid_value if entry.bid is None else entry.bid
    if entry.contract is not Contract.NULL or bid is None:
        return False
    return bid > NULL_VALUE[entry.hand, entry.ouvert]


def pick_of(entry: WrittenGame) -> Pick | None:
    """Return what an impossible Null is valued as: the picked contract, or the
    cheapest one that agrees with a written covering value.

    Without tops the shortest row counts: the cheapest the declarer can have. None
    if nothing agrees with what was written.

    >>> null = WrittenGame(declarer=1, contract=Contract.NULL, bid=40, hand=True)
    >>> pick_of(null).value
    40
    """
    covering_value = entry.overbid_value
    bid = covering_value if entry.bid is None else entry.bid
    if bid is None:
        return None
    options = [
        pick
        for pick in picks(bid=bid, matadors=entry.matadors or 1, hand=entry.hand)
        if entry.picked in (None, pick.contract)
        and covering_value in (None, pick.value)
        and pick.value in POSSIBLE_VALUES
    ]
    return min(options, key=lambda pick: pick.value, default=None)
