"""What holds for every list: official play untouched, order of doublings, sums."""

from dataclasses import fields, replace

from hypothesis import given, settings
from hypothesis import strategies as st

from scoring.game.games import result_of
from scoring.game.problems import game_problems, place_problems
from scoring.game.written_games import HouseMarks, Kontra, Ramsch, WrittenGame
from scoring.house.rules import EVERYTHING, OFFICIAL, PRESETS, HouseRules
from scoring.lists.sheets import (
    System,
    WrittenLine,
    close_list,
    close_stints,
    running_totals,
)
from scoring.playing.line_checks import problems_in
from scoring.playing.play import closing, play, played_list
from tests.scoring.game_lists import written_line
from tests.scoring.playing.games import house_lists, official_lists

NO_CHANGE = ("ramsch_prize", "march", "ramsch_cap")


def official_line(number, entry):
    result = result_of(entry)
    return written_line(
        number=number, declarer=entry.declarer, score=result.score, won=result.won
    )


@given(official_lists(), st.sampled_from(System), st.integers(0, 4))
def test_official_play_is_identical_with_the_options_absent(table, system, shift):
    players, entries = table
    rules = HouseRules(system=system)
    unused = {name: getattr(EVERYTHING, name) for name in NO_CHANGE}

    lines = play(entries, rules, players=players)

    expected = [official_line(number, entry) for number, entry in enumerate(entries, 1)]
    assert [line.result for line in lines] == [result_of(entry) for entry in entries]
    assert [WrittenLine(line.number, line.scores) for line in lines] == expected
    assert closing(lines, rules, players=players) == close_list(
        expected, players=players, system=system
    )
    assert all(line.factor == 1 and line.explanation is None for line in lines)
    assert all(line.problems == line.triggers == () for line in lines)
    # An option that no line uses changes no score.
    with_unused = play(entries, replace(rules, **unused), players=players)
    assert [line.scores for line in with_unused] == [line.scores for line in lines]
    # Whose turn it is, and the game: nothing else is checked.
    for number, entry in enumerate(entries, 1 + shift):
        places = place_problems(entry.declarer, players, number, None)
        problems = problems_in(entry, players=players, number=number)
        assert problems == places + game_problems(entry)


@given(house_lists(), st.data())
@settings(max_examples=50)
def test_closing_stints_and_running_totals_add_up_under_house_rules(table, data):
    players, entries = table
    lines = play(entries, EVERYTHING, players=players)
    change = (data.draw(st.integers(1, players)), data.draw(st.integers(1, 40)))

    totals = closing(lines, EVERYTHING, players=players)
    stints = close_stints(lines, players=players, changes=[change])

    assert sum(seat.game_points for seat in totals.seats) == sum(
        score.points for line in lines for score in line.scores
    )
    declared = sum(seat.won + seat.lost for seat in totals.seats)
    assert declared + totals.passed_in + totals.ramsch == totals.games == len(entries)
    for seat in close_list(lines, players=players).seats:
        own = [stint.total.total for stint in stints if stint.place == seat.place]
        assert sum(own) == seat.total
    last = {}
    for row in running_totals(lines, players):
        last.update(dict(row.shares))
        if row.declarer is not None:
            last[row.declarer] = row.game_points
    assert all(last.get(seat.place, 0) == seat.game_points for seat in totals.seats)


@given(house_lists())
@settings(max_examples=50)
def test_a_list_scores_the_same_line_by_line_and_marks_nothing_officially(table):
    players, entries = table

    for count, line in enumerate(play(entries, EVERYTHING, players=players)):
        turn = played_list(entries[:count], EVERYTHING, players=players).turn
        assert turn == line.turn
    for line in play(entries, OFFICIAL, players=players):
        house = line.entry.house
        assert bool(line.problems) == (house is not None and house != HouseMarks())


NONSENSE = [None, "", "x", -1, 7, 10**9, 1.5, [], (), ("x",), (1, 2), True]


@given(
    st.fixed_dictionaries(
        {},
        optional={
            field.name: st.sampled_from(NONSENSE)
            for field in fields(WrittenGame)
            if field.name != "house"
        },
    ),
    st.fixed_dictionaries(
        {},
        optional={
            field.name: st.sampled_from([*NONSENSE, Kontra.RE, Ramsch(points=(1,))])
            for field in fields(HouseMarks)
        },
    ),
    st.sampled_from([OFFICIAL, EVERYTHING, HouseRules(target=5), PRESETS["marks"]]),
)
def test_no_nonsense_of_a_form_makes_scoring_fail(entry, marks, rules):
    line = WrittenGame(**entry, house=HouseMarks(**marks) if marks else None)

    for players in (3, 4, 5):
        lines = play([line, line], rules, players=players)
        closing(lines, rules, players=players)
        assert all(type(each.result.score) is int for each in lines)
        problems_in(line, players=players)
