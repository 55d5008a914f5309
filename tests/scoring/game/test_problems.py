from dataclasses import replace

import pytest

from scoring.game.games import result_of
from scoring.game.problems import Problem, Question, questions_in
from scoring.game.written_games import (
    BASE_VALUE,
    PASSED_IN,
    Contract,
    ResultKind,
    WrittenGame,
    with_implied_levels,
)
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


@pytest.mark.parametrize(
    ("level", "implied"),
    [
        ("schneider_announced", {"hand"}),
        ("schwarz_announced", {"hand", "schneider_announced"}),
        ("ouvert", {"hand", "schneider_announced", "schwarz_announced"}),
        ("schwarz", {"schneider"}),
    ],
)
def test_a_level_sets_those_below_it(level, implied):
    entry = line(**{level: True})

    full = with_implied_levels(entry)

    assert problems(entry) == set()
    assert {name for name in implied if getattr(full, name)} == implied


CONCEDED = {"kind": ResultKind.CONCEDED, "won": False}
ALONE = {"declarer": 1}
REFEREE = {"kind": ResultKind.REFEREE}
UNREACHED = {"schwarz_announced": True, "without": True}
OVERBID_SCHWARZ = {"won": False, "bid": 264, "schwarz": True}
POSSIBLE = [
    # A Null ouvert needs no Hand; a game without Hand takes the skat.
    null(ouvert=True),
    line(skat_taken=True),
    # A missed announcement stays ticked.
    line(schneider=True, schneider_announced=True, card_points=89, won=False),
    # Schwarz belongs to the party that made it, also in an overbid game; whoever has
    # no trick has only the skat.
    line(**OVERBID_SCHWARZ, card_points=22),
    line(**OVERBID_SCHWARZ, card_points=120),
    line(schwarz=True, won=False, card_points=22),
    null(card_points=22),
    # Without the jack of clubs Schwarz can only be lost.
    line(**UNREACHED, won=False),
    line(schwarz=True, without=True, won=False),
    # With 61 a game is lost if it was overbid, a level was missed or a rule broken.
    line(card_points=61, won=False, bid=40),
    line(card_points=61, won=False, overbid_value=48),
    line(card_points=61, won=False, schneider_announced=True),
    line(card_points=61, won=False, kind=ResultKind.RULE_BREAK),
    line(**CONCEDED, schneider_announced=True),
    # A covering value is the smallest multiple for the bid, of a contract that the
    # declarer of an impossible Null could have picked.
    line(bid=40, overbid_value=48),
    line(bid=40),
    null(overbid_value=30),
    null(picked=CLUBS, matadors=1, bid=30),
    # The referee decides only who won, or a value, or leaves that of the paper.
    *(make(**REFEREE, won=won) for make in (line, null) for won in (True, False)),
    WrittenGame(**ALONE, **REFEREE, written_value=48),
    WrittenGame(**ALONE, **REFEREE, written_value=48, won=False),
    WrittenGame(**ALONE, **REFEREE, written_value=-96, won=False),
    WrittenGame(declarer=1, won=False, written_value=-96),
    PASSED_IN,
    WrittenGame(won=False),
]
IMPOSSIBLE = {
    # Grand has 1 to 4 tops, a suit 1 to 11, a Null none, and it has no levels.
    Problem.MATADORS_OUT_OF_RANGE: [
        *(line(contract=GRAND, matadors=tops) for tops in (0, 5, 11, -1, 10**30)),
        *(
            line(contract=suit, matadors=tops)
            for suit in BASE_VALUE
            if suit is not GRAND
            for tops in (0, 12, -1)
        ),
        null(picked=GRAND, matadors=5, bid=30),
    ],
    Problem.MATADORS_MISSING: [line(matadors=None)],
    Problem.NULL_WITH_MATADORS: [null(matadors=1), null(without=True)],
    Problem.NULL_WITH_LEVELS: [
        null(schneider=True),
        null(schneider_announced=True),
        null(schwarz=True),
        null(schwarz_announced=True),
    ],
    # Hand, which an announcement implies, leaves the skat.
    Problem.HAND_WITH_SKAT_TAKEN: [
        null(hand=True, skat_taken=True),
        line(hand=True, skat_taken=True),
        line(schneider_announced=True, skat_taken=True),
    ],
    # Levels need their card points.
    Problem.SCHNEIDER_AGAINST_CARD_POINTS: [
        line(schneider=True, card_points=points, won=won)
        for points, won in ((31, False), (60, False), (61, True), (89, True))
    ],
    Problem.NO_TRICK_ABOVE_22: [
        line(**OVERBID_SCHWARZ, card_points=23),
        line(**OVERBID_SCHWARZ, card_points=60),
        line(schwarz=True, won=False, card_points=23),
        null(card_points=23),
    ],
    Problem.SCHWARZ_BELOW_120: [
        line(**OVERBID_SCHWARZ, card_points=61),
        line(**OVERBID_SCHWARZ, card_points=119),
        line(schwarz=True, card_points=119),
    ],
    Problem.SCHWARZ_WITHOUT_JACK_OF_CLUBS: [
        line(schwarz=True, without=True),
        line(**UNREACHED),
    ],
    Problem.WON_BELOW_61: [line(card_points=60)],
    Problem.LOST_WITH_61: [line(card_points=61, won=False)],
    Problem.WON_WITHOUT_ANNOUNCED_LEVEL: [
        line(schneider_announced=True, card_points=89),
        line(schwarz_announced=True, card_points=119),
        line(ouvert=True, card_points=119),
    ],
    Problem.CONCEDED_WITH_LEVELS: [line(**CONCEDED, schneider=True)],
    # A game has a declarer, and a declarer a game.
    Problem.NO_DECLARER: [
        WrittenGame(contract=CLUBS),
        WrittenGame(matadors=2),
        WrittenGame(written_value=48),
        WrittenGame(bid=18),
    ],
    Problem.CONTRACT_MISSING: [WrittenGame(**ALONE)],
    # A covering value is the smallest multiple beyond the levels.
    Problem.OVERBID_VALUE_NOT_COVERING: [
        *(line(overbid_value=it) for it in (36, 24, 47, 0, -48, 288, 10**30)),
        line(bid=40, overbid_value=60),
        line(bid=36, overbid_value=48),
        null(overbid_value=23),
        null(overbid_value=35),
        null(overbid_value=30, picked=CLUBS),
    ],
    # Only an impossible Null has a picked contract, and no Null.
    Problem.PICKED_WITHOUT_NEED: [null(picked=CLUBS), line(picked=CLUBS)],
    Problem.PICKED_IS_NULL: [null(picked=NULL, bid=30)],
    # A written value is a possible one and stands alone; that of the referee, too.
    Problem.WRITTEN_VALUE_IMPOSSIBLE: [
        *(
            WrittenGame(**ALONE, written_value=it)
            for it in (0, 1, 32, -95, -10, 171, 10**30, -(10**30))
        ),
        WrittenGame(**ALONE, **REFEREE, written_value=-95, won=False),
    ],
    Problem.WRITTEN_VALUE_BESIDE_GAME: [line(written_value=36)],
    Problem.WRITTEN_VALUE_WITH_DETAILS: [
        WrittenGame(**ALONE, hand=True, written_value=48),
        WrittenGame(**ALONE, won=False, written_value=96),
    ],
    Problem.REFEREE_VALUE_IMPOSSIBLE: [
        *(line(**REFEREE, written_value=it) for it in (0, 32, -96, 10**30)),
        WrittenGame(**ALONE, **REFEREE, written_value=0),
        WrittenGame(**ALONE, **REFEREE, written_value=32, won=False),
    ],
}


@pytest.mark.parametrize("entry", POSSIBLE)
def test_a_possible_game_has_no_problem(entry):
    assert problems(entry) == set()


@pytest.mark.parametrize(
    ("entry", "problem"),
    [(entry, problem) for problem, entries in IMPOSSIBLE.items() for entry in entries],
)
def test_an_impossible_game_has_its_problem_alone(entry, problem):
    assert problems(entry) == {problem}


@pytest.mark.parametrize(("card_points", "won"), [(90, True), (30, False)])
def test_card_points_set_schneider(card_points, won):
    entry = line(card_points=card_points, won=won)

    assert problems(entry) == set()
    assert with_implied_levels(entry).schneider


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


@pytest.mark.parametrize("bid", [17, 19, 32, 0, -18, 265, 10**30])
def test_a_bid_is_one_of_the_63(bid):
    assert Problem.BID_NOT_IN_LIST in problems(line(bid=bid))


DEALS = ((1, 1), (4, 4), (5, 1), (48, 4))  # at a table of four


@pytest.mark.parametrize(
    ("declarer", "players", "number", "found"),
    [
        *(
            (dealer, 4, number, {Problem.DECLARER_IS_DEALER})
            for number, dealer in DEALS
        ),
        *((dealer, 4, number + 1, set()) for number, dealer in DEALS),
        (1, 3, 1, set()),  # at three the dealer plays
        # At five the player right of the dealer pauses as well.
        (1, 5, 1, {Problem.DECLARER_IS_DEALER}),
        (5, 5, 1, {Problem.DECLARER_IS_PAUSING}),
        (2, 5, 1, set()),
        *(
            (place, players, None, {Problem.DECLARER_NOT_AT_TABLE})
            for place, players in ((4, 3), (5, 4), (0, 4), (-1, 4), (6, 5))
        ),
    ],
)
def test_the_declarer_is_somebody_who_plays(declarer, players, number, found):
    entry = line(declarer=declarer)

    assert problems(entry, players=players, number=number) == found


def test_a_list_has_no_49th_game():
    assert problems(PASSED_IN, number=48, games=48) == set()
    assert problems(PASSED_IN, number=49, games=48) == {Problem.LIST_IS_FULL}
    assert problems(PASSED_IN, number=0) == {Problem.LIST_IS_FULL}


# --- what else cannot be ------------------------------------------------------


@pytest.mark.parametrize("card_points", [-1, 121, 10**30])
def test_card_points_lie_between_0_and_120(card_points):
    assert Problem.CARD_POINTS_OUT_OF_RANGE in problems(line(card_points=card_points))


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
