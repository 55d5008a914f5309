"""Parts of an event that stay once lists are finished or results released."""

import pytest
from django.urls import reverse

from tests.factories import (
    EIGHT_GAMES,
    make_evening,
    make_player,
    make_sheet,
    type_games,
)
from tests.tournaments.events.draws.test_draw_pages import WISH
from tests.tournaments.events.planning.test_opening import TOURNAMENT
from tournaments.events.flow.services import release, reopen_list
from tournaments.events.models import Event
from tournaments.events.standings.selectors import standings_of
from tournaments.sheets.finishing.services import finish_sheet
from tournaments.sheets.models import ScoreSheet

pytestmark = pytest.mark.django_db

EVENING = {
    "date": "2026-11-06",
    "name": "Clubabend",
    "series": "2",
    "rounds": "12",
    "system": "seeger-fabian",
}
FORMS = [("settings", TOURNAMENT | {"series": "2"}), ("edit", EVENING)]
OTHERS = ("Emil", "Frieda", "Gerd")
BACK_FIRST = "zuerst die Freigabe zurücknehmen"


@pytest.fixture
def sheet(erika):
    sheet = make_sheet(evening=make_evening(series=2))
    type_games(sheet, EIGHT_GAMES, by=erika)
    finish_sheet(sheet=sheet, by=erika, cut_short=True)
    return sheet


@pytest.fixture
def released(sheet):
    return release(event=sheet.series.event, is_released=True, confirmed=True)


def save(client, event, verb, fields):
    return client.post(reverse(f"events:{verb}", args=[event.pk]), fields)


def totals(event):
    return [line.entry.total for line in standings_of(event).places]


@pytest.mark.parametrize(("verb", "fields"), FORMS)
def test_the_system_of_finished_lists_stays(client, sheet, verb, fields):
    event = sheet.series.event

    answer = save(client, event, verb, fields | {"system": "plain"})

    errors = answer.context["form"].errors
    assert answer.status_code == 422
    assert errors["system"] == [
        "Listen sind nach „Seeger-Fabian“ abgeschlossen: zuerst wieder öffnen."
    ]
    assert Event.objects.get().system == "seeger-fabian"


@pytest.mark.parametrize(("verb", "fields"), FORMS)
def test_the_rounds_of_written_lists_stay(client, sheet, erika, verb, fields):
    event = sheet.series.event
    reopen_list(sheet=sheet, by=erika, reason="noch ein Spiel")

    answer = save(client, event, verb, fields | {"rounds": "10"})

    assert answer.context["form"].errors["rounds"] == [
        "Auf Listen von 12 Runden wurden schon Spiele geschrieben; sie bleiben."
    ]
    assert Event.objects.get().rounds == 12


@pytest.mark.parametrize(("verb", "fields"), FORMS)
def test_empty_lists_get_the_new_rounds(client, erika, verb, fields):
    sheet = make_sheet(evening=make_evening(series=2))

    save(client, sheet.series.event, verb, fields | {"rounds": "10"})

    assert Event.objects.get().rounds == ScoreSheet.objects.get().rounds == 10


@pytest.mark.parametrize(("verb", "fields"), FORMS)
def test_reopened_lists_count_by_the_new_system(client, sheet, erika, verb, fields):
    event = sheet.series.event
    before = totals(event)
    reopen_list(sheet=sheet, by=erika, reason="falsches System")

    save(client, event, verb, fields | {"system": "plain"})
    sheet.refresh_from_db()
    finish_sheet(sheet=sheet, by=erika, cut_short=True)

    event = Event.objects.get()
    points = sheet.results.order_by("-game_points").values_list(
        "game_points", flat=True
    )
    assert (event.system, sheet.system) == ("plain", "plain")
    assert totals(event) == list(points) != before


@pytest.mark.parametrize(
    ("field", "value"),
    [("tie_chain", "fewer-lost,won"), ("guests_apart", "on"), ("senior_age", "50")],
)
def test_released_results_are_not_ranked_anew(client, released, field, value):
    fields = TOURNAMENT | {"series": "2", "tie_chain": released.tie_chain}

    refused = save(client, released, "settings", fields | {field: value})
    errors = refused.context["form"].errors
    release(event=released, is_released=False)
    save(client, released, "settings", fields | {field: value})

    assert list(errors) == [field]
    assert BACK_FIRST in errors[field][0]
    assert str(getattr(Event.objects.get(), field)) in (value, "True")


@pytest.mark.parametrize(("verb", "fields"), FORMS)
def test_released_results_get_no_further_series(client, released, verb, fields):
    fields = fields | {"tie_chain": released.tie_chain}

    answer = save(client, released, verb, fields | {"series": "3"})

    assert BACK_FIRST in answer.context["form"].errors["series"][0]
    assert released.series.count() == 2
    assert not standings_of(released).is_provisional


def test_seating_by_hand_says_that_the_results_are_released(client, released):
    people = [make_player(name) for name in OTHERS]
    page = reverse("events:add-table", args=[released.pk, 2])
    places = {f"player_{at}": each.last_name for at, each in enumerate(people, 1)}

    answer = client.post(page, places)

    assert answer.status_code == 422
    assert BACK_FIRST in answer.text


def test_the_draw_says_that_the_results_are_released(client, released):
    page = reverse("events:draw", args=[released.pk])

    answer = client.post(page, WISH | {"first": "2", "last": "2", "mode": "lot"})

    assert BACK_FIRST in answer.text
