import pytest
from django.urls import reverse
from django.utils.translation import override

from scoring.game.problems import Problem
from scoring.house.rules import HouseRules, RamschScoring, Schieberamsch, WhoMarks
from scoring.notation.reading import read_line
from scoring.playing.scores import RoundKind
from tests.factories import make_rule_set, make_sheet, type_games
from tests.tournaments.sheets.house import house_lists as house
from tests.tournaments.sheets.paper import write
from tournaments.sheets.board import board_of, open_questions
from tournaments.sheets.finishing.services import finish_sheet
from tournaments.sheets.models import Result
from tournaments.sheets.proof.evidence import spoken_rows, typed_lines
from tournaments.sheets.selectors import ledger_of
from tournaments.sheets.table.selectors import table_list
from tournaments.sheets.typing.forms import echo_of
from tournaments.sheets.typing.services import delete_line, insert_line, redo, undo
from tournaments.sheets.writing import ImpossibleLine

LISTS = {
    "friday": (house.friday, house.FRIDAY_TOTALS),
    "marks": (house.marks, house.MARKS_TOTALS),
    "target": (house.target, house.TARGET_TOTALS),
}


def totals_of(sheet):
    return [seat.total for seat in board_of(ledger_of(sheet)).totals.seats]


@pytest.mark.parametrize("name", LISTS)
def test_a_list_counts_as_worked_out_by_hand(name, erika):
    make, totals = LISTS[name]

    sheet = make(erika)
    finish_sheet(sheet=sheet, by=erika)

    assert totals_of(sheet) == totals
    assert list(Result.objects.values_list("total", flat=True)) == totals


def test_the_explanations_name_players_and_cite_skat_only_where_values_count(
    erika_online, erika
):
    page = erika_online.get(
        reverse("sheets:explained", args=[house.marks(erika).pk])
    ).text

    assert "→ Anna +19, Bernd +4, Carla +3" in page
    assert "gewonnen −72" in page
    assert "ISkO" not in page


def test_the_rows_show_what_each_place_stands_at(erika):
    board = board_of(ledger_of(house.friday(erika)))

    declarers = [row.running.game_points for row in board.rows]
    ramsch = board.rows[3]
    assert declarers == [44, -72, 96, None, -320, -26, 116, -8]
    assert ramsch.running.shares == ((1, -44),)
    assert (ramsch.plus, ramsch.minus, ramsch.running.passed_in) == (None, 140, 0)
    kinds = [row.house.turn.kind for row in board.rows[:4]]
    assert kinds == [RoundKind.PLAIN, RoundKind.PLAIN, RoundKind.BOCK, RoundKind.BOCK]


def test_the_rows_of_marks_show_everybody_and_compare_no_value(erika):
    sheet = house.marks(erika, [f"{house.MARKS[0]}=4", *house.MARKS[1:3]])
    board = board_of(ledger_of(sheet))

    running = [row.running for row in board.rows[:3]]
    totals = [dict(each.shares) | {each.declarer: each.game_points} for each in running]
    assert [[total[place] for place in (1, 2, 3)] for total in totals] == [
        [19, 4, 3],
        [22, 13, 7],
        [26, 27, 7],
    ]
    assert [row.plus for row in board.rows[:2]] == [None, None]
    assert board.rows[0].differences == ()
    echo = echo_of(ledger_of(sheet), text=house.MARKS[0], number=4)
    assert echo.words.count("Ramsch") == 1


def test_a_ramsch_on_the_paper_needs_no_sign(erika):
    checked = [*house.FRIDAY[:3], f"{house.FRIDAY[3]}=140"]
    board = board_of(ledger_of(house.friday(erika, checked)))

    assert board.rows[3].differences == ()
    assert typed_lines(ledger_of(board.sheet))[3].value == -140


def test_an_earlier_line_changes_what_the_later_ones_count(erika):
    sheet = house.friday(erika)

    write(sheet, 2, "3k2-@59", by=erika)
    without_bock = totals_of(sheet)
    undo(sheet=sheet, by=erika)

    # Without Bock: Anna +48 -70 +36, Carla -72 +23, Dieter -160.
    assert without_bock == [14 + 160, 276, -49 + 30, -160 - 50 + 30]
    assert totals_of(sheet) == house.FRIDAY_TOTALS
    redo(sheet=sheet, by=erika)
    assert totals_of(sheet) == without_bock


def test_lines_are_inserted_and_deleted_under_house_rules(erika):
    sheet = house.friday(erika, house.FRIDAY[:4])

    insert_line(sheet=sheet, number=3, noted=read_line("e"), by=erika)
    shifted = board_of(ledger_of(sheet)).rows[4]
    delete_line(sheet=sheet, number=3, by=erika)

    assert shifted.problems == ()
    assert shifted.house.turn.number == 3
    assert board_of(ledger_of(sheet)).rows[3].house.turn.number == 2


def test_a_mark_that_nobody_plays_and_lines_after_the_end_are_refused(erika):
    sheet = house.target(erika, ())

    with pytest.raises(ImpossibleLine) as refusal:
        type_games(sheet, ["1h1k@70"], by=erika)

    assert {error.code for error in refusal.value.error_list} == {
        Problem.KONTRA_NOT_PLAYED.value
    }
    with pytest.raises(ImpossibleLine):
        type_games(sheet, [*house.TARGET, "2p1@80"], by=erika)
    assert not ledger_of(sheet).games


def test_the_target_ends_the_list(erika):
    sheet = house.target(erika)
    board = board_of(ledger_of(sheet))

    assert (board.next_number, board.ended_at, board.is_complete) == (None, 7, True)
    assert all(row.is_struck for row in board.rows[7:])
    with pytest.raises(ImpossibleLine) as refusal:
        type_games(sheet, ["2p1@80"], by=erika)
    assert refusal.value.code == "ended"
    write(sheet, 6, "1a1r72@72", by=erika)
    board = board_of(ledger_of(sheet))
    assert (board.ended_at, board.open_lines) == (6, (7,))


def test_overruling_asks_for_a_remark(erika):
    sheet = house.friday(erika, house.FRIDAY[:2])
    ledger = ledger_of(sheet)

    bare = echo_of(ledger, text="1g1b0", number=3)
    said = echo_of(ledger, text="1g1b0 # Anna gab vor", number=3)
    type_games(sheet, ["1g1b0"], by=erika)

    assert len(bare.questions) == 1
    assert said.questions == ()
    ledger = ledger_of(sheet)
    board = board_of(ledger)
    assert [each.line for each in open_questions(ledger, board, [])] == [3]
    assert board.rows[2].result.score == 48


def test_the_echo_says_the_round_and_what_a_line_starts(erika):
    sheet = house.friday(erika, house.FRIDAY[:1])

    start = echo_of(ledger_of(sheet), text="3k2-@60", number=2)
    type_games(sheet, ["3k2-@60"], by=erika)
    bock = echo_of(ledger_of(sheet), text="1g1", number=3)

    assert "Bock" in start.note
    assert bock.words.startswith("Bock 1 von 4")
    assert bock.words.endswith("+96")


# For a complete list the page also reads the confirmations of the table.
@pytest.mark.parametrize("part", ["", "explained/", "history/", "aloud/", "second/"])
def test_every_page_of_a_list_under_house_rules_answers(erika_online, erika, part):
    sheet = house.marks(erika)

    page = erika_online.get(f"{sheet.get_absolute_url()}{part}")

    assert page.status_code == 200
    assert "Hausregeln:" in page.text


RULES = HouseRules(
    kontra=True, schieberamsch=Schieberamsch.MINUS, who_marks=WhoMarks.EVERYBODY
)


def test_a_list_under_house_rules_can_be_read_aloud(erika):
    sheet = make_sheet(rules=RULES)
    type_games(sheet, ["2k2-k", "r60/40/20", "e"], by=erika)

    with override("de"):
        rows = spoken_rows(board_of(ledger_of(sheet)))

    assert [words for _row, _name, words in rows] == [
        "Zeile 1, Bernd, Kreuz mit 2, Kontra, verloren, minus 144, "
        "steht bei minus 144.",
        "Zeile 2, Ramsch 60/40/20, Anna, minus 60, steht bei minus 60, "
        "Carla, minus 40, steht bei minus 40, "
        "Dieter, minus 20, steht bei minus 20.",
        "Zeile 3, eingepasst.",
    ]
    # A phone is told what each place writes.
    own, pushed, _passed = table_list(sheet).lines
    assert own == {"number": 1, "text": "2k2-k", "score": -144}
    assert [score[:2] for score in pushed["scores"]] == [(1, -60), (3, -40), (4, -20)]
    assert {won for _place, _points, won in pushed["scores"]} == {None}


FRIDAY = HouseRules(kontra=True, bock_split=True, schieberamsch=Schieberamsch.MINUS)


@pytest.fixture
def friday(erika):
    sheet = make_sheet(rules=FRIDAY)
    # 60 to 60: a Bock round begins with the second game.
    type_games(sheet, ["2k1-@60"], by=erika)
    return sheet


@pytest.mark.parametrize(
    ("text", "words"),
    [
        *(
            (
                kontra,
                "Kreuz mit 2 · Spiel 3 · 3 × 12 = 36 · Kontra × 2, Bock × 2 = 144 "
                "→ +144",
            )
            for kontra in ("3k2k", "3122*1")
        ),
        ("r48/42", "Ramsch: 48 Augen × 2 = 96, Bock → Anna −96"),
        ("e", "eingepasst → 0"),
    ],
)
def test_a_line_is_echoed_by_the_rules_of_the_list(friday, text, words):
    echo = echo_of(ledger_of(friday), text=text, number=2)

    assert (echo.words, echo.problems) == (f"Bock 1 von 4: {words}", ())


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


def test_a_pasted_list_may_hold_every_kind_of_line(erika_online, friday):
    response = erika_online.post(
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

    ledger = ledger_of(friday)
    questions = open_questions(ledger, board_of(ledger), [])

    assert [(hint.keys, hint.words) for hint in hints][-1] == ("r48/42/30", "Ramsch")
    [question] = [question.text for question in questions]
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
def test_what_the_isko_does_not_know_is_echoed(rules, text):
    sheet = make_sheet(["Anna", "Bernd", "Carla"], rules=rules)

    echo = echo_of(ledger_of(sheet), text=text, number=1)

    assert not echo.problems
    assert echo.words


def test_a_refused_bid_names_its_neighbours_on_every_way_in(erika_online, friday):
    game = {"number": 2, "declarer": 2, "contract": "clubs", "matadors": 2, "bid": 32}

    pressed = erika_online.post(
        reverse("sheets:press", args=[friday.pk]), game | {"ending": "won"}
    )

    assert "30 / 33" in pressed.text
