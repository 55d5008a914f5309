"""A secretary describes the rule of the club and sees the table; the lab; axe."""

import pytest
from django.urls import reverse
from playwright.sync_api import expect

from scoring.seasons.rules import PRESETS, SeasonRule
from tests.browser.test_accessibility import SIZES, looks, violations
from tests.factories import make_secretary
from tests.tournaments.seasons.seasons import FIRST, make_season, played_evening
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


def test_a_secretary_describes_the_rule_and_sees_the_table(erika, signed_in):
    page = signed_in(erika)
    page.get_by_role("link", name="Saison", exact=True).click()
    page.get_by_role("link", name="Neue Saison").first.click()

    page.get_by_label("Name").fill("Vereinsmeisterschaft")
    page.get_by_label("Erster Tag").fill(f"{FIRST.year}-01-01")
    page.get_by_label("Letzter Tag").fill(f"{FIRST.year}-12-31")
    page.get_by_text("Genauer").click()
    page.get_by_label("Gewertet wird").select_option(label="der Durchschnitt")
    page.get_by_label("Mindestens so viele Listen").fill("24")
    page.get_by_label("Ein fehlendes Ergebnis zählt").select_option(label="null Punkte")
    page.get_by_label("Wie viele fehlende Ergebnisse").select_option(
        label="bis zur Mindestzahl"
    )
    page.get_by_role("button", name="Anlegen").click()

    table = page.get_by_role("table", name="Saisontabelle")
    # 294 points of 24 lists each, played or not; more games won decide for nobody.
    row = table.get_by_role("row").nth(1)
    expect(row).to_contain_text("12,25")
    expect(page.get_by_text("mindestens 24 Listen nötig")).to_be_visible()
    assert Season.objects.get().as_rule() == PRESETS["GERM"]
    row.get_by_role("link").first.click()
    page.get_by_role("link", name="Serie 1, Tisch 1").first.click()
    page.wait_for_url("**/lists/**")


def test_a_folded_field_that_is_wrong_shows_itself(erika, signed_in, site):
    signed_in(erika)
    page = site(reverse("seasons:create"))
    page.get_by_text("Genauer").click()
    page.get_by_label("Nur die besten").fill("-1")
    page.get_by_text("Genauer").click()
    expect(page.get_by_label("Nur die besten")).to_be_hidden()

    page.get_by_role("button", name="Anlegen").click()

    expect(page.get_by_label("Nur die besten")).to_be_focused()


def test_the_lab_answers_as_soon_as_the_rule_changes(erika, signed_in, site):
    season = make_season(SeasonRule())
    signed_in(erika)
    page = site(reverse("seasons:lab", args=[season.pk]))
    expect(page.locator("#lab")).to_contain_text("geltende Regel")

    page.get_by_label("Nur die besten").fill("1")
    page.get_by_label("Nur die besten").press("Tab")

    expect(page.locator("#lab")).to_contain_text("von 3 Personen")
    expect(page.locator("#lab")).to_contain_text("der besten Liste")
    page.get_by_role("link", name="Diese Regel übernehmen").click()
    expect(page.get_by_role("status")).to_contain_text("noch nicht gespeichert")
    page.get_by_role("button", name="Speichern").click()
    page.get_by_role("table", name="Saisontabelle").wait_for()
    assert Season.objects.get().best == 1


def test_the_lab_answers_in_sight_of_the_fields_on_a_phone(erika, signed_in, site):
    season = make_season(SeasonRule())
    page = signed_in(erika)
    page.set_viewport_size({"width": 390, "height": 844})
    site(reverse("seasons:lab", args=[season.pk]))

    page.get_by_label("Nur die besten").fill("1")
    page.get_by_label("Nur die besten").press("Tab")

    expect(page.get_by_text("von 3 Personen")).to_be_in_viewport(ratio=1)
    page.get_by_role("button", name="Weiterer Bonus").click()
    expect(page.get_by_label("Punkte des Bonus 3")).to_be_visible()


def pages_of(season):
    names = ("season", "results", "rule", "lab", "edit", "members", "delete")
    paths = {name: reverse(f"seasons:{name}", args=[season.pk]) for name in names}
    anna = Player.objects.get(last_name="Anna").pk
    return {
        **paths,
        "history": reverse("history:of-season", args=[season.pk]),
        "list": reverse("seasons:list"),
        "new": reverse("seasons:create"),
        "person": reverse("seasons:person", args=[season.pk, anna]),
    }


def test_the_pages_of_a_season_pass_and_do_not_scroll_sideways(erika, signed_in, site):
    season = make_season(SeasonRule(best=2))
    page = signed_in(erika)

    found = {}
    for name, path in pages_of(season).items():
        site(path)
        for look in looks(page):
            if wrong := violations(page):
                found[name, look] = wrong
        for width, height in SIZES:
            page.set_viewport_size({"width": width, "height": height})
            reached = page.evaluate("document.documentElement.scrollWidth")
            if reached > width:
                found[name, width] = reached

    assert found == {}


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
