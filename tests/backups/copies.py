"""What the tests of copies share."""

import json
import sqlite3
import zipfile
from contextlib import closing
from datetime import UTC, datetime

from django.db.migrations.loader import MigrationLoader
from django.test import override_settings

from skatclub.backups import manifest as front
from skatclub.backups.folder import ASKED, copies_folder
from skatclub.backups.making import back_up
from skatclub.backups.reading import opened
from skatclub.backups.restoring import restore
from tournaments.people.models import Club, Player

EVENING = datetime(2026, 11, 20, 19, 30, tzinfo=UTC)


def make_club(name="Pik Sieben"):
    return Club.objects.create(name=name, is_home=True)


def copy_of_now(at=EVENING):
    return back_up(ASKED, at=at)


def put_back(path, at=EVENING):
    with opened(path, folder=copies_folder()) as copy:
        return restore(copy, at=at)


def names():
    return sorted(Player.objects.values_list("last_name", flat=True))


def rewritten(path, target, *, without=(), **changed):
    """Write a copy again with another manifest, or without some of its files."""
    with zipfile.ZipFile(path) as old, zipfile.ZipFile(target, "w") as new:
        for name in old.namelist():
            content = old.read(name)
            if name == front.NAME:
                content = json.dumps(json.loads(content) | changed).encode()
            if name not in without:
                new.writestr(name, content)
    return target


def forget_axes(path):
    """Let a database be of a Skatclub that did not know that program yet."""
    with closing(sqlite3.connect(path)) as database:
        tables = database.execute(
            "SELECT name FROM sqlite_master WHERE type = 'table' AND name GLOB 'axes_*'"
        ).fetchall()
        for (table,) in tables:
            database.execute(f"DROP TABLE {table}")
        database.execute("DELETE FROM django_migrations WHERE app = 'axes'")
        database.commit()


def known_migrations():
    with override_settings(MIGRATION_MODULES={}):
        return set(MigrationLoader(None).disk_migrations)
