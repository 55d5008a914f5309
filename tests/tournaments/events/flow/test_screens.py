"""Second screens: the clock of a series, the ranking in large type."""

import datetime
import re

import pytest
import time_machine
from django.test import Client
from django.utils import timezone

from tests.factories import (
    EIGHT_GAMES,
    finish_list,
    make_evening,
    make_sheet,
    type_games,
)
from tests.tournaments.events.played import page_of
from tests.tournaments.sheets.table.phones import Phone
from tournaments.events.entries.services import register_seated
from tournaments.events.flow.selectors import clock_face
from tournaments.events.flow.services import start_clock, withhold
from tournaments.events.planning.services import publish_event
from tournaments.events.seats.services import open_table
from tournaments.scope.scope import DRAW, RESULTS, UNTIL_RELEASED
from tournaments.words.choices import EntryStatus

pytestmark = pytest.mark.django_db

EIGHT_PM = datetime.datetime(2026, 11, 6, 19, 0, tzinfo=datetime.UTC)
HTMX = {"HX-Request": "true"}


@pytest.fixture
def evening(erika):
    evening = make_evening(series=2)
    evening.time_limit = 120
    evening.save()
    make_sheet(evening=evening)
    return evening


def after(minutes):
    moment = EIGHT_PM + datetime.timedelta(minutes=minutes)
    return time_machine.travel(moment, tick=False)


def set_clock(client, evening, **fields):
    return client.post(page_of(evening, "set-clock", 1), fields, follow=True)


def finish_first_series(evening, by):
    for sheet in evening.series.get(number=1).sheets.all():
        finish_list(sheet, EIGHT_GAMES[:3], by=by)


def test_the_clock_starts_runs_on_past_its_end_and_is_stopped(client, evening):
    with after(0):
        set_clock(client, evening, action="start")
    with after(75):
        page = client.get(page_of(evening, "clock")).text
    with after(123):
        over = client.get(page_of(evening, "clock")).text
        more = set_clock(client, evening, minutes="5").text
        stopped = set_clock(client, evening, action="stop").text

    assert "0:45:00" in page
    assert "Schluss ist um 22:00 Uhr" in page
    assert "nicht begonnene Spiele werden gestrichen" in page
    assert "−0:03:00" in over
    assert "is-over" in over
    assert "Schluss ist um 22:05 Uhr" in more
    assert "120 Minuten Spielzeit" in stopped


def test_nonsense_leaves_the_clock_alone(client, evening):
    def started():
        return evening.series.get(number=1).clock_started_at

    for fields in ({"minutes": "5"}, {"minutes": "x"}, {"action": "run"}, {}):
        assert set_clock(client, evening, **fields).status_code == 200
    assert started() is None
    with after(0):
        set_clock(client, evening, action="start")
        for minutes in ("0", "999", "-999", "9" * 400):
            set_clock(client, evening, minutes=minutes)
    assert started() == EIGHT_PM


def test_the_clock_names_the_missing_tables_and_goes_on_to_the_next_series(
    client, evening, erika
):
    before = client.get(page_of(evening, "clock")).text
    finish_first_series(evening, erika)

    after = client.get(page_of(evening, "clock")).text
    make_sheet(evening=evening, series=2)

    assert "0 von 1 Listen sind da" in before
    assert "Tisch 1" in before
    assert "Alle Listen sind abgeschlossen." in after
    assert clock_face(evening).series.number == 2


def test_the_clock_says_how_far_a_table_is_unless_its_list_is_withheld(client, evening):
    publish_event(event=evening, is_published=True)
    [sheet] = evening.series.get(number=1).sheets.all()
    address, visitor = page_of(evening, "clock"), Client()
    phone = Phone(Client(), sheet)
    at_the_desk = client.get(address).text
    phone.take_pen()
    phone.write(1, "2a1")
    one, shown = client.get(address), visitor.get(address).text
    phone.write(2, "3g1")

    known = {"revision": one.context["revision"]}
    two = client.get(address, known, headers=HTMX).text
    withhold(event=evening, moments={1: {DRAW: None, RESULTS: UNTIL_RELEASED}})

    assert "von 48 Spielen" not in at_the_desk
    assert "1 von 48 Spielen" in one.text
    assert "1 von 48 Spielen" in shown
    assert "2 von 48 Spielen" in two
    assert "von 48 Spielen" not in visitor.get(address).text
    assert "2 von 48 Spielen" in client.get(address).text


def test_an_unchanged_clock_is_not_sent_again(client, evening, erika):
    address = page_of(evening, "clock")
    revision = client.get(address).context["revision"]

    same = client.get(address, {"revision": revision}, headers=HTMX)
    start_clock(series=evening.series.get(number=1), at=timezone.now())
    started = client.get(address, {"revision": revision}, headers=HTMX)

    assert same.status_code == 204
    assert started.status_code == 200
    assert "<html" not in started.text


def test_the_next_series_may_begin_while_lists_are_missing(client, evening):
    make_sheet(evening=evening, series=2)
    set_clock(client, evening, action="start")

    page, before = client.get(page_of(evening, "clock")).text, clock_face(evening)
    client.post(page_of(evening, "set-clock", 2), {"action": "start"})

    assert "Uhr von Serie 2 starten" in page
    assert (before.series.number, before.following) == (1, 2)
    assert clock_face(evening).series.number == 2


def test_the_beamer_turns_its_pages(client, evening, erika):
    for table in range(3):
        make_sheet([f"{name}{table}" for name in "WXYZ"], evening=evening)
    finish_first_series(evening, erika)
    address = page_of(evening, "beamer")

    first = client.get(address).text
    second = client.get(address, {"page": "2"}, headers=HTMX).text
    third = client.get(address, {"page": "3"}, headers=HTMX).text

    assert first.count("<tr") == 1 + 10
    assert second.count("<tr") == 1 + 6
    assert "1/2" in first
    assert "1/2" in third
    assert "Vorläufig" in first
    # Only series that were played have a column.
    assert first.count('class="num series">S') == 1
    assert "–</td>" not in first


def test_a_single_unchanged_beamer_page_is_not_sent_again(client, evening, erika):
    finish_first_series(evening, erika)
    address = page_of(evening, "beamer")
    revision = client.get(address).context["revision"]
    asked = {"revision": revision, "pages": "1", "page": "1"}

    same = client.get(address, asked, headers=HTMX)
    make_sheet(("Emil", "Frieda", "Gerd"), evening=evening)
    more = client.get(address, asked, headers=HTMX)
    revisions = [more.context["revision"]]
    make_sheet(("Ida", "Jan", "Karl", "Lena"), evening=evening, series=2)
    revisions.append(client.get(address).context["revision"])

    assert (same.status_code, more.status_code) == (204, 200)
    assert len({revision, *revisions}) == 3
    assert re.fullmatch("[0-9a-f]{32}", revision), "it reveals no counts"


def test_between_two_series_the_beamer_shows_the_seats(client, evening, erika):
    finish_first_series(evening, erika)
    sheet = make_sheet(("Ida", "Jan", "Karl", "Lena"), evening=evening, series=2)
    address = page_of(evening, "beamer")

    text = client.get(address, {"page": "2"}).text
    assert "Serie 2: Wer sitzt wo" in text
    assert "Tisch 1" in text
    assert "Platz 4" in text

    type_games(sheet, EIGHT_GAMES[:1], by=erika)
    assert "Wer sitzt wo" not in client.get(address, {"page": "2"}).text


def test_screens_of_an_evening_without_tables_or_limit(client, erika):
    evening = make_evening("Ohne Uhr")
    beamer = client.get(page_of(evening, "beamer")).text
    make_sheet(evening=evening)
    clock = client.get(page_of(evening, "clock")).text

    assert "Noch ist nichts gespielt." in beamer
    assert "Vorläufig" not in beamer
    assert "is-open" in clock
    assert "Keine Zeitgrenze" not in clock


def test_the_beamer_says_who_left_and_who_takes_no_place(client, erika):
    evening = make_evening(series=2)
    evening.least_lists = 2
    evening.save()
    people = [seat.player for seat in make_sheet(evening=evening).seats.all()]
    open_table(series=evening.series.get(number=2), players=people[1:])
    for series in evening.series.all():
        sheet = series.sheets.get()
        finish_list(sheet, ["2k1"], by=erika)
    register_seated(event=evening)
    evening.entries.filter(player=people[1]).update(
        status=EntryStatus.LEFT, until_series=1
    )

    text = client.get(page_of(evening, "beamer")).text

    assert f"Nicht gewertet, weniger als 2 Listen: {people[0]}" in text
    assert "<small>dabei bis Serie 1</small>" in text
