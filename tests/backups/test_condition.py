"""The start says in one sentence what is wrong, and never begins with nothing."""

import sqlite3
from collections import namedtuple
from contextlib import closing

import pytest
from django.db import connection

from skatclub.backups.folder import copies_folder
from skatclub.machine import condition
from skatclub.machine.condition import (
    Broken,
    Unfit,
    require_file,
    require_folder,
    require_own_tables,
)

Usage = namedtuple("Usage", "total used free")


@pytest.fixture
def database(tmp_path):
    """Return a small database that could be ours."""
    path = tmp_path / "skatclub.sqlite3"
    with closing(sqlite3.connect(path)) as made:
        made.execute("PRAGMA journal_mode=WAL")
        made.execute("CREATE TABLE django_migrations (app TEXT, name TEXT)")
        made.execute("CREATE TABLE tournaments_player (name TEXT)")
        made.executemany(
            "INSERT INTO tournaments_player VALUES (?)", [("Anna" * 50,)] * 300
        )
        made.commit()
    return path


def said_of(path):
    with pytest.raises(Unfit) as problem:
        require_file(path)
    assert str(path) in str(problem.value)
    return problem.value


def test_a_sound_database_passes_and_is_not_touched(database):
    before = database.read_bytes()

    require_file(database)

    assert database.read_bytes() == before


def test_a_first_start_finds_nothing_and_may_begin(tmp_path):
    require_file(tmp_path / "skatclub.sqlite3")
    (tmp_path / "begun.sqlite3").touch()
    with closing(sqlite3.connect(tmp_path / "begun.sqlite3")) as begun:
        begun.execute("PRAGMA journal_mode=WAL")

    require_file(tmp_path / "begun.sqlite3")


@pytest.mark.parametrize("is_begun", [False, True])
def test_where_there_are_backups_nobody_begins_with_nothing(tmp_path, is_begun):
    copy = copies_folder() / "skatclub-2026-11-20-193000Z-daily.zip"
    copy.touch()
    path = tmp_path / "skatclub.sqlite3"
    if is_begun:
        with closing(sqlite3.connect(path)) as begun:
            begun.execute("PRAGMA journal_mode=WAL")

    said = said_of(path)

    assert isinstance(said, Broken)
    assert f'manage.py restore "{copy}"' in str(said)


@pytest.mark.parametrize(
    ("content", "word"), [(b"", "leer"), (b"Dear club, " * 1000, "ist beschädigt")]
)
def test_another_file_is_no_database_nor_an_empty_one_a_new_club(
    database, content, word
):
    database.write_bytes(content)

    assert word in str(said_of(database))


def test_every_cut_is_noticed(database):
    whole = database.read_bytes()
    for kept in (1, 50, 100, 4096, len(whole) // 2, len(whole) - 4096, len(whole) - 1):
        database.write_bytes(whole[:kept])

        assert isinstance(said_of(database), Broken)


def test_pages_that_were_written_over_are_noticed(database):
    with database.open("r+b") as file:
        file.seek(5000)
        file.write(b"\xff" * 20_000)

    assert "beschädigt" in str(said_of(database))


def test_the_database_of_another_program_is_left_alone(tmp_path):
    path = tmp_path / "skatclub.sqlite3"
    with closing(sqlite3.connect(path)) as made:
        made.execute("CREATE TABLE moz_places (id INTEGER)")

    assert "anderen Programm" in str(said_of(path))


def test_a_database_that_another_program_holds_is_waited_for_a_little(
    database, monkeypatch
):
    monkeypatch.setattr(condition, "PATIENCE", 0.1)
    with closing(sqlite3.connect(database, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        said = said_of(database)
        other.execute("ROLLBACK")

    assert "hält" in str(said)
    assert not isinstance(said, Broken)


def test_a_database_that_can_only_be_read_is_said(database, monkeypatch):
    def read_only(path, **options):
        return connect(f"file:{path}?mode=ro", uri=True, **options)

    connect = sqlite3.connect
    monkeypatch.setattr(condition.sqlite3, "connect", read_only)

    assert "nur lesen" in str(said_of(database))


def test_a_full_disk_is_said(tmp_path, monkeypatch):
    full = Usage(10**9, 10**9, 1000)
    monkeypatch.setattr(condition.shutil, "disk_usage", lambda _path: full)

    with pytest.raises(Unfit, match="voll"):
        require_folder(tmp_path)


def test_a_folder_that_is_not_there_or_closed_is_said(tmp_path):
    with pytest.raises(Unfit, match="nichts schreiben"):
        require_folder(tmp_path / "gone")


@pytest.mark.django_db
def test_the_database_of_another_edition_is_named():
    require_own_tables()
    with connection.cursor() as cursor:
        cursor.execute("ALTER TABLE tournaments_club ADD COLUMN colour TEXT")

    with pytest.raises(Unfit, match=r"anderen Ausgabe.*tournaments_club"):
        require_own_tables()
