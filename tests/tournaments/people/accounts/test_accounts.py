"""Accounts and their management."""

from datetime import timedelta

import pytest
from django.contrib.auth.password_validation import validate_password
from django.core.exceptions import ValidationError
from django.utils import timezone

from tests.factories import make_owner, make_user
from tests.tournaments.site.entries import entries_of
from tournaments.api.services import create_key
from tournaments.people.accounts.services import (
    NotForSigningIn,
    account_with_code,
    hand_out_code,
    set_role,
)
from tournaments.people.models import User
from tournaments.words.rights import Role

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("forgotten_attempts")]


PASSWORD = "grand-ouvert-zu-viert"


@pytest.fixture(autouse=True)
def secretary(client):
    secretary = make_owner("erika")
    client.force_login(secretary)
    return secretary


def answers(**changed):
    return {"username": "bernd", "role": "reader", **changed}


def test_a_new_account_is_let_in_by_a_code_and_chooses_its_password(client):
    page = client.post("/members/accounts/add/", answers(role="treasurer"))
    code = page.context["code"]
    assert "Das Konto ist angelegt." in page.text
    client.logout()
    assert not client.login(username="bernd", password=PASSWORD)

    pair = {"password": PASSWORD, "password_again": PASSWORD}
    answer = client.post("/accounts/code/", {"code": code.upper(), **pair})

    bernd = User.objects.get(username="bernd")
    assert answer.status_code == 302
    assert bernd.check_password(PASSWORD)
    assert bernd.role == Role.TREASURER
    assert client.get("/accounts/password/").status_code == 200


@pytest.mark.parametrize("ended", ["used", "renewed", "closed", "old"])
def test_a_code_opens_once_and_not_for_ever(client, secretary, ended):
    bernd = make_user("bernd")
    page = f"/members/accounts/{bernd.pk}/code/"
    code = client.post(page).context["code"]
    pair = {"password": PASSWORD, "password_again": PASSWORD}
    if ended == "used":
        client.post("/accounts/code/", {"code": code, **pair})
        client.force_login(secretary)
    elif ended == "renewed":
        client.post(page)
    elif ended == "closed":
        client.post(f"/members/accounts/{bernd.pk}/close/")
    else:
        long_ago = timezone.now() - timedelta(days=8)
        User.objects.filter(pk=bernd.pk).update(entry_code_at=long_ago)
    other = "ganz-anders-und-lang"
    pair = {"password": other, "password_again": other}

    answer = client.post("/accounts/code/", {"code": code, **pair})

    assert "Dieser Code öffnet kein Konto" in answer.content.decode()
    assert not User.objects.get(pk=bernd.pk).check_password(other)


def test_only_a_hash_of_a_code_is_kept(client):
    bernd = make_user("bernd")

    code = client.post(f"/members/accounts/{bernd.pk}/code/").context["code"]

    assert code not in client.get("/members/accounts/").content.decode()
    bernd.refresh_from_db()
    assert code.replace("-", "") not in bernd.entry_code


def test_wrong_codes_are_slowed_and_told_in_words(client):
    client.logout()
    sent = {"code": "abcd-efgh", "password": PASSWORD, "password_again": PASSWORD}
    answers = [client.post("/accounts/code/", sent).status_code for _each in range(21)]

    assert answers == [422] * 20 + [429]
    assert entries_of()[0] == ("unbekannt", "Falscher Einmalcode: 20-mal")


def test_a_weak_password_is_refused_with_a_right_code(client):
    bernd = make_user("bernd")
    code = client.post(f"/members/accounts/{bernd.pk}/code/").context["code"]
    weak = {"password": "bernd123", "password_again": "bernd123"}

    answer = client.post("/accounts/code/", {"code": code, **weak})

    bernd.refresh_from_db()
    assert answer.context["form"].errors
    assert not bernd.check_password("bernd123")


def test_the_only_owner_stays_one_and_hands_no_code_out_to_themselves(
    client, secretary
):
    page = f"/members/accounts/{secretary.pk}"
    make_user("bernd")

    code = client.post(f"{page}/code/")
    closed = client.post(f"{page}/close/", follow=True)
    role = client.post(f"{page}/role/", {"role": "secretary"})

    assert (code.status_code, role.status_code) == (302, 422)
    assert [each.level_tag for each in closed.context["messages"]][-1] == "error"
    secretary.refresh_from_db()
    assert (secretary.entry_code, secretary.is_active) == ("", True)
    make_owner("anna")
    role = client.post(f"{page}/role/", {"role": "secretary"})
    assert role.status_code == 302


@pytest.mark.parametrize(
    "changed",
    [
        {"username": "ERIKA"},
        {"username": ""},
        {"username": "\x00"},
        {"role": "king"},
        {"role": "host"},
    ],
    ids=range(5),
)
def test_an_account_that_will_not_do_is_explained(client, changed):
    response = client.post("/members/accounts/add/", answers(**changed))

    assert response.status_code == 422
    assert response.context["form"].errors
    assert User.objects.count() == 1


def test_the_owner_says_what_an_account_may_do_and_closes_and_opens_it(client):
    bernd = make_user("bernd")
    page = f"/members/accounts/{bernd.pk}"

    client.post(f"{page}/role/", {"role": "typist"})
    client.post(f"{page}/close/")
    bernd.refresh_from_db()
    assert (bernd.role, bernd.is_active) == (Role.TYPIST, False)

    client.post(f"{page}/open/")
    bernd.refresh_from_db()
    assert bernd.is_active


def test_a_role_and_a_code_leave_what_was_written_meanwhile(secretary):
    read_before = make_user("bernd")
    read_too = User.objects.get(pk=read_before.pk)

    set_role(account=User.objects.get(pk=read_before.pk), role=Role.TREASURER)
    code = hand_out_code(account=read_before, by=secretary)
    set_role(account=read_too, role=Role.OWNER)

    assert account_with_code(code).role == Role.OWNER


def test_words_of_the_game_are_a_password_only_in_a_sentence():
    words = ["skatclub", "kreuzbube", "Kreuz-Bube-11!", "SKATFREUNDE2026"]
    for password in [*words, "grand ouvert hand"]:
        with pytest.raises(ValidationError, match="Wer Skat kennt"):
            validate_password(password)

    for sentence in ("skatclub-am-fluss", "drei buben und ein ass", "kreuzworträtsel"):
        validate_password(sentence)


def test_the_account_behind_a_key_or_a_match_is_never_anybody_s(client):
    made, _secret = create_key(name="Tisch", rights=frozenset({"read"}))
    host = make_user("ausrichter-1", role=Role.HOST)
    for account in (made.account, host):
        User.objects.filter(pk=account.pk).update(is_active=False)
        before = User.objects.get(pk=account.pk)
        page = f"/members/accounts/{account.pk}"

        opened = client.post(f"{page}/open/", follow=True)
        client.post(f"{page}/role/", {"role": "owner"})
        client.post(f"{page}/code/")

        assert f"{before} ist das Konto eines Programms" in opened.text
        account.refresh_from_db()
        assert (account.is_active, account.role) == (False, before.role)
        assert account.entry_code == ""
        with pytest.raises(NotForSigningIn):
            hand_out_code(account=account, by=make_owner(f"vorstand-{account.pk}"))
