import pytest

from scoring.ranking.standings import TIE_CHAIN
from scoring.seasons.rules import (
    PRESETS,
    Absence,
    Bonus,
    Guests,
    SeasonRule,
    Unit,
)
from scoring.seasons.sentences import (
    MEASURE_CODE,
    MISSING_CODE,
    Sentence,
    SentenceCode,
    rule_sentences,
)


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
    codes = {sentence.code for rule in rules for sentence in rule_sentences(rule)}

    assert codes | set(MEASURE_CODE.values()) | set(MISSING_CODE.values()) == set(
        SentenceCode
    )
