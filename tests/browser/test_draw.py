"""An evening in a browser by keys alone: opened, ticked, drawn and swapped."""

import pytest
from playwright.sync_api import expect

from tests.factories import make_evening, make_player, make_secretary
from tests.tournaments.events.draws.draws import tables_of
from tournaments.events.entries.services import add_entry
from tournaments.events.models import Event

pytestmark = pytest.mark.django_db(transaction=True)

NAMES = ("Anna", "Bernd", "Carla", "Dieter", "Emil", "Frieda", "Gerd", "Hanna")


def test_an_evening_is_opened_ticked_drawn_and_swapped_with_the_keyboard(signed_in):
    old = make_evening("Erster Abend", rounds=9, series=3)
    for name in NAMES[:3]:
        add_entry(event=old, player=make_player(name))
    for name in NAMES[3:]:
        make_player(name)
    page = signed_in(make_secretary())

    it_is_the_last_one_copied_in_four_keys(page)
    new = Event.objects.exclude(pk=old.pk).get()
    assert (new.rounds, new.series.count(), new.entries.count()) == (9, 3, 3)
    everybody_is_ticked_and_drawn(page)
    before = tables_of(new, 1)
    two_people_are_swapped_and_back(page)
    assert tables_of(new, 1) == before


def it_is_the_last_one_copied_in_four_keys(page):
    # Alt+N, which the driver does not send: the link that has it is followed instead.
    page.locator("a[accesskey=n]").press("Enter")
    page.wait_for_url("**/events/new/")
    page.locator("[autofocus]:focus").wait_for()
    page.keyboard.press("Enter")
    page.wait_for_url("**/check-in/")
    assert len(("Alt", "n", "Enter")) <= 4


def everybody_is_ticked_and_drawn(page):
    names = page.locator("[data-roll] button[name=come]")
    for person in names.evaluate_all("buttons => buttons.map(one => one.id)"):
        page.locator(f"#{person}").press("Space")
    expect(page.locator("[data-here]")).to_contain_text("8 sind da")
    page.get_by_role("link", name="Tische auslosen").press("Enter")
    page.get_by_role("button", name="Tische auslosen").press("Enter")
    page.wait_for_url("**/series/1/")


def two_people_are_swapped_and_back(page):
    for label, name in (("Diese Person", "ber"), ("tauscht den Platz mit", "ger")):
        field = page.get_by_label(label)
        field.press_sequentially(name)
        field.press("Enter")
    page.get_by_role("button", name="Was ändert der Tausch?").press("Enter")
    page.get_by_role("button", name="Plätze tauschen").press("Enter")
    page.get_by_role("button", name="Rückgängig").press("Enter")
    expect(page.get_by_text("wie zuvor")).to_be_visible()
