"""What is written into the log, and what that costs."""

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from tests.factories import make_player
from tournaments.people.models import Player
from tournaments.scope.log import entries_about, update_many

pytestmark = pytest.mark.django_db


@pytest.fixture
def anna():
    return Player.objects.get(pk=make_player("Anna Koch").pk)


def changes_of(row):
    return [entry.before_and_after for entry in entries_about(row).exclude(changes="")]


def test_a_change_costs_one_insert_and_names_only_what_changed(anna):
    anna.last_name, anna.group = "Köster", 2

    with CaptureQueriesContext(connection) as queries:
        anna.save()

    assert [each["sql"].split()[0] for each in queries] == ["UPDATE", "INSERT"]
    assert changes_of(anna) == [{"last_name": ["Koch", "Köster"], "group": [None, 2]}]


def test_saving_again_what_is_stored_writes_nothing(anna):
    anna.save()
    anna.store(is_active=False)
    anna.save()

    assert changes_of(anna) == [{"is_active": [True, False]}]


def test_a_row_that_was_read_again_is_compared_with_what_it_read(anna):
    Player.objects.filter(pk=anna.pk).update(group=3)
    anna.refresh_from_db()

    anna.store(group=4)

    assert changes_of(anna) == [{"group": [3, 4]}]


def test_of_columns_that_were_not_stored_nothing_is_logged(anna):
    anna.last_name, anna.group = "Köster", 2
    anna.save(update_fields=["group"])
    anna.save()

    assert changes_of(anna) == [
        {"last_name": ["Koch", "Köster"]},
        {"group": [None, 2]},
    ]


def test_many_changes_are_logged_at_once(anna):
    people = [anna, Player.objects.get(pk=make_player("Bernd Lang").pk)]
    for person in people:
        person.member_number = "7"

    with CaptureQueriesContext(connection) as queries:
        update_many(people, ["member_number"])

    assert sum("INSERT" in each["sql"] for each in queries) == 1
    assert all(changes_of(each) == [{"member_number": ["", "7"]}] for each in people)
