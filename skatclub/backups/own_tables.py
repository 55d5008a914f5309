"""The tables that this version has, and whether a database has the same."""

from collections.abc import Mapping

from django.apps import apps
from django.conf import settings
from django.db import connection
from django.db.migrations.recorder import MigrationRecorder

# Tables of no app: which migrations were made, and the attempts of several servers.
OTHERS = {
    str(MigrationRecorder.Migration._meta.db_table),
    str(settings.ATTEMPTS["LOCATION"]),
}


def own_columns() -> dict[str, set[str]]:
    """Return the columns of each table of this version."""
    return {
        model._meta.db_table: {
            str(field.column) for field in model._meta.local_concrete_fields
        }
        for model in apps.get_models(include_auto_created=True)
        if model._meta.can_migrate(connection)
    }


def own_tables() -> set[str]:
    """Return the names of all tables that this version knows."""
    return {*own_columns(), *OTHERS}


def tables_that_differ(found: Mapping[str, set[str]]) -> list[str]:
    """Return the tables that are missing, have other columns, or are not ours."""
    wanted = own_columns()
    foreign = {
        name for name in found.keys() - own_tables() if not name.startswith("sqlite_")
    }
    return sorted(
        foreign | {each for each in wanted if found.get(each) != wanted[each]}
    )
