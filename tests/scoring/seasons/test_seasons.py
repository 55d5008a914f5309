from dataclasses import replace
from fractions import Fraction
from functools import partial

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.ranking.standings import TIE_CHAIN, Criterion
from scoring.seasons.rules import (
    MEASURE_CODE,
    MISSING_CODE,
    PRESETS,
    Bonus,
    Guests,
    HeldSeries,
    ListResult,
    Measure,
    MissingUpTo,
    RuleProblem,
    SeasonRule,
    Sentence,
    SentenceCode,
    Unit,
    rule_problems,
    rule_sentences,
)
from scoring.seasons.table import (
    SeasonStanding,
    decide_by_lot,
    moves,
    open_ties,
    season_standings,
)

ANNA, BERND, CARLA, EMIL = 1, 2, 3, 5


def result(person, evening, series, total, won=8, lost=1, **more):
    return ListResult(
        person=person,
        evening=evening,
        series=series,
        total=total,
        won=won,
        lost=lost,
        **more,
    )


def season_of(person, totals, **more):
    """Lists of one person in two series per evening; None is a missed series."""
    return [
        result(person, at // 2 + 1, at % 2 + 1, total, **more)
        for at, total in enumerate(totals)
        if total is not None
    ]


def held(series):
    return [HeldSeries(at // 2 + 1, at % 2 + 1) for at in range(series)]


def values(rows):
    return [(row.place, row.person, row.value) for row in rows]


def row_of(rule, results, units, person=ANNA, **more):
    rows = season_standings(rule, results, units, **more)
    return next(row for row in rows if row.person == person)


def test_germ_counts_missing_lists_up_to_24_as_zero():
    lists = season_of(ANNA, [1000] * 20) + season_of(BERND, [900] * 30)

    rows = season_standings(PRESETS["GERM"], lists, held(40))

    assert values(rows) == [(1, BERND, 900), (2, ANNA, Fraction(20_000, 24))]
    assert rows[1].missing == 4


def test_bitb_sums_the_best_36_of_60_series_and_names_the_others():
    lists = season_of(ANNA, [500] * 10 + [1000] * 36 + [999])

    row = row_of(PRESETS["BITB"], lists, held(60))

    assert row.value == 36_000
    assert (row.played, row.counted, len(row.struck)) == (47, 36, 11)
    assert {(unit.evening, unit.series) for unit in row.struck} == {
        *((at // 2 + 1, at % 2 + 1) for at in range(10)),
        (24, 1),
    }


def test_klink_ranks_from_12_evenings_on():
    lists = season_of(ANNA, [900, None] * 12) + season_of(BERND, [1200] * 22)

    rows = season_standings(PRESETS["KLINK"], lists, held(24))

    assert values(rows) == [(1, ANNA, 900), (None, BERND, 1200)]
    assert (rows[1].standing, rows[1].short_by) == (SeasonStanding.SHORT, 1)


@pytest.mark.parametrize(
    ("preset", "value"),
    [("WOLF-championship", 1000), ("WOLF-cup", 600), ("WOLF-sum", 1600)],
)
def test_wolf_has_a_table_for_each_series_and_one_for_both(preset, value):
    lists = season_of(ANNA, [1000, 600] * 20) + season_of(BERND, [2000, 2000] * 19)

    rows = season_standings(PRESETS[preset], lists, held(72))

    assert (rows[0].place, rows[0].person, rows[0].value) == (1, ANNA, value)
    assert rows[1].standing is SeasonStanding.SHORT


def test_osna_averages_the_evenings():
    row = row_of(PRESETS["OSNA"], season_of(ANNA, [1000, 501, 800, 700]), held(6))

    assert row.value == Fraction(3001, 2)
    assert (row.played, row.lists) == (2, 4)


def test_pforz_sums_and_takes_a_fee_for_each_evening_missed():
    lists = season_of(ANNA, [1000, 900, None, None, None, 800, None, None])

    row = row_of(PRESETS["PFORZ"], lists, held(8))

    assert (row.value, row.absent, row.fee_cents) == (2700, 2, 600)


def test_zarp_credits_500_points_for_each_series_missed():
    row = row_of(PRESETS["ZARP"], season_of(ANNA, [1000, None, None, 300]), held(4))

    assert (row.value, row.missing, row.counted) == (2300, 2, 2)


def test_msued_gives_a_bonus_from_30_series_on():
    lists = season_of(ANNA, [900] * 30) + season_of(BERND, [905] * 29)

    rows = season_standings(PRESETS["MSUED"], lists, held(40))

    assert values(rows) == [(1, ANNA, 910), (2, BERND, 905)]
    assert (rows[0].average, rows[0].bonus) == (900, 10)


@pytest.mark.parametrize(("preset", "ranked"), [("HARZ-6", 1), ("HARZ-12", None)])
def test_harz_asks_for_6_or_12_participations(preset, ranked):
    row = row_of(PRESETS[preset], season_of(ANNA, [900] * 14), held(24))

    assert row.place == ranked


def test_an_average_ranks_by_the_exact_fraction_not_by_two_decimals():
    lists = season_of(ANNA, [900] * 299 + [901]) + season_of(BERND, [900] * 298 + [901])

    rows = season_standings(SeasonRule(), lists, held(300))

    assert [row.person for row in rows] == [BERND, ANNA]
    assert [round(float(row.value), 2) for row in rows] == [900.0, 900.0]
    assert [row.place for row in rows] == [1, 2]


def test_the_average_of_the_best_divides_by_what_counts():
    rule = SeasonRule(best=3)

    assert row_of(rule, season_of(ANNA, [900, 700, 800, 100]), held(4)).value == 800
    assert row_of(rule, season_of(ANNA, [900, 700]), held(4)).value == 800
    # Missing units that count zero fill it.
    filled = SeasonRule(best=3, missing=0)
    assert row_of(filled, season_of(ANNA, [900, 600]), held(4)).value == 500


def test_a_credit_above_a_bad_list_takes_its_place():
    rule = SeasonRule(measure=Measure.SUM, best=2, missing=500)

    row = row_of(rule, season_of(ANNA, [900, 300, None]), held(3))

    assert (row.value, row.missing) == (1400, 1)
    assert [unit.total for unit in row.struck] == [300]


def test_of_equal_lists_the_one_with_more_won_games_stays():
    rule = SeasonRule(best=1)
    lists = [result(ANNA, 1, 1, 900, won=7), result(ANNA, 1, 2, 900, won=9)]

    row = row_of(rule, lists, held(2))

    assert (row.won, row.struck[0].series) == (9, 1)


def lists_and_evenings(lists, evenings, **more):
    return SeasonRule(minimum_lists=lists, minimum_evenings=evenings, **more)


def test_a_rule_may_ask_for_lists_and_evenings():
    rule = lists_and_evenings(4, 3)

    assert row_of(rule, season_of(ANNA, [900] * 4), held(6)).short_by == 1
    assert row_of(rule, season_of(ANNA, [900] * 5), held(6)).place == 1
    # Four lists on two evenings: one list short, and four evenings.
    strict = lists_and_evenings(5, 6)
    assert row_of(strict, season_of(ANNA, [900] * 4), held(12)).short_by == 4


def test_a_minimum_that_missing_units_fill_is_not_asked_for():
    rule = lists_and_evenings(9, 3, missing=0, missing_up_to=MissingUpTo.MINIMUM)
    row = row_of(rule, season_of(ANNA, [900] * 4), held(12))
    everything = replace(rule, missing_up_to=MissingUpTo.ALL)

    # Five lists are filled with 0; nobody can fill an evening.
    assert (row.missing, row.short_by, row.standing) == (5, 1, SeasonStanding.SHORT)
    assert row_of(everything, season_of(ANNA, [900] * 4), held(12)).short_by == 5


def tied_table(rule, lots=None):
    """Two people share the first place, one is alone, two share the fourth."""
    lists = [
        result(person, 1, 1, total)
        for person, total in ((1, 900), (2, 900), (3, 800), (4, 700), (5, 700))
    ]
    return season_standings(rule, lists, held(1), lots=lots)


def test_open_ties_are_named_place_by_place_where_a_lot_decides():
    rule = SeasonRule(ties=(Criterion.WON, Criterion.LOT))
    shared = SeasonRule(ties=(Criterion.WON,))

    assert open_ties(rule, tied_table(rule)) == [(1, 2), (4, 5)]
    assert open_ties(rule, tied_table(rule, lots={1: 2, 2: 1})) == [(4, 5)]
    assert open_ties(shared, tied_table(shared)) == []


def test_lots_drawn_later_decide_as_if_known_before():
    rule = SeasonRule(ties=(Criterion.WON, Criterion.LOT), minimum_lists=2)
    both = [one for who in (ANNA, BERND) for one in season_of(who, [900, 900])]
    lists = [*both, *season_of(CARLA, [900])]
    lots = {ANNA: 2, BERND: 1}
    table = season_standings(rule, lists, held(2))

    decided = decide_by_lot(rule, table, lots)

    assert [(row.place, row.shared) for row in table] == [
        (1, True),
        (1, True),
        (None, False),
    ]
    assert decided == season_standings(rule, lists, held(2), lots=lots)
    assert {row.place for row in decided} == {1, 2, None}
    assert open_ties(rule, decided) == []
    assert decide_by_lot(rule, table, {}) == table


def test_a_minimum_grows_with_a_running_season():
    rule = SeasonRule(unit=Unit.EVENING, planned=36, minimum_evenings=20)
    lists = season_of(ANNA, [900] * 10)

    assert row_of(rule, lists, held(18), over=False).place == 1
    assert row_of(rule, lists, held(20), over=False).place == 1
    assert row_of(rule, lists, held(22), over=False).short_by == 1
    assert row_of(rule, lists, held(18)).short_by == 15


def test_a_deduction_begins_after_the_free_absences():
    rule = SeasonRule(
        measure=Measure.SUM,
        absence_unit=Unit.EVENING,
        absence_points=100,
        absence_free=1,
    )

    row = row_of(rule, season_of(ANNA, [900]), held(6))

    assert (row.absent, row.deduction, row.value) == (2, 100, 800)


def test_every_bonus_that_is_reached_counts():
    rule = SeasonRule(
        measure=Measure.SUM,
        bonuses=tuple(
            Bonus(unit=Unit.EVENING, at_least=at, points=50) for at in (1, 2, 3)
        ),
    )

    assert row_of(rule, season_of(ANNA, [900] * 4), held(6)).bonus == 100


def test_lists_of_other_length_are_scaled_to_48_and_36():
    lists = [
        result(ANNA, 1, 1, 600, games=32),
        result(ANNA, 1, 2, 900, players=3, games=36),
        result(BERND, 1, 1, 600, games=32),
        result(BERND, 1, 2, 901),
    ]

    scaled = season_standings(SeasonRule(rounds=12), lists, held(2))
    as_played = season_standings(SeasonRule(), lists, held(2))

    assert values(scaled) == [(1, BERND, Fraction(1801, 2)), (2, ANNA, 900)]
    assert values(as_played) == [(1, BERND, Fraction(1501, 2)), (2, ANNA, 750)]


def test_guests_are_apart_unless_the_rule_includes_them():
    lists = season_of(ANNA, [900]) + season_of(EMIL, [1200], is_guest=True)

    apart = season_standings(SeasonRule(), lists, held(1))
    among = season_standings(SeasonRule(guests=Guests.AMONG), lists, held(1))

    assert values(apart) == [(1, ANNA, 900), (None, EMIL, 1200)]
    assert apart[1].standing is SeasonStanding.GUEST
    assert values(among) == [(1, EMIL, 1200), (2, ANNA, 900)]


def test_guests_ranked_apart_have_no_shortfall():
    rule = SeasonRule(minimum_lists=5)
    lists = season_of(ANNA, [900]) + season_of(EMIL, [1200], is_guest=True)

    rows = season_standings(rule, lists, held(1))

    assert {row.person: row.short_by > 0 for row in rows} == {ANNA: True, EMIL: False}


def test_a_guest_who_became_a_member_is_ranked_with_all_lists():
    lists = [result(EMIL, 1, 1, 900, is_guest=True), result(EMIL, 1, 2, 700)]

    assert row_of(SeasonRule(), lists, held(2), person=EMIL).place == 1


def test_ties_are_decided_by_won_then_lost_then_lot():
    lists = [
        result(ANNA, 1, 1, 900, won=9, lost=2),
        result(BERND, 1, 1, 900, won=9, lost=1),
        result(CARLA, 1, 1, 900, won=9, lost=1),
    ]

    shared = season_standings(SeasonRule(), lists, held(1))
    drawn = season_standings(SeasonRule(), lists, held(1), lots={BERND: 1, CARLA: 2})

    assert [row.place for row in shared] == [1, 1, 3]
    assert [row.shared for row in shared] == [True, True, False]
    assert [row.person for row in drawn] == [CARLA, BERND, ANNA]
    # What separates each from the next: the lot, fewer lost, nothing.
    assert [row.decided_by for row in drawn] == [3, 2, 0]


def test_the_best_list_decides_where_the_club_says_so():
    rule = SeasonRule(ties=(Criterion.BEST_LIST,))
    lists = season_of(ANNA, [900, 700], won=9) + season_of(BERND, [1000, 600])

    assert [row.person for row in season_standings(rule, lists, held(2))] == [
        BERND,
        ANNA,
    ]


def test_a_shared_list_is_one_series_but_two_lists():
    lists = [result(ANNA, 1, 1, 500), result(ANNA, 1, 1, 100), result(ANNA, 1, 2, 800)]

    assert row_of(SeasonRule(), lists, held(2)).played == 3
    assert row_of(SeasonRule(unit=Unit.SERIES), lists, held(2)).value == 700


def test_lists_of_other_evenings_are_left_out_and_without_any_the_table_is_empty():
    lists = season_of(ANNA, [900, 700, 100])

    assert row_of(SeasonRule(), lists, held(2)).value == 800
    assert season_standings(SeasonRule(), [], held(2)) == ()


def test_all_problems_of_a_rule_are_named_at_once():
    rule = SeasonRule(
        measure=Measure.PER_GAME,
        best=0,
        planned=10,
        minimum_evenings=0,
        missing=0,
        missing_up_to=MissingUpTo.MINIMUM,
        bonuses=(Bonus(unit=Unit.LIST, at_least=3, points=0),),
        absence_unit=Unit.LIST,
        absence_points=-1,
        rounds=0,
        ties=(Criterion.WON, Criterion.WON),
    )

    assert set(rule_problems(rule)) == set(RuleProblem) - {
        RuleProblem.BEST_ABOVE_PLANNED,
        RuleProblem.MINIMUM_ABOVE_PLANNED,
    }
    assert {rule_problems(preset) for preset in PRESETS.values()} == {()}


@pytest.mark.parametrize(
    "more", [{"missing": 500}, {"rounds": 12}, {"threes_as_fours": True}]
)
def test_points_that_were_not_made_in_these_games_are_refused_per_game(more):
    rule = SeasonRule(measure=Measure.PER_GAME, **more)

    assert rule_problems(rule) == (RuleProblem.PER_GAME_AS_PLAYED,)
    assert rule_problems(replace(rule, measure=Measure.AVERAGE)) == ()


LISTS = st.lists(
    st.builds(
        result,
        st.integers(1, 4),
        st.integers(1, 4),
        st.integers(1, 2),
        st.integers(-3, 3).map(lambda total: total * 100),
        st.integers(0, 2),
        st.integers(0, 2),
        games=st.sampled_from([32, 48]),
        is_guest=st.booleans(),
    ),
    max_size=25,
)
RULES = st.one_of(
    st.sampled_from(list(PRESETS.values())),
    st.builds(
        SeasonRule,
        unit=st.sampled_from([Unit.LIST, Unit.SERIES, Unit.EVENING]),
        measure=st.sampled_from(Measure),
        best=st.one_of(st.none(), st.integers(1, 5)),
        missing=st.sampled_from([None, 0, 100]),
        rounds=st.sampled_from([None, 12]),
        guests=st.sampled_from(Guests),
    ),
)


@given(RULES, LISTS, st.randoms(use_true_random=False))
def test_played_units_are_counted_or_struck_in_any_order(rule, lists, random):
    rows = season_standings(rule, lists, held(8))
    shuffled = random.sample(lists, len(lists))

    assert rows == season_standings(rule, shuffled, held(8))
    for row in rows:
        kept = [unit.total for unit in row.units if not unit.struck]
        assert row.played == row.counted + len(row.struck)
        assert row.total == sum(kept) + row.missing * (rule.missing or 0)
        assert rule.best is None or row.counted + row.missing <= rule.best


@given(LISTS)
def test_the_best_are_never_worse_than_any_choice_of_as_many(lists):
    rule = SeasonRule(measure=Measure.SUM, best=3, unit=Unit.SERIES)

    for row in season_standings(rule, lists, held(8)):
        worst_kept = min(unit.total for unit in row.units if not unit.struck)
        assert all(unit.total <= worst_kept for unit in row.struck)


def test_the_rule_of_germ_reads_as_bylaws():
    assert rule_sentences(PRESETS["GERM"]) == (
        Sentence(code=SentenceCode.AVERAGE_OF_ALL, unit=Unit.LIST),
        Sentence(code=SentenceCode.EXACT_AVERAGE),
        Sentence(code=SentenceCode.MINIMUM, unit=Unit.LIST, number=24),
        Sentence(code=SentenceCode.MISSING_ZERO_TO_MINIMUM, unit=Unit.LIST),
        Sentence(code=SentenceCode.LENGTHS_AS_PLAYED),
        Sentence(code=SentenceCode.GUESTS_APART),
        Sentence(code=SentenceCode.TIES, steps=TIE_CHAIN[1:]),
    )


@pytest.mark.parametrize(
    ("preset", "sentence"),
    [
        ("BITB", Sentence(code=SentenceCode.SUM_OF_BEST, unit=Unit.SERIES, number=36)),
        ("BITB", Sentence(code=SentenceCode.PLANNED, unit=Unit.SERIES, number=60)),
        ("KLINK", Sentence(code=SentenceCode.MINIMUM, unit=Unit.EVENING, number=12)),
        ("WOLF-cup", Sentence(code=SentenceCode.SERIES_ONLY, number=2)),
        ("OSNA", Sentence(code=SentenceCode.AVERAGE_OF_ALL, unit=Unit.EVENING)),
        (
            "PFORZ",
            Sentence(code=SentenceCode.FEE, unit=Unit.EVENING, number=0, cents=300),
        ),
        (
            "ZARP",
            Sentence(code=SentenceCode.MISSING_POINTS, unit=Unit.SERIES, points=500),
        ),
        (
            "MSUED",
            Sentence(code=SentenceCode.BONUS, unit=Unit.SERIES, number=30, points=10),
        ),
        ("HARZ-6", Sentence(code=SentenceCode.MINIMUM, unit=Unit.EVENING, number=6)),
    ],
)
def test_every_preset_states_its_own_rules(preset, sentence):
    assert sentence in rule_sentences(PRESETS[preset])


def test_every_sentence_is_used():
    rules = [
        *PRESETS.values(),
        SeasonRule(
            best=3,
            minimum_games=540,
            rounds=12,
            threes_as_fours=True,
            guests=Guests.AMONG,
            ties=(),
            absence_unit=Unit.LIST,
            absence_points=50,
            absence_free=2,
            bonuses=tuple(
                Bonus(unit=Unit.LIST, at_least=at, points=5) for at in (10, 20)
            ),
        ),
    ]
    codes = {sentence.code for rule in rules for sentence in rule_sentences(rule)}

    assert codes | set(MEASURE_CODE.values()) | set(MISSING_CODE.values()) == set(
        SentenceCode
    )


THREE = [
    *season_of(ANNA, [1000, 1000, None, None]),
    *season_of(BERND, [900, 900, 900, 900]),
    *season_of(CARLA, [1500, 400, 500, 500]),
]


def compared(*rules):
    return moves(*(season_standings(rule, THREE, held(4)) for rule in rules))


def test_the_lab_says_who_moves_and_by_how_much():
    by_sum = SeasonRule(measure=Measure.SUM)

    row_moves = compared(SeasonRule(), by_sum)

    assert [(move.person, move.places_won) for move in row_moves] == [
        (BERND, 1),
        (CARLA, 1),
        (ANNA, -2),
    ]
    assert (row_moves[2].before.value, row_moves[2].after.value) == (1000, 2000)


def test_the_same_rule_moves_nobody():
    row_moves = compared(SeasonRule(), SeasonRule())

    assert {move.places_won for move in row_moves} == {0}


def test_losing_the_place_altogether_is_no_number():
    strict = SeasonRule(minimum_lists=3)

    row_moves = compared(SeasonRule(), strict)

    assert [(move.person, move.places_won) for move in row_moves] == [
        (BERND, 1),
        (CARLA, 1),
        (ANNA, None),
    ]


def test_the_trend_is_the_move_since_the_last_evening():
    before = season_standings(SeasonRule(), THREE, held(2))
    after = season_standings(SeasonRule(), THREE + season_of(4, [500]), held(4))

    found = {move.person: move.places_won for move in moves(before, after)}

    assert found == {ANNA: 0, BERND: 1, CARLA: -1, 4: None}
    assert [move.person for move in moves(after, before)][-1] == 4


def test_a_total_of_several_lists_counts_as_many():
    total = partial(ListResult, person=1, series=1, won=0, lost=0)
    lists = [
        total(evening=1, total=1800, lists=2),
        total(evening=2, total=1000),
        total(evening=3, total=500, lists=0),
    ]
    held = [HeldSeries(evening, 1) for evening in (1, 2, 3)]
    tables = {
        (unit, best): season_standings(
            SeasonRule(unit=unit, best=best, minimum_lists=4), lists, held
        )
        for unit, best in (
            *((Unit.LIST, None), (Unit.SERIES, None), (Unit.EVENING, None)),
            *((Unit.LIST, 1), (Unit.LIST, 2)),
        )
    }

    # The third total is of nobody knows how many: it counts as an evening only.
    assert {at: (row.average, row.counted) for at, (row,) in tables.items()} == {
        (Unit.LIST, None): (Fraction(2800, 3), 3),
        (Unit.SERIES, None): (Fraction(2800, 3), 3),
        (Unit.EVENING, None): (1100, 3),
        (Unit.LIST, 1): (1000, 1),
        (Unit.LIST, 2): (950, 2),
    }
    (row,) = tables[Unit.LIST, None]
    assert (row.short_by, row.short_of, row.best_list) == (1, Unit.LIST, 1000)


def test_5_5_per_game_a_substitute_has_the_games_from_their_first_one_on():
    lists = [
        *season_of(BERND, [1000, 1000]),
        result(ANNA, 1, 1, 960),
        # Anna takes over in game 33 of 48, for Carla, who had 32.
        result(ANNA, 1, 2, 400, played=16),
        result(CARLA, 1, 2, 320, played=32),
    ]
    per_list, per_game = (
        season_standings(SeasonRule(measure=measure), lists, held(2))
        for measure in (Measure.AVERAGE, Measure.PER_GAME)
    )

    assert values(per_list) == [(1, BERND, 1000), (2, ANNA, 680), (3, CARLA, 320)]
    assert values(per_game) == [
        (1, ANNA, Fraction(1360, 64)),
        (2, BERND, Fraction(2000, 96)),
        (3, CARLA, 10),
    ]
    # Both stand side by side, and of the best list only its games count.
    assert [(row.average, row.games) for row in per_game] == [
        (680, 64),
        (1000, 96),
        (320, 32),
    ]
    best = SeasonRule(measure=Measure.PER_GAME, best=1)
    assert row_of(best, lists, held(2)).value == 20


def test_6_3_a_season_per_game_asks_for_540_of_720_games():
    rule = SeasonRule(measure=Measure.PER_GAME, planned=20, minimum_games=540)
    lists = [
        *season_of(ANNA, [630] * 15, games=36, played=36),
        *season_of(BERND, [900] * 14, games=36, played=36),
        *season_of(CARLA, [900] * 20, played=None),
    ]

    # Nobody knows how many games Carla played.
    rows = season_standings(rule, lists, held(20))
    assert values(rows) == [(1, ANNA, Fraction(35, 2)), (None, BERND, 25)]
    assert (rows[1].short_by, rows[1].short_of) == (36, Unit.GAME)
    # After half of the season half of them is enough.
    running = row_of(rule, lists[:7], held(10), over=False)
    assert (running.short_by, running.short_of) == (270 - 252, Unit.GAME)
    assert [sentence.code for sentence in rule_sentences(rule)][:3] == [
        SentenceCode.PER_GAME_OF_ALL,
        SentenceCode.EXACT_AVERAGE,
        SentenceCode.GAMES_COUNTED,
    ]
