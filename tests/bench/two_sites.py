"""The same club alone and among many: two databases, visited in turns.

In turns, because a busy moment of the machine would otherwise be taken for the cost of
many organisations.
"""

from collections.abc import Iterator
from contextlib import contextmanager

from django.db import DEFAULT_DB_ALIAS, connection, connections
from django.db.backends.base.base import BaseDatabaseWrapper


@contextmanager
def copy_of_database() -> Iterator[BaseDatabaseWrapper]:
    """Give a copy of the database as it is now; it is thrown away at the end."""
    name = str(connection.settings_dict["NAME"])
    run_outside(f'CREATE DATABASE "{name}_one" TEMPLATE "{name}"')
    alone = unpooled(f"{name}_one")
    try:
        yield alone
    finally:
        alone.close()
        run_outside(f'DROP DATABASE "{name}_one"')


def run_outside(sql: str) -> None:
    """Run a statement for which nobody may be in the database."""
    connection.close()
    connection.close_pool()
    with connection._nodb_cursor() as cursor:
        cursor.execute(sql)


def unpooled(name: str) -> BaseDatabaseWrapper:
    """Return a connection of its own to a database; pools know only one."""
    other = connection.copy(DEFAULT_DB_ALIAS)
    other.settings_dict["NAME"] = name
    other.settings_dict["OPTIONS"].pop("pool", None)
    return other


@contextmanager
def asking(database: BaseDatabaseWrapper) -> Iterator[None]:
    """Let the whole program ask another database."""
    before = connections[DEFAULT_DB_ALIAS]
    connections[DEFAULT_DB_ALIAS] = database
    try:
        yield
    finally:
        connections[DEFAULT_DB_ALIAS] = before
