"""Kontra, Re and Bock rounds (rules 7.1, 7.2), targets (7.6), loser points (11.6)."""

from dataclasses import replace

import pytest

from scoring.game.contracts import ResultKind
from scoring.game.problems import Problem
from scoring.game.written_games import HouseMarks, Kontra, WrittenGame
from scoring.house.rules import OFFICIAL, HouseRules, RamschScoring, Schieberamsch
from scoring.lists.sheets import System
from scoring.playing.play import closing, play, played_list
from scoring.playing.scores import RoundKind, Trigger, Turn
from scoring.playing.target import COEFFICIENTS, UNDERTAKINGS, Bonus, Holding
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
    ("house", "won", "factor"),
    [
        (None, True, 1),
        (None, False, -2),
        (KONTRA, True, 2),
        (KONTRA, False, -4),
        (RE, True, 4),
        (RE, False, -8),
    ],
)
def test_7_1_kontra_doubles_and_the_loss_factor_stays_on_top(house, won, factor):
    line = only(clubs(won=won, house=house), HouseRules(kontra=True))

    assert line.result.value == 24
    assert line.result.score == 24 * factor
    assert line.factor == abs(factor) // (1 if won else 2)


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


@pytest.mark.parametrize(
    ("entry", "score"),
    [
        (clubs(card_points=61), 61),
        (clubs(card_points=60, won=False), -60),
        (clubs(card_points=80), 80),
        # One more for 90 and for all tricks, two where they were announced.
        (clubs(card_points=90), 91),
        (clubs(card_points=95, schneider_announced=True), 97),
        (clubs(card_points=85, schneider_announced=True, won=False), -85),
        (clubs(card_points=120, schwarz=True), 122),
        (clubs(card_points=120, schwarz_announced=True), 124),
        # The tops are not asked for, a bid is reached or not, a Null has no value.
        (grand(card_points=80, matadors=None), 80),
        (clubs(card_points=71, bid=72), -71),
        (clubs(card_points=72, bid=72), 72),
        (null(), 0),
        (null(won=False), 0),
    ],
)
def test_7_6_a_game_counts_the_declarer_s_card_points(entry, score):
    assert only(entry, TARGET).result.score == score


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
