"""Who may sign in, and who says so."""

import pytest
from django.contrib.auth.password_validation import validate_password
from django.core.exceptions import ValidationError

from tests.factories import make_owner, make_user
from tournaments.people.models import User
from tournaments.words.rights import Role

pytestmark = pytest.mark.django_db
PASSWORD = "grand-ouvert-zu-viert"


@pytest.fixture(autouse=True)
def secretary(client):
    secretary = make_owner("erika")
    client.force_login(secretary)
    return secretary


def answers(**changed):
    return {
        "username": "bernd",
        "role": "reader",
        "password": PASSWORD,
        "password_again": PASSWORD,
        **changed,
    }


def test_a_new_account_can_sign_in_and_change_its_password(client):
    client.post("/members/accounts/add/", answers())
    client.logout()

    signed_in = client.login(username="bernd", password=PASSWORD)

    assert signed_in
    assert User.objects.get(username="bernd").role == Role.READER
    assert client.get("/accounts/password/").status_code == 200


@pytest.mark.parametrize(
    "changed",
    [
        {"username": "ERIKA"},
        {"username": "erika"},
        {"username": ""},
        {"username": "a b"},
        {"username": "x" * 151},
        {"username": "\x00"},
        {"role": "king"},
        {"role": ""},
        {"password": "12345678", "password_again": "12345678"},
        {"password_again": "anders-und-lang"},
        {"password": "", "password_again": ""},
        {"username": "grand-ouvert-zu-viert"},
    ],
    ids=range(12),
)
def test_an_account_that_will_not_do_is_explained(client, changed):
    response = client.post("/members/accounts/add/", answers(**changed))

    assert response.status_code == 200
    assert response.context["form"].errors
    assert User.objects.count() == 1


def test_a_closed_account_is_out_at_once(client):
    bernd = make_user("bernd")
    client.force_login(bernd)
    assert client.get("/members/").status_code == 200

    User.objects.filter(pk=bernd.pk).update(is_active=False)

    assert client.get("/members/").status_code == 302


def test_an_account_is_closed_and_opened_again(client):
    bernd = make_user("bernd")

    client.post(f"/members/accounts/{bernd.pk}/close/")
    bernd.refresh_from_db()
    assert not bernd.is_active

    client.post(f"/members/accounts/{bernd.pk}/open/")
    bernd.refresh_from_db()
    assert bernd.is_active


def test_the_last_account_that_may_write_stays_open(client, secretary):
    make_user("bernd")
    make_owner("anna").delete()

    response = client.post(f"/members/accounts/{secretary.pk}/close/", follow=True)

    secretary.refresh_from_db()
    assert secretary.is_active
    assert [message.level_tag for message in response.context["messages"]] == ["error"]


def test_a_forgotten_password_is_replaced(client):
    bernd = make_user("bernd")

    client.post(
        f"/members/accounts/{bernd.pk}/password/",
        {"password": PASSWORD, "password_again": PASSWORD},
    )

    bernd.refresh_from_db()
    assert bernd.check_password(PASSWORD)


def test_a_new_password_does_not_open_a_closed_account(client):
    bernd = make_user("bernd")
    client.post(f"/members/accounts/{bernd.pk}/close/")

    response = client.post(
        f"/members/accounts/{bernd.pk}/password/",
        {"password": PASSWORD, "password_again": PASSWORD},
        follow=True,
    )

    (message,) = response.context["messages"]
    assert message.level_tag == "warning"
    assert "bernd hat ein neues Passwort, aber das Konto ist weiter" in message.message
    bernd.refresh_from_db()
    assert bernd.check_password(PASSWORD)
    assert not bernd.is_active


def test_nobody_replaces_his_own_password_without_the_old_one(client, secretary):
    response = client.get(f"/members/accounts/{secretary.pk}/password/")

    assert response.status_code == 404


def test_a_weak_new_password_is_refused(client):
    bernd = make_user("bernd")

    response = client.post(
        f"/members/accounts/{bernd.pk}/password/",
        {"password": "bernd123", "password_again": "bernd123"},
    )

    bernd.refresh_from_db()
    assert response.context["form"].errors
    assert not bernd.check_password("bernd123")


@pytest.mark.parametrize(
    "password",
    ["skatclub", "kreuzbube", "Kreuz-Bube-11!", "SKATFREUNDE2026", "grand ouvert hand"],
)
def test_words_of_the_game_are_no_password(password):
    with pytest.raises(ValidationError, match="Wer Skat kennt"):
        validate_password(password)


@pytest.mark.parametrize(
    "password", ["skatclub-am-fluss", "drei buben und ein ass", "kreuzworträtsel"]
)
def test_a_sentence_with_words_of_the_game_is_a_password(password):
    validate_password(password)


def test_a_reader_manages_no_accounts(client, secretary):
    client.force_login(make_user("emil"))

    for address in ("password", "close", "open"):
        response = client.post(f"/members/accounts/{secretary.pk}/{address}/")
        assert response.status_code == 404


@pytest.mark.parametrize("count", [1, 20])
def test_the_list_of_accounts_costs_the_same_however_many(
    client, count, django_assert_num_queries
):
    for number in range(count):
        make_user(f"leser{number}")

    with django_assert_num_queries(4):
        client.get("/members/accounts/")


def test_an_unknown_account_is_not_found(client):
    assert client.post("/members/accounts/999/close/").status_code == 404


def test_the_admin_only_looks(client):
    chief = make_owner("chef")
    chief.is_staff = chief.is_superuser = True
    chief.save()
    client.force_login(chief)

    for model in ("user", "club", "player"):
        assert client.get(f"/admin/tournaments/{model}/").status_code == 200
        assert client.get(f"/admin/tournaments/{model}/add/").status_code == 403
