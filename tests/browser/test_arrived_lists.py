"""Whole lists come in by several routes, and a person decides where they differ."""

from io import BytesIO

import pytest
import segno
from django.urls import reverse
from PIL import Image
from playwright.sync_api import expect

from scoring.notation.reading import read_line
from tests.browser.conftest import PASSWORD, PATIENCE
from tests.factories import make_evening, make_secretary, make_sheet, type_games
from tournaments.sheets.models import ArrivedList, Change, Game, ScoreSheet
from tournaments.sheets.table.services import give_key

GAMES = ("2a1", "3g1-", "4p2", "1k1")


@pytest.fixture
def erika(transactional_db):
    return make_secretary(password=PASSWORD)


@pytest.fixture
def sheet(erika):
    return make_sheet(evening=make_evening("Abend", rounds=1))


def text_of(sheet, games=GAMES):
    return "\n".join([f"skat 1 {sheet.code} 1/1", *games])


def entries(sheet):
    games = Game.objects.filter(sheet=sheet).order_by("number")
    return [game.as_entry() for game in games]


def read(*texts):
    return [read_line(text).entry for text in texts]


def bring(page, text):
    page.fill("#id_text", text)
    page.get_by_role("button", name="Einlesen").click()


def sign_in(page, live_server, account):
    page.goto(live_server.url + "/accounts/login/")
    page.fill("#id_username", account.username)
    page.fill("#id_password", PASSWORD)
    page.press("#id_password", "Enter")
    page.wait_for_url(f"{live_server.url}/")


def test_without_https_the_inbox_says_that_a_photo_does(signed_in, erika, sheet, page):
    page.add_init_script("delete Navigator.prototype.mediaDevices")
    signed_in(erika)

    event = sheet.series.event
    page.goto(page.url + reverse("files:arrivals", args=[event.pk]).lstrip("/"))

    expect(page.get_by_text("ein Foto des Codes geht ebenso")).to_be_visible()
    expect(page.get_by_role("button", name="Kamera")).to_be_hidden()
    expect(page.locator("#id_file")).to_be_visible()


def test_one_list_by_two_routes_is_one_list(signed_in, erika, sheet, tmp_path):
    page = signed_in(erika)
    type_games(sheet, GAMES, by=erika)
    page.goto(page.url + f"downloads/lists/{sheet.pk}/")
    with page.expect_download() as download:
        page.get_by_role("link", name="Liste als Datei").click()
    file = tmp_path / "liste.json"
    download.value.save_as(file)
    Game.objects.filter(sheet=sheet).delete()

    page.goto(
        page.url.partition("/downloads")[0] + sheet.series.event.get_absolute_url()
    )
    page.get_by_role("link", name="Ablauf", exact=True).click()
    page.get_by_role("link", name="Telefone", exact=True).click()
    page.get_by_role("link", name="Listen einlesen").click()
    bring(page, text_of(sheet))
    expect(page.get_by_text("Serie 1, Tisch 1 ist angekommen.")).to_be_visible()
    page.set_input_files("#id_file", file)
    page.get_by_role("button", name="Einlesen").click()
    expect(page.get_by_text("es ändert sich nichts")).to_be_visible()
    page.get_by_role("button", name="Übernehmen", exact=True).click()
    expect(page.get_by_text("1 Liste wurde übernommen.")).to_be_visible()

    assert entries(sheet) == read(*GAMES)
    states = ArrivedList.objects.order_by("pk").values_list("state", flat=True)
    assert list(states) == ["ready", "duplicate"]
    # One step: the list was written once.
    inserted = Change.objects.filter(sheet=sheet, action="insert")
    assert inserted.values("step").distinct().count() == 2  # by hand, then taken over


def test_two_versions_are_shown_and_a_person_decides(signed_in, erika, sheet):
    type_games(sheet, ("2a2", "3g1", "4p2"), by=erika)
    page = signed_in(erika)
    page.goto(page.url + f"downloads/arrived/{sheet.series.event_id}/")
    bring(page, text_of(sheet))
    expect(page.get_by_text("zwei Fassungen")).to_be_visible()

    page.get_by_role("link", name="Vergleichen").click()
    expect(page.locator("tbody tr")).to_have_count(4)
    page.fill("#id_reason", "Vom Papier abgelesen")
    page.get_by_role("button", name="Die angekommene nehmen").click()
    expect(page.get_by_text("Die Entscheidung ist festgehalten.")).to_be_visible()

    assert entries(sheet) == read(*GAMES)
    last = Change.objects.filter(sheet=sheet).order_by("pk").last()
    assert (last.by, last.reason) == (erika, "Vom Papier abgelesen")
    assert ArrivedList.objects.get().decision == "there"


def test_a_phone_without_a_server_saves_what_the_desk_takes_in(
    site, erika, sheet, new_context, live_server, tmp_path, page
):
    page.set_viewport_size({"width": 390, "height": 844})
    site(f"/table/#{give_key(sheet=sheet, by=None).code}")
    page.wait_for_url(f"**/table/{sheet.code}/write/")
    page.click("[data-take]")
    page.wait_for_selector("[data-entry]:not([hidden])")
    page.context.set_offline(True)
    page.click("[data-declarer='2']")
    page.click("[data-trump=a]")
    page.click("[data-top='1'][data-without='0']")
    page.click("[data-end=won]")
    expect(page.locator("[data-games] li")).to_have_count(1)
    page.click("[data-end=passed]")
    expect(page.locator("[data-games] li")).to_have_count(2)
    page.get_by_text("Die Liste als Text").first.click()
    with page.expect_download() as download:
        page.click("[data-save]")
    file = tmp_path / "liste.txt"
    download.value.save_as(file)
    assert file.read_text().split("\n")[0] == f"skat 1 {sheet.code} 1/1"
    page.click(".table-more [data-show-code]")
    photo = tmp_path / "foto.png"
    page.screenshot(path=photo)
    page.get_by_role("button", name="Schließen").click()
    expect(page.locator("[data-code]")).to_be_hidden()

    ScoreSheet.objects.filter(pk=sheet.pk).update(pen_is_out=False)
    desk = new_context().new_page()
    sign_in(desk, live_server, erika)
    desk.goto(f"{live_server.url}/downloads/arrived/{sheet.series.event_id}/")
    desk.set_input_files("#id_photo", photo)
    desk.get_by_role("button", name="Einlesen").click()
    expect(desk.get_by_text("Serie 1, Tisch 1 ist angekommen.")).to_be_visible()
    desk.set_input_files("#id_file", file)
    desk.get_by_role("button", name="Einlesen").click()
    expect(desk.get_by_text("es ändert sich nichts")).to_be_visible()
    desk.get_by_role("button", name="Übernehmen", exact=True).click()
    expect(desk.get_by_text("1 Liste wurde übernommen.")).to_be_visible()

    assert entries(sheet) == read("2a1", "e")


def film_of(text, path):
    """Write what a camera sees that somebody holds the code of a list before."""
    segno.make(text, error="l").save(out := BytesIO(), kind="png", scale=4)
    seen = Image.new("RGB", (640, 480), (90, 80, 70))
    seen.paste(Image.open(out).convert("RGB").rotate(20, fillcolor=128), (180, 60))
    seen.save(frame := BytesIO(), "JPEG")
    path.write_bytes(frame.getvalue() * 4)


def test_the_camera_of_the_desk_reads_a_code_that_is_held_before_it(
    browser_type, browser_type_launch_args, live_server, erika, sheet, tmp_path
):
    film_of(text_of(sheet), film := tmp_path / "film.mjpeg")
    flags = (
        "--use-fake-device-for-media-stream",
        "--use-fake-ui-for-media-stream",
        f"--use-file-for-fake-video-capture={film}",
    )
    options = {**browser_type_launch_args}
    options["args"] = [*options.get("args", ()), *flags]
    browser = browser_type.launch(**options)
    desk = browser.new_page(locale="de-DE")
    desk.set_default_timeout(PATIENCE)
    sign_in(desk, live_server, erika)
    desk.goto(f"{live_server.url}/downloads/arrived/{sheet.series.event_id}/")

    desk.get_by_role("button", name="QR-Codes mit der Kamera lesen").click()
    expect(desk.get_by_text("Serie 1, Tisch 1 ist angekommen.")).to_be_visible()
    browser.close()

    assert ArrivedList.objects.get().route == "qr"


def test_a_desk_that_gives_no_camera_says_so(signed_in, erika, sheet):
    page = signed_in(erika)
    page.goto(page.url + f"downloads/arrived/{sheet.series.event_id}/")

    page.get_by_role("button", name="QR-Codes mit der Kamera lesen").click()

    expect(page.get_by_text("Dieser Browser gibt keine Kamera frei")).to_be_visible()
