from scoring.chance.radar import Oddity, warnings_on
from scoring.game.contracts import Contract
from scoring.game.written_games import PASSED_IN, WrittenGame
from tests.sampling import sample_list

LISTS = 600


def oddities(entries, **options):
    return {warning.oddity for warning in warnings_on(entries, **options)}


def grand(place, **details):
    return WrittenGame(declarer=place, contract=Contract.GRAND, matadors=1, **details)


def test_fewer_than_three_in_a_hundred_honest_lists_are_warned_about():
    warned = sum(bool(warnings_on(sample_list(seed))) for seed in range(LISTS))
    warned += sum(
        bool(warnings_on(sample_list(seed, 3, 36), players=3)) for seed in range(LISTS)
    )

    assert warned < 0.03 * 2 * LISTS


def test_twelve_grands_of_one_player_are_strange():
    entries = [
        grand(1) if number % 4 == 1 else entry
        for number, entry in enumerate(sample_list(4), start=1)
    ]

    (warning,) = [
        warning
        for warning in warnings_on(entries)
        if warning.oddity is Oddity.MANY_GRANDS
    ]

    assert warning.place == 1
    assert warning.count >= 12


def test_one_player_with_all_games_is_strange_for_everybody():
    entries = [PASSED_IN if n % 4 == 0 else grand(1) for n in range(48)]

    assert {Oddity.MANY_GAMES, Oddity.FEW_GAMES} <= oddities(entries)


def test_the_same_value_eight_times_in_a_row_is_strange():
    entries = list(sample_list(4))
    entries[10:18] = [grand(1 + number % 4) for number in range(8)]

    (warning,) = warnings_on(entries)

    assert (warning.oddity, warning.score) == (Oddity.SAME_VALUE_RUN, 48)
    assert warning.count >= 8


def test_no_passed_in_game_is_strange_only_over_many_lists():
    played = [entry for seed in range(4) for entry in sample_list(seed)]
    played = [entry for entry in played if entry.declarer is not None]

    assert Oddity.NONE_PASSED_IN in oddities(played)
    assert Oddity.NONE_PASSED_IN not in oddities(played[:48])


def test_a_list_without_a_lost_game_is_strange():
    won = [
        grand(entry.declarer, schneider=number % 3 == 0) if entry.declarer else entry
        for number, entry in enumerate(sample_list(2))
    ]

    assert Oddity.NONE_LOST in oddities(won)


def test_a_list_of_lost_games_is_strange():
    lost = [
        grand(entry.declarer, won=False) if entry.declarer else entry
        for entry in sample_list(2)
    ]

    assert Oddity.MANY_LOST in oddities(lost)


def schneider_warnings(entries):
    warnings = warnings_on(entries)
    return [(w.count, w.of) for w in warnings if w.oddity is Oddity.MANY_SCHNEIDER]


def test_a_lost_announcement_says_nothing_about_schneider():
    announced = {"hand": True, "schneider": True, "schneider_announced": True}
    lost = [grand(1 + n % 4, won=False, **announced) for n in range(14)]
    others = [grand(1 + n % 4, schneider=n < 4) for n in range(12)]
    many = [grand(1 + n % 4, schneider=n < 11) for n in range(12)]

    assert schneider_warnings(lost + others) == []
    assert schneider_warnings(lost + many) == [(11, 12)]


def test_a_won_announcement_counts_as_schneider():
    announced = {"hand": True, "schneider": True, "schneider_announced": True}
    won = [grand(1 + n % 4, **announced) for n in range(12)]

    assert schneider_warnings(won) == [(12, 12)]


def test_nothing_is_strange_about_no_games():
    assert warnings_on([]) == ()


def test_the_strangest_comes_first():
    chances = [warning.chance for warning in warnings_on([grand(1)] * 48)]

    assert chances == sorted(chances)
    assert len(chances) > 3
