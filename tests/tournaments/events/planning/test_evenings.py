"""Evenings: listed, shown, created, changed, published, deleted."""

import datetime

import pytest
import time_machine
from django.urls import reverse
from django.utils.translation import override

from tests.factories import (
    EIGHT_GAMES,
    make_evening,
    make_secretary,
    make_sheet,
    type_games,
)
from tests.tournaments.events.played import page_of
from tournaments.events.models import Event
from tournaments.scope.withheld import UNTIL_RELEASED

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


@time_machine.travel("2026-11-13 19:00+01:00", tick=False)
def test_a_new_evening_takes_over_place_and_rounds_of_the_last(client, erika):
    make_evening(place="Zur Linde", rounds=10)

    form = client.get(reverse("events:create")).context["form"]

    assert form["place"].value() == "Zur Linde"
    assert form["rounds"].value() == 10
    assert form["date"].value() == datetime.date(2026, 11, 13)
    assert form.fields["name"].widget.attrs["placeholder"] == "Vereinsabend"


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("date", ""),
        ("date", "gestern"),
        ("date", "0026-11-06"),
        ("rounds", "0"),
        ("rounds", "31"),
        ("rounds", "9" * 1000),
        ("rounds", "zwölf"),
        ("series", "0"),
        ("series", "13"),
        ("series", ""),
        ("system", "hearts"),
        ("name", "x" * 200),
        ("place", "x" * 200),
        ("place", "a\x00b"),
    ],
)
def test_an_absurd_field_is_named_and_nothing_is_lost(client, erika, field, value):
    response = client.post(reverse("events:create"), EVENING | {field: value})

    assert response.status_code == 422
    assert field in response.context["form"].errors
    assert (
        response.context["form"]["series"].value()
        == (EVENING | {field: value})["series"]
    )
    assert not Event.objects.exists()


def test_an_evening_is_changed(client, erika):
    evening = make_evening(series=2)

    response = client.post(
        page_of(evening, "edit"), EVENING | {"name": "Herbstabend", "series": "3"}
    )

    evening.refresh_from_db()
    assert response.url == page_of(evening)
    assert (evening.name, evening.series.count()) == ("Herbstabend", 3)


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


def test_a_series_with_tables_is_not_deleted(client, erika):
    evening = make_evening(series=2)
    make_sheet(evening=evening, series=2)

    response = client.post(page_of(evening, "edit"), EVENING | {"series": "1"})

    assert "Eine spätere Serie hat schon Tische" in response.text
    assert evening.series.count() == 2


def test_publishing_opens_the_evening_and_withdrawing_closes_it(client, erika):
    evening = make_evening()

    client.post(page_of(evening, "publish"), {"published": "yes"})
    evening.refresh_from_db()
    was_published = evening.is_published
    client.post(page_of(evening, "publish"), {"published": "no"})
    evening.refresh_from_db()

    assert was_published
    assert not evening.is_published


def test_publishing_says_what_stays_hidden(client, erika):
    evening = make_evening()
    make_sheet(evening=evening)
    evening.series.update(results_from=UNTIL_RELEASED)

    page = client.post(page_of(evening, "publish"), {"published": "yes"}, follow=True)

    assert "Alle können den Abend nun lesen. Die Ergebnisse von Serie 1" in page.text
    assert "Rangliste und Listen lesen" not in page.text


def test_an_evening_without_typed_lists_is_deleted_after_a_question(client, erika):
    evening = make_evening()
    make_sheet(evening=evening)

    question = client.get(page_of(evening, "delete"))
    client.post(page_of(evening, "delete"))

    assert "Endgültig löschen" in question.text
    assert not Event.objects.exists()


def test_an_evening_with_games_stays(client, erika):
    evening = make_evening()
    type_games(make_sheet(evening=evening), EIGHT_GAMES, by=erika)

    question = client.get(page_of(evening, "delete"))
    client.post(page_of(evening, "delete"))

    assert "Endgültig löschen" not in question.text
    assert Event.objects.get() == evening


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

    first, rest = client.get(reverse(address)).text.split('<details class="in-detail"')

    assert all(f'name="{name}"' in first for name in asked)
    assert all(f'name="{name}"' in rest for name in folded)
    assert rest.startswith(">")
    slip = client.post(reverse(address), {folded[-1]: "x"}).text
    assert '<details class="in-detail" open>' in slip
