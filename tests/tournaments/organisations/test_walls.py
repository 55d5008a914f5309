"""Nobody finds data of one organisation under the address of another."""

import pytest
from django.apps import apps
from django.core.exceptions import ValidationError
from django.db import IntegrityError, transaction
from django.urls import reverse
from django.utils import translation

from tests.factories import make_player, make_secretary
from tests.walk import make_everybody, make_things, paths, sign_in
from tournaments.events.models import Event
from tournaments.organisations.models import HostName, Organisation
from tournaments.organisations.services import add_organisation
from tournaments.people.models import Club, Player, User
from tournaments.scope.models import Owned, ScopedManager
from tournaments.scope.scope import OutOfScope, scope
from tournaments.sheets.models import Game
from tournaments.site.access import VISITOR
from tournaments.words.rights import Role

pytestmark = pytest.mark.database
HOST = "herz7.localhost"
# Some pages say no before anything is looked for; 204 says nothing at all.
NO = {204, 302, 403, 404, 405}
MARKS = ("Geheimabend", "Zwirbelhuber")


@pytest.fixture(scope="module")
def neighbours(first_keys):
    """Fill the first organisation, and add another one with only accounts."""
    make_things()
    Event.objects.update(name=MARKS[0], is_published=True)
    Player.objects.update(last_name=MARKS[1])
    other = add_organisation(name="Herz Sieben", host=HOST).organisation
    with scope(other.pk):
        make_everybody()
    return other.pk


@pytest.fixture
def other(neighbours, db, many_organisations):
    return neighbours


# Nobody may more than an owner, nor less than a visitor.
@pytest.mark.usefixtures("bare_refusals")
@pytest.mark.parametrize("role", [VISITOR, Role.OWNER])
def test_no_address_finds_what_belongs_to_another_organisation(client, other, role):
    with scope(other):
        sign_in(client, role)
    found = []
    for path in paths():
        for ask in (client.get, client.post):
            answer = ask(path, headers={"host": HOST})
            text = answer.getvalue().decode(errors="replace")
            if any(mark in text for mark in MARKS):
                found.append((path, "names it"))
            if "/1/" in path and answer.status_code not in NO:
                found.append((path, answer.status_code))

    assert found == []


def test_the_page_a_browser_has_kept_of_another_one_is_not_confirmed(client, other):
    address = reverse("events:standings", args=[1])
    tag = client.get(address).headers["ETag"]

    kept = {"if-none-match": tag}
    assert client.get(address, headers=kept).status_code == 304
    assert client.get(address, headers={**kept, "host": HOST}).status_code == 404


def test_an_account_opens_the_books_of_its_own_organisation_only(client, other):
    client.force_login(User.objects.get(username="erika"))
    page = reverse("people:accounts")

    at_home = client.get(page, headers={"host": "localhost"})
    elsewhere = client.get(page, headers={"host": HOST})

    assert at_home.status_code == 200
    assert elsewhere.status_code == 302


def test_a_host_name_of_nobody_says_so_and_leads_nowhere(client, other):
    with translation.override("en"):  # as the last reader of this thread left it
        answer = client.get("/", headers={"host": "niemand.example"})

    assert answer.status_code == 404
    assert "Unter dieser Adresse ist niemand zu Hause" in answer.text
    assert "niemand.example" in answer.text


def test_a_host_name_of_nobody_is_not_led_to_https(client, other, settings):
    settings.SECURE_SSL_REDIRECT = True

    nobody = client.get("/", headers={"host": "niemand.example"})
    ours = client.get("/", headers={"host": HOST})

    assert nobody.status_code == 404
    assert ours["Location"] == f"https://{HOST}/"


def test_without_an_organisation_nothing_is_read_and_nothing_written(db):
    with scope(None):
        for rows in (Event.objects, Player.every, Game.objects, User.objects):
            with pytest.raises(OutOfScope):
                rows.first()
        with pytest.raises(IntegrityError), transaction.atomic():
            make_player("Anna")


def test_names_are_one_s_own_within_an_organisation_only(other):
    with scope(other):
        assert Club.objects.get().name == "Herz Sieben"
        assert make_secretary("erika").pk
        assert User.objects.count() == len(Role) + 1


def test_every_row_leads_to_an_organisation():
    models = {*apps.get_app_config("tournaments").get_models()}
    for model in models - {Organisation, HostName}:
        for manager in model._meta.managers:
            assert isinstance(manager, ScopedManager), model
        if not issubclass(model, Owned):
            assert not model._meta.get_field(model.part_of).null, model


def test_nobody_takes_the_names_that_lead_to_this_machine(db):
    for host in ("localhost", "127.0.0.1"):
        with pytest.raises(ValidationError):
            add_organisation(name="Herz Sieben", host=host)
