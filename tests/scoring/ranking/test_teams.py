"""What a team has in a series (rules 6.3, 6.5), worked out by hand."""

from dataclasses import dataclass

import pytest

from scoring.ranking.standings import TeamRule, team_sum


@dataclass(frozen=True)
class Result:
    total: int
    won: int = 0
    lost: int = 0


def results(*totals):
    return [Result(total, won=5, lost=1) for total in totals]


def test_6_5_a_tandem_has_the_sum_of_both():
    team = team_sum(results(1150, 847), TeamRule(size=2), players=2)

    assert (team.total, team.won, team.lost) == (1997, 10, 2)


@pytest.mark.parametrize(
    ("totals", "players", "total"),
    [
        ((1000, 900, 800), 3, 3600),  # 2700 × 4/3
        ((1000, 900, 801), 3, 3601),  # 2701 × 4/3 = 3601 1/3
        ((1000, 900, 799), 3, 3599),  # 2699 × 4/3 = 3598 2/3
        ((1000, 900), 2, 3800),  # 1900 × 4/2
        ((1000, 900, 800), 4, 2700),  # the fourth still plays
        ((1000, 900, 800, 700), 4, 3400),
        ((-1, -1, 0), 3, -3),  # −2 × 4/3 = −2 2/3
    ],
    ids=str,
)
def test_6_3_three_of_four_count_four_thirds(totals, players, total):
    rule = TeamRule(size=4, scale_short=True)

    assert team_sum(results(*totals), rule, players=players).total == total


def test_6_3_a_short_team_is_not_scaled_unless_the_club_says_so():
    assert team_sum(results(900, 800, 700), TeamRule(size=4), players=3).total == 2400


def test_the_best_three_of_four_count_and_the_worst_is_struck():
    rule = TeamRule(size=4, counting=3, scale_short=True)

    full = team_sum(results(700, 1200, -90, 900), rule, players=4)
    short = team_sum(results(700, 1200), rule, players=2)

    assert (full.total, full.won, full.counted) == (2800, 15, 3)
    assert (short.total, short.is_scaled) == (2850, True)  # 1900 × 3/2


def test_equal_totals_are_struck_by_games_won():
    rule = TeamRule(size=2, counting=1)

    team = team_sum([Result(500, won=7), Result(500, won=9)], rule, players=2)

    assert team.won == 9


def test_where_few_points_are_good_the_smallest_count():
    rule = TeamRule(size=2, counting=1, lowest_wins=True)

    assert team_sum(results(300, 120), rule, players=2).total == 120


def test_an_empty_team_has_nothing():
    team = team_sum([], TeamRule(size=2, scale_short=True), players=0)

    assert (team.total, team.counted, team.is_scaled) == (0, 0, False)
