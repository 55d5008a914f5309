from dataclasses import replace

import pytest
from django.utils.translation import override

from scoring.house.rules import OFFICIAL, HouseRules, RamschScoring, Schieberamsch
from scoring.notation.reading import read_line
from scoring.playing.play import play
from scoring.playing.scores import RoundKind, Trigger, Turn
from tournaments.words.games import line_text
from tournaments.words.house.lines import (
    BONUS_TEXT,
    TRIGGER_TEXT,
    house_echo,
    house_text,
    triggers_text,
    turn_text,
)

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
        ("2k2h", KONTRA, "Kreuz mit 2 · Spiel 3 · Hand 4 · 4 × 12 = 48 → +48"),
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
    ("text", "words"),
    [
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
    ],
)
def test_marks_have_words(text, words):
    with override("de"):
        assert line_text(read_line(text).entry) == words


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


def test_every_code_has_a_german_text():
    assert set(TRIGGER_TEXT) == set(Trigger)
    for text in (*TRIGGER_TEXT.values(), *BONUS_TEXT.values()):
        with override("de"):
            german = str(text)
        with override("en"):
            assert german != str(text)
