from dataclasses import replace

import pytest

from scoring.game.codes import Problem, Question
from scoring.game.contracts import BASE_VALUE, Contract, ResultKind
from scoring.game.games import result_of
from scoring.game.problems import questions_in
from scoring.game.written_games import PASSED_IN, WrittenGame, with_implied_levels
from scoring.playing.line_checks import problems_in

CLUBS = Contract.CLUBS
GRAND = Contract.GRAND
NULL = Contract.NULL


def line(**fields):
    return WrittenGame(**{"declarer": 1, "contract": CLUBS, "matadors": 2} | fields)


def null(**fields):
    return WrittenGame(**{"declarer": 1, "contract": NULL} | fields)


def problems(entry, **where):
    return set(problems_in(entry, **where))


# --- table 1.10, row by row ---------------------------------------------------


@pytest.mark.parametrize("matadors", [0, 5, 11, -1, 10**30])
def test_grand_has_one_to_four_tops(matadors):
    grand = line(contract=GRAND, matadors=matadors)

    assert problems(grand) == {Problem.MATADORS_OUT_OF_RANGE}


@pytest.mark.parametrize("matadors", [0, 12, -1])
@pytest.mark.parametrize("contract", [c for c in BASE_VALUE if c is not GRAND])
def test_a_suit_game_has_one_to_eleven_tops(contract, matadors):
    suit = line(contract=contract, matadors=matadors)

    assert problems(suit) == {Problem.MATADORS_OUT_OF_RANGE}


@pytest.mark.parametrize(
    "announcement", ["schneider_announced", "schwarz_announced", "ouvert"]
)
def test_an_announcement_sets_hand(announcement):
    entry = line(**{announcement: True})

    assert problems(entry) == set()
    assert with_implied_levels(entry).hand


def test_schwarz_announced_sets_schneider_announced():
    assert with_implied_levels(line(schwarz_announced=True)).schneider_announced


def test_ouvert_sets_both_announcements():
    full = with_implied_levels(line(ouvert=True))

    assert (full.schneider_announced, full.schwarz_announced) == (True, True)


def test_schwarz_sets_schneider():
    assert with_implied_levels(line(schwarz=True)).schneider


@pytest.mark.parametrize("fields", [{"matadors": 1}, {"without": True}])
def test_a_null_has_no_tops(fields):
    assert problems(null(**fields)) == {Problem.NULL_WITH_MATADORS}


@pytest.mark.parametrize(
    "level", ["schneider", "schneider_announced", "schwarz", "schwarz_announced"]
)
def test_a_null_has_no_schneider_and_no_schwarz(level):
    assert problems(null(**{level: True})) == {Problem.NULL_WITH_LEVELS}


def test_a_null_ouvert_needs_no_hand():
    entry = null(ouvert=True)

    assert problems(entry) == set()
    assert with_implied_levels(entry) == entry


def test_null_hand_and_skat_taken_exclude_each_other():
    hand = null(hand=True, skat_taken=True)

    assert problems(hand) == {Problem.HAND_WITH_SKAT_TAKEN}


def test_an_announcement_and_skat_taken_exclude_each_other():
    announced = line(schneider_announced=True, skat_taken=True)

    assert problems(announced) == {Problem.HAND_WITH_SKAT_TAKEN}


@pytest.mark.parametrize(
    ("card_points", "won"), [(31, False), (60, False), (61, True), (89, True)]
)
def test_schneider_needs_its_card_points(card_points, won):
    entry = line(schneider=True, card_points=card_points, won=won)

    assert problems(entry) == {Problem.SCHNEIDER_AGAINST_CARD_POINTS}


def test_announced_schneider_stays_ticked_when_it_was_missed():
    missed = line(schneider=True, schneider_announced=True, card_points=89, won=False)

    assert problems(missed) == set()


@pytest.mark.parametrize(("card_points", "won"), [(90, True), (30, False)])
def test_card_points_set_schneider(card_points, won):
    entry = line(card_points=card_points, won=won)

    assert problems(entry) == set()
    assert with_implied_levels(entry).schneider


@pytest.mark.parametrize(
    ("points", "problem"),
    [
        (22, None),
        (23, Problem.NO_TRICK_ABOVE_22),
        (60, Problem.NO_TRICK_ABOVE_22),
        (61, Problem.SCHWARZ_BELOW_120),
        (119, Problem.SCHWARZ_BELOW_120),
        (120, None),
    ],
)
def test_schwarz_in_an_overbid_game_belongs_to_the_party_that_made_it(points, problem):
    entry = line(won=False, bid=264, schwarz=True, card_points=points)

    assert problems(entry) == ({problem} if problem else set())


def test_schwarz_of_the_declarer_needs_all_card_points():
    entry = line(schwarz=True, card_points=119)

    assert problems(entry) == {Problem.SCHWARZ_BELOW_120}


def test_nobody_makes_schwarz_without_the_jack_of_clubs():
    entry = line(schwarz=True, without=True)

    assert problems(entry) == {Problem.SCHWARZ_WITHOUT_JACK_OF_CLUBS}


def test_announced_schwarz_without_the_jack_of_clubs_can_only_be_lost():
    announced = {"schwarz_announced": True, "without": True}

    assert problems(line(**announced)) == {Problem.SCHWARZ_WITHOUT_JACK_OF_CLUBS}
    assert problems(line(**announced, won=False)) == set()


def test_the_defenders_can_make_schwarz_with_and_without():
    assert problems(line(schwarz=True, without=True, won=False)) == set()


def test_a_declarer_without_a_trick_has_only_the_skat():
    own_schwarz = {"schwarz": True, "won": False}

    assert problems(line(**own_schwarz, card_points=22)) == set()
    assert problems(line(**own_schwarz, card_points=23)) == {Problem.NO_TRICK_ABOVE_22}


def test_a_null_is_won_with_the_skat_alone():
    assert problems(null(card_points=22)) == set()
    assert problems(null(card_points=23)) == {Problem.NO_TRICK_ABOVE_22}


def test_all_card_points_without_schwarz_are_asked():
    entry = line(card_points=120)

    assert problems(entry) == set()
    assert questions_in(entry) == (Question.ALL_CARD_POINTS_WITHOUT_SCHWARZ,)
    assert questions_in(line(card_points=120, schwarz=True)) == ()
    assert questions_in(line(card_points=120, without=True)) == ()


def test_no_card_points_of_the_declarer_without_schwarz_are_asked():
    lost = line(card_points=0, won=False, without=True)

    assert problems(lost) == set()
    assert questions_in(lost) == (Question.NO_CARD_POINTS_WITHOUT_SCHWARZ,)
    assert questions_in(replace(lost, schwarz=True)) == ()


def test_nobody_wins_below_61():
    assert problems(line(card_points=60)) == {Problem.WON_BELOW_61}


@pytest.mark.parametrize(
    ("announcement", "card_points"),
    [("schneider_announced", 89), ("schwarz_announced", 119), ("ouvert", 119)],
)
def test_nobody_wins_without_the_announced_level(announcement, card_points):
    entry = line(**{announcement: True}, card_points=card_points)

    assert problems(entry) == {Problem.WON_WITHOUT_ANNOUNCED_LEVEL}


def test_won_below_the_bid_becomes_an_overbid_loss():
    entry = line(bid=40)

    assert problems(entry) == set()
    assert (result_of(entry).won, result_of(entry).overbid) == (False, True)


@pytest.mark.parametrize("bid", [17, 19, 32, 0, -18, 265, 10**30])
def test_a_bid_is_one_of_the_63(bid):
    assert Problem.BID_NOT_IN_LIST in problems(line(bid=bid))


@pytest.mark.parametrize(("number", "dealer"), [(1, 1), (4, 4), (5, 1), (48, 4)])
def test_the_dealer_at_a_table_of_four_cannot_declare(number, dealer):
    entry = line(declarer=dealer)

    assert problems(entry, number=number) == {Problem.DECLARER_IS_DEALER}
    assert problems(entry, number=number + 1) == set()


def test_the_dealer_at_a_table_of_three_plays():
    assert problems(line(), players=3, number=1) == set()


def test_at_five_the_player_right_of_the_dealer_pauses_as_well():
    assert problems(line(declarer=1), players=5, number=1) == {
        Problem.DECLARER_IS_DEALER
    }
    assert problems(line(declarer=5), players=5, number=1) == {
        Problem.DECLARER_IS_PAUSING
    }
    assert problems(line(declarer=2), players=5, number=1) == set()


def test_a_list_has_no_49th_game():
    assert problems(PASSED_IN, number=48, games=48) == set()
    assert problems(PASSED_IN, number=49, games=48) == {Problem.LIST_IS_FULL}
    assert problems(PASSED_IN, number=0) == {Problem.LIST_IS_FULL}


# --- what else cannot be ------------------------------------------------------


def test_a_game_needs_its_tops():
    assert problems(line(matadors=None)) == {Problem.MATADORS_MISSING}


@pytest.mark.parametrize(
    ("place", "players"), [(4, 3), (5, 4), (0, 4), (-1, 4), (6, 5)]
)
def test_the_declarer_sits_at_the_table(place, players):
    entry = line(declarer=place)

    assert problems(entry, players=players) == {Problem.DECLARER_NOT_AT_TABLE}


@pytest.mark.parametrize(
    "fields",
    [{"contract": CLUBS}, {"matadors": 2}, {"written_value": 48}, {"bid": 18}],
)
def test_a_game_has_a_declarer(fields):
    assert problems(WrittenGame(**fields)) == {Problem.NO_DECLARER}


def test_a_declarer_has_a_game():
    assert problems(WrittenGame(declarer=1)) == {Problem.CONTRACT_MISSING}


def test_passed_in_is_fine_with_or_without_the_won_mark():
    assert problems(PASSED_IN) == problems(WrittenGame(won=False)) == set()


@pytest.mark.parametrize("card_points", [-1, 121, 10**30])
def test_card_points_lie_between_0_and_120(card_points):
    assert Problem.CARD_POINTS_OUT_OF_RANGE in problems(line(card_points=card_points))


def test_nobody_loses_with_61_without_a_reason():
    assert problems(line(card_points=61, won=False)) == {Problem.LOST_WITH_61}


@pytest.mark.parametrize(
    "reason",
    [
        {"bid": 40},
        {"overbid_value": 48},
        {"schneider_announced": True},
        {"kind": ResultKind.RULE_BREAK},
    ],
)
def test_overbid_missed_level_and_rule_break_lose_with_61(reason):
    assert problems(line(card_points=61, won=False, **reason)) == set()


def test_a_conceded_game_is_lost_without_further_levels():
    conceded = {"kind": ResultKind.CONCEDED, "won": False}

    assert problems(line(**conceded, schneider=True)) == {Problem.CONCEDED_WITH_LEVELS}
    assert problems(line(**conceded, schneider_announced=True)) == set()


@pytest.mark.parametrize("written", [36, 24, 47, 0, -48, 288, 10**30])
def test_a_covering_value_is_a_multiple_beyond_the_levels(written):
    entry = line(overbid_value=written)

    assert problems(entry) == {Problem.OVERBID_VALUE_NOT_COVERING}


def test_a_covering_value_is_the_smallest_for_the_bid():
    assert problems(line(bid=40, overbid_value=48)) == set()
    assert problems(line(bid=40, overbid_value=60)) == {
        Problem.OVERBID_VALUE_NOT_COVERING
    }
    assert problems(line(bid=36, overbid_value=48)) == {
        Problem.OVERBID_VALUE_NOT_COVERING
    }


def test_a_covering_value_of_an_impossible_null_fits_a_contract():
    assert problems(null(overbid_value=30)) == set()
    assert problems(null(overbid_value=23)) == {Problem.OVERBID_VALUE_NOT_COVERING}
    assert problems(null(overbid_value=35)) == {Problem.OVERBID_VALUE_NOT_COVERING}
    assert problems(null(overbid_value=30, picked=CLUBS)) == {
        Problem.OVERBID_VALUE_NOT_COVERING
    }


def test_only_an_impossible_null_has_a_picked_contract():
    assert problems(null(picked=CLUBS)) == {Problem.PICKED_WITHOUT_NEED}
    assert problems(line(picked=CLUBS)) == {Problem.PICKED_WITHOUT_NEED}
    assert problems(null(picked=CLUBS, matadors=1, bid=30)) == set()


def test_a_null_cannot_be_picked_for_an_impossible_null():
    assert problems(null(picked=NULL, bid=30)) == {Problem.PICKED_IS_NULL}


def test_a_picked_grand_has_at_most_four_tops():
    assert problems(null(picked=GRAND, matadors=5, bid=30)) == {
        Problem.MATADORS_OUT_OF_RANGE
    }


@pytest.mark.parametrize("written", [0, 1, 32, -95, -10, 171, 10**30, -(10**30)])
def test_a_written_value_is_a_possible_one(written):
    entry = WrittenGame(declarer=1, written_value=written)

    assert problems(entry) == {Problem.WRITTEN_VALUE_IMPOSSIBLE}


def test_a_written_value_stands_alone():
    assert problems(line(written_value=36)) == {Problem.WRITTEN_VALUE_BESIDE_GAME}
    assert problems(WrittenGame(declarer=1, hand=True, written_value=48)) == {
        Problem.WRITTEN_VALUE_WITH_DETAILS
    }


@pytest.mark.parametrize(
    ("written", "won", "problem"),
    [
        (48, True, None),
        (48, False, None),
        (-96, False, None),
        (0, True, Problem.REFEREE_VALUE_IMPOSSIBLE),
        (32, False, Problem.REFEREE_VALUE_IMPOSSIBLE),
        (-95, False, Problem.WRITTEN_VALUE_IMPOSSIBLE),
    ],
)
def test_the_referee_decides_a_value_or_leaves_that_of_the_paper(written, won, problem):
    entry = WrittenGame(
        declarer=1, won=won, kind=ResultKind.REFEREE, written_value=written
    )

    assert problems(entry) == ({problem} if problem else set())


def test_a_game_without_hand_takes_the_skat():
    assert problems(line(skat_taken=True)) == set()
    assert problems(line(hand=True, skat_taken=True)) == {Problem.HAND_WITH_SKAT_TAKEN}


@pytest.mark.parametrize("won", [True, False])
def test_the_referee_may_decide_only_who_won(won):
    assert problems(line(kind=ResultKind.REFEREE, won=won)) == set()
    assert problems(null(kind=ResultKind.REFEREE, won=won)) == set()


def test_a_number_under_plus_is_not_lost():
    assert problems(WrittenGame(declarer=1, won=False, written_value=96)) == {
        Problem.WRITTEN_VALUE_WITH_DETAILS
    }
    assert problems(WrittenGame(declarer=1, won=False, written_value=-96)) == set()


@pytest.mark.parametrize("written", [0, 32, -96, 10**30])
def test_the_referee_decides_on_a_possible_value(written):
    decided = line(kind=ResultKind.REFEREE, written_value=written)

    assert problems(decided) == {Problem.REFEREE_VALUE_IMPOSSIBLE}


def test_all_problems_come_at_once():
    entry = line(declarer=5, contract=GRAND, matadors=7, bid=19, card_points=12)

    assert problems_in(entry, number=49, games=48) == (
        Problem.LIST_IS_FULL,
        Problem.DECLARER_NOT_AT_TABLE,
        Problem.MATADORS_OUT_OF_RANGE,
        Problem.BID_NOT_IN_LIST,
        Problem.WON_BELOW_61,
    )


@pytest.mark.parametrize("name", WrittenGame.__slots__)
@pytest.mark.parametrize("absurd", ["2", 2.5, [], object(), b"\0"])
def test_a_field_of_the_wrong_type_is_malformed(name, absurd):
    entry = line(**{name: absurd})

    assert problems(entry, number=3) == {Problem.MALFORMED}
    assert questions_in(entry) == ()
    assert with_implied_levels(entry) is entry
    with pytest.raises(ValueError, match="malformed"):
        result_of(entry)
