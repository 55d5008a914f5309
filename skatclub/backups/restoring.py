"""Putting a copy back: the new state as a whole, or the old one."""

import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime
from pathlib import Path

from django.conf import settings
from django.contrib.contenttypes.models import ContentType
from django.core.cache import caches
from django.core.exceptions import ValidationError
from django.core.management import call_command
from django.db import OperationalError, connection, connections
from django.db.migrations.loader import MigrationLoader
from django.utils.translation import gettext as _

from skatclub.backups import postgres, sqlite
from skatclub.backups.folder import RESTORE, copies_folder
from skatclub.backups.making import back_up
from skatclub.backups.reading import Copy
from skatclub.backups.restored import note_restored
from skatclub.backups.writing import KEY

BESIDE = "copy"  # the alias of a database that is made ready before it goes in


class NotRestored(ValidationError):
    """Nothing was put back, and everything is as it was; the text says why."""


def restore(copy: Copy, *, at: datetime) -> Path:
    """Put a copy that was looked through in the place of everything that stands here.

    What stands here is copied first; returns where. Whoever dies in the middle leaves
    the old state: both databases do it in one transaction of their own. Raises
    ``NotRestored`` or ``NoCopy``.
    """
    make_ready(copy)
    before = back_up(RESTORE, at=at)
    try:
        if copy.manifest.vendor == "sqlite":
            sqlite.put_database_back(copy.database)
        else:
            put_tables_back(copy)
    except (sqlite3.OperationalError, OperationalError) as problem:
        raise NotRestored(
            _(
                "Nothing was changed (%(why)s). If somebody is writing, please "
                "wait a little."
            )
            % {"why": problem},
            code="busy",
        ) from problem
    settle(copy, at)
    return before


def restore_over_broken(copy: Copy, *, at: datetime) -> Path | None:
    """Put a copy where the database is missing or broken; return where that lies now.

    For when nothing serves the folder: what is broken is laid aside, never deleted.
    """
    make_ready(copy)
    live = sqlite.database_path()
    aside = copies_folder() / f"broken-{at:%Y-%m-%d-%H%M%S}"
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


def put_tables_back(copy: Copy) -> None:
    """Put the tables of a copy back on PostgreSQL."""
    names = [name for name in copy.manifest.files if name.startswith(postgres.TABLES)]
    postgres.put_tables_back(copy.folder, sorted(names))


def make_ready(copy: Copy) -> None:
    """Bring the copy of an older Skatclub to the tables of this one, before it goes in.

    On PostgreSQL the tables are those that are here. Raises ``NotRestored``.
    """
    recorded = {(app, name) for app, name in copy.manifest.migrations}
    wanted = set(connection.introspection.django_table_names())
    is_known = recorded == set(MigrationLoader(None).disk_migrations)
    if is_known and wanted <= copy.manifest.tables.keys():
        return
    if copy.manifest.vendor == "sqlite" and not is_known:
        with database_beside(copy.database):
            call_command("migrate", database=BESIDE, interactive=False, verbosity=0)
    else:
        raise NotRestored(
            _(
                "This backup was made by an older Skatclub. Put it back with that "
                "version, then update the program."
            ),
            code="older",
        )


@contextmanager
def database_beside(path: Path) -> Iterator[None]:
    """Let Django know one more SQLite database for a while."""
    connections.databases[BESIDE] = {
        **connection.settings_dict,
        "NAME": str(path),
        "OPTIONS": {"transaction_mode": "IMMEDIATE"},
    }
    try:
        yield
    finally:
        connections[BESIDE].close()
        del connections[BESIDE]
        del connections.databases[BESIDE]


def settle(copy: Copy, at: datetime) -> None:
    """Forget what was known of the old state, and take the secret key over."""
    key = copy.folder / KEY
    if key.exists():
        shutil.copyfile(key, settings.DATA_DIR / KEY)
    ContentType.objects.clear_cache()
    for cache in ("default", "drawn"):
        caches[cache].clear()
    # Pages that browsers have kept are told by this word that they are others now.
    note_restored(at.isoformat())
