"""A command that brings data in works in a folder where nothing was before."""

import pytest
from django.core.management import call_command
from django.db.migrations.recorder import MigrationRecorder

from skatclub.machine import new_database
from tournaments.management.commands import demo, import_club, import_event


class Prepared(Exception):
    pass


@pytest.fixture
def commands(monkeypatch):
    called = []
    monkeypatch.setattr(
        new_database, "call_command", lambda *names, **options: called.extend(names)
    )
    return called


def test_a_database_that_was_never_used_gets_its_tables(db, commands, monkeypatch):
    monkeypatch.setattr(MigrationRecorder, "applied_migrations", lambda self: {})

    new_database.prepare_if_new()

    assert commands == ["migrate"]


def test_a_database_in_use_is_left_alone(db, commands, monkeypatch):
    applied = {("tournaments", "0001_initial"): None}
    monkeypatch.setattr(MigrationRecorder, "applied_migrations", lambda self: applied)

    new_database.prepare_if_new()

    assert commands == []


@pytest.mark.parametrize(
    ("module", "arguments"),
    [(demo, []), (import_event, [__file__]), (import_club, [__file__])],
)
def test_who_brings_data_in_prepares_the_database_first(monkeypatch, module, arguments):
    def prepare():
        raise Prepared

    monkeypatch.setattr(module, "prepare_if_new", prepare)
    monkeypatch.setattr(import_event, "read_event", lambda content: content)
    name = module.__name__.rpartition(".")[2]

    with pytest.raises(Prepared):
        call_command(name, *arguments)
