"""Evenings: listed, created, changed, published, deleted, and what stays as it is."""

import datetime

import pytest
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import override

from tests.factories import (
    EIGHT_GAMES,
    finish_list,
    make_evening,
    make_player,
    make_players,
    make_secretary,
    make_sheet,
    type_games,
)
from tests.tournaments.events.draws.test_draws import WISH
from tests.tournaments.events.planning.test_opening import TOURNAMENT
from tests.tournaments.events.played import page_of
from tournaments.events.entries.services import add_entry
from tournaments.events.flow.services import release, reopen_list
from tournaments.events.models import Event
from tournaments.events.standings.selectors import standings_of
from tournaments.scope.scope import UNTIL_RELEASED
from tournaments.sheets.finishing.services import finish_sheet
from tournaments.sheets.models import ScoreSheet
from tournaments.words.formats import long_date

pytestmark = pytest.mark.django_db


EVENING = {
    "name": "",
    "date": "2026-11-06",
    "place": "Zur Linde",
    "system": "seeger-fabian",
    "rounds": "12",
    "series": "2",
}


def test_the_latest_evening_comes_first(client, erika):
    make_evening("Erster", date=datetime.date(2026, 1, 2))
    make_evening("Zweiter", date=datetime.date(2026, 2, 3))

    page = client.get("/").text

    assert page.index("Zweiter") < page.index("Erster")


def test_an_evening_without_a_name_has_one_in_the_language_of_its_reader(client, erika):
    response = client.post(reverse("events:create"), EVENING)

    evening = Event.objects.get()
    assert response.url == page_of(evening, "check_in")
    assert evening.name == "Vereinsabend"
    with override("en"):
        assert evening.name == "Club evening"
    assert Event.objects.values_list("name", flat=True).get() == ""
    assert evening.place == "Zur Linde"
    assert evening.series.count() == 2


def test_an_absurd_field_is_named_and_nothing_is_lost(client, erika):
    for field, values in (
        ("date", ("", "gestern", "0026-11-06")),
        ("rounds", ("0", "31", "zwölf")),
        ("series", ("0", "13", "")),
        ("system", ("hearts",)),
        ("name", ("x" * 200,)),
        ("place", ("x" * 200, "a\x00b")),
    ):
        for value in values:
            sent = EVENING | {field: value}
            response = client.post(reverse("events:create"), sent)
            form = response.context["form"]
            assert response.status_code == 422
            assert field in form.errors
            assert form["series"].value() == sent["series"]
            # Else a browser would cut what is too long, and nobody would say so.
            assert 'maxlength="120"' not in response.text
            too_long = "(Er besteht aus 200 Zeichen.)" in response.text
            assert too_long == (len(value) == 200)
    assert not Event.objects.exists()


def test_an_evening_is_changed_but_a_series_of_tables_or_people_stays(client, erika):
    evening = make_evening(series=3, entry_fee=500)
    make_sheet(evening=evening, series=2)
    add_entry(event=evening, player=make_player("Anna"), from_series=3)

    for series, why in (("1", "hat schon Tische"), ("2", "")):
        refused = save(client, evening, series=series)
        assert why in str(refused.context["form"].errors["series"])
    fields = {"name": "Herbstabend", "series": "4"}
    changed = save(client, evening, **fields, organiser="  Der\u202e Wirt ")

    evening.refresh_from_db()
    assert changed.url == page_of(evening)
    assert (evening.name, evening.series.count()) == ("Herbstabend", 4)
    assert (evening.kind, evening.organiser) == ("evening", "Der Wirt")
    assert evening.entry_fee == 500


def test_a_missing_second_writer_is_reported_at_once(client, erika):
    checked = EVENING | {"second_person": "on"}
    lonely = "Ohne ein weiteres Konto lässt sich keine Liste abschließen"

    alone = client.post(reverse("events:create"), checked, follow=True).text
    unasked = client.post(reverse("events:create"), EVENING, follow=True).text
    make_secretary("viktor")
    in_pairs = client.post(reverse("events:create"), checked, follow=True).text

    assert lonely in alone
    assert lonely not in unasked
    assert lonely not in in_pairs


def test_publishing_opens_the_evening_and_says_what_stays_hidden(client, erika):
    evening = make_evening()
    make_sheet(evening=evening)
    evening.series.update(results_from=UNTIL_RELEASED)

    page = client.post(page_of(evening, "publish"), {"published": "yes"}, follow=True)
    evening.refresh_from_db()
    was_published = evening.is_published
    client.post(page_of(evening, "publish"), {"published": "no"})
    evening.refresh_from_db()

    assert (was_published, evening.is_published) == (True, False)
    assert "Das können jetzt alle lesen. Die Ergebnisse von Serie 1" in page.text


def test_an_evening_without_games_or_money_is_deleted_after_a_question(client, erika):
    empty, played, paid = (make_evening(entry_fee=500) for _number in range(3))
    make_sheet(evening=empty)
    type_games(make_sheet(("Q", "R", "S"), evening=played), ("2a1",), by=erika)
    entry = add_entry(event=paid, player=make_player("Emil"))
    paid.payments.create(
        kind="fee", entry=entry, amount=500, by=erika, at="2026-11-06T19:00:00Z"
    )

    evenings = (empty, played, paid)
    questions = [client.get(page_of(each, "delete")).text for each in evenings]
    for each in evenings:
        client.post(page_of(each, "delete"))

    assert ["Endgültig löschen" in text for text in questions] == [True, False, False]
    assert "schon Geld angenommen" in questions[2]
    assert set(Event.objects.all()) == {played, paid}


@pytest.mark.parametrize(
    ("address", "asked", "folded"),
    [
        ("events:create", ("date", "series", "place"), ("name", "rounds", "rule_set")),
        ("events:create-tournament", ("name", "date", "series"), ("place", "rounds")),
        ("seasons:create", ("name", "first_date", "last_date"), ("measure", "best")),
        ("leagues:league-create", ("name", "season", "match_days"), ("step", "rounds")),
    ],
)
def test_a_new_event_asks_for_three_things_and_folds_the_rest(
    client, erika, address, asked, folded
):
    make_evening()

    fold = '<details class="in-detail">'
    first, rest = client.get(reverse(address)).text.split(fold, maxsplit=1)

    assert all(f'name="{name}"' in first for name in asked)
    assert all(f'name="{name}"' in rest for name in folded)
    slip = client.post(reverse(address), {folded[-1]: "x"}).text
    assert '<details class="in-detail" open>' in slip


SETTINGS = TOURNAMENT | {"series": "2", "date": EVENING["date"]}

OTHERS = ("Emil", "Frieda", "Gerd")


BACK_FIRST = "zuerst die Bekanntgabe zurücknehmen"


@pytest.fixture
def sheet(erika):
    sheet = make_sheet(evening=make_evening(series=2))
    return finish_list(sheet, EIGHT_GAMES, by=erika)


@pytest.fixture
def released(sheet):
    return release(event=sheet.series.event, is_released=True, confirmed=True)


def save(client, event, **fields):
    return client.post(reverse("events:settings", args=[event.pk]), SETTINGS | fields)


def totals(event):
    return [line.entry.total for line in standings_of(event).places]


def test_rounds_and_system_of_written_lists_stay(client, sheet, erika):
    event = sheet.series.event

    finished = save(client, event, system="plain")
    reopen_list(sheet=sheet, by=erika, reason="noch ein Spiel")
    written = save(client, event, rounds="10")

    assert finished.status_code == 422
    assert finished.context["form"].errors["system"] == [
        "Listen sind nach „Seeger-Fabian“ abgeschlossen: zuerst wieder öffnen."
    ]
    assert written.context["form"].errors["rounds"] == [
        "Auf Listen von 12 Runden wurden schon Spiele geschrieben; sie bleiben."
    ]
    event.refresh_from_db()
    assert (event.system, event.rounds) == ("seeger-fabian", 12)


def test_what_was_played_does_not_move_ahead_nor_once_released(client, sheet):
    event = sheet.series.event
    same = {"name": event.name, "tie_chain": event.tie_chain}
    before = event.slug
    day = timezone.localdate() - datetime.timedelta(days=2)

    ahead = save(client, event, **same, date="31.12.2099")
    asked = save(client, event, **same, date=f"{day:%d.%m.%Y}")
    unmoved = Event.objects.get()
    save(client, event, **same, date=f"{day:%d.%m.%Y}", confirmed="on")
    event = Event.objects.get()
    release(event=event, is_released=True, confirmed=True)
    released = save(client, event, **same, date="01.01.2026")

    assert "auch wenn sie schon vorbei sind." in str(asked.context["form"].errors)
    assert 'name="confirmed"' in asked.text
    assert unmoved.date != day
    assert "noch bevor" in ahead.context["form"].errors["date"][0]
    assert BACK_FIRST in released.context["form"].errors["date"][0]
    assert (event.date, event.slug[:10]) == (day, f"{day}")
    assert before[10:] == event.slug[10:]


def test_a_published_evening_keeps_its_address_and_says_so(client, erika):
    event = make_evening(is_published=True)
    slug = event.slug

    asked = client.get(reverse("events:settings", args=[event.pk])).text
    save(client, event, date="02.01.2026")

    assert f"behält den Tag {long_date(event.date)}" in asked
    assert Event.objects.get().slug == slug


def test_empty_lists_get_the_new_rounds(client, erika):
    sheet = make_sheet(evening=make_evening(series=2))

    save(client, sheet.series.event, rounds="10")

    assert Event.objects.get().rounds == ScoreSheet.objects.get().rounds == 10


def test_reopened_lists_count_by_the_new_system(client, sheet, erika):
    event = sheet.series.event
    before = totals(event)
    reopen_list(sheet=sheet, by=erika, reason="falsches System")

    save(client, event, system="plain")
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
    fields = {"tie_chain": released.tie_chain, field: value}

    refused = save(client, released, **fields)
    errors = refused.context["form"].errors
    release(event=released, is_released=False)
    save(client, released, **fields)

    assert list(errors) == [field]
    assert BACK_FIRST in errors[field][0]
    assert str(getattr(Event.objects.get(), field)) in (value, "True")


def test_released_results_get_no_further_series(client, released):
    answer = save(client, released, series="3")

    assert BACK_FIRST in answer.context["form"].errors["series"][0]
    assert released.series.count() == 2
    assert not standings_of(released).is_provisional


def test_seating_and_drawing_say_that_the_results_are_released(client, released):
    people = make_players(OTHERS)
    places = {f"player_{at}": each.last_name for at, each in enumerate(people, 1)}
    wish = WISH | {"first": "2", "last": "2", "mode": "lot"}

    seated = client.post(reverse("events:add-table", args=[released.pk, 2]), places)
    drawn = client.post(reverse("events:draw", args=[released.pk]), wish)

    assert seated.status_code == 422
    assert BACK_FIRST in seated.text
    assert BACK_FIRST in drawn.text
    page = client.get(reverse("events:draw", args=[released.pk])).text
    event = client.get(released.get_absolute_url()).text
    assert BACK_FIRST in page
    assert 'name="first"' not in page
    assert reverse("events:add-table", args=[released.pk, 2]) not in event
