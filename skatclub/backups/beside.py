"""The copy of an older Skatclub, brought up to date before it goes in.

Beside the live tables: a file of its own on SQLite, a schema of its own on PostgreSQL.
"""

import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

from django.core.management import call_command
from django.db import connection, connections
from django.db.migrations.executor import MigrationExecutor

from skatclub.backups.engines import postgres
from skatclub.backups.reading import Copy

BESIDE = "copy"  # the alias of a database that is made ready before it goes in
SCHEMA = "skatclub_copy"


def brought_up_to_date(copy: Copy) -> Copy:
    """Return a copy with the tables of this version.

    Raises ``DatabaseError`` where the tables cannot be made or do not fit.
    """
    if copy.manifest.vendor == "sqlite":
        with known({"NAME": str(copy.database), "OPTIONS": IMMEDIATE}):
            migrate()
        return copy
    with schema_beside():
        fill(copy)
        migrate()
        return written_anew(copy)


IMMEDIATE = {"transaction_mode": "IMMEDIATE"}


def migrate() -> None:
    call_command("migrate", database=BESIDE, interactive=False, verbosity=0)


@contextmanager
def known(changed: dict[str, Any]) -> Iterator[Any]:
    """Let Django know one more database for a while."""
    connections.databases[BESIDE] = {**connection.settings_dict, **changed}
    try:
        yield connections[BESIDE]
    finally:
        connections[BESIDE].close()
        del connections[BESIDE]
        del connections.databases[BESIDE]


@contextmanager
def schema_beside() -> Iterator[None]:
    """Let Django know an empty schema of the database for a while."""
    options = dict(connection.settings_dict["OPTIONS"])
    options.pop("pool", None)
    path = f"{options.get('options', '')} -c search_path={SCHEMA}"
    with known({"OPTIONS": {**options, "options": path}}) as beside:
        drop = f"DROP SCHEMA IF EXISTS {SCHEMA} CASCADE"
        with beside.cursor() as cursor:
            cursor.execute(drop)
            cursor.execute(f"CREATE SCHEMA {SCHEMA}")
        try:
            yield
        finally:
            with beside.cursor() as cursor:
                cursor.execute(drop)


def fill(copy: Copy) -> None:
    """Make the tables of then, and put the rows of the copy into them.

    Tables that no migration makes hold nothing that stays, such as counted attempts.
    """
    executor = MigrationExecutor(connections[BESIDE])
    state = executor.migrate(last_ones(executor, copy))
    with connections[BESIDE].cursor() as cursor:
        made = set(postgres.tables_in(cursor))
    names = [each for each in copy.tables if postgres.table_of(each) in made]
    models = state.apps.get_models(include_auto_created=True)
    postgres.put_tables_back(copy.folder, names, models=models, using=BESIDE)


def last_ones(executor: MigrationExecutor, copy: Copy) -> list[tuple[str, str]]:
    """Return the last migrations of each app that a copy has had."""
    had = {(app, name) for app, name in copy.manifest.migrations}
    nodes = executor.loader.graph.node_map
    following = {
        parent.key
        for key in had
        for parent in nodes[key].parents
        if parent[0] == key[0]
    }
    return sorted(had - following)


def written_anew(copy: Copy) -> Copy:
    """Write the tables beside in the place of those of the copy."""
    place = copy.folder / postgres.TABLES
    shutil.rmtree(place)
    place.mkdir()
    with connections[BESIDE].cursor() as cursor:
        tables = postgres.tables_in(cursor)
        for table in tables:
            write(cursor, table, place / f"{table}.tsv")
    files = {f"{postgres.TABLES}{table}.tsv": "" for table in tables}
    return replace(copy, manifest=replace(copy.manifest, files=files))


def write(cursor: Any, table: str, path: Path) -> None:
    with path.open("wb") as file:
        file.writelines(postgres.table_pieces(cursor, table))
