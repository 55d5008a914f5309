"""Copies put back: the new state as a whole, or the old one."""

import os
import shutil
import signal
import sqlite3
import subprocess
import sys
from contextlib import closing, contextmanager
from contextvars import copy_context
from datetime import timedelta
from threading import Thread

import pytest
from django.db import connection
from django.db.migrations.recorder import MigrationRecorder

from skatclub.backups import restoring
from skatclub.backups.engines import sqlite
from skatclub.backups.folder import copies_folder
from skatclub.backups.making import back_up
from skatclub.backups.manifest import CopyRefused
from skatclub.backups.reading import manifest_of, opened
from skatclub.backups.restoring import SCHEMA, NotRestored, restore_over_broken
from tests.backups.copies import (
    EVENING,
    copy_of_now,
    forget_axes,
    known_migrations,
    make_club,
    names,
    put_back,
    rewritten,
)
from tests.factories import make_player, make_players
from tests.processes import ROOT, address_of_database, environ_for
from tournaments.people.models import Player
from tournaments.web.kept_pages import state_digest

pytestmark = [
    pytest.mark.usefixtures("migrated", "transactional_db"),
    pytest.mark.database,
]


def test_everything_is_as_it_was_and_what_stood_there_is_a_copy_now(settings):
    make_club()
    key = settings.DATA_DIR / "secret_key"
    key.write_text("a" * 50)
    anna = make_player("Anna")
    make_player("Zoe")
    copy = copy_of_now()
    Player.objects.filter(last_name="Zoe").delete()
    make_player("Bernd")
    anna.last_name = "Antonia"
    anna.save()
    key.write_text("b" * 50)
    drawn = state_digest("page")

    before = put_back(copy, at=EVENING + timedelta(days=1))

    assert names() == ["Anna", "Zoe"]
    assert key.read_text() == "a" * 50
    assert state_digest("page") != drawn
    zoe = Player.objects.get(last_name="Zoe")
    assert make_player("Carla").pk > zoe.pk > anna.pk
    assert manifest_of(before).purpose == "restore"
    put_back(before)
    assert names() == ["Antonia", "Bernd"]


def test_what_is_saved_during_a_restore_is_kept(sqlite_only, monkeypatch):
    make_club()
    copy = copy_of_now()

    def save():
        make_player("Anna")
        connection.close()

    writer = Thread(target=copy_context().run, args=[save])

    def back_up_and_save(purpose, *, at):
        made = back_up(purpose, at=at)
        writer.start()
        writer.join(timeout=1)
        return made

    monkeypatch.setattr(restoring, "back_up", back_up_and_save)

    put_back(copy)
    writer.join()

    assert names() == ["Anna"]


def restored_by_command(path, folder, **environ):
    """Put a copy back into a data folder, and return what is said."""
    done = subprocess.run(
        [sys.executable, "manage.py", "restore", path, "--yes"],
        cwd=ROOT,
        env=environ_for(folder, **environ),
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_a_copy_of_an_older_version_goes_into_a_folder_where_nothing_was(
    sqlite_only, tmp_path
):
    older = tmp_path / "older.sqlite3"
    make_player("Anna")
    sqlite.copy_database(older)
    forget_axes(older)

    assert "Personen: 0 → 1" in restored_by_command(older, tmp_path / "new")

    rows = sqlite.check_database(tmp_path / "new" / "skatclub.sqlite3")
    assert (rows["tournaments_player"], rows["axes_accesslog"]) == (1, 0)


STRANGE = {
    "CREATE VIEW odd AS SELECT 1": CopyRefused,
    "CREATE TRIGGER odd AFTER INSERT ON tournaments_club BEGIN SELECT 1; END": (
        CopyRefused
    ),
    "CREATE VIRTUAL TABLE odd USING fts5(word)": CopyRefused,
    "ALTER TABLE tournaments_series DROP COLUMN results_from": NotRestored,
    "ALTER TABLE tournaments_club ADD COLUMN odd TEXT": NotRestored,
    "DROP TABLE axes_accesslog": NotRestored,
    "DROP TABLE tournaments_game": NotRestored,
    "CREATE TABLE odd (word TEXT)": NotRestored,
}


@pytest.mark.parametrize("statement", STRANGE)
def test_a_copy_of_other_tables_changes_nothing(sqlite_only, tmp_path, statement):
    make_player("Anna")
    strange = tmp_path / "skatclub.sqlite3"
    sqlite.copy_database(strange)
    with closing(sqlite3.connect(strange)) as database:
        database.execute(statement)
        database.commit()
    make_player("Bernd")

    with pytest.raises(STRANGE[statement]):
        put_back(strange)

    assert names() == ["Anna", "Bernd"]


@contextmanager
def before_axes():
    """Let the database be of a Skatclub that did not know that program yet."""
    recorder = MigrationRecorder(connection)
    gone = [each for each in recorder.applied_migrations() if each[0] == "axes"]
    for app, name in gone:
        recorder.record_unapplied(app, name)
    yield
    for app, name in gone:
        recorder.record_applied(app, name)


def test_on_postgresql_too_the_copy_of_an_older_version_is_brought_up_to_date(tmp_path):
    if connection.vendor != "postgresql":
        pytest.skip("about the tables of PostgreSQL")
    make_club()
    make_player("Anna")
    with before_axes():
        copy = copy_of_now()
    told = manifest_of(copy)
    axes = {name for name in told.files if name.startswith("tables/axes_")}
    older = rewritten(
        copy,
        tmp_path / copy.name,
        without=axes,
        files={name: told.files[name] for name in told.files if name not in axes},
        tables={k: n for k, n in told.tables.items() if not k.startswith("axes_")},
    )
    make_player("Bernd")

    restored_by_command(older, tmp_path, DATABASE_URL=address_of_database())

    assert axes
    assert names() == ["Anna"]
    assert make_player("Carla").pk > Player.objects.get(last_name="Anna").pk
    assert (
        MigrationRecorder(connection).applied_migrations().keys() == known_migrations()
    )
    assert SCHEMA not in schemas()


def schemas():
    with connection.cursor() as cursor:
        cursor.execute("SELECT nspname FROM pg_namespace")
        return {name for (name,) in cursor.fetchall()}


def test_readers_keep_the_old_state_and_then_see_the_new_one(sqlite_only, monkeypatch):
    monkeypatch.setattr(sqlite, "PATIENCE", 0.2)
    make_player("Anna")
    copy = copy_of_now()
    make_player("Bernd")
    with sqlite.database_at(sqlite.database_path()) as other:
        other.execute("BEGIN")
        count = "SELECT count(*) FROM tournaments_player"
        assert other.execute(count).fetchone() == (2,)

        put_back(copy)

        assert other.execute(count).fetchone() == (2,)
        other.execute("COMMIT")
        assert other.execute(count).fetchone() == (1,)


def test_while_somebody_writes_nothing_is_put_back(sqlite_only, monkeypatch):
    make_player("Anna")
    copy = copy_of_now()
    make_player("Bernd")
    monkeypatch.setattr(sqlite, "PATIENCE", 0.2)
    with sqlite.database_at(sqlite.database_path()) as other:
        other.execute("BEGIN IMMEDIATE")
        with pytest.raises(NotRestored, match="Nichts"):
            put_back(copy)
        other.execute("ROLLBACK")

    assert names() == ["Anna", "Bernd"]


DIES = """
import os, signal, sys, pathlib
import django; django.setup()
from skatclub.backups.engines import sqlite
from skatclub.backups.reading import opened
from skatclub.backups.restoring import restore
from django.utils import timezone

def die(status, remaining, total):
    if remaining < total // 2:
        os.kill(os.getpid(), signal.SIGKILL)

sqlite.STEP = 10
sqlite.Patience = lambda: die
path = pathlib.Path(sys.argv[1])
with opened(path, folder=path.parent) as copy:
    restore(copy, at=timezone.now())
"""


@pytest.mark.skipif(os.name == "nt", reason="no SIGKILL to send")
def test_a_restore_that_dies_half_way_leaves_the_old_state(sqlite_only, tmp_path):
    make_club()
    copy = shutil.copy(copy_of_now(), tmp_path)
    make_players([f"Person{number}" for number in range(300)])
    live = tmp_path / "skatclub.sqlite3"
    sqlite.copy_database(live)
    before = sqlite.check_database(live)

    died = subprocess.run(
        [sys.executable, "-c", DIES, copy],
        cwd=ROOT,
        env=environ_for(tmp_path, DJANGO_SETTINGS_MODULE="skatclub.settings"),
        check=False,
    )

    assert died.returncode == -signal.SIGKILL
    assert sqlite.check_database(live) == before


def test_over_a_broken_database_what_was_there_is_laid_aside(
    sqlite_only, tmp_path, settings, monkeypatch
):
    make_player("Anna")
    copy = copy_of_now()
    broken = tmp_path / "skatclub.sqlite3"
    broken.write_bytes(b"nothing of a database")
    monkeypatch.setattr(sqlite, "database_path", lambda: broken)
    monkeypatch.setattr(
        "skatclub.backups.restoring.connections.close_all", lambda: None
    )

    with opened(copy, folder=copies_folder()) as unpacked:
        aside = restore_over_broken(unpacked, at=EVENING)

    assert (aside / broken.name).read_bytes() == b"nothing of a database"
    assert sqlite.check_database(broken)["tournaments_player"] == 1
