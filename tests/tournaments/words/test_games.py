import re

import pytest
from django.utils.translation import override

from scoring.game.codes import Problem, Question
from scoring.game.games import result_of
from scoring.house.rules import OFFICIAL
from scoring.notation.grammar import NotationError
from scoring.notation.reading import read_item, read_line
from scoring.playing.play import play
from scoring.proof.paper import Failure, Identity
from tournaments.words.games import (
    LEVEL_TEXT,
    check_text,
    explanation_text,
    failure_text,
    line_text,
    notation_error_text,
    problem_text,
    refusal_text,
)
from tournaments.words.house.lines import house_echo
from tournaments.words.problems import (
    EXPECTED_TEXT,
    IDENTITY_TEXT,
    PROBLEM_TEXT,
    UNREADABLE_TEXT,
)


@pytest.mark.parametrize(
    ("line", "german"),
    [
        ("2k2h", "mit 2, Spiel 3, Hand 4 × Kreuz 12 = 48"),
        ("1ho4", "ohne 4, Spiel 5 × Herz 10 = 50"),
        (
            "2k2s-@4",
            "mit 2, Spiel 3, Schneider 4 × Kreuz 12 = 48, verloren −96",
        ),
        (
            "1h1sa-@89",
            "mit 1, Spiel 2, Hand 3, Schneider 4, angesagt 5 × Herz 10 = 50, "
            "verloren −100",
        ),
        (
            "1g4o",
            "mit 4, Spiel 5, Hand 6, Schneider 7, angesagt 8, Schwarz 9, "
            "angesagt 10, ouvert 11 × Grand 24 = 264",
        ),
        (
            "3p1r30",
            "mit 1, Spiel 2 × Pik 11 = 22, gereizt 30, überreizt: 3 × 11 = 33, "
            "verloren −66",
        ),
        (
            "3p1ü33",
            "mit 1, Spiel 2 × Pik 11 = 22, überreizt: 3 × 11 = 33, verloren −66",
        ),
        ("1nh", "Null Hand = 35"),
        ("1nho-", "Null ouvert Hand = 59, verloren −118"),
        (
            "1nr30>h1",
            "Null, gereizt 30, nicht möglich, gewertet als Herz: "
            "mit 1, Spiel 2 × Herz 10 = 20, 3 × 10 = 30, verloren −60",
        ),
        ("e", ""),
        ("2+48", ""),
    ],
)
def test_a_value_is_explained_in_one_sentence(line, german):
    explanation = result_of(read_line(line).entry).explanation

    with override("de"):
        assert explanation_text(explanation) == german


def test_a_value_is_explained_in_the_language_of_the_reader():
    with override("en"):
        assert explanation_text(result_of(read_line("1h1sa-").entry).explanation) == (
            "with 1, game 2, Hand 3, Schneider 4, announced 5 × Hearts 10 = 50, "
            "lost −100"
        )


@pytest.mark.parametrize(
    ("line", "echo"),
    [
        (
            "3p1r30",
            "Pik mit 1 · Spiel 2 · 2 × 11 = 22 · gereizt 30 → überreizt, "
            "3 × 11 = 33 → −66",
        ),
        ("2k2h", "Kreuz mit 2 · Spiel 3 · Hand 4 · 4 × 12 = 48 → +48"),
        ("2ko2-", "Kreuz ohne 2 · Spiel 3 · 3 × 12 = 36 → verloren → −72"),
        ("1nho", "Null ouvert Hand · 59 → +59"),
        (
            "1nr30>h1",
            "Null · nicht möglich · Herz mit 1 · Spiel 2 · 2 × 10 = 20 · gereizt 30 "
            "→ überreizt, 3 × 10 = 30 → −60",
        ),
        ("2-96", "−96, verloren → −96"),
        ("e", "eingepasst → 0"),
    ],
)
def test_a_typed_line_is_echoed(line, echo):
    with override("de"):
        (played,) = play([read_line(line).entry], OFFICIAL, players=5)
        assert house_echo(played) == echo


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("2k2h", "Kreuz mit 2 Hand"),
        ("2ko2s-", "Kreuz ohne 2 Schneider, verloren"),
        ("2p1w", "Pik mit 1 Schwarz"),
        ("2h2sa", "Herz mit 2 Hand Schneider angesagt"),
        ("2h2saw", "Herz mit 2 Hand Schneider angesagt Schwarz"),
        ("2a2wa", "Karo mit 2 Hand Schwarz angesagt"),
        ("2g4o", "Grand mit 4 Hand ouvert"),
        ("2no", "Null ouvert"),
        ("2k2-!a", "Kreuz mit 2, aufgegeben, verloren"),
        ("2+48", "+48"),
        ("2!s48", "+48, vom Schiedsrichter entschieden"),
        ("2!s48-", "48, vom Schiedsrichter entschieden, verloren"),
        ("e", "eingepasst"),
    ],
)
def test_a_line_has_words(line, words):
    with override("de"):
        assert line_text(read_line(line).entry) == words


@pytest.mark.parametrize("language", ["de", "en"])
def test_every_problem_question_and_checksum_has_its_text(language):
    with override(language):
        problems = [problem_text(problem) for problem in (*Problem, *Question)]

    assert all(problems)
    assert len(set(problems)) == len(problems)
    assert set(IDENTITY_TEXT) == set(Identity)


@pytest.mark.parametrize(
    "texts",
    [PROBLEM_TEXT, EXPECTED_TEXT, UNREADABLE_TEXT, IDENTITY_TEXT, LEVEL_TEXT],
)
def test_every_text_is_translated(texts):
    same = {"Hand", "Schneider", "Schwarz", "ouvert"}
    for text in texts.values():
        with override("de"):
            german = str(text)
        with override("en"):
            assert german != str(text) or german in same


@pytest.mark.parametrize(
    ("line", "german"),
    [
        (
            "2kz",
            "„z“ passt hier nicht. Möglich: die Zahl der Spitzen (1 bis 11).",
        ),
        ("2k", "Es fehlt noch: die Zahl der Spitzen (1 bis 11)."),
        (
            "2\0",
            "„U+0000“ passt hier nicht. "
            "Möglich: das Spiel (k p h a g n oder 9 bis 59).",
        ),
        ("2k2-r18r18", "„r“ stand schon da."),
        ("e5", "„5“ gehört nicht hierher: Die Zeile ist ohne das fertig."),
    ],
)
def test_an_unreadable_line_is_explained(line, german):
    with pytest.raises(NotationError) as error:
        read_line(line)

    with override("de"):
        assert notation_error_text(error.value) == german


@pytest.mark.parametrize(
    "line",
    [
        *("", "2", "2k", "2k2q", "2k2-q", "2k2r", "2k2ü", "2k2=", "2k2:", "2k2@"),
        *("2k2!", "1n>", "2+", "2k2--", f"2k2{1000 * '-'}", "s", "s2", "s2="),
    ],
)
def test_every_error_of_a_line_has_a_text(line):
    with pytest.raises(NotationError) as error:
        read_item(line)

    assert notation_error_text(error.value)


@pytest.mark.parametrize(
    ("failure", "german"),
    [
        (
            Failure(identity=Identity.K1, by=2),
            "Gewonnene, verlorene und eingepasste Spiele ergeben nicht alle "
            "Spiele der Liste, Abweichung +2",
        ),
        (
            Failure(identity=Identity.K8, by=-10, places=(1, 3)),
            "Platz 1 und 3: Der Unterschied der beiden Gesamtpunkte stimmt "
            "nicht, Abweichung −10",
        ),
    ],
)
def test_a_failing_checksum_says_where_and_by_how_much(failure, german):
    with override("de"):
        assert failure_text(failure) == german


@pytest.mark.parametrize("language", ["de", "en"])
def test_no_sentence_for_people_has_a_number_of_the_rules(language):
    numbered = re.compile(r"\bK[0-9]+\b")
    with override(language):
        said = [
            failure_text(Failure(identity=identity, by=1, places=(1, 2)))
            for identity in Identity
        ]

    assert not [text for text in said if numbered.search(text)]


def test_a_difference_names_both_numbers():
    with override("de"):
        assert check_text("check-value", 48, 36) == (
            "Auf dem Papier steht +48, das Spiel ergibt +36."
        )


def test_a_refused_bid_names_its_neighbours():
    with override("de"):
        refusal = refusal_text(Problem.BID_NOT_IN_LIST, read_line("1k1r32").entry)

    assert refusal == "32 kann niemand reizen; daneben liegen: 30 / 33."
