"""Money as arithmetic: the examples of rules 3.5 and 5.7, and what must add up."""

import ast
import inspect
from fractions import Fraction
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.house.settlement import pairwise_shares
from tournaments.events.accounts import (
    Step,
    loss_money,
    payouts,
    prizes_for_the_field,
    prizes_in_shares,
)
from tournaments.papers.event import cards

ROOT = Path(__file__).resolve().parents[4]
MONEY_FILES = [
    *ROOT.glob("tournaments/events/money/*.py"),
    ROOT / "tournaments/events/accounts.py",
    ROOT / "scoring/house/settlement.py",
    ROOT / "tournaments/web/forms.py",
]
# How they are drawn is said in millimetres, which are no money.
RECEIPTS = (*(cards.Receipt, cards.booked_receipts, cards.payment_purpose),)
amounts = st.integers(0, 10**6)


@pytest.mark.parametrize(
    ("lost", "steps", "cents"),
    [
        (3, [(1, 50), (4, 100)], 150),
        (5, [(1, 50), (4, 100)], 350),
        (4, [(1, 100), (4, 200)], 500),
        (7, [(1, 50), (4, 100), (6, 300)], 950),
        (2, [(3, 100)], 0),
        (3, [(3, 100)], 100),
        (5, [(3, 100)], 300),
    ],
)
def test_5_7_loss_money_goes_up_in_steps(lost, steps, cents):
    tariff = [Step(*step) for step in steps]

    assert loss_money(lost, tariff) == cents
    assert loss_money(lost, reversed(tariff)) == cents


def test_5_7_prizes_in_shares_are_rounded_down_and_the_first_gets_the_rest():
    assert prizes_in_shares(13_300, {1: 50, 2: 30, 3: 20}, grid=500) == {
        1: 7300,
        2: 3500,
        3: 2500,
    }


def test_5_7_the_rest_of_the_pot_stays_with_the_club():
    assert prizes_in_shares(10_000, {1: 40, 2: 20}) == {1: 4000, 2: 2000}


@given(pot=amounts, winners=st.integers(1, 60), grid=st.sampled_from([1, 50, 100, 500]))
def test_5_7_a_shared_pot_is_paid_to_the_cent(pot, winners, grid):
    prizes = prizes_for_the_field(pot, winners, grid=grid)

    assert sum(prizes.values()) == pot
    assert list(prizes.values()) == sorted(prizes.values(), reverse=True)
    assert all(prize % grid == 0 for place, prize in prizes.items() if place > 1)


def test_5_7_a_tie_at_the_last_prize_divides_it():
    (last,) = payouts([(3, 4)], {1: 500, 2: 300, 3: 100})

    assert (last.each, last.rest) == (25, 0)


def test_5_7_things_on_a_shared_place_stay_together():
    (first,) = payouts([(1, 2)], {1: 1000}, {1: "Schinken", 2: "Sekt"})

    assert (first.each, first.texts) == (500, ("Schinken", "Sekt"))


@given(
    sizes=st.lists(st.integers(1, 5), max_size=20),
    prizes=st.lists(amounts, max_size=30),
)
def test_5_7_dividing_neither_makes_nor_loses_a_cent(sizes, prizes):
    places, place = [], 1
    for size in sizes:
        places.append((place, size))
        place += size
    amounts_by_place = dict(enumerate(prizes, start=1))

    paid = payouts(places, amounts_by_place)

    assert sum(payout.each * payout.size + payout.rest for payout in paid) <= sum(
        prizes[: place - 1]
    )
    assert all(payout.rest < payout.size for payout in paid)


@pytest.mark.parametrize(
    "stake", [Fraction(1, 10), Fraction(1, 4), Fraction(1), Fraction(2), Fraction(5)]
)
@given(totals=st.lists(st.integers(-2000, 3000), min_size=3, max_size=5))
def test_3_5_settlement_sums_to_zero_and_is_right_to_a_cent(stake, totals):
    cents = pairwise_shares(totals, stake=stake)

    assert sum(cents) == 0
    for total, paid in zip(totals, cents, strict=True):
        assert abs((len(totals) * total - sum(totals)) * stake - paid) < 1


def floating_points(source):
    """Return the places where a source could turn whole cents into something else."""
    return [
        ast.unparse(node)
        for node in ast.walk(ast.parse(source))
        if (isinstance(node, ast.Constant) and isinstance(node.value, float))
        or (isinstance(node, ast.Name) and node.id in {"float", "round", "Decimal"})
        or (isinstance(node, ast.BinOp | ast.AugAssign) and type(node.op) is ast.Div)
    ]


@pytest.mark.parametrize("path", MONEY_FILES, ids=lambda path: path.name)
def test_no_floating_point_touches_money(path):
    assert floating_points(path.read_text(encoding="utf-8")) == []


def test_no_floating_point_touches_a_receipt():
    for part in RECEIPTS:
        assert floating_points(inspect.getsource(part)) == [], part


@pytest.mark.parametrize("line", ["1.5", "pot / 2", "round(cents)", "cents /= 2"])
def test_a_floating_point_is_found(line):
    assert floating_points(line)
