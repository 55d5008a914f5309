"""The report of a draw describes the tables as they stand now."""

import copy
import datetime

import pytest
from django.urls import reverse

from tests.factories import make_evening, make_player
from tests.tournaments.events.draws.draws import (
    draw,
    make_entries,
    play,
    sheet_at,
    tables_of,
)
from tests.tournaments.leagues.matches import secretary
from tournaments.events.draws.reports import draw_report
from tournaments.events.draws.selectors import seated_series
from tournaments.events.draws.services import STORED_COSTS, swap_players
from tournaments.events.entries.services import add_entry
from tournaments.events.models import Entry
from tournaments.events.seats.services import open_table
from tournaments.papers.event.draws import draws_by_table
from tournaments.sheets.seats import seat_players

pytestmark = pytest.mark.django_db
AS_FEW = "weniger wiederholte Begegnungen wurden nicht gefunden"


@pytest.fixture(scope="module")
def drawn(module_db):
    evening = make_evening(series=2)
    make_entries(evening, 16)
    draw(evening, secretary(), 1, 2)
    return evening


@pytest.fixture
def evening(drawn, erika):
    """Two series drawn for sixteen, in which nobody meets anybody twice."""
    return copy.deepcopy(drawn)


def report_of(evening, number=1):
    return draw_report(evening.draws.get(number=number), published_only=False)


def page_of(client, evening, number=1):
    address = reverse("events:draw-report", args=[evening.pk, number])
    return client.get(address).text


def entry(evening, number):
    return Entry.objects.select_related("player").get(
        event=evening, start_number=number
    )


def bring_together(evening, by):
    """Seat two people of one table in series 1 together in series 2; return them."""
    first, second, *_rest = tables_of(evening, 1)[1]
    other = next(start for start in mates(evening, 2, first) if start != first)
    series = evening.series.select_related("event", "draw").get(number=2)
    swap_players(
        series=series,
        first=entry(evening, second).player,
        second=entry(evening, other).player,
        by=by,
        revision=seated_series(series).revision,
        reason="Fahrgemeinschaft",
    )
    return sorted((first, second))


def test_after_a_swap_repeats_are_counted_and_named(client, evening, erika):
    assert "Niemand trifft jemanden zweimal" in page_of(client, evening)

    first, second = bring_together(evening, erika)

    report = report_of(evening)
    page = page_of(client, evening)
    assert report.costs.repeats == len(report.reunions) > 0
    assert f"Spieler{first:03} und Spieler{second:03} (Serie 1 und 2)" in page
    assert f"{report.costs.repeats} wiederholte Begegnungen, so wie" in page
    assert "Niemand trifft jemanden zweimal" not in page
    assert AS_FEW not in page
    assert "Fahrgemeinschaft" in page


@pytest.mark.parametrize("is_changed", [False, True])
def test_a_repeated_draw_agrees_with_the_stored_one(client, evening, erika, is_changed):
    client.force_login(erika)
    if is_changed:
        bring_together(evening, erika)

    answer = client.post(
        reverse("events:draw-repeat", args=[evening.pk, 1]), follow=True
    )

    assert "Es kommen dieselben Tische wie damals ausgelost heraus." in answer.text
    assert ("Seither wurden einige von Hand geändert." in answer.text) == is_changed


def mates(evening, series, start):
    """Return the start numbers at the table of a start number, by place."""
    return next(
        table for table in tables_of(evening, series).values() if start in table
    )


def test_a_change_of_seats_at_the_table_counts_like_a_swap(client, evening, erika):
    leaver, stays, *others = tables_of(evening, 2)[1]
    mate = next(start for start in mates(evening, 1, stays) if start != stays)
    tables = tables_of(evening, 2)
    sheet_at(evening, 2, next(t for t in tables if mate in tables[t])).delete()
    players = [entry(evening, start).player for start in (mate, stays, *others)]
    seat_players(sheet=sheet_at(evening, 2, 1), players=players, by=erika)

    page = page_of(client, evening)

    assert report_of(evening).costs.repeats == 1
    assert f"Serie 2, Tisch 1: ausgelost Spieler{leaver:03}, " in page
    assert f"; jetzt Spieler{mate:03}, " in page
    assert AS_FEW not in page


@pytest.mark.parametrize("people", [10, 15])
def test_untouched_tables_cost_what_the_draw_stored(erika, people):
    before = make_evening("Vorher", date=datetime.date(2026, 10, 2))
    entries = make_entries(before, people)
    draw(before, erika)
    play(before, 1, erika)
    evening = make_evening(series=3)
    for each in entries:
        add_entry(event=evening, player=each.player)
    draw(evening, erika, 1, 3)

    report = report_of(evening)

    stored = {name: getattr(report.draw, name) for name in STORED_COSTS}
    assert {name: getattr(report.costs, name) for name in STORED_COSTS} == stored
    assert report.is_as_drawn


def test_added_and_removed_tables_are_reported(client, evening, erika):
    sheet_at(evening, 2, 4).delete()
    people = [make_player(name) for name in ("Anna", "Bernd", "Carla")]
    open_table(series=evening.series.get(number=2), players=people)
    sheet_at(evening, 2, 4).series.sheets.filter(table_number=4).update(table_number=9)

    page = page_of(client, evening)

    assert "Serie 2, Tisch 9 kam dazu: Anna, Bernd und Carla." in page
    assert "Serie 2, Tisch 4 wurde weggenommen." in page


def test_only_people_who_lost_their_seat_are_named_as_seatless(client, evening, erika):
    gone, changed = tables_of(evening, 2)[4], tables_of(evening, 2)[1]
    sheet_at(evening, 2, 4).delete()
    players = [entry(evening, start).player for start in (gone[0], *changed[1:])]
    seat_players(sheet=sheet_at(evening, 2, 1), players=players, by=erika)
    entry(evening, gone[1]).delete()
    Entry.objects.filter(start_number=gone[2]).update(until_series=1)

    page = page_of(client, evening)

    assert [[each.table, *each.seatless] for each in report_of(evening).changes] == [
        [1, f"Spieler{changed[0]:03}"],
        [4, f"Spieler{gone[3]:03}"],
    ]
    taken = "Serie 2, Tisch 4 wurde weggenommen."
    assert f"{taken} Ohne Platz: Spieler{gone[3]:03}." in page
    assert f". Ohne Platz: Spieler{changed[0]:03}." in page


def test_a_new_start_number_is_no_change_of_the_tables(evening):
    last = evening.entries.get(start_number=16)
    last.start_number = 99
    last.save()

    assert report_of(evening).changes == ()


def test_a_replaced_draw_is_shown_as_it_was_drawn(client, evening, erika):
    draw(evening, erika, 1, 2, replace=True)

    page = page_of(client, evening)

    assert report_of(evening).series == ()
    assert "Niemand trifft jemanden zweimal" in page
    assert "Tische nach Serien" in page


def test_the_strength_of_the_tables_is_shown(client, evening, erika):
    play(evening, 1, erika)

    (second,) = report_of(evening).strengths

    assert (second.series, second.is_of_event) == (2, True)
    totals = {
        each.player_id: each.total
        for sheet in evening.series.get(number=1).sheets.all()
        for each in sheet.results.all()
    }
    at_one = [entry(evening, start).player_id for start in tables_of(evening, 2)[1]]
    assert dict(second.tables)[1] * 4 == sum(totals[pk] for pk in at_one)
    assert "Stärke der Tische" in page_of(client, evening)


def test_strength_for_visitors_leaves_out_hidden_lists(evening, erika):
    other = make_evening("Geheim", date=datetime.date(2026, 10, 2))
    people = [entry(evening, number).player for number in (1, 2, 3)]
    open_table(series=other.series.get(), players=people)
    play(other, 1, erika)

    public = draw_report(evening.draws.get(), published_only=True)

    assert public.strengths == ()
    first = report_of(evening).strengths[0]
    assert (first.series, first.is_of_event) == (1, False)
    assert len(first.tables) <= 3


def test_leaving_a_fixed_place_is_a_warning_before_and_after(client, evening, erika):
    tables = tables_of(evening, 1)
    fixed = entry(evening, tables[1][0])
    fixed.fixed_table = 1
    fixed.save()
    other = entry(evening, tables[2][0])
    data = {"first": fixed.player_id, "second": other.player_id}

    preview = client.get(reverse("events:draw-swap", args=[evening.pk, 1]), data).text
    client.post(
        reverse("events:draw-swap", args=[evening.pk, 1]),
        data
        | {"seen": seated_series(evening.series.get(number=1)).revision, "reason": ""},
    )

    assert f"{fixed.player} hat einen festen Platz an Tisch 1." in preview
    assert "festen Platz an Tisch 1 und sitzt woanders" in page_of(client, evening)


def test_changing_the_players_of_a_table_warns_of_a_fixed_place(client, evening):
    tables = tables_of(evening, 1)
    fixed = entry(evening, tables[1][0])
    fixed.fixed_table = 1
    fixed.save()
    emil = make_player("Emil")
    names = [emil.name, *(f"Spieler{start:03}" for start in tables[1][1:])]
    fields = {f"player_{place}": name for place, name in enumerate(names, 1)}
    address = reverse("events:change-seats", args=[sheet_at(evening, 1, 1).pk])

    answer = client.post(address, fields, follow=True)

    assert f"{fixed.player} hat einen festen Platz an Tisch 1." in answer.text


def test_the_paper_describes_the_tables_as_they_stand(evening, erika):
    bring_together(evening, erika)

    notes = [paper.note for paper in draws_by_table(evening)]

    repeats = report_of(evening).costs.repeats
    assert all(f"Wiederbegegnungen: {repeats} ·" in note for note in notes)
    assert all(note.endswith("von Hand geändert") for note in notes)
    assert not any("Kennzahl" in note for note in notes)
