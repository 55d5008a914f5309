"""The desk on a network that is slow, breaks or is gone: no key is lost."""

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import connect, cut_off
from tests.browser.desk.keys import is_at, open_list, silence, texts_of
from tests.factories import EIGHT_GAMES, make_evening, make_sheet, type_games
from tests.tournaments.sheets.paper import sample_texts, totals_of
from tournaments.sheets.finishing.services import (
    FootNumbers,
    set_totals_only,
    write_foot,
)

pytestmark = pytest.mark.django_db(transaction=True)

PHONE = "Pixel 5"
TWELVE = sample_texts(games=12)


def lose_the_first_answer(page):
    """Let a line arrive whose answer does not; return what was answered."""
    lost = []

    def handle(route):
        answer = route.fetch()
        if lost:
            route.fulfill(response=answer)
        else:
            lost.append(answer.status)
            route.abort()

    page.route("**/lines/", handle)
    return lost


def answer_with(page, status):
    page.route("**/lines/", lambda route: route.fulfill(status=status, body="Fehler"))


def type_blindly(page, texts):
    """Type without looking at the page, and without waiting for it."""
    for text in texts:
        page.keyboard.type(text)
        page.keyboard.press("Enter")


def says(page, words):
    """Expect ``words`` in what is said of the lines on their way."""
    expect(page.locator("[data-queue]")).to_contain_text(words, use_inner_text=True)


def everything_is_sent(page):
    expect(page.locator("[data-queue]")).to_be_hidden()


def test_whole_lists_are_typed_ahead_of_a_slow_network(desk, live_server, erika):
    evening = make_evening(rounds=3)
    sheet = make_sheet(evening=evening)
    second = make_sheet(("Emil", "Frieda", "Gerd", "Hanna"), evening=evening)
    type_games(second, TWELVE, by=erika)
    open_list(desk, live_server, sheet)
    is_at(desk, 1)

    with silence(desk, "**/lines/"):
        type_blindly(desk, TWELVE)
        says(desk, "12 unterwegs")
    everything_is_sent(desk)
    assert texts_of(sheet) == TWELVE

    with silence(desk, "**/foot/"):
        *totals, last = type_totals_ahead(desk, sheet, off=1)
        # What is mended while the wrong one is on its way is not lost either.
        desk.keyboard.press("Control+a")
        desk.keyboard.type(str(last))
    expect(desk.locator("#foot_answer")).to_contain_text("geprüft")
    expect(desk.locator("#foot_total_4")).to_be_focused()
    desk.keyboard.press("Control+Enter")
    desk.keyboard.press("Enter")
    desk.wait_for_url(f"**{second.get_absolute_url()}*")
    sheet.refresh_from_db()
    assert list(sheet.seats.values_list("paper_total", flat=True)) == [*totals, last]
    assert not sheet.is_unproved

    # One more Enter before anything is answered goes on as well.
    with silence(desk, "**/foot/"):
        type_totals_ahead(desk, second)
        desk.keyboard.press("Enter")
    desk.wait_for_url("**/standings/**")


def type_totals_ahead(page, sheet, *, off=0):
    """Type the totals without waiting, the last one wrong; return the right ones."""
    totals = [seat.total for seat in totals_of(sheet).seats]
    expect(page.locator("#foot_total_1")).to_be_focused()
    for total in [*totals[:-1], totals[-1] + off]:
        page.keyboard.type(str(total))
        page.keyboard.press("Enter")
    return totals


def test_what_did_not_arrive_is_sent_again(desk, live_server, sheet):
    texts = list(EIGHT_GAMES)
    open_list(desk, live_server, sheet)
    is_at(desk, 1)

    a_line_whose_answer_was_lost_stands_once(desk, texts[:2])
    assert texts_of(sheet) == texts[:2]
    a_broken_proxy_is_waited_for(desk, texts[2])
    assert texts_of(sheet) == texts[:2]
    desk.unroute("**/lines/")
    type_blindly(desk, texts[3:4])
    everything_is_sent(desk)
    is_at(desk, 5)
    assert texts_of(sheet) == texts[:4]
    a_reload_loses_nothing(desk, texts[4:6])
    is_at(desk, 7)
    assert texts_of(sheet) == texts[:6]
    a_line_on_which_the_server_fails_asks_for_help(desk, texts[6])
    assert texts_of(sheet) == texts[:7]
    a_line_taken_out_twice_is_gone_once(desk, 6)
    assert texts_of(sheet) == [*texts[:5], texts[6]]


def a_line_whose_answer_was_lost_stands_once(page, texts):
    lost = lose_the_first_answer(page)
    type_blindly(page, texts)
    everything_is_sent(page)
    page.unroute("**/lines/")
    assert lost == [200]


def a_broken_proxy_is_waited_for(page, text):
    answer_with(page, 502)
    type_blindly(page, [text])
    expect(page.locator("[data-saved]")).to_contain_text("nicht gespeichert")
    expect(page.locator("[data-texts]")).to_have_text(f"3 {text}")


def a_reload_loses_nothing(page, texts):
    """Neither waiting lines nor half a line."""
    page.on("dialog", lambda dialog: dialog.accept())
    page.route("**/lines/", lambda route: route.abort())
    type_blindly(page, texts)
    says(page, "keine Verbindung")
    page.keyboard.type("4ho")
    page.unroute("**/lines/")
    page.reload()
    everything_is_sent(page)
    expect(page.locator("#line_text")).to_have_value("4ho")


def a_line_on_which_the_server_fails_asks_for_help(page, text):
    answer_with(page, 500)
    page.locator("#line_text").fill(text)
    page.keyboard.press("Enter")
    expect(page.locator("#refused_why")).to_contain_text("nicht angenommen")
    page.unroute("**/lines/")
    page.locator("#refused_text").press("Enter")
    everything_is_sent(page)


def a_line_taken_out_twice_is_gone_once(page, number):
    page.locator(f"#line-{number} a").click()
    expect(page.locator(f"[data-line='{number}']")).to_be_visible()
    lost = lose_the_first_answer(page)
    page.get_by_role("button", name="Herausnehmen").click()
    says(page, "Hier hat sich inzwischen etwas geändert")
    assert lost == [200]


def test_a_phone_types_while_the_server_is_away(
    live_server, erika, sign_in, new_context, playwright
):
    sheet = make_sheet(rounds=3)
    phone = new_context(**playwright.devices[PHONE])
    page = sign_in(phone, erika).new_page()
    open_list(page, live_server, sheet)
    page.locator("#line_text").tap()
    is_at(page, 1)

    type_blindly(page, TWELVE[:3])
    cut_off(phone)
    type_blindly(page, TWELVE[3:])
    stored = texts_of(sheet)
    says(page, "keine Verbindung")
    connect(phone)
    everything_is_sent(page)

    assert stored == TWELVE[: len(stored)]
    assert len(stored) <= 3
    assert texts_of(sheet) == TWELVE


def test_the_foot_is_sent_again_and_keeps_the_cursor_where_it_is(
    desk, live_server, sheet, erika
):
    type_games(sheet, EIGHT_GAMES, by=erika)
    open_list(desk, live_server, sheet)
    # While games are missing the foot is folded.
    desk.locator("#foot summary").first.click()

    totals_that_did_not_arrive_are_sent_again(desk)
    assert sheet.seats.get(place=4).paper_total == 12
    for number, place in ((13, 4), (34, 3)):
        with silence(desk, "**/foot/"):
            desk.locator(f"#foot_total_{place}").fill(str(number))
            desk.locator("#line_text").focus()
            desk.keyboard.type("1n")
        expect(desk.locator("#foot_answer")).to_have_text("✓ gespeichert")
    with silence(desk, "**/foot/"):
        desk.locator("#foot_total_4").fill("56")
        desk.keyboard.press("Enter")
        expect(desk.locator("#foot_answer")).to_contain_text("wird")
    expect(desk.locator("#foot_answer")).to_have_text("✓ gespeichert")

    expect(desk.locator("#foot_total_4")).to_be_focused()
    expect(desk.locator("#line_text")).to_have_value("1n1n")
    assert [seat.paper_total for seat in sheet.seats.all()] == [None, None, 34, 56]


def totals_that_did_not_arrive_are_sent_again(page):
    """And what is refused has the cursor."""
    page.route("**/foot/", lambda route: route.abort())
    page.locator("#foot_total_4").fill("12")
    page.keyboard.press("Enter")
    expect(page.locator("#foot_answer")).to_contain_text("keine Verbindung")
    page.unroute("**/foot/")
    expect(page.locator("#foot_answer")).to_have_text("✓ gespeichert")
    page.locator("#foot_total_4").fill("99999")
    page.keyboard.press("Enter")
    expect(page.locator("#foot_total_4_error")).to_be_visible()
    expect(page.locator("#foot_total_4")).to_be_focused()


# --- Refused lines


def test_a_refused_line_stops_nobody_and_comes_first(desk, live_server, sheet):
    make_sheet(("Emil", "Frieda", "Gerd"), evening=sheet.series.event)
    texts = list(EIGHT_GAMES)
    open_list(desk, live_server, sheet)
    is_at(desk, 1)
    address = desk.url

    with silence(desk, "**/lines/"):
        type_blindly(desk, [*texts[:2], "2z", *texts[3:6]])
    refused = desk.locator("#refused_text")
    expect(refused).to_have_value("2z")
    says(desk, "3 warten dahinter")
    is_at(desk, 7)
    assert texts_of(sheet) == texts[:2]
    # No key is kept for later beside it.
    for key in ("PageDown", "Control+z", "F8"):
        desk.keyboard.press(key)
        expect(refused).to_be_focused()
        expect(desk.locator("[data-note]")).to_contain_text("Erst diese Zeile")
        desk.keyboard.press("ArrowDown")
        expect(desk.locator("#line_text")).to_be_focused()
    desk.keyboard.press("ArrowUp")
    expect(refused).to_be_focused()
    desk.keyboard.insert_text(texts[2])
    desk.keyboard.press("Enter")
    type_blindly(desk, texts[6:])
    everything_is_sent(desk)
    is_at(desk, 9)

    assert desk.url == address
    assert texts_of(sheet) == texts


def test_lines_behind_a_refused_one_move_but_not_past_the_end(desk, live_server, erika):
    sheet, texts = make_sheet(rounds=2), list(EIGHT_GAMES)
    open_list(desk, live_server, sheet)
    is_at(desk, 1)

    without_the_refused_line_they_move_up(desk, texts[:2])
    is_at(desk, 3)
    assert texts_of(sheet) == texts[:2]
    # The third game is forgotten, so that the fourth one is played by the dealer.
    type_blindly(desk, ["3g2", "e"])
    expect(desk.locator("#refused_why")).to_contain_text("darüber ein Spiel")
    desk.keyboard.type("1n")
    desk.get_by_role("button", name="Davor fehlt ein Spiel").click()
    is_at(desk, 3)
    type_blindly(desk, [texts[2]])
    everything_is_sent(desk)
    is_at(desk, 6)
    expect(desk.locator("#line_text")).to_have_value("1n")
    assert texts_of(sheet) == [*texts[:3], "3g2", "e"]
    no_line_is_typed_past_the_end(desk, texts[5:])


def without_the_refused_line_they_move_up(page, texts):
    type_blindly(page, ["2z", *texts])
    says(page, "2 warten dahinter")
    expect(page.locator("[data-saved]")).to_contain_text("nicht gespeichert")
    page.get_by_role("button", name="Weglassen").click()
    note = page.locator("[data-note]")
    expect(note).to_have_text(f"Neue Nummern: 1 {texts[0]} · 2 {texts[1]}")
    everything_is_sent(page)
    expect(note).to_be_visible()
    expect(page.locator("[data-saved]")).to_have_text("✓ gespeichert")


def no_line_is_typed_past_the_end(page, rest):
    page.locator("#line_text").fill("")
    page.keyboard.press("ArrowUp")
    is_at(page, 5)
    with silence(page, "**/lines/"):
        type_blindly(page, ["", *rest, "1n"])

    expect(page.locator("[data-line]")).to_have_text("voll")
    expect(page.locator("[data-typing] [value=write]")).to_have_text("Eintragen")
    expect(page.locator("#refused_why")).to_contain_text("Die Liste ist voll")
    page.get_by_role("button", name="Weglassen").click()
    expect(page.locator("[data-to-finish]")).to_be_visible()


def test_a_forgotten_game_is_inserted_far_above_a_refused_one(desk, live_server, sheet):
    open_list(desk, live_server, sheet)
    is_at(desk, 1)

    type_blindly(desk, ["e", "e", "3g2", "2n"])
    expect(desk.locator("#refused_text")).to_have_value("3g2")
    desk.keyboard.press("ArrowUp")
    desk.keyboard.press("ArrowUp")
    is_at(desk, 2)
    desk.locator("#line-1 a").click()
    is_at(desk, 1)
    says(desk, "1 wartet dahinter")
    desk.locator("#line_text").fill("2k2h")
    desk.get_by_role("button", name="Davor einfügen").click()
    everything_is_sent(desk)

    is_at(desk, 6)
    assert texts_of(sheet) == ["2k2h", "e", "e", "3g2", "2n"]


def test_a_list_is_finished_behind_the_last_of_its_totals(desk, live_server, erika):
    """Two numbers are changed and the list is finished at once."""
    sheet = make_sheet()
    set_totals_only(sheet=sheet, by=erika, totals_only=True)
    numbers = FootNumbers(points=300, won=12, lost=0)
    seats = dict.fromkeys((1, 2, 3, 4), numbers)
    write_foot(sheet=sheet, by=erika, seats=seats, passed_in=0)
    open_list(desk, live_server, sheet)
    held = []
    desk.route("**/foot/", lambda route: held.append(route))

    desk.locator("#foot_points_1").fill("330")
    desk.locator("#foot_points_2").fill("399")
    desk.locator("#foot_points_3").fill("301")
    desk.locator("#finish button").first.click()
    with desk.expect_request("**/foot/"):
        held.pop().continue_()
    desk.wait_for_timeout(300)  # time in which nothing may be finished
    sheet.refresh_from_db()
    assert not sheet.is_finished
    held.pop().continue_()
    desk.locator("#finish [name=unproved]").click()
    desk.wait_for_url("**/standings/**")

    points = sheet.results.order_by("place").values_list("game_points", flat=True)
    assert [*points] == [330, 399, 301, 300]
