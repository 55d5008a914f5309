"""Pages that renew themselves: screens of the room, and where somebody sits."""

import re

import pytest
from django.urls import reverse
from django.utils import timezone
from playwright.sync_api import expect

from tests.browser.conftest import connect, cut_off, script
from tests.browser.desk.keys import silence
from tests.factories import (
    EIGHT_GAMES,
    finish_list,
    make_evening,
    make_player,
    make_sheet,
    type_games,
)
from tournaments.events.flow.services import start_clock
from tournaments.events.planning.services import publish_event
from tournaments.events.seats.services import open_table
from tournaments.people.models import Club
from tournaments.sheets.finishing.services import finish_sheet

pytestmark = pytest.mark.django_db(transaction=True)
SIZE = script("sizeOfRows")
LATER = 31_000  # ms; by then each of them has asked again


@pytest.fixture
def evening(erika):
    """An evening of today with twelve people of long names; a last series goes on."""
    Club.objects.create(name="Skatfreunde Reizende Buben eV", is_home=True)
    evening = make_evening(
        "Großer Preisskat zum 3. Advent", series=4, date=timezone.localdate()
    )
    evening.time_limit = 120
    evening.save()
    for number in range(3):
        club = Club.objects.create(name=f"Reizende Buben Nebelhausen {number}")
        people = [
            make_player(
                f"Brunhilde-Theresia {letter}. von Ackermannshausen {number}", club=club
            )
            for letter in "ABCD"
        ]
        for series in evening.series.all():
            sheet = open_table(series=series, players=people)
            type_games(sheet, EIGHT_GAMES, by=erika)
            if series.number < 4:
                finish_sheet(sheet=sheet, by=erika, cut_short=True)
    return publish_event(event=evening, is_published=True)


def test_screens_show_ten_places_and_say_since_when_they_are_cut_off(
    evening, site, page
):
    for width, height in ((1920, 1080), (1024, 768)):
        page.set_viewport_size({"width": width, "height": height})
        with silence(page, "**/beamer/*page=*"):  # before the next ten come
            site(reverse("events:beamer", args=[evening.pk]))
            rows, lowest, widest = page.evaluate(SIZE)
        assert rows == 10
        assert lowest <= height
        assert widest <= width

    page.clock.install()
    start_clock(series=evening.series.get(number=4))
    site(reverse("events:clock", args=[evening.pk]))
    before = page.text_content("[data-clock]")
    with page.expect_response(lambda answer: "revision=" in answer.url) as polled:
        page.clock.fast_forward(LATER)
    assert polled.value.status == 204
    assert before.startswith(("1:59:", "2:00:"))
    assert page.text_content("[data-clock]") < before
    says_since_when_it_is_cut_off(page)
    site("/")
    says_since_when_it_is_cut_off(page)


def says_since_when_it_is_cut_off(page):
    note = page.locator("[data-connection]")
    expect(note).to_be_hidden()
    cut_off(page.context)
    page.clock.fast_forward(LATER)
    expect(note).to_be_visible()
    expect(note).to_contain_text(re.compile(r"Keine Verbindung. Stand von \d\d:\d\d"))
    connect(page.context)
    page.clock.fast_forward(LATER)
    expect(note).to_be_hidden()


def test_my_evening_says_at_once_that_it_is_cut_off_and_keeps_the_focus(
    erika, site, page
):
    evening = make_evening(rounds=3)
    sheet = make_sheet(evening=evening)
    finish_list(sheet, EIGHT_GAMES, by=erika)
    publish_event(event=evening, is_published=True)
    site(reverse("events:my-seat", args=[sheet.code, 1]))
    note, link = page.locator("[data-connection]"), page.locator("#me a").last
    link.focus()

    # Nothing is new, so nothing is replaced.
    page.evaluate("document.querySelector('#me').dataset.first = ''")
    first = page.locator("#me[data-first]")
    cut_off(page.context)
    expect(note).to_be_visible()
    connect(page.context)
    expect(note).to_be_hidden()
    expect(first).to_be_attached()

    page.evaluate("document.querySelector('#me h2').textContent = 'Serie 9'")
    page.evaluate("window.dispatchEvent(new Event('online'))")
    expect(first).not_to_be_attached()
    expect(link).to_be_focused()
