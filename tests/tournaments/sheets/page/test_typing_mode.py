"""Whether only place and value are typed: no page forgets the choice."""

import pytest
from django.urls import reverse

from tests.factories import make_sheet, make_user, type_games

pytestmark = pytest.mark.django_db

HTMX = {"HTTP_HX_REQUEST": "true"}


def is_on(client, sheet, **query):
    """Return whether the box is ticked on the page of a list."""
    page = client.get(sheet.get_absolute_url(), query).content.decode()
    box = page[page.index("data-values") :]
    return " checked" in box[: box.index(">")]


def record(client, sheet, text, number=1, **fields):
    fields = {"number": number, "before": "", "text": text} | fields
    return client.post(reverse("sheets:record", args=[sheet.pk]), fields, **HTMX)


def test_the_choice_outlasts_every_load(erika_online, sheet):
    record(erika_online, sheet, "248", values="1")
    # A game in shorthand is read with the box on as well, which leaves it on.
    record(erika_online, sheet, "3ao3", number=2, values="1")
    after_lines = is_on(erika_online, sheet)
    erika_online.post(reverse("sheets:foot", args=[sheet.pk]), {"total_2": "98"})
    sheet.refresh_from_db()
    undo = reverse("sheets:undo", args=[sheet.pk])
    erika_online.post(undo, {"revision": sheet.revision}, **HTMX)
    line = reverse("sheets:line", args=[sheet.pk, 1])
    opened = erika_online.get(line, **HTMX).content.decode()

    assert after_lines
    assert is_on(erika_online, sheet)
    assert "data-values checked" in opened


def test_switched_off_it_stays_off(erika_online, sheet):
    record(erika_online, sheet, "248", values="1")
    record(erika_online, sheet, "3k2h", number=2)

    assert not is_on(erika_online, sheet)


def test_the_box_is_kept_before_a_line_is_written(erika_online, sheet):
    echo = reverse("sheets:echo", args=[sheet.pk])
    erika_online.get(echo, {"number": 1, "text": "", "values": "1"}, **HTMX)
    ticked = is_on(erika_online, sheet)
    erika_online.get(echo, {"number": 1, "text": ""}, **HTMX)

    assert ticked
    assert not is_on(erika_online, sheet)


def test_another_list_goes_on_as_it_was_typed(erika_online, sheet, erika):
    record(erika_online, sheet, "248", values="1")
    people = ("Emil", "Frieda", "Gerd")
    empty = make_sheet(people, evening=sheet.series.event)
    shorthand = make_sheet(("Hugo", "Ida", "Jan"), evening=sheet.series.event)
    type_games(shorthand, ["2k2h"], by=erika)

    assert is_on(erika_online, empty)
    assert not is_on(erika_online, shorthand)


def test_somebody_else_continues_a_list_of_values(client, sheet, erika):
    type_games(sheet, ["2k2h", "1+48", "e"], by=erika)
    client.force_login(make_user("otto", role="secretary"))

    assert is_on(client, sheet)
