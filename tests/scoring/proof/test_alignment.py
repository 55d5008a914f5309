from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scoring.game.games import result_of
from scoring.game.written_games import Contract, WrittenGame, with_implied_levels
from scoring.notation.reading import read_line
from scoring.proof.alignment import (
    Discord,
    Discrepancy,
    ListState,
    Pair,
    arrival_status,
    discords,
    pairs_of,
)
from scoring.proof.divergence import (
    MOST_QUESTIONS,
    Ask,
    FirstDifference,
    Parting,
    next_question,
)
from scoring.proof.paper import TypedLine
from tests.sampling import sample_list

LIST = sample_list(3)


def found(first, second):
    return [(d.kind, d.first, d.second) for d in discords(first, second)]


def test_equal_lists_have_nothing_to_show():
    with_bids = [
        replace(entry, bid=18) if entry.contract is Contract.GRAND else entry
        for entry in LIST
    ]
    values = [
        entry
        if entry.declarer is None
        else WrittenGame(declarer=entry.declarer, written_value=result_of(entry).score)
        for entry in LIST
    ]

    for same in (LIST, with_bids, values):
        assert discords(LIST, same) == ()


@pytest.mark.parametrize("index", [0, 7, 47])
def test_a_missing_game_is_shown_alone(index):
    second = [*LIST[:index], *LIST[index + 1 :]]

    assert found(LIST, second) == [(Discrepancy.ONLY_FIRST, (index + 1,), ())]


def test_an_extra_game_is_shown_alone():
    second = [*LIST[:5], WrittenGame(declarer=1, written_value=264), *LIST[5:]]

    assert found(LIST, second) == [(Discrepancy.ONLY_SECOND, (), (6,))]


def test_a_different_line_is_shown_with_both_numbers():
    second = list(LIST)
    second[20] = WrittenGame(declarer=2, contract=Contract.DIAMONDS, matadors=9)

    assert found(LIST, second) == [(Discrepancy.DIFFERS, (21,), (21,))]


def test_two_swapped_neighbours_are_one_discord():
    first = [LIST[0], WrittenGame(declarer=1, written_value=48), LIST[2]]
    first.insert(2, WrittenGame(declarer=3, written_value=-96))
    second = [first[0], first[2], first[1], first[3]]

    assert found(first, second) == [(Discrepancy.SWAPPED, (2, 3), (2, 3))]


def test_differences_in_details_are_told_apart_from_points():
    with_two = WrittenGame(declarer=2, contract=Contract.CLUBS, matadors=2)
    hand = WrittenGame(declarer=2, contract=Contract.CLUBS, matadors=1, hand=True)

    (discord,) = discords([with_two], [hand])

    assert discord == Discord(
        kind=Discrepancy.DIFFERS, first=(1,), second=(1,), same_score=True
    )


def test_several_slips_are_shown_in_the_order_of_the_games():
    second = list(LIST)
    second[30] = WrittenGame(declarer=3, contract=Contract.NULL, ouvert=True, hand=True)
    del second[10]

    assert [(d.kind, d.first) for d in discords(LIST, second)] == [
        (Discrepancy.ONLY_FIRST, (11,)),
        (Discrepancy.DIFFERS, (31,)),
    ]


@given(st.integers(0, 10**6), st.sets(st.integers(0, 47), max_size=6))
@settings(max_examples=25)
def test_a_list_with_games_left_out_shows_as_many_as_were_left_out(seed, gone):
    first = sample_list(seed)
    second = [entry for index, entry in enumerate(first) if index not in gone]

    differences = discords(first, second)

    assert len(differences) == len(gone)
    assert {d.kind for d in differences} <= {Discrepancy.ONLY_FIRST}


GAMES = ("2a1", "3g1", "e", "4n")


def state(*texts, foot=None, is_struck=False):
    games = tuple(with_implied_levels(read_line(text).entry) for text in texts)
    return ListState(games=games, foot=foot or {}, is_struck=is_struck)


@pytest.mark.parametrize(
    ("here", "there", "standing"),
    [
        (state(), state(*GAMES), "ready"),
        (state(*GAMES[:2]), state(*GAMES), "ready"),
        (state(*GAMES), state(*GAMES), "duplicate"),
        (state(*GAMES), state(*GAMES[:2]), "duplicate"),
        (state(*GAMES), state("2a1", "3g2"), "conflict"),
        (state(*GAMES), state(*GAMES, is_struck=True), "ready"),
        (state(*GAMES), state(*GAMES[:2], is_struck=True), "conflict"),
        (state(*GAMES[:2], is_struck=True), state(*GAMES), "conflict"),
        (state(*GAMES), state(*GAMES, foot={1: "0/0/0/0"}), "ready"),
        (state(foot={1: "18/1/0/"}), state(foot={1: "18/1/0/"}), "duplicate"),
        (state(foot={1: "18/1/0/"}), state(foot={1: "48/1/0/"}), "conflict"),
        (state(*GAMES, foot={1: "18/1/0/"}), state(*GAMES), "duplicate"),
    ],
)
def test_how_an_arrived_list_relates_to_the_one_here(here, there, standing):
    assert arrival_status(here, there) == standing


def test_a_list_in_doubt_is_not_ready_and_never_a_duplicate_with_other_people():
    assert arrival_status(state(), state(*GAMES), doubts=True) == "review"
    assert arrival_status(state(*GAMES), state(*GAMES), doubts=True) == "duplicate"
    assert arrival_status(state(*GAMES), state(*GAMES), others=True) == "review"


def test_the_same_games_are_paired():
    pairs = pairs_of(state("2a1", "3g1", "4n", "1k1"), state("2a1", "4n", "1k2", "e"))

    assert [(pair.here, pair.there, pair.differs) for pair in pairs] == [
        (1, 1, False),
        (2, None, True),
        (3, 2, False),
        (4, 3, True),
        (None, 4, True),
    ]


def test_swapped_neighbours_both_differ():
    pairs = pairs_of(state("2a1", "3g1", "e"), state("3g1", "2a1", "e"))

    assert [pair.differs for pair in pairs] == [True, True, False]
    assert {(pair.here, pair.there) for pair in pairs} == {(1, 1), (2, 2), (3, 3)}


def test_differences_without_points_are_shown():
    (pair,) = pairs_of(state("2a1"), state("2a1@61"))

    assert pair == Pair(here=1, there=1, differs=True)


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
def test_a_missing_or_doubled_line_is_found_although_the_others_moved(players):
    for seed in range(12):
        entries = list(sample_list(seed, players))
        at = next(n for n in range(10 + seed, 48) if entries[n].declarer)
        place = entries[at].declarer
        without = numbered([*entries[:at], *entries[at + 1 :]])
        twice = numbered([*entries[: at + 1], *entries[at:]])

        missing, questions = by_number(numbered(entries), without, place)
        doubled, others = by_number(numbered(entries), twice, place)

        later = [line.number for line in without[at:] if line.entry.declarer == place]
        assert not later or later[0] in missing.lines
        assert len(missing.lines) <= 2
        assert set(doubled.lines) <= {at + 1, at + 2}
        assert max(questions, others) <= MOST_QUESTIONS


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
