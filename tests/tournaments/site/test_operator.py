"""The operator sees amounts and no contents, and deletes one organisation alone."""

import io

import pytest
from django.apps import apps
from django.core.exceptions import ValidationError
from django.core.management import CommandError, call_command
from django.db import IntegrityError, connection, transaction
from django.test import Client

from skatclub.backups.folder import stored_copies
from skatclub.machine.desktop import require_answer
from tests.backups.copies import copy_of_now
from tests.factories import make_evening, make_player, make_secretary, make_sheet
from tests.walk import make_things
from tournaments.leagues.models import MatchGroup
from tournaments.leagues.services import renew_code
from tournaments.management.commands import organisation as command
from tournaments.organisations.models import Organisation
from tournaments.organisations.services import add_organisation
from tournaments.people.models import Club, Player, User
from tournaments.scope.scope import scope
from tournaments.site.services import OnlyOne, delete_organisation
from tournaments.site.views import inventory

pytestmark = [pytest.mark.django_db, pytest.mark.database]
HOST = "herz7.localhost"


def all_rows():
    """Return every row of every table, by its key."""
    found = {}
    for model in apps.get_models(include_auto_created=True):
        names = [field.attname for field in model._meta.concrete_fields]
        rows = model._base_manager.values("pk", *names)
        found[model._meta.label] = {row["pk"]: row for row in rows}
    return found


@pytest.fixture
def first(many_organisations, client):
    """A site of one club, with its owner signed in."""
    client.force_login(make_things())
    return Organisation.objects.get()


@pytest.fixture
def herz7(first):
    """Another club with rows of every kind, including deleted ones."""
    other = add_organisation(name="Herz Sieben", host=HOST).organisation
    with scope(other.pk):
        owner = make_things()
        Client().force_login(owner)
        renew_code(group=MatchGroup.objects.get(), by=owner)
        make_evening("Abgesagt").delete()
    return other


def test_everything_else_is_as_if_it_had_never_been_here(first, request, client):
    before = all_rows()
    herz7 = request.getfixturevalue("herz7")
    kept = all_rows()

    delete_and_look(herz7)

    after = all_rows()
    assert sum(len(kept[name]) > len(before[name]) for name in kept) > 20
    assert [name for name in after if after[name] != before[name]] == []
    assert client.get("/members/").status_code == 200
    assert client.get("/", headers={"host": HOST}).status_code == 404


def test_the_only_one_stays(db):
    with pytest.raises(OnlyOne):
        delete_organisation(organisation=Organisation.objects.get())


def test_a_row_of_somebody_else_that_leads_there_keeps_it(herz7, first):
    with scope(herz7.pk):
        theirs = Club.objects.get()
    Player._base_manager.filter(organisation=first.pk).update(club=theirs)

    with pytest.raises(IntegrityError):
        delete_and_look(herz7)

    assert Organisation.objects.filter(pk=herz7.pk).exists()


@transaction.atomic
def delete_and_look(organisation):
    delete_organisation(organisation=organisation)
    connection.check_constraints()


@pytest.mark.usefixtures("migrated")
def test_the_command_asks_and_copies_everything_before(herz7, monkeypatch):
    monkeypatch.setattr(command, "prepare_if_new", lambda: None)
    answers = iter(["ja", "herz-sieben"])
    monkeypatch.setattr("builtins.input", lambda: next(answers))

    with pytest.raises(CommandError, match="Nichts"):
        call_command("organisation", "delete", "herz-sieben", stdout=io.StringIO())
    assert Organisation.objects.count() == 2
    call_command("organisation", "delete", "herz-sieben", stdout=(out := io.StringIO()))

    assert Organisation.objects.count() == 1
    (copy,) = stored_copies()
    assert str(copy.path) in out.getvalue()
    assert copy.purpose == "loss"


@pytest.mark.usefixtures("migrated")
def test_a_refused_deletion_neither_asks_nor_leaves_a_copy(monkeypatch):
    monkeypatch.setattr(command, "prepare_if_new", lambda: None)
    only = Organisation.objects.get().short_name

    with pytest.raises(CommandError, match="Sonst führt hier niemand"):
        call_command("organisation", "delete", only, "--yes")

    assert list(stored_copies()) == []


@pytest.mark.parametrize("nobody", [EOFError, RuntimeError])
def test_a_question_that_nobody_can_answer_changes_nothing(monkeypatch, nobody):
    def no_terminal():
        raise nobody

    monkeypatch.setattr("builtins.input", no_terminal)

    with pytest.raises(CommandError, match=r"Nichts wurde geändert.* --yes"):
        require_answer("ja")


@pytest.fixture
def two():
    """Fill the first organisation, and add another one with a person."""
    make_sheet()
    other = add_organisation(name="Herz Sieben", host=HOST).organisation
    with scope(other.pk):
        make_player("Zwirbelhuber")
    return other


def test_each_is_counted_by_itself(two, django_assert_num_queries):
    with django_assert_num_queries(7):
        first, other = inventory()

    assert (first.people, first.events, first.lists) == (4, 1, 1)
    counts = (other.name, other.people, other.events, other.lists)
    assert counts == ("Herz Sieben", 1, 0, 0)


def test_the_page_is_the_operator_s_alone_and_names_nobody(client, two):
    assert client.get("/operator/").status_code == 302
    client.force_login(make_secretary())
    assert client.get("/operator/").status_code == 404
    User.objects.update(is_superuser=True)

    page = client.get("/operator/").text

    assert "Herz Sieben" in page
    assert "herz7.localhost" in page
    assert "jede Adresse dieses Computers" in page
    assert "Zwirbelhuber" not in page
    assert "Anna" not in page


@pytest.mark.usefixtures("migrated")
def test_the_command_says_how_much_and_when_it_was_backed_up(two, monkeypatch):
    monkeypatch.setattr(command, "prepare_if_new", lambda: None)
    call_command("organisation", "list", stdout=(before := io.StringIO()))
    copy_of_now()
    call_command("organisation", "list", stdout=(after := io.StringIO()))

    assert "Noch keine Sicherung" in before.getvalue()
    backed_up = "Letzte Sicherung der Seite: 20. November 2026, 20:30"
    assert backed_up in after.getvalue()
    assert "Listen: 1" in after.getvalue()


def test_a_second_club_of_a_name_is_told_to_take_another_short_name():
    add_organisation(name="Herz Sieben", host=HOST)

    with pytest.raises(ValidationError) as refusal:
        add_organisation(name="Herz Sieben", host="other.localhost")

    assert "--short-name" in refusal.value.messages[0]
    assert "So heißt hier schon ein Verein" in refusal.value.messages[0]
