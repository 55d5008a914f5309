"""Sessions of an account: the list, ending them from elsewhere, idling."""

from datetime import datetime, timedelta

import pytest
import time_machine
from django.test import Client
from django.utils import timezone

from tests.factories import make_owner, make_secretary
from tests.tournaments.site.entries import entries_of
from tournaments.people.accounts.services import hand_out_code, set_account_active
from tournaments.people.models import Session

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("forgotten_attempts")]
PASSWORD = "grand-ouvert-zu-viert"
OWN, SIGN_IN = "/accounts/", "/accounts/login/"
FIREFOX = "Mozilla/5.0 (Windows NT 10.0; rv:132.0) Gecko/20100101 Firefox/132.0"
PHONE = "Mozilla/5.0 (iPhone; CPU iPhone OS 17_1) Version/17.1 Mobile Safari/604.1"
NOON = datetime.fromisoformat("2026-11-06T12:00+01:00")


@pytest.fixture
def erika():
    return make_secretary("erika", password=PASSWORD)


@pytest.fixture
def laptop(client, erika):
    return signed_in(client, FIREFOX)


@pytest.fixture
def phone(erika):
    return signed_in(Client(), PHONE)


def signed_in(client, user_agent, username="erika", **fields):
    client.defaults["HTTP_USER_AGENT"] = user_agent
    words = {"username": username, "password": PASSWORD, **fields}
    assert client.post(SIGN_IN, words).status_code == 302
    return client


def is_in(client):
    return client.get(OWN).status_code == 200


def last_entry(account):
    return entries_of(account=account)[0]


def names(client):
    return {each.device: each.name for each in client.get(OWN).context["sessions"]}


def seen_at(client):
    return Session.objects.get(pk=client.session.session_key).seen_at


def test_an_account_sees_where_it_is_signed_in(laptop, phone):
    page = laptop.get(OWN)

    assert set(names(laptop)) == {"Firefox, Windows", "Safari, iPhone"}
    assert page.text.count("dieses Gerät") == 1
    keys = Session.objects.values_list("session_key", flat=True)
    assert not any(key in page.text for key in keys)


def test_one_device_is_signed_out_from_another_and_the_history_tells(
    laptop, phone, erika
):
    answer = laptop.post(OWN, {"session": names(laptop)["Safari, iPhone"]}, follow=True)

    assert "Abgemeldet: Safari, iPhone" in answer.text
    assert is_in(laptop)
    assert not is_in(phone)
    assert last_entry(erika) == ("erika", "Auf Geräten abgemeldet: Geräte: 1")


def test_signing_out_everywhere_leaves_no_device(laptop, phone, erika):
    answer = laptop.post(OWN)

    assert answer.url == SIGN_IN
    assert not is_in(laptop)
    assert not is_in(phone)
    assert last_entry(erika) == ("erika", "Auf Geräten abgemeldet: Geräte: 2")


def test_only_the_owner_sees_and_ends_the_sessions_of_others(laptop, erika):
    make_owner("paula", password=PASSWORD)
    owner = signed_in(Client(), FIREFOX, "paula")
    page = f"/members/accounts/{erika.pk}/sessions/"

    assert laptop.get(page).status_code == 404
    assert "Firefox, Windows" in owner.get(page).text
    # On the page of their own another name ends nothing.
    owner.post(OWN, {"session": names(laptop)["Firefox, Windows"]})
    assert is_in(laptop)
    owner.post(page)

    assert is_in(owner)
    assert not is_in(laptop)
    assert last_entry(erika) == ("paula", "Auf Geräten abgemeldet: Geräte: 1")


def test_closing_an_account_or_a_new_code_ends_its_sessions_for_good(laptop, erika):
    set_account_active(account=erika, is_active=False)
    set_account_active(account=erika, is_active=True)
    assert not is_in(laptop)

    signed_in(laptop, FIREFOX)
    hand_out_code(account=erika, by=make_owner("paula"))
    assert not is_in(laptop)


def test_a_new_password_ends_the_sessions_on_other_devices(laptop, phone, erika):
    new = {"new_password1": "achtzehn-zwanzig-weg", "new_password2": None}
    words = {key: value or new["new_password1"] for key, value in new.items()}
    laptop.post("/accounts/password/", {"old_password": PASSWORD, **words})

    assert is_in(laptop)
    assert not is_in(phone)
    assert Session.objects.filter(account=erika).count() == 1


def test_being_seen_is_written_every_few_minutes_and_not_each_time(laptop):
    Session.objects.update(seen_at=NOON)
    with time_machine.travel(NOON + timedelta(minutes=4), tick=False):
        laptop.get("/help/")
        assert seen_at(laptop) == NOON
    with time_machine.travel(NOON + timedelta(minutes=6), tick=False):
        laptop.get("/help/", headers={"X-Unattended": "1"})
        assert seen_at(laptop) == NOON
        laptop.get("/help/")
        assert seen_at(laptop) == timezone.now()


def test_a_computer_of_several_is_signed_out_after_half_an_hour(client, erika):
    with time_machine.travel(NOON, tick=False) as clock:
        signed_in(client, FIREFOX, is_shared="on")
        clock.shift(timedelta(minutes=29))
        assert is_in(client)
        clock.shift(timedelta(minutes=29))
        client.get("/help/", headers={"X-Unattended": "1"})
        assert is_in(client)
        clock.shift(timedelta(minutes=31))
        assert not is_in(client)


def test_what_was_said_of_a_computer_is_proposed_again(client, erika):
    assert "checked" not in client.get(SIGN_IN).text

    signed_in(client, FIREFOX, is_shared="on")
    client.post("/accounts/logout/")

    assert "checked" in client.get(SIGN_IN).text
    signed_in(client, FIREFOX)
    assert Session.objects.get().get_decoded()["is_shared"] is False


def test_what_ran_out_is_thrown_away_at_the_next_sign_in(laptop, phone):
    Session.objects.filter(device__contains="Firefox").update(expire_date=NOON)

    signed_in(Client(), PHONE)

    devices = Session.objects.values_list("device", flat=True)
    assert list(devices) == ["Safari, iPhone"] * 2
