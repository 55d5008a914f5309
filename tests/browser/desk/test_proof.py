"""A list beside its paper: what differs is found, repaired and printed."""

import io
import re

import pytest
from playwright.sync_api import expect
from pypdf import PdfReader

from scoring.notation.reading import read_line
from tests.browser.desk.keys import is_at, open_list, texts_of
from tests.factories import type_games
from tests.tournaments.sheets.paper import sample_texts, write_paper
from tournaments.sheets.board import board_of
from tournaments.sheets.finishing.services import set_totals_only
from tournaments.sheets.selectors import ledger_of
from tournaments.sheets.typing.services import record_line
from tournaments.words.choices import SheetState

pytestmark = pytest.mark.django_db(transaction=True)

GRAND = sample_texts().index("2g1") + 1  # line 16; nobody else has Grand with 1 alone


def spoil(sheet, number, text, *, by):
    """Type a whole list and write its paper, but one line otherwise than there."""
    type_games(sheet, sample_texts(), by=by)
    paper = board_of(ledger_of(sheet))
    record_line(sheet=sheet, number=number, noted=read_line(text), by=by)
    write_paper(sheet, paper.totals, by=by)
    return paper


def test_a_turned_sign_is_found_in_three_ways_and_repaired(
    desk, live_server, long_sheet, erika
):
    number, text = next(
        (number, text)
        for number, text in enumerate(sample_texts(), 1)
        if number > 20 and read_line(text).entry.declarer and text[-1] != "-"
    )
    paper = spoil(long_sheet, number, f"{text}-", by=erika)
    desk.set_viewport_size({"width": 1366, "height": 625})
    open_list(desk, live_server, long_sheet)

    expect(desk.locator("#proof-title")).to_be_focused()
    it_is_printed_on_one_page(desk)
    keys_lead_from_the_totals_to_the_line(desk, number)
    a_few_running_totals_lead_to_the_line(desk, number, paper)
    the_last_total_leads_to_the_line(desk, number)
    assert texts_of(long_sheet) == sample_texts()
    long_sheet.refresh_from_db()
    assert long_sheet.state == SheetState.PROVED
    a_changed_game_changes_what_is_said_of_the_totals(desk)


def it_is_printed_on_one_page(page):
    pages = PdfReader(io.BytesIO(page.pdf(prefer_css_page_size=True))).pages
    assert len(pages) == 1
    assert "Gesamtpunkte" in pages[0].extract_text()


def keys_lead_from_the_totals_to_the_line(page, number):
    expect(page.locator("[data-suspect='1']")).to_be_visible()
    page.locator("#foot_total_1").focus()
    page.keyboard.press("ArrowUp")
    is_at(page, 48)
    page.keyboard.press("ArrowUp")
    is_at(page, 47)
    page.locator("#foot_total_1").focus()
    page.evaluate("() => scrollTo(0, document.body.scrollHeight)")
    expect(page.locator("#line_text")).not_to_be_in_viewport()
    page.keyboard.press("F8")
    is_at(page, number)
    expect(page.locator("#line_text")).to_be_in_viewport(ratio=1)
    expect(page.locator(f"#line-{number}.is-current")).to_be_in_viewport()


def a_few_running_totals_lead_to_the_line(page, number, paper):
    """Answer what is asked of the paper; five answers are enough."""
    running = {str(row.number): row.running.game_points for row in paper.rows}
    asked, found = 0, page.locator("[data-found]")
    page.locator("#proof p > a[hx-target='#difference']").focus()
    page.keyboard.press("Enter")
    while True:
        expect(page.locator("#answer_paper").or_(found).first).to_be_visible()
        if found.count():
            break
        asked += 1
        expect(page.locator("#answer_paper")).to_be_focused()
        line = page.locator("#answer_asked").input_value()
        page.keyboard.insert_text(str(running[line]))
        page.keyboard.press("Enter")
        expect(page.locator(f"#answer_asked[value='{line}']")).to_have_count(0)
    found.focus()
    page.keyboard.press("Enter")
    is_at(page, number)
    assert 1 <= asked <= 5


def the_last_total_leads_to_the_line(page, number):
    """A digit mends it, and Enter would finish the list."""
    page.locator("#foot_total_4").press("Enter")
    expect(page.locator("#proof-title")).to_be_focused()
    press_key_of(page, f"Zeile {number}")
    expect(page.locator("[data-go]").first).to_be_focused()
    expect(page.locator(f"#line-{number}.is-current")).to_be_in_viewport(ratio=1)
    expect(page.locator(".status .proof")).to_be_visible()


def a_changed_game_changes_what_is_said_of_the_totals(page):
    expect(page.locator("#foot_total_1_verdict")).to_have_text("✓ stimmt")
    expect(page.locator("#foot_answer")).to_contain_text("✓")
    page.locator("#line-1 a").first.click()
    is_at(page, 1)
    page.locator("#line_text").fill("e")
    page.keyboard.press("Enter")
    expect(page.locator("#foot .verdict", has_text="▲").first).to_be_visible()
    expect(page.locator("#foot_answer")).not_to_contain_text("✓")


def test_a_wrong_tick_is_mended_after_a_look_at_the_paper(
    desk, live_server, long_sheet, erika
):
    spoil(long_sheet, GRAND, "2g2", by=erika)
    open_list(desk, live_server, long_sheet)

    press_key_of(desk, f"Zeile {GRAND}, ")
    expect(desk.get_by_text("Bitte die Kreuze auf dem Papier ansehen")).to_be_visible()
    press_key_of(desk, "Auf dem Papier ist Grand mit 1 angekreuzt")

    expect(desk.locator("[data-go]").first).to_be_focused()
    desk.keyboard.press("Enter")
    desk.get_by_text("Die Liste ist abgeschlossen").first.wait_for()
    assert texts_of(long_sheet) == sample_texts()


def press_key_of(page, words):
    """Press the number key of the explanation with these words."""
    suspect = page.locator("[data-suspect]", has_text=words).first
    expect(suspect).to_be_visible()
    page.wait_for_load_state()  # the keys belong to a script
    page.keyboard.press(suspect.get_attribute("data-suspect"))


def test_a_list_of_totals_is_typed_with_enter(desk, live_server, sheet, erika):
    set_totals_only(sheet=sheet, by=erika, totals_only=True)
    open_list(desk, live_server, sheet)
    expect(desk.locator("#foot_answer")).to_have_text("")
    # What keeps it from being finished has the cursor.
    desk.locator("#finish button").press("Enter")
    expect(desk.locator("#foot_points_1")).to_be_focused()

    numbers_typed_so_far_outlast_a_reload(desk)
    points, won, lost = ["96"] + ["0"] * 3, ["2"] + ["0"] * 3, ["0"] * 4
    noise = []
    desk.on("console", lambda message: noise.append(message.text))
    type_down(desk, [*points, *won, *lost])
    desk.keyboard.insert_text("195")
    desk.keyboard.press("Tab")
    verdict = desk.locator("#foot_total_1_verdict")
    expect(verdict).to_have_text("▲ gerechnet: 196")
    # What cannot be computed any more is not judged.
    desk.locator("#foot_points_1").fill("")
    expect(verdict).to_have_text("")
    desk.locator("#foot_points_1").fill("96")
    expect(verdict).to_have_text("▲ gerechnet: 196")
    desk.locator("#foot_total_1").fill("")
    desk.locator("#foot_total_1").focus()
    type_down(desk, ["196", "0", "0", "0", "0"])
    desk.get_by_text("Weniger Spiele gespielt").click()
    desk.locator("#foot_games").fill("2")
    desk.locator("#foot_games").press("Enter")
    expect(verdict).to_have_text("✓ stimmt")
    expect(desk.locator("#foot_answer")).not_to_have_text(re.compile("^$|wird"))

    assert noise == []
    seat = sheet.seats.get(place=1)
    assert (seat.paper_points, seat.paper_won, seat.paper_total) == (96, 2, 196)
    sheet.refresh_from_db()
    assert (sheet.paper_passed_in, sheet.paper_games) == (0, 2)


def numbers_typed_so_far_outlast_a_reload(page):
    """Each is saved by itself, and nothing says so over one that is not."""
    page.keyboard.insert_text("48")
    expect(page.locator("#foot_answer")).to_have_text("")
    page.keyboard.press("Enter")
    expect(page.locator("#foot_answer")).to_have_text("✓ gespeichert")
    page.reload()
    expect(page.locator("#foot_points_1")).to_have_value("48")
    page.locator("#foot_points_1").fill("")
    page.locator("#foot_points_1").focus()


def type_down(page, numbers):
    for number in numbers:
        page.keyboard.insert_text(number)
        page.keyboard.press("Enter")
