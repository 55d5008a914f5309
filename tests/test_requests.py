"""Requests that no page of ours sends, and what browsers may keep of an answer."""

import pytest
from django.db.models.signals import post_init
from django.urls import reverse

from tests.factories import make_secretary
from tests.tournaments.seasons.seasons import make_season
from tournaments.seasons.models import Season

pytestmark = pytest.mark.django_db


@pytest.fixture
def erika(client):
    user = make_secretary()
    client.force_login(user)
    return user


@pytest.mark.parametrize(
    "fields",
    [{"name": "x" * 6_000_000}, {f"name{number}": "" for number in range(5000)}],
)
def test_too_much_at_once_is_refused_in_german(client, erika, fields):
    answer = client.post(reverse("files:import-people"), fields)

    assert answer.status_code == 400
    assert "Es wurde nichts gespeichert" in answer.text


@pytest.mark.parametrize("number", [2**31, 2**63, 10**30])
def test_a_number_that_no_database_holds_has_no_page(client, erika, number):
    for verb in ("draw-record", "draw-report", "draw-series"):
        address = reverse(f"events:{verb}", args=[number, 1])
        assert client.get(address).status_code == 404


def test_no_cache_on_the_way_keeps_what_a_secretary_sees(client, erika):
    answer = client.get(reverse("people:list"))

    assert answer["Cache-Control"] == "private, no-cache"


def test_who_signs_out_leaves_no_page_to_go_back_to(client, erika):
    before = client.get(reverse("people:list"))
    answer = client.post(reverse("logout"))
    after = client.get("/")

    assert answer["Clear-Site-Data"] == '"cache"'
    assert not before.has_header("Clear-Site-Data")
    assert not after.has_header("Clear-Site-Data")


def test_what_somebody_deletes_at_the_same_moment_is_not_found(client, erika):
    season = make_season()

    def delete_meanwhile(instance, **_):
        post_init.disconnect(delete_meanwhile, sender=Season)
        Season.objects.all().delete()

    post_init.connect(delete_meanwhile, sender=Season)
    answer = client.post(reverse("seasons:delete", args=[season.pk]))

    assert answer.status_code == 404
    assert "gibt es nicht" in answer.text
    assert not Season.objects.exists()
