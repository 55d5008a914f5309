"""Rankings, closed series and second screens pass axe; the clock ticks by itself."""

import re

import pytest
from django.urls import reverse
from django.utils import timezone
from playwright.sync_api import expect

from tests.browser.test_accessibility import faults_on
from tests.factories import (
    EIGHT_GAMES,
    make_evening,
    make_player,
    make_sheet,
    type_games,
)
from tournaments.events.flow.services import (
    adjust,
    close_series,
    reopen_series,
    start_clock,
)
from tournaments.events.planning.services import publish_event
from tournaments.events.seats.services import open_table
from tournaments.people.models import Club
from tournaments.sheets.finishing.services import finish_sheet

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def evening(erika):
    """An evening with a decision of the referee and a series opened again."""
    evening = make_evening("Preisskat", series=2)
    evening.time_limit = 120
    evening.save()
    sheet = make_sheet(evening=evening)
    type_games(sheet, EIGHT_GAMES, by=erika)
    finish_sheet(sheet=sheet, by=erika, cut_short=True)
    first = evening.series.get(number=1)
    close_series(series=first, by=erika)
    reopen_series(series=first, by=erika, reason="Tippfehler")
    adjust(
        series=first,
        player=sheet.seats.get(place=1).player,
        points=-300,
        reason="Karten gezeigt",
        decided_by="Frau Rat",
        by=erika,
    )
    make_sheet(evening=evening, series=2)
    start_clock(series=evening.series.get(number=2))
    return evening


def addresses_of(evening):
    pk = evening.pk
    return [
        *(
            reverse(f"events:{name}", args=[pk])
            for name in ("standings", "beamer", "clock", "adjustments")
        ),
        *(reverse("events:series-standings", args=[pk, each]) for each in (1, 2)),
        reverse("events:reopen-series", args=[pk, 1]),
        reverse("events:ranking", args=[pk, "lists"]),
        reverse(
            "events:reopening",
            args=[pk, evening.series.get(number=1).reopenings.get().pk],
        ),
    ]


def test_every_page_passes(evening, erika, site, signed_in):
    signed_in(erika)

    assert faults_on(site, addresses_of(evening)) == {}


def test_the_clock_counts_down_and_asks_for_little(evening, erika, signed_in, site):
    signed_in(erika)
    page = site(reverse("events:clock", args=[evening.pk]))
    before = page.text_content("[data-clock]")

    with page.expect_response(lambda answer: "revision=" in answer.url) as polled:
        page.wait_for_timeout(1500)
    after = page.text_content("[data-clock]")

    assert polled.value.status == 204
    assert before.startswith(("1:59:", "2:00:"))
    assert after < before


def test_ten_places_with_clubs_fit_on_the_screen(erika, site, page):
    Club.objects.create(name="Skatfreunde Reizende Buben eV", is_home=True)
    evening = make_evening("Großer Preisskat zum 3. Advent", series=4)
    evening.is_published = True
    evening.save()
    for number in range(3):
        club = Club.objects.create(name=f"Reizende Buben Nebelhausen {number}")
        people = [
            make_player(
                f"Brunhilde-Theresia {letter}. von Ackermannshausen {number}",
                club=club,
            )
            for letter in "ABCD"
        ]
        for series in evening.series.all():
            sheet = open_table(series=series, players=people)
            type_games(sheet, EIGHT_GAMES, by=erika)
            finish_sheet(sheet=sheet, by=erika, cut_short=True)

    for width, height in ((1920, 1080), (1024, 768)):
        page.set_viewport_size({"width": width, "height": height})
        site(reverse("events:beamer", args=[evening.pk]))

        assert page.locator("tbody tr").count() == 10
        last = page.locator("tbody tr").last.bounding_box()
        assert last["y"] + last["height"] <= height
        assert page.evaluate("document.documentElement.scrollWidth") <= width


def test_a_screen_without_connection_says_since_when(evening, erika, signed_in, site):
    signed_in(erika)
    page = site(reverse("events:clock", args=[evening.pk]))
    note = page.locator("[data-connection]")
    with page.expect_response(lambda answer: "revision=" in answer.url):
        pass
    was_hidden = note.is_hidden()

    page.context.set_offline(True)
    note.wait_for(state="visible")
    words = note.text_content()
    page.context.set_offline(False)
    note.wait_for(state="hidden")

    assert was_hidden
    assert re.search(r"Keine Verbindung. Stand von \d\d:\d\d", words)


def test_the_first_page_without_connection_says_since_when(evening, site, page):
    evening.date = timezone.localdate()
    evening.save()
    publish_event(event=evening, is_published=True)
    page.clock.install()
    site("/")
    note = page.locator("[data-connection]")
    was_hidden = note.is_hidden()

    page.context.set_offline(True)
    page.clock.fast_forward(31_000)
    note.wait_for(state="visible")
    page.context.set_offline(False)
    page.clock.fast_forward(31_000)
    note.wait_for(state="hidden")

    assert was_hidden


def test_my_evening_says_at_once_that_the_connection_is_lost(evening, site, page):
    publish_event(event=evening, is_published=True)
    seat = evening.series.get(number=1).sheets.get().seats.get(place=1)
    page.clock.install()
    site(reverse("events:my-seat", args=[seat.sheet.code, seat.place]))
    note = page.locator("[data-connection]")
    expect(page.locator("#me")).to_be_visible()
    expect(note).to_be_hidden()

    page.context.set_offline(True)
    expect(note).to_be_visible()
    page.context.set_offline(False)
    expect(note).to_be_hidden()
