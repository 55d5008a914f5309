"""Drawing an evening in a browser: ticking, and swapping by keys."""

import pytest
from django.urls import reverse

from tests.browser.test_accessibility import faults_on
from tests.factories import make_evening, make_player, make_secretary
from tests.tournaments.events.draws.draws import draw, make_entries, tables_of

pytestmark = pytest.mark.django_db(transaction=True)

NAMES = ("Anna", "Bernd", "Carla", "Dieter", "Emil", "Frieda", "Gerd", "Hanna")


def page_of(evening, verb="draw", *more):
    return reverse(f"events:{verb}", args=[evening.pk, *more])


def test_an_evening_is_ticked_drawn_and_swapped_with_the_keyboard(site, signed_in):
    erika = make_secretary()
    evening = make_evening(series=2)
    for name in NAMES:
        make_player(name)
    page = signed_in(erika)

    site(page_of(evening, "check_in"))
    names = page.locator("[data-roll] button[name=come]")
    for person in names.evaluate_all("buttons => buttons.map(one => one.id)"):
        page.locator(f"#{person}").press("Space")
    page.get_by_text("8 sind da").first.wait_for()
    page.get_by_role("link", name="Tische auslosen").press("Enter")
    page.get_by_role("button", name="Tische auslosen").press("Enter")
    page.wait_for_url("**/series/1/")
    before = tables_of(evening, 1)

    for label, name in (("Diese Person", "ber"), ("tauscht den Platz mit", "ger")):
        field = page.get_by_label(label)
        field.press_sequentially(name)
        field.press("Enter")
    page.get_by_role("button", name="Was ändert der Tausch?").press("Enter")
    page.get_by_role("button", name="Plätze tauschen").press("Enter")
    page.get_by_role("button", name="Rückgängig").press("Enter")
    page.get_by_text("wie zuvor").wait_for()

    assert tables_of(evening, 1) == before


def test_the_pages_of_the_draw_pass(site, signed_in):
    erika = make_secretary()
    evening, empty = (make_evening(name, series=2) for name in "AB")
    make_player("Ida")
    make_entries(evening, 9)
    drawn = draw(evening, erika, 1, 2)
    people = list(evening.entries.values_list("player", flat=True))
    signed_in(erika)

    paths = [
        page_of(empty),
        page_of(evening),
        page_of(evening, "draw-series", 1),
        page_of(evening, "draw-swap", 2) + f"?first={people[0]}&second={people[4]}",
        page_of(evening, "draw-report", drawn.number),
    ]

    assert faults_on(site, paths) == {}
