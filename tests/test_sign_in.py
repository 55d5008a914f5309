"""Signing in under attack: nothing is stored, nobody else waits, nobody is kept out."""

import pytest
from axes.models import AccessAttempt, AccessLog
from django.core.cache import caches
from django.core.exceptions import ValidationError
from django.db import IntegrityError, transaction
from django.test import Client

from skatclub.door import sign_in
from skatclub.door.attempts import SIGN_IN
from skatclub.middleware import LARGEST_BODY
from tests.factories import make_user
from tournaments.organisations.services import add_organisation
from tournaments.people.models import User
from tournaments.scope.scope import scope

pytestmark = pytest.mark.django_db
PAGE = "/accounts/login/"
PASSWORD = "grand ouvert 4"
GUESS = {"username": "anna", "password": "null ouvert"}
RIGHT = {"username": "anna", "password": PASSWORD}


@pytest.fixture(autouse=True)
def brake(settings):
    settings.AXES_ENABLED = True
    caches["attempts"].clear()
    yield
    caches["attempts"].clear()


@pytest.fixture(autouse=True)
def anna():
    return User.objects.create_user("anna", password=PASSWORD)


@pytest.fixture
def other_client():
    return Client()


def guess(client, times=1, **changed):
    return [
        client.post(PAGE, {**GUESS, **changed}).status_code for _attempt in range(times)
    ]


def test_guessing_a_password_is_braked(client):
    assert "passen nicht zusammen" in client.post(PAGE, GUESS).text

    assert guess(client, times=5) == [200, 200, 200, 429, 429]
    assert client.post(PAGE, RIGHT).status_code == 429
    assert guess(client, username="bernd") == [200]


def test_guesses_from_the_next_table_do_not_lock_the_secretary_out(
    client, other_client
):
    client.post(PAGE, RIGHT)
    client.post("/accounts/logout/")

    guess(other_client, times=9)

    assert client.post(PAGE, RIGHT).status_code == 302


def test_a_known_device_is_braked_whatever_browser_it_says_it_is(client):
    client.post(PAGE, RIGHT)
    client.post("/accounts/logout/")

    statuses = [
        client.post(PAGE, GUESS, headers={"User-Agent": f"Browser {n}"}).status_code
        for n in range(6)
    ]

    assert statuses[-2:] == [429, 429]


def test_a_shared_computer_forgets_who_signed_out(client, other_client):
    client.post(PAGE, RIGHT | {"is_shared": "on"})
    client.post("/accounts/logout/")

    assert not client.cookies["device"].value
    guess(other_client, times=6)
    assert client.post(PAGE, RIGHT).status_code == 429


def test_an_address_that_tries_very_many_names_has_to_wait(client, other_client):
    other_client.post(PAGE, RIGHT)
    other_client.post("/accounts/logout/")
    # Forty people of a pub may all mistype.
    statuses = [guess(client, username=f"name{n}") for n in range(SIGN_IN.most)]

    answer = client.post(PAGE, RIGHT)

    assert statuses[:40] == [[200]] * 40
    assert answer.status_code == 429
    assert answer["Retry-After"] == "60"
    assert "bitte eine Minute warten" in answer.text
    assert other_client.post(PAGE, RIGHT).status_code == 302
    assert client.post(PAGE, GUESS, REMOTE_ADDR="10.0.0.9").status_code == 200


@pytest.mark.parametrize("length", [151, 100_000])
def test_a_name_of_any_length_is_no_server_error_and_not_tried(client, length):
    answer = client.post(PAGE, {**GUESS, "username": "x" * length})

    assert answer.status_code == 200
    assert answer.context["form"].has_error("username")


def test_nothing_that_visitors_send_is_stored(client):
    guess(client, times=6)
    guess(client, username="x" * 140)
    client.post(PAGE, {**RIGHT, "username": "ANNA"})

    assert not AccessAttempt.objects.exists()
    assert not AccessLog.objects.exists()


def test_visitors_cannot_send_long_texts(client):
    answer = client.post(PAGE, {**GUESS, "more": "x" * LARGEST_BODY})

    assert answer.status_code == 413


def test_while_passwords_are_being_checked_others_are_told_to_come_back(client):
    full = [sign_in.LINE.acquire(blocking=False) for _place in range(3)]
    try:
        answer = client.post(PAGE, RIGHT)
    finally:
        for _place in full:
            sign_in.LINE.release()

    assert all(full)
    assert answer.status_code == 429
    assert "gleich noch einmal" in answer.text
    assert 'value="anna"' in answer.text
    assert client.post(PAGE, RIGHT).status_code == 302


def test_a_namesake_of_another_club_neither_helps_nor_hinders(
    client, other_client, many_organisations
):
    host = "herz7.localhost"
    theirs = add_organisation(name="Herz Sieben", host=host).organisation
    with scope(theirs.pk):
        User.objects.create_user("anna", password="ramsch 7")
    own = {"username": "anna", "password": "ramsch 7"}

    answers = []
    for _round in range(3):
        for _guess in range(2):
            answers.append(client.post(PAGE, GUESS).status_code)
        there = other_client.post(PAGE, own, headers={"host": host})
        assert there.status_code == 302
        client.cookies["device"] = other_client.cookies["device"].value

    assert answers[:4] == [200] * 4
    assert answers[-1] == 429


def test_capitals_of_a_name_do_not_matter_and_no_two_accounts_differ_in_them(client):
    assert client.post(PAGE, {**RIGHT, "username": "ANNA"}).status_code == 302
    with pytest.raises(ValidationError, match="vergeben"):
        User(username="aNNa", password="x").full_clean()
    with pytest.raises(IntegrityError), transaction.atomic():
        make_user("aNNa")


@pytest.mark.parametrize(
    ("asked", "led"),
    [
        ("/de/events/1/?series=2", "/events/1/?series=2"),
        ("/events/1/", "/events/1/"),
        *(("/de//elsewhere.example/", "/elsewhere.example/"), ("", "/")),
        ("//elsewhere.example/", "/"),
    ],
)
def test_signing_in_leads_from_a_page_for_everybody_to_the_same_at_the_desk(
    client, asked, led
):
    signed_in = client.post(PAGE, {**RIGHT, "next": asked})
    already = client.get(PAGE, {"next": asked})

    assert (signed_in.status_code, signed_in["Location"]) == (302, led)
    assert (already.status_code, already["Location"]) == (302, led)
