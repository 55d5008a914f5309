"""The typing desk in a real browser, with the keyboard alone."""

import re

import pytest
from playwright.sync_api import expect

from scoring.notation.reading import read_line
from tests.browser.conftest import script
from tests.browser.desk.keys import is_at, open_list, silence, texts_of, type_lines
from tests.factories import EIGHT_GAMES, make_evening, make_sheet, make_user, type_games
from tests.tournaments.sheets.paper import sample_texts, totals_of, write_paper
from tournaments.sheets.finishing.services import finish_sheet, save_reason
from tournaments.sheets.typing.services import record_line

pytestmark = pytest.mark.django_db(transaction=True)

KEY, CLICK = 0.25, 1.1  # seconds


def test_a_list_is_one_movement(desk, live_server):
    """From the list beside it to this one, each game, the totals, and on."""
    evening = make_evening(rounds=3)
    sheet = make_sheet(evening=evening)
    following = make_sheet(("Emil", "Frieda", "Gerd", "Hanna"), evening=evening)
    open_list(desk, live_server, sheet)

    leaf_through(desk, sheet, following)
    texts = type_in_both_ways(desk)
    for place, seat in enumerate(totals_of(sheet).seats, 1):
        type_total(desk, place, str(seat.total))
    expect(desk.locator("#typing [data-go]")).to_be_focused()
    desk.keyboard.press("Enter")

    desk.wait_for_url(f"{live_server.url}{following.get_absolute_url()}*")
    is_at(desk, 1)
    assert texts_of(sheet) == texts
    sheet.refresh_from_db()
    assert (sheet.is_finished, sheet.is_unproved) == (True, False)


def leaf_through(page, first, second):
    """Go to the next list, and back by the number of the table."""
    is_at(page, 1)
    page.keyboard.press("PageDown")
    page.wait_for_url(f"**{second.get_absolute_url()}")
    is_at(page, 1)
    page.keyboard.press("F2")
    page.keyboard.insert_text("1")
    page.keyboard.press("Enter")
    expect(page).to_have_url(re.compile(first.get_absolute_url()))


def type_in_both_ways(page):
    """Type games and values by turns; return what is stored."""
    rest = sample_texts(games=12)[5:]
    type_lines(page, ["2k2h", "3242"])
    page.keyboard.press("F4")
    expect(page.locator("[data-values]")).to_be_checked()
    type_lines(page, ["148", "296-", "2ao3"], first=3)
    page.keyboard.press("F4")
    expect(page.locator("[data-values]")).not_to_be_checked()
    type_lines(page, rest, first=6, of=12)
    return ["2k2h", "3g2", "1+48", "2-96", "2ao3", *rest]


def type_total(page, place, total):
    """Type a total, a wrong one first: each key is answered at once."""
    expect(page.locator(f"#foot_total_{place}")).to_be_focused()
    shown = page.locator(f"#foot_total_{place}_verdict")
    page.keyboard.type("7" if total[0] != "7" else "8")
    expect(shown).to_have_text(f"▲ gerechnet: {total}")
    page.keyboard.press("Backspace")
    page.keyboard.type(total[:-1])
    expect(shown).to_have_text("")
    page.keyboard.type(total[-1])
    expect(shown).to_have_text("✓ stimmt")
    page.keyboard.press("Enter")


def test_keys_help_take_back_and_find_the_line(desk, live_server, long_sheet):
    open_list(desk, live_server, long_sheet)
    is_at(desk, 1)

    the_shorthand_is_a_key_away(desk)
    typing_does_not_move_the_page(desk)
    type_lines(desk, EIGHT_GAMES[:3])
    for number in range(3, 0, -1):
        desk.keyboard.press("Control+z")
        is_at(desk, number)
    assert texts_of(long_sheet) == []
    desk.reload()
    is_at(desk, 1)
    for number in range(2, 5):
        desk.keyboard.press("Control+y")
        is_at(desk, number)
    assert texts_of(long_sheet) == list(EIGHT_GAMES[:3])
    # A correction typed halfway outlasts a reload, on its line.
    desk.keyboard.press("ArrowUp")
    is_at(desk, 3)
    desk.locator("#line_text").fill("4n")
    desk.reload()
    is_at(desk, 3)
    expect(desk.locator("#line_text")).to_have_value("4n")
    desk.keyboard.press("Escape")
    is_at(desk, 4)

    # Wherever somebody clicked, letters go into the line.
    desk.goto(f"{live_server.url}{long_sheet.get_absolute_url()}?values=1#typing")
    is_at(desk, 4)
    desk.locator("#status").click(position={"x": 1, "y": 1})
    desk.keyboard.type("148")
    expect(desk.locator("#line_text")).to_have_value("148")
    is_at(desk, 4)


def the_shorthand_is_a_key_away(page):
    page.keyboard.type("?")
    expect(page.locator("[data-grammar]")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.locator("[data-grammar]")).to_be_hidden()
    is_at(page, 1)


def typing_does_not_move_the_page(page):
    opened_at = page.evaluate("window.scrollY")
    page.keyboard.type("2k2h")
    expect(page.locator("#echo .score")).to_be_visible()
    assert page.evaluate("window.scrollY") == opened_at
    page.keyboard.press("Control+a")
    page.keyboard.press("Backspace")


def test_two_people_write_on_one_list_and_no_line_is_lost(
    desk, live_server, sheet, erika, sign_in, new_context
):
    otto = make_user("otto", role="secretary")
    other = sign_in(new_context(), otto).new_page()
    # Otto's page hears nothing of what Erika types.
    other.route("**/since/**", lambda route: route.abort())
    open_list(desk, live_server, sheet)
    open_list(other, live_server, sheet)
    is_at(other, 1)
    type_lines(desk, ["2a1", "3g2"])

    # He types what he thinks is the first line.
    other.keyboard.insert_text("3k4")
    other.keyboard.press("Enter")
    expect(other.locator("#refused_why")).to_contain_text("2a1")
    expect(other.locator("#refused_text")).to_have_value("3k4")
    other.get_by_role("button", name="Weglassen").click()
    is_at(other, 3)
    desk.keyboard.insert_text("4n")
    type_lines(other, ["1po1-"], first=3)

    # Erika is in the middle of a line when the news arrive.
    expect(desk.locator("#line-3")).to_contain_text("44")
    expect(desk.locator("#line_text")).to_have_value("4n")
    expect(desk.locator("#line_text")).to_be_focused()
    desk.keyboard.press("Enter")
    expect(desk.locator("#refused_why")).to_contain_text("1po1-")
    desk.get_by_role("button", name="Weglassen").click()
    is_at(desk, 4)

    # Now she types nothing, and is led to the next free line.
    type_games(sheet, ["e"], by=erika)
    is_at(desk, 5)
    type_lines(desk, ["2n"], first=5)
    assert texts_of(sheet) == ["2a1", "3g2", "1po1-", "e", "2n"]


def test_fourteen_lines_show_on_a_small_laptop(desk, live_server, long_sheet, erika):
    type_games(long_sheet, sample_texts()[:30], by=erika)
    desk.set_viewport_size({"width": 1366, "height": 625})
    open_list(desk, live_server, long_sheet)
    is_at(desk, 31)
    desk.keyboard.type("2k2")
    expect(desk.locator("#echo .score")).to_be_visible()

    assert desk.evaluate(script("rowsInSight")) >= 14
    # A refused finish leaves the page where it can be asked for again.
    with silence(desk, "**/lines/"):
        desk.keyboard.press("Enter")
        desk.locator("#finish button").first.click()
    expect(desk.locator("#finish [role=alert]")).to_contain_text("17 Spiele fehlen")
    desk.wait_for_url(f"**{long_sheet.get_absolute_url()}*")
    desk.locator("#line_text").fill("x")
    desk.locator("#line_text").press("Enter")
    expect(desk.locator("#status")).to_contain_text("der Rest ist gestrichen")
    expect(desk.locator("[data-queue]")).to_be_hidden()


def test_a_closed_list_is_corrected_in_half_a_minute(desk, live_server, erika):
    sheet, number, line = make_sheet(rounds=2), 7, EIGHT_GAMES[6]
    type_games(sheet, EIGHT_GAMES, by=erika)
    write_paper(sheet, totals_of(sheet), by=erika)
    record_line(sheet=sheet, number=number, noted=read_line(f"{line}-"), by=erika)
    save_reason(sheet, "Papier verschmiert")
    finish_sheet(sheet=sheet, by=erika)
    open_list(desk, live_server, sheet)

    desk.get_by_role("link", name="Wieder öffnen").click()
    reason = "verlesen"
    expect(desk.get_by_label("Begründung")).to_be_focused()
    desk.keyboard.type(reason)
    desk.keyboard.press("Enter")
    desk.locator(f"#line-{number} a").click()
    is_at(desk, number)
    expect(desk.locator("#line_text")).to_have_value(f"{line}-")
    desk.keyboard.press("End")
    desk.keyboard.press("Backspace")
    desk.keyboard.press("Enter")
    expect(desk.locator("#typing [data-go]")).to_be_focused()
    desk.keyboard.press("Enter")

    desk.wait_for_url("**/standings/**")
    keys = len(reason) + len(["Enter", "End", "Backspace", "Enter", "Enter"])
    assert keys * KEY + 2 * CLICK <= 30
    sheet.refresh_from_db()
    assert (sheet.is_finished, sheet.is_unproved) == (True, False)


def test_the_list_is_read_aloud_line_by_line(desk, live_server, sheet, erika):
    type_games(sheet, EIGHT_GAMES, by=erika)
    address = f"{live_server.url}/lists/{sheet.pk}/aloud/"
    desk.add_init_script(f"({script('fakeVoice')})('de-DE')")
    desk.goto(address)

    desk.keyboard.press(" ")
    desk.evaluate("window.finish()")
    marked = desk.locator("tr.is-current").inner_text()
    desk.keyboard.press("ArrowLeft")
    desk.keyboard.press(" ")

    said = desk.evaluate("window.said")
    assert [words.split(",")[0] for words in said] == ["Zeile 1", "Zeile 2", "Zeile 1"]
    assert marked.startswith("2")

    # Without a German voice there is no button.
    mute = desk.context.new_page()
    mute.add_init_script(f"({script('fakeVoice')})('fr-FR')")
    mute.goto(address)
    expect(mute.locator("[data-readback]")).to_be_hidden()
    expect(mute.locator("[data-voiceless]")).to_be_visible()


def test_without_javascript_a_game_is_typed_and_a_list_finished(
    live_server, sheet, sign_in, new_context, erika
):
    page = sign_in(new_context(java_script_enabled=False), erika).new_page()
    open_list(page, live_server, sheet)

    page.locator("#line_text").fill("2k2h")
    page.keyboard.press("Enter")
    expect(page.locator("#line-1")).to_contain_text("48")
    page.locator("#line_text").fill("2z")
    page.keyboard.press("Enter")
    expect(page.locator("#line_errors")).to_be_visible()
    page.locator("[name=cut_short]").check()
    page.locator("#finish button").first.click()
    page.locator("#finish [name=unproved]").click()
    expect(page.get_by_text("Sie ist noch ungeprüft")).to_be_visible()

    sheet.refresh_from_db()
    assert sheet.is_finished
