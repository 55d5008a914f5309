"""The typing desk in a real browser, with the keyboard alone."""

import re

import pytest
from playwright.sync_api import expect

from scoring.notation.grammar import Spelling
from scoring.notation.reading import read_line
from tests.browser.desk.keys import is_at, open_list, slow_down, texts_of, type_lines
from tests.factories import EIGHT_GAMES, make_evening, make_sheet, make_user, type_games
from tests.tournaments.sheets.paper import sample_texts, totals_of, write_paper
from tournaments.sheets.board import board_of
from tournaments.sheets.finishing import foot as foot_services
from tournaments.sheets.selectors import ledger_of
from tournaments.sheets.typing import services as typing_services
from tournaments.words.choices import SheetState

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.mark.parametrize("spelling", Spelling, ids=str)
def test_a_list_of_48_games_is_typed_and_finished(desk, live_server, sheet, spelling):
    open_list(desk, live_server, sheet)

    type_lines(desk, sample_texts(spelling))
    shown = desk.locator("[data-total]").all_inner_texts()
    expect(desk.locator("#foot_total_1")).to_be_focused()
    for total in shown:
        desk.keyboard.insert_text(total.replace("−", "-"))
        desk.keyboard.press("Tab")
    desk.keyboard.press("Enter")
    expect(desk.locator(".status .proof")).to_be_visible()
    desk.keyboard.press("Control+Enter")
    desk.keyboard.press("Enter")
    desk.wait_for_url("**/standings/**")

    sheet.refresh_from_db()
    assert texts_of(sheet) == sample_texts()
    assert shown == [
        str(seat.total).replace("-", "−") for seat in totals_of(sheet).seats
    ]
    assert sheet.is_finished
    assert not sheet.is_unproved


@pytest.fixture
def turned(sheet, erika):
    """A list beside its paper; one won game was typed as lost."""
    texts = sample_texts()
    number = next(
        number
        for number, text in enumerate(texts, 1)
        if number > 20 and read_line(text).entry.declarer and text[-1] != "-"
    )
    type_games(sheet, texts, by=erika)
    paper = board_of(ledger_of(sheet))
    typing_services.record_line(
        sheet=sheet, number=number, noted=read_line(texts[number - 1] + "-"), by=erika
    )
    write_paper(sheet, paper.totals, by=erika)
    return number, paper


def test_enter_leads_through_the_totals_of_a_slow_network(
    desk, live_server, sheet, erika
):
    type_games(sheet, sample_texts(), by=erika)
    totals = [seat.total for seat in totals_of(sheet).seats]
    open_list(desk, live_server, sheet)
    desk.locator("#foot_total_1").focus()
    slow_down(desk, latency=700)

    for total in [*totals[:-1], totals[-1] + 1]:
        desk.keyboard.type(str(total), delay=80)
        desk.keyboard.press("Enter")
    # What is mended while the wrong one is on its way is not lost either.
    desk.keyboard.press("Control+a")
    desk.keyboard.type(str(totals[-1]), delay=80)
    expect(desk.locator("#foot_answer")).to_contain_text("Wo ist der Fehler")
    expect(desk.locator(f"#foot_total_{len(totals)}")).to_be_focused()
    desk.keyboard.press("Control+Enter")
    desk.keyboard.press("Enter")
    desk.wait_for_url("**/standings/**")

    sheet.refresh_from_db()
    assert list(sheet.seats.values_list("paper_total", flat=True)) == totals
    assert not sheet.is_unproved


def test_totals_that_did_not_arrive_are_sent_again(desk, live_server, sheet, erika):
    type_games(sheet, EIGHT_GAMES, by=erika)
    open_list(desk, live_server, sheet)
    desk.route("**/foot/", lambda route: route.abort())

    desk.locator("#foot_total_4").fill("12")
    desk.keyboard.press("Enter")
    expect(desk.locator("#foot_answer")).to_contain_text("keine Verbindung")
    desk.unroute("**/foot/")
    expect(desk.locator("#foot_answer")).to_have_text("✓ gespeichert")
    desk.locator("#foot_total_4").fill("99999")
    desk.keyboard.press("Enter")
    expect(desk.locator("#foot_total_4_error")).to_be_visible()

    expect(desk.locator("#foot_total_4")).to_be_focused()
    assert sheet.seats.get(place=4).paper_total == 12


def test_who_goes_on_from_the_totals_to_the_line_types_on(
    desk, live_server, sheet, erika
):
    type_games(sheet, EIGHT_GAMES, by=erika)
    open_list(desk, live_server, sheet)
    slow_down(desk, latency=700)

    for number, place in ((12, 4), (34, 3)):
        desk.locator(f"#foot_total_{place}").fill(str(number))
        desk.locator("#line_text").focus()
        desk.keyboard.type("1n", delay=80)
        expect(desk.locator("#foot_answer")).to_have_text("✓ gespeichert")
    desk.locator("#foot_total_4").fill("56")
    desk.keyboard.press("Enter")
    expect(desk.locator("#foot_answer")).to_contain_text("wird")
    expect(desk.locator("#foot_answer")).to_have_text("✓ gespeichert")

    expect(desk.locator("#foot_total_4")).to_be_focused()
    expect(desk.locator("#line_text")).to_have_value("1n1n")
    assert [seat.paper_total for seat in sheet.seats.all()] == [None, None, 34, 56]


def test_a_list_of_totals_is_typed_with_enter(desk, live_server, sheet, erika):
    foot_services.set_totals_only(sheet=sheet, by=erika, totals_only=True)
    open_list(desk, live_server, sheet)
    expect(desk.locator("#foot_answer")).to_have_text("")
    desk.locator("#foot_points_1").focus()

    points, won, lost = ["96"] + ["0"] * 3, ["2"] + ["0"] * 3, ["0"] * 4
    noise = []
    desk.on("console", lambda message: noise.append(message.text))
    for number in [*points, *won, *lost]:
        desk.keyboard.insert_text(number)
        desk.keyboard.press("Enter")
    desk.keyboard.insert_text("195")
    desk.keyboard.press("Tab")
    expect(desk.locator("#foot_total_1_verdict")).to_have_text("▲ gerechnet: 196")
    desk.locator("#foot_total_1").fill("")
    desk.locator("#foot_total_1").focus()
    for number in ["196", "0", "0", "0", "0", "2"]:
        desk.keyboard.insert_text(number)
        desk.keyboard.press("Enter")
    expect(desk.locator("#foot_total_1_verdict")).to_have_text("✓ stimmt")
    expect(desk.locator("#foot_answer")).not_to_have_text(re.compile("^$|wird"))

    assert noise == []
    seat = sheet.seats.get(place=1)
    assert (seat.paper_points, seat.paper_won, seat.paper_total) == (96, 2, 196)
    sheet.refresh_from_db()
    assert (sheet.paper_passed_in, sheet.paper_games) == (0, 2)


def test_a_total_that_cannot_be_computed_any_more_is_not_judged(
    desk, live_server, sheet, erika
):
    foot_services.set_totals_only(sheet=sheet, by=erika, totals_only=True)
    open_list(desk, live_server, sheet)
    for field, typed in [("points", "96"), ("won", "2"), ("total", "195")]:
        desk.locator(f"#foot_{field}_1").fill(typed)
    for place in (2, 3, 4):
        desk.locator(f"#foot_lost_{place}").fill("0")
    desk.locator("#foot_lost_1").fill("0")
    expect(desk.locator("#foot_total_1_verdict")).to_have_text("▲ gerechnet: 196")

    desk.locator("#foot_points_1").fill("")

    expect(desk.locator("#foot_total_1_verdict")).to_have_text("")


def test_the_first_difference_is_found_by_a_few_running_totals(
    desk, live_server, sheet, turned
):
    number, paper = turned
    running = {row.number: row.running.game_points for row in paper.rows}
    open_list(desk, live_server, sheet)

    desk.locator("#proof p > a[hx-target='#difference']").focus()
    desk.keyboard.press("Enter")
    asked = 0
    found = desk.locator("[data-found]")
    while True:
        expect(desk.locator("#answer_paper").or_(found).first).to_be_visible()
        if found.count():
            break
        asked += 1
        expect(desk.locator("#answer_paper")).to_be_focused()
        line = desk.locator("#answer_asked").input_value()
        desk.keyboard.insert_text(str(running[int(line)]))
        desk.keyboard.press("Enter")
        expect(desk.locator(f"#answer_asked[value='{line}']")).to_have_count(0)
    found.focus()
    desk.keyboard.press("Enter")
    expect(desk.locator("#typing [data-line]")).to_have_attribute(
        "data-line", str(number)
    )

    assert 1 <= asked <= 5


def test_one_key_repairs_a_turned_sign(desk, live_server, sheet, turned):
    open_list(desk, live_server, sheet)

    expect(desk.locator("[data-suspect='1']")).to_contain_text(f"Zeile {turned[0]}")
    desk.keyboard.press("1")

    expect(desk.locator(".status .proof")).to_be_visible()
    sheet.refresh_from_db()
    assert sheet.state == SheetState.PROVED
    assert texts_of(sheet) == sample_texts()


def test_a_full_list_opens_its_last_and_its_suspected_line(
    desk, live_server, sheet, turned
):
    open_list(desk, live_server, sheet)
    expect(desk.locator("[data-suspect='1']")).to_be_visible()
    desk.locator("#foot_total_1").focus()

    desk.keyboard.press("ArrowUp")
    is_at(desk, 48)
    desk.keyboard.press("ArrowUp")
    is_at(desk, 47)
    desk.keyboard.press("F8")
    is_at(desk, turned[0])


def test_undo_to_the_empty_list_and_redo(desk, live_server, sheet):
    open_list(desk, live_server, sheet)
    type_lines(desk, EIGHT_GAMES)

    for number in range(8, 0, -1):
        desk.keyboard.press("Control+z")
        is_at(desk, number)
    empty = texts_of(sheet)
    desk.reload()
    for number in range(2, 10):
        desk.keyboard.press("Control+y")
        is_at(desk, number)

    assert empty == []
    assert texts_of(sheet) == list(EIGHT_GAMES)


def test_two_people_write_on_one_list_and_no_line_is_lost(
    desk, live_server, sheet, sign_in, new_context
):
    otto = make_user("otto", role="secretary")
    other = sign_in(new_context(), otto).new_page()
    open_list(desk, live_server, sheet)
    open_list(other, live_server, sheet)
    type_lines(desk, ["2a1", "3g2"])

    # Otto has not seen these lines yet and types what he thinks is the first one.
    other.keyboard.insert_text("3k4")
    other.keyboard.press("Enter")
    expect(other.locator("#refused_why")).to_contain_text("2a1")
    expect(other.locator("#refused_text")).to_have_value("3k4")
    other.get_by_role("button", name="Weglassen").click()
    is_at(other, 3)
    type_lines(other, ["1po1-"], first=3)

    # Erika is in the middle of a line when the news arrive.
    desk.keyboard.insert_text("4n")
    expect(desk.locator("#line-3")).to_contain_text("44")
    expect(desk.locator("#line_text")).to_have_value("4n")
    expect(desk.locator("#line_text")).to_be_focused()
    desk.keyboard.press("Enter")
    expect(desk.locator("#refused_why")).to_contain_text("1po1-")
    desk.get_by_role("button", name="Weglassen").click()
    type_lines(desk, ["1n"], first=4)

    assert texts_of(sheet) == ["2a1", "3g2", "1po1-", "1n"]


def test_who_types_nothing_is_led_to_the_next_free_line(
    desk, live_server, sheet, erika
):
    open_list(desk, live_server, sheet)
    is_at(desk, 1)

    type_games(sheet, EIGHT_GAMES, by=erika)

    expect(desk.locator("#typing [data-line='9']")).to_be_visible()
    is_at(desk, 9)


def test_a_second_person_sends_a_list_back(
    desk, live_server, erika, sign_in, new_context
):
    sheet = make_sheet(evening=make_evening(second_person=True), rounds=2)
    sheet.rounds = 2
    sheet.save()
    type_games(sheet, EIGHT_GAMES, by=erika)
    otto = make_user("otto", role="secretary")
    other = sign_in(new_context(), otto).new_page()
    other.goto(f"{live_server.url}/lists/{sheet.pk}/check/")

    other.locator("#id_line").focus()
    other.keyboard.insert_text("3")
    other.keyboard.press("Tab")
    other.keyboard.insert_text("Hand vergessen")
    other.keyboard.press("Enter")
    expect(other.locator(".open-questions")).to_contain_text("Hand vergessen")
    open_list(desk, live_server, sheet)
    desk.keyboard.press("F8")
    expect(desk.locator("#typing [data-line='3']")).to_be_visible()
    desk.keyboard.press("Control+a")
    desk.keyboard.insert_text("1po1h-")
    desk.keyboard.press("Enter")
    expect(desk.locator(".open-questions")).to_have_count(0)
    other.goto(f"{live_server.url}/lists/{sheet.pk}/check/")
    other.locator("button[value='right']").press("Enter")
    expect(other.locator(".badge-checked").first).to_be_visible()

    desk.keyboard.press("Control+Enter")
    desk.keyboard.press("Enter")
    desk.wait_for_url("**/standings/**")


def test_the_ways_of_typing_change_at_any_line(desk, live_server, sheet):
    open_list(desk, live_server, sheet)

    type_lines(desk, ["2k2h", "3242"])
    desk.keyboard.press("F4")
    type_lines(desk, ["148", "296-", "2ao3"], first=3)
    expect(desk.locator("[data-values]")).to_be_checked()

    assert texts_of(sheet) == ["2k2h", "3g2", "1+48", "2-96", "2ao3"]


def test_another_list_is_a_key_away(desk, live_server):
    evening = make_evening(series=2)
    first = make_sheet(evening=evening)
    second = make_sheet(("Emil", "Frieda", "Gerd"), evening=evening)
    open_list(desk, live_server, first)

    desk.keyboard.press("PageDown")
    desk.wait_for_url(f"**{second.get_absolute_url()}")
    desk.keyboard.press("F2")
    desk.keyboard.insert_text("1")
    desk.keyboard.press("Enter")
    expect(desk).to_have_url(re.compile(first.get_absolute_url()))


def test_the_card_with_the_shorthand_is_a_key_away(desk, live_server, sheet):
    open_list(desk, live_server, sheet)
    is_at(desk, 1)

    desk.keyboard.type("?")
    expect(desk.locator("[data-grammar]")).to_be_visible()
    desk.keyboard.press("Escape")
    expect(desk.locator("[data-grammar]")).to_be_hidden()
    is_at(desk, 1)


def test_typing_does_not_move_the_page(desk, live_server, sheet):
    open_list(desk, live_server, sheet)
    is_at(desk, 1)

    opened_at = desk.evaluate("window.scrollY")
    desk.keyboard.type("2k2h")

    assert desk.evaluate("window.scrollY") == opened_at


FAKE_VOICE = """
const said = (window.said = []);
const speechSynthesis = {
  getVoices: () => [{ lang: "de-DE", name: "Test" }],
  addEventListener: () => {},
  cancel: () => {},
  speak: (words) => { said.push(words.text); window.finish = () => words.onend(); },
};
Object.defineProperty(window, "speechSynthesis", { value: speechSynthesis });
window.SpeechSynthesisUtterance = class { constructor(text) { this.text = text; } };
"""


def test_the_list_is_read_aloud_line_by_line(desk, live_server, sheet, erika):
    type_games(sheet, EIGHT_GAMES, by=erika)
    desk.add_init_script(FAKE_VOICE)
    desk.goto(f"{live_server.url}/lists/{sheet.pk}/aloud/")

    desk.keyboard.press(" ")
    desk.evaluate("window.finish()")
    marked = desk.locator("tr.is-current").inner_text()
    desk.keyboard.press("ArrowLeft")
    desk.keyboard.press(" ")

    said = desk.evaluate("window.said")
    assert [words.split(",")[0] for words in said] == ["Zeile 1", "Zeile 2", "Zeile 1"]
    assert marked.startswith("2")


def test_without_a_voice_there_is_no_button(desk, live_server, sheet, erika):
    type_games(sheet, EIGHT_GAMES, by=erika)
    desk.add_init_script(FAKE_VOICE.replace("de-DE", "fr-FR"))
    desk.goto(f"{live_server.url}/lists/{sheet.pk}/aloud/")

    expect(desk.locator("[data-readback]")).to_be_hidden()
    expect(desk.locator("[data-voiceless]")).to_be_visible()


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
    expect(page.get_by_text("als ungeprüft gekennzeichnet")).to_be_visible()

    sheet.refresh_from_db()
    assert sheet.is_finished


def test_a_list_that_differs_opens_with_the_reason(desk, live_server, sheet, turned):
    desk.set_viewport_size({"width": 1366, "height": 625})
    open_list(desk, live_server, sheet)

    expect(desk.locator("#status .open-questions")).to_be_in_viewport(ratio=1)
