from dataclasses import replace

import pytest

from tests.tournaments.seating.test_draw_quality import field_of
from tournaments.seating.plans import (
    StandingRule,
    plan_series,
    seat_by_groups,
    seat_by_standing,
)
from tournaments.seating.problem import Entrant, SeatingError, SeatingProblem

STRICT = StandingRule(soft=0)


def tables_of(drawn):
    return [set(table) for table in drawn.series[0]]


def test_strict_seating_puts_the_best_at_table_one_and_threes_last():
    drawn = seat_by_standing(field_of(11), range(11, 0, -1), seed="1", rule=STRICT)

    assert tables_of(drawn) == [{11, 10, 9, 8}, {7, 6, 5, 4}, {3, 2, 1}]


def after_two_series(players, **fields):
    problem = replace(field_of(players), **fields)
    played = plan_series(problem, series=2, seed="1").series
    return replace(problem, history=played)


@pytest.mark.parametrize("soft", [1, 2])
def test_soft_seating_moves_nobody_further_than_allowed(soft):
    problem = after_two_series(30)
    drawn = seat_by_standing(
        problem, range(1, 31), seed="1", rule=StandingRule(soft=soft)
    )
    strict = seat_by_standing(problem, range(1, 31), seed="1", rule=STRICT)

    home = {n: at for at, table in enumerate(strict.series[0]) for n in table}
    moves = [
        abs(home[n] - at) for at, table in enumerate(drawn.series[0]) for n in table
    ]
    assert 0 < max(moves) <= soft
    assert sorted(n for table in drawn.series[0] for n in table) == [*range(1, 31)]


def test_soft_seating_avoids_nearly_all_repeats_of_strict_seating():
    problem = after_two_series(48)
    ranking = [n for table in problem.history[1] for n in table]

    strict = seat_by_standing(problem, ranking, seed="1", rule=STRICT)
    soft = seat_by_standing(problem, ranking, seed="1")
    wide = seat_by_standing(problem, ranking, seed="1", rule=StandingRule(soft=2))

    assert strict.cost.repeats == 72
    assert soft.cost.repeats < 30
    assert wide.cost.repeats < 5


def test_team_mates_can_be_kept_apart_where_the_ranking_puts_them_together():
    entrants = tuple(
        Entrant(number=n, team=f"team {n // 2}", club=f"club {n // 2}")
        for n in range(24)
    )
    problem = SeatingProblem(entrants=entrants)

    def clashes(**rule):
        rule = StandingRule(**rule)
        drawn = seat_by_standing(problem, range(24), seed="1", rule=rule)
        return drawn.cost.team_clashes

    assert clashes(soft=0) == 12
    assert clashes(soft=1) == 0
    assert clashes(soft=1, teams_apart=False) == 12
    assert clashes(soft=1, teams_apart=False, clubs_apart=True) == 0


def test_unranked_players_come_last_and_fixed_places_are_kept():
    entrants = tuple(
        Entrant(number=n, table=2 if n == 1 else None) for n in range(1, 9)
    )
    problem = SeatingProblem(entrants=entrants)

    drawn = seat_by_standing(problem, [1, 2, 3, 5, 6], seed="1", rule=STRICT)

    assert tables_of(drawn) == [{2, 3, 5, 6}, {1, 4, 7, 8}]
    groups = seat_by_groups(problem, range(1, 9), groups=2, seed="1").series[0]
    assert 1 in groups[1]
    assert set(groups[0]) == {2, 3, 4, 5}


def test_last_places_are_spared_a_second_table_of_three_if_they_may_move():
    problem = field_of(15)
    played = ((tuple(range(1, 5)), (5, 6, 7, 8), (9, 10, 11, 12), (13, 14, 15)),)
    problem = replace(problem, history=played)

    strict = seat_by_standing(problem, range(1, 16), seed="1", rule=STRICT)
    soft = seat_by_standing(problem, range(1, 16), seed="1")

    assert strict.cost.three_table_excess == 3
    assert soft.cost.three_table_excess == 1


def test_seats_follow_those_of_earlier_series():
    problem = after_two_series(16)

    drawn = seat_by_standing(problem, range(1, 17), seed="1")

    assert drawn.cost.seat_excess <= 1


def test_groups_play_among_themselves():
    problem = after_two_series(22)

    drawn = seat_by_groups(problem, range(22, 0, -1), groups=2, seed="1", picks=5000)

    tables = drawn.series[0]
    assert [len(table) for table in tables] == [4, 4, 4, 4, 3, 3]
    assert {n for table in tables[:3] for n in table} == set(range(11, 23))


@pytest.mark.parametrize("groups", [0, 5])
def test_more_groups_than_tables_are_refused(groups):
    with pytest.raises(SeatingError) as refusal:
        seat_by_groups(field_of(16), range(1, 17), groups=groups, seed="1")

    assert refusal.value.code == "groups-out-of-range"
