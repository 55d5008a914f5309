"""Kontra, Re, Bock rounds, extra levels and Null values (rules 7.1 to 7.3)."""

from dataclasses import replace

import pytest

from scoring.game.codes import Problem
from scoring.game.contracts import ResultKind
from scoring.game.explanations import Level
from scoring.game.marks import HouseMarks, Kontra
from scoring.game.written_games import PASSED_IN, WrittenGame
from scoring.house.rules import OFFICIAL, HouseRules, RamschScoring, Schieberamsch
from scoring.playing.play import play, played_list
from scoring.playing.rounds import RoundKind, Trigger, Turn
from tests.scoring.playing.games import (
    KONTRA,
    RE,
    clubs,
    grand,
    marks,
    null,
    only,
    ramsch,
    written,
)

BOCK = HouseRules(bock_by_hand=True, bock_split=True)
SPLIT = clubs(won=False, card_points=60)


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


def test_7_1_kontra_where_it_is_not_played_is_a_problem():
    (line,) = play([clubs(house=KONTRA)], OFFICIAL, players=4)

    assert line.problems == (Problem.KONTRA_NOT_PLAYED,)
    assert line.scores == ()


def test_nobody_says_kontra_to_a_hand_that_was_passed_in():
    entry = WrittenGame(house=KONTRA)

    (line,) = play([entry], HouseRules(kontra=True), players=4)

    assert line.problems == (Problem.KONTRA_WITHOUT_GAME,)


def test_7_1_the_game_after_kontra_becomes_a_ramsch():
    rules = HouseRules(
        kontra=True,
        ramsch_after_kontra=True,
        bock_split=True,
        ramsch=RamschScoring.MOST_PAYS,
    )
    split = clubs(won=False, card_points=60)
    entries = [split, clubs(declarer=3, house=KONTRA), ramsch(60, 40, 20), clubs()]

    kinds = [line.turn for line in play(entries, rules, players=3)]

    assert [str(turn.kind) for turn in kinds] == ["plain", "bock", "ramsch", "bock"]
    assert [turn.number for turn in kinds] == [0, 1, 1, 2]


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
    without = HouseRules(kontra=True, bock_by_hand=True)
    assert played_list([entry], without, players=4).turn.kind is RoundKind.PLAIN


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


@pytest.mark.parametrize(("counts", "number"), [(True, 3), (False, 2)])
def test_7_2_hands_passed_in_count_or_not(counts, number):
    rules = HouseRules(bock_split=True, bock_counts_passed_in=counts)

    turn = played_list([SPLIT, clubs(), PASSED_IN], rules, players=3).turn

    assert turn.number == number


def test_7_2_two_rounds_without_bock_start_one():
    rules = HouseRules(bock_quiet_rounds=2)
    lines = play([PASSED_IN] * 9, rules, players=3)

    assert [line.triggers for line in lines][5] == (Trigger.QUIET,)
    assert [line.turn.doublings for line in lines] == [0] * 6 + [1] * 3
    again = play([PASSED_IN] * 16, rules, players=3)
    assert again[14].triggers == (Trigger.QUIET,)


def test_7_2_a_ramsch_round_follows_the_bock_round():
    rules = HouseRules(
        bock_split=True, ramsch_after_bock=True, ramsch=RamschScoring.MOST_PAYS
    )
    entries = [SPLIT, *[clubs()] * 3, *[ramsch(60, 40, 20)] * 3]

    kinds = [str(line.turn.kind) for line in play(entries, rules, players=3)]

    assert kinds == ["plain", *["bock"] * 3, *["ramsch"] * 3]
    assert played_list(entries, rules, players=3).turn.kind is RoundKind.PLAIN


@pytest.mark.parametrize("scoring", RamschScoring)
def test_7_2_a_ramsch_round_has_the_plain_ramsch_where_there_is_no_other(scoring):
    rules = HouseRules(kontra=True, ramsch_after_kontra=True, ramsch=scoring)
    after_kontra = [clubs(house=KONTRA), ramsch(60, 40, 20)]

    _kontra, in_round = play(after_kontra, rules, players=3)

    assert in_round.turn.kind is RoundKind.RAMSCH
    assert written(in_round) == written(only(ramsch(60, 40, 20), rules))
    assert in_round.explanation.ramsch.scoring is scoring


@pytest.mark.parametrize(("bock", "score"), [(0, 24), (1, 48), (2, 96)])
def test_7_2_the_writer_overrules_what_the_rules_propose(bock, score):
    entries = [SPLIT, clubs(house=HouseMarks(bock=bock))]

    lines = play(entries, BOCK, players=3)

    assert lines[1].turn.doublings == 1
    assert lines[1].result.score == score


def test_7_2_bock_by_hand_alone_needs_a_mark():
    rules = HouseRules(bock_by_hand=True)
    lines = play([SPLIT, clubs(), clubs(house=marks(bock=1))], rules, players=3)

    assert [line.factor for line in lines] == [1, 1, 2]


def test_7_2_bock_times_re_is_eight_and_sixteen_when_lost():
    rules = HouseRules(kontra=True, bock_by_hand=True)
    house = HouseMarks(kontra=Kontra.RE, bock=1)

    assert only(clubs(house=house), rules).result.score == 24 * 8
    assert only(clubs(house=house, won=False), rules).result.score == -24 * 16


def test_7_3_spitze_is_one_level_more_with_its_own_name():
    rules = HouseRules(extra_levels=("Spitze",))
    line = only(clubs(matadors=2, hand=True, house=marks(extras=(1,))), rules)

    assert line.result.score == 60
    assert line.result.explanation.levels[-1].level is Level.EXTRA
    assert line.result.explanation.levels[-1].count == 5
    assert line.explanation.extras == ("Spitze",)


def test_7_3_each_extra_level_has_its_own_name():
    rules = HouseRules(extra_levels=("Spitze", "Hirsch"))

    assert only(clubs(house=marks(extras=(2,))), rules).explanation.extras == (
        "Hirsch",
    )
    both = only(clubs(house=marks(extras=(2, 1))), rules)
    assert both.explanation.extras == ("Spitze", "Hirsch")
    assert both.result.score == 48


@pytest.mark.parametrize(
    ("entry", "problem"),
    [
        (clubs(house=marks(extras=(2,))), Problem.EXTRA_LEVEL_UNKNOWN),
        (clubs(house=marks(extras=(1, 1))), Problem.EXTRA_LEVEL_UNKNOWN),
        (grand(house=marks(extras=(1,))), Problem.EXTRA_LEVEL_NOT_HERE),
        (null(house=marks(extras=(1,))), Problem.EXTRA_LEVEL_NOT_HERE),
        (null(house=marks(revolution=True)), Problem.REVOLUTION_NOT_PLAYED),
        (clubs(house=marks(bock=1)), Problem.BOCK_NOT_PLAYED),
    ],
)
def test_7_3_marks_unknown_to_the_club_are_problems(entry, problem):
    (line,) = play([entry], HouseRules(extra_levels=("Spitze",)), players=4)

    assert line.problems == (problem,)


def test_7_3_an_extra_level_covers_a_bid():
    rules = HouseRules(extra_levels=("Spitze",))
    line = only(clubs(bid=36, house=marks(extras=(1,))), rules)

    assert (line.result.score, line.result.overbid) == (36, False)
    assert only(clubs(bid=36), rules).result.score == -72


def test_7_3_null_revolution_counts_92():
    rules = HouseRules(null_revolution=92)
    entry = null(ouvert=True, hand=True, bid=60, house=marks(revolution=True))

    assert only(entry, rules).result.score == 92


def test_7_3_null_has_the_value_that_the_club_gives_it():
    rules = HouseRules(null=20, null_ouvert=50)

    assert only(null(won=False), rules).result.score == -40
    assert only(null(ouvert=True, bid=50), rules).result.score == 50
    impossible = only(null(bid=22), rules).result
    assert (impossible.overbid, impossible.explanation.impossible_null) == (True, True)


def test_a_referee_s_value_is_doubled_like_any_other():
    entry = WrittenGame(
        declarer=2,
        kind=ResultKind.REFEREE,
        written_value=48,
        won=False,
        house=KONTRA,
    )

    assert only(entry, HouseRules(kontra=True)).result.score == -192


def test_a_bare_number_is_not_doubled_again():
    entries = [SPLIT, WrittenGame(declarer=2, written_value=96)]

    assert play(entries, BOCK, players=3)[1].result.score == 96


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


AGAIN = HouseRules(
    bock_split=True,
    ramsch_after_bock=True,
    schieberamsch=Schieberamsch.MINUS,
    grand_hand_in_ramsch=True,
    same_dealer_after_grand_hand=True,
)


def test_after_a_grand_hand_the_same_dealer_deals_again():
    """A Bock round of four, then four Ramsch: the second is a Grand Hand instead.

    Place 3 deals it and deals again, so that everything behind it moves by one.
    """
    bock = [clubs(3), clubs(4), clubs(1), clubs(2)]
    pushed = ramsch(60, 40, 20)
    entries = [SPLIT, *bock, pushed, grand(1, hand=True), pushed, pushed, pushed]

    lines = play(entries, AGAIN, players=4)

    assert [line.deal for line in lines] == [1, 2, 3, 4, 5, 6, 7, 7, 8, 9]
    assert [line.problems for line in lines] == [()] * 10
    assert [line.turn.number for line in lines[5:]] == [1, 2, 2, 3, 4]
    # Place 3 deals games 7 and 8 and scores in neither.
    assert [score.place for score in lines[7].scores] == [1]
    assert played_list(entries, AGAIN, players=4).deal == 10


def test_without_the_agreement_the_next_player_deals():
    rules = replace(AGAIN, same_dealer_after_grand_hand=False)
    bock = [clubs(3), clubs(4), clubs(1), clubs(2)]
    pushed = ramsch(60, 40, 20)
    entries = [SPLIT, *bock, pushed, grand(1, hand=True), pushed]

    lines = play(entries, rules, players=4)

    assert [line.deal for line in lines] == list(range(1, 9))
    assert [line.turn.number for line in lines[5:]] == [1, 2, 3]


def test_7_2_each_reason_of_a_game_may_start_a_round():
    rules = HouseRules(kontra=True, bock_split=True, bock_lost_kontra=True)
    entries = [clubs(won=False, card_points=60, house=KONTRA), clubs(3)]

    once = play(entries, rules, players=4)[1].turn
    each = play(entries, replace(rules, bock_each_reason=True), players=4)[1].turn

    assert (once.number, once.queued) == (1, 0)
    assert (each.number, each.queued) == (1, 1)


def test_7_2_schneider_starts_bock_in_bock_where_the_club_says_so():
    rules = HouseRules(bock_schneider=True)
    entries = [clubs(schneider=True), clubs(3, schneider=True), clubs(4)]

    once = play(entries, rules, players=4)[2].turn
    again = play(entries, replace(rules, bock_schneider_in_bock=True), players=4)[2]

    assert (once.number, once.queued) == (2, 0)
    assert (again.turn.number, again.turn.queued) == (2, 1)


def test_7_5_a_grand_hand_in_a_ramsch_round_may_start_no_bock():
    rules = HouseRules(
        bock_value=72,
        bock_split=True,
        ramsch_after_bock=True,
        ramsch=RamschScoring.FEWEST_POINTS,
        schieberamsch=Schieberamsch.MINUS,
        grand_hand_in_ramsch=True,
    )
    bock = [clubs(won=False, card_points=60), clubs(3), clubs(1), clubs(2)]
    entries = [*bock, grand(1, matadors=1, hand=True)]

    started = play(entries, rules, players=3)[-1]
    quiet = play(entries, replace(rules, grand_hand_without_bock=True), players=3)[-1]

    assert (started.turn.kind, started.triggers) == (RoundKind.RAMSCH, (Trigger.VALUE,))
    assert (quiet.turn.kind, quiet.triggers) == (RoundKind.RAMSCH, ())


def test_7_2_the_bare_value_leaves_the_levels_out():
    """With 4: 5 x 24 = 120 bare. With 2, Schneider, Schwarz: 120, but 72 bare."""
    rules = HouseRules(bock_value=120, bock_value_bare=True)
    high = grand(1, matadors=2, schneider=True, schwarz=True)

    by_levels = play([high], replace(rules, bock_value_bare=False), players=3)
    bare = play([high], rules, players=3)
    by_matadors = play([grand(1, matadors=4)], rules, players=3)

    assert by_levels[0].triggers == (Trigger.VALUE,)
    assert bare[0].triggers == ()
    assert by_matadors[0].triggers == (Trigger.VALUE,)


@pytest.mark.parametrize(
    ("entry", "score"),
    [
        (clubs(won=False, hand=True), -36),
        (clubs(won=False), -48),
        (clubs(hand=True), 36),
        (null(won=False, hand=True), -35),
        (clubs(won=False, hand=True, house=KONTRA), -72),
    ],
)
def test_until_1998_a_lost_hand_game_cost_its_value_once(entry, score):
    rules = HouseRules(kontra=True, lost_hand_once=True)

    line = only(entry, rules)

    assert line.result.score == score
    assert only(WrittenGame(declarer=2, written_value=score), rules).problems == ()
