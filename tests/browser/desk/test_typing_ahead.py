"""Typing ahead of the network: no key is lost, and the games stand in order."""

import pytest
from playwright.sync_api import expect

from tests.browser.desk.keys import is_at, open_list, slow_down, texts_of
from tests.factories import EIGHT_GAMES, make_sheet, type_games
from tests.tournaments.sheets.paper import sample_texts

pytestmark = pytest.mark.django_db(transaction=True)

MS_A_KEY = 80
PHONE = "Pixel 5"


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


def type_blindly(page, texts):
    """Type without looking at the page, and without waiting for it."""
    for text in texts:
        page.keyboard.type(text, delay=MS_A_KEY)
        page.keyboard.press("Enter", delay=MS_A_KEY)


def says(page, words):
    """Expect ``words`` in what is said of the lines on their way."""
    expect(page.locator("[data-queue]")).to_contain_text(words, use_inner_text=True)


def everything_is_sent(page):
    expect(page.locator("[data-queue]")).to_be_hidden()


def test_48_games_typed_ahead_of_a_slow_network_stand_in_order(
    desk, live_server, sheet
):
    open_list(desk, live_server, sheet)
    is_at(desk, 1)
    slow_down(desk, latency=700)

    type_blindly(desk, sample_texts())
    says(desk, "unterwegs")
    everything_is_sent(desk)

    assert texts_of(sheet) == sample_texts()


def test_a_phone_types_48_games_while_the_server_is_away(
    live_server, sheet, erika, sign_in, new_context, playwright
):
    phone = new_context(**playwright.devices[PHONE])
    page = sign_in(phone, erika).new_page()
    open_list(page, live_server, sheet)
    page.locator("#line_text").tap()
    is_at(page, 1)
    texts = sample_texts()

    type_blindly(page, texts[:3])
    phone.set_offline(True)
    type_blindly(page, texts[3:])
    stored = texts_of(sheet)
    says(page, "keine Verbindung")
    phone.set_offline(False)
    everything_is_sent(page)

    assert stored == texts[: len(stored)]
    assert len(stored) <= 3
    assert texts_of(sheet) == texts


def test_a_refused_line_stops_nobody(desk, live_server, sheet):
    texts = list(EIGHT_GAMES)
    open_list(desk, live_server, sheet)
    is_at(desk, 1)
    slow_down(desk, latency=200)

    type_blindly(desk, [*texts[:2], "2z", *texts[3:6]])
    refused = desk.locator("#refused_text")
    expect(refused).to_have_value("2z")
    says(desk, "3 warten dahinter")
    is_at(desk, 7)
    stored = texts_of(sheet)
    desk.keyboard.press("ArrowUp")
    desk.keyboard.insert_text(texts[2])
    desk.keyboard.press("Enter")
    type_blindly(desk, texts[6:])
    everything_is_sent(desk)

    assert stored == texts[:2]
    assert texts_of(sheet) == texts


def test_without_a_refused_line_those_behind_it_move_up(desk, live_server, sheet):
    texts = list(EIGHT_GAMES)
    open_list(desk, live_server, sheet)
    is_at(desk, 1)

    type_blindly(desk, ["2z", *texts[:3]])
    says(desk, "3 warten dahinter")
    desk.get_by_role("button", name="Weglassen").click()
    everything_is_sent(desk)
    is_at(desk, 4)

    assert texts_of(sheet) == texts[:3]


def test_what_moves_up_says_its_new_numbers(desk, live_server, sheet):
    texts = list(EIGHT_GAMES)
    open_list(desk, live_server, sheet)
    is_at(desk, 1)
    type_blindly(desk, ["2z", *texts[:2]])
    says(desk, "2 warten dahinter")
    expect(desk.locator("[data-saved]")).to_contain_text("nicht gespeichert")

    desk.get_by_role("button", name="Weglassen").click()

    note = desk.locator("[data-note]")
    expect(note).to_have_text(f"Neue Nummern: 1 {texts[0]} · 2 {texts[1]}")
    everything_is_sent(desk)
    expect(note).to_be_visible()
    expect(desk.locator("[data-saved]")).to_have_text("✓ gespeichert")


@pytest.mark.parametrize("key", ["PageDown", "Control+z", "F8"])
def test_beside_a_refused_line_nothing_is_kept_for_later(desk, live_server, sheet, key):
    another = make_sheet(("Emil", "Frieda", "Gerd"), evening=sheet.series.event)
    texts = list(EIGHT_GAMES)
    open_list(desk, live_server, sheet)
    is_at(desk, 1)
    type_blindly(desk, [texts[0], "2z"])
    expect(desk.locator("#refused_text")).to_have_value("2z")

    desk.keyboard.press(key)
    expect(desk.locator("#refused_text")).to_be_focused()
    expect(desk.locator("[data-note]")).to_contain_text("Erst diese Zeile")
    desk.keyboard.insert_text(texts[1])
    desk.keyboard.press("Enter")
    everything_is_sent(desk)
    is_at(desk, 3)

    assert another.get_absolute_url() not in desk.url
    assert texts_of(sheet) == texts[:2]


def test_a_forgotten_game_goes_before_a_refused_one(desk, live_server, sheet):
    texts = list(EIGHT_GAMES)
    open_list(desk, live_server, sheet)
    is_at(desk, 1)

    # The third game is forgotten, so that the fourth one is played by the dealer.
    type_blindly(desk, [*texts[:2], "3g2", "e"])
    expect(desk.locator("#refused_why")).to_contain_text("darüber ein Spiel")
    desk.keyboard.type("1n")
    desk.get_by_role("button", name="Davor fehlt ein Spiel").click()
    is_at(desk, 3)
    type_blindly(desk, [texts[2]])
    everything_is_sent(desk)

    is_at(desk, 6)
    expect(desk.locator("#line_text")).to_have_value("1n")
    assert texts_of(sheet) == [*texts[:3], "3g2", "e"]


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


def test_no_line_is_typed_past_the_end(desk, live_server, erika):
    sheet = make_sheet(rounds=1)
    type_games(sheet, EIGHT_GAMES[:3], by=erika)
    open_list(desk, live_server, sheet)
    is_at(desk, 4)
    desk.keyboard.press("ArrowUp")
    is_at(desk, 3)
    slow_down(desk, latency=700)

    type_blindly(desk, ["", EIGHT_GAMES[3], "1n"])

    expect(desk.locator("[data-line]")).to_have_text("voll")
    expect(desk.locator("[data-typing] [value=write]")).to_have_text("Eintragen")
    expect(desk.locator("#refused_why")).to_contain_text("Die Liste ist voll")
    desk.get_by_role("button", name="Weglassen").click()
    expect(desk.locator("[data-to-finish]")).to_be_visible()


def test_a_reload_loses_neither_waiting_lines_nor_half_a_line(desk, live_server, sheet):
    texts = list(EIGHT_GAMES)
    open_list(desk, live_server, sheet)
    is_at(desk, 1)
    desk.on("dialog", lambda dialog: dialog.accept())
    desk.route("**/lines/", lambda route: route.abort())

    type_blindly(desk, texts[:3])
    desk.keyboard.type("4n")
    desk.unroute("**/lines/")
    desk.reload()
    everything_is_sent(desk)

    expect(desk.locator("#line_text")).to_have_value("4n")
    is_at(desk, 4)
    assert texts_of(sheet) == texts[:3]


def test_a_line_whose_answer_was_lost_stands_once(desk, live_server, sheet):
    open_list(desk, live_server, sheet)
    is_at(desk, 1)
    lost = lose_the_first_answer(desk)
    type_blindly(desk, EIGHT_GAMES[:3])
    everything_is_sent(desk)

    assert lost == [200]
    assert texts_of(sheet) == list(EIGHT_GAMES[:3])


def test_a_line_taken_out_twice_is_gone_once(desk, live_server, sheet, erika):
    type_games(sheet, ["2a1", "e", "e", "3g2"], by=erika)
    open_list(desk, live_server, sheet)
    is_at(desk, 5)
    desk.locator("#line-2 a").click()
    expect(desk.locator("[data-line='2']")).to_be_visible()
    lost = lose_the_first_answer(desk)
    desk.get_by_role("button", name="Herausnehmen").click()
    says(desk, "Die Liste hat sich inzwischen geändert")

    assert lost == [200]
    assert texts_of(sheet) == ["2a1", "e", "3g2"]


def test_the_cursor_is_in_the_line_wherever_one_clicked(desk, live_server, sheet):
    open_list(desk, live_server, sheet)
    desk.goto(f"{live_server.url}{sheet.get_absolute_url()}?values=1#typing")
    is_at(desk, 1)

    desk.locator("#status").click(position={"x": 1, "y": 1})
    desk.keyboard.type("148")

    expect(desk.locator("#line_text")).to_have_value("148")
    is_at(desk, 1)
