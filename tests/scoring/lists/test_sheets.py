"""How a list closes, and what it counts for each of its players."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.game.games import result_of
from scoring.game.written_games import (
    Contract,
    Position,
    dealer_of,
    pausing,
    seat_position,
)
from scoring.lists.sheets import (
    RATES,
    System,
    Takeover,
    close_list,
    close_stints,
    read_takeover,
    running_totals,
    with_key,
)
from scoring.lists.tallies import (
    SUMMED,
    TalliedGame,
    add_up,
    points_at_stake,
    tally_stints,
)
from tests.sampling import sample_list
from tests.scoring.game_lists import tables, written_line

# The eight games of rules 3.3.
EIGHT_GAMES = [
    written_line(number=1, declarer=2, score=18, won=True),
    written_line(number=2, declarer=3, score=72, won=True),
    written_line(number=3, declarer=1, score=-44, won=False),
    written_line(number=4, declarer=None, score=0, won=None),
    written_line(number=5, declarer=4, score=23, won=True),
    written_line(number=6, declarer=1, score=36, won=True),
    written_line(number=7, declarer=4, score=40, won=True),
    written_line(number=8, declarer=2, score=-96, won=False),
]


def totals_of(lines, **options):
    return [seat.total for seat in close_list(lines, **options).seats]


def games_of(place, points, won, lost, start):
    """Return games that add up to ``points``, whatever their values."""
    scores = [points, *[0] * (won + lost - 1)]
    return [
        written_line(number=start + index, declarer=place, score=score, won=index < won)
        for index, score in enumerate(scores)
    ]


def list_with(columns, passed_in):
    lines = []
    for place, (points, won, lost) in enumerate(columns, start=1):
        lines += games_of(place, points, won, lost, len(lines) + 1)
    start = len(lines) + 1
    return lines + [
        written_line(number=start + index, declarer=None, score=0, won=None)
        for index in range(passed_in)
    ]


def test_a_ramsch_is_not_counted_as_passed_in():
    ramsch = written_line(
        number=1, declarer=None, score=0, won=None, shares=((2, -60),)
    )
    passed_in = written_line(number=2, declarer=None, score=0, won=None)

    rows = running_totals([ramsch, passed_in], 4)

    assert [row.passed_in for row in rows] == [0, 1]
    assert [row.shares for row in rows] == [((2, -60),), ()]


def test_the_eight_games_of_the_rules_close_as_printed():
    closed = close_list(EIGHT_GAMES, players=4)

    assert [seat.game_points for seat in closed.seats] == [-8, -78, 72, 63]
    assert [seat.total for seat in closed.seats] == [22, -48, 182, 223]
    assert [seat.won for seat in closed.seats] == [1, 1, 1, 2]
    assert [seat.lost for seat in closed.seats] == [1, 1, 0, 0]
    assert (closed.games, closed.passed_in) == (8, 1)


def test_the_running_cells_of_the_eight_games_are_those_of_the_paper():
    rows = running_totals(EIGHT_GAMES, 4)

    assert [row.game_points for row in rows] == [18, 72, -44, None, 23, -8, 63, -78]
    assert [row.won for row in rows] == [1, 1, 0, None, 1, 1, 2, 1]
    assert [row.lost for row in rows] == [0, 0, 1, None, 0, 1, 0, 1]
    assert [row.passed_in for row in rows] == [0, 0, 0, 1, 1, 1, 1, 1]


def test_the_worked_closing_of_a_table_of_four():
    lines = list_with([(512, 13, 1), (388, 11, 2), (295, 9, 2), (-41, 7, 1)], 2)

    closed = close_list(lines, players=4)

    assert (closed.games, closed.passed_in) == (48, 2)
    assert [seat.others_lost for seat in closed.seats] == [5, 4, 4, 5]
    assert [seat.won_lost_bonus for seat in closed.seats] == [600, 450, 350, 300]
    assert [seat.others_bonus for seat in closed.seats] == [150, 120, 120, 150]
    assert [seat.total for seat in closed.seats] == [1262, 958, 765, 409]


def test_the_worked_closing_of_a_table_of_three():
    closed = close_list(
        list_with([(430, 12, 1), (215, 10, 3), (98, 9, 0)], 1), players=3
    )

    assert (closed.games, closed.passed_in) == (36, 1)
    assert [seat.others_bonus for seat in closed.seats] == [120, 40, 160]
    assert [seat.total for seat in closed.seats] == [1100, 605, 708]


@pytest.mark.parametrize(
    ("system", "totals"),
    [
        (System.PLAIN, [-8, -78, 72, 63]),
        (System.SEEGER, [-8, -78, 122, 163]),
        (System.SEEGER_FABIAN, [22, -48, 182, 223]),
    ],
)
def test_the_three_systems_add_different_bonuses(system, totals):
    assert totals_of(EIGHT_GAMES, players=4, system=system) == totals


def test_at_five_everybody_else_gets_thirty_for_a_lost_game():
    lost = [written_line(number=1, declarer=2, score=-36, won=False)]

    assert totals_of(lost, players=5) == [30, -86, 30, 30, 30]


def test_an_empty_list_closes_with_nothing():
    closed = close_list([], players=3)

    assert (closed.games, closed.passed_in) == (0, 0)
    assert [seat.total for seat in closed.seats] == [0, 0, 0]


def test_place_one_deals_first_and_the_deal_goes_round():
    assert [dealer_of(number, 3) for number in range(1, 5)] == [1, 2, 3, 1]
    assert dealer_of(48, 4) == 4


def test_at_five_the_dealer_and_the_player_on_the_right_pause():
    assert [pausing(number, 5) for number in (1, 2, 5)] == [(1, 5), (2, 1), (5, 4)]


@pytest.mark.parametrize(
    ("players", "positions"),
    [
        (3, [Position.REARHAND, Position.FOREHAND, Position.MIDDLEHAND]),
        (4, [None, Position.FOREHAND, Position.MIDDLEHAND, Position.REARHAND]),
        (5, [None, Position.FOREHAND, Position.MIDDLEHAND, Position.REARHAND, None]),
    ],
)
def test_positions_follow_the_dealer(players, positions):
    places = range(1, players + 1)

    assert [seat_position(1, place, players) for place in places] == positions
    for number in range(1, 11):
        idle = [at for at in places if seat_position(number, at, players) is None]
        assert set(idle) == set(pausing(number, players))


def test_a_substitute_gets_what_happens_during_the_stint():
    stints = close_stints(EIGHT_GAMES, players=4, changes=[(1, 5)])

    first, second = stints[:2]
    assert (first.place, first.first, first.last, first.total.total) == (1, 1, 4, -94)
    assert (second.place, second.first, second.last, second.total.total) == (
        1,
        5,
        8,
        36 + 50 + 30,
    )
    assert [stint.total.total for stint in stints[2:]] == [-48, 182, 223]


def test_a_substitute_after_the_last_game_has_an_empty_stint():
    stints = close_stints(EIGHT_GAMES, players=4, changes=[(3, 9)])

    late = stints[3]
    assert (late.place, late.first, late.last, late.total.total) == (3, 9, 8, 0)


@given(tables(30), st.data())
def test_the_stints_of_a_place_add_up_to_its_total_and_the_last_cells_to_the_foot(
    table, data
):
    players, lines = table
    change = st.tuples(st.integers(1, players), st.integers(2, 30))
    changes = data.draw(st.lists(change, max_size=4, unique=True))

    stints = close_stints(lines, players=players, changes=changes)
    rows = running_totals(lines, players)

    for seat in close_list(lines, players=players).seats:
        own = [stint.total for stint in stints if stint.place == seat.place]
        assert sum(total.total for total in own) == seat.total
        assert sum(total.others_lost for total in own) == seat.others_lost
        cells = [row for row in rows if row.declarer == seat.place][-1:]
        last = [(row.game_points, row.won, row.lost) for row in cells] or [(0, 0, 0)]
        assert last == [(seat.game_points, seat.won, seat.lost)]


BERND = Takeover(game=13, person="5", name="Bernd")


@pytest.mark.parametrize(
    "takeover",
    [
        BERND,
        Takeover(game=1, person="", name="Emil"),
        Takeover(game=2, person="c0ffee", name="Anna: die Zweite"),
    ],
)
def test_a_takeover_survives_writing_and_reading(takeover):
    assert read_takeover(str(takeover)) == takeover


@pytest.mark.parametrize("text", ["Bernd", "13:5", "x:5:Bernd", "1234:5:Bernd"])
def test_incomplete_texts_are_refused(text):
    with pytest.raises(ValueError, match=text):
        read_takeover(text)


def test_a_history_has_room_for_the_longest_name_with_any_key():
    text = str(Takeover(game=240, person="5", name="B" * 401))

    longer = with_key(text, lambda key: key * 10)

    assert len(longer) <= 400
    assert read_takeover(longer).name == read_takeover(text).name
    # An empty text means nobody, and a removed person has no number.
    assert (BERND.number, Takeover(game=13, person="", name="Bernd").number) == (5, 0)
    assert read_takeover("") is None
    assert with_key("", str.upper) == ""


RATE = RATES[System.SEEGER_FABIAN]


def game(contract=Contract.CLUBS, *, won=True, score=24, number=1, declarer=2, **more):
    return TalliedGame(
        number=number,
        declarer=declarer,
        contract=contract,
        score=score,
        won=won,
        **{"ouvert": False, **more},
    )


def tallied(games, *, players=4, changes=()):
    lines = [
        written_line(
            number=one.number, declarer=one.declarer, score=one.score, won=one.won
        )
        for one in games
    ]
    stints = close_stints(lines, players=players, changes=changes)
    return tally_stints(games, players=players, stints=stints)


def sampled(seed, players, games):
    return [
        TalliedGame(
            number=number,
            declarer=entry.declarer,
            contract=entry.contract,
            ouvert=entry.ouvert,
            score=result_of(entry).score,
            won=result_of(entry).won,
        )
        for number, entry in enumerate(sample_list(seed, players, games), 1)
    ]


def test_a_lost_game_stakes_as_much_as_a_won_one():
    won, lost = game(), game(won=False, score=-48)

    assert (
        points_at_stake(won, RATE) == points_at_stake(lost, RATE) == 24 + 50 + 48 + 50
    )
    assert points_at_stake(won, RATES[System.PLAIN]) == 72


def test_a_run_ends_with_an_own_lost_game_only():
    games = [
        game(number=1),
        game(number=2, declarer=1),
        game(number=3),
        game(number=4, won=False, score=-48),
        game(number=5),
    ]

    assert tallied(games)[1].best_run == 2


def test_grand_ouvert_is_mentioned_only_when_won():
    games = [
        game(Contract.GRAND, number=1, score=264, ouvert=True),
        game(Contract.GRAND, number=2, won=False, score=-528, ouvert=True),
    ]

    bernd = tallied(games)[1]

    assert (bernd.grand_ouverts, bernd.best_value) == (1, 264)


def test_equal_totals_share_the_better_place_at_the_table():
    tallies = tallied([game(declarer=1, number=2)])

    assert [each.first for each in tallies] == [1, 0, 0, 0]
    assert [each.second for each in tallies] == [0, 1, 1, 1]


@pytest.mark.parametrize("players", [3, 4])
@given(seed=st.integers(0, 10_000))
def test_a_pausing_player_defends_nothing(players, seed):
    games = sampled(seed, players, 3 * players)

    for place, own in enumerate(tallied(games, players=players), 1):
        defended = [
            one
            for one in games
            if one.declarer not in {None, place}
            # At four the dealer pauses, and the places deal in turn.
            and (players == 3 or (one.number - place) % players)
        ]
        assert own.defended == len(defended)
        assert own.defended_lost == sum(one.won is False for one in defended)


@pytest.mark.parametrize(("players", "defended"), [(3, (2, 1)), (4, (0, 0))])
def test_totals_alone_show_defenders_only_at_three(players, defended):
    lines = [
        written_line(number=1, declarer=1, score=24, won=True),
        written_line(number=2, declarer=3, score=-48, won=False),
    ]
    stints = close_stints(lines, players=players)

    bernd = tally_stints([], players=players, stints=stints)[1]

    assert (bernd.defended, bernd.defended_lost) == defended


def test_a_value_without_a_contract_is_not_part_of_the_mix():
    bernd = tallied([game(None)])[1]

    assert (bernd.won, bernd.played_forehand) == (1, 1)
    assert not any(getattr(bernd, f"played_{one.value}") for one in Contract)


@pytest.mark.parametrize("players", [3, 4, 5])
@given(seed=st.integers(0, 10_000), change=st.integers(2, 12))
def test_every_game_is_counted_once_despite_substitutes(players, seed, change):
    games = sampled(seed, players, 12)
    declared = sum(one.declarer is not None for one in games)

    tallies = tallied(games, players=players, changes=[(1, change)])
    whole = add_up(tallies)

    assert sum(getattr(whole, f"played_{one.value}") for one in Contract) == declared
    assert whole.won + whole.lost == declared
    assert whole.active == 3 * len(games)
    assert whole.defended == 2 * declared
    assert whole.defended_lost == 2 * whole.lost
    # The first place was taken over, so its players have no rank.
    assert whole.first + whole.second + whole.third + whole.fourth <= players - 1
    before = add_up(tallied(games, players=players))
    assert all(
        getattr(whole, name) == getattr(before, name)
        for name in SUMMED
        if name not in ("first", "second", "third", "fourth", "seat_1", "threes")
    )
