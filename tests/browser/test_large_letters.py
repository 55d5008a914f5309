"""Whoever needs letters twice as large reads the same pages on a phone."""

import pytest
from django.urls import reverse

from tests.factories import (
    EIGHT_GAMES,
    make_evening,
    make_secretary,
    make_sheet,
    type_games,
)
from tournaments.events.planning.services import publish_event
from tournaments.sheets.finishing.services import finish_sheet

pytestmark = pytest.mark.django_db(transaction=True)

PEOPLE = (
    "Maximiliane Freifrau von Düsterlohe-Schwarzenbüttel",
    "Christoph-Maria Übelhör-Großkreuz",
    "Carla",
    "Dieter",
)
TWICE = {"fontSizes": {"standard": 32, "fixed": 32}}
WIDTH = "document.documentElement.scrollWidth"


def test_no_page_is_wider_than_a_phone_with_letters_twice_as_large(site, signed_in):
    erika = make_secretary()
    sheet = make_sheet(PEOPLE, evening=make_evening(series=2, rounds=3))
    event, person = sheet.series.event, sheet.seats.first().player
    type_games(sheet, EIGHT_GAMES, by=erika)
    finish_sheet(sheet=sheet, by=erika, cut_short=True)
    publish_event(event=event, is_published=True)
    page = signed_in(erika)
    page.set_viewport_size({"width": 390, "height": 844})
    page.context.new_cdp_session(page).send("Page.setFontSizes", TWICE)
    addresses = {
        "home": "/",
        "event": event.get_absolute_url(),
        "standings": reverse("events:standings", args=[event.pk]),
        "settings": reverse("events:settings", args=[event.pk]),
        "new evening": reverse("events:create"),
        "draw": reverse("events:draw", args=[event.pk]),
        "check-in": reverse("events:check_in", args=[event.pk]),
        "cash": reverse("events:cash", args=[event.pk]),
        "list": sheet.get_absolute_url(),
        "person": person.get_absolute_url(),
        "person's data": reverse("people:edit", args=[person.pk]),
        "members": reverse("people:list"),
    }

    widths = {}
    for name, address in addresses.items():
        site(address)
        widths[name] = page.evaluate(WIDTH)

    assert page.evaluate("getComputedStyle(document.documentElement).fontSize") == (
        "36px"
    )
    assert {name: wide for name, wide in widths.items() if wide > 390} == {}
