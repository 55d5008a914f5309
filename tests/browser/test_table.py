"""A table writes its list by thumb, with and without a server."""

import threading
from urllib.parse import urljoin

import pytest
from django.urls import reverse
from playwright.sync_api import expect

from scoring.house.rules import PRESETS
from scoring.notation.reading import read_line
from tests.browser.conftest import PATIENCE, connect, cut_off, script
from tests.factories import make_rule_set, make_sheet, type_games
from tournaments.events.planning.services import publish_event
from tournaments.people.models import Club
from tournaments.sheets.models import Confirmation, Game, ReceivedLine, ScoreSheet
from tournaments.sheets.selectors import table_confirmations
from tournaments.sheets.table import views as table_views
from tournaments.sheets.table.selectors import key_with_event
from tournaments.sheets.table.services import give_key, take_pen_back
from tournaments.sheets.typing.services import record_line
from tournaments.sheets.writing import card_code

SAVED = "✓ alles gespeichert"
KEPT_HAS = script("keptHas")
A_LATE_LOOK = script("aLateLook")
WHILE_IT_IS_KEPT = script("whileItIsKept")


@pytest.fixture
def sheet(erika):
    return make_sheet(rounds=3)


@pytest.fixture
def table(site, sheet, page):
    return open_table(site, sheet, page)


def open_table(site, sheet, page):
    """Open the list by its code, as the QR on the paper does, and write there."""
    page.set_viewport_size({"width": 390, "height": 844})
    site(f"/table/#{give_key(sheet=sheet, by=None).code}")
    page.wait_for_url(f"**/table/{sheet.code}/write/")
    page.click("[data-take]")
    page.wait_for_selector("[data-entry]:not([hidden])")
    return page


def play(page, place, trump, tops=None, *, without=0, end="won"):
    """Write an ordinary game: four taps."""
    page.click(f"[data-declarer='{place}']")
    page.click(f"[data-trump={trump}]")
    if tops:
        page.click(f"[data-top='{tops}'][data-without='{without}']")
    finish(page, end)


def finish(page, end):
    """End a game, and wait until the phone has kept it and asks for the next one."""
    asked = page.locator("[data-which]").text_content()
    page.click(f"[data-end={end}]")
    page.wait_for_function(
        """asked => document.querySelector("[data-entry]").hidden
          || document.querySelector("[data-which]").textContent !== asked""",
        arg=asked,
    )


def wait_for(page, status):
    expect(page.locator("[data-status]")).to_have_text(status)


def written(sheet):
    return [game.as_noted().entry for game in Game.objects.filter(sheet=sheet)]


def entries(*texts):
    return [read_line(text).entry for text in texts]


def totals(page):
    return page.locator("[data-totals] .figure").all_inner_texts()


def open_levels(page):
    if not page.locator("[data-shorthand]").is_visible():
        page.click("[data-levels] summary")


def write_in_shorthand(page, text):
    open_levels(page)
    page.fill("[data-shorthand]", text)
    asked = page.locator("[data-which]").text_content()
    page.press("[data-shorthand]", "Enter")
    expect(page.locator("[data-which]")).not_to_have_text(asked)


def choose(page, place, trump, tops, *, without=0):
    page.click(f"[data-declarer='{place}']")
    page.click(f"[data-trump={trump}]")
    page.click(f"[data-top='{tops}'][data-without='{without}']")


# --- Writing


def test_a_table_writes_its_games_by_thumb(table, sheet):
    the_value_is_told_before_a_game_is_written(table)
    a_second_tap_writes_nothing(table)
    finish(table, "passed")
    # Game 4: Dieter deals, so he cannot play.
    expect(table.locator("[data-declarer]:visible")).to_have_count(3)
    expect(table.locator("[data-totals] .is-dealer")).to_contain_text("gibt")
    an_overbid_game_is_called_so(table)
    wait_for(table, SAVED)
    # A row that is as before stays, also when it is just being pressed.
    row = table.locator("[data-number='1']")
    row.evaluate("row => { row.isAsBefore = true; }")
    play(table, 3, "n", end="lost")
    wait_for(table, SAVED)

    assert row.evaluate("row => row.isAsBefore")
    assert written(sheet) == entries("3go1sa", "1k2", "e", "2g1r72", "3n-")
    assert totals(table) == ["36", "−144", "74", "0"]
    assert "#" not in table.url


def the_value_is_told_before_a_game_is_written(page):
    page.click("[data-declarer='3']")
    page.click("[data-trump=g]")
    assert page.locator("[data-end=won]").is_disabled()
    page.click("[data-top='1'][data-without='1']")
    open_levels(page)
    page.check("[data-tick=schneider_announced]")
    expect(page.locator("[data-tick=hand]")).to_be_checked()
    expect(page.locator("[data-end=won]")).to_contain_text("+120")
    expect(page.locator("[data-end=lost]")).to_contain_text("−240")
    finish(page, "won")


def a_second_tap_writes_nothing(page):
    choose(page, 1, "k", 2)
    page.locator("[data-end=won]").evaluate("key => { key.click(); key.click(); }")
    expect(page.locator("[data-games] li")).to_have_count(2)
    expect(page.locator("[data-which]")).to_contain_text("Spiel 3")


def an_overbid_game_is_called_so(page):
    choose(page, 2, "g", 1)
    open_levels(page)
    page.fill("[data-bid]", "72")
    expect(page.locator("[data-end=won] b")).to_have_text("überreizt −144")
    finish(page, "won")
    expect(page.locator("[data-games] li").last).to_contain_text("überreizt")


def test_lines_are_corrected_from_what_they_say(table, sheet):
    play(table, 2, "k", 2)
    finish(table, "passed")
    for text in ("2go4sa-r120", "3no", "2g2 # Zeuge"):
        write_in_shorthand(table, text)
    wait_for(table, SAVED)

    for number in range(1, 6):
        write_again(table, number)
    wait_for(table, SAVED)
    assert written(sheet) == entries("2k2", "e", "2go4sa-r120", "3no", "2g2 # Zeuge")

    a_refused_line_stays_until_it_is_put_right(table)
    table.click("[data-games] [data-number='1']")
    expect(table.locator("[data-which]")).to_contain_text("Spiel 1 ändern")
    play(table, 3, "a", 1, end="lost")
    table.click("[data-games] [data-number='7']")
    table.click("[data-takeout]")
    expect(table.locator("[data-games] li")).to_have_count(6)
    wait_for(table, SAVED)
    assert written(sheet) == entries(
        "3a1-", "e", "2go4sa-r120", "3no", "2g2 # Zeuge", "3g1"
    )


def write_again(page, number):
    """Open a line and write it as it stands there."""
    wait_for(page, SAVED)
    page.click(f"[data-games] [data-number='{number}']")
    expect(page.locator("[data-which]")).to_contain_text(f"Spiel {number} ändern")
    if page.locator("[data-shorthand]").input_value():
        page.press("[data-shorthand]", "Enter")
    else:
        finish(page, page.get_attribute("[aria-current=true][data-end]", "data-end"))
    expect(page.locator("[data-which]")).to_contain_text("Spiel 6")


def a_refused_line_stays_until_it_is_put_right(page):
    """The sixth one: Bernd deals, and cannot play."""
    write_in_shorthand(page, "2g1")
    expect(page.locator(".is-refused .problem")).to_contain_text("Geber")
    play(page, 1, "g", 1)
    wait_for(page, "zu berichtigen: 1")
    assert Game.objects.count() == 5
    page.click("[data-games] [data-number='6']")
    play(page, 3, "g", 1)
    wait_for(page, SAVED)


def test_nothing_but_ramsch_has_the_keys_of_its_grand_hand(site, sheet, page):
    event = sheet.series.event
    event.rule_set = make_rule_set(name="Striche", rules=PRESETS["marks"])
    event.save()
    table = open_table(site, sheet, page)

    play(table, 2, "g", 1)
    write_in_shorthand(table, "r48/42/30")
    play(table, 1, "g", 2)
    wait_for(table, SAVED)

    assert written(sheet) == entries("2g1h", "r48/42/30", "1g2h")


def test_the_code_leads_to_the_list_and_back(site, sheet, page):
    Club.objects.create(name="Skatclub Kreuzbube", is_home=True)
    event = sheet.series.event
    publish_event(event=event, is_published=True)
    site("/table/")
    page.evaluate(
        "code => { location.hash = code }", give_key(sheet=sheet, by=None).code
    )
    page.wait_for_url(f"**/table/{sheet.code}/write/")

    before = page.locator("[data-empty]")
    expect(before).to_have_text(
        "Noch kein Spiel. Zuerst unten „Hier schreiben“ antippen."
    )
    page.click("[data-take]")
    expect(before).to_have_text("Noch kein Spiel. Unten antippen, wer spielt.")
    play(page, 2, "k", 2)
    wait_for(page, SAVED)

    site("/table/")
    page.get_by_role("link", name=f"Weiter mit der Liste {sheet.code}").click()
    page.wait_for_url(f"**/table/{sheet.code}/write/")
    expect(page.locator("[data-entry]")).to_be_visible()
    page.get_by_role("link", name="Skatclub Kreuzbube").click()
    expect(page.get_by_role("heading", level=1)).to_contain_text(event.name)


def test_everybody_confirms_with_a_phone_or_a_start_card(site, page, erika):
    sheet = make_sheet(rounds=1)
    type_games(sheet, ["e", "e", "e", "e"], by=erika)
    page.set_viewport_size({"width": 390, "height": 844})
    site(f"/table/#{give_key(sheet=sheet, by=None).code}")
    page.wait_for_url(f"**/table/{sheet.code}/write/")
    expect(page.locator("[data-take]")).to_be_visible()
    confirmed = page.locator("[data-confirmed]")
    expect(confirmed).to_have_text("Bestätigt: 0 von 4.")

    page.get_by_role("button", name="Bernd: stimmt").click()
    expect(confirmed).to_have_text("Bestätigt: 1 von 4.")
    carla_confirms_with_her_card(page, sheet)
    expect(confirmed).to_have_text("Bestätigt: 2 von 4.")
    said = Confirmation.objects.values_list("place", "on").order_by("place")
    assert list(said) == [(2, "phone"), (3, "card")]
    cut_off(page.context)
    page.get_by_role("button", name="Anna: stimmt").click()
    expect(page.locator("[data-card-wrong]")).to_contain_text("nicht angekommen")
    connect(page.context)

    page.get_by_role("button", name="Dieter: Einspruch").click()
    page.get_by_role("button", name="Dieter: Wirklich Einspruch?").click()
    rows = page.locator("[data-words] li")
    expect(rows.nth(1)).to_contain_text("hat bestätigt")
    expect(rows.nth(3)).to_contain_text("erhebt Einspruch")

    page.click("[data-take]")
    page.click("[data-games] [data-number='2']")
    play(page, 3, "g", 1)
    expect(confirmed).to_have_text("Bestätigt: 0 von 4.")
    expect(rows.nth(1)).to_contain_text("Die Liste wurde geändert")
    assert table_confirmations(sheet).confirmed == 0


def carla_confirms_with_her_card(page, sheet):
    """Confirm with the code of a card; with the name of somebody else it is wrong."""
    carla = sheet.seats.get(place=3).player_id
    page.get_by_text("Mit der Startkarte bestätigen").click()
    field = page.get_by_label("Code der eigenen Startkarte")
    field.fill(card_code(event=sheet.series.event_id, player=carla))
    page.get_by_role("button", name="Anna: stimmt").click()
    wrong = page.locator("[data-card-wrong]")
    expect(wrong).to_contain_text("nicht auf der Startkarte")
    expect(page.locator("[data-confirmed]")).to_have_text("Bestätigt: 1 von 4.")
    page.get_by_role("button", name="Carla: stimmt").click()
    expect(field).to_have_value("")
    expect(wrong).to_be_empty()


# --- Without a server, and with a bad one


def test_what_is_written_without_the_server_stays_and_arrives_once(
    table, sheet, monkeypatch
):
    play(table, 2, "g", 2)
    wait_for(table, SAVED)
    is_kept(table, "2g2")
    cut_off(table.context)
    play(table, 3, "k", 1)
    expect(table.locator("[data-away]")).to_contain_text(
        "Alles bleibt auf diesem Telefon."
    )
    expect(table.get_by_text("lädt sie nicht noch einmal")).to_be_hidden()

    table.reload()
    expect(table.locator("[data-games] [data-number]")).to_have_count(2)
    finish(table, "passed")
    play(table, 1, "h", 4, end="lost")
    wait_for(table, "nur auf diesem Telefon: 3")
    expect(table.locator("[data-away]")).to_be_visible()
    assert totals(table) == ["−100", "72", "24", "0"]
    assert Game.objects.count() == 1

    # All that waited goes in one request.
    asked = []
    table.on("request", lambda request: asked.append(request.url.rsplit("/", 2)[1]))
    connect(table.context)
    wait_for(table, SAVED)
    assert "batch" in asked
    assert "lines" not in asked
    assert written(sheet) == entries("2g2", "3k1", "e", "1h4-")
    assert list(ReceivedLine.objects.values_list("sequence", flat=True)) == [1, 2, 3, 4]
    a_saved_game_stands_on_a_page_that_was_kept_before(table)
    assert totals(table) == ["−100", "72", "48", "0"]
    connect(table.context)
    wait_for(table, SAVED)
    the_page_survives_a_reload_with_a_silent_server(table, monkeypatch)


def is_kept(page, text):
    """Wait until the page with that game can be loaded without the server."""
    page.wait_for_function("async () => (await navigator.serviceWorker.ready).active")
    page.wait_for_selector("[data-unkept-page]", state="hidden")
    page.wait_for_function(KEPT_HAS, arg=f'"text": "{text}"')


def a_saved_game_stands_on_a_page_that_was_kept_before(page):
    page.route("**/write/", lambda route: route.abort())
    play(page, 3, "k", 1)
    wait_for(page, SAVED)
    cut_off(page.context)
    page.unroute("**/write/")
    page.reload()
    expect(page.locator("[data-away]")).to_be_visible()
    expect(page.locator("[data-games] [data-number]")).to_have_count(5)


def test_no_answer_of_a_server_deletes_a_line(table, sheet):
    a_lost_answer_sends_nothing_twice(table)
    assert written(sheet) == entries("2k2", "3g1")
    for status in (403, 502):
        table.route("**/lines/", answer_with(status))
        with table.expect_response("**/lines/"):
            finish(table, "passed")
        wait_for(table, "nur auf diesem Telefon: 1")
        table.unroute("**/lines/")
        table.reload()
        wait_for(table, SAVED)

    assert written(sheet) == entries("2k2", "3g1", "e", "e")
    # One on which the server itself fails holds up nothing in silence.
    table.route("**/lines/", answer_with(500, only='"3k2"'))
    play(table, 3, "k", 2)
    expect(table.locator(".problem")).to_contain_text("nicht zu verstehen")
    table.click("[data-games] [data-number='5']")
    play(table, 3, "k", 3)
    wait_for(table, SAVED)
    assert written(sheet) == entries("2k2", "3g1", "e", "e", "3k3")
    no_answer_hides_a_line_that_is_on_the_list(table)


def no_answer_hides_a_line_that_is_on_the_list(page):
    assert page.evaluate(A_LATE_LOOK) == [1, 2]
    assert page.evaluate(WHILE_IT_IS_KEPT) == [1]


def a_lost_answer_sends_nothing_twice(page):
    lost = []

    def lose(route):
        """Let the first line arrive, and its answer get lost; then nothing goes."""
        if not lost:
            lost.append(route.fetch().status)
        route.abort()

    page.route("**/lines/", lose)
    play(page, 2, "k", 2)
    expect(page.locator("[data-away]")).to_be_visible()
    play(page, 3, "g", 1)
    page.unroute("**/lines/")
    page.reload()
    wait_for(page, SAVED)
    assert lost == [200]


def test_a_list_without_any_server_comes_as_a_photo_of_its_code_or_a_file(
    site, page, erika, sign_in, new_context, tmp_path
):
    sheet = make_sheet(rounds=1)
    table = open_table(site, sheet, page)
    desk = sign_in(new_context(), erika).new_page()
    cut_off(table.context)
    play(table, 2, "k", 2)
    for _game in range(3):
        finish(table, "passed")
    expect(table.locator("[data-carry]")).to_be_visible()
    table.click(".table-more summary")
    with table.expect_download() as download:
        table.click("[data-save]")
    assert download.value.path().read_text("utf-8").splitlines() == [
        f"skat 1 {sheet.code} 1/{sheet.table_number}",
        *("2k2", "e", "e", "e"),
    ]
    table.click("[data-carry] [data-show-code]")
    expect(table.locator("[data-code] svg")).to_be_visible()
    table.screenshot(path=tmp_path / "photo.png")

    take_pen_back(sheet=sheet)
    arrivals = reverse("files:arrivals", args=[sheet.series.event_id])
    desk.goto(urljoin(table.url, arrivals))
    a_desk_without_a_camera_says_what_does(desk)
    desk.set_input_files("#id_file", tmp_path / "photo.png")
    desk.get_by_role("button", name="Einlesen").click()
    expect(desk.get_by_text("Serie 1, Tisch 1 ist angekommen.")).to_be_visible()
    desk.get_by_role("button", name="Übernehmen", exact=True).click()
    expect(desk.get_by_text("1 Liste wurde übernommen.")).to_be_visible()
    assert written(sheet) == entries("2k2", "e", "e", "e")


def a_desk_without_a_camera_says_what_does(page):
    page.get_by_role("button", name="QR-Codes mit der Kamera lesen").click()
    expect(page.get_by_text("Dieser Browser gibt keine Kamera frei")).to_be_visible()
    # As on http, where browsers have none of it.
    page.add_init_script("delete Navigator.prototype.mediaDevices")
    page.reload()
    expect(page.get_by_text("ein Foto des Codes geht ebenso")).to_be_visible()
    expect(page.get_by_role("button", name="Kamera")).to_be_hidden()
    expect(page.locator("#id_file")).to_be_visible()


def answer_with(status, *, only=""):
    def answer(route):
        if only in route.request.post_data:
            route.fulfill(status=status, body="{}")
        else:
            route.continue_()

    return answer


def the_page_survives_a_reload_with_a_silent_server(page, monkeypatch):
    is_kept(page, "3k1")
    speaks = threading.Event()

    def silent_key(device):
        speaks.wait(3 * PATIENCE / 1000)
        return key_with_event(device)

    monkeypatch.setattr(table_views, "key_with_event", silent_key)

    page.reload()
    page.wait_for_selector("[data-entry]:not([hidden])")
    play(page, 1, "k", 3)
    wait_for(page, SAVED)
    assert not page.evaluate(KEPT_HAS, '"text": "1k3"')
    speaks.set()
    page.wait_for_function(KEPT_HAS, arg='"text": "1k3"')


def test_when_the_desk_takes_the_pen_both_versions_are_shown(table, sheet, erika):
    play(table, 2, "k", 2)
    wait_for(table, SAVED)
    cut_off(table.context)
    play(table, 3, "g", 1)
    finish(table, "passed")
    take_pen_back(sheet=sheet)
    record_line(sheet=sheet, number=2, noted=read_line("4h1"), by=erika)
    connect(table.context)

    table.wait_for_selector("[data-reader]:not([hidden])")
    expect(table.locator("[data-reason]")).to_contain_text("jemand anders")
    assert written(sheet) == entries("2k2", "4h1")

    table.click("[data-take]")
    table.wait_for_selector("[data-conflict]:not([hidden])")
    expect(table.locator("[data-take]")).to_be_hidden()
    table.check("[data-differing] [value=here]")
    table.click("[data-conflict] > button")
    wait_for(table, SAVED)
    assert written(sheet) == entries("2k2", "3g1", "e")
    assert ScoreSheet.objects.get(pk=sheet.pk).pen_is_out
