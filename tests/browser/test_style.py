"""The parts of the look pass wherever they may stand, each on one page."""

import pytest

from tests.browser.test_accessibility import asked, violations
from tests.factories import make_owner

pytestmark = pytest.mark.django_db(transaction=True)

WIDTHS = (320, 390, 768, 1280, 1920)
# As wide as 1280 pixels are with letters twice as large.
ZOOMED = 640


def test_every_part_passes_in_every_look(site, signed_in):
    page = signed_in(make_owner())
    site("/style/")

    found = {}
    for scheme, forced in (("light", "none"), ("dark", "none"), ("light", "active")):
        for width in (*WIDTHS, ZOOMED):
            page.emulate_media(
                color_scheme=scheme, forced_colors=forced, reduced_motion="reduce"
            )
            page.set_viewport_size({"width": width, "height": 800})
            # Forced colours are the reader's own: nothing of ours to read badly.
            wrong = asked(page)["wrong"] if forced == "active" else violations(page)
            if page.evaluate("document.documentElement.scrollWidth > innerWidth"):
                wrong.append("scrolls sideways")
            if wrong:
                found[scheme, forced, width] = wrong

    assert found == {}
