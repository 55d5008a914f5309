"""Players who come after the draw are named at once and seated in one step."""

import copy
import re

import pytest
from django.core.exceptions import ValidationError
from django.urls import reverse

from tests.factories import make_evening, make_player, type_games
from tests.tournaments.events.draws.draws import (
    draw,
    make_entries,
    play,
    sheet_at,
    tables_of,
)
from tests.tournaments.events.draws.test_draw_reports import swap
from tests.tournaments.events.played import page_of
from tests.tournaments.leagues.matches import secretary
from tests.tournaments.papers.pdf import read
from tournaments.events.draws.selectors import waste_text
from tournaments.events.draws.services import seat_latecomer
from tournaments.events.entries.selectors import seating_gaps
from tournaments.events.entries.services import add_entry, check_out_players
from tournaments.events.models import ApartPair
from tournaments.events.planning.path import next_step, progress_of
from tournaments.events.planning.services import publish_event
from tournaments.sheets.seats import add_substitute
from tournaments.words.formats import enumeration

pytestmark = pytest.mark.django_db
NOBODY = "Karl hat in Serie {} keinen Platz."


@pytest.fixture(scope="module")
def drawn(module_db):
    evening = make_evening(series=3)
    make_entries(evening, 15)
    draw(evening, secretary(), 1, 3)
    return evening


@pytest.fixture
def evening(drawn, erika):
    """Three series drawn for fifteen: three tables of four, one of three."""
    return copy.deepcopy(drawn)


def come_late(evening, name="Karl"):
    return add_entry(event=evening, player=make_player(name))


def three_of(evening, series):
    tables = tables_of(evening, series)
    return next(number for number, people in tables.items() if len(people) == 3)


def test_a_late_guest_is_named_and_one_button_seats_them_in_all_series(client, evening):
    publish_event(event=evening, is_published=True)
    chairs = [three_of(evening, series) for series in (1, 2, 3)]
    new = {"who": "Karl", "new_guest": "Karl"}
    assert client.post(page_of(evening, "check_in"), new).status_code == 302

    button = page_of(evening, "seat_latecomer", 16)
    for name in ("check_in", "detail", "draw", "entries"):
        text = client.get(page_of(evening, name)).text
        assert NOBODY.format("1, 2 und 3") in text
        assert button in text
    answer = client.post(button, {"back": "check_in"}, follow=True)

    assert answer.redirect_chain[-1][0] == page_of(evening, "check_in")
    assert f"Serie 1 an Tisch {chairs[0]}" in answer.text
    for series, table in zip((1, 2, 3), chairs, strict=True):
        assert tables_of(evening, series)[table][3:] == [16]
    assert seating_gaps(evening).changes == ()


def test_visitors_do_not_read_who_has_no_seat(client, evening):
    publish_event(event=evening, is_published=True)
    come_late(evening)
    client.logout()

    assert "Karl" not in client.get(page_of(evening, "detail"), follow=True).text


def test_a_series_that_has_begun_is_left_alone(evening, erika):
    play(evening, 1, erika)
    karl = come_late(evening)

    sheets = seat_latecomer(entry=karl, by=erika)

    assert [sheet.series.number for sheet in sheets] == [2, 3]
    assert three_of(evening, 1)


def test_a_late_guest_may_join_the_only_drawn_series_until_it_is_played(client, erika):
    evening = make_evening(series=3)
    make_entries(evening, 6)
    draw(evening, erika)
    karl = come_late(evening)

    offered = client.get(page_of(evening, "check_in")).text
    seat_latecomer(entry=karl, by=erika)
    lisa = come_late(evening, "Lisa")
    waiting = [late.entry for late in seating_gaps(evening).early]
    type_games(sheet_at(evening, 1, 1), ["e"], by=erika)

    karl.refresh_from_db()
    assert "Karl spielt ab Serie 2. Hat Serie 1 noch nicht begonnen" in offered
    assert page_of(evening, "seat_latecomer", 7) in offered
    assert karl.from_series == 1
    assert sorted(map(len, tables_of(evening, 1).values())) == [3, 4]
    assert waiting == [lisa]
    assert seating_gaps(evening).changes == ()


def test_without_a_chair_in_one_series_one_button_draws_all_of_them_anew(
    client, evening, erika
):
    seat_latecomer(entry=come_late(evening), by=erika)
    lisa, marta = (come_late(evening, name) for name in ("Lisa", "Marta"))

    with pytest.raises(ValidationError, match="kein"):
        seat_latecomer(entry=lisa, by=erika)

    page = client.get(page_of(evening, "check_in")).text
    (anew,) = re.findall(r'href="([^"]*replace=on)">Serie 1 bis 3 neu auslosen<', page)
    fields = client.get(anew.replace("&amp;", "&")).context["form"].initial
    assert "Lisa hat in Serie 1, 2 und 3 keinen Platz." in page
    assert page.count("neu auslosen oder einen Tisch hinzufügen") == 1
    assert page_of(evening, "seat_latecomer", marta.start_number) not in page
    named = [fields[name] for name in ("first", "last", "replace")]
    assert named == ["1", "3", "on"]
    draw(evening, erika, 1, 3, replace=True)
    assert seating_gaps(evening).changes == ()


def test_the_open_list_of_who_goes_in_the_middle_is_named(client, evening, erika):
    sheet = sheet_at(evening, 1, 1)
    type_games(sheet, ["e", "e"], by=erika)
    leaver = evening.entries.get(start_number=tables_of(evening, 1)[1][1]).player
    come_late(evening)
    note = f"{leaver} ist gegangen, und eine Liste ist offen: Serie 1, Tisch 1, 2 von"
    before = client.get(page_of(evening, "check_in")).text

    answer = client.post(page_of(evening, "tick"), {"go": leaver.pk}, follow=True)
    add_substitute(sheet=sheet, place=2, player=make_player("Marta"), by=erika)

    assert note not in before
    assert note in answer.text
    assert f'<a href="{sheet.get_absolute_url()}">Dort Ersatz' in answer.text
    assert note not in client.get(page_of(evening)).text


def test_who_waits_takes_the_place_of_who_has_gone(client, evening, erika):
    leaver = tables_of(evening, 1)[1][1]
    place = {series: seat_of(evening, series, leaver) for series in (1, 2, 3)}
    check_out_players(
        event=evening, players=[evening.entries.get(start_number=leaver).player]
    )
    karl = come_late(evening)
    button = "Karl übernimmt Platz 2 an Tisch 1 (Serie 1), "

    pages = [client.get(page_of(evening, name)).text for name in ("check_in", "detail")]
    client.post(page_of(evening, "seat_latecomer", karl.start_number))

    assert all(button in page for page in pages)
    # Of the next step and its own box, only one has the button.
    assert [page.count(button) for page in pages] == [1, 1]
    assert "Gesetzt, aber gegangen" not in pages[0] + pages[1]
    for series, seat in place.items():
        assert seat_of(evening, series, karl.start_number) == seat
    assert seating_gaps(evening).changes == ()


def test_printed_lists_that_no_longer_hold_are_named_and_printed(client, evening):
    paper = reverse("papers:printed", args=[evening.pk])
    client.get(paper, {"papers": "lists"})
    karl = come_late(evening)
    tables = [three_of(evening, series) for series in (1, 2, 3)]
    no_longer = "Gedruckte Listen gelten nicht mehr: Serie 1 an Tisch {}"

    back = {"back": "detail"}
    late = page_of(evening, "seat_latecomer", karl.start_number)
    page = client.post(late, back, follow=True).text
    named = no_longer.format(tables[0])
    again = "Listen drucken: " + enumeration(
        [f"Serie {number} an Tisch {table}" for number, table in enumerate(tables, 1)]
    )
    assert named in page
    assert again in page
    link = re.search(rf'href="({paper}[^"]*lists=[^"]*)"', page)[1].replace(
        "&amp;", "&"
    )
    printed = read(client.get(link))
    # The wall sheet, too.
    assert len(printed) == 1 + 3
    assert all("Karl" in text for text in printed)
    assert again not in client.get(page_of(evening)).text

    first, second = (tables_of(evening, 1)[table][0] for table in (1, 2))
    pair = [evening.entries.get(start_number=number) for number in (first, second)]
    swap(evening, 1, *pair, secretary())
    page = client.get(page_of(evening)).text
    both = "Serie 1 an Tisch 1 und Serie 1 an Tisch 2"
    assert f"Listen drucken: {both}" in page
    draw(evening, secretary(), 3, replace=True)
    step = next_step(progress_of(evening))
    everything = "Serie 1 an Tisch 1, Serie 1 an Tisch 2 und Serie 3"
    assert step.title == f"Listen drucken: {everything}"
    assert waste_text(evening) == f"Gedruckte Listen gelten nicht mehr: {everything}."
    codes = step.url.rpartition("lists=")[2].split(",")
    assert [sheet_at(evening, 1, 1).code, sheet_at(evening, 3, 1).code] == codes[:3:2]
    client.get(paper, {"papers": "lists"})
    sent = {"first": 1, "last": 2, "mode": "lot", "tables": "fours"}
    sent |= {"replace": "on", "seen_draw": 2}
    drawn = client.post(page_of(evening, "draw"), sent, follow=True).text
    assert "Gedruckte Listen gelten nicht mehr: Serie 1 und Serie 2." in drawn


def test_a_redrawn_series_is_printed_although_lists_are_typed(client, evening, erika):
    """On its own page, and as the next step, also what is left of a begun series."""
    paper = reverse("papers:printed", args=[evening.pk])
    client.get(paper, {"papers": "lists"})
    type_games(sheet_at(evening, 1, 1), ["e"], by=erika)
    assert next_step(progress_of(evening)).action == "Liste tippen"

    draw(evening, erika, 2, replace=True)
    step = next_step(progress_of(evening))
    pages = [
        client.get(page_of(evening, *at)).text
        for at in (("detail",), ("draw-series", 2), ("draw-series", 1))
    ]
    client.get(step.url)
    draw(evening, erika, 1, replace=True)
    rest = next_step(progress_of(evening))
    printed = read(client.get(rest.url))

    assert (step.title, step.text[:8]) == ("Listen drucken: Serie 2", "4 Listen")
    assert all(step.url.replace("&", "&amp;") in page for page in pages)
    assert (rest.title, rest.also) == (
        "Listen drucken: Serie 1",
        "Serie 1, Tisch 1 tippen",
    )
    # Who sits where, and the lists that nobody has begun.
    assert len(printed) == 1 + 3
    assert next_step(progress_of(evening)).action == "Liste tippen"


def seat_of(evening, series, number):
    """Return table and place of a start number in a series."""
    tables = tables_of(evening, series).items()
    return next((at, people.index(number)) for at, people in tables if number in people)


def test_a_late_guest_sits_with_nobody_they_are_kept_apart_from(erika):
    evening = make_evening()
    entries = make_entries(evening, 14)
    draw(evening, erika)
    tables = tables_of(evening, 1)
    first, second = (at for at, people in tables.items() if len(people) == 3)
    karl = come_late(evening)
    enemy = next(each for each in entries if each.start_number == tables[first][0])
    ApartPair.objects.create(event=evening, first=enemy, second=karl)

    (sheet,) = seat_latecomer(entry=karl, by=erika)

    assert sheet.table_number == second


def test_while_the_last_series_is_played_a_free_chair_is_still_found(erika):
    evening = make_evening()
    make_entries(evening, 7)
    draw(evening, erika)
    four = next(at for at, own in tables_of(evening, 1).items() if len(own) == 4)
    type_games(sheet_at(evening, 1, four), ["e"], by=erika)
    karl = come_late(evening)

    (late,) = seating_gaps(evening).latecomers

    assert (late.entry, late.series, late.can_join) == (karl, (1,), True)


def test_substitutes_and_expected_people_are_not_missing(evening, erika):
    for series in (1, 2):
        play(evening, series, erika)
    karl = come_late(evening)
    sheet = sheet_at(evening, 3, three_of(evening, 3))
    type_games(sheet, ["e", "e"], by=erika)
    add_substitute(sheet=sheet, place=1, player=karl.player, by=erika)
    make = evening.entries.get(start_number=1)
    evening.entries.filter(pk=make.pk).update(status="registered")

    assert seating_gaps(evening).changes == ()


def test_adding_a_table_counts_the_people_here_not_the_whole_club(client, evening):
    for number in range(20):
        make_player(f"Daheim{number}")
    full = client.get(page_of(evening, "add-table", 1)).text
    come_late(evening)

    text = client.get(page_of(evening, "add-table", 1)).text

    assert "Alle, die da sind, haben einen Tisch." in full
    assert "1 Person ist da und hat noch keinen Tisch: Karl." in text
    assert "Personen haben noch keinen Tisch" not in full + text
    assert text.index('value="Karl"') < text.index('value="Daheim0"')


def test_seating_by_hand_ends_when_everybody_here_has_a_table(client, erika):
    evening = make_evening()
    for place in (1, 2, 3):
        come_late(evening, f"Gast{place}")
    for number in range(5):
        make_player(f"Daheim{number}")
    names = {f"player_{place}": f"Gast{place}" for place in (1, 2, 3)}

    answer = client.post(page_of(evening, "add-table", 1), names)

    assert answer.url == evening.get_absolute_url()
