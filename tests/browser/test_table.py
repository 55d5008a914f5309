"""A table writes its list by thumb, with and without a server."""

import threading

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import expect

from scoring.house.rules import PRESETS
from scoring.notation.reading import read_line
from tests.browser.conftest import PATIENCE
from tests.factories import make_rule_set, make_secretary, make_sheet, type_games
from tournaments.sheets.models import Confirmation, Game, ReceivedLine, ScoreSheet
from tournaments.sheets.selectors import table_confirmations
from tournaments.sheets.table import views as table_views
from tournaments.sheets.table.selectors import key_with_event
from tournaments.sheets.table.services import give_key, take_pen_back
from tournaments.sheets.typing.services import record_line
from tournaments.sheets.writing import card_code

SAVED = "✓ alles gesichert"
ASK = """async () => (await axe.run(document)).violations.map(
  one => [one.id, one.nodes.map(node => node.target)])"""


KEPT_HAS = """async (text) =>
  (await (await caches.match(location.pathname)).text()).includes(text)"""


@pytest.fixture
def erika(transactional_db):
    return make_secretary()


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
    page.wait_for_function(
        "text => document.querySelector('[data-status]').textContent === text",
        arg=status,
    )


def written(sheet):
    return [game.as_noted().entry for game in Game.objects.filter(sheet=sheet)]


def test_the_page_survives_a_reload_without_the_server(table, sheet):
    play(table, 2, "g", 2)
    wait_for(table, SAVED)
    table.wait_for_function("async () => (await navigator.serviceWorker.ready).active")
    table.wait_for_function(
        """async () => !(await (await caches.match(location.pathname)).text())
          .includes('"lines": []')"""
    )
    table.context.set_offline(True)
    play(table, 3, "k", 1)

    table.reload()

    table.wait_for_selector("[data-entry]:not([hidden])")
    table.wait_for_selector("[data-away]:not([hidden])")
    assert table.locator("[data-games] [data-number]").count() == 2
    table.context.set_offline(False)
    wait_for(table, SAVED)
    assert len(written(sheet)) == 2


def test_the_page_survives_a_reload_with_a_silent_server(table, monkeypatch):
    play(table, 2, "g", 2)
    wait_for(table, SAVED)
    table.wait_for_function("async () => (await navigator.serviceWorker.ready).active")
    table.wait_for_function(KEPT_HAS, arg='"text": "2g2"')
    speaks = threading.Event()

    def silent_key(device):
        speaks.wait(PATIENCE / 1000)
        return key_with_event(device)

    monkeypatch.setattr(table_views, "key_with_event", silent_key)

    table.reload(timeout=20_000)

    table.wait_for_selector("[data-entry]:not([hidden])")
    play(table, 3, "k", 1)
    wait_for(table, SAVED)
    assert not table.evaluate(KEPT_HAS, '"text": "3k1"')
    speaks.set()
    table.wait_for_function(KEPT_HAS, arg='"text": "3k1"')


def test_a_saved_game_stands_on_a_page_that_was_kept_before(table, sheet):
    play(table, 2, "g", 2)
    wait_for(table, SAVED)
    table.wait_for_function("async () => (await navigator.serviceWorker.ready).active")
    table.wait_for_function(
        """async () => !(await (await caches.match(location.pathname)).text())
          .includes('"lines": []')"""
    )
    table.route("**/write/", lambda route: route.abort())
    play(table, 3, "k", 1)
    wait_for(table, SAVED)
    table.context.set_offline(True)
    table.unroute("**/write/")

    table.reload()

    table.wait_for_selector("[data-away]:not([hidden])")
    assert len(written(sheet)) == 2
    assert table.locator("[data-games] [data-number]").count() == 2
    assert totals(table)[2] == "24"


def entries(*texts):
    return [read_line(text).entry for text in texts]


def totals(page):
    return page.locator("[data-totals] .figure").all_inner_texts()


def test_an_ordinary_game_takes_four_taps(table, sheet):
    play(table, 2, "k", 2)
    finish(table, "passed")
    play(table, 1, "n", end="lost")
    wait_for(table, SAVED)

    assert written(sheet) == entries("2k2", "e", "1n-")
    assert totals(table) == ["−46", "36", "0", "0"]
    # Game 4: Dieter deals, so he cannot play.
    expect(table.locator("[data-declarer]:visible")).to_have_count(3)
    expect(table.locator("[data-totals] .is-dealer")).to_contain_text("gibt")
    assert "#" not in table.url


def test_nothing_but_ramsch_has_the_keys_of_its_grand_hand(site, sheet, page):
    event = sheet.series.event
    event.rule_set = make_rule_set(name="Striche", rules=PRESETS["marks"])
    event.save()
    table = open_table(site, sheet, page)

    play(table, 2, "g", 1)
    table.fill("[data-shorthand]", "r48/42/30")
    table.keyboard.press("Enter")
    play(table, 1, "g", 2)
    wait_for(table, SAVED)

    assert written(sheet) == entries("2g1h", "r48/42/30", "1g2h")


def test_a_second_tap_writes_nothing(table, sheet):
    table.click("[data-declarer='2']")
    table.click("[data-trump=k]")
    table.click("[data-top='2'][data-without='0']")
    table.locator("[data-end=won]").evaluate("key => { key.click(); key.click(); }")
    expect(table.locator("[data-games] li")).to_have_count(1)
    finish(table, "passed")
    wait_for(table, SAVED)

    assert written(sheet) == entries("2k2", "e")


def test_the_value_is_told_before_the_game_is_written(table):
    table.click("[data-declarer='3']")
    table.click("[data-trump=g]")
    assert table.locator("[data-end=won]").is_disabled()
    table.click("[data-top='1'][data-without='1']")
    table.click("[data-levels] summary")
    table.check("[data-tick=schneider_announced]")

    expect(table.locator("[data-tick=hand]")).to_be_checked()
    expect(table.locator("[data-end=won]")).to_contain_text("+120")
    expect(table.locator("[data-end=lost]")).to_contain_text("−240")


def test_what_is_written_without_a_server_arrives_once_and_in_order(table, sheet):
    play(table, 2, "k", 2)
    wait_for(table, SAVED)

    table.context.set_offline(True)
    play(table, 3, "g", 1, without=1)
    finish(table, "passed")
    play(table, 1, "h", 4, end="lost")
    wait_for(table, "nur auf diesem Telefon: 3")
    expect(table.locator("[data-away]")).to_be_visible()
    assert totals(table) == ["−100", "36", "48", "0"]
    assert Game.objects.count() == 1

    asked = []
    table.on("request", lambda request: asked.append(request.url.rsplit("/", 2)[1]))
    table.context.set_offline(False)
    wait_for(table, SAVED)
    # All that waited goes in one request.
    assert "batch" in asked
    assert "lines" not in asked
    assert written(sheet) == entries("2k2", "3go1", "e", "1h4-")
    assert list(ReceivedLine.objects.values_list("sequence", flat=True)) == [1, 2, 3, 4]


def test_a_reload_loses_nothing_and_sends_nothing_twice(table, sheet):
    lost = []

    def lose(route):
        """Let the first line arrive, and its answer get lost; then nothing goes."""
        if not lost:
            lost.append(route.fetch().status)
        route.abort()

    table.route("**/lines/", lose)
    play(table, 2, "k", 2)
    table.wait_for_function(
        "() => document.querySelector('[data-away]').hidden === false"
    )
    play(table, 3, "g", 1)
    table.unroute("**/lines/")
    table.reload()
    wait_for(table, SAVED)

    assert lost == [200]
    assert written(sheet) == entries("2k2", "3g1")


def test_no_answer_of_a_server_deletes_a_line(table, sheet):
    for status in (401, 403, 500, 502):
        table.route("**/lines/", refused_with(status))
        finish(table, "passed")
        wait_for(table, "nur auf diesem Telefon: 1")
        table.wait_for_timeout(300)
        table.unroute("**/lines/")
        table.reload()
        wait_for(table, SAVED)

    assert written(sheet) == entries(*"eeee")


def refused_with(status):
    return lambda route: route.fulfill(status=status, body="{}")


def test_a_line_on_which_the_server_fails_holds_up_nothing_in_silence(table, sheet):
    table.route(
        "**/lines/",
        lambda route: (
            route.fulfill(status=500, body="{}")
            if '"2k2"' in route.request.post_data
            else route.continue_()
        ),
    )
    play(table, 2, "k", 2)
    expect(table.locator(".problem")).to_contain_text("nicht zu verstehen")

    table.click("[data-games] [data-number='1']")
    play(table, 2, "k", 3)
    wait_for(table, SAVED)
    assert written(sheet) == entries("2k3")


def test_a_refused_line_stays_in_sight_until_it_is_put_right(table, sheet):
    table.click("[data-levels] summary")
    table.fill("[data-shorthand]", "1g1")
    table.press("[data-shorthand]", "Enter")
    table.wait_for_selector(".is-refused .problem")
    play(table, 3, "g", 1)

    expect(table.locator(".problem")).to_contain_text("Geber")
    wait_for(table, "zu berichtigen: 1")
    assert not Game.objects.exists()

    table.click("[data-games] [data-number='1']")
    play(table, 2, "g", 1)
    wait_for(table, SAVED)
    assert written(sheet) == entries("2g1", "3g1")


def test_the_page_for_the_code_leads_back_to_a_list_that_was_begun(site, table, sheet):
    play(table, 2, "k", 2)
    wait_for(table, SAVED)

    site("/table/")
    table.get_by_role("link", name=f"Weiter mit der Liste {sheet.code}").click()

    table.wait_for_url(f"**/table/{sheet.code}/write/")
    expect(table.locator("[data-entry]")).to_be_visible()


def test_an_overbid_game_is_called_so_before_and_after_it_is_written(table):
    table.click("[data-declarer='2']")
    table.click("[data-trump=g]")
    table.click("[data-top='1'][data-without='0']")
    table.click("[data-levels] summary")
    table.fill("[data-bid]", "72")

    expect(table.locator("[data-end=won] b")).to_have_text("überreizt −144")
    finish(table, "won")
    expect(table.locator("[data-games] li").first).to_contain_text("überreizt")


def test_any_line_is_corrected_and_the_last_is_taken_out(table, sheet):
    play(table, 2, "k", 2)
    play(table, 3, "g", 1)
    finish(table, "passed")
    table.click("[data-games] [data-number='1']")
    expect(table.locator("[data-which]")).to_contain_text("Spiel 1 ändern")
    play(table, 3, "a", 1, end="lost")
    table.click("[data-games] [data-number='3']")
    table.click("[data-takeout]")
    expect(table.locator("[data-games] li")).to_have_count(2)
    wait_for(table, SAVED)

    assert written(sheet) == entries("3a1-", "3g1")


def test_a_correction_begins_with_what_the_line_says(table, sheet):
    play(table, 2, "k", 2)
    finish(table, "passed")
    write_in_shorthand(table, "2go4sa-r120")
    write_in_shorthand(table, "3no")
    write_in_shorthand(table, "2g2 # Zeuge")
    wait_for(table, SAVED)

    for number in range(1, 6):
        table.click(f"[data-games] [data-number='{number}']")
        text = table.locator("[data-shorthand]").input_value()
        if text:
            table.press("[data-shorthand]", "Enter")
        else:
            finish(
                table, table.get_attribute("[aria-current=true][data-end]", "data-end")
            )
        expect(table.locator("[data-which]")).to_contain_text("Spiel 6")
    wait_for(table, SAVED)

    assert written(sheet) == entries("2k2", "e", "2go4sa-r120", "3no", "2g2 # Zeuge")


def write_in_shorthand(page, text):
    if not page.locator("[data-shorthand]").is_visible():
        page.click("[data-levels] summary")
    page.fill("[data-shorthand]", text)
    asked = page.locator("[data-which]").text_content()
    page.press("[data-shorthand]", "Enter")
    expect(page.locator("[data-which]")).not_to_have_text(asked)


def test_when_the_desk_takes_the_pen_both_versions_are_shown(table, sheet, erika):
    play(table, 2, "k", 2)
    wait_for(table, SAVED)
    table.context.set_offline(True)
    play(table, 3, "g", 1)
    finish(table, "passed")
    take_pen_back(sheet=sheet)
    record_line(sheet=sheet, number=2, noted=read_line("4h1"), by=erika)
    table.context.set_offline(False)

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


def test_a_code_scanned_on_the_open_page_opens_the_list(site, sheet):
    page = site("/table/")
    page.wait_for_load_state("networkidle")
    page.evaluate(
        "code => { location.hash = code }", give_key(sheet=sheet, by=None).code
    )

    page.wait_for_url(f"**/table/{sheet.code}/write/")


def test_the_page_passes_axe(table):
    play(table, 2, "k", 2)
    wait_for(table, SAVED)
    table.click("[data-levels] summary")

    assert faults_by_scheme(table) == {}


def faults_by_scheme(page):
    """Return what axe finds, light and dark."""
    page.evaluate(Axe().axe_script)
    found = {}
    for scheme in ("light", "dark"):
        # A colour on its way to the other scheme has too little contrast.
        page.emulate_media(color_scheme=scheme, reduced_motion="reduce")
        if wrong := page.evaluate(ASK):
            found[scheme] = wrong
    return found


def test_somebody_confirms_on_a_phone_of_their_own(site, page, erika):
    sheet = make_sheet(rounds=1)
    type_games(sheet, ["e", "e", "e", "e"], by=erika)
    site(f"/table/#{give_key(sheet=sheet, by=None).code}")
    page.wait_for_url(f"**/table/{sheet.code}/write/")

    expect(page.locator("[data-take]")).to_be_visible()
    page.get_by_role("button", name="Bernd: stimmt").click()

    expect(page.locator("[data-confirmed]")).to_have_text("Bestätigt: 1 von 4.")
    (said,) = Confirmation.objects.all()
    assert (said.place, said.on) == (2, "phone")


def test_somebody_confirms_with_the_code_of_their_start_card(site, page, erika):
    sheet = make_sheet(rounds=1)
    type_games(sheet, ["e", "e", "e", "e"], by=erika)
    site(f"/table/#{give_key(sheet=sheet, by=None).code}")
    page.wait_for_url(f"**/table/{sheet.code}/write/")
    code = card_code(
        event=sheet.series.event_id, player=sheet.seats.get(place=2).player_id
    )

    page.get_by_text("Mit der Startkarte bestätigen").click()
    field = page.get_by_label("Code der eigenen Startkarte")
    field.fill(code)
    page.get_by_role("button", name="Anna: stimmt").click()
    wrong = page.locator("[data-card-wrong]")
    expect(wrong).to_contain_text("nicht auf der Startkarte")
    expect(page.locator("[data-confirmed]")).to_have_text("Bestätigt: 0 von 4.")

    page.get_by_role("button", name="Bernd: stimmt").click()

    expect(page.locator("[data-confirmed]")).to_have_text("Bestätigt: 1 von 4.")
    expect(field).to_have_value("")
    expect(wrong).to_be_empty()
    (said,) = Confirmation.objects.all()
    assert (said.place, said.on) == (2, "card")


def test_everybody_confirms_the_full_list_on_the_phone(site, page, erika):
    sheet = make_sheet(rounds=1)
    page.set_viewport_size({"width": 390, "height": 844})
    site(f"/table/#{give_key(sheet=sheet, by=None).code}")
    page.wait_for_url(f"**/table/{sheet.code}/write/")
    page.click("[data-take]")
    page.wait_for_selector("[data-entry]:not([hidden])")
    for _game in range(4):
        finish(page, "passed")

    confirmed = page.locator("[data-confirmed]")
    expect(confirmed).to_have_text("Bestätigt: 0 von 4.")
    page.get_by_role("button", name="Bernd: stimmt").click()
    expect(confirmed).to_have_text("Bestätigt: 1 von 4.")
    page.get_by_role("button", name="Carla: Einspruch").click()
    page.get_by_role("button", name="Carla: Wirklich Einspruch?").click()
    rows = page.locator("[data-words] li")
    expect(rows.nth(1)).to_contain_text("hat bestätigt")
    expect(rows.nth(2)).to_contain_text("erhebt Einspruch")

    page.locator("[data-games] [data-number='2']").click()
    play(page, 3, "g", 1)
    expect(confirmed).to_have_text("Bestätigt: 0 von 4.")
    expect(rows.nth(1)).to_contain_text("Die Liste wurde geändert")
    assert table_confirmations(sheet).confirmed == 0
