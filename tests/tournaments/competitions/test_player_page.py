"""The page of one person: lists, totals, won and lost."""

import datetime
from decimal import Decimal

import pytest

from tests.factories import make_evening, make_player, make_secretary, make_user
from tournaments.competitions.records import record_of
from tournaments.competitions.selectors import PlayedList, lists_of
from tournaments.competitions.services import open_table
from tournaments.sheets.models import Result


def played(total, *, won=0, lost=0, series=1):
    return PlayedList(
        sheet_id=1,
        competition_id=1,
        competition="Clubabend",
        date=datetime.date(2026, 11, 6),
        series=series,
        table=1,
        table_size=4,
        place=1,
        game_points=0,
        won=won,
        lost=lost,
        total=total,
    )


@pytest.fixture
def anna(db):
    """Anna, who has finished three lists in one evening."""
    people = [make_player(name) for name in ("Anna", "Bernd", "Carla", "Dieter")]
    evening = make_evening(series=3)
    for series, total in zip(evening.series.all(), (1000, -44, 201), strict=True):
        sheet = open_table(series=series, players=people)
        Result.objects.create(
            sheet=sheet,
            series=series,
            player=people[0],
            place=1,
            game_points=total - 100,
            won=5,
            lost=1,
            total=total,
            others_lost=0,
            first_game=1,
            last_game=48,
        )
    return people[0]


def test_a_record_adds_up_what_was_played():
    best = played(1000, won=9, lost=1)

    record = record_of([played(-44, won=1, lost=4), best, played(201, won=5)])

    assert (record.lists, record.total, record.won, record.lost) == (3, 1157, 15, 5)
    assert record.average == Decimal("385.67")
    assert record.best is best


def test_without_lists_there_is_neither_average_nor_best():
    record = record_of([])

    assert (record.average, record.best, record.total) == (None, None, 0)


def test_the_page_shows_every_finished_list_with_a_link(client, anna):
    client.force_login(make_user())

    response = client.get(f"/members/{anna.pk}/")

    assert "385,67" in response.text
    assert "−44" in response.text
    for each in lists_of(anna):
        assert f'href="/lists/{each.sheet_id}/"' in response.text


def test_the_page_is_closed_to_visitors(client, anna):
    make_secretary()

    response = client.get(f"/members/{anna.pk}/")

    assert response.url == f"/accounts/login/?next=/members/{anna.pk}/"
    assert "Anna" not in response.text


def test_somebody_without_a_list_has_a_page_too(client, db):
    client.force_login(make_user())
    emil = make_player("Emil", is_guest=True)

    response = client.get(emil.get_absolute_url())

    assert response.status_code == 200
    assert response.context["record"].lists == 0


@pytest.mark.parametrize("page", ["0", "-1", "abc", "9" * 40])
def test_an_absurd_page_number_shows_a_page(client, anna, page):
    client.force_login(make_user())

    assert client.get(f"/members/{anna.pk}/", {"page": page}).status_code == 200


@pytest.mark.parametrize("kept", [1, 3])
def test_the_page_costs_the_same_however_many_lists(
    client, anna, kept, django_assert_num_queries
):
    client.force_login(make_user())
    Result.objects.filter(series__number__gt=kept).delete()

    with django_assert_num_queries(4):
        client.get(f"/members/{anna.pk}/")
