"""Rows of a list are computed and rendered when they are new, not with each line."""

import pytest
from django.urls import reverse

from tests.factories import EIGHT_GAMES, type_games
from tournaments.events.planning.services import publish_event
from tournaments.templatetags.sheet_rows import row_cells


@pytest.fixture(autouse=True)
def nothing_remembered():
    row_cells.cache_clear()


@pytest.fixture
def online(client, erika, sheet):
    type_games(sheet, EIGHT_GAMES, by=erika)
    client.force_login(erika)
    client.get(sheet.get_absolute_url())
    return client


def drawn_by(act):
    before = row_cells.cache_info().misses
    act()
    return row_cells.cache_info().misses - before


def test_a_list_that_is_shown_again_is_not_drawn_again(online, sheet):
    assert drawn_by(lambda: online.get(sheet.get_absolute_url())) == 0


def test_a_typed_line_draws_itself_alone(online, sheet):
    def type_line():
        online.post(
            reverse("sheets:record", args=[sheet.pk]),
            {"text": "2k2h", "number": 9, "before": ""},
            headers={"hx-request": "true"},
        )

    assert drawn_by(type_line) == 1
    # The next line, and what the page shows, has been rendered before.
    assert drawn_by(lambda: online.get(sheet.get_absolute_url())) == 0


def test_a_corrected_line_is_drawn_anew_with_all_that_follows_from_it(online, sheet):
    online.post(
        reverse("sheets:record", args=[sheet.pk]),
        {"text": "2a2", "number": 1, "before": "2a1"},
    )

    page = online.get(sheet.get_absolute_url()).text

    assert "Karo mit 2" in page
    assert "Karo mit 1" not in page
    # Place 2 has 27 − 96 after its second game, no longer 18 − 96.
    last = page[page.index('id="line-8"') : page.index('id="line-9"')]
    assert '<td class="points is-declarer">−69</td>' in last


def test_what_a_writer_made_is_not_given_to_a_visitor(online, sheet, client):
    publish_event(event=sheet.series.event, is_published=True)
    written = online.get(sheet.get_absolute_url()).text
    client.logout()

    seen = client.get(sheet.get_absolute_url()).text

    link = reverse("sheets:line", args=[sheet.pk, 1])
    assert link in written
    assert link not in seen
    assert 'id="line-1"' in seen


def test_every_language_and_deck_has_rows_of_its_own(online, sheet):
    def first_row():
        page = online.get(sheet.get_absolute_url()).text
        return page[page.index('id="line-1"') : page.index('id="line-2"')]

    rows = {first_row()}
    online.cookies["deck"] = "german"
    rows.add(first_row())
    online.cookies["django_language"] = "en"
    rows.add(first_row())

    assert len(rows) == 3
