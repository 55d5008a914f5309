import re
from dataclasses import replace
from itertools import chain

import pytest
from django.utils.translation import override

from scoring.game.games import result_of
from scoring.game.problems import Problem, Question
from scoring.house.rules import (
    OFFICIAL,
    OPTIONS,
    Group,
    HouseRules,
    OptionKind,
    RamschScoring,
    Schieberamsch,
)
from scoring.notation.grammar import NotationError
from scoring.notation.reading import read_item, read_line
from scoring.playing.play import play
from scoring.playing.scores import RoundKind, Trigger, Turn
from scoring.proof.paper import Failure, Identity
from tournaments.words.house_lines import (
    BONUS_TEXT,
    TRIGGER_TEXT,
    house_echo,
    house_text,
    triggers_text,
    turn_text,
)
from tournaments.words.house_options import GROUP_TEXT, OPTION_WORDS, rule_sections
from tournaments.words.problems import (
    EXPECTED_TEXT,
    IDENTITY_TEXT,
    LEVEL_TEXT,
    PROBLEM_TEXT,
    UNREADABLE_TEXT,
    check_text,
    explanation_text,
    failure_text,
    line_text,
    notation_error_text,
    problem_text,
    refusal_text,
)
from tournaments.words.slips import scored_game_text

KONTRA = HouseRules(kontra=True, bock_schneider=True)
MINUS = HouseRules(
    schieberamsch=Schieberamsch.MINUS, ramsch_kontra=True, ramsch_cap=250
)
MARKS = HouseRules(
    schieberamsch=Schieberamsch.MARKS,
    only_ramsch=True,
    ramsch_kontra=True,
    grand_hand_in_ramsch=True,
)
TARGET = HouseRules(target=500)
BIERLACHS = HouseRules(loser_points=301)


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
    explanation = result_of(read_line("1h1sa-").entry).explanation
    levels = "with 1, game 2, Hand 3, Schneider 4, announced 5"
    with override("en"):
        text = explanation_text(explanation)
    assert text == f"{levels} × Hearts 10 = 50, lost −100"


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
        ("2k2hk", "Kreuz mit 2 Hand, Kontra"),
        ("2k2-re", "Kreuz mit 2, Kontra und Re, verloren"),
        ("2k2b0", "Kreuz mit 2, kein Bock"),
        ("2k2b1", "Kreuz mit 2, Bock"),
        ("r48/42/30", "Ramsch 48/42/30"),
        (
            "r80/40/0p3j3kb1",
            "Ramsch 80/40/0, 3-mal geschoben, Jungfrau auf Platz 3, Kontra, Bock",
        ),
        ("r120/0/0d1p1", "Ramsch 120/0/0, einmal geschoben, Durchmarsch von Platz 1"),
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
        failures = [
            failure_text(Failure(identity=identity, by=1, places=(1, 2)))
            for identity in Identity
        ]

    assert all(problems)
    assert len(set(problems)) == len(problems)
    assert set(IDENTITY_TEXT) == set(Identity)
    assert set(TRIGGER_TEXT) == set(Trigger)
    # No sentence for people has a number of the rules.
    assert not [text for text in failures if re.search(r"\bK[0-9]+\b", text)]


def test_every_text_is_translated():
    same = {"Hand", "Schneider", "Schwarz", "ouvert"}
    problems = (PROBLEM_TEXT, EXPECTED_TEXT, UNREADABLE_TEXT, IDENTITY_TEXT)
    for text in chain.from_iterable(
        texts.values() for texts in (*problems, LEVEL_TEXT, TRIGGER_TEXT, BONUS_TEXT)
    ):
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


def test_every_error_of_a_line_has_a_text():
    lines = " 2 2k 2k2q 2k2-q 2k2r 2k2ü 2k2= 2k2: 2k2@ 2k2! 1n> 2+ 2k2-- s s2 s2="
    for line in [*lines.split(" "), f"2k2{1000 * '-'}"]:
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


def test_a_difference_names_both_numbers():
    with override("de"):
        assert check_text("check-value", 48, 36) == (
            "Auf dem Papier steht +48, das Spiel ergibt +36."
        )


def test_a_game_is_named_with_its_score_where_no_round_may_double_it():
    clubs = read_line("1k2").entry
    with override("de"):
        assert scored_game_text(clubs) == "Kreuz mit 2 (+36)"
        doubled = scored_game_text(clubs, HouseRules(bock_value=96))
        assert doubled == "Kreuz mit 2"


def test_a_refused_bid_names_its_neighbours():
    with override("de"):
        refusal = refusal_text(Problem.BID_NOT_IN_LIST, read_line("1k1r32").entry)

    assert refusal == "32 kann niemand reizen; daneben liegen: 30 / 33."


def line_of(text, rules, players=3):
    """Return the last of some lines as it counts under the rules."""
    entries = [read_line(part).entry for part in text.split("; ")]
    return play(entries, rules, players=players)[-1]


@pytest.mark.parametrize(
    ("text", "rules", "german"),
    [
        ("2k2", OFFICIAL, "mit 2, Spiel 3 × Kreuz 12 = 36"),
        ("2k2", KONTRA, "mit 2, Spiel 3 × Kreuz 12 = 36"),
        ("2k2k", KONTRA, "mit 2, Spiel 3 × Kreuz 12 = 36, Kontra × 2 = 72"),
        (
            "2k2kb1",
            KONTRA,
            "mit 2, Spiel 3 × Kreuz 12 = 36, Kontra × 2, Bock × 2 = 144",
        ),
        (
            "2k2-reb1",
            KONTRA,
            "mit 2, Spiel 3 × Kreuz 12 = 36, Kontra × 2, Re × 2, Bock × 2 = 288, "
            "verloren −576",
        ),
        (
            "3p1r30k",
            KONTRA,
            "mit 1, Spiel 2 × Pik 11 = 22, gereizt 30, überreizt: 3 × 11 = 33, "
            "Kontra × 2 = 66, verloren −132",
        ),
        ("2n-k", KONTRA, "Null = 23, Kontra × 2 = 46, verloren −92"),
        ("2!s48k", KONTRA, "48, Kontra × 2 = 96"),
        ("2+96k", KONTRA, ""),
        ("e", KONTRA, ""),
        ("r55/40/25p2", MINUS, "Ramsch: 55 Augen × 4 = 220, 2-mal geschoben → A −220"),
        (
            "r70/30/20p2",
            MINUS,
            "Ramsch: 70 Augen × 4 = 280, 2-mal geschoben, "
            "auf die Höchstgrenze gekürzt → A −250",
        ),
        (
            "r80/40/0p1j3",
            MINUS,
            "Ramsch: 80 Augen × 4 = 320, einmal geschoben, Jungfrau auf Platz 3, "
            "auf die Höchstgrenze gekürzt → A −250",
        ),
        ("r0/120/0d2", MINUS, "Ramsch: Durchmarsch, 120 Punkte → B +120"),
        ("r0/120/0p1d2", MINUS, "Ramsch: Durchmarsch, 120 Punkte → B +120"),
        (
            "r48/42/30re",
            MARKS,
            "Ramsch: 48 Augen × 4 = 192, Kontra und Re, ein Zehntel, abgerundet "
            "→ A +19",
        ),
        ("2g1h", MARKS, "mit 1, Spiel 2, Hand 3 × Grand 24 = 72, gewonnen −72"),
        (
            "2g1h-",
            MARKS,
            "mit 1, Spiel 2, Hand 3 × Grand 24 = 72, verloren +144",
        ),
        (
            "r48/42/30",
            HouseRules(ramsch=RamschScoring.FEWEST_POINTS),
            "Ramsch: die wenigsten Augen (30), 20 Punkte → C +20",
        ),
        (
            "r60/30/30",
            HouseRules(ramsch=RamschScoring.FEWEST_POINTS),
            "Ramsch: die wenigsten Augen (30), 20 Punkte, geteilt → B +10, C +10",
        ),
        (
            "r60/30/30b1",
            HouseRules(ramsch=RamschScoring.FEWEST_POINTS, bock_split=True),
            "Ramsch: die wenigsten Augen (30), 20 Punkte × 2 = 40, Bock, geteilt "
            "→ B +20, C +20",
        ),
        ("2k2@80", TARGET, "80 Augen"),
        ("2k2sa@95", TARGET, "95 Augen, 90 angesagt + 2"),
        ("2k2w@120", TARGET, "120 Augen, 90 Augen + 1, alle Stiche + 1"),
        ("2k2sa-@85", TARGET, "85 Augen, nötig 90, verloren −85"),
        ("2n", TARGET, "zählt nichts"),
        ("2n-k", replace(TARGET, kontra=True), "zählt nichts"),
        ("2k2", BIERLACHS, "mit 2, Spiel 3 × Kreuz 12 = 36, gewonnen 0"),
        ("2k2-", BIERLACHS, "mit 2, Spiel 3 × Kreuz 12 = 36, verloren −72"),
    ],
)
def test_points_are_explained_in_one_sentence(text, rules, german):
    with override("de"):
        assert house_text(line_of(text, rules), dict(enumerate("ABC", 1))) == german


def test_without_names_the_places_have_numbers():
    with override("de"):
        assert house_text(line_of("r48/42", MINUS)) == "Ramsch: 48 Augen → Platz 1 −48"


@pytest.mark.parametrize(
    ("text", "rules", "german"),
    [
        (
            "3p1r30",
            OFFICIAL,
            "Pik mit 1 · Spiel 2 · 2 × 11 = 22 · gereizt 30 → überreizt, "
            "3 × 11 = 33 → −66",
        ),
        ("2k2h", OFFICIAL, "Kreuz mit 2 · Spiel 3 · Hand 4 · 4 × 12 = 48 → +48"),
        ("2k2h", KONTRA, "Kreuz mit 2 · Spiel 3 · Hand 4 · 4 × 12 = 48 → +48"),
        (
            "2ko2-",
            OFFICIAL,
            "Kreuz ohne 2 · Spiel 3 · 3 × 12 = 36 → verloren → −72",
        ),
        ("1nho", OFFICIAL, "Null ouvert Hand · 59 → +59"),
        (
            "1nr30>h1",
            OFFICIAL,
            "Null · nicht möglich · Herz mit 1 · Spiel 2 · 2 × 10 = 20 · gereizt 30 "
            "→ überreizt, 3 × 10 = 30 → −60",
        ),
        ("2-96", OFFICIAL, "−96, verloren → −96"),
        (
            "2k2-k",
            KONTRA,
            "Kreuz mit 2 · Spiel 3 · 3 × 12 = 36 · Kontra × 2 = 72 → verloren → −144",
        ),
        (
            "3p1r30k",
            KONTRA,
            "Pik mit 1 · Spiel 2 · 2 × 11 = 22 · gereizt 30 → überreizt, "
            "3 × 11 = 33 · Kontra × 2 = 66 → −132",
        ),
        ("r48/42", MINUS, "Ramsch: 48 Augen → Platz 1 −48"),
        ("2k@80", TARGET, "Kreuz · 80 Augen → +80"),
        ("2k@80r81", TARGET, "Kreuz · 80 Augen, nötig 81 → −80"),
        ("2+96k", KONTRA, "+96, Kontra → +96"),
        ("e", KONTRA, "eingepasst → 0"),
    ],
)
def test_a_typed_line_is_echoed(text, rules, german):
    with override("de"):
        assert house_echo(line_of(text, rules)) == german


@pytest.mark.parametrize(
    ("turn", "german"),
    [
        (Turn(), ""),
        (Turn(RoundKind.BOCK, 3, 4), "Bock 3 von 4"),
        (Turn(RoundKind.RAMSCH, 1, 3), "Ramsch 1 von 3"),
        (Turn(RoundKind.RAMSCH), "Ramsch"),
    ],
)
def test_the_turn_has_words(turn, german):
    with override("de"):
        assert turn_text(turn) == german


def test_a_line_names_the_round_it_starts():
    rules = HouseRules(kontra=True, bock_re=True, bock_lost_kontra=True)

    with override("de"):
        assert triggers_text(line_of("2k2-re", rules)) == (
            "löst eine Bockrunde aus: verlorenes Kontra und Re"
        )
        assert triggers_text(line_of("2k2", rules)) == ""


def test_every_option_has_its_words_and_each_value_its_sentence():
    # With these on, every option has something to act upon.
    something = HouseRules(
        ramsch=RamschScoring.MOST_PAYS,
        schieberamsch=Schieberamsch.MINUS,
        stake_cents="1",
    )
    examples = {OptionKind.SWITCH: (True, False), OptionKind.TEXT: ("5",)}

    assert list(OPTION_WORDS) == list(OPTIONS)
    assert list(GROUP_TEXT) == list(Group)
    for name, option in OPTIONS.items():
        assert set(OPTION_WORDS[name].choices) == set(option.choices or ())
        bounds = examples.get(option.kind, (option.least, option.most))
        for value in option.choices or bounds:
            sections = rule_sections(replace(something, **{name: value}))
            sentences = [text for section in sections for text in section.sentences]
            assert all(sentences), name
