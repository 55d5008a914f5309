"""Papers made on request: their readers and contents."""

import re
from io import BytesIO
from urllib.parse import unquote

import pytest
from django.urls import reverse
from pypdf import PdfReader

from scoring.house.rules import PRESETS
from tests.factories import (
    EIGHT_GAMES,
    finish_list,
    make_evening,
    make_rule_set,
    make_secretary,
    make_sheet,
    type_games,
)
from tests.tournaments.papers.pdf import read
from tournaments.events.entries.services import register_seated
from tournaments.events.planning.path import next_step, progress_of
from tournaments.events.planning.services import publish_event
from tournaments.papers.lists import typed_pages, written_game
from tournaments.sheets.board import board_of
from tournaments.sheets.finishing.services import finish_sheet, reopen_sheet
from tournaments.sheets.models import ScoreSheet, TableKey
from tournaments.sheets.proof.evidence import spoken_rows
from tournaments.sheets.selectors import ledger_of
from tournaments.sheets.table.services import give_keys
from tournaments.templatetags.kept import row_cells

pytestmark = pytest.mark.django_db


@pytest.fixture
def erika():
    return make_secretary()


@pytest.fixture
def sheet(erika):
    """A finished list of eight games in a published evening."""
    sheet = make_sheet(evening=make_evening(series=2, place="Zur Linde"))
    finish_list(sheet, EIGHT_GAMES, by=erika)
    publish_event(event=sheet.series.event, is_published=True)
    return ScoreSheet.objects.with_event().get(pk=sheet.pk)


def written_rows(erika, *texts):
    sheet = make_sheet(("Emil", "Frieda", "Gerd", "Hanna"))
    type_games(sheet, texts, by=erika)
    rows = board_of(ledger_of(sheet)).rows
    return [written_game(row, 4).cells for row in rows[: len(texts)]]


def test_visitors_print_the_list_of_a_published_evening(client, sheet):
    response = client.get(reverse("papers:sheet", args=[sheet.pk]))

    (page,) = read(response)
    assert all(name in page for name in ("Anna", "Bernd", "Carla", "Dieter"))
    assert all(total in page for total in ("22", "−48", "182", "223"))
    assert unquote(response["Content-Disposition"]) == (
        "inline; filename*=utf-8''Clubabend 06.11.2026 – Spielliste Tisch 1.pdf"
    )
    about = PdfReader(BytesIO(response.content)).metadata
    assert about.title == "Clubabend · Tisch 1 – Spiellisten"


def test_a_finished_list_has_header_foot_and_struck_games(sheet):
    (page,) = typed_pages([sheet])

    head = page.head
    assert (head.place, head.series, head.table) == ("Zur Linde", "1", "1")
    assert page.head.code == sheet.code
    assert page.head.state.endswith(f", Prüfcode {sheet.versions.get().code}")
    assert [seat.total for seat in page.totals.seats] == [22, -48, 182, 223]
    assert page.totals.passed_in == 1
    assert (page.games, page.games_played, len(page.rows)) == (48, 8, 8)


def test_a_corrected_list_says_its_version_and_why_it_differs(client, erika, sheet):
    reopen_sheet(sheet=sheet, by=erika, reason="Tippfehler")
    sheet.refresh_from_db()
    sheet.seats.filter(place=1).update(paper_total=99)
    reason = "Auf dem Papier fehlt Spiel 4."
    sheet.store(cut_short=False, mismatch_reason=reason)
    type_games(sheet, ["e"], by=erika)
    finish_sheet(sheet=sheet, by=erika, cut_short=True)

    (page,) = read(client.get(reverse("papers:sheet", args=[sheet.pk])))

    code = sheet.versions.last().code
    assert f"weicht mit Begründung vom Papier ab, Prüfcode {code}, Fassung 2" in page
    assert reason in page


def test_a_list_that_is_not_finished_has_no_foot(erika):
    type_games(make_sheet(), EIGHT_GAMES, by=erika)
    make_sheet(("Emil", "Frieda", "Gerd"))

    typed, empty = typed_pages(ScoreSheet.objects.with_event().order_by("pk"))

    assert (typed.totals, typed.games_played, len(typed.rows)) == (None, None, 8)
    assert [player.name for player in empty.players] == ["Emil", "Frieda", "Gerd"]
    assert (empty.rows, empty.totals) == ((), None)


def test_a_game_stands_in_the_columns_of_the_paper(erika):
    games = ("2k2h", "3po1-", "4nh", "e", "2g1hsa", "1+48")
    trump, without, null, passed_in, announced, value = written_rows(erika, *games)

    levels, sums = ("",) * 5, ("", "48", "1", "")
    assert trump[:10] == ("1", "12", "2", "", "✓", *levels)
    assert trump[10:] == ("48", "", *("",) * 2, *sums, *("",) * 7)
    assert without[2:4] == ("", "1")
    assert (without[10:12], without[20]) == (("", "44"), "1")
    assert (null[1:5], null[10]) == (("35", "", "", "✓"), "35")
    assert passed_in == ("4", "E", *[""] * 22, "1")
    assert announced[4:8] == ("✓", "✓", "✓", "")  # with what they imply
    assert (value[1], value[10], value[12]) == ("", "48", "48")


def test_where_the_lowest_sum_wins_a_lost_game_adds_to_it(erika):
    """The columns, the count of lost games, and a value typed without a sign."""
    rules = make_rule_set(name="Ramsch", rules=PRESETS["marks"])
    sheet = make_sheet(("Emil", "Frieda", "Gerd"), evening=make_evening(rule_set=rules))
    type_games(sheet, ("1g1h=72", "2g1h-=144"), by=erika)

    won, lost = board_of(ledger_of(sheet)).rows[:2]

    assert (won.plus, won.minus) == (None, 72)
    assert (lost.plus, lost.minus) == (144, None)
    assert (won.differences, lost.differences) == ((), ())
    assert written_game(won, 3).cells[13:15] == ("1", "")
    assert written_game(lost, 3).cells[16:18] == ("", "1")


def test_an_overbid_game_is_marked_on_page_and_paper_and_in_words(erika):
    sheet = make_sheet()
    type_games(sheet, ("3h1/30", "4k1"), by=erika)
    board = board_of(ledger_of(sheet))

    overbid, plain = board.rows[:2]

    assert (overbid.result.score, written_game(overbid, 4).remark) == (-60, "ü30")
    assert written_game(plain, 4).remark == ""
    words = [words for _row, _name, words in spoken_rows(board)]
    assert "überreizt, zählt 30, minus 60" in words[0]
    assert "überreizt" not in words[1]
    cells = {"sheet": None, "language": "de", "deck": "french"}
    assert ">ü30</abbr>" in row_cells(overbid, (1, 2, 3, 4), **cells)


def test_all_lists_of_an_evening_are_one_file(client, erika, sheet):
    evening = sheet.series.event
    make_sheet(("Emil", "Frieda", "Gerd"), evening=evening)
    make_sheet(("Hanna", "Ingo", "Jutta"), evening=evening, series=2)

    response = client.get(reverse("papers:sheets", args=[evening.pk]))
    every = read(response)
    about = PdfReader(BytesIO(response.content)).metadata
    assert about.title == "Clubabend – Spiellisten"
    second = read(client.get(reverse("papers:series-sheets", args=[evening.pk, 2])))

    assert ["Anna" in every[0], "Emil" in every[1], "Hanna" in every[2]] == [True] * 3
    assert len(second) == 1


def test_every_door_prints_the_same_empty_list(client, erika, sheet):
    evening = sheet.series.event
    empty = make_sheet(("Hanna", "Ingo", "Jutta"), evening=evening, series=2)
    register_seated(event=evening)
    give_keys(sheets=ScoreSheet.objects.filter(pk=empty.pk), by=erika)
    client.force_login(erika)
    page = client.get(reverse("papers:print", args=[evening.pk])).text

    doors = ("series-sheets", [evening.pk, 2]), ("sheet", [empty.pk])
    pages = [read(client.get(reverse(f"papers:{door}", args=at))) for door, at in doors]
    lists = reverse("papers:paper", args=[evening.pk, "lists"])

    assert pages[0] == pages[1] == read(client.get(lists, {"series": 2}))
    assert TableKey.objects.get().code in pages[0][0].replace("-", "")
    # What is due is ticked.
    assert re.findall(r'value="([a-z-]+)" checked', page) == ["draw-by-table", "lists"]
    assert next_step(progress_of(evening)).action == "Liste tippen"


@pytest.mark.parametrize("tables", [1, 6])
def test_a_file_costs_the_same_however_many_lists(
    client, erika, tables, django_assert_num_queries
):
    evening = make_evening()
    for number in range(tables):
        make_sheet((f"A{number}", f"B{number}", f"C{number}"), evening=evening)
    publish_event(event=evening, is_published=True)

    with django_assert_num_queries(9):
        client.get(reverse("papers:sheets", args=[evening.pk]))


def test_the_standings_are_printed(client, sheet):
    evening = sheet.series.event
    make_sheet(("Emil", "Frieda", "Gerd"), evening=evening)

    (page,) = read(client.get(reverse("papers:standings", args=[evening.pk])))

    assert page.index("Dieter") < page.index("Carla") < page.index("Anna")
    assert "−48" in page
    assert "Vorläufig: 1 von etwa 4 Listen." in page


def test_an_evening_without_lists_has_nothing_to_print(client, erika):
    evening = publish_event(event=make_evening(), is_published=True)

    assert client.get(reverse("papers:sheets", args=[evening.pk])).status_code == 404
    assert read(client.get(reverse("papers:standings", args=[evening.pk])))
