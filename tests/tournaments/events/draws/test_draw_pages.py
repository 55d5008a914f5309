"""The pages of the draw."""

import pytest
from django.urls import reverse

from tests.factories import (
    make_evening,
    make_player,
)
from tests.tournaments.events.draws.draws import (
    draw,
    everybody_at,
    make_entries,
    tables_of,
)
from tournaments.events.models import Draw
from tournaments.events.seats.services import open_table
from tournaments.sheets.models import ScoreSheet

pytestmark = pytest.mark.django_db

WISH = {
    "first": "1",
    "last": "1",
    "mode": "wishes",
    "tables": "fours",
    "soft": "1",
}


@pytest.fixture
def evening(erika):
    evening = make_evening(series=2)
    make_entries(evening, 8)
    return evening


def page_of(evening, verb="draw", *more):
    return reverse(f"events:{verb}", args=[evening.pk, *more])


def test_a_draw_leads_to_its_tables(client, evening):
    answer = client.post(page_of(evening), WISH, follow=True)

    assert answer.redirect_chain[-1][0] == page_of(evening, "draw-series", 1)
    assert "Die Tische sind ausgelost" in answer.text
    assert "Spieler001" in answer.text
    assert len(Draw.objects.get().seed) == 6
    assert "Auslosung 1: Serie 1<" in client.get(page_of(evening)).text


def test_without_people_the_page_leads_to_the_check_in(client, erika):
    evening = make_evening()
    make_player("Anna")

    page = client.get(page_of(evening))

    assert page.context["form"] is None
    assert page.context["step"].url == page_of(evening, "check_in")
    assert client.post(page_of(evening), WISH).status_code == 422


def test_people_seated_by_hand_are_entered_and_drawn(client, erika):
    evening = make_evening(series=2)
    people = [make_player(name) for name in ("Anna", "Bernd", "Carla", "Dieter")]
    open_table(series=evening.series.get(number=1), players=people)

    form = client.get(page_of(evening)).context["form"]
    answer = client.post(
        page_of(evening), WISH | {"first": "2", "last": "2", "mode": "lot"}
    )
    assert answer.url == page_of(evening, "draw-series", 2)

    assert form["first"].value() == 2
    assert everybody_at(tables_of(evening, 2)) == [1, 2, 3, 4]


@pytest.mark.parametrize(("people", "is_said"), [(5, False), (9, True)])
def test_only_five_people_get_a_table_of_five_and_others_are_told(
    client, erika, people, is_said
):
    evening = make_evening()
    make_entries(evening, people)

    page = client.post(page_of(evening), WISH | {"tables": "five"}, follow=True)

    said = "Nur genau fünf spielen an einem Tisch: Diese 9 sitzen an Tischen zu viert"
    assert (said in page.text) is is_said


@pytest.mark.parametrize(
    "wrong",
    [
        {"first": "9"},
        {"first": "2", "last": "1"},
        {"mode": "hand"},
        {"mode": "standing"},
        {"tables": "six"},
        {"groups": "0"},
        {"soft": "17"},
        {"first": ""},
    ],
)
def test_nonsense_is_refused_and_nothing_is_drawn(client, evening, wrong):
    answer = client.post(page_of(evening), WISH | wrong)

    assert answer.status_code == 422
    assert not ScoreSheet.objects.exists()


def test_the_report_shows_seed_and_bound(client, erika):
    evening = make_evening(series=3)
    make_entries(evening, 12)
    draw(evening, erika, 1, 3)

    page = client.get(page_of(evening, "draw-report", 1)).text

    assert "12 Spieler, 3 Serien: mindestens 6 Wiederholungen" in page
    assert "Auslosung 1: Serie 1 bis 3<" in page
    assert "<strong>7</strong>" in page


def test_anybody_can_download_the_record_of_a_published_draw(client, evening, erika):
    draw(evening, erika)
    evening.is_published = True
    evening.save()
    client.logout()

    answer = client.get(page_of(evening, "draw-record", 1))

    record = answer.json()
    assert record["question"]["wish"]["seed"] == Draw.objects.get().seed
    assert list(record["answer"]["tables"]) == ["1"]
    assert "attachment" in answer["Content-Disposition"]


def swap_data(evening, first=1, second=5):
    people = dict(evening.entries.values_list("start_number", "player"))
    return {"first": people[first], "second": people[second]}


def test_a_swap_shows_its_costs_is_made_and_undone(client, evening, erika):
    draw(evening, erika, 1, 2)
    tables = tables_of(evening, 2)
    first, second = tables[1][0], tables[2][0]
    data = swap_data(evening, first, second)

    preview = client.get(page_of(evening, "draw-swap", 2), data)
    assert tables_of(evening, 2) == tables
    revision = preview.context["seen"]
    client.post(page_of(evening, "draw-swap", 2), data | {"seen": revision})
    assert tables_of(evening, 2)[1][0] == second

    revision = client.get(page_of(evening, "draw-series", 2)).context["seated"].revision
    client.post(page_of(evening, "draw-undo", 2), {"seen": revision})
    assert tables_of(evening, 2) == tables
