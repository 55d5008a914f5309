"""An evening as a path: the next step, and the states of the others."""

import re
from datetime import timedelta

import pytest
from django.urls import reverse
from django.utils import timezone

from tests.factories import (
    INSIDER,
    make_evening,
    make_players,
    make_sheet,
    make_user,
    type_games,
)
from tests.tournaments.events.played import finished_list
from tournaments.events.entries.services import (
    add_entry,
    check_out_players,
    mark_left,
    register_people,
    register_seated,
)
from tournaments.events.flow.services import release
from tournaments.events.models import Prize
from tournaments.events.planning.path import Stage, next_step, path_of, progress_of
from tournaments.events.planning.services import publish_event
from tournaments.sheets.finishing.services import finish_sheet
from tournaments.sheets.models import ScoreSheet
from tournaments.words.choices import EventKind, SheetState

pytestmark = pytest.mark.django_db


def following_step(event):
    event.refresh_from_db()
    return next_step(progress_of(event))


def states(event):
    """Return the text of each step; done ones with a tick, the next with an arrow."""
    event.refresh_from_db()
    return [
        f"{'✓' if step.is_done else '→' if step.is_next else '·'} {step.label} "
        f"{step.text}".strip()
        for step in path_of(progress_of(event), INSIDER)
    ]


def enter_people(event, names):
    for player in make_players(names):
        add_entry(event=event, player=player)


def test_an_evening_begins_with_the_check_in(evening):
    assert following_step(evening).stage is Stage.CHECK_IN
    assert states(evening) == [
        "→ Anwesenheit noch niemand",
        "· Auslosung 0 von 1 Serie",
        "· Drucken",
        "· Tippen",
        "· Rangliste",
    ]


def test_people_seated_by_hand_count_as_present(erika, evening):
    awaited = make_players(("Emil", "Frieda"))
    register_people(event=evening, people=awaited)
    make_sheet(evening=evening)

    assert states(evening)[0] == "✓ Anwesenheit 4 Personen"


def test_lists_that_are_printed_tick_printing_off_by_whichever_door(client, erika):
    evening = make_evening(series=2)
    for series in (1, 2):
        make_sheet(evening=evening, series=series)
    client.force_login(erika)
    paper = reverse("papers:printed", args=[evening.pk])

    steps = []
    for door, asked in (
        (paper, {"papers": "draw-by-table"}),
        (paper, {"papers": "emergency"}),  # with the lists of the next series
        (paper, {"papers": "lists", "series": 2, "table": 1}),
        (reverse("papers:series-sheets", args=[evening.pk, 2]), {}),
    ):
        client.get(door, asked)
        steps.append((following_step(evening).title, states(evening)[2]))

    second = "Listen drucken: Serie 2"
    assert steps == [
        ("Listen drucken: Serie 1 und Serie 2", "→ Drucken"),
        *[(second, "→ Drucken")] * 2,
        ("Serie 1, Tisch 1", "✓ Drucken"),
    ]
    # The page of a series leads to its own lists.
    assert next_step(progress_of(evening), 2).title == "Serie 2, Tisch 1"
    history = client.get(reverse("history:of-event", args=[evening.pk])).text
    assert "Listen zum Drucken" in history


def test_three_people_can_be_drawn(client, erika, evening):
    draw = f"{reverse('events:draw', args=[evening.pk])}?series=1"
    empty = client.get(evening.get_absolute_url()).text
    enter_people(evening, ["Anna", "Bernd"])
    with_two = following_step(evening).stage
    enter_people(evening, ["Carla"])

    step = following_step(evening)

    assert with_two is Stage.CHECK_IN
    assert (step.stage, step.title) == (Stage.DRAW, "Serie 1 auslosen")
    assert step.text == "3 Personen"
    assert draw not in empty
    assert draw in client.get(evening.get_absolute_url()).text


@pytest.mark.parametrize(
    ("names", "first"),
    [
        (("Anna", "Bernd", "Carla", "Dieter"), "Spieler an Tisch 1 ändern"),
        (("Anna", "Bernd", "Carla"), "Serie 1 neu auslosen"),
    ],
)
def test_tables_are_mended_when_somebody_leaves_before_they_play(
    client, erika, names, first
):
    sheet = make_sheet(names)
    evening = sheet.series.event
    register_seated(event=evening)
    bernd = evening.entries.get(player__last_name="Bernd")
    check_out_players(event=evening, players=[bernd.player])

    bernd.refresh_from_db()
    assert (bernd.status, bernd.until_series) == ("left", 0)
    assert progress_of(evening).people == len(names) - 1
    step = following_step(evening)
    page = client.get(evening.get_absolute_url()).text
    draw = f"{reverse('events:draw', args=[evening.pk])}?series=1&last=1&replace=on"
    change = reverse("events:change-seats", args=[sheet.pk])

    assert (step.stage, step.action) == (Stage.DRAW, first)
    assert {step.url, step.also_url} == {draw, change}
    assert states(evening)[1] == "→ Auslosung 1 von 1 Serie"
    for link in (draw.replace("&", "&amp;"), change):
        assert f'href="{link}"' in page
    assert page.count("Gesetzt, aber gegangen") == 1
    assert re.search('name="replace"[^>]* checked', client.get(draw).text)

    # A file may bring an event that is released although a list is missing.
    evening.store(is_released=True)
    step = following_step(evening)
    assert (step.url, step.also_url) == (change, "")
    for name in ("detail", "entries"):
        page = client.get(reverse(f"events:{name}", args=[evening.pk])).text
        assert "replace=on" not in page
        assert change in page


def test_who_leaves_a_running_list_is_not_counted_until_the_end(erika):
    sheet = make_sheet()
    evening = sheet.series.event
    register_seated(event=evening)
    type_games(sheet, ["2g1"], by=erika)
    entry = evening.entries.first()
    mark_left(entry=entry, after_series=1)

    meanwhile = states(evening)[0]
    finish_sheet(sheet=sheet, by=erika, cut_short=True)

    assert meanwhile == "✓ Anwesenheit 3 Personen"
    assert states(evening)[0] == "✓ Anwesenheit 4 Personen"


def test_nothing_is_drawn_after_the_release(erika):
    evening = make_evening(series=2)
    sheet = finished_list(evening, erika)
    release(event=evening, is_released=True, confirmed=True)
    ScoreSheet.objects.filter(pk=sheet.pk).update(state=SheetState.EMPTY)

    assert following_step(evening).stage is not Stage.DRAW


def test_a_list_that_is_begun_is_typed_before_the_others(erika, evening):
    make_sheet(evening=evening)
    second = make_sheet(evening=evening)
    type_games(second, ["2a1"], by=erika)

    step = following_step(evening)

    assert (step.stage, step.url) == (Stage.TYPE, second.get_absolute_url())
    assert (step.title, step.text) == ("Serie 1, Tisch 2", "in Arbeit")


def test_after_the_last_list_of_a_series_the_next_one_is_drawn(erika):
    evening = make_evening(series=2)
    finished_list(evening, erika)

    assert following_step(evening).title == "Serie 2 auslosen"
    assert states(evening) == [
        "✓ Anwesenheit 4 Personen",
        "→ Auslosung 1 von 2 Serien",
        "· Drucken",
        "· Tippen 1 von 1 Listen",
        "· Rangliste vorläufig",
    ]


def test_after_the_last_list_the_results_are_released_published_and_paid(
    client, erika, evening
):
    finished_list(evening, erika)
    winner = evening.series.get().results.order_by("-total").first().player
    add_entry(event=evening, player=winner)
    Prize.objects.create(event=evening, place=1, amount=5000)
    played = following_step(evening)
    release(event=evening, is_released=True)
    released = following_step(evening)
    page = client.get(evening.get_absolute_url()).text
    publish_event(event=evening, is_published=True)
    published = following_step(evening)
    Prize.objects.all().delete()

    assert played.post == {"released": "yes", "published": "yes"}
    assert released.post == {"published": "yes"}
    assert page.count(reverse("events:publish", args=[evening.pk])) == 1
    assert (published.stage, published.text) == (Stage.PRIZES, "1 ist offen")
    assert states(evening)[-1] == "✓ Rangliste bekanntgegeben"
    assert following_step(evening) is None


def test_the_pages_of_an_event_tell_those_who_write_what_comes_next(client, erika):
    sheet = make_sheet()
    event = publish_event(event=sheet.series.event, is_published=True)
    step = following_step(event)
    assert (step.stage, step.title) == (Stage.PRINT, "Listen drucken")
    assert step.also_url == sheet.get_absolute_url()

    for name, *more in (("detail",), ("draw-series", 1), ("prizes",)):
        page = client.get(reverse(f"events:{name}", args=[event.pk, *more]))
        assert step.title in page.text
    client.logout()
    assert "next-step" not in client.get(event.get_absolute_url(), follow=True).text
    client.force_login(make_user())
    assert "next-step" not in client.get(event.get_absolute_url()).text


def test_a_tournament_of_a_later_day_begins_with_registering():
    later = timezone.localdate() + timedelta(days=14)
    event = make_evening(date=later)
    event.kind = EventKind.TOURNAMENT
    event.save(update_fields=["kind"])

    step = following_step(event)

    assert (step.title, step.action) == ("Wer macht mit?", "Viele anmelden")


def test_the_prize_list_says_who_was_seated_by_hand(client, erika, evening):
    Prize.objects.create(event=evening, place=1, amount=2500)
    finished_list(evening, erika)

    page = client.get(reverse("events:prizes", args=[evening.pk])).text

    assert "von Hand gesetzt, ohne Anmeldung" in page
