"""The pages of the typing desk pass axe, in light and dark, large and small."""

import pytest
from django.urls import reverse
from playwright.sync_api import expect

from tests.browser.desk.keys import is_at
from tests.browser.test_accessibility import faults_of
from tests.factories import make_sheet, type_games
from tests.tournaments.sheets.paper import sample_texts, totals_of, write_paper
from tournaments.sheets.proof import services

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def doubtful(erika):
    """A whole, short list whose paper differs, with a second list."""
    sheet = make_sheet(rounds=3)
    type_games(sheet, sample_texts(games=12), by=erika)
    off = {(2, "total"): -100, (3, "points"): 9}
    write_paper(sheet, totals_of(sheet), by=erika, off=off)
    lines = [game.as_noted() for game in sheet.games.all()]
    del lines[3]  # the second list lacks a game
    services.write_second_list(sheet=sheet, lines=lines, by=erika)
    return sheet


def pages_of(sheet):
    names = ("suspects", "second", "check", "aloud")
    return {
        "doubtful list": sheet.get_absolute_url(),
        "difference": reverse("sheets:difference", args=[sheet.pk, 3]),
    } | {name: reverse(f"sheets:{name}", args=[sheet.pk]) for name in names}


def test_every_page_of_the_desk_passes_and_fits(desk, live_server, sheet, doubtful):
    found = {}
    for name, path in pages_of(doubtful).items():
        desk.goto(live_server.url + path)
        if name == "doubtful list":
            expect(desk.locator("[data-suspect='1']")).to_be_visible()
        found[name] = faults_of(desk)
    desk.goto(live_server.url + sheet.get_absolute_url())
    is_at(desk, 1)
    desk.keyboard.type("1po1-")
    desk.keyboard.press("Enter")
    expect(desk.locator("#refused_why li")).to_have_count(1)
    is_at(desk, 2)
    desk.keyboard.type("?")
    expect(desk.locator("[data-grammar]")).to_be_visible()
    found["refused line and the shorthand"] = faults_of(desk)

    assert {name: faults for name, faults in found.items() if faults} == {}
