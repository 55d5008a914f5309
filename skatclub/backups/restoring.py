"""Putting a copy back: the new state as a whole, or the old one."""

import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from django.apps import apps
from django.conf import settings
from django.contrib.contenttypes.models import ContentType
from django.core.cache import caches
from django.core.exceptions import ValidationError
from django.core.management import call_command
from django.db import DatabaseError, OperationalError, connection, connections
from django.db.migrations.executor import MigrationExecutor
from django.db.migrations.loader import MigrationLoader
from django.utils.translation import gettext as _

from skatclub.backups.engines import postgres, sqlite
from skatclub.backups.folder import RESTORE, STAMP, copies_folder
from skatclub.backups.making import KEY, back_up
from skatclub.backups.manifest import tables_that_differ
from skatclub.backups.reading import Copy, columns_in

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
        place = copy.folder / postgres.TABLES
        shutil.rmtree(place)
        place.mkdir()
        with connections[BESIDE].cursor() as cursor:
            tables = postgres.tables_in(cursor)
            for table in tables:
                write(cursor, table, place / f"{table}.tsv")
        files = {f"{postgres.TABLES}{table}.tsv": "" for table in tables}
        return replace(copy, manifest=replace(copy.manifest, files=files))


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
    had = {(app, name) for app, name in copy.manifest.migrations}
    nodes = executor.loader.graph.node_map
    following = {
        parent.key
        for key in had
        for parent in nodes[key].parents
        if parent[0] == key[0]
    }
    state = executor.migrate(sorted(had - following))
    with connections[BESIDE].cursor() as cursor:
        made = set(postgres.tables_in(cursor))
    names = [each for each in copy.tables if postgres.table_of(each) in made]
    models = state.apps.get_models(include_auto_created=True)
    postgres.put_tables_back(copy.folder, names, models=models, using=BESIDE)


def write(cursor: Any, table: str, path: Path) -> None:
    with path.open("wb") as file:
        file.writelines(postgres.table_pieces(cursor, table))


class NotRestored(ValidationError):
    """Nothing was put back, and everything is as it was; the text says why."""


def restore(copy: Copy, *, at: datetime) -> Path:
    """Put a copy that was looked through in the place of everything that stands here.

    What stands here is copied first; returns where. Whoever dies in the middle leaves
    the old state: both databases do it in one transaction of their own. Raises
    ``NotRestored`` or ``NoCopy``.
    """
    copy = made_ready(copy)
    try:
        before = swapped(copy, at)
    except (sqlite3.OperationalError, OperationalError) as problem:
        text = _(
            "Nothing was changed (%(why)s). If somebody is writing, please wait a "
            "little."
        )
        raise NotRestored(text % {"why": problem}) from problem
    settle(copy, at)
    return before


def swapped(copy: Copy, at: datetime) -> Path:
    """Copy what stands here, and put the other copy in its place.

    On SQLite whoever writes meanwhile waits, or is told to come back: what was said to
    be saved is in one of the two states.
    """
    if copy.manifest.vendor == "sqlite":
        with sqlite.threads_waiting():
            with sqlite.programs_waiting():
                before = back_up(RESTORE, at=at)
            sqlite.put_database_back(copy.database)
    else:
        before = back_up(RESTORE, at=at)
        models = apps.get_models(include_auto_created=True)
        postgres.put_tables_back(copy.folder, copy.tables, models=models)
    return before


def restore_over_broken(copy: Copy, *, at: datetime) -> Path | None:
    """Put a copy where the database is missing or broken; return where that lies now.

    For when nothing serves the folder: what is broken is laid aside, never deleted.
    """
    copy = made_ready(copy)
    live = sqlite.database_path()
    aside = copies_folder() / f"broken-{at.astimezone(UTC):{STAMP}}"
    found = [live.with_name(live.name + end) for end in ("-wal", "-shm", "")]
    found = [each for each in found if each.exists()]
    connections.close_all()
    if found:
        aside.mkdir()
    for each in found:
        each.replace(aside / each.name)
    copy.database.replace(live)
    settle(copy, at)
    return aside if found else None


def made_ready(copy: Copy) -> Copy:
    """Return a copy with the tables of this Skatclub, before it goes in.

    That of an older one is brought up to date. Raises ``NotRestored`` where tables or
    columns are missing, or there are others.
    """
    recorded = {(app, name) for app, name in copy.manifest.migrations}
    if recorded != set(MigrationLoader(None).disk_migrations):
        try:
            copy = brought_up_to_date(copy)
        except DatabaseError as problem:
            raise too_old(problem) from problem
    differing = tables_that_differ(columns_in(copy))
    if differing:
        raise too_old(differing[0])
    return copy


def too_old(problem: object) -> NotRestored:
    """Return the refusal of a copy that this version cannot bring up to date."""
    text = _(
        "This backup was made by an older Skatclub. Put it back with that version, "
        "then update the program."
    )
    return NotRestored(f"{text} ({problem})")


def settle(copy: Copy, at: datetime) -> None:
    """Forget what was known of the old state, and take the secret key over."""
    key = copy.folder / KEY
    if key.exists():
        shutil.copyfile(key, settings.DATA_DIR / KEY)
    ContentType.objects.clear_cache()
    for cache in ("default", "drawn"):
        caches[cache].clear()
