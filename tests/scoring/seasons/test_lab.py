import pytest

from scoring.ranking.standings import TIE_CHAIN
from scoring.seasons.lab import (
    MEASURE_CODE,
    MISSING_CODE,
    Sentence,
    SentenceCode,
    moves,
    rule_sentences,
)
from scoring.seasons.rules import (
    PRESETS,
    Absence,
    Bonus,
    Guests,
    Measure,
    Minimum,
    SeasonRule,
    Unit,
)
from scoring.seasons.table import season_standings
from tests.scoring.seasons.test_seasons import ANNA, BERND, CARLA, held, season_of

LISTS = [
    *season_of(ANNA, [1000, 1000, None, None]),
    *season_of(BERND, [900, 900, 900, 900]),
    *season_of(CARLA, [1500, 400, 500, 500]),
]


def compared(*rules):
    return moves(*(season_standings(rule, LISTS, held(4)) for rule in rules))


def test_the_lab_says_who_moves_and_by_how_much():
    by_sum = SeasonRule(measure=Measure.SUM)

    found = compared(SeasonRule(), by_sum)

    assert [(move.person, move.up) for move in found] == [
        (BERND, 1),
        (CARLA, 1),
        (ANNA, -2),
    ]
    assert (found[2].before.value, found[2].after.value) == (1000, 2000)


def test_the_lab_leaves_everybody_where_the_rule_stays():
    found = compared(SeasonRule(), SeasonRule())

    assert {move.up for move in found} == {0}


def test_who_loses_his_place_has_moved_by_no_number():
    strict = SeasonRule(minimums=(Minimum(unit=Unit.LIST, count=3),))

    found = compared(SeasonRule(), strict)

    assert [(move.person, move.up) for move in found] == [
        (BERND, 1),
        (CARLA, 1),
        (ANNA, None),
    ]


def test_the_trend_is_the_move_since_the_last_evening():
    before = season_standings(SeasonRule(), LISTS, held(2))
    after = season_standings(SeasonRule(), LISTS + season_of(4, [500]), held(4))

    found = {move.person: move.up for move in moves(before, after)}

    assert found == {ANNA: 0, BERND: 1, CARLA: -1, 4: None}
    assert [move.person for move in moves(after, before)][-1] == 4


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
def test_every_preset_says_what_is_its_own(preset, sentence):
    assert sentence in rule_sentences(PRESETS[preset])


def test_every_sentence_can_be_said():
    rules = [
        *PRESETS.values(),
        SeasonRule(
            best=3,
            rounds=12,
            threes_as_fours=True,
            guests=Guests.AMONG,
            ties=(),
            absence=Absence(unit=Unit.LIST, points=50, free=2),
            bonuses=tuple(
                Bonus(unit=Unit.LIST, at_least=at, points=5) for at in (10, 20)
            ),
        ),
    ]
    said = {sentence.code for rule in rules for sentence in rule_sentences(rule)}

    assert said | set(MEASURE_CODE.values()) | set(MISSING_CODE.values()) == set(
        SentenceCode
    )
