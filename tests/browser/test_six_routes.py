"""A series of eight tables comes in by six routes, and each list by two of them."""

from io import BytesIO
from itertools import product

import pytest
import segno
from django.core.management import call_command
from django.db import transaction
from django.urls import reverse
from playwright.sync_api import expect
from pypdf import PdfReader

from scoring.notation.reading import read_line
from tests.browser.desk.keys import open_list, type_lines
from tests.browser.test_table import SAVED, wait_for
from tests.browser.walking import STAND_STILL
from tests.factories import make_evening, make_players, type_games
from tournaments.events.flow.services import release, withhold
from tournaments.events.planning.services import publish_event
from tournaments.events.seats.services import open_table
from tournaments.files.event.writing import event_text
from tournaments.files.lists.documents import list_file_text
from tournaments.scope.withheld import DRAW, RESULTS, UNTIL_RELEASED
from tournaments.sheets.finishing.services import finish_sheet
from tournaments.sheets.models import ArrivedList, Confirmation, Game, ScoreSheet
from tournaments.sheets.table.services import give_key, revoke_key

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
    publish_event(event=event, is_published=True)
    withhold(event=event, moments={1: {DRAW: None, RESULTS: UNTIL_RELEASED}})
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


def with_line(lines, number, text):
    return [*lines[: number - 1], text, *lines[number:]]


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


def screen_of(text, path):
    """Draw the code as another laptop shows it."""
    segno.make(text, error="l").save(str(path), scale=6)
    return path


def text_at(path, text):
    path.write_text(text)
    return path


def bring(desk, event, files):
    """Bring in files and photos at once."""
    desk.goto(address(desk, "files:arrivals", event.pk))
    desk.set_input_files("#id_file", files)
    desk.get_by_role("button", name="Einlesen").click()


def address(page, name, *args):
    origin = "/".join(page.url.split("/")[:3])
    return origin + reverse(name, args=args)


def test_eight_lists_by_six_routes_are_eight_lists(
    desk, phone_at, new_context, live_server, erika, event, tmp_path
):
    sheets = sheets_of(event)
    visitor = new_context(**PHONE).new_page()
    visitor.goto(live_server.url + event.get_absolute_url())
    expect(visitor.get_by_text(PEOPLE[0]).first).to_be_visible()

    # The desk types two lists; a phone writes one, and one without a server between.
    type_games(sheets[1], LINES[1][:-4], by=erika)
    open_list(desk, live_server, sheets[1])
    type_lines(desk, LINES[1][-4:], first=GAMES - 3, of=GAMES)
    type_games(sheets[7], LINES[7], by=erika)
    type_games(sheets[4], LINES[4][:-4], by=erika)
    steady, cut_off, alone = (phone_at(sheets[table]) for table in (2, 3, 4))
    tap(steady, LINES[2])
    wait_for(steady, SAVED)
    tap(cut_off, LINES[3][:3])
    wait_for(cut_off, SAVED)
    cut_off.context.set_offline(True)
    tap(cut_off, LINES[3][3:8], first=4)
    wait_for(cut_off, "nur auf diesem Telefon: 5")
    cut_off.context.set_offline(False)
    tap(cut_off, LINES[3][8:], first=9)
    wait_for(cut_off, SAVED)

    # One phone hears of no server at all: its code is photographed.
    alone.context.set_offline(True)
    tap(alone, LINES[4][-4:], first=WHOLE - 3)
    expect(alone.locator("[data-carry]")).to_be_visible()
    photo = photo_of(alone, tmp_path / "tisch-4.png")
    with alone.expect_download() as download:
        alone.click("[data-save]")
    download.value.save_as(saved := tmp_path / "tisch-4.txt")

    # The first time: the photo, two files of phones, and one of another laptop.
    bring(
        desk,
        event,
        [
            photo,
            text_at(tmp_path / "tisch-5.txt", text_of(sheets[5], LINES[5])),
            text_at(tmp_path / "tisch-6.json", of_another_laptop(sheets[6], erika)),
            text_at(tmp_path / "tisch-8.txt", text_of(sheets[8], LINES[8])),
        ],
    )
    for table in (4, 5, 6, 8):
        said = f"Serie 1, Tisch {table} ist angekommen."
        expect(desk.get_by_text(said)).to_be_visible()
    desk.goto(address(desk, "events:phones", event.pk))
    desk.evaluate(STAND_STILL)
    row = desk.locator("tr", has=desk.get_by_role("link", name="4", exact=True))
    row.get_by_role("button", name="Wieder hier schreiben").click()
    expect(row.get_by_text("ein Telefon")).to_be_hidden()
    desk.goto(address(desk, "files:arrivals", event.pk))
    desk.get_by_role("button", name="Alle 4 bereiten übernehmen").click()
    expect(desk.get_by_text("4 Listen wurden übernommen.")).to_be_visible()

    # The second time: each by another route, and two of them say something else.
    other = {
        7: with_line(LINES[7], 5, "2k2"),
        8: with_line(with_line(LINES[8], 1, "2n-"), 9, "e"),
    }
    bring(
        desk,
        event,
        [
            text_at(tmp_path / "1.txt", text_of(sheets[1], LINES[1])),
            photo_of(steady, tmp_path / "2.png"),
            text_at(tmp_path / "3.txt", text_of(sheets[3], LINES[3])),
            saved,
            screen_of(text_of(sheets[5], LINES[5]), tmp_path / "5.png"),
            text_at(tmp_path / "6.txt", text_of(sheets[6], LINES[6])),
            screen_of(text_of(sheets[7], other[7]), tmp_path / "7.png"),
            screen_of(text_of(sheets[8], other[8]), tmp_path / "8.png"),
        ],
    )
    expect(desk.get_by_text("es ändert sich nichts")).to_have_count(6)
    expect(desk.get_by_text("zwei Fassungen")).to_have_count(2)

    decide(desk, "Serie 1, Tisch 7", "Die angekommene nehmen")
    decide(desk, "Serie 1, Tisch 8", "Die Liste hier lassen, wie sie ist")
    expect(desk.get_by_text("zwei Fassungen")).to_have_count(0)

    # Four say of a list that it is right, on a phone of the table, whoever typed it.
    alone.context.set_offline(False)
    alone.click("[data-take]")
    for at_hand in (steady, cut_off, alone, phone_at(sheets[8])):
        confirm(at_hand)
        at_hand.context.close()
    desk.goto(address(desk, "events:phones", event.pk))
    expect(desk.get_by_text("4 von 4")).to_have_count(4)

    written = {table: lines_on(sheet) for table, sheet in sheets.items()}
    assert written == {**{t: read(LINES[t]) for t in LINES}, 7: read(other[7])}
    states = sorted(ArrivedList.objects.values_list("state", flat=True))
    assert states.count("duplicate") == 6
    assert len(states) == 12
    assert Confirmation.objects.filter(is_right=True).count() == 16

    codes = finished_codes(sheets, erika)
    paper = desk.request.get(address(desk, "papers:series-sheets", event.pk, 1))
    printed = "".join(
        page.extract_text() for page in PdfReader(BytesIO(paper.body())).pages
    )
    assert [code for code in codes if code not in printed] == []

    # A visitor follows it on a phone: who sits where, and the results once released.
    visitor.goto(address(desk, "events:standings", event.pk))
    expect(visitor.get_by_role("heading", name="Rangliste").first).to_be_visible()
    expect(visitor.get_by_text("Albers, Anna")).to_have_count(0)
    release(event=event, is_released=True)
    visitor.reload()
    expect(visitor.get_by_text("Albers, Anna")).to_be_visible()
    expect(visitor.locator("main tbody tr")).to_have_count(len(PEOPLE))

    file = text_at(tmp_path / "event.json", event_text(event))
    call_command("verify", str(file))


def of_another_laptop(sheet, erika):
    """Return the file of a list that was typed elsewhere, where the event is, too."""
    with transaction.atomic():
        type_games(sheet, LINES[sheet.table_number], by=erika)
        text = list_file_text(sheet)
        transaction.set_rollback(True)
    return text


def decide(desk, table, button):
    """Decide between two versions, and why."""
    row = desk.locator("tr", has=desk.get_by_role("rowheader", name=table))
    row.get_by_role("link", name="Vergleichen").click()
    expect(desk.get_by_role("heading", name=table)).to_be_visible()
    desk.fill("#id_reason", "Mit dem Papier verglichen")
    desk.get_by_role("button", name=button).click()
    expect(desk.get_by_text("Die Entscheidung ist festgehalten.")).to_be_visible()


def confirm(page):
    """Pass the phone round: all four say that the list is right."""
    for count, key in enumerate(range(4), 1):
        page.get_by_role("button", name=": stimmt").nth(key).click()
        said = "✓ Alle haben bestätigt" if count == 4 else f"Bestätigt: {count} von 4."
        expect(page.locator("[data-confirmed]")).to_contain_text(said)


def read(lines):
    return [read_line(text).entry for text in lines]


def lines_on(sheet):
    games = Game.objects.filter(sheet=sheet).order_by("number")
    return [game.as_entry() for game in games]


def finished_codes(sheets, erika):
    """Finish all lists; return their check codes."""
    for sheet in sheets.values():
        revoke_key(sheet=sheet)
        finish_sheet(sheet=sheet, by=erika)
    return [sheet.versions.get().code for sheet in sheets.values()]
