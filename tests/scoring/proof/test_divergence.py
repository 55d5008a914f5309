from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.game.games import result_of
from scoring.game.written_games import WrittenGame
from scoring.proof.divergence import (
    MOST_QUESTIONS,
    Ask,
    FirstDifference,
    Parting,
    next_question,
)
from scoring.proof.paper import TypedLine
from tests.sampling import sample_list


def column(games):
    """Return a list in which place 1 plays every second game."""
    return [
        TypedLine(
            number=number,
            entry=WrittenGame(
                declarer=1 + number % 2, written_value=18 + 2 * (number % 3)
            ),
        )
        for number in range(1, 2 * games + 1)
    ]


def runnings(lines, place):
    running, found = 0, {}
    for line in lines:
        if line.entry.declarer == place:
            running += result_of(line.entry).score
            found[line.number] = running
    return found


def ask_until_found(lines, place, paper):
    """Answer every question from the paper; return the result and their number."""
    answers = {}
    final = list(paper.values())[-1]
    while True:
        step = next_question(lines, place, final=final, answers=answers)
        if not isinstance(step, Ask):
            return step, len(answers)
        answers[step.line] = paper[step.line]


def off_from(paper, line, by=10):
    return {number: total + by * (number >= line) for number, total in paper.items()}


@pytest.mark.parametrize(
    ("games", "most"), [*((games, 1) for games in range(1, 17)), (17, 2), (32, 2)]
)
def test_five_questions_name_one_of_sixteen_lines_or_leave_a_range(games, most):
    lines = column(games)
    paper = runnings(lines, 1)

    for line in paper:
        difference, questions = ask_until_found(lines, 1, off_from(paper, line))
        assert line in difference.lines
        assert len(difference.lines) <= most
        assert questions <= MOST_QUESTIONS


@given(
    st.integers(1, 16),
    st.lists(st.sampled_from([None, 0, 10]), min_size=16, max_size=16),
    st.data(),
)
def test_check_values_never_cost_a_sixth_question(games, offs, data):
    lines = [
        line if off is None else replace(line, value=result_of(line.entry).score + off)
        for line, off in zip(
            column(games), [o for o in offs for _ in "ab"], strict=False
        )
    ]
    paper = runnings(lines, 1)
    line = data.draw(st.sampled_from(list(paper)))

    difference, questions = ask_until_found(lines, 1, off_from(paper, line))

    assert difference.lines == (line,)
    assert questions <= MOST_QUESTIONS


def test_the_first_of_two_differences_is_found():
    lines = column(12)
    paper = off_from(off_from(runnings(lines, 1), 5), 15, by=-30)

    difference, _ = ask_until_found(lines, 1, paper)

    assert difference == FirstDifference(lines=(6,))


def test_an_agreeing_total_needs_no_question():
    lines = column(12)
    final = runnings(lines, 2)[23]

    assert next_question(lines, 2, final=final, answers={}) is None
    assert next_question(lines, 2, final=None, answers={}) is None


def test_a_missing_number_marks_the_line():
    lines = column(8)
    paper = runnings(lines, 1)
    own = result_of(lines[7].entry).score
    elsewhere = off_from(paper, 8, by=-own) | {8: None}

    difference, questions = ask_until_found(lines, 1, elsewhere)

    assert difference.lines == (8,)
    assert difference.parting is Parting.COLUMN
    assert questions <= MOST_QUESTIONS


def by_number(paper_lines, typed, place):
    """Answer from the row with the printed number, whatever game is in it."""
    column = runnings(paper_lines, place)
    last = list(column.values())[-1]
    answers = {}
    while True:
        step = next_question(typed, place, final=last, answers=answers)
        if not isinstance(step, Ask):
            return step, len(answers)
        answers[step.line] = column.get(step.line)


def numbered(entries):
    return [
        TypedLine(number=number, entry=entry) for number, entry in enumerate(entries, 1)
    ]


@pytest.mark.parametrize("players", [3, 4])
def test_a_missing_line_is_found_although_the_others_moved(players):
    for seed in range(12):
        entries = list(sample_list(seed, players))
        at = next(n for n in range(10 + seed, 48) if entries[n].declarer)
        place = entries[at].declarer
        typed = numbered([*entries[:at], *entries[at + 1 :]])

        difference, questions = by_number(numbered(entries), typed, place)

        later = [line.number for line in typed[at:] if line.entry.declarer == place]
        assert not later or later[0] in difference.lines
        assert len(difference.lines) <= 2
        assert questions <= MOST_QUESTIONS


def test_a_doubled_line_is_found_although_the_others_moved():
    for seed in range(12):
        entries = list(sample_list(seed))
        at = next(n for n in range(10 + seed, 48) if entries[n].declarer)
        place = entries[at].declarer
        typed = numbered([*entries[: at + 1], *entries[at:]])

        difference, questions = by_number(numbered(entries), typed, place)

        assert set(difference.lines) <= {at + 1, at + 2}
        assert questions <= MOST_QUESTIONS


def test_the_number_of_games_says_that_one_is_missing():
    entries = list(sample_list(3))
    typed = numbered(entries[1:])
    place = entries[0].declarer
    final = list(runnings(numbered(entries), place).values())[-1]

    answers = {}
    while isinstance(
        step := next_question(typed, place, final=final, answers=answers, games=48), Ask
    ):
        answers[step.line] = runnings(numbered(entries), place).get(step.line)

    assert step.parting is Parting.MISSING


def test_typed_running_totals_are_free_answers():
    paper = off_from(runnings(column(12), 1), 9)
    lines = [replace(line, running=paper.get(line.number)) for line in column(12)]

    step = next_question(lines, 1, final=list(paper.values())[-1], answers={})

    assert step == FirstDifference(lines=(10,))


def test_a_difference_after_the_last_game_may_be_the_foot():
    lines = column(1)

    step = next_question(lines, 2, final=999, answers={})

    assert step == FirstDifference(lines=(1,), or_foot=True)


def test_a_player_without_a_typed_game_has_no_line():
    assert next_question(column(3), 3, final=48, answers={}) == FirstDifference(
        lines=(), or_foot=True
    )


def test_a_value_that_differs_is_asked_about_first():
    lines = column(10)
    lines[7] = replace(lines[7], value=99)

    step = next_question(lines, 1, final=0, answers={})

    assert step.line in (6, 8)


def test_sampled_lists_never_need_more_than_five_questions():
    for seed in range(3):
        lines = numbered(sample_list(seed))
        for place in range(1, 5):
            paper = runnings(lines, place)
            for line in paper:
                off = off_from(paper, line)
                difference, questions = ask_until_found(lines, place, off)
                assert questions <= MOST_QUESTIONS
                assert line in difference.lines
                assert len(difference.lines) == 1 or len(paper) > 16
