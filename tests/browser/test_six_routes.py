"""A series of eight tables comes in by six routes."""

from itertools import product

import pytest
from django.db import transaction
from django.urls import reverse
from playwright.sync_api import expect

from scoring.notation.reading import read_line
from tests.browser.conftest import connect, cut_off
from tests.browser.desk.keys import open_list, type_lines
from tests.browser.test_table import SAVED, wait_for
from tests.factories import make_evening, make_players, type_games
from tournaments.events.seats.services import open_table
from tournaments.files.lists.documents import list_file_text
from tournaments.sheets.models import Game, ScoreSheet
from tournaments.sheets.table.services import give_key, take_pen_back

GAMES, WHOLE = 12, 48  # a code to photograph holds a whole list
FIRST = ("Anna", "Bernd", "Carla", "Dieter", "Emil", "Frieda", "Gerd", "Hanna")
LAST = ("Albers", "Brandt", "Conrad", "Dahlke")
PEOPLE = [f"{first} {last}" for first, last in product(FIRST, LAST)]
PHONE = {"viewport": {"width": 390, "height": 844}}


def games_of(table, games=GAMES):
    """Return the games of a table; forehand plays each third, and nobody the others."""
    return [
        "e" if number % 3 else f"{number % 4 + 1}{'kphag'[number % 5]}{table % 4 + 1}"
        for number in range(1, games + 1)
    ]


LINES = {table: games_of(table) for table in range(1, 9)} | {4: games_of(4, WHOLE)}


@pytest.fixture
def event(erika):
    event = make_evening("Stadtmeisterschaft", rounds=GAMES // 4)
    people = make_players(PEOPLE)
    for first in range(0, len(people), 4):
        open_table(series=event.series.get(), players=people[first : first + 4])
    ScoreSheet.objects.filter(table_number=4).update(rounds=WHOLE // 4)
    return event


@pytest.fixture
def desk(erika, signed_in):
    return signed_in(erika)


@pytest.fixture
def phone_at(new_context, live_server):
    """Return a function that lets a phone write at a table."""

    def let_in(sheet):
        page = new_context(**PHONE).new_page()
        code = give_key(sheet=sheet, by=None).code
        page.goto(f"{live_server.url}/table/#{code}")
        page.wait_for_url(f"**/table/{sheet.code}/write/")
        page.click("[data-take]")
        expect(page.locator("[data-reader]")).to_be_hidden()
        return page

    return let_in


def sheets_of(event):
    sheets = ScoreSheet.objects.with_event().filter(series__event=event)
    return {sheet.table_number: sheet for sheet in sheets}


def text_of(sheet, lines):
    head = f"skat 1 {sheet.code} 1/{sheet.table_number}"
    return "\n".join([head, *lines])


def tap(page, lines, first=1):
    """Write games by thumb, each as soon as the phone has kept the one before."""
    for number, text in enumerate(lines, first):
        if text == "e":
            page.click("[data-end=passed]")
        else:
            page.click(f"[data-declarer='{text[0]}']")
            page.click(f"[data-trump={text[1]}]")
            page.click(f"[data-top='{text[2]}'][data-without='0']")
            page.click("[data-end=won]")
        expect(page.locator("[data-games] li")).to_have_count(number)


def photo_of(page, path):
    """Take a photo of the code on a phone."""
    page.click(".table-more summary")
    page.click(".table-more [data-show-code]")
    expect(page.locator("[data-code] svg")).to_be_visible()
    page.screenshot(path=path)
    page.get_by_role("button", name="Schließen").click()
    return path


def text_at(path, text):
    path.write_text(text)
    return path


def test_eight_lists_by_six_routes_are_eight_lists(
    desk, phone_at, live_server, erika, event, tmp_path
):
    sheets = sheets_of(event)

    # The desk types two lists; a phone writes one, and one without a server between.
    type_games(sheets[1], LINES[1][:-4], by=erika)
    open_list(desk, live_server, sheets[1])
    type_lines(desk, LINES[1][-4:], first=GAMES - 3, of=GAMES)
    type_games(sheets[7], LINES[7], by=erika)
    type_games(sheets[4], LINES[4][:-4], by=erika)
    steady, away, alone = (phone_at(sheets[table]) for table in (2, 3, 4))
    tap(steady, LINES[2])
    wait_for(steady, SAVED)
    tap(away, LINES[3][:3])
    wait_for(away, SAVED)
    cut_off(away.context)
    tap(away, LINES[3][3:8], first=4)
    wait_for(away, "nur auf diesem Telefon: 5")
    connect(away.context)
    tap(away, LINES[3][8:], first=9)
    wait_for(away, SAVED)

    # One phone hears of no server at all: its code is photographed, or its file kept.
    cut_off(alone.context)
    tap(alone, LINES[4][-4:], first=WHOLE - 3)
    expect(alone.locator("[data-carry]")).to_be_visible()
    photo = photo_of(alone, tmp_path / "tisch-4.png")
    with alone.expect_download() as download:
        alone.click("[data-save]")
    download.value.save_as(saved := tmp_path / "tisch-4.txt")
    assert saved.read_text("utf-8").splitlines() == [
        f"skat 1 {sheets[4].code} 1/4",
        *LINES[4],
    ]

    # With the photo come two files of phones, and one of another laptop.
    take_pen_back(sheet=sheets[4])
    desk.goto(live_server.url + reverse("files:arrivals", args=[event.pk]))
    files = [
        photo,
        text_at(tmp_path / "tisch-5.txt", text_of(sheets[5], LINES[5])),
        text_at(tmp_path / "tisch-6.json", of_another_laptop(sheets[6], erika)),
        text_at(tmp_path / "tisch-8.txt", text_of(sheets[8], LINES[8])),
    ]
    desk.set_input_files("#id_file", files)
    desk.get_by_role("button", name="Einlesen").click()
    for table in (4, 5, 6, 8):
        said = f"Serie 1, Tisch {table} ist angekommen."
        expect(desk.get_by_text(said)).to_be_visible()
    desk.get_by_role("button", name="Alle 4 bereiten übernehmen").click()
    expect(desk.get_by_text("4 Listen wurden übernommen.")).to_be_visible()

    written = {table: lines_on(sheet) for table, sheet in sheets.items()}
    assert written == {table: read(lines) for table, lines in LINES.items()}


def of_another_laptop(sheet, erika):
    """Return the file of a list that was typed elsewhere, where the event is, too."""
    with transaction.atomic():
        type_games(sheet, LINES[sheet.table_number], by=erika)
        text = list_file_text(sheet)
        transaction.set_rollback(True)
    return text


def read(lines):
    return [read_line(text).entry for text in lines]


def lines_on(sheet):
    games = Game.objects.filter(sheet=sheet).order_by("number")
    return [game.as_entry() for game in games]
