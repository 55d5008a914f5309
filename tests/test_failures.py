"""A write that fails says why, and that it was not saved."""

import errno

import pytest
from django.db import OperationalError, connection
from django.test import Client

from tests.factories import make_owner
from tournaments.people.models import Club

pytestmark = pytest.mark.django_db


@pytest.fixture
def erika():
    Club.objects.create(name="Karo Einfach", is_home=True)
    client = Client(raise_request_exception=False)
    client.force_login(make_owner())
    return client


def full_in_postgresql():
    problem = OperationalError("could not extend file")
    problem.__cause__ = type("DiskFull", (Exception,), {"sqlstate": "53100"})()
    return problem


def going_down():
    problem = OperationalError("terminating connection")
    problem.__cause__ = type("Gone", (Exception,), {"sqlstate": "57P01"})()
    return problem


def test_a_page_tries_again_while_the_database_is_away(erika, monkeypatch):
    def fail(*_what, **_named):
        raise going_down()

    monkeypatch.setattr("tournaments.home.views.home_for", fail)
    answer = erika.get("/")

    assert answer.status_code == 503
    assert answer["Retry-After"]
    assert '<meta http-equiv="refresh"' in answer.text


@pytest.mark.parametrize(
    ("problem", "status", "said"),
    [
        (OperationalError("database or disk is full"), 507, "voll"),
        (OSError(errno.ENOSPC, "No space left on device"), 507, "voll"),
        (full_in_postgresql(), 507, "voll"),
        (OperationalError("attempt to write a readonly database"), 503, "nichts"),
        (OperationalError("database is locked"), 503, "nichts"),
        (going_down(), 503, "nichts"),
        (OSError(errno.EIO, "Input/output error"), 500, "schiefgegangen"),
        (ValueError("something else"), 500, "schiefgegangen"),
    ],
)
def test_the_page_says_what_failed(erika, monkeypatch, problem, status, said):
    def fail(**_what):
        raise problem

    monkeypatch.setattr("tournaments.organisations.forms.save_organisation", fail)

    answer = erika.post(
        "/club/", {"name": "Pik", "felt": "green", "rhythm": "weekly", "photo_days": 30}
    )

    assert answer.status_code == status
    assert said in answer.text


@pytest.mark.django_db(transaction=True)
def test_sqlite_calls_a_full_disk_as_we_know_it(erika):
    if connection.vendor != "sqlite":
        pytest.skip("about SQLite")
    with connection.cursor() as cursor:
        # What other tests have emptied would be filled first.
        cursor.execute("VACUUM")
        cursor.execute("PRAGMA page_count")
        (pages,) = cursor.fetchone()
        cursor.execute(f"PRAGMA max_page_count = {pages}")
    try:
        answer = erika.post(
            "/club/",
            {
                "name": "Pik",
                "felt": "green",
                "rhythm": "weekly",
                "imprint": "x" * 19_000,
                "photo_days": 30,
            },
        )
    finally:
        with connection.cursor() as cursor:
            cursor.execute("PRAGMA max_page_count = 1073741823")

    assert answer.status_code == 507
    assert Club.objects.get(is_home=True).name == "Karo Einfach"
