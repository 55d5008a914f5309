from dataclasses import dataclass

from hypothesis import given
from hypothesis import strategies as st

from scoring.ranking.standings import TIE_CHAIN, Criterion, rank, tie_chain


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
