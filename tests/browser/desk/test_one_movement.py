"""From the last game of a list to the next list, and back to a closed one."""

import pytest
from playwright.sync_api import expect

from scoring.notation.reading import read_line
from tests.browser.desk.keys import is_at, open_list, slow_down, type_lines
from tests.factories import make_sheet, type_games
from tests.tournaments.sheets.paper import sample_texts, totals_of, write_paper
from tournaments.sheets.finishing.foot import save_reason
from tournaments.sheets.finishing.services import finish_sheet
from tournaments.sheets.typing.services import record_line

pytestmark = pytest.mark.django_db(transaction=True)

KEY, CLICK = 0.25, 1.1  # seconds


def test_a_list_is_one_movement(desk, live_server, sheet, erika):
    """From the last game to the next list: totals, and Enter."""
    names = (f"{name} Zweittisch" for name in ("Anna", "Bernd", "Carla", "Dieter"))
    following = make_sheet(tuple(names), evening=sheet.series.event)
    texts = sample_texts()
    type_games(sheet, texts[:-1], by=erika)
    open_list(desk, live_server, sheet)

    type_lines(desk, texts[-1:], first=48)
    totals = [str(seat.total) for seat in totals_of(sheet).seats]
    expect(desk.locator("#foot_total_1")).to_be_focused()
    for place, total in enumerate(totals, 1):
        wrong = "7" if total[0] != "7" else "8"
        desk.keyboard.type(wrong)
        shown = desk.locator(f"#foot_total_{place}_verdict")
        expect(shown).to_have_text(f"▲ gerechnet: {total}")
        desk.keyboard.press("Backspace")
        desk.keyboard.type(total[:-1])
        expect(shown).to_have_text("")
        desk.keyboard.type(total[-1])
        expect(shown).to_have_text("✓ stimmt")
        desk.keyboard.press("Enter")
    expect(desk.locator("#typing [data-go]")).to_be_focused()
    desk.keyboard.press("Enter")

    desk.wait_for_url(f"{live_server.url}{following.get_absolute_url()}*")
    is_at(desk, 1)
    sheet.refresh_from_db()
    assert (sheet.is_finished, sheet.is_unproved) == (True, False)


def test_the_last_list_leads_to_the_standings(desk, live_server, sheet, erika):
    type_games(sheet, sample_texts(), by=erika)
    write_paper(sheet, totals_of(sheet), by=erika)
    open_list(desk, live_server, sheet)

    expect(desk.locator("#typing [data-go]")).to_be_focused()
    desk.keyboard.press("Enter")

    desk.wait_for_url("**/standings/**")


def test_enter_twice_before_an_answer_finishes_as_well(desk, live_server, sheet, erika):
    type_games(sheet, sample_texts(), by=erika)
    totals = [str(seat.total) for seat in totals_of(sheet).seats]
    open_list(desk, live_server, sheet)
    slow_down(desk, latency=700)

    expect(desk.locator("#foot_total_1")).to_be_focused()
    for total in totals:
        desk.keyboard.type(total, delay=30)
        desk.keyboard.press("Enter")
    desk.keyboard.press("Enter")

    desk.wait_for_url("**/standings/**")


def test_fourteen_lines_show_on_a_small_laptop(desk, live_server, sheet, erika):
    type_games(sheet, sample_texts()[:30], by=erika)
    desk.set_viewport_size({"width": 1366, "height": 625})
    open_list(desk, live_server, sheet)
    is_at(desk, 31)
    desk.keyboard.type("2k2")
    expect(desk.locator("#echo .score")).to_be_visible()

    shown = desk.evaluate(
        """() => {
            const top = document.querySelector("#sheet thead").getBoundingClientRect();
            const end = document.querySelector("#typing").getBoundingClientRect();
            const isShown = ({ top: from, bottom: to }) =>
                from >= top.bottom - 1 && to <= end.top + 1;
            const rows = [...document.querySelectorAll("#sheet tbody tr")];
            return rows.filter((row) => isShown(row.getBoundingClientRect())).length;
        }"""
    )

    assert shown >= 14


def test_a_closed_list_is_corrected_in_half_a_minute(desk, live_server, sheet, erika):
    texts = sample_texts()
    right = next(at for at, text in enumerate(texts) if text.endswith("h"))
    totals = totals_after(sheet, texts, by=erika)
    write_paper(sheet, totals, by=erika)
    write_line(sheet, right + 1, texts[right] + "-", by=erika)
    finish_explained(sheet, by=erika)
    open_list(desk, live_server, sheet)

    desk.get_by_role("link", name="Wieder öffnen").click()
    reason, line = "verlesen", texts[right]
    expect(desk.get_by_label("Begründung")).to_be_focused()
    desk.keyboard.type(reason)
    desk.keyboard.press("Enter")
    desk.locator(f"#line-{right + 1} a").click()
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


def totals_after(sheet, texts, *, by):
    """Type a whole list and return what its paper says."""
    type_games(sheet, texts, by=by)
    return totals_of(sheet)


def write_line(sheet, number, text, *, by):
    record_line(sheet=sheet, number=number, noted=read_line(text), by=by)


def finish_explained(sheet, *, by):
    """Finish a list whose paper differs, with a reason."""
    save_reason(sheet, "Papier verschmiert")
    finish_sheet(sheet=sheet, by=by)


def test_a_game_that_is_changed_changes_what_is_said_of_the_totals(
    desk, live_server, sheet, erika
):
    type_games(sheet, sample_texts(), by=erika)
    write_paper(sheet, totals_of(sheet), by=erika)
    open_list(desk, live_server, sheet)
    expect(desk.locator("#foot_total_1_verdict")).to_have_text("✓ stimmt")
    expect(desk.locator("#foot_answer")).to_contain_text("✓")

    desk.locator("#line-1 a").first.click()
    desk.locator("#line_text").fill("e")
    desk.keyboard.press("Enter")

    expect(desk.locator("#foot .verdict", has_text="▲").first).to_be_visible()
    expect(desk.locator("#foot_answer")).not_to_contain_text("✓")
