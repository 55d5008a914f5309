"""Places changed by hand after a draw, and the report of the tables as they are."""

import copy
import datetime

import pytest
from django.core.exceptions import ValidationError
from django.urls import reverse

from tests.factories import (
    EIGHT_GAMES,
    make_evening,
    make_player,
    make_players,
    make_sheet,
    type_games,
)
from tests.tournaments.events.draws.draws import (
    draw,
    make_entries,
    play,
    sheet_at,
    tables_of,
)
from tests.tournaments.leagues.matches import secretary
from tournaments.events.draws.reports import draw_report
from tournaments.events.draws.selectors import seated_series, swap_preview
from tournaments.events.draws.services import (
    STORED_COSTS,
    SwappedMeanwhile,
    swap_players,
    undo_swap,
)
from tournaments.events.entries.services import add_entry
from tournaments.events.models import Entry, Swap
from tournaments.events.seats.services import open_table
from tournaments.papers.event.draws import draw_by_table
from tournaments.sheets.seats import add_substitute, clear_sheets, seat_players
from tournaments.sheets.writing import SheetIsFinished
from tournaments.words.choices import Action, DrawMode

pytestmark = pytest.mark.django_db


AS_FEW = "Weniger Wiederholungen waren nicht zu finden"


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
    pair = entry(evening, second), entry(evening, other)
    swap(evening, 2, *pair, by, reason="Fahrgemeinschaft")
    return sorted((first, second))


def test_after_a_swap_repeats_are_counted_and_named(client, evening, erika):
    assert "Niemand trifft jemanden zweimal" in page_of(client, evening)

    first, second = bring_together(evening, erika)

    report = report_of(evening)
    repeats = report.costs.repeats
    page = page_of(client, evening)
    assert repeats == len(report.reunions) > 0
    assert f"Spieler{first:03} und Spieler{second:03} (Serie 1 und 2)" in page
    assert f"Wiederholte Begegnungen: {repeats}, so wie" in page
    assert "Niemand trifft jemanden zweimal" not in page
    assert AS_FEW not in page
    assert "Fahrgemeinschaft" in page
    for series in draw_by_table(evening).series:
        assert f"Wiederbegegnungen: {repeats} ·" in series.note
        assert series.note.endswith("Von Hand geändert")
        assert "Losnummer" not in series.note
        # At a club's own evening nobody counts them: all belong to it.
        assert "Vereinskameraden" not in series.note + page


def test_a_substitute_meets_whoever_is_still_at_the_table(evening, erika):
    sheet = sheet_at(evening, 1, 1)
    left, *others = tables_of(evening, 1)[1]
    type_games(sheet, EIGHT_GAMES[:2], by=erika)
    emil = add_entry(event=evening, player=make_player("Emil"))
    add_substitute(sheet=sheet, place=1, player=emil.player, from_game=3, by=erika)
    series = evening.series.get(number=2)
    clear_sheets(series_ids=[series.pk])
    people = [entry(evening, number).player for number in others[:2]]
    open_table(series=series, players=[emil.player, *people], by=erika)

    report = report_of(evening)

    names = {text.rpartition(" (")[0] for text in report.reunions}
    assert report.costs.repeats == len(report.reunions) == 3
    assert {f"{player} und Emil" for player in people} < names
    assert entry(evening, left).player.name not in " ".join(names)


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


def test_untouched_tables_cost_what_the_draw_stored(erika):
    before = make_evening("Vorher", date=datetime.date(2026, 10, 2))
    entries = make_entries(before, 10)
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
    people = make_players(("Anna", "Bernd", "Carla"))
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

    assert len(report_of(evening).changes) == 2
    taken = "Serie 2, Tisch 4 wurde weggenommen."
    assert f"{taken} Ohne Platz: Spieler{gone[3]:03}." in page
    assert f". Ohne Platz: Spieler{changed[0]:03}." in page


def test_a_new_start_number_is_no_change_of_the_tables(evening):
    last = evening.entries.get(start_number=16)
    last.start_number = 99
    last.save()

    assert report_of(evening).changes == ()


def test_a_draw_answers_only_for_the_series_it_still_holds(client, evening, erika):
    draw(evening, erika, 2, mode=DrawMode.LOT, replace=True)

    first, second = report_of(evening), report_of(evening, 2)
    page = page_of(client, evening)

    assert (first.series, first.costs.repeats, first.reunions) == ((1,), 0, ())
    assert second.costs.repeats == len(second.reunions) > 0
    assert "Auslosung 1: Serie 1</h1>" in page
    assert "Neu ausgelost: Serie 2." in page


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


@pytest.fixture
def fixed(evening):
    """Somebody who has a fixed place at the first table of the first series."""
    fixed = entry(evening, tables_of(evening, 1)[1][0])
    fixed.store(fixed_table=1)
    return fixed


def test_leaving_a_fixed_place_is_a_warning_before_and_after(client, evening, fixed):
    other = entry(evening, tables_of(evening, 1)[2][0])
    data = {"first": fixed.player_id, "second": other.player_id, "reason": ""}
    address = reverse("events:draw-swap", args=[evening.pk, 1])

    preview = client.get(address, data)
    client.post(address, data | {"seen": preview.context["seen"]})

    assert f"{fixed.player} hat einen festen Platz an Tisch 1 und sitzt" in preview.text
    assert "festen Platz an Tisch 1 und sitzt woanders" in page_of(client, evening)


def test_changing_the_players_of_a_table_warns_of_a_fixed_place(client, evening, fixed):
    others = tables_of(evening, 1)[1][1:]
    names = [make_player("Emil").name, *(f"Spieler{start:03}" for start in others)]
    fields = {f"player_{place}": name for place, name in enumerate(names, 1)}
    address = reverse("events:change-seats", args=[sheet_at(evening, 1, 1).pk])

    answer = client.post(address, fields, follow=True)

    assert f"{fixed.player} hat einen festen Platz an Tisch 1 und sitzt" in answer.text


def series_of(evening, number):
    return evening.series.select_related("event", "draw").get(number=number)


def at(evening, number, table, place=1):
    """Return the person on a place of a table."""
    people = {
        sheet.table_number: seated
        for sheet, seated in seated_series(series_of(evening, number)).tables
    }
    return people[table][place - 1]


def swap(evening, number, first, second, by, **fields):
    series = series_of(evening, number)
    fields.setdefault("revision", seated_series(series).revision)
    return swap_players(
        series=series, first=first.player, second=second.player, by=by, **fields
    )


def stored_games(sheet):
    return list(sheet.games.values_list("number", "declarer", "contract", "won"))


def repeats_now(evening):
    return draw_report(series_of(evening, 2).draw).costs.repeats


def test_a_swap_costs_what_was_shown_and_undone_leaves_the_draw_as_it_was(
    evening, erika
):
    before = tables_of(evening, 2), repeats_now(evening)
    first, second = at(evening, 2, 1), at(evening, 2, 2)
    series = series_of(evening, 2)

    def undo():
        revision = seated_series(series).revision
        return undo_swap(series=series_of(evening, 2), by=erika, revision=revision)

    change, _fixed = swap_preview(series, first, second)
    swap(evening, 2, first, second, erika)
    assert repeats_now(evening) == before[1] + change.repeats

    undo()
    assert (tables_of(evening, 2), repeats_now(evening)) == before
    assert Swap.objects.get().is_undone
    with pytest.raises(ValidationError) as refusal:
        undo()
    assert refusal.value.code == "nothing"


def test_a_swap_that_cannot_be_is_refused(evening, erika):
    other = make_evening("Anderer Abend")
    make_sheet(("Emil", "Frieda", "Gerd"), evening=other)
    type_games(sheet_at(evening, 1, 1), EIGHT_GAMES[:2], by=erika)
    before = tables_of(evening, 1)
    anna = at(evening, 1, 1)

    for partner, code in (
        (anna, "same-player"),
        (at(other, 1, 1), "no-seat"),
        (at(evening, 1, 2), "reason"),  # games were typed
    ):
        with pytest.raises(ValidationError) as refusal:
            swap(evening, 1, anna, partner, erika)
        assert refusal.value.code == code
    assert tables_of(evening, 1) == before
    assert not Swap.objects.exists()


def test_the_games_stay_with_the_places_when_people_were_mixed_up(evening, erika):
    sheets = [sheet_at(evening, 1, table) for table in (1, 2)]
    for sheet in sheets:
        type_games(sheet, EIGHT_GAMES[:2], by=erika)
    first, second = at(evening, 1, 1, 1), at(evening, 1, 2, 3)
    games = [stored_games(sheet) for sheet in sheets]

    swap(evening, 1, first, second, erika, reason="Tische vertauscht")

    assert at(evening, 1, 1, 1).player == second.player
    assert at(evening, 1, 2, 3).player == first.player
    assert [stored_games(sheet) for sheet in sheets] == games
    steps = [sheet.changes.order_by("-step").first() for sheet in sheets]
    assert [(step.action, step.number, step.reason) for step in steps] == [
        (Action.RESEAT, 1, "Tische vertauscht"),
        (Action.RESEAT, 3, "Tische vertauscht"),
    ]


def test_such_an_exchange_is_undone_on_both_lists(evening, erika):
    type_games(sheet_at(evening, 1, 1), EIGHT_GAMES[:2], by=erika)
    before = tables_of(evening, 1)
    swap(evening, 1, at(evening, 1, 1), at(evening, 1, 2), erika, reason="Irrtum")
    series = series_of(evening, 1)

    undo_swap(series=series, by=erika, revision=seated_series(series).revision)

    reasons = [
        change.reason for change in sheet_at(evening, 1, 1).changes.order_by("-step")
    ]
    assert tables_of(evening, 1) == before
    assert reasons[:2] == ["Tausch zurückgenommen: Irrtum", "Irrtum"]
    # The other list is still untouched: it may be drawn anew.
    assert not sheet_at(evening, 1, 2).changes.exists()


def test_people_of_a_finished_list_stay(evening, erika):
    play(evening, 1, erika)

    with pytest.raises(SheetIsFinished):
        swap(evening, 1, at(evening, 1, 1), at(evening, 1, 2), erika, reason="Irrtum")

    assert seated_series(series_of(evening, 1)).movable == []


def test_a_swap_on_the_page_asks_why_where_games_were_typed_and_is_undone(
    client, evening, erika
):
    type_games(sheet_at(evening, 1, 1), EIGHT_GAMES[:2], by=erika)
    before = tables_of(evening, 1)
    pair = {
        "first": at(evening, 1, 1).player.pk,
        "second": at(evening, 1, 2).player.pk,
        "seen": seated_series(series_of(evening, 1)).revision,
    }
    address = f"/events/{evening.pk}/draw/series/1/swap/"

    refused = client.get(address, pair)
    preview = client.get(address, pair | {"reason": "Irrtum"})
    previewed = tables_of(evening, 1)
    done = client.post(address, pair | {"reason": "Irrtum"})
    moved = at(evening, 1, 2).player.pk
    shown = client.get(reverse("events:draw-series", args=[evening.pk, 1]))
    undo = reverse("events:draw-undo", args=[evening.pk, 1])
    client.post(undo, {"seen": shown.context["seated"].revision})

    assert refused.status_code == 422
    assert "Bitte begründen." in refused.text
    assert "Sie bleiben bei den Plätzen" in preview.text
    assert (done.status_code, moved) == (302, pair["first"])
    assert previewed == tables_of(evening, 1) == before


def test_a_swap_from_an_outdated_page_is_refused(evening, erika):
    revision = seated_series(series_of(evening, 1)).revision
    swap(evening, 1, at(evening, 1, 1), at(evening, 1, 2), erika)
    before = tables_of(evening, 1)

    with pytest.raises(SwappedMeanwhile):
        swap(evening, 1, at(evening, 1, 3), at(evening, 1, 4), erika, revision=revision)

    assert tables_of(evening, 1) == before


def test_tables_seated_by_hand_can_be_swapped_too(erika):
    evening = make_evening()
    make_sheet(("Anna", "Bernd", "Carla"), evening=evening)
    make_sheet(("Dieter", "Emil", "Frieda"), evening=evening)

    done = swap(evening, 1, at(evening, 1, 1), at(evening, 1, 2), erika)

    assert done.draw.mode == DrawMode.HAND
    assert at(evening, 1, 1).player.name == "Dieter"
