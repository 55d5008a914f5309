import pytest
from django.urls import reverse

from scoring.house.rules import HouseRules, RamschScoring, Schieberamsch
from tests.factories import make_rule_set, make_sheet, type_games
from tournaments.sheets.board import board_of
from tournaments.sheets.proof.evidence import overruled_lines
from tournaments.sheets.selectors import ledger_of
from tournaments.sheets.typing.echo import echo_of

FRIDAY = HouseRules(
    kontra=True,
    bock_split=True,
    schieberamsch=Schieberamsch.MINUS,
)


@pytest.fixture
def friday(erika):
    sheet = make_sheet()
    event = sheet.series.event
    event.rule_set = make_rule_set(name="Freitag", rules=FRIDAY)
    event.save()
    # 60 to 60: a Bock round begins with the second game.
    type_games(sheet, ["2k1-@60"], by=erika)
    return sheet


@pytest.mark.parametrize(
    ("text", "words"),
    [
        (
            "3k2k",
            "Bock 1 von 4: Kreuz mit 2 · Spiel 3 · 3 × 12 = 36 "
            "· Kontra × 2, Bock × 2 = 144 → +144",
        ),
        (
            "3122*1",
            "Bock 1 von 4: Kreuz mit 2 · Spiel 3 · 3 × 12 = 36 "
            "· Kontra × 2, Bock × 2 = 144 → +144",
        ),
        (
            "r48/42",
            "Bock 1 von 4: Ramsch: 48 Augen × 2 = 96, Bock → Anna −96",
        ),
        ("e", "Bock 1 von 4: eingepasst → 0"),
    ],
)
def test_a_line_is_echoed_by_the_rules_of_the_list(friday, text, words):
    echo = echo_of(ledger_of(friday), text=text, number=2)

    assert (echo.words, echo.problems) == (words, ())


@pytest.mark.parametrize(
    ("text", "question"),
    [
        ("3k2=36", ["Auf dem Papier steht +36, das Spiel ergibt +72."]),
        ("3k2=72", []),
        ("r48/42=-48", ["Auf dem Papier steht 48, das Spiel ergibt 96."]),
        ("r48/42=-96", []),
    ],
)
def test_the_number_on_the_paper_is_compared_with_all_that_doubles(
    friday, text, question
):
    echo = echo_of(ledger_of(friday), text=text, number=2)

    assert list(echo.questions) == question


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("r48/42/20", "Die Augen der drei Spieler ergeben nicht 120."),
        ("r48/42/30p4", "Es kann höchstens dreimal geschoben werden."),
        ("r48/42/30j3", "Eine Jungfrau hat keinen Stich und damit keine Augen."),
        ("r48/42/30d1", "Wer den Durchmarsch macht, hat alle Augen."),
        ("r48/72/0j2", "Dieser Platz setzt in diesem Spiel aus."),
        ("r48/42/30k", "Kontra und Re werden hier nicht gespielt."),
        ("r48/z", "„z“ passt hier nicht. Möglich: die Augen der drei Spieler"),
    ],
)
def test_what_the_rules_do_not_know_is_said(friday, text, problem):
    echo = echo_of(ledger_of(friday), text=text, number=2)

    assert any(said.startswith(problem) for said in echo.problems)


def test_a_pasted_list_may_hold_every_kind_of_line(client, friday, erika):
    client.force_login(erika)

    response = client.post(
        reverse("sheets:paste", args=[friday.pk]),
        {"text": "3k2k\nr48/42/30\ne\n2a1b1- # laut"},
    )

    assert response.status_code == 302
    assert list(friday.games.values_list("house", flat=True)) == [
        "",
        "k",
        "r48/42/30",
        "",
        "b1",
    ]


def test_where_a_ramsch_is_due_the_desk_says_how_it_is_typed(friday, erika):
    rules = HouseRules(ramsch=RamschScoring.MOST_PAYS)
    event = friday.series.event
    event.rule_set = make_rule_set(name="Mit Ramsch", rules=rules)
    event.save()
    hints = echo_of(ledger_of(friday), text="", number=2).hints
    type_games(friday, ["e"], by=erika)

    board = board_of(ledger_of(friday))

    assert [(hint.keys, hint.words) for hint in hints][-1] == ("r48/42/30", "Ramsch")
    [question] = [question.text for question in overruled_lines(board)]
    assert question == (
        "Hier schlagen die Regeln einen Ramsch vor, getippt etwa r48/42/30 mit den "
        "Augen der drei Spieler: Stimmt dieses Spiel? Anders als die Regeln "
        "vorschlagen: Geben Sie hinter # den Grund an."
    )


@pytest.mark.parametrize(
    ("rules", "text"),
    [
        (HouseRules(target=500), "1n"),
        (HouseRules(target=500), "1k2@70"),
        (
            HouseRules(
                schieberamsch=Schieberamsch.MARKS,
                only_ramsch=True,
                grand_hand_in_ramsch=True,
            ),
            "1g1h",
        ),
    ],
)
@pytest.mark.django_db
def test_what_the_isko_does_not_know_cites_no_rule_of_it(rules, text):
    sheet = make_sheet(["Anna", "Bernd", "Carla"])
    event = sheet.series.event
    event.rule_set = make_rule_set(name="Freitag", rules=rules)
    event.save()

    echo = echo_of(ledger_of(sheet), text=text, number=1)

    assert (echo.problems, echo.rule) == ((), "")
    assert echo.words


def test_a_refused_bid_names_its_neighbours_on_every_way_in(client, friday, erika):
    client.force_login(erika)
    game = {"number": 2, "declarer": 2, "contract": "clubs", "matadors": 2, "bid": 32}

    pressed = client.post(
        reverse("sheets:press", args=[friday.pk]), game | {"ending": "won"}
    )

    assert "30 / 33" in pressed.text
