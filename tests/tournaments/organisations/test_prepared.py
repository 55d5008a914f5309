"""Prepared queries return the same as Django's own."""

import contextvars
from datetime import timedelta
from threading import Thread

import pytest
from django.db import connection, models, transaction
from django.utils import timezone

from tests.factories import make_evening, make_player, make_secretary, make_sheet
from tournaments.events.models import Event
from tournaments.organisations.services import add_organisation
from tournaments.people.models import Player, User
from tournaments.scope.prepared import Prepared
from tournaments.scope.scope import OutOfScope, scope
from tournaments.scope.withheld import read_by_visitors
from tournaments.sheets.models import ScoreSheet, Seat

pytestmark = pytest.mark.database


def seats_of(sheet):
    return Seat.objects.filter(sheet=sheet).select_related("player")


@pytest.fixture
def other(db):
    return add_organisation(name="Herz Sieben", host="herz7.localhost").organisation.pk


def test_other_values_find_other_rows_with_what_belongs_to_them(
    db, django_assert_num_queries
):
    prepared = Prepared(seats_of)
    sheets = [make_sheet(), make_sheet()]
    prepared.rows(sheets[0].pk)

    for sheet in [*sheets, sheets[0]]:
        with django_assert_num_queries(1):
            found = [(seat, seat.player.full_name) for seat in prepared.rows(sheet.pk)]
        expected = [(seat, seat.player.full_name) for seat in seats_of(sheet)]
        assert found == expected
        assert len(found) == 4


def test_the_same_statement_is_sent(db, django_assert_num_queries):
    prepared = Prepared(seats_of)
    sheet = make_sheet()

    with django_assert_num_queries(3) as sent:
        prepared.rows(sheet.pk)
        prepared.rows(sheet.pk)
        list(seats_of(sheet.pk))

    assert len({query["sql"] for query in sent}) == 1


def test_it_is_written_once(db):
    written = []

    def counted(pk):
        written.append(pk)
        return Player.objects.filter(pk=pk)

    prepared = Prepared(counted)
    anna, bernd = make_player("Anna"), make_player("Bernd")

    assert prepared.rows(anna.pk) == [anna]
    assert prepared.rows(bernd.pk) == [bernd]
    assert len(written) == 1


def test_rows_are_those_of_the_organisation_that_asks(other):
    prepared = Prepared(lambda name: Player.objects.filter(first_name=name))
    anna = make_player("Anna Kurz")

    assert prepared.rows("Anna") == [anna]
    with scope(other):
        assert prepared.rows("Anna") == []
        hers = make_player("Anna Kurz")
        assert prepared.rows("Anna") == [hers]
    assert prepared.rows("Anna") == [anna]


def test_nobody_asks_outside_all_organisations(db):
    prepared = Prepared(lambda name: Player.objects.filter(first_name=name))
    make_player("Anna Kurz")
    assert len(prepared.rows("Anna")) == 1

    with scope(None), pytest.raises(OutOfScope):
        prepared.rows("Anna")
    with pytest.raises(OutOfScope):
        contextvars.Context().run(prepared.rows, "Anna")


@pytest.mark.parametrize("first", ["club", "visitor"])
def test_visitors_find_nothing_that_is_withheld(db, first):
    prepared = Prepared(lambda pk: ScoreSheet.objects.filter(pk=pk))
    sheet = make_sheet()
    later = timezone.now() + timedelta(hours=1)
    type(sheet.series).objects.filter(pk=sheet.series_id).update(draw_from=later)

    for reader in [first, "club", "visitor", "club"]:
        with read_by_visitors(timezone.now() if reader == "visitor" else None):
            assert prepared.rows(sheet.pk) == ([] if reader == "visitor" else [sheet])


def test_a_lock_wants_a_transaction(transactional_db):
    prepared = Prepared(lambda pk: Event.objects.select_for_update().filter(pk=pk))
    event = make_evening()
    with transaction.atomic():
        assert prepared.rows(event.pk) == [event]

    if not connection.features.has_select_for_update:
        assert prepared.rows(event.pk) == [event]
        return
    with pytest.raises(transaction.TransactionManagementError):
        prepared.rows(event.pk)


def test_what_was_not_read_is_read_when_it_is_asked(db, django_assert_num_queries):
    prepared = Prepared(lambda pk: User.objects.filter(pk=pk).only("username"))
    erika = make_secretary()

    for _again in range(2):
        [found] = prepared.rows(erika.pk)
        assert found.get_deferred_fields() == {
            field.attname for field in User._meta.concrete_fields
        } - {"id", "username"}
        with django_assert_num_queries(1):
            assert found.role == erika.role


def test_threads_ask_side_by_side_on_connections_of_their_own(transactional_db):
    prepared = Prepared(seats_of)
    sheet = make_sheet()
    expected = list(seats_of(sheet))
    assert prepared.rows(sheet.pk) == expected
    found = []

    def ask():
        found.append(prepared.rows(sheet.pk))
        connection.close()

    for context in [contextvars.copy_context() for _each in range(3)]:
        thread = Thread(target=context.run, args=(ask,))
        thread.start()
        thread.join()

    assert found == [expected] * 3


@pytest.mark.parametrize("value", [None, [1], 1.5, True])
def test_what_makes_other_sql_is_refused(db, value):
    with pytest.raises(TypeError):
        Prepared(seats_of).rows(value)


def test_a_value_that_the_statement_leaves_out_is_refused(db):
    prepared: Prepared[models.Model] = Prepared(lambda pk: Player.objects.all())

    with pytest.raises(TypeError):
        prepared.rows(1)
