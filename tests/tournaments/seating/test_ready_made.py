"""The built-in plans have the qualities they claim."""

from collections import Counter
from itertools import combinations

import pytest

from tournaments.seating.plans import seat_match_day
from tournaments.seating.search.seed_plans import seed_plan

SERIES = {16: 5, 20: 5, 24: 7, 28: 9, 32: 9, 36: 11, 40: 13, 44: 13, 48: 15}


@pytest.mark.parametrize("chairs", SERIES)
def test_seed_plans_have_no_repeat(chairs):
    rounds = seed_plan(chairs)

    met = Counter(
        pair
        for blocks in rounds
        for block in blocks
        for pair in combinations(sorted(block), 2)
    )
    assert len(rounds) >= SERIES[chairs]
    assert max(met.values()) == 1
    for blocks in rounds:
        assert sorted(p for block in blocks for p in block) == list(range(chairs))


def league_day(teams):
    numbers = iter(range(1, 17))
    return seat_match_day(
        [[next(numbers) for _ in "1234"] for _ in range(teams)], seed="1"
    )


@pytest.mark.parametrize("teams", [3, 4])
def test_nobody_meets_an_opponent_twice_or_a_team_mate_at_all(teams):
    day = league_day(teams)

    met = Counter(
        pair
        for tables in day
        for table in tables
        for pair in combinations(sorted(table), 2)
    )
    assert max(met.values()) == 1
    assert all((first - 1) // 4 != (second - 1) // 4 for first, second in met)


def test_on_a_match_day_nobody_has_a_seat_twice_and_teams_have_every_seat():
    day = league_day(4)

    seats = {
        (number, seat)
        for tables in day
        for table in tables
        for seat, number in enumerate(table)
    }
    assert len(seats) == 48
    for tables in day:
        places = {
            ((n - 1) // 4, seat) for table in tables for seat, n in enumerate(table)
        }
        assert len(places) == 16
