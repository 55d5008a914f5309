"""A database that was never used gets its tables, whichever command comes first."""

from django.core.management import call_command
from django.db import connection

from skatclub.machine.condition import require_sound
from tournaments.organisations.models import Organisation


def prepare_if_new() -> None:
    """Make the tables if there are none; an older database is left to ``up``.

    Never in the place of a database that is broken: raises ``Unfit``.
    """
    # Inside a transaction it is at work already, and would wait for itself.
    if not connection.in_atomic_block:
        require_sound()
    if not has_tables():
        call_command("migrate", interactive=False, verbosity=0)


def has_tables() -> bool:
    """Tell whether the database was ever used."""
    return Organisation._meta.db_table in connection.introspection.table_names()
