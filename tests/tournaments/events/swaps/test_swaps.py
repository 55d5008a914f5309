"""Changing places by hand after a draw."""

import copy

import pytest
from django.core.exceptions import ValidationError

from tests.factories import (
    EIGHT_GAMES,
    make_evening,
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
    SwappedMeanwhile,
    swap_players,
    undo_swap,
)
from tournaments.events.models import Swap
from tournaments.sheets.writing import SheetIsFinished
from tournaments.words.choices import Action, DrawMode

pytestmark = pytest.mark.django_db


@pytest.fixture(scope="module")
def drawn(module_db):
    evening = make_evening(series=2)
    make_entries(evening, 16)
    draw(evening, secretary(), 1, 2)
    return evening


@pytest.fixture
def evening(drawn, erika):
    return copy.deepcopy(drawn)


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


def test_the_costs_are_shown_before_and_after_a_swap(evening, erika):
    first, second = at(evening, 2, 1), at(evening, 2, 2)

    change, _fixed = swap_preview(series_of(evening, 2), first, second)
    before = repeats_now(evening)
    swap(evening, 2, first, second, erika)

    assert repeats_now(evening) == before + change.repeats


def test_an_undone_swap_leaves_the_draw_as_it_was(evening, erika):
    before = tables_of(evening, 2), repeats_now(evening)
    swap(evening, 2, at(evening, 2, 1), at(evening, 2, 2), erika)
    series = series_of(evening, 2)

    undo_swap(series=series, by=erika, revision=seated_series(series).revision)

    assert (tables_of(evening, 2), repeats_now(evening)) == before
    assert Swap.objects.get().is_undone
    series = series_of(evening, 2)
    revision = seated_series(series).revision
    with pytest.raises(ValidationError) as refusal:
        undo_swap(series=series, by=erika, revision=revision)
    assert refusal.value.code == "nothing"


def test_nobody_changes_places_with_themselves(evening, erika):
    anna = at(evening, 1, 1)

    with pytest.raises(ValidationError) as refusal:
        swap(evening, 1, anna, anna, erika)

    assert refusal.value.code == "same-player"


def test_nobody_gets_a_second_seat(evening, erika):
    other = make_evening("Anderer Abend")
    make_sheet(("Emil", "Frieda", "Gerd"), evening=other)
    emil = at(other, 1, 1)

    with pytest.raises(ValidationError) as refusal:
        swap(evening, 1, at(evening, 1, 1), emil, erika)

    assert refusal.value.code == "no-seat"
    assert not Swap.objects.exists()


def test_people_at_lists_with_games_change_places_only_with_a_reason(evening, erika):
    type_games(sheet_at(evening, 1, 1), EIGHT_GAMES[:2], by=erika)
    before = tables_of(evening, 1)

    with pytest.raises(ValidationError) as refusal:
        swap(evening, 1, at(evening, 1, 1), at(evening, 1, 2), erika)

    assert refusal.value.code == "reason"
    assert tables_of(evening, 1) == before


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


def test_the_page_asks_why_where_games_were_typed(client, evening, erika):
    type_games(sheet_at(evening, 1, 1), EIGHT_GAMES[:2], by=erika)
    pair = {
        "first": at(evening, 1, 1).player.pk,
        "second": at(evening, 1, 2).player.pk,
        "seen": seated_series(series_of(evening, 1)).revision,
    }
    address = f"/events/{evening.pk}/draw/series/1/swap/"

    refused = client.get(address, pair)
    preview = client.get(address, pair | {"reason": "Irrtum"})
    done = client.post(address, pair | {"reason": "Irrtum"})

    assert refused.status_code == 422
    assert "An Tisch 1 sind schon Spiele eingetippt" in refused.text
    assert "Sie bleiben bei den Plätzen" in preview.text
    assert done.status_code == 302
    assert at(evening, 1, 2).player.pk == pair["first"]


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
