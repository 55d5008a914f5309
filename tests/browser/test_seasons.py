"""Seasons on a phone: a reader's two taps, folded fields, the lab, late typefaces."""

import pytest
from django.urls import reverse
from playwright.sync_api import expect

from scoring.seasons.rules import SeasonRule
from tests.browser.conftest import script
from tests.browser.desk.keys import silence
from tests.browser.test_accessibility import SETTLE, played_season
from tests.tournaments.seasons.seasons import make_season, played_evening
from tournaments.events.models import Event
from tournaments.people.models import Player
from tournaments.seasons.models import Season
from tournaments.seasons.services import publish_season

pytestmark = pytest.mark.django_db(transaction=True)
WATCH = script("watchShifts")
ARRIVED = script("shiftsInAll")


@pytest.fixture
def season(erika):
    played_evening(0, 2, erika, games=2)
    played_evening(1, 1, erika, games=3)
    played_evening(2, 2, erika)
    Event.objects.update(is_published=True)
    return publish_season(season=make_season(SeasonRule()), is_published=True)


@pytest.fixture
def phone(page):
    page.set_viewport_size({"width": 390, "height": 844})
    return page


def test_readers_find_their_lists_and_secretaries_try_rules(
    season, erika, phone, site, signed_in
):
    page = site("/")
    page.get_by_role("link", name="Saison", exact=True).click()
    page.get_by_role("link", name=season.name).click()
    row = page.get_by_role("row", name="Anna")
    expect(row.get_by_text("98,00").first).to_be_in_viewport(ratio=1)
    page.get_by_role("link", name="Anna").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Anna")

    signed_in(erika)
    a_folded_field_that_is_wrong_shows_itself(site(reverse("seasons:create")))
    the_lab_answers_in_sight(site(reverse("seasons:lab", args=[season.pk])))
    assert Season.objects.get().best == 1


def a_folded_field_that_is_wrong_shows_itself(page):
    field = page.get_by_label("Nur die besten")
    group = page.get_by_text("Was zählt")
    group.click()
    field.fill("-1")
    group.click()
    expect(field).to_be_hidden()
    page.get_by_role("button", name="Anlegen").click()
    expect(field).to_be_focused()


def the_lab_answers_in_sight(page):
    expect(page.locator("#lab")).to_contain_text("geltende Regel")
    page.get_by_label("Nur die besten").fill("1")
    page.get_by_label("Nur die besten").press("Tab")
    expect(page.get_by_text("von 3 Personen")).to_be_in_viewport(ratio=1)
    expect(page.locator("#lab")).to_contain_text("der besten Liste")
    page.get_by_text("Weitere Zeile").first.click()
    expect(page.get_by_label("Bonus 2: Punkte")).to_be_visible()
    page.get_by_role("link", name="Diese Regel übernehmen").click()
    expect(page.get_by_role("status")).to_contain_text("noch nicht gespeichert")
    page.get_by_role("button", name="Speichern").click()
    page.get_by_role("table", name="Saisontabelle").wait_for()


def test_nothing_jumps_when_the_typefaces_arrive_late(erika, live_server, phone):
    season = played_season(erika)
    person = Player.objects.get(last_name="Anna")

    shifts = {}
    for address in ("/de/", person.get_absolute_url(), season.get_absolute_url()):
        with silence(phone, "**/*.woff2"):
            phone.goto(live_server.url + address, wait_until="domcontentloaded")
            phone.evaluate(SETTLE)
            phone.evaluate(WATCH)
        shifts[address] = phone.evaluate(ARRIVED)

    assert phone.evaluate("document.fonts.check('1rem Skat Sans')")
    assert {name: shift for name, shift in shifts.items() if shift >= 0.01} == {}
