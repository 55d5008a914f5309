"""One organisation a thousand times over, by ``INSERT … SELECT`` in the database."""

from django.apps import apps
from django.core.management.color import no_style
from django.db import connection, models

from tournaments.organisations.models import HostName, Organisation
from tournaments.people.models import Session
from tournaments.sheets.models import ScoreSheet

APART = 1_000_000
"""Between a row of one organisation and the same row of the next; keys end there."""


def clone_organisations(copies: int) -> None:
    """Copy all that there is, so many times, each into an organisation of its own.

    PostgreSQL only. The rows lie as they would have come in: each evening of all
    organisations beside each other.
    """
    app = apps.get_app_config("tournaments")
    every = app.get_models(include_auto_created=True)
    tables = [model for model in every if model is not Session]
    with connection.cursor() as cursor:
        # What is copied whole keeps its foreign keys; to look each one up takes longer.
        cursor.execute("SET session_replication_role = replica")
        cursor.execute("SET synchronous_commit = off")
        for model in tables:
            cursor.execute(insertion(model), [copies])
        cursor.execute("SET session_replication_role = DEFAULT")
        for sql in connection.ops.sequence_reset_sql(no_style(), tables):
            cursor.execute(sql)


def insertion(model: type[models.Model]) -> str:
    """Return the statement that copies the rows of a table."""
    name = connection.ops.quote_name
    fields = model._meta.concrete_fields
    columns = ", ".join(name(field.column) for field in fields)
    values = ", ".join(copied(field, f"row.{name(field.column)}") for field in fields)
    table = name(model._meta.db_table)
    key = name(model._meta.pk.column)
    return (
        f"INSERT INTO {table} ({columns}) SELECT {values} "
        f"FROM {table} AS row CROSS JOIN generate_series(1, %s) AS copy "
        f"ORDER BY row.{key}, copy"
    )


def copied(field: models.Field, column: str) -> str:
    """Return what stands in a column of a copy."""
    moved = f"{column} + copy * {APART}"
    owner = field.model
    if owner is Organisation and field.name == "short_name":
        return "'club' || copy"
    if owner is HostName and field.name == "name":
        return "'club' || copy || '.localhost'"
    if owner is ScoreSheet and field.name == "code":
        return f"lpad(to_hex(row.id + copy * {APART}), 8, '0')"
    return moved if names_a_row(field) else column


def names_a_row(field: models.Field) -> bool:
    """Tell whether a column has the key of a row that is copied, too."""
    if field.primary_key or isinstance(field, models.ForeignKey):
        return True
    # In a history stands the key of what it is about.
    return field.name == "id" and isinstance(field, models.BigIntegerField)
