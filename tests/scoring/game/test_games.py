from dataclasses import replace

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from scoring.game import games
from scoring.game.games import (
    ImpossibleGame,
    Level,
    LevelCount,
    computed_result,
    result_of,
)
from scoring.game.problems import Problem, pick_of, picks, questions_in
from scoring.game.written_games import (
    BASE_VALUE,
    BIDS,
    COVERING_VALUES,
    NULL_VALUE,
    PASSED_IN,
    POSSIBLE_VALUES,
    Contract,
    Levels,
    Margin,
    ResultKind,
    WrittenGame,
    levels_of,
    with_implied_levels,
)
from scoring.notation.reading import read_line
from scoring.playing.examples import calculate
from scoring.playing.line_checks import problems_in
from tests.examples import examples
from tests.scoring.game.worked_hands import WORKED_HANDS

CLUBS = Contract.CLUBS
SPADES = Contract.SPADES


def line(**fields):
    return WrittenGame(**{"declarer": 1, "contract": CLUBS, "matadors": 2} | fields)


def null(**fields):
    return WrittenGame(declarer=1, contract=Contract.NULL, **fields)


# --- the worked hands ---------------------------------------------------------


@pytest.mark.parametrize("hand", WORKED_HANDS, ids=lambda hand: hand.number)
def test_worked_hand(hand):
    result = result_of(hand.entry)

    assert problems_in(hand.entry) == ()
    assert (result.value, result.won, result.overbid, result.score) == (
        hand.value,
        hand.won,
        hand.overbid,
        hand.score,
    )
    fifty = {True: 50, False: -50, None: 0}[result.won]
    assert result.score + fifty == hand.score_with_50
    if " x " in hand.calculation:
        explanation = result.explanation
        multiplier = explanation.covering or explanation.multiplier
        assert hand.calculation.endswith(f"{multiplier} x {explanation.base}")


def test_there_are_53_worked_hands():
    numbers = [hand.number for hand in WORKED_HANDS]

    assert numbers == [f"W{number:02}" for number in range(1, 54)]


# --- levels and explanations --------------------------------------------------


def test_the_explanation_counts_as_players_say_it():
    explanation = result_of(line(hand=True)).explanation

    assert explanation.levels == (
        LevelCount(Level.MATADORS, 2),
        LevelCount(Level.GAME, 3),
        LevelCount(Level.HAND, 4),
    )
    assert (explanation.base, explanation.value, explanation.score) == (12, 48, 48)
    assert (explanation.covering, explanation.doubled) == (None, False)


def test_grand_ouvert_with_four_has_eleven_steps():
    grand = line(contract=Contract.GRAND, matadors=4, ouvert=True)

    explanation = result_of(grand).explanation

    official = list(Level)
    assert [step.level for step in explanation.levels] == official
    assert explanation.levels[-1].count == 11
    assert explanation.value == 264


def test_the_explanation_of_an_overbid_names_bid_and_covering_multiple():
    spades = line(contract=SPADES, matadors=1, bid=30)

    explanation = result_of(spades).explanation

    assert explanation.value_by_levels == 22
    assert (explanation.bid, explanation.covering) == (30, 3)
    assert (explanation.value, explanation.score) == (33, -66)
    assert explanation.doubled


def test_the_explanation_of_an_impossible_null_names_the_picked_contract():
    explanation = result_of(null(matadors=1, hand=True, bid=40)).explanation

    assert explanation.impossible_null
    assert explanation.contract is Contract.NULL
    assert explanation.picked is Contract.HEARTS
    assert (explanation.base, explanation.multiplier) == (10, 3)
    assert explanation.covering == 4
    assert (explanation.value, explanation.score) == (40, -80)
    assert (explanation.hand, explanation.ouvert) == (True, False)


def test_own_schwarz_after_announced_schneider_can_be_left_out(monkeypatch):
    monkeypatch.setattr(games, "OWN_SCHWARZ_BEYOND_ANNOUNCED_SCHNEIDER", False)
    game = line(matadors=1, schneider_announced=True, schwarz=True, won=False)

    assert computed_result(game).value == 60


@pytest.mark.parametrize(
    ("rule", "_options", "text", "points"), examples("points", "official")
)
def test_a_game_scores(rule, _options, text, points):
    game = read_line(text).entry

    assert f"{game.declarer}:{result_of(game).score}" == points


# --- overbid ------------------------------------------------------------------


def test_the_covering_value_of_the_paper_stands_for_the_bid():
    result = result_of(line(contract=SPADES, matadors=1, overbid_value=33))

    assert (result.value, result.score, result.won, result.overbid) == (
        33,
        -66,
        False,
        True,
    )
    assert result.explanation.covering == 3
    assert result.explanation.bid is None


def test_an_overbid_is_found_for_a_written_loss_as_well():
    result = result_of(line(contract=SPADES, matadors=1, bid=48, won=False))

    assert (result.score, result.overbid) == (-110, True)


# --- Null ---------------------------------------------------------------------


def test_an_impossible_null_offers_all_five_contracts():
    options = picks(bid=30, matadors=1)

    assert [(pick.contract, pick.value) for pick in options] == [
        (Contract.DIAMONDS, 36),
        (Contract.HEARTS, 30),
        (Contract.SPADES, 33),
        (Contract.CLUBS, 36),
        (Contract.GRAND, 48),
    ]
    assert pick_of(null(bid=30, matadors=1)).contract is Contract.HEARTS
    # The declarer need not pick the cheapest.
    picked = null(matadors=1, bid=30, picked=Contract.GRAND)
    assert result_of(picked).score == -96


def test_an_impossible_null_without_tops_defaults_to_the_cheapest_and_asks():
    assert result_of(null(bid=30)).score == -60
    assert [question.value for question in questions_in(null(bid=30))] == [
        "which-contract-picked"
    ]


def test_many_tops_can_make_an_impossible_null_cost_more_than_its_bid():
    assert pick_of(null(bid=24, matadors=3)).value == 36
    assert pick_of(null(bid=24, matadors=7)).value == 72
    assert picks(bid=24, matadors=7)[-1].value == 120, "Grand has four tops at most"


def test_an_impossible_null_with_a_written_covering_value_finds_its_contract():
    result = result_of(null(matadors=1, overbid_value=33))

    assert (result.score, result.explanation.picked) == (-66, SPADES)


# --- other ways to end, and lines without a game ------------------------------


def test_passed_in_scores_nothing():
    result = result_of(PASSED_IN)

    assert (result.value, result.score, result.won) == (None, 0, None)
    assert (result.overbid, result.explanation) == (False, None)


def test_a_granted_level_is_not_ticked():
    broken = line(kind=ResultKind.RULE_BREAK, matadors=1, bid=48)

    counted = result_of(broken).explanation.levels

    assert with_implied_levels(broken) == broken
    assert [step.level for step in counted if step.granted] == [
        Level.SCHNEIDER,
        Level.SCHWARZ,
    ]
    made = result_of(replace(broken, schneider=True)).explanation.levels
    assert [step.level for step in made if step.granted] == [Level.SCHWARZ]


def test_the_referee_decides_the_value():
    decided = line(kind=ResultKind.REFEREE, matadors=None, written_value=48)

    assert result_of(decided).score == 48
    assert result_of(decided).explanation is None


@pytest.mark.parametrize(
    ("written", "value", "won"), [(48, 48, True), (-96, 48, False), (-342, 171, False)]
)
def test_a_written_value_is_read_from_its_sign(written, value, won):
    result = result_of(WrittenGame(declarer=2, written_value=written))

    assert (result.value, result.score, result.won) == (value, written, won)


def test_ouvert_implies_hand_and_all_announcements():
    assert levels_of(line(ouvert=True)) == Levels(
        hand=True, announced=Margin.SCHWARZ, margin=Margin.SCHWARZ, ouvert=True
    )


def test_an_impossible_entry_says_why():
    with pytest.raises(ImpossibleGame) as refused:
        result_of(line(matadors=12, bid=19))

    assert refused.value.problems == (
        Problem.MATADORS_OUT_OF_RANGE,
        Problem.BID_NOT_IN_LIST,
    )


# --- properties ---------------------------------------------------------------

MARKS = "without hand schneider schneider_announced schwarz schwarz_announced ouvert"
NUMBERS = st.none() | st.integers(-3, 13) | st.integers()
CONTRACTS = st.none() | st.sampled_from(Contract)
ANY_ENTRY = st.builds(
    WrittenGame,
    declarer=st.sampled_from([None, 1, 2, 3, 4]) | NUMBERS,
    contract=CONTRACTS,
    matadors=st.sampled_from([None, 1, 2, 3, 4, 5, 11]) | NUMBERS,
    **{mark: st.booleans() for mark in MARKS.split()},
    won=st.booleans(),
    bid=st.none() | st.sampled_from(BIDS) | NUMBERS,
    overbid_value=st.none() | st.sampled_from(sorted(POSSIBLE_VALUES)) | NUMBERS,
    card_points=st.none() | st.integers(0, 120) | NUMBERS,
    skat_taken=st.none() | st.booleans(),
    picked=CONTRACTS,
    kind=st.sampled_from(ResultKind),
    written_value=st.none() | st.sampled_from([48, -96]) | NUMBERS,
)
SENSIBLE_ENTRY = st.builds(
    WrittenGame,
    declarer=st.just(1),
    contract=st.sampled_from(list(BASE_VALUE)),
    matadors=st.integers(1, 4),
    **{mark: st.booleans() for mark in MARKS.split()},
    won=st.booleans(),
    bid=st.none() | st.sampled_from(BIDS),
    kind=st.sampled_from(ResultKind),
)


@given(ANY_ENTRY | SENSIBLE_ENTRY)
@example(
    WrittenGame(declarer=10**100, contract=CLUBS, matadors=-(10**100), bid=10**1000)
)
@example(WrittenGame(contract=Contract.NULL))
def test_an_entry_without_problems_has_a_possible_result(entry):
    problems = problems_in(entry, number=3, games=48)
    if problems:
        return
    questions_in(entry)

    result = result_of(entry)

    assert result.value is None or result.value in POSSIBLE_VALUES
    expected = {True: 1, False: -2, None: 0}[result.won] * (result.value or 0)
    assert result.score == expected
    assert not (result.won and result.overbid)


@given(ANY_ENTRY | SENSIBLE_ENTRY)
def test_implied_levels_are_added_only_once(entry):
    full = with_implied_levels(entry)

    assert with_implied_levels(full) == full
    if not problems_in(entry):
        assert problems_in(full) == ()
        assert result_of(full) == result_of(entry)


@given(SENSIBLE_ENTRY)
def test_a_result_covers_the_bid_or_is_lost(entry):
    if entry.bid is None or problems_in(entry):
        return

    assert result_of(entry).value >= entry.bid


GAME = st.builds(
    WrittenGame,
    declarer=st.just(1),
    contract=st.sampled_from(list(BASE_VALUE)),
    matadors=st.integers(1, 3),
    hand=st.booleans(),
    schneider=st.booleans(),
    won=st.booleans(),
)


@given(GAME)
def test_more_levels_never_lower_the_value(game):
    def value(**more):
        return result_of(replace(game, **more)).value

    assert value(matadors=game.matadors + 1) > value()
    assert value(hand=True) >= value()
    assert value(schwarz=True) > value()
    assert value(schneider_announced=True) > value()
    assert value(ouvert=True) > value()


# The list as it is usually printed (rules 1.9).
PRINTED_BIDS = """
18 20 22 23 24 27 30 33 35 36 40 44 45 46 48 50 54 55 59 60 63 66 70 72 77 80 81 84
88 90 96 99 100 108 110 117 120 121 126 130 132 135 140 143 144 150 153 154 156 160
162 165 168 170 176 180 187 192 198 204 216 240 264
"""


def test_the_63_bids_are_the_printed_list():
    assert tuple(int(bid) for bid in PRINTED_BIDS.split()) == BIDS
    assert len(BIDS) == 63


def test_base_values_are_those_of_the_rule_book():
    assert list(BASE_VALUE.values()) == [9, 10, 11, 12, 24]
    assert Contract.NULL not in BASE_VALUE
    assert sorted(NULL_VALUE.values()) == [23, 35, 46, 59]


def test_every_bid_can_be_covered_in_every_contract():
    for contract, base in BASE_VALUE.items():
        for bid in BIDS:
            assert any(bid <= value < bid + base for value in COVERING_VALUES[contract])


def test_possible_values_are_bids_and_covering_multiples():
    assert set(BIDS) <= POSSIBLE_VALUES
    assert 270 in POSSIBLE_VALUES, "Karo overbid at 264 costs 30 times 9"
    assert not {0, 9, 12, 24 * 12, 32, 225} & POSSIBLE_VALUES


def test_a_game_covers_the_bids_up_to_its_value_and_is_overbid_beyond():
    hand = WrittenGame(contract=CLUBS, matadors=2, hand=True)
    calculation = calculate(hand)

    assert (calculation.won.score, calculation.lost.score) == (48, -96)
    assert calculation.covered == tuple(bid for bid in BIDS if bid <= 48)
    for bid in BIDS:
        asked = calculate(replace(hand, bid=bid))
        assert asked.won.overbid != (bid in asked.covered)
    assert calculate(replace(hand, bid=50)).won.score == -120


@pytest.mark.parametrize(
    ("levels", "lost"),
    [
        ({"schwarz": True}, -120),  # the declarer took no trick (W10)
        ({"hand": True, "schwarz": True}, -144),
        ({"schneider_announced": True, "schwarz": True}, -168),
        ({"schwarz_announced": True}, -192),  # W22
        ({"ouvert": True}, -216),
    ],
)
def test_schwarz_without_the_jack_of_clubs_can_only_be_lost(levels, lost):
    game = WrittenGame(contract=CLUBS, matadors=2, without=True, **levels)
    calculation = calculate(game)

    assert (calculation.won, calculation.lost.score) == (None, lost)
    assert calculation.covered == ()


def test_an_impossible_calculation_says_why():
    with pytest.raises(ImpossibleGame) as error:
        calculate(WrittenGame(contract=Contract.GRAND, matadors=5))
    assert error.value.problems == (Problem.MATADORS_OUT_OF_RANGE,)
