import pytest
from django.urls import reverse
from django.utils.translation import override

from scoring.game.codes import Problem
from scoring.house.rules import HouseRules, Schieberamsch, WhoMarks
from scoring.notation.reading import read_line
from scoring.playing.scores import RoundKind
from tests.factories import make_rule_set, make_sheet, type_games
from tests.tournaments.sheets.house import house_lists as house
from tournaments.sheets.board import board_of
from tournaments.sheets.finishing.services import finish_sheet
from tournaments.sheets.models import Result
from tournaments.sheets.proof.evidence import spoken_rows, typed_lines
from tournaments.sheets.selectors import ledger_of
from tournaments.sheets.table.selectors import table_list
from tournaments.sheets.typing.echo import echo_of
from tournaments.sheets.typing.services import (
    delete_line,
    insert_line,
    record_line,
    redo,
    undo,
)
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
    client, erika
):
    client.force_login(erika)
    page = client.get(reverse("sheets:explained", args=[house.marks(erika).pk])).text

    assert "→ Anna +19, Bernd +4, Carla +3" in page
    assert "gewonnen −72" in page
    assert "ISkO" not in page


def test_the_rows_show_what_each_place_stands_at(erika):
    board = board_of(ledger_of(house.friday(erika)))

    declarers = [row.running.game_points for row in board.rows]
    ramsch = board.rows[3]
    assert declarers == [44, -72, 96, None, -320, -26, 116, -8]
    assert [cell.points for cell in ramsch.cells] == [-44, None, None, None]
    assert (ramsch.plus, ramsch.minus, ramsch.running.passed_in) == (None, 140, 0)


def test_the_rows_of_marks_show_everybody(erika):
    board = board_of(ledger_of(house.marks(erika)))

    cells = [[cell.points for cell in row.cells] for row in board.rows[:3]]
    assert cells == [[19, 4, 3], [22, 13, 7], [26, 27, 7]]
    assert [row.plus for row in board.rows[:2]] == [None, None]


def test_a_ramsch_on_the_paper_needs_no_sign(erika):
    checked = [*house.FRIDAY[:3], f"{house.FRIDAY[3]}=140"]
    board = board_of(ledger_of(house.friday(erika, checked)))

    assert board.rows[3].differences == ()
    assert typed_lines(ledger_of(board.sheet))[3].value == -140


def test_a_ramsch_in_which_all_write_has_no_value_to_compare(erika):
    board = board_of(ledger_of(house.marks(erika, [f"{house.MARKS[0]}=4"])))

    assert board.rows[0].differences == ()


def test_the_echo_calls_a_ramsch_so_once(erika):
    ledger = ledger_of(house.marks(erika, ()))

    echo = echo_of(ledger, text=house.MARKS[0], number=1)

    assert echo.words.count("Ramsch") == 1


def test_the_rules_propose_a_bock_round_after_60_to_60(erika):
    board = board_of(ledger_of(house.friday(erika, house.FRIDAY[:4])))

    kinds = [row.turn.kind for row in board.rows[:4]]
    assert kinds == [RoundKind.PLAIN, RoundKind.PLAIN, RoundKind.BOCK, RoundKind.BOCK]
    assert (board.turn.number, board.turn.of) == (3, 4)


def test_an_earlier_line_changes_what_the_later_ones_count(erika):
    sheet = house.friday(erika)

    record_line(sheet=sheet, number=2, noted=read_line("3k2-@59"), by=erika)
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
    assert shifted.turn.number == 3
    assert board_of(ledger_of(sheet)).rows[3].turn.number == 2


def test_a_mark_that_nobody_plays_is_refused(erika):
    sheet = house.target(erika, ())

    with pytest.raises(ImpossibleLine) as refusal:
        type_games(sheet, ["1h1k@70"], by=erika)

    assert {error.code for error in refusal.value.error_list} == {
        Problem.KONTRA_NOT_PLAYED.value
    }


def test_the_target_ends_the_list(erika):
    sheet = house.target(erika)
    board = board_of(ledger_of(sheet))

    assert (board.next_number, board.ended_at, board.is_complete) == (None, 7, True)
    assert all(row.is_struck for row in board.rows[7:])
    with pytest.raises(ImpossibleLine) as refusal:
        type_games(sheet, ["2p1@80"], by=erika)
    assert refusal.value.code == "ended"


def test_games_after_the_target_are_open(erika):
    sheet = house.target(erika)

    record_line(sheet=sheet, number=6, noted=read_line("1a1r72@72"), by=erika)

    board = board_of(ledger_of(sheet))
    assert (board.ended_at, board.open_lines) == (6, (7,))


def test_many_lines_pasted_after_the_end_are_refused(erika):
    sheet = house.target(erika, ())

    with pytest.raises(ImpossibleLine):
        type_games(sheet, [*house.TARGET, "2p1@80"], by=erika)

    assert not ledger_of(sheet).games


def test_overruling_asks_for_a_remark(erika):
    sheet = house.friday(erika, house.FRIDAY[:2])
    ledger = ledger_of(sheet)

    bare = echo_of(ledger, text="1g1b0", number=3)
    said = echo_of(ledger, text="1g1b0 # Anna gab vor", number=3)
    type_games(sheet, ["1g1b0"], by=erika)

    assert len(bare.questions) == 1
    assert said.questions == ()
    assert board_of(ledger_of(sheet)).rows[2].needs_remark
    assert board_of(ledger_of(sheet)).rows[2].result.score == 48


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
def test_every_page_of_a_list_under_house_rules_answers(client, erika, part):
    sheet = house.marks(erika)
    client.force_login(erika)

    page = client.get(f"{sheet.get_absolute_url()}{part}")

    assert page.status_code == 200
    assert "Hausregeln:" in page.text


RULES = HouseRules(
    kontra=True,
    schieberamsch=Schieberamsch.MINUS,
    who_marks=WhoMarks.EVERYBODY,
)


def test_a_list_under_house_rules_can_be_read_aloud(erika):
    sheet = make_sheet()
    event = sheet.series.event
    event.rule_set = make_rule_set(name="Freitag", rules=RULES)
    event.save()
    type_games(sheet, ["2k2-k", "r60/40/20", "e"], by=erika)

    with override("de"):
        rows = spoken_rows(board_of(ledger_of(sheet)))

    assert [row.words for row in rows] == [
        "Zeile 1, Bernd, Kreuz mit 2, Kontra, verloren, minus 144, "
        "steht bei minus 144.",
        "Zeile 2, Ramsch 60/40/20, Anna, minus 60, steht bei minus 60, "
        "Carla, minus 40, steht bei minus 40, "
        "Dieter, minus 20, steht bei minus 20.",
        "Zeile 3, eingepasst.",
    ]


def test_a_phone_is_told_what_each_place_writes_in_a_ramsch(erika):
    sheet = make_sheet()
    event = sheet.series.event
    event.rule_set = make_rule_set(name="Freitag", rules=RULES)
    event.save()
    type_games(sheet, ["2k2", "r60/40/20"], by=erika)

    own, ramsch = table_list(sheet).lines

    assert own == {"number": 1, "text": "2k2", "score": 36}
    assert [score[:2] for score in ramsch["scores"]] == [(1, -60), (3, -40), (4, -20)]
    assert {won for _place, _points, won in ramsch["scores"]} == {None}
