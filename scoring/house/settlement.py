"""Paying at the end of a list: settlement by pairwise difference (rules 3.5).

Money is a whole number of cents; only the stake can be a fraction of one.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from scoring.house.rules import HouseRules


@dataclass(frozen=True, slots=True)
class Settlement:
    """What each player of a list gets, or pays, in cents; the rest is in the ``pot``.

    The shares and the pot add up to zero.
    """

    shares: tuple[int, ...]
    pot: int = 0


def settle_list(totals: Sequence[int], rules: HouseRules) -> Settlement | None:
    """Settle a list as ``rules`` say; None where nobody plays for money.

    >>> settle_list([1100, 605, 708], HouseRules(stake_cents="1/10", grid_cents=10))
    Settlement(shares=(90, -60, -30), pot=0)
    >>> settle_list([100, 40, -20], HouseRules(stake_cents="1", losers_pay_pot=True))
    Settlement(shares=(0, 0, -180), pot=180)
    """
    stake = read_stake(rules.stake_cents)
    if stake is None:
        return None
    points = [-total for total in totals] if rules.lowest_wins else totals
    shares = pairwise_shares(
        points, stake=stake, cap=rules.cap_cents, grid=rules.grid_cents
    )
    if not rules.losers_pay_pot:
        return Settlement(shares)
    paid = tuple(min(0, share) for share in shares)
    return Settlement(paid, pot=-sum(paid))


def read_stake(text: str) -> Fraction | None:
    """Read cents per point: a fraction or a decimal number; None for no stake.

    Raises ValueError for anything else, and for a negative stake.

    >>> read_stake("1/10"), read_stake("0,25"), read_stake("")
    (Fraction(1, 10), Fraction(1, 4), None)
    """
    if not text.strip():
        return None
    try:
        stake = Fraction(text.strip().replace(",", "."))
    except ZeroDivisionError:
        raise ValueError("a stake divided by nothing") from None
    if stake < 0:
        raise ValueError("a stake below nothing")
    return stake or None


def pairwise_shares(
    totals: Sequence[int], *, stake: Fraction, cap: int = 0, grid: int = 1
) -> tuple[int, ...]:
    """Return what each player of a list gets, or pays, in cents (rules 3.5).

    Each pair pays the difference of its totals times ``stake``, cents per point:
    (n T - sum of all T) x stake. Nobody pays more than ``cap`` cents, if it is not 0;
    winners share what is paid in the proportion of their claims. Rounded to ``grid``
    cents so that the sum is zero; what rounding leaves over goes to those it took
    the most from.

    >>> pairwise_shares([100, 40, -20], stake=Fraction(1))
    (180, 0, -180)
    >>> pairwise_shares([101, 40, -20, 0], stake=Fraction(1, 10))
    (28, 4, -20, -12)
    >>> pairwise_shares([100, 40, -20], stake=Fraction(1), cap=150)
    (150, 0, -150)
    """
    grid = max(1, grid)
    sum_of_totals = sum(totals)
    exact: list[Fraction] = [
        (len(totals) * total - sum_of_totals) * stake for total in totals
    ]
    if cap:
        # A cap between two steps of the grid would be exceeded by rounding.
        exact = capped_amounts(exact, cap - cap % grid)
    steps = [amount.numerator // (amount.denominator * grid) for amount in exact]
    missing = -sum(steps)
    by_loss = sorted(
        range(len(totals)),
        key=lambda index: (steps[index] * grid - exact[index], index),
    )
    for index in by_loss[:missing]:
        steps[index] += 1
    return tuple(step * grid for step in steps)


def capped_amounts(exact: Sequence[Fraction], cap: int) -> list[Fraction]:
    """Return the amounts with payments cut at ``cap``, which the winners share.

    >>> capped_amounts([Fraction(300), Fraction(100), Fraction(-400)], 200)
    [Fraction(150, 1), Fraction(50, 1), Fraction(-200, 1)]
    """
    nothing = Fraction(0)
    paid = sum((min(-amount, Fraction(cap)) for amount in exact if amount < 0), nothing)
    claimed = sum((amount for amount in exact if amount > 0), nothing)
    part = paid * claimed**-1 if claimed else nothing
    return [
        max(amount, Fraction(-cap)) if amount < 0 else amount * part for amount in exact
    ]
