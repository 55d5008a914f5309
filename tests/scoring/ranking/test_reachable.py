"""The best and the worst place that can still be reached are bounds, never too narrow.

Whatever may be played is tried out in small cases and compared with them.
"""

from dataclasses import dataclass
from itertools import product

import pytest

from scoring.game.contracts import BASE_VALUE, BIDS, MOST_MATADORS, playing_in
from scoring.game.games import result_of
from scoring.game.written_games import WrittenGame
from scoring.lists.sheets import PlaceScore, System, WrittenLine, close_list
from scoring.ranking.reachable import (
    MOST_LOST,
    MOST_WON,
    Contender,
    Span,
    reachable_places,
    span_left,
)
from scoring.ranking.standings import rank, tie_chain

GAMES = (MOST_WON, 18, -36, MOST_LOST)
BEGUN = (
    WrittenLine(1, (PlaceScore(2, 48, True),)),
    WrittenLine(2, (PlaceScore(1, -44, False),)),
    WrittenLine(3),
)


@dataclass(frozen=True)
class Sum:
    name: str
    total: int
    won: int = 0
    lost: int = 0


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


def places(sums):
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
        reached = places([*ended, *at_rest])
        for own, bound in zip([*now, *at_rest], bounds, strict=True):
            assert bound.least <= reached[own.name] <= bound.most


def test_with_nothing_left_the_bounds_are_the_place():
    sums = [Sum("Anna", 900, 9), Sum("Bernd", 900, 8), Sum("Carla", 900, 9, 0)]
    sums += [Sum("Dieter", 1200), Sum("Emil", -40, 1, 2)]

    bounds = reachable_places(
        [Contender(total=own.total, settled=tie_chain(own)) for own in sums]
    )

    place = places(sums)
    assert bounds == [Span(place[own.name], place[own.name]) for own in sums]
    assert [bound.least for bound in bounds] == [2, 4, 2, 1, 5]


def test_equal_totals_are_open_while_games_are_left():
    anna = Contender(total=900, settled=(900, 9, 0))
    bernd = Contender(total=870, left=Span(0, 30))

    assert reachable_places([anna, bernd]) == [Span(1, 2), Span(1, 2)]
