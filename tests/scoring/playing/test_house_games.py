"""Kontra, Re, Bock, Ramsch (rules 7.1 to 7.5), targets (7.6), loser points (11.6)."""

from dataclasses import replace

import pytest

from scoring.game.problems import Problem, Question
from scoring.game.written_games import (
    PASSED_IN,
    HouseMarks,
    Kontra,
    Ramsch,
    ResultKind,
    WrittenGame,
)
from scoring.house.rules import (
    OFFICIAL,
    PRESETS,
    HouseRules,
    RamschScoring,
    Schieberamsch,
    read_options,
)
from scoring.lists.sheets import System
from scoring.notation.reading import read_line
from scoring.playing.play import closing, play, played_list
from scoring.playing.ramsch import schieberamsch
from scoring.playing.scores import RoundKind, Trigger, Turn
from scoring.playing.target import COEFFICIENTS, UNDERTAKINGS, Bonus, Holding
from tests.examples import examples
from tests.scoring.playing.games import (
    KONTRA,
    RE,
    clubs,
    grand,
    null,
    only,
    ramsch,
    written,
)

BOCK = HouseRules(bock_schneider=True, bock_split=True)
SPLIT = clubs(won=False, card_points=60)
MISSED = clubs(won=False, hand=True, schneider=True, schneider_announced=True)


@pytest.mark.parametrize(
    ("rule", "options", "text", "points"), examples("points", "house")
)
def test_a_line_counts_as_its_rule_says(rule, options, text, points):
    rules = PRESETS.get(options) or read_options(options)

    found = written(only(read_line(text).entry, rules))

    assert " ".join(f"{place}:{own}" for place, own in found.items()) == points


def test_7_1_the_loss_factor_stays_on_top_of_kontra_and_re():
    line = only(clubs(won=False, house=RE), HouseRules(kontra=True))

    assert (line.result.value, line.factor) == (24, 4)


@pytest.mark.parametrize(
    ("entry", "rules", "problem"),
    [
        (clubs(house=KONTRA), OFFICIAL, Problem.KONTRA_NOT_PLAYED),
        (
            WrittenGame(house=KONTRA),
            HouseRules(kontra=True),
            Problem.KONTRA_WITHOUT_GAME,
        ),
    ],
)
def test_7_1_kontra_is_said_to_a_game_where_it_is_played(entry, rules, problem):
    (line,) = play([entry], rules, players=4)

    assert (line.problems, line.scores) == ((problem,), ())


@pytest.mark.parametrize(
    ("rules", "entry", "trigger"),
    [
        (HouseRules(bock_split=True), SPLIT, Trigger.SPLIT),
        (HouseRules(bock_value=120), grand(matadors=4), Trigger.VALUE),
        (
            HouseRules(kontra=True, bock_lost_kontra=True),
            clubs(won=False, house=KONTRA),
            Trigger.LOST_KONTRA,
        ),
        (HouseRules(kontra=True, bock_re=True), clubs(house=RE), Trigger.RE),
        (HouseRules(bock_schneider=True), clubs(schneider=True), Trigger.SCHNEIDER),
    ],
    ids=lambda value: str(value) if isinstance(value, Trigger) else "",
)
def test_7_2_every_trigger_is_a_switch(rules, entry, trigger):
    (line,) = play([entry], rules, players=4)

    assert line.triggers == (trigger,)
    assert played_list([entry], rules, players=4).turn == Turn(
        RoundKind.BOCK, number=1, of=4, doublings=1
    )
    assert played_list([entry], HouseRules(kontra=True), players=4).turn == Turn()


@pytest.mark.parametrize(
    ("rules", "kontra", "triggers"),
    [
        (HouseRules(ramsch_kontra=True, bock_split=True), Kontra.RE, ()),
        (HouseRules(ramsch_kontra=True, bock_re=True), Kontra.KONTRA, ()),
        (HouseRules(ramsch_kontra=True, bock_re=True), Kontra.RE, (Trigger.RE,)),
    ],
)
def test_7_2_a_re_in_a_ramsch_starts_bock_where_any_re_does(rules, kontra, triggers):
    rules = replace(rules, schieberamsch=Schieberamsch.MINUS)

    assert only(ramsch(60, 40, 20, kontra=kontra), rules).triggers == triggers


@pytest.mark.parametrize(
    ("rules", "entry"),
    [
        (HouseRules(bock_split=True), clubs(won=False, card_points=59)),
        (HouseRules(bock_split=True), null(won=False, card_points=60)),
        (
            HouseRules(bock_split=True),
            clubs(won=False, card_points=60, kind=ResultKind.CONCEDED),
        ),
        (HouseRules(bock_value=120), grand(matadors=3)),
        (HouseRules(kontra=True, bock_lost_kontra=True), clubs(house=KONTRA)),
        (HouseRules(kontra=True, bock_re=True), clubs(house=KONTRA)),
        (HouseRules(bock_schneider=True), clubs(card_points=89)),
        (HouseRules(bock_schneider=True), MISSED),
        (HouseRules(bock_schneider=True), replace(MISSED, card_points=70)),
    ],
)
def test_7_2_less_than_that_starts_nothing(rules, entry):
    assert played_list([entry], rules, players=4).turn.kind is RoundKind.PLAIN


def test_7_2_a_bock_round_has_as_many_hands_as_the_table_players():
    lines = play([SPLIT, *[clubs()] * 4], BOCK, players=3)

    assert [line.factor for line in lines] == [1, 2, 2, 2, 1]
    assert [line.turn.number for line in lines] == [0, 1, 2, 3, 0]


def test_7_2_further_rounds_wait_for_the_one_that_runs():
    entries = [SPLIT, SPLIT, SPLIT]

    assert played_list(entries, BOCK, players=3).turn == Turn(
        RoundKind.BOCK, number=3, of=3, queued=2, doublings=1
    )
    lines = play([*entries, *[clubs()] * 8], BOCK, players=3)
    assert [line.factor for line in lines] == [1, *[2] * 9, 1]


def test_7_2_one_hand_starts_one_round_for_all_its_reasons():
    rules = HouseRules(
        kontra=True, bock_split=True, bock_lost_kontra=True, bock_re=True
    )
    entry = clubs(won=False, card_points=60, house=RE)

    (line,) = play([entry], rules, players=3)

    assert line.triggers == (Trigger.SPLIT, Trigger.LOST_KONTRA, Trigger.RE)
    assert played_list([entry], rules, players=3).turn.queued == 0


def test_7_2_schneider_starts_nothing_while_bock_is_running():
    rules = HouseRules(bock_schneider=True)
    lines = play([clubs(schneider=True)] * 2, rules, players=3)

    assert [line.triggers for line in lines] == [(Trigger.SCHNEIDER,), ()]


def test_7_2_a_ramsch_round_follows_the_bock_round():
    rules = HouseRules(
        bock_split=True, ramsch_after_bock=True, ramsch=RamschScoring.MOST_PAYS
    )
    entries = [SPLIT, *[clubs()] * 3, *[ramsch(60, 40, 20)] * 3]

    kinds = [str(line.turn.kind) for line in play(entries, rules, players=3)]

    assert kinds == ["plain", *["bock"] * 3, *["ramsch"] * 3]
    assert played_list(entries, rules, players=3).turn.kind is RoundKind.PLAIN


@pytest.mark.parametrize(("bock", "score"), [(0, 24), (1, 48)])
def test_7_2_the_writer_overrules_what_the_rules_propose(bock, score):
    entries = [SPLIT, clubs(house=HouseMarks(bock=bock))]

    lines = play(entries, BOCK, players=3)

    assert lines[1].turn.doublings == 1
    assert lines[1].result.score == score


def test_7_2_bock_times_re_is_eight_and_sixteen_when_lost():
    rules = HouseRules(kontra=True, bock_schneider=True)
    house = HouseMarks(kontra=Kontra.RE, bock=1)

    assert only(clubs(house=house), rules).result.score == 24 * 8
    assert only(clubs(house=house, won=False), rules).result.score == -24 * 16


def test_a_referee_s_value_is_doubled_but_a_bare_number_not_again():
    decided = {"kind": ResultKind.REFEREE, "written_value": 48, "won": False}
    kontra = WrittenGame(declarer=2, **decided, house=KONTRA)
    bare = WrittenGame(declarer=2, written_value=96)

    assert only(kontra, HouseRules(kontra=True)).result.score == -192
    assert play([SPLIT, bare], BOCK, players=3)[1].result.score == 96


@pytest.mark.parametrize(
    ("rules", "number", "value"),
    [
        (HouseRules(kontra=True), 96, 96),
        (HouseRules(kontra=True), -96, 48),
        (HouseRules(target=500), 85, 85),
        (HouseRules(target=500), -85, 85),
    ],
)
def test_the_value_of_a_written_loss_is_half_of_it(rules, number, value):
    result = only(WrittenGame(declarer=2, written_value=number), rules).result

    assert (result.value, result.score, result.won) == (value, number, number > 0)


def test_7_2_a_written_loss_starts_bock_by_the_value_of_its_game():
    rules = HouseRules(bock_value=120)

    def triggers(number):
        return only(WrittenGame(declarer=2, written_value=number), rules).triggers

    assert triggers(-240) == triggers(120) == (Trigger.VALUE,)
    assert triggers(-216) == triggers(108) == ()


@pytest.mark.parametrize("number", [92, -184, 480, -1056])
def test_k12_a_number_on_the_paper_may_be_doubled(number):
    entry = WrittenGame(declarer=2, written_value=number)

    assert play([entry], HouseRules(kontra=True), players=3)[0].problems == ()
    assert play([entry], OFFICIAL, players=3)[0].problems == (
        Problem.WRITTEN_VALUE_IMPOSSIBLE,
    )


TARGET = HouseRules(target=500)
LOSERS = HouseRules(loser_points=301)


def test_7_6_both_bonuses_are_added():
    line = only(clubs(card_points=120, schwarz=True), TARGET)

    assert line.explanation.target.bonuses == (Bonus.NINETY, Bonus.ALL_TRICKS)


@pytest.mark.parametrize(
    ("entry", "problem"),
    [
        (clubs(), Problem.CARD_POINTS_MISSING),
        (clubs(card_points=60), Problem.WON_BELOW_61),
        (clubs(card_points=61, won=False), Problem.LOST_WITH_61),
        (
            clubs(card_points=85, schneider_announced=True),
            Problem.WON_WITHOUT_ANNOUNCED_LEVEL,
        ),
    ],
)
def test_7_6_impossible_games(entry, problem):
    (line,) = play([entry], TARGET, players=3)

    assert line.problems == (problem,)


def test_7_6_a_bid_missed_is_lost_whatever_was_written():
    result = only(clubs(card_points=80, bid=81), TARGET).result

    assert (result.won, result.overbid, result.score) == (False, True, -80)


def test_7_6_the_first_at_the_target_ends_the_list():
    rules = HouseRules(target=200)
    entries = [clubs(card_points=120, schwarz=True), clubs(card_points=78), clubs()]

    lines = play(entries, rules, players=3)

    assert played_list(entries, rules, players=3).ended_at == 2
    assert played_list(entries[:1], rules, players=3).ended_at is None
    assert Problem.LIST_HAS_ENDED in lines[2].problems
    totals = closing(lines, rules, players=3)
    assert totals.games == 2
    assert [seat.total for seat in totals.seats] == [0, 200, 0]


def test_7_6_a_target_score_has_no_bonus_is_doubled_by_kontra_and_bids_are_free():
    lines = play([clubs(card_points=80, bid=61)], TARGET, players=4)
    totals = closing(lines, TARGET, players=4)
    doubled = only(clubs(card_points=80, house=KONTRA), replace(TARGET, kontra=True))

    assert totals.system is System.PLAIN
    assert totals.seats[1].total == 80
    assert doubled.result.score == 160
    assert only(null(bid=61), TARGET).questions == ()


def test_7_6_a_number_from_the_paper_is_taken_as_it_is():
    (line,) = play([WrittenGame(declarer=1, written_value=-85)], TARGET, players=3)

    assert (line.problems, line.result.score) == ((), -85)
    (line,) = play([WrittenGame(declarer=1, written_value=-125)], TARGET, players=3)
    assert line.problems == (Problem.WRITTEN_VALUE_IMPOSSIBLE,)


def test_7_6_coefficients_of_seed_s3_and_every_undertaking_adds_one():
    assert COEFFICIENTS == {
        Holding.ALL_ELEVEN: 5,
        Holding.CLUBS_WITHOUT_SPADES: 1,
        Holding.CLUBS_SPADES: 2,
        Holding.CLUBS_SPADES_HEARTS: 3,
        Holding.ALL_JACKS_AND_ACE: 4,
        Holding.WITHOUT_CLUBS: 1,
        Holding.WITHOUT_CLUBS_SPADES: 2,
        Holding.ONLY_DIAMONDS: 3,
        Holding.NO_JACK_BUT_ACE: 4,
    }
    assert set(UNDERTAKINGS.values()) == {1}
    assert {*COEFFICIENTS, *UNDERTAKINGS} == set(Holding)


def test_11_6_only_lost_points_are_written():
    lines = play([clubs(), clubs(won=False)], LOSERS, players=3)

    assert [line.result.score for line in lines] == [0, -48]
    assert [line.result.won for line in lines] == [True, False]
    totals = closing(lines, LOSERS, players=3)
    assert [seat.total for seat in totals.seats] == [0, -48, 0]


@pytest.mark.parametrize(
    ("scoring", "written_by"),
    [(RamschScoring.MOST_PAYS, {1: -60}), (RamschScoring.FEWEST_POINTS, {3: 0})],
)
def test_11_6_a_ramsch_brings_nothing_but_loser_points(scoring, written_by):
    rules = HouseRules(loser_points=100, ramsch=scoring, ramsch_prize=20)
    lost = [ramsch(60, 40, 20)] * 2

    assert [written(line) for line in play(lost, rules, players=3)] == [written_by] * 2
    is_lost = scoring is RamschScoring.MOST_PAYS
    assert played_list(lost, rules, players=3).ended_at == (2 if is_lost else None)


@pytest.mark.parametrize("limit", [301, 501])
def test_11_6_reaching_the_limit_ends_the_list(limit):
    rules = HouseRules(loser_points=limit)
    losses = [grand(matadors=4, won=False)] * 3

    assert played_list(losses, rules, players=3).ended_at == -(-limit // 240)


MARKS = HouseRules(
    schieberamsch=Schieberamsch.MARKS,
    only_ramsch=True,
    ramsch_kontra=True,
    grand_hand_in_ramsch=True,
)
MINUS = HouseRules(
    schieberamsch=Schieberamsch.MINUS, only_ramsch=True, grand_hand_in_ramsch=True
)

MINUS_TO_250 = HouseRules(
    schieberamsch=Schieberamsch.MINUS, only_ramsch=True, ramsch_cap=250
)


def passed(scoring, prize=20, **fields):
    return HouseRules(ramsch=scoring, ramsch_prize=prize, **fields)


def test_7_5_the_factor_of_a_ramsch_is_told_and_whether_the_cap_is_reached():
    pushed = only(ramsch(70, 30, 20, pushes=2), MINUS_TO_250)
    passed_in = only(ramsch(58, 55, 7), passed(RamschScoring.MOST_PAYS, ramsch_cap=50))
    below = only(ramsch(55, 40, 25, pushes=2), MINUS_TO_250)

    told = [line.explanation.ramsch for line in (pushed, passed_in, below)]
    assert [each.factor for each in told] == [4, 1, 4]
    assert [each.capped for each in told] == [True, True, False]
    assert {score.won for score in pushed.scores} == {None}


def test_a_ramsch_counts_for_the_places_that_play():
    rules = passed(RamschScoring.MOST_PAYS)
    lines = play([ramsch(60, 40, 20)] * 2, rules, players=4)

    assert [written(line) for line in lines] == [{2: -60}, {1: -60}]


def test_a_ramsch_is_no_game_won_lost_or_passed_in():
    rules = passed(RamschScoring.MOST_PAYS)
    lines = play([ramsch(60, 40, 20), clubs(), PASSED_IN], rules, players=3)
    totals = closing(lines, rules, players=3)

    assert (totals.games, totals.passed_in, totals.ramsch) == (3, 1, 1)
    assert [seat.total for seat in totals.seats] == [-60, 74, 0]
    assert lines[2].questions == (Question.RAMSCH_EXPECTED,)


def test_7_5_formulas_with_the_numbers_of_the_rules():
    # With a virgin 40 or 48 cannot be the most of 120; this is only about arithmetic.
    forty = Ramsch(points=(40, 39, 0), pushes=1, virgins=(3,))
    marks = Ramsch(points=(48, 40, 0), virgins=(3,))

    assert schieberamsch(forty, (1, 2, 3), MINUS).scores[0].points == -160
    assert schieberamsch(marks, (1, 2, 3), MARKS).scores[0].points == -9


def test_nothing_but_ramsch_and_grand_hand_is_played_in_a_list_of_ramsch():
    others = [clubs(), PASSED_IN, grand(), grand(hand=True, bid=30)]
    lines = play(others, MARKS, players=3)
    lines += play(
        [grand(hand=True)], replace(MARKS, grand_hand_in_ramsch=False), players=3
    )

    assert [line.problems for line in lines] == [(Problem.RAMSCH_ONLY,)] * 5


def test_kontra_of_a_ramsch_reaches_a_grand_hand_only_where_one_is_played():
    rules = HouseRules(schieberamsch=Schieberamsch.MINUS, ramsch_kontra=True)
    grand_hand = grand(hand=True, house=KONTRA)

    (refused,) = play([grand_hand], rules, players=3)
    assert refused.problems == (Problem.KONTRA_NOT_PLAYED,)
    with_grand = replace(rules, grand_hand_in_ramsch=True)
    assert only(grand_hand, with_grand).result.score == 144


def test_all_card_points_without_a_march_are_asked_about():
    asked = (Question.ALL_CARD_POINTS_WITHOUT_MARCH,)

    assert only(ramsch(0, 120, 0), MINUS).questions == asked
    for line in (ramsch(0, 120, 0, virgins=(1,)), ramsch(0, 120, 0, march=2)):
        assert only(line, MINUS).questions == ()
    passed_in = HouseRules(ramsch=RamschScoring.MOST_PAYS)
    assert only(ramsch(0, 120, 0), passed_in).questions == ()


def test_passing_in_is_asked_about_where_a_schieberamsch_is_played_instead():
    instead = HouseRules(schieberamsch=Schieberamsch.MINUS)
    rounds = replace(instead, bock_split=True, ramsch_after_bock=True)

    assert only(PASSED_IN, instead).questions == (Question.RAMSCH_EXPECTED,)
    assert only(PASSED_IN, rounds).questions == ()


def test_a_list_of_ramsch_has_no_bonus():
    lines = play([ramsch(48, 42, 30), grand(hand=True)], MARKS, players=3)
    totals = closing(lines, MARKS, players=3)

    assert totals.system is System.PLAIN
    assert [seat.total for seat in totals.seats] == [4, -72, 0]


def test_a_ramsch_round_in_a_list_pays_by_its_own_rules():
    rules = HouseRules(
        bock_split=True,
        ramsch_after_bock=True,
        ramsch=RamschScoring.FEWEST_POINTS,
        schieberamsch=Schieberamsch.MARKS,
        grand_hand_in_ramsch=True,
    )
    split = clubs(won=False, card_points=60)
    entries = [split, ramsch(60, 40, 20), clubs(), clubs(), ramsch(60, 40, 20)]
    lines = play([*entries, grand(hand=True), clubs()], rules, players=3)

    assert lines[1].turn.kind is RoundKind.BOCK
    assert written(lines[1]) == {3: 40}
    assert lines[4].turn.kind is RoundKind.RAMSCH
    assert written(lines[4]) == {1: -6}
    assert lines[5].result.score == 72
    assert lines[5].questions == ()
    assert lines[6].questions == (Question.RAMSCH_EXPECTED,)
    assert played_list(entries, rules, players=3).turn.number == 2


@pytest.mark.parametrize(
    ("entry", "problem", "rules"),
    [
        (ramsch(60, 40, 30), Problem.RAMSCH_CARD_POINTS_WRONG, MARKS),
        (ramsch(130, -10, 0), Problem.RAMSCH_CARD_POINTS_WRONG, MARKS),
        (ramsch(60, 40, 20, virgins=(3,)), Problem.VIRGIN_WITH_CARD_POINTS, MARKS),
        (ramsch(60, 60, 0, virgins=(4,)), Problem.RAMSCH_PLACE_NOT_PLAYING, MARKS),
        (ramsch(60, 40, 20, march=1), Problem.MARCH_WITHOUT_ALL_CARD_POINTS, MARKS),
        (ramsch(60, 40, 20, pushes=4), Problem.PUSHES_OUT_OF_RANGE, MARKS),
        (ramsch(60, 40, 20), Problem.RAMSCH_NOT_PLAYED, OFFICIAL),
        (
            ramsch(60, 40, 20, pushes=1),
            Problem.PUSHES_NOT_PLAYED,
            passed(RamschScoring.MOST_PAYS),
        ),
        (clubs(house=ramsch(60, 40, 20).house), Problem.RAMSCH_WITH_DECLARER, MARKS),
    ],
)
def test_impossible_marks_of_a_ramsch(entry, problem, rules):
    (line,) = play([entry], rules, players=3)

    assert line.problems == (problem,)


def test_the_lowest_sum_wins_in_seed_s2_alone():
    assert [name for name in PRESETS if PRESETS[name].lowest_wins] == ["marks"]
