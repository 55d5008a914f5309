"""A player announces that they will take no trick (rules 7.5)."""

import pytest

from scoring.game.codes import Problem, Question
from scoring.house.rules import HouseRules, RamschScoring, Schieberamsch
from scoring.playing.explanations import RamschExplanation
from scoring.playing.play import play
from tests.scoring.playing.games import only, ramsch, written

MINUS = HouseRules(schieberamsch=Schieberamsch.MINUS, announced_virgin=120)
MARKS = HouseRules(
    schieberamsch=Schieberamsch.MARKS, only_ramsch=True, announced_virgin=120
)


def test_a_virgin_that_was_announced_doubles_again():
    """70 card points, a virgin × 2, announced × 2: 280."""
    line = only(ramsch(70, 50, 0, virgins=(3,), announced=(3,)), MINUS)

    assert written(line) == {1: -280}


def test_a_missed_virgin_costs_what_was_agreed_and_nobody_else_writes():
    line = only(ramsch(60, 50, 10, announced=(3,)), MINUS)

    assert written(line) == {3: -120}
    assert line.explanation.ramsch == RamschExplanation(
        Schieberamsch.MINUS, (3,), 0, 1, missed=True
    )


def test_pushes_do_not_double_a_missed_virgin():
    assert written(only(ramsch(60, 50, 10, announced=(3,), pushes=2), MINUS)) == {
        3: -120
    }


def test_taking_every_trick_misses_an_announced_virgin():
    line = only(ramsch(0, 0, 120, virgins=(1, 2), march=3, announced=(3,)), MINUS)

    assert written(line) == {3: -120}


def test_all_tricks_beside_a_virgin_that_was_announced_are_good():
    line = only(ramsch(0, 0, 120, virgins=(1, 2), announced=(1,)), MINUS)

    assert written(line) == {3: 120}


def test_where_the_lowest_sum_wins_a_missed_virgin_is_added():
    """48 × 2 × 2 = 192, a tenth 19; missed: 120."""
    made = only(ramsch(48, 72, 0, virgins=(3,), announced=(3,)), MARKS)
    missed = only(ramsch(48, 42, 30, announced=(3,)), MARKS)

    assert written(made) == {2: 72 * 4 // 10}
    assert written(missed) == {3: 120}


@pytest.mark.parametrize(
    ("fields", "problem"),
    [
        ({"virgins": (3,)}, Problem.VIRGIN_NOT_PLAYED),
        ({"announced": (3,)}, Problem.VIRGIN_NOT_ANNOUNCED_HERE),
        ({"march": 3}, Problem.MARCH_NOT_PLAYED),
        ({"pushes": 1}, Problem.PUSHES_NOT_PLAYED),
    ],
)
def test_without_schieberamsch_its_marks_are_refused(fields, problem):
    passed = HouseRules(ramsch=RamschScoring.MOST_PAYS, announced_virgin=120)
    points = (0, 0, 120) if "march" in fields else (70, 50, 0)

    (line,) = play([ramsch(*points, **fields)], passed, players=3)

    assert line.problems == (problem,)


def test_a_virgin_is_announced_only_where_it_is_played():
    rules = HouseRules(schieberamsch=Schieberamsch.MINUS)

    (line,) = play([ramsch(70, 50, 0, announced=(3,))], rules, players=3)

    assert line.problems == (Problem.VIRGIN_NOT_ANNOUNCED_HERE,)


def test_outside_its_round_pushes_count_nothing_and_are_questioned():
    both = HouseRules(
        ramsch=RamschScoring.MOST_PAYS,
        schieberamsch=Schieberamsch.MINUS,
        bock_split=True,
        ramsch_after_bock=True,
    )

    line = only(ramsch(70, 50, 0, virgins=(3,), pushes=1), both)

    assert written(line) == {1: -70}
    assert line.questions == (Question.MARKS_COUNT_NOTHING,)
