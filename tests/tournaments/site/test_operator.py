"""The operator of the site sees amounts of data and no contents."""

import io

import pytest
from django.core.exceptions import ValidationError
from django.core.management import call_command

from tests.backups.copies import copy_of_now
from tests.factories import make_player, make_secretary, make_sheet, make_user
from tournaments.organisations.services import add_organisation
from tournaments.people.models import User
from tournaments.scope.scope import scope
from tournaments.site.selectors import inventory

pytestmark = [pytest.mark.django_db, pytest.mark.database]


@pytest.fixture
def two():
    """Fill the first organisation, and add another one with a person."""
    make_sheet()
    other = add_organisation(name="Herz Sieben", host="herz7.localhost").organisation
    with scope(other.pk):
        make_player("Zwirbelhuber")
    return other


def test_each_is_counted_by_itself(two, django_assert_num_queries):
    with django_assert_num_queries(7):
        first, other = inventory()

    assert (first.people, first.events, first.lists) == (4, 1, 1)
    assert (other.name, other.people, other.events, other.lists) == (
        "Herz Sieben",
        1,
        0,
        0,
    )


def test_the_page_is_the_operator_s_alone_and_names_nobody(client, two):
    for user in (None, make_user(), make_secretary()):
        if user:
            client.force_login(user)
            assert client.get("/operator/").status_code == 404
        else:
            assert client.get("/operator/").status_code == 302
    User.objects.update(is_superuser=True)

    page = client.get("/operator/").text

    assert "Herz Sieben" in page
    assert "herz7.localhost" in page
    assert "jede Adresse dieses Rechners" in page
    assert "Zwirbelhuber" not in page
    assert "Anna" not in page


def printed():
    out = io.StringIO()
    call_command("organisation", "list", stdout=out)
    return out.getvalue()


@pytest.mark.usefixtures("migrated")
def test_the_command_says_how_much_and_when_it_was_backed_up(two, monkeypatch):
    monkeypatch.setattr(
        "tournaments.management.commands.organisation.prepare_if_new", lambda: None
    )
    assert "Noch keine Sicherung" in printed()
    copy_of_now()

    assert "Letzte Sicherung der Seite: 20. November 2026, 20:30" in printed()
    assert "Listen: 1" in printed()


@pytest.mark.django_db
def test_a_second_club_of_a_name_is_told_to_take_another_short_name():
    add_organisation(name="Herz Sieben", host="herz7.localhost")

    with pytest.raises(ValidationError) as refusal:
        add_organisation(name="Herz Sieben", host="other.localhost")

    assert "--short-name" in refusal.value.messages[0]
    assert "So heißt hier schon ein Verein" in refusal.value.messages[0]
