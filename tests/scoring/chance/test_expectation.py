from collections import Counter
from dataclasses import replace
from fractions import Fraction
from math import comb

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.chance.expectation import (
    LuckVerdict,
    Oddity,
    contract_shares,
    courage,
    defence,
    luck_range,
    points_above,
    position_shares,
    share_of,
    success,
    warnings_on,
)
from scoring.chance.odds import (
    ALL_LEVELS,
    ANY_WON_RATE,
    CONTRACT_RATE,
    HAND_RATE,
    OUVERT_RATE,
    levels_by_chance,
    won_rate,
)
from scoring.game.written_games import (
    PASSED_IN,
    Contract,
    WrittenGame,
    with_implied_levels,
)
from scoring.lists.tallies import Tally
from scoring.playing.line_checks import problems_in
from tests.sampling import sample_list


@pytest.mark.parametrize(
    ("of", "rate", "least", "most"),
    [
        (10, 0.5, 2, 8),
        (100, 0.5, 40, 60),
        (185, 0.821, 141, 162),
        (1, 0.914, 0, 1),
        (0, 0.5, 0, 0),
    ],
)
def test_luck_alone_brings_so_many_games(of, rate, least, most):
    assert luck_range(of, rate) == (least, most)


def test_the_usual_number_of_games_is_the_rate_of_all():
    assert share_of(146, 185, 0.821).usual == 152


def test_few_games_prove_nothing_and_many_do():
    assert share_of(9, 10, 0.816).verdict is LuckVerdict.CHANCE
    assert share_of(900, 1000, 0.816).verdict is LuckVerdict.ABOVE
    assert share_of(700, 1000, 0.816).verdict is LuckVerdict.BELOW
    assert share_of(0, 0, 0.816).verdict is LuckVerdict.CHANCE


def test_the_rates_by_contract_add_up_to_the_rate_of_all_games():
    weighed = sum(rate * won_rate(one) for one, rate in CONTRACT_RATE.items())

    assert weighed == pytest.approx(ANY_WON_RATE, abs=0.005)


def test_mix_and_success_are_listed_by_contract():
    tally = Tally(
        played_grand=6,
        won_grand=6,
        played_null=3,
        won_null=2,
        played_null_ouvert=2,
        won_null_ouvert=2,
    )

    lines = {line.contract: line for line in contract_shares(tally)}

    grand, null, hearts = (
        lines[one] for one in (Contract.GRAND, Contract.NULL, Contract.HEARTS)
    )
    assert (grand.played.count, grand.played.of) == (6, 9)
    assert (null.won.count, null.won.of) == (2, 3)
    assert null.won.rate == pytest.approx((0.869 * 2 + 0.707) / 3)
    assert (hearts.played.count, hearts.won.of) == (0, 0)


def test_success_is_measured_against_the_same_mix():
    suits = success(Tally(played_clubs=10))
    grands = success(Tally(played_grand=10))

    assert (suits.rate, grands.rate) == pytest.approx((0.775, 0.914))
    assert success(Tally()).rate == ANY_WON_RATE


def test_one_more_win_than_usual_brings_what_a_game_has_at_stake():
    usual = Tally(played_clubs=1000, won_clubs=775, at_stake=172_000)

    assert points_above(usual) == points_above(Tally()) == 0
    assert points_above(replace(usual, won_clubs=776)) == 172
    assert points_above(replace(usual, won_clubs=774)) == -172


def test_positions_courage_and_defence_are_compared_with_the_published_shares():
    shares = position_shares(Tally(played_forehand=3, played_rearhand=1)).values()
    played = courage(Tally(played_forehand=10, played_middlehand=4, active=60))
    defended = defence(Tally(defended_lost=15, defended=68))

    assert [(line.count, line.of) for line in shares] == [(3, 4), (0, 4), (1, 4)]
    assert [line.rate for line in shares] == [0.357, 0.321, 0.322]
    assert (played.count, played.of) == (14, 60)
    assert played.rate == pytest.approx(0.317)
    assert (defended.count, defended.of) == (15, 68)
    assert defended.rate == pytest.approx(0.184)


@given(st.integers(0, 60), st.fractions(Fraction(1, 20), Fraction(19, 20)))
def test_one_in_twenty_lies_beyond_luck(of, rate):
    likely = [comb(of, n) * rate**n * (1 - rate) ** (of - n) for n in range(of + 1)]

    least, most = luck_range(of, float(rate))

    # At the very ends rounding decides.
    few, many = Fraction(249, 10_000), Fraction(251, 10_000)
    assert sum(likely[:least]) < many
    assert sum(likely[: least + 1]) > few
    assert sum(likely[most + 1 :]) < many
    assert sum(likely[most:]) > few


@given(st.integers(0, 30_000), st.floats(0.05, 0.95))
def test_the_range_of_luck_holds_the_usual_and_widens_with_confidence(of, rate):
    least, most = luck_range(of, rate)
    surer = luck_range(of, rate, 0.99)

    assert 0 <= surer[0] <= least <= most <= surer[1] <= of
    assert least - 1 < of * rate < most + 1


SCHWARZ = {"schwarz", "schwarz_announced", "ouvert"}


@pytest.mark.parametrize("without", [True, False])
@pytest.mark.parametrize("won", [True, False])
def test_every_game_has_one_of_the_sets_of_ticks(won, without):
    assert sum(levels_by_chance(won, without).values()) == pytest.approx(1)


def test_1_10_nobody_makes_schwarz_without_the_jack_of_clubs():
    assert list(levels_by_chance(True, False)) == list(ALL_LEVELS)
    assert not SCHWARZ & set().union(*levels_by_chance(True, True))


def test_few_hand_games_are_played_ouvert():
    chances = levels_by_chance(True, False)

    ouvert = sum(chance for levels, chance in chances.items() if "ouvert" in levels)

    assert ouvert == pytest.approx(HAND_RATE * OUVERT_RATE)


SIZES = [(4, 48), (3, 36), (5, 40)]


@pytest.mark.parametrize(("players", "games"), SIZES)
def test_sampled_lists_obey_all_rules(players, games):
    for seed in range(10):
        entries = sample_list(seed, players, games)

        assert len(entries) == games
        for number, entry in enumerate(entries, start=1):
            assert problems_in(entry, players=players, number=number, games=games) == ()
            assert with_implied_levels(entry) == entry


def test_the_same_seed_gives_the_same_list_and_others_do_not():
    assert sample_list(11) == sample_list(11)
    assert sample_list(11) != sample_list(12)


def test_sampled_games_follow_the_published_rates():
    games = [entry for seed in range(300) for entry in sample_list(seed)]
    played = [entry for entry in games if entry.declarer is not None]
    contracts = Counter(entry.contract for entry in played)

    def share(count):
        return count / len(played)

    assert abs(1 - len(played) / len(games) - 0.049) < 0.01
    assert abs(share(contracts[Contract.GRAND]) - 0.322) < 0.02
    assert abs(share(contracts[Contract.NULL]) - 0.064) < 0.01
    assert abs(share(sum(entry.won for entry in played)) - 0.816) < 0.02
    assert abs(share(sum(entry.hand for entry in played)) - 0.133) < 0.02
    assert abs(share(sum(entry.schneider for entry in played)) - 0.234) < 0.02


LISTS = 300


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


def test_a_list_of_lost_games_or_without_one_or_of_one_player_is_strange():
    def all_of(**result):
        return [
            grand(entry.declarer, schneider=number % 3 == 0, **result)
            if entry.declarer
            else entry
            for number, entry in enumerate(sample_list(2))
        ]

    alone = [PASSED_IN if n % 4 == 0 else grand(1) for n in range(48)]

    assert Oddity.NONE_LOST in oddities(all_of())
    assert Oddity.MANY_LOST in oddities(all_of(won=False))
    assert {Oddity.MANY_GAMES, Oddity.FEW_GAMES} <= oddities(alone)
    assert warnings_on([]) == ()


def test_a_won_announcement_counts_as_schneider_and_a_lost_one_says_nothing():
    def found(entries):
        warnings = warnings_on(entries)
        return [(w.count, w.of) for w in warnings if w.oddity is Oddity.MANY_SCHNEIDER]

    announced = {"hand": True, "schneider": True, "schneider_announced": True}
    lost = [grand(1 + n % 4, won=False, **announced) for n in range(14)]
    others = [grand(1 + n % 4, schneider=n < 4) for n in range(12)]
    many = [grand(1 + n % 4, schneider=n < 11) for n in range(12)]

    assert found(lost + others) == []
    assert found(lost + many) == [(11, 12)]
    assert found([grand(1 + n % 4, **announced) for n in range(12)]) == [(12, 12)]


def test_the_strangest_comes_first():
    chances = [warning.chance for warning in warnings_on([grand(1)] * 48)]

    assert chances == sorted(chances)
    assert len(chances) > 3
