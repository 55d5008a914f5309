"""What must be in sight on a phone, and what a long name must not push away."""

import pytest
from django.urls import reverse
from playwright.sync_api import expect

from tests.bench.people import finished_event
from tests.browser.conftest import script
from tests.factories import (
    make_evening,
    make_players,
    make_secretary,
    make_sheet,
    type_games,
)
from tests.tournaments.seasons.seasons import make_season, played_evening
from tournaments.events.models import Prize
from tournaments.events.planning.services import publish_event
from tournaments.people.models import Club, User
from tournaments.seasons.services import publish_season
from tournaments.sheets.finishing.services import finish_sheet

pytestmark = pytest.mark.django_db(transaction=True)

PHONE = {"width": 390, "height": 844}
SMALL_PHONE = {"width": 320, "height": 568}
# Five at a table, two of them with names nobody planned for.
LONG = (
    "Maximiliane-Charlotte von Schwarzenberg-Hohenfels",
    "Bartholomäus Donaudampfschifffahrtsgesellschaft",
    "Carla",
    "Dieter",
    "Emil",
)
FAMILIES = (
    *("Brüggenthies", "Lindenblatt", "Ott", "Zieliński", "Kornblume", "Vogelsang"),
    *("Tannhäuser", "Kieselbach", "Yıldırım", "Kirchhoff", "Quast", "Eberwein"),
    *("Hinrichsen", "Finkenwerder", "Dirnberger", "Möwenthal", "Schnellinger"),
    *("Oehlschläger", "Stolzenfels", "Petersen", "Wiesinger", "Trautwein"),
    *("Habersack", "Rosskamp"),
)
IN_SIGHT = script("isInSight")
LETTERS = script("letterSizes")
AROUND_THE_COMMA = script("topsAroundComma")


def test_results_are_in_sight_and_large_enough_on_a_phone(site, page):
    erika, evening = make_secretary(), make_evening()
    publish_event(event=evening, is_published=True)
    page.set_viewport_size(PHONE)

    def totals_in_sight(address, totals):
        site(address)
        return [each.evaluate(IN_SIGHT) for each in page.locator(totals).all()]

    for players in (LONG[2:], LONG[:4], LONG):
        sheet = make_sheet(players, evening=evening)
        type_games(sheet, ["2g2", "3h1"], by=erika)
        address = sheet.get_absolute_url()
        assert totals_in_sight(address, "[data-total]") == [True] * len(players)
        finish_sheet(sheet=sheet, by=erika, cut_short=True)
    standings = reverse("events:standings", args=[evening.pk])
    assert totals_in_sight(standings, "tbody .total") == [True] * 12

    page.set_viewport_size(SMALL_PHONE)
    site(reverse("sheets:course", args=[sheet.pk]))
    assert min(page.locator("svg.chart:visible text").evaluate_all(LETTERS)) >= 12
    site(reverse("events:beamer", args=[evening.pk]))
    assert min(page.locator(".beamer th:visible").evaluate_all(LETTERS)) >= 12
    no_line_of_a_season_begins_with_a_comma(site, page, erika)


def no_line_of_a_season_begins_with_a_comma(site, page, erika):
    people = ("Gisela Brömmelkamp", "Anna", "Carla")
    evening = played_evening(0, 1, erika, players=people)
    publish_event(event=evening, is_published=True)
    season = publish_season(season=make_season(), is_published=True)
    site(season.get_absolute_url())
    name = page.locator("tbody .person", has_text="Brömmelkamp,")
    before, comma = name.evaluate(AROUND_THE_COMMA)
    assert before == comma


@pytest.fixture
def cup():
    """A finished cup: 48 people, three series, prizes."""
    Club.objects.create(name="Skatclub Kreuzbube", is_home=True)
    make_secretary()
    people = make_players(
        [f"{first} {last}" for last in FAMILIES for first in ("Friederike", "Hans")]
    )
    event = finished_event(people, series=3, seed=1)
    for place in (1, 2, 3):
        Prize.objects.create(event=event, place=place, amount=10_000 // place)
    return event


def test_a_cup_on_a_phone(cup, site, page, sign_in):
    page.set_viewport_size(PHONE)

    the_menu_lies_below_the_name_of_the_club(site, page)
    eight_rows_of_the_standings_are_in_sight(cup, site, page)
    the_winners_and_their_prizes_come_first(cup, site, page)
    sign_in(page.context, User.objects.get())
    all_tabs_lie_in_one_row(cup, site, page)


def the_menu_lies_below_the_name_of_the_club(site, page):
    for address in ("/", "/accounts/login/"):
        site(address)
        name = page.locator(".wordmark").bounding_box()
        menu = page.get_by_role("navigation", name="Hauptmenü")
        assert name["width"] > 100
        assert menu.bounding_box()["y"] >= name["y"] + name["height"]
    menu.get_by_role("link", name="Ligen").click()
    expect(page.get_by_role("heading", name="Ligen", level=1)).to_be_visible()


def eight_rows_of_the_standings_are_in_sight(cup, site, page):
    site(reverse("events:standings", args=[cup.pk]))
    rows = [row.bounding_box() for row in page.locator("tbody tr").all()]
    in_sight = [row for row in rows if row["y"] + row["height"] <= PHONE["height"]]
    assert rows[0]["y"] <= 480
    assert len(in_sight) >= 8
    frame = page.locator(".scroll")
    assert frame.evaluate("box => box.scrollWidth <= box.clientWidth")


def the_winners_and_their_prizes_come_first(cup, site, page):
    site(cup.get_absolute_url())
    for card in page.locator(".rank-card").all()[:3]:
        box = card.bounding_box()
        assert box["y"] + box["height"] <= PHONE["height"]
        assert "€" in card.inner_text()
    assert page.evaluate("document.body.scrollHeight") <= 5000
    assert page.evaluate("document.body.scrollWidth") <= PHONE["width"]


def all_tabs_lie_in_one_row(cup, site, page):
    site(cup.get_absolute_url())
    tabs = page.get_by_role("navigation", name="Unterseiten")
    boxes = [tab.bounding_box() for tab in tabs.get_by_role("link").all()]
    assert len(boxes) == 6
    assert len({box["y"] for box in boxes}) == 1
    assert max(box["x"] + box["width"] for box in boxes) <= PHONE["width"]
    assert page.locator(".path").bounding_box()["y"] <= 160


def test_a_list_is_typed_on_a_phone_and_on_a_laptop(site, signed_in):
    erika, sheet = make_secretary(), make_sheet()
    type_games(sheet, ["2g2", "3h1", "1po1-", "e"] * 6, by=erika)
    page = signed_in(erika)
    page.set_viewport_size(PHONE)
    site(sheet.get_absolute_url())

    the_buttons_come_first_and_names_stay(page)
    the_line_being_typed_is_in_sight(page)
    page.set_viewport_size({"width": 1280, "height": 800})
    site(reverse("sheets:line", args=[sheet.pk, 1]))
    expect(page.get_by_role("button", name="Davor einfügen")).to_be_visible()
    assert page.locator("#line_text").bounding_box()["width"] >= 180


def the_buttons_come_first_and_names_stay(page):
    expect(page.locator("#buttons .game-number")).to_be_in_viewport()
    for choice in ("2 Bernd", "Grand"):
        page.locator("#buttons label", has_text=choice).click()
    page.locator("#buttons [name=matadors]").first.check(force=True)
    page.get_by_role("button", name="gewonnen").click()
    page.wait_for_url("**buttons=1**")
    expect(page.locator("#buttons .game-number")).to_contain_text("Spiel 26")
    expect(page.locator("#buttons .game-number")).to_contain_text("davor: Grand mit 1")
    page.locator("#line_text").focus()
    expect(page.locator(".is-current")).to_be_in_viewport()
    expect(page.locator("#sheet thead .points").first).to_be_in_viewport(ratio=0.9)


def the_line_being_typed_is_in_sight(page):
    page.locator("#line_text").fill("2k2hz")
    expect(page.locator("#echo .echo-problem")).to_be_visible()
    current = page.locator(".is-current").bounding_box()
    typing = page.locator("#typing").bounding_box()
    assert current["y"] + current["height"] <= typing["y"]
