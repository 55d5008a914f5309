"""Money by pairwise difference, with cap, grid and pot (rules 3.5)."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.house.rules import HouseRules, Schieberamsch
from scoring.house.settlement import (
    Settlement,
    pairwise_shares,
    read_stake,
    settle_list,
)

TOTALS = st.lists(st.integers(-2000, 3000), min_size=3, max_size=5)
STAKES = st.sampled_from(
    [Fraction(1, 10), Fraction(1, 4), Fraction(1), Fraction(2), Fraction(5)]
)
GRIDS = st.sampled_from([1, 5, 10, 50])


def test_3_3_the_closing_of_three_is_settled():
    assert pairwise_shares((1100, 605, 708), stake=Fraction(1)) == (887, -598, -289)


def test_3_5_each_pair_pays_the_difference():
    totals = (96, 24, -72)

    assert pairwise_shares(totals, stake=Fraction(1)) == tuple(
        sum(own - other for other in totals) for own in totals
    )


@given(TOTALS, STAKES, GRIDS)
def test_3_5_the_cross_sum_is_zero_on_every_grid(totals, stake, grid):
    shares = pairwise_shares(totals, stake=stake, grid=grid)

    assert sum(shares) == 0
    assert all(share % grid == 0 for share in shares)
    for total, share in zip(totals, shares, strict=True):
        assert abs((len(totals) * total - sum(totals)) * stake - share) < grid


@given(TOTALS, STAKES, GRIDS, st.integers(0, 1000))
def test_3_5_nobody_pays_more_than_the_cap(totals, stake, grid, cap):
    shares = pairwise_shares(totals, stake=stake, grid=grid, cap=cap)

    assert sum(shares) == 0
    assert all(share % grid == 0 for share in shares)
    if cap:
        assert min(shares) >= -cap


@given(TOTALS, STAKES, st.integers(1, 1000))
def test_3_5_a_cap_never_turns_a_loser_into_a_winner(totals, stake, cap):
    free = pairwise_shares(totals, stake=stake)
    shares = pairwise_shares(totals, stake=stake, cap=cap)

    for own, capped in zip(free, shares, strict=True):
        assert capped <= 0 or own > 0
        assert capped >= 0 or own < 0


def test_3_5_losers_pay_into_a_pot_and_winners_receive_nothing():
    rules = HouseRules(stake_cents="1", losers_pay_pot=True)

    assert settle_list([100, 40, -20], rules) == Settlement((0, 0, -180), pot=180)


@given(TOTALS, st.booleans())
def test_3_5_shares_and_pot_add_up_to_zero(totals, losers_pay_pot):
    rules = HouseRules(
        stake_cents="1/10", cap_cents=500, grid_cents=5, losers_pay_pot=losers_pay_pot
    )
    settled = settle_list(totals, rules)

    assert sum(settled.shares) + settled.pot == 0


def test_the_lowest_sum_gets_the_money_where_it_wins():
    rules = HouseRules(
        schieberamsch=Schieberamsch.MARKS, only_ramsch=True, stake_cents="1"
    )

    assert settle_list([10, 20, 30], rules).shares == (30, 0, -30)


def test_nobody_pays_without_a_stake():
    assert settle_list([10, 20, 30], HouseRules()) is None
    assert read_stake("0") is None


@pytest.mark.parametrize("text", ["-1", "1/0", "ten", "1/x"])
def test_a_stake_is_a_number_or_a_fraction(text):
    with pytest.raises(ValueError, match=r"stake|Fraction"):
        read_stake(text)
