"""A database that was never used gets its tables, whichever command comes first."""

from django.core.management import call_command
from django.db import connection
from django.db.migrations.executor import MigrationExecutor


def prepare_if_new() -> None:
    """Make the tables if there are none; an older database is left to ``up``."""
    if not MigrationExecutor(connection).loader.applied_migrations:
        call_command("migrate", interactive=False, verbosity=0)
