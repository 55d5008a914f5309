"""Whether only place and value are typed: no page forgets the choice."""

import pytest
from django.urls import reverse

from tests.factories import EIGHT_GAMES, make_sheet, make_user, type_games
from tournaments.events.planning.services import publish_event
from tournaments.templatetags.kept import row_cells

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
    part = record(erika_online, sheet, "248", values="1")
    assert "data-values checked" in part.text
    # A game in shorthand is read with the box on as well, which leaves it on.
    record(erika_online, sheet, "3ao3", number=2, values="1")
    values = sheet.games.values_list("contract", "written_value")
    assert list(values) == [("", 48), ("diamonds", None)]
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
    # Switched off it stays off.
    record(erika_online, sheet, "3k2h", number=2, before="3ao3")
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


def test_the_course_names_its_lines_and_marks_the_rounds(erika_online, erika):
    sheet = make_sheet(players=("Anna", "Bernd", "Carla"))
    type_games(sheet, ["2g1", "1p1", "3h1", "2g1"], by=erika)

    answer = erika_online.get(reverse("sheets:course", args=[sheet.pk]))

    drawn = answer.context["charts"]["wide"]
    assert [line.name for line in drawn.lines] == ["Bernd", "Anna", "Carla"]
    assert [step.text for step in drawn.steps] == ["0", "3", "4"]
    assert drawn.zero
    for line in drawn.lines:
        assert f">{line.name}</text>" in answer.text


def test_a_phone_has_names_that_fit_and_are_not_broken(erika_online, erika):
    sheet = make_sheet(players=("Karl-Heinz Böllerstorff", "Bernd", "Carla"))
    type_games(sheet, ["2g1", "1p1", "3h1"], by=erika)

    answer = erika_online.get(reverse("sheets:course", args=[sheet.pk]))

    charts = answer.context["charts"]
    full, brief = "Karl-Heinz Böllerstorff", "Böllerstorff"
    assert full in [line.name for line in charts["wide"].lines]
    assert brief in [line.name for line in charts["narrow"].lines]
    assert f'<span class="brief" title="{full}">{brief}</span>' in answer.text


def test_a_list_without_games_has_no_course(erika_online):
    answer = erika_online.get(reverse("sheets:course", args=[make_sheet().pk]))

    assert answer.context["charts"] is None
    assert "Kein Spielverlauf" in answer.text
    assert "<polyline" not in answer.text


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


def test_a_typed_line_draws_itself_alone(online, sheet):
    def type_line():
        online.post(
            reverse("sheets:record", args=[sheet.pk]),
            {"text": "2k2h", "number": 9, "before": ""},
            headers={"hx-request": "true"},
        )

    # What is shown again is not drawn again.
    assert drawn_by(lambda: online.get(sheet.get_absolute_url())) == 0
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
