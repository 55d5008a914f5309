"""The desk reads codes with its camera, where it has one."""

from io import BytesIO

import pytest
import segno
from PIL import Image
from playwright.sync_api import expect

from tests.browser.conftest import PATIENCE
from tests.factories import make_evening, make_sheet
from tournaments.sheets.models import ArrivedList

GAMES = ("2a1", "3g1-", "4p2", "1k1")


@pytest.fixture
def sheet(erika):
    return make_sheet(evening=make_evening("Abend", rounds=1))


def text_of(sheet, games=GAMES):
    return "\n".join([f"skat 1 {sheet.code} 1/1", *games])


def film_of(text, path):
    """Write what a camera sees that somebody holds the code of a list before."""
    segno.make(text, error="l").save(out := BytesIO(), kind="png", scale=4)
    seen = Image.new("RGB", (640, 480), (90, 80, 70))
    seen.paste(Image.open(out).convert("RGB").rotate(20, fillcolor=128), (180, 60))
    seen.save(frame := BytesIO(), "JPEG")
    path.write_bytes(frame.getvalue() * 4)


def test_the_camera_of_the_desk_reads_a_code_that_is_held_before_it(
    browser_type, browser_type_launch_args, live_server, sign_in, erika, sheet, tmp_path
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
    sign_in(desk.context, erika)
    desk.goto(f"{live_server.url}/downloads/arrived/{sheet.series.event_id}/")

    desk.get_by_role("button", name="QR-Codes mit der Kamera lesen").click()
    expect(desk.get_by_text("Serie 1, Tisch 1 ist angekommen.")).to_be_visible()
    browser.close()

    assert ArrivedList.objects.get().route == "qr"
