from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.leagues.rules import (
    PRESETS,
    LeagueRule,
    SeriesPoints,
    SharedPlaces,
    TeamSeries,
    series_points,
    tables_formed,
    team_score,
)
from scoring.leagues.table import (
    Imbalance,
    LeagueMark,
    PlayerList,
    SumCheck,
    imbalances,
    league_table,
    match_day_table,
    single_ranking,
    unwon_points,
)

DSKV, ISPA = PRESETS["DSKV"], PRESETS["ISPA"]
HALF = Fraction(1, 2)


def team_series(team, score, match_day=1, series=1, group=1, players=4, **more):
    return TeamSeries(
        team=team,
        match_day=match_day,
        series=series,
        group=group,
        score=score,
        players=players,
        **more,
    )


def group_of(*scores, **more):
    return [team_series(team, score, **more) for team, score in enumerate(scores, 1)]


def columns(lines):
    return {line.team: f"{line.plus}:{line.minus}" for line in lines}


@pytest.mark.parametrize(
    ("present", "tables"),
    [
        ((4, 4, 4, 4), (4, 4, 4, 4)),
        ((4, 4, 4, 3), (4, 4, 4, 3)),
        ((4, 3, 4, 3), (4, 4, 3, 3)),
        ((4, 3, 3, 3), (4, 3, 3, 3)),
        ((3, 3, 3, 3), (4, 4, 4)),
        ((4, 4, 4, 0), (3, 3, 3, 3)),
        ((4, 4, 4), (3, 3, 3, 3)),
        ((4, 4, 4, 2), (3, 3, 3, 3)),
        ((4, 4, 3, 0), (4, 4, 3)),
        ((3, 3, 3, 0), (3, 3, 3)),
        ((4, 4, 0, 0), (4, 4)),
        ((4, 3, 0, 0), ()),
        ((4, 0, 0, 0), ()),
        ((), ()),
        ((4, 4, 4, 4, 4), (4, 4, 4, 4, 4)),
    ],
    ids=str,
)
def test_6_1_tables_are_formed_by_the_players_present(present, tables):
    assert tables_formed(present) == tables


def test_6_1_five_players_make_no_tables():
    rule = LeagueRule(team_size=3, least_players=1)

    assert tables_formed((2, 2, 1), rule) == ()


@pytest.mark.parametrize(
    ("rule", "teams", "expected"),
    [
        (DSKV, 3, ["2:0", "1:1", "0:2"]),
        (DSKV, 4, ["3:0", "2:1", "1:2", "0:3"]),
        (DSKV, 5, ["4:0", "3:1", "2:2", "1:3", "0:4"]),
        (ISPA, 4, ["6:0", "4:2", "2:4", "0:6"]),
    ],
)
def test_6_2_places_in_a_series_earn_wertungspunkte(rule, teams, expected):
    group = group_of(*range(4000, 4000 - teams, -1), players=rule.team_size)

    assert list(columns(series_points(group, rule)).values()) == expected


def test_6_2_a_no_show_gets_nothing_and_leaves_the_scale_unchanged():
    group = [*group_of(3500, -100, 3900), team_series(4, 0, players=0)]

    lines = series_points(group)

    assert columns(lines) == {3: "3:0", 1: "2:1", 2: "1:2", 4: "0:3"}
    assert [(line.absent, line.score) for line in lines][-1] == (True, 0)
    assert imbalances(lines) == ()


def test_6_1_a_team_with_three_takes_part_and_with_two_counts_as_absent():
    three = team_series(1, 3000, players=3)
    two = team_series(1, 2000, players=2)

    assert (team_score(three, DSKV), team_score(two, DSKV)) == (3000, 0)


def test_6_3_three_count_as_four_only_where_set():
    three = team_series(1, 3001, players=3)

    assert team_score(three, LeagueRule(scale_short=True)) == Fraction(12_004, 3)


@pytest.mark.parametrize(
    ("shared", "expected"),
    [
        (SharedPlaces.AVERAGED, {2: "5/2:1/2", 3: "5/2:1/2", 1: "1:2", 4: "0:3"}),
        (SharedPlaces.BEST, {2: "3:0", 3: "3:0", 1: "1:2", 4: "0:3"}),
    ],
)
def test_11_4_equal_teams_share_the_average_or_take_the_best_rank(shared, expected):
    group = group_of(3500, 3900, 3900, 3400)

    assert columns(series_points(group, LeagueRule(shared=shared))) == expected


def test_11_4_three_equal_teams_share_whole_points():
    group = group_of(3500, 3900, 3500, 3500)

    assert columns(series_points(group)) == {2: "3:0", 1: "1:2", 3: "1:2", 4: "1:2"}


DAY = [
    *group_of(3500, 4100, 3900, 3700, series=1),
    *group_of(3900, 3800, 3700, 3600, series=2),
    *group_of(3000, 4000, 3500, 3600, series=3),
]


def test_6_2_a_match_day_of_three_series_has_pair_sums_of_nine():
    table = match_day_table([*DAY, *group_of(1, 2, 3, 4, group=2)], 1, 1)

    assert columns(table) == {2: "8:1", 3: "4:5", 4: "3:6", 1: "3:6"}
    assert {row.plus + row.minus for row in table} == {9}
    assert table[0].score == 11_900
    assert imbalances(table) == ()


def test_6_2_a_league_ranks_by_wertungspunkte_then_spielpunkte():
    results = [
        *group_of(3500, 4100, 3800, 3700),
        *group_of(3900, 3500, 3700, 4100, match_day=2),
    ]

    table = league_table(results, {1, 2, 3, 4})

    assert [(row.place, row.team, row.plus, row.score) for row in table] == [
        (1, 4, 4, 7800),
        (2, 2, 3, 7600),
        (3, 3, 3, 7500),
        (4, 1, 2, 7400),
    ]


def test_6_2_won_games_decide_only_where_set():
    results = [
        *group_of(3900, 3900, 3500, 3400, won=5),
        team_series(1, 3000, series=2, won=8),
        team_series(2, 3000, series=2, won=9),
    ]

    official = league_table(results, {1, 2, 3, 4})
    by_games = league_table(results, {1, 2, 3, 4}, LeagueRule(games_decide=True))

    assert [row.place for row in official[:2]] == [1, 1]
    assert [(row.place, row.team) for row in by_games[:2]] == [(1, 2), (2, 1)]


def test_6_2_a_team_without_a_result_has_zeros():
    table = league_table(group_of(3500, 3400, 3300), {1, 2, 3, 9})

    assert (table[-1].team, table[-1].series, table[-1].score) == (9, 0, 0)


def test_6_3_a_withdrawn_team_is_struck_with_everything_won_against_it():
    table = league_table(DAY, {1, 2, 3, 4}, withdrawn={3})

    assert columns(table) == {2: "5:1", 4: "2:4", 1: "2:4", 3: "0:0"}
    assert (table[-1].place, table[-1].mark) == (None, LeagueMark.WITHDRAWN)
    assert table[0].score == 11_900
    assert imbalances(table) == ()


LEVEL = {team: 4000 - team for team in range(1, 9)}
EIGHT = [
    team_series(team, score, group=1 + (team > 4)) for team, score in LEVEL.items()
]


def marks(rule, results=EIGHT, **more):
    table = league_table(results, LEVEL, rule, **more)
    return {row.team: row.mark for row in table if row.mark}


def test_6_3_promotion_and_relegation_follow_the_numbers_of_the_season():
    assert marks(LeagueRule(promoted=2, relegated=3)) == {
        1: LeagueMark.PROMOTED,
        5: LeagueMark.PROMOTED,
        7: LeagueMark.RELEGATED,
        4: LeagueMark.RELEGATED,
        8: LeagueMark.RELEGATED,
    }
    assert marks(LeagueRule()) == {}


def test_6_3_a_withdrawn_team_fills_a_place_of_relegation():
    assert marks(LeagueRule(relegated=2), withdrawn={1}) == {
        8: LeagueMark.RELEGATED,
        1: LeagueMark.WITHDRAWN,
    }


def test_6_3_a_shared_place_across_the_line_stays_open():
    equal = group_of(3900, 3900, 3500, 3500)
    rule = LeagueRule(promoted=1, relegated=1)

    table = league_table(equal, {1, 2, 3, 4}, rule)

    assert {row.mark for row in table} == {LeagueMark.OPEN}
    assert {row.mark for row in league_table([], {1, 2}, LeagueRule(promoted=2))} == {
        LeagueMark.PROMOTED
    }


def player_list(person, total, games=48, won=10, lost=2, team=1):
    return PlayerList(
        person=person, team=team, total=total, games=games, won=won, lost=lost
    )


def test_6_3_the_single_ranking_averages_lists_and_decides_ties_by_games():
    lists = [
        player_list(1, 1000),
        player_list(1, 1001, team=2),
        player_list(2, 1001, won=11),
        player_list(3, 1001, won=10),
    ]

    table = single_ranking(lists, 48)

    assert [(row.place, row.person, row.average) for row in table] == [
        (1, 2, 1001),
        (2, 3, 1001),
        (3, 1, Fraction(2001, 2)),
    ]
    assert table[2].teams == (1, 2)


def test_6_3_ispa_averages_games_and_asks_for_540_of_720():
    enough = [player_list(1, 500, games=36)] * 15
    short = [player_list(2, 900, games=36)] * 14

    table = single_ranking([*short, *enough], 720, ISPA)

    assert [(row.place, row.person, row.games) for row in table] == [
        (1, 1, 540),
        (None, 2, 504),
    ]
    assert (table[0].average, table[0].per_list) == (Fraction(500, 36), 500)


def paper(team, plus, minus, possible=3):
    return SeriesPoints(
        team=team,
        place=1,
        plus=Fraction(plus),
        minus=Fraction(minus),
        possible=possible,
        score=Fraction(0),
    )


def test_6_2_a_wrong_sum_on_paper_is_named():
    group = [paper(1, 3, 0), paper(2, 2, 1), paper(3, 2, 2), paper(4, 0, 3)]

    assert imbalances(group) == (
        Imbalance(check=SumCheck.PAIR, by=Fraction(1), team=3),
        Imbalance(check=SumCheck.PLUS, by=Fraction(1)),
    )


def test_6_1_two_no_shows_leave_a_point_unwon():
    group = [*group_of(3500, 3400), *group_of(0, 0, players=0)]
    group = [team_series(at, g.score, players=g.players) for at, g in enumerate(group)]
    lines = series_points(group)

    assert unwon_points(group) == 1
    assert imbalances(lines, unwon=unwon_points(group)) == ()
    assert [failure.by for failure in imbalances(lines)] == [-1, 1]


@st.composite
def leagues(draw):
    """Draw all series of a small league in groups of 4; any team may be missing."""
    return [
        team_series(
            group * 4 + team,
            draw(st.integers(-3, 3)) * 100,
            match_day=day,
            series=series,
            group=group,
            players=draw(st.sampled_from([0, 2, 3, 4, 4, 4, 4])),
        )
        for day in (1, 2)
        for series in (1, 2)
        for group in (0, 1)
        for team in range(4)
    ]


RULES = st.builds(
    LeagueRule,
    step=st.sampled_from([1, 2]),
    scale_short=st.booleans(),
    promoted=st.integers(0, 3),
    relegated=st.integers(0, 3),
)


@given(
    leagues(),
    RULES,
    st.sets(st.integers(0, 7), max_size=3),
    st.randoms(use_true_random=False),
)
def test_6_2_the_sum_checks_hold_for_any_results_in_any_order(
    results, rule, withdrawn, random
):
    left = [result for result in results if result.team not in withdrawn]
    table = league_table(results, range(8), rule, withdrawn=withdrawn)
    shuffled = random.sample(results, len(results))

    assert imbalances(table, unwon=unwon_points(left, rule)) == ()
    assert table == league_table(shuffled, range(8), rule, withdrawn=withdrawn)


@given(st.lists(st.integers(-5, 5), min_size=4, max_size=4))
def test_6_2_a_full_league_has_one_and_a_half_points_per_team_and_series(scores):
    table = league_table(group_of(*scores), range(1, 5))

    assert sum(row.plus for row in table) == sum(row.minus for row in table)
    assert sum(row.plus for row in table) == 3 * HALF * 4
