"""What holds for every list, and its checksums, detective and second list."""

from dataclasses import fields, replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scoring.chance.expectation import warnings_on
from scoring.game.games import result_of
from scoring.game.problems import Problem, game_problems, place_problems
from scoring.game.written_games import (
    PASSED_IN,
    HouseMarks,
    Kontra,
    Ramsch,
    WrittenGame,
)
from scoring.house.rules import OFFICIAL, PRESETS, HouseRules
from scoring.lists.sheets import (
    System,
    WrittenLine,
    close_list,
    close_stints,
    running_totals,
)
from scoring.notation.house import read_stored_marks, write_marks
from scoring.playing.line_checks import is_possible_score, problems_in
from scoring.playing.play import closing, play, played_list
from scoring.proof.alignment import discords
from scoring.proof.detective.search import suspects
from scoring.proof.detective.slips.kinds import Remedy, SlipKind
from scoring.proof.divergence import FirstDifference, next_question
from scoring.proof.paper import Identity, TypedLine, failures_in, faultless_foot, k1
from tests.scoring.game_lists import EVERYTHING, written_line
from tests.scoring.playing.games import (
    KONTRA,
    clubs,
    grand,
    house_lists,
    null,
    official_lists,
    ramsch,
)

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
def test_closing_stints_running_totals_and_foot_add_up_under_house_rules(table, data):
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
    assert failures_in(faultless_foot(totals, EVERYTHING)) == ()
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


FRIDAY = [
    clubs(won=False, card_points=60),
    grand(declarer=3, house=KONTRA),
    PASSED_IN,
    ramsch(60, 40, 20),
    clubs(declarer=3, matadors=3, house=HouseMarks(kontra=Kontra.RE)),
    null(declarer=1, won=False),
]
LIMITS = (HouseRules(target=300), HouseRules(loser_points=301))


def paper_of(entries, rules=EVERYTHING, players=4):
    lines = play(entries, rules, players=players)
    return faultless_foot(closing(lines, rules, players=players), rules)


def typed(entries, rules=EVERYTHING, players=4):
    return [
        TypedLine(number=line.number, entry=line.entry, turn=line.turn)
        for line in play(entries, rules, players=players)
    ]


def test_k1_counts_a_ramsch_that_nobody_won():
    foot = paper_of(FRIDAY)

    assert foot.ramsch == 1
    assert k1(foot) is None
    assert k1(replace(foot, ramsch=0)).by == -1
    assert k1(replace(foot, ramsch=None)) is None


def test_a_wrong_total_is_found_under_house_rules():
    foot = paper_of(FRIDAY)
    first = replace(foot.seats[0], total=foot.seats[0].total + 10)
    wrong = replace(foot, seats=(first, *foot.seats[1:]))

    identities = {failure.identity for failure in failures_in(wrong)}

    assert identities == {Identity.K4, Identity.K7, Identity.K8}


@pytest.mark.parametrize(
    ("value", "rules"),
    [
        (528, HouseRules(kontra=True)),
        (97, HouseRules(target=500)),
        (-85, HouseRules(target=500)),
    ],
)
def test_a_written_number_is_one_that_the_club_can_write(value, rules):
    assert is_possible_score(value, rules)
    assert not is_possible_score(value, OFFICIAL)
    assert not is_possible_score(31, EVERYTHING)


@pytest.mark.parametrize(
    ("number", "wrong", "kind"),
    [
        (2, grand(declarer=3), SlipKind.MARK),
        (2, grand(declarer=3, house=HouseMarks(kontra=Kontra.RE)), SlipKind.MARK),
        (4, ramsch(40, 60, 20), SlipKind.COLUMN),
        (5, clubs(declarer=3, matadors=2, house=FRIDAY[4].house), SlipKind.MATADORS),
        (6, null(declarer=1), SlipKind.SIGN),
    ],
    ids=["Kontra forgotten", "Re for Kontra", "columns of a Ramsch", "tops", "sign"],
)
def test_a_slip_is_named_with_what_was_meant_in_its_round(number, wrong, kind):
    meant = FRIDAY[number - 1]
    entries = [*FRIDAY[: number - 1], wrong, *FRIDAY[number:]]
    lines = [
        replace(line, entry=entry)
        for line, entry in zip(typed(FRIDAY), entries, strict=True)
    ]

    ranked = suspects(lines, paper_of(FRIDAY))

    readings = [
        reading
        for suspect in ranked
        for reading in (suspect.corrections, *suspect.alternatives)
    ]
    assert (kind, meant) in [(c.kind, c.after) for (c, *more) in readings if not more]
    assert suspects(typed(FRIDAY), paper_of(FRIDAY)) == ()


def test_a_game_left_out_of_a_target_score_is_named_with_its_points():
    rules = HouseRules(target=500)
    entries = [clubs(card_points=80), clubs(declarer=3, card_points=71)]
    foot = paper_of(entries, rules, players=3)

    ranked = suspects(typed(entries[:1], rules, players=3), foot)

    (correction,) = ranked[0].corrections
    assert correction.remedy is Remedy.INSERT
    assert (correction.place, correction.after.written_value) == (3, 71)


def test_card_points_misread_in_a_target_score_are_found():
    rules = HouseRules(target=500)
    entries = [clubs(card_points=87), clubs(declarer=3, card_points=71)]
    wrong = [clubs(card_points=78), entries[1]]

    ranked = suspects(typed(wrong, rules, 3), paper_of(entries, rules, 3))

    readings = [ranked[0].corrections, *ranked[0].alternatives]
    assert (SlipKind.DIGITS, entries[0]) in [(c.kind, c.after) for (c,) in readings]


@pytest.mark.parametrize("rules", LIMITS, ids=["target", "losers"])
def test_every_way_to_count_can_be_searched(rules):
    entries = [
        clubs(card_points=80),
        clubs(declarer=3, card_points=55, won=False),
        clubs(declarer=1, card_points=71),
    ]
    wrong = [*entries[:2], clubs(declarer=1, card_points=55, won=False)]

    assert suspects(typed(entries, rules, 3), paper_of(entries, rules, 3)) == ()
    ranked = suspects(typed(wrong, rules, 3), paper_of(entries, rules, 3))
    assert all(suspect.share > 0 for suspect in ranked)


def test_the_first_difference_is_asked_in_the_column_of_a_ramsch_loser():
    rules = EVERYTHING
    lines = typed(FRIDAY)
    own = [
        score.points
        for line in play(FRIDAY, rules, players=4)
        for score in line.scores
        if score.place == 1
    ]

    asked = next_question(
        lines, 1, final=sum(own) + 10, answers={}, rules=rules, players=4
    )

    assert asked.line in {4, 6}
    assert asked.computed in {own[0], sum(own)}
    difference = next_question(
        lines,
        1,
        final=sum(own) + 10,
        answers={4: own[0] + 10, 6: sum(own) + 10},
        rules=rules,
        players=4,
    )
    assert difference == FirstDifference(lines=(4,))


def test_two_lists_with_house_marks_differ_in_the_mark_or_the_missing_ramsch_alone():
    def compared(other):
        return discords(FRIDAY, other, rules=EVERYTHING, players=4)

    (mark,) = compared([FRIDAY[0], grand(declarer=3), *FRIDAY[2:]])
    (ramsch,) = compared([*FRIDAY[:3], *FRIDAY[4:]])

    assert (mark.first, mark.second, mark.same_score) == ((2,), (2,), False)
    assert (ramsch.first, ramsch.second) == ((4,), ())
    assert compared(FRIDAY) == ()


def test_the_radar_looks_at_games_beside_ramsch_but_not_where_no_rates_are_known():
    entries = [grand(declarer=2, house=KONTRA)] * 30 + [ramsch(60, 40, 20)] * 10
    target = [WrittenGame(declarer=1, written_value=97)] * 40

    warnings = warnings_on(entries, players=4, rules=EVERYTHING)

    assert "many-grands" in {warning.oddity for warning in warnings}
    assert warnings_on(target, players=3, rules=HouseRules(target=5000)) == ()


def test_a_game_of_the_dealer_counts_as_it_stands_on_the_paper():
    rules = HouseRules(kontra=True)
    (line,) = play([clubs(declarer=1, house=KONTRA)], rules, players=4)

    assert line.problems == (Problem.DECLARER_IS_DEALER,)
    assert line.result.score == 48
    assert closing([line], rules, players=4).seats[0].game_points == 48


PLACES = st.integers(1, 5)
RAMSCHES = st.builds(
    Ramsch,
    points=st.tuples(*[st.integers(0, 999)] * 3),
    virgins=st.sets(PLACES).map(lambda places: tuple(sorted(places))),
    march=st.none() | PLACES,
    pushes=st.integers(0, 99),
)
HOUSE = st.builds(
    HouseMarks,
    kontra=st.sampled_from(Kontra),
    bock=st.none() | st.integers(0, 99),
    ramsch=st.none() | RAMSCHES,
)


@given(HOUSE)
def test_marks_come_back_from_their_text(marks):
    text = write_marks(marks)

    assert read_stored_marks(text) == (marks if text else None)
    assert write_marks(None) == write_marks(HouseMarks()) == ""
    assert read_stored_marks("") is None


@pytest.mark.parametrize(
    "text", ["q", "b", "kk", "p2", "r48", "r/", "b01", "*1", "2k2", "k "]
)
def test_no_other_text_is_read_as_marks(text):
    with pytest.raises(ValueError, match="no marks"):
        read_stored_marks(text)
