from dataclasses import dataclass

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.game.contracts import Contract, ResultKind
from scoring.game.written_games import WrittenGame
from scoring.playing.examples import calculate
from scoring.ranking.standings import (
    CITATIONS,
    TIE_CHAIN,
    Criterion,
    Fact,
    TeamRule,
    citations,
    cited_facts,
    decided_by_the_order,
    rank,
    team_sum,
    tie_chain,
)


@dataclass(frozen=True)
class Sum:
    name: str
    total: int
    won: int = 0
    lost: int = 0


def places(placed):
    return [(line.place, line.entry.name) for line in placed]


def test_equal_results_share_a_place_and_the_next_is_skipped():
    placed = rank(
        [Sum("Anna", 900), Sum("Bernd", 1200), Sum("Carla", 1200)], by=tie_chain
    )

    assert places(placed) == [(1, "Bernd"), (1, "Carla"), (3, "Anna")]
    assert [line.shared for line in placed] == [True, True, False]


def test_more_won_games_decide_between_equal_totals():
    placed = rank([Sum("Anna", 900, 10, 1), Sum("Bernd", 900, 11, 3)], by=tie_chain)

    assert places(placed) == [(1, "Bernd"), (2, "Anna")]
    assert [TIE_CHAIN[line.decided_by] for line in placed] == [
        Criterion.WON,
        Criterion.TOTAL,
    ]


def test_fewer_lost_games_decide_when_won_games_are_equal():
    placed = rank(
        [Sum("Anna", 900, 10, 2), Sum("Bernd", 900, 10, 1), Sum("Carla", 700)],
        by=tie_chain,
    )

    assert places(placed) == [(1, "Bernd"), (2, "Anna"), (3, "Carla")]
    assert [TIE_CHAIN[line.decided_by] for line in placed] == [
        Criterion.FEWER_LOST,
        Criterion.TOTAL,
        Criterion.TOTAL,
    ]


def test_a_lot_comes_after_the_chain():
    lots = {"Anna": 1, "Bernd": 2}

    placed = rank(
        [Sum("Anna", 900), Sum("Bernd", 900)],
        by=lambda result: (*tie_chain(result), lots[result.name]),
    )

    assert places(placed) == [(1, "Bernd"), (2, "Anna")]
    assert TIE_CHAIN[placed[0].decided_by] is Criterion.LOT


def test_an_empty_ranking_is_empty():
    assert rank([], by=tie_chain) == []


@given(st.lists(st.tuples(st.integers(0, 5), st.integers(0, 3), st.integers(0, 3))))
def test_a_place_is_one_more_than_the_number_of_better_results(results):
    sums = [Sum(str(index), *result) for index, result in enumerate(results)]

    for line in rank(sums, by=tie_chain):
        better = [other for other in sums if tie_chain(other) > tie_chain(line.entry)]
        assert line.place == len(better) + 1


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


CLUBS = {"contract": Contract.CLUBS, "matadors": 1}


def numbers(facts):
    return [each.number for each in citations(facts)]


def test_every_fact_has_a_citation():
    assert set(CITATIONS) == set(Fact)


@pytest.mark.parametrize(
    ("game", "won", "lost"),
    [
        (CLUBS, ["2.4.1", "2.5"], ["2.4.1", "2.5", "2.5.11"]),
        ({"contract": Contract.NULL}, ["2.4.2"], ["2.4.2", "2.5.11"]),
        (
            {**CLUBS, "bid": 40},
            ["2.4.1", "2.5", "3.6.1", "2.5.11"],
            ["2.4.1", "2.5", "3.6.1", "2.5.11"],
        ),
        (
            {"contract": Contract.NULL, "bid": 30},
            ["3.6.2", "2.4.1", "2.5", "3.6.1", "2.5.11"],
            ["3.6.2", "2.4.1", "2.5", "3.6.1", "2.5.11"],
        ),
    ],
)
def test_a_game_cites_the_rules_behind_its_value(game, won, lost):
    calculation = calculate(WrittenGame(**game))

    assert numbers(cited_facts(calculation.won.explanation)) == won
    assert numbers(cited_facts(calculation.lost.explanation)) == lost


def test_a_decided_game_cites_the_rule_of_the_decision():
    assert numbers(cited_facts(None, ResultKind.REFEREE)) == ["7.3.2"]
    assert numbers(cited_facts(None, ResultKind.CONCEDED)) == ["4.4"]


def test_only_the_official_order_decides_by_the_skwo():
    own = (Criterion.TOTAL, Criterion.LAST_SERIES, Criterion.WON, Criterion.LOT)

    assert decided_by_the_order(TIE_CHAIN, 1)
    assert decided_by_the_order(TIE_CHAIN, 3)
    assert not decided_by_the_order(own, 2)
