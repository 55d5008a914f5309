"""Seasons: folded fields, the lab, a phone, axe."""

import pytest
from django.urls import reverse
from playwright.sync_api import expect

from scoring.seasons.rules import SeasonRule
from tests.browser.test_accessibility import faults_on
from tests.factories import make_secretary
from tests.tournaments.seasons.seasons import make_season, played_evening
from tournaments.events.models import Event
from tournaments.people.models import Player
from tournaments.seasons.models import Season
from tournaments.seasons.services import publish_season

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def erika():
    erika = make_secretary()
    played_evening(0, 2, erika, games=2)
    played_evening(1, 1, erika, games=3)
    played_evening(2, 2, erika)
    return erika


def test_a_folded_field_that_is_wrong_shows_itself(erika, signed_in, site):
    signed_in(erika)
    page = site(reverse("seasons:create"))
    page.get_by_text("Genauer").click()
    page.get_by_label("Nur die besten").fill("-1")
    page.get_by_text("Genauer").click()
    expect(page.get_by_label("Nur die besten")).to_be_hidden()

    page.get_by_role("button", name="Anlegen").click()

    expect(page.get_by_label("Nur die besten")).to_be_focused()


def test_the_lab_answers_in_sight_of_the_fields_on_a_phone(erika, signed_in, site):
    season = make_season(SeasonRule())
    page = signed_in(erika)
    page.set_viewport_size({"width": 390, "height": 844})
    site(reverse("seasons:lab", args=[season.pk]))
    expect(page.locator("#lab")).to_contain_text("geltende Regel")

    page.get_by_label("Nur die besten").fill("1")
    page.get_by_label("Nur die besten").press("Tab")

    expect(page.get_by_text("von 3 Personen")).to_be_in_viewport(ratio=1)
    expect(page.locator("#lab")).to_contain_text("der besten Liste")
    page.get_by_role("button", name="Weiterer Bonus").click()
    expect(page.get_by_label("Punkte des Bonus 3")).to_be_visible()
    page.get_by_role("link", name="Diese Regel übernehmen").click()
    expect(page.get_by_role("status")).to_contain_text("noch nicht gespeichert")
    page.get_by_role("button", name="Speichern").click()
    page.get_by_role("table", name="Saisontabelle").wait_for()
    assert Season.objects.get().best == 1


def test_the_pages_of_a_season_pass_and_do_not_scroll_sideways(erika, signed_in, site):
    season = make_season(SeasonRule(best=2))
    anna = Player.objects.get(last_name="Anna").pk
    names = ("season", "results", "rule", "lab", "edit", "members", "delete")
    paths = [
        *(reverse(f"seasons:{name}", args=[season.pk]) for name in names),
        reverse("history:of-season", args=[season.pk]),
        reverse("seasons:list"),
        reverse("seasons:create"),
        reverse("seasons:person", args=[season.pk, anna]),
    ]
    signed_in(erika)

    assert faults_on(site, paths) == {}


def test_a_player_finds_his_lists_in_two_clicks_on_a_phone(erika, site, page):
    season = publish_season(season=make_season(), is_published=True)
    Event.objects.update(is_published=True)
    page.set_viewport_size({"width": 390, "height": 844})
    site("/")
    page.get_by_role("link", name="Saison", exact=True).click()
    page.get_by_role("link", name=season.name).click()
    row = page.get_by_role("row", name="Anna")
    expect(row.get_by_text("98,00").first).to_be_in_viewport(ratio=1)

    page.get_by_role("link", name="Anna").click()

    expect(page.get_by_role("heading", level=1)).to_have_text("Anna")
