"""Putting a copy back: the new state as a whole, or the old one."""

import shutil
import sqlite3
from datetime import UTC, datetime
from pathlib import Path

from django.apps import apps
from django.conf import settings
from django.contrib.contenttypes.models import ContentType
from django.core.cache import caches
from django.core.exceptions import ValidationError
from django.db import DatabaseError, OperationalError, connections
from django.db.migrations.loader import MigrationLoader
from django.utils.translation import gettext as _

from skatclub.backups.beside import brought_up_to_date
from skatclub.backups.engines import postgres, sqlite
from skatclub.backups.folder import RESTORE, STAMP, copies_folder
from skatclub.backups.making import back_up
from skatclub.backups.own_tables import tables_that_differ
from skatclub.backups.reading import Copy, columns_in
from skatclub.backups.writing import KEY


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
    return NotRestored(
        _(
            "This backup was made by an older Skatclub. Put it back with that "
            "version, then update the program."
        )
        + f" ({problem})",
        code="older",
    )


def settle(copy: Copy, at: datetime) -> None:
    """Forget what was known of the old state, and take the secret key over."""
    key = copy.folder / KEY
    if key.exists():
        shutil.copyfile(key, settings.DATA_DIR / KEY)
    ContentType.objects.clear_cache()
    for cache in ("default", "drawn"):
        caches[cache].clear()
