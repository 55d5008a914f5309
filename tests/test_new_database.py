"""A command that brings data in works in a folder where nothing was before."""

import pytest
from django.core.management import call_command

from skatclub.machine import new_database
from tournaments.management.commands import _shared as shared
from tournaments.management.commands import organisation


class Prepared(Exception):
    pass


@pytest.fixture
def commands(monkeypatch):
    called = []
    monkeypatch.setattr(
        new_database, "call_command", lambda *names, **options: called.extend(names)
    )
    return called


@pytest.fixture(autouse=True)
def sound(monkeypatch):
    """The tables of the tests come from no migration."""
    monkeypatch.setattr(new_database, "require_sound", lambda: None)


def test_a_database_that_was_never_used_gets_its_tables(db, commands, monkeypatch):
    monkeypatch.setattr(new_database, "has_tables", lambda: False)

    new_database.prepare_if_new()

    assert commands == ["migrate"]


def test_a_database_in_use_is_left_alone(db, commands, monkeypatch):
    new_database.prepare_if_new()

    assert commands == []


@pytest.mark.parametrize(
    ("name", "arguments"),
    [
        ("demo", []),
        ("import_event", [__file__]),
        ("import_club", [__file__]),
        ("organisation", ["add", "Herz Sieben", "--host=herz7.localhost"]),
        ("organisation", ["list"]),
    ],
)
def test_a_command_with_books_prepares_the_database_first(monkeypatch, name, arguments):
    def prepare():
        raise Prepared

    for module in (shared, organisation):
        monkeypatch.setattr(module, "prepare_if_new", prepare)

    with pytest.raises(Prepared):
        call_command(name, *arguments)
