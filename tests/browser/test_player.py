"""A player finds his page from the public table in two clicks, on a phone."""

import pytest
from django.urls import reverse
from playwright.sync_api import expect

from tests.factories import (
    EIGHT_GAMES,
    make_evening,
    make_secretary,
    make_sheet,
    type_games,
)
from tests.tournaments.seasons.seasons import make_season
from tournaments.events.planning.services import publish_event
from tournaments.seasons.services import publish_season
from tournaments.sheets.finishing.services import finish_sheet
from tournaments.sheets.models import Result

pytestmark = pytest.mark.django_db(transaction=True)

PHONE = {"width": 390, "height": 844}


@pytest.fixture
def evening():
    """A published evening with one finished list of eight games."""
    erika = make_secretary()
    evening = make_evening(rounds=2)
    sheet = make_sheet(evening=evening)
    type_games(sheet, EIGHT_GAMES, by=erika)
    finish_sheet(sheet=sheet, by=erika)
    return publish_event(event=evening, is_published=True)


def too_wide(page):
    """Return what is wider than a phone, where the page has to be pushed sideways."""
    return page.evaluate(
        """width => document.documentElement.scrollWidth <= width ? [] :
        [...document.querySelectorAll("main *")]
        .filter(each => each.getBoundingClientRect().right > width)
        .filter(each => !each.closest(".scroll"))
        .map(each => each.outerHTML.slice(0, 80))""",
        PHONE["width"],
    )


def test_a_player_finds_his_page_from_the_standings(evening, site, page):
    page.set_viewport_size(PHONE)
    site(reverse("events:standings", args=[evening.pk]))

    page.get_by_role("link", name="Carla").click()

    expect(page.get_by_role("heading", level=1)).to_have_text("Carla")
    expect(page.get_by_text("Das kann an den Karten liegen").first).to_be_visible()
    course = page.get_by_role("img", name="182 Punkte am Ende")
    expect(course).to_be_visible()
    assert too_wide(page) == []
    course.click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Spielverlauf der Liste")
    expect(page.locator("svg.chart-wide polyline")).to_have_count(4)
    assert too_wide(page) == []


def test_two_clicks_lead_there_from_the_season_table(evening, site, page):
    season = publish_season(season=make_season(), is_published=True)
    season.first_date, season.last_date = evening.date, evening.date
    season.save()
    page.set_viewport_size(PHONE)
    site(season.get_absolute_url())

    page.get_by_role("link", name="Carla").click()
    page.get_by_role("link", name="Seite dieser Person").click()

    expect(page.get_by_text("gespielte Liste")).to_be_visible()
    assert page.url.endswith(f"/members/{Result.objects.get(place=3).player_id}/")


def test_a_visitor_chooses_what_ranks_the_all_time_table(evening, site, page):
    page.set_viewport_size(PHONE)
    site("/")
    page.get_by_role("link", name="Ewige Tabelle").click()

    page.get_by_text("Sortieren und auswählen").click()
    page.get_by_label("Sortiert nach").select_option(label="Gewonnene Spiele")
    page.get_by_role("button", name="Anzeigen").click()

    row = page.get_by_role("table", name="Ewige Tabelle").get_by_role("row").nth(1)
    expect(row).to_contain_text("Dieter")
    assert too_wide(page) == []
