"""How people rise and fall: under another rule, and since the last evening."""

from scoring.seasons.rules import Measure, Minimum, SeasonRule, Unit
from scoring.seasons.table import moves, season_standings
from tests.scoring.seasons.test_seasons import ANNA, BERND, CARLA, held, season_of

LISTS = [
    *season_of(ANNA, [1000, 1000, None, None]),
    *season_of(BERND, [900, 900, 900, 900]),
    *season_of(CARLA, [1500, 400, 500, 500]),
]


def compared(*rules):
    return moves(*(season_standings(rule, LISTS, held(4)) for rule in rules))


def test_the_lab_says_who_moves_and_by_how_much():
    by_sum = SeasonRule(measure=Measure.SUM)

    row_moves = compared(SeasonRule(), by_sum)

    assert [(move.person, move.up) for move in row_moves] == [
        (BERND, 1),
        (CARLA, 1),
        (ANNA, -2),
    ]
    assert (row_moves[2].before.value, row_moves[2].after.value) == (1000, 2000)


def test_the_same_rule_moves_nobody():
    row_moves = compared(SeasonRule(), SeasonRule())

    assert {move.up for move in row_moves} == {0}


def test_losing_the_place_altogether_is_no_number():
    strict = SeasonRule(minimums=(Minimum(unit=Unit.LIST, count=3),))

    row_moves = compared(SeasonRule(), strict)

    assert [(move.person, move.up) for move in row_moves] == [
        (BERND, 1),
        (CARLA, 1),
        (ANNA, None),
    ]


def test_the_trend_is_the_move_since_the_last_evening():
    before = season_standings(SeasonRule(), LISTS, held(2))
    after = season_standings(SeasonRule(), LISTS + season_of(4, [500]), held(4))

    found = {move.person: move.up for move in moves(before, after)}

    assert found == {ANNA: 0, BERND: 1, CARLA: -1, 4: None}
    assert [move.person for move in moves(after, before)][-1] == 4
