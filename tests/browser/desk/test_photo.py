"""The photo of the paper above the typing line, in a real browser."""

from io import BytesIO

import pytest
from PIL import Image, ImageDraw
from playwright.sync_api import expect

from tests.browser.conftest import script
from tests.browser.desk.keys import is_at, open_list, type_lines
from tests.factories import type_games
from tests.tournaments.sheets.paper import sample_texts
from tournaments.sheets.photos.services import add_photo

pytestmark = pytest.mark.django_db(transaction=True)
SIDES = (1200, 1700)
FIRST, LAST = 180, 1590  # where games 1 and 48 stand, in pixels


def paper():
    """Return a picture of a list: a line for each game, numbered."""
    sheet = Image.new("RGB", SIDES, "white")
    pen = ImageDraw.Draw(sheet)
    for number in range(1, 49):
        y = FIRST + (number - 1) * (LAST - FIRST) / 47
        pen.text((60, y - 8), str(number), fill="black")
        pen.line([(40, y + 14), (1160, y + 14)], fill="grey")
    sheet.save(out := BytesIO(), "JPEG")
    return out.getvalue()


@pytest.fixture
def photographed(long_sheet, erika):
    add_photo(sheet=long_sheet, content=paper(), by=erika)
    return long_sheet


def click_at(page, part):
    """Click where the photo has ``part`` of its height."""
    canvas = page.locator(".photo-view canvas")
    canvas.evaluate(
        "(own, part) => own.closest('.photo-view').scrollTo(0,"
        " own.clientHeight * part - own.closest('.photo-view').clientHeight / 2)",
        part,
    )
    box = canvas.bounding_box()
    page.mouse.click(box["x"] + 200, box["y"] + box["height"] * part)


def show_lines(page):
    page.get_by_role("button", name="Zeilen zeigen").click()
    click_at(page, FIRST / SIDES[1])
    with page.expect_response("**/photo/place/"):
        click_at(page, LAST / SIDES[1])


def expect_mark_at(page, number):
    """Wait until the mark lies on a line, and see that it is in sight."""
    y = FIRST + (number - 1) * (LAST - FIRST) / 47
    page.wait_for_function(script("markIsAt"), arg=y / SIDES[1])


def test_the_photo_follows_the_line_that_is_typed(
    desk, live_server, photographed, erika
):
    type_games(photographed, sample_texts()[:18], by=erika)
    open_list(desk, live_server, photographed)
    is_at(desk, 19)
    expect(desk.locator(".photo-view canvas")).to_be_visible()

    show_lines(desk)
    expect_mark_at(desk, 19)
    type_lines(desk, sample_texts()[18:20], first=19)
    expect_mark_at(desk, 21)
    desk.wait_for_function(script("lineIsInSight"))

    # Where the lines are is known on the next day, too.
    desk.reload()
    is_at(desk, 21)
    expect_mark_at(desk, 21)

    # The cursor stays in the line, whatever is done with the photo.
    desk.keyboard.insert_text("2")
    with desk.expect_response("**/photo/place/"):
        desk.keyboard.press("F9")
    desk.get_by_role("button", name="größer").click()
    desk.keyboard.press("Alt+ArrowDown")
    desk.keyboard.press("F7")
    expect(desk.locator(".photo-view")).to_be_hidden()
    expect(desk.locator("#line_text")).to_be_focused()
    expect(desk.locator("#line_text")).to_have_value("2")
    photographed.photo.refresh_from_db()
    assert photographed.photo.turned == 90
