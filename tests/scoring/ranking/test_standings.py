"""Places, teams, citations, and the places that can still be reached.

What is reachable are bounds, never too narrow: in small cases whatever may be played
is tried out and compared with them.
"""

from dataclasses import dataclass
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.game.games import result_of
from scoring.game.written_games import (
    BASE_VALUE,
    BIDS,
    MOST_MATADORS,
    Contract,
    ResultKind,
    WrittenGame,
    playing_in,
)
from scoring.lists.sheets import PlaceScore, System, WrittenLine, close_list
from scoring.playing.examples import calculate
from scoring.ranking.standings import (
    CITATIONS,
    MOST_LOST,
    MOST_WON,
    TIE_CHAIN,
    Contender,
    Criterion,
    Fact,
    Span,
    TeamRule,
    citations,
    cited_facts,
    decided_by_the_order,
    rank,
    reachable_places,
    span_left,
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


def test_more_won_then_fewer_lost_games_decide_between_equal_totals():
    sums = [Sum("Anna", 900, 10, 2), Sum("Bernd", 900, 11, 3), Sum("Carla", 900, 10, 1)]
    placed = rank([*sums, Sum("Dieter", 700)], by=tie_chain)

    assert [name for _place, name in places(placed)] == [
        "Bernd",
        "Carla",
        "Anna",
        "Dieter",
    ]
    assert [line.place for line in placed] == [1, 2, 3, 4]
    assert [TIE_CHAIN[line.decided_by] for line in placed] == [
        Criterion.WON,
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
    assert rank([], by=tie_chain) == []


@given(st.lists(st.tuples(st.integers(0, 5), st.integers(0, 3), st.integers(0, 3))))
def test_a_place_is_one_more_than_the_number_of_better_results(results):
    sums = [Sum(str(index), *result) for index, result in enumerate(results)]

    for line in rank(sums, by=tie_chain):
        better = [other for other in sums if tie_chain(other) > tie_chain(line.entry)]
        assert line.place == len(better) + 1


def results(*totals):
    return [Sum("", total, won=5, lost=1) for total in totals]


def test_6_5_a_tandem_has_the_sum_of_both():
    team = team_sum(results(1150, 847), TeamRule(size=2), players=2)

    assert (team.total, team.won, team.lost) == (1997, 10, 2)
    empty = team_sum([], TeamRule(size=2, scale_short=True), players=0)
    assert (empty.total, empty.counted, empty.is_scaled) == (0, 0, False)


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

    team = team_sum([Sum("", 500, won=7), Sum("", 500, won=9)], rule, players=2)

    assert team.won == 9


def test_where_few_points_are_good_the_smallest_count():
    rule = TeamRule(size=2, counting=1, lowest_wins=True)

    assert team_sum(results(300, 120), rule, players=2).total == 120


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


GAMES = (MOST_WON, 18, -36, MOST_LOST)
BEGUN = (
    WrittenLine(1, (PlaceScore(2, 48, True),)),
    WrittenLine(2, (PlaceScore(1, -44, False),)),
    WrittenLine(3),
)


def endings(begun, planned, players):
    """Yield the list with everything that may follow."""
    choices = [
        [()]
        + [
            (PlaceScore(place, score, score > 0),)
            for place in playing_in(number, players)
            for score in GAMES
        ]
        for number in range(len(begun) + 1, planned + 1)
    ]
    for scores in product(*choices):
        numbered = enumerate(scores, len(begun) + 1)
        yield (*begun, *(WrittenLine(number, each) for number, each in numbered))


def sums_of(lines, players, system):
    seats = close_list(lines, players=players, system=system).seats
    return [Sum(f"seat {s.place}", s.total, s.won, s.lost) for s in seats]


def place_of(sums):
    return {line.entry.name: line.place for line in rank(sums, by=tie_chain)}


def test_no_game_wins_or_costs_more_than_the_extremes():
    scores = [
        result_of(
            WrittenGame(
                declarer=1,
                contract=contract,
                matadors=matadors,
                ouvert=True,
                won=won,
                bid=bid,
            )
        ).score
        for contract in BASE_VALUE
        for matadors in (1, MOST_MATADORS[contract])
        for won in (True, False)
        for bid in BIDS
    ]

    assert (max(scores), min(scores)) == (MOST_WON, MOST_LOST) == (264, -540)


@pytest.mark.parametrize("system", System)
@pytest.mark.parametrize(("players", "planned"), [(3, 5), (4, 5), (5, 5)])
def test_the_games_left_stay_within_the_span(players, planned, system):
    before = sums_of(BEGUN, players, system)
    after = [
        sums_of(lines, players, system) for lines in endings(BEGUN, planned, players)
    ]

    for index, own in enumerate(before):
        gains = [sums[index].total - own.total for sums in after]
        left = span_left(
            index + 1, played=3, planned=planned, players=players, system=system
        )
        assert Span(min(gains), max(gains)) == left


@pytest.mark.parametrize("carried", [(0, 0, 0), (900, 250, -300), (0, 1500, 1500)])
@pytest.mark.parametrize("planned", [3, 4, 5])
def test_all_places_lie_within_the_bounds(carried, planned):
    at_rest = [Sum("Emil", 800, 9, 1), Sum("Frieda", 800, 9, 1), Sum("Gerd", 310, 4)]

    def with_carried(sums):
        moved = zip(sums, carried, strict=True)
        return [Sum(s.name, s.total + more, s.won, s.lost) for s, more in moved]

    now = with_carried(sums_of(BEGUN, 3, System.SEEGER_FABIAN))
    contenders = [
        Contender(
            total=own.total, left=span_left(place, played=3, planned=planned, players=3)
        )
        for place, own in enumerate(now, 1)
    ]
    contenders += [
        Contender(total=own.total, settled=tie_chain(own)) for own in at_rest
    ]
    bounds = reachable_places(contenders)

    for lines in endings(BEGUN, planned, 3):
        ended = with_carried(sums_of(lines, 3, System.SEEGER_FABIAN))
        reached = place_of([*ended, *at_rest])
        for own, bound in zip([*now, *at_rest], bounds, strict=True):
            assert bound.least <= reached[own.name] <= bound.most


def test_with_nothing_left_the_bounds_are_the_place():
    sums = [Sum("Anna", 900, 9), Sum("Bernd", 900, 8), Sum("Carla", 900, 9, 0)]
    sums += [Sum("Dieter", 1200), Sum("Emil", -40, 1, 2)]

    bounds = reachable_places(
        [Contender(total=own.total, settled=tie_chain(own)) for own in sums]
    )

    place = place_of(sums)
    assert bounds == [Span(place[own.name], place[own.name]) for own in sums]
    assert [bound.least for bound in bounds] == [2, 4, 2, 1, 5]


def test_equal_totals_are_open_while_games_are_left():
    anna = Contender(total=900, settled=(900, 9, 0))
    bernd = Contender(total=870, left=Span(0, 30))

    assert reachable_places([anna, bernd]) == [Span(1, 2), Span(1, 2)]
