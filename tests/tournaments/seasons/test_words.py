"""The rules of a season in words."""

from dataclasses import replace
from datetime import date
from types import SimpleNamespace

import pytest
from django.utils.translation import override

from scoring.ranking.standings import Criterion
from scoring.seasons.rules import (
    PRESETS,
    Absence,
    Bonus,
    Measure,
    RuleProblem,
    SeasonRule,
    SentenceCode,
    Unit,
    rule_sentences,
)
from scoring.seasons.table import SeasonStanding
from tournaments.leagues.selectors import league_file_note
from tournaments.seasons.words import (
    PRESET_NAMES,
    PROBLEM_TEXT,
    SENTENCE_TEXT,
    STANDING_TEXT,
    move_text,
    sentence_text,
    tie_break_text,
    unreleased_text,
)
from tournaments.words.choices import (
    GuestsChoice,
    MeasureChoice,
    MissingUpToChoice,
    UnitChoice,
)


@pytest.mark.parametrize(
    ("texts", "members"),
    [
        (SENTENCE_TEXT, SentenceCode),
        (PROBLEM_TEXT, RuleProblem),
        (STANDING_TEXT, SeasonStanding),
        (PRESET_NAMES, PRESETS),
    ],
)
def test_everything_has_words(texts, members):
    assert set(texts) == set(members)


def test_steps_of_a_bonus_add_up_and_free_absences_are_named():
    rule = SeasonRule(
        bonuses=tuple(
            Bonus(unit=Unit.EVENING, at_least=at, points=10) for at in (20, 30)
        ),
        absence=Absence(unit=Unit.EVENING, points=3, cents=300, free=1),
    )
    with override("de"):
        said = [sentence_text(one) for one in rule_sentences(rule)]

    assert "Wer mehrere dieser Boni erreicht, erhält sie alle." in said
    assert "Versäumte Abende kosten je 3 Punkte, 1 davon ist frei." in said
    assert any(text.endswith("3,00 €, 1 davon ist frei.") for text in said)


@pytest.mark.parametrize(
    ("rule", "sentence"),
    [
        (SeasonRule(best=1, unit=Unit.SERIES), "der Durchschnitt der besten Serie."),
        (SeasonRule(best=1, unit=Unit.EVENING), "der Durchschnitt des besten Abends."),
        (
            SeasonRule(best=2, unit=Unit.LIST, measure=Measure.SUM),
            "die Summe der besten 2 Listen.",
        ),
    ],
)
def test_the_best_are_named_in_the_right_case(rule, sentence):
    with override("de"):
        said = sentence_text(rule_sentences(rule)[0])

    assert said == f"Gewertet wird {sentence}"


def test_the_choices_mirror_the_rule():
    rule = SeasonRule()
    pairs = (
        (UnitChoice, rule.unit),
        (MeasureChoice, rule.measure),
        (MissingUpToChoice, rule.missing_up_to),
        (GuestsChoice, rule.guests),
    )
    for choices, value in pairs:
        assert choices.values == [str(each) for each in type(value)]


def test_the_rule_reads_as_german_bylaws():
    with override("de"):
        said = [sentence_text(one) for one in rule_sentences(PRESETS["GERM"])]

    assert said == [
        "Gewertet wird der Durchschnitt aller Listen, die zählen.",
        "Er wird auf zwei Nachkommastellen angegeben; über den Platz entscheidet der"
        " genaue Wert.",
        "Für die Wertung sind mindestens 24 Listen nötig.",
        "Listen, die bis zur Mindestzahl fehlen, zählen je 0 Punkte.",
        "Listen jeder Länge zählen so, wie sie gespielt wurden.",
        "Gäste werden getrennt aufgeführt und belegen keinen Platz.",
        "Bei gleichem Ergebnis entscheiden der Reihe nach: mehr gewonnene Spiele,"
        " weniger verlorene Spiele, dann Los.",
    ]


@pytest.mark.parametrize(
    ("rule", "german"),
    [
        (PRESETS["BITB"], "Gewertet wird die Summe der besten 36 Serien."),
        (PRESETS["ZARP"], "Versäumte Serien zählen je 500 Punkte."),
        (
            PRESETS["MSUED"],
            "Wer mindestens 30 Serien spielt, erhält +10 Punkte auf das Ergebnis.",
        ),
        (
            PRESETS["PFORZ"],
            "Versäumte Abende kosten ein Abwesenheitsgeld von je 3,00 €.",
        ),
        (
            SeasonRule(absence=Absence(unit=Unit.LIST, points=50, free=2)),
            "Versäumte Listen kosten je 50 Punkte, 2 davon sind frei.",
        ),
        (PRESETS["WOLF-cup"], "Es zählt die 2. Serie jedes Abends."),
    ],
)
def test_decisions_of_a_club_are_in_its_bylaws(rule, german):
    with override("de"):
        assert german in [sentence_text(one) for one in rule_sentences(rule)]


def test_tie_breaks_between_sums_cite_the_rule_book():
    total = SeasonRule(measure=Measure.SUM)
    own = replace(total, ties=(Criterion.FEWER_LOST, Criterion.WON))

    with override("de"):
        assert tie_break_text(total, 0) == ""
        assert tie_break_text(total, 1) == "mehr gewonnene Spiele (SkWO 6.3.1)"
        assert tie_break_text(SeasonRule(), 1) == "mehr gewonnene Spiele"
        assert tie_break_text(own, 1) == "weniger verlorene Spiele"


def test_a_move_is_put_into_words():
    with override("de"):
        assert [move_text(up) for up in (2, -1, 0, None)] == [
            "2 Plätze vorgerückt",
            "1 Platz zurückgefallen",
            "unverändert",
            "neu",
        ]


def test_files_of_seasons_and_leagues_say_that_they_are_provisional():
    evening = SimpleNamespace(name="Clubabend", date=date(2026, 11, 6), lists=6)
    season = SimpleNamespace(provisional=[evening])
    league = SimpleNamespace(is_provisional=True, is_partial=False, counted=3)

    evening.finished = 5
    assert "6. November 2026, 5 von 6 Listen" in unreleased_text(season)
    evening.finished = 6
    assert "ist noch nicht freigegeben" in unreleased_text(season)
    season.provisional = []
    assert unreleased_text(season) == ""

    league.open_groups = ("Gruppe 3",)
    assert "2 von 3 Begegnungen" in league_file_note(league)
    league.is_provisional = False
    assert league_file_note(league) == ""
