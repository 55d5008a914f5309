"""The page of a list, printed as it is."""

import io

import pytest
from playwright.sync_api import expect
from pypdf import PdfReader

from tests.browser.desk.keys import open_list
from tests.factories import type_games
from tests.tournaments.sheets.paper import sample_texts, totals_of, write_paper

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.mark.parametrize("off", [{}, {(2, "total"): -100, (3, "points"): 9}])
def test_a_whole_list_is_printed_on_one_page(desk, live_server, sheet, erika, off):
    type_games(sheet, sample_texts(), by=erika)
    write_paper(sheet, totals_of(sheet), by=erika, off=off)
    open_list(desk, live_server, sheet)
    expect(desk.locator("#status")).to_be_visible()

    pages = PdfReader(io.BytesIO(desk.pdf(prefer_css_page_size=True))).pages

    assert len(pages) == 1
    assert "Gesamtpunkte" in pages[0].extract_text()
