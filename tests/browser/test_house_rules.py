"""The form of the rules and the desk answer while somebody ticks and types."""

import pytest
from playwright.sync_api import expect

from tests.browser.desk.keys import type_lines
from tests.tournaments.sheets.house import house_lists as house

pytestmark = pytest.mark.django_db(transaction=True)


def test_examples_follow_the_options_and_the_desk_the_round(erika, site, signed_in):
    sheet = house.friday(erika, [])
    signed_in(erika)
    page = site("/lists/rules/new/")
    # All is as in the ISkO, so every group of options is folded.
    for summary in page.locator("main form summary").all():
        summary.click()
    # The examples follow before there is a name.
    page.check("[name=kontra]")
    page.check("[name=bock_split]")
    page.select_option("[name=ramsch]", "most-pays")
    # Spades lost at 60 with Kontra -88, so Null ouvert counts 92.
    expect(page.locator("#examples")).to_contain_text("−88")
    expect(page.locator("#examples")).to_contain_text("+92")

    site(sheet.get_absolute_url())
    type_lines(page, house.FRIDAY[:4], of=8)
    expect(page.locator("#status")).to_contain_text("Bock 3 von 4")
    expect(page.locator("#typing")).to_contain_text("Bock 3 von 4")
    page.keyboard.type("4h1-re")
    expect(page.locator("#echo")).to_contain_text("−320")
