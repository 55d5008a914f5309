"""The SQLite file: copies of it while the site is running, and whole when it is not."""

import sqlite3
import time
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

from django.db import connection
from django.utils.translation import gettext as _

from skatclub.backups.manifest import CopyRefused

DATABASE = "database.sqlite3"
STEP = 1000  # pages
PATIENCE = 20  # seconds for others to finish what they write
HEADER = b"SQLite format 3\0"

FOREIGN = (
    "SELECT type, name FROM sqlite_master WHERE type NOT IN ('table', 'index')"
    " OR sql LIKE 'CREATE VIRTUAL%'"
)

Progress = Callable[[int, int, int], object]


def database_path() -> Path:
    return Path(connection.settings_dict["NAME"])


@contextmanager
def database_at(path: Path) -> Iterator[sqlite3.Connection]:
    """Open a database, and close it, without a transaction of its own accord."""
    with closing(
        sqlite3.connect(path, timeout=PATIENCE, isolation_level=None)
    ) as database:
        yield database


def copy_database(copy: Path) -> None:
    """Copy the live database into one new file, with every commit up to now.

    SQLite's own way: copying the file would miss what is still in the ``-wal`` file.
    """
    with database_at(database_path()) as live, database_at(copy) as database:
        live.backup(database)
    settle_log(copy)


@contextmanager
def threads_waiting() -> Iterator[None]:
    """Let no other thread of this process write. Raises ``OperationalError``."""
    live: Any = connection
    live.ensure_connection()  # switches to the log, which nobody can once all wait
    live.take_turn()
    try:
        yield
    finally:
        live.give_turn_back()


@contextmanager
def programs_waiting() -> Iterator[None]:
    """Let no other program write, either. Raises ``sqlite3.OperationalError``."""
    with database_at(database_path()) as live:
        live.execute("BEGIN IMMEDIATE")
        yield
        live.execute("ROLLBACK")


def put_database_back(copy: Path, progress: Progress | None = None) -> None:
    """Put a copy in the place of what the live database holds: all of it, or nothing.

    One transaction of SQLite's: whoever reads meanwhile reads the old state to the
    end, and so does everybody if this process dies in the middle of it. Raises
    ``sqlite3.OperationalError`` where others do not stop writing.
    """
    tell = progress or Patience()
    with database_at(copy) as database, database_at(database_path()) as live:
        live.execute("PRAGMA synchronous=FULL")
        database.backup(live, pages=STEP, progress=tell, sleep=0.1)
        live.execute("PRAGMA wal_checkpoint(TRUNCATE)")


class Patience:
    """Ends a copy that has waited for others for too long."""

    def __init__(self) -> None:
        self.remaining = -1
        self.end = 0.0

    def __call__(self, _status: int, remaining: int, _total: int) -> None:
        now = time.monotonic()
        if remaining != self.remaining:
            self.remaining, self.end = remaining, now + PATIENCE
        elif now > self.end:
            raise sqlite3.OperationalError("database is locked")


def check_database(path: Path) -> dict[str, int]:
    """Return how many rows each table has. Raises ``CopyRefused`` for damage."""
    try:
        with database_at(path) as database:
            # Checking would already run what a foreign view or virtual table says.
            foreign = database.execute(FOREIGN).fetchone()
            if foreign:
                raise sqlite3.DatabaseError(" ".join(foreign))
            (verdict,) = database.execute("PRAGMA integrity_check(1)").fetchone()
            if verdict != "ok":
                raise sqlite3.DatabaseError(verdict)
            stray = database.execute("PRAGMA foreign_key_check").fetchone()
            if stray:
                raise sqlite3.DatabaseError(f"{stray[0]}: foreign key")
            return rows_of(database)
    except sqlite3.DatabaseError as problem:
        text = _("This copy is damaged (%(problem)s).")
        raise CopyRefused(text % {"problem": problem}) from problem


def settle_log(path: Path) -> None:
    """Make one file of a database and the log beside it."""
    with database_at(path) as database:
        database.execute("PRAGMA journal_mode=DELETE")


def rows_of(database: sqlite3.Connection) -> dict[str, int]:
    names = database.execute(
        "SELECT name FROM sqlite_master WHERE type = 'table'"
        " AND name NOT LIKE 'sqlite_%' ORDER BY name"
    ).fetchall()
    return {
        name: database.execute(f'SELECT count(*) FROM "{name}"').fetchone()[0]
        for (name,) in names
    }


def columns_in(path: Path) -> dict[str, set[str]]:
    columns: dict[str, set[str]] = {}
    with database_at(path) as database:
        for table, column in database.execute(
            "SELECT m.name, c.name FROM sqlite_master m, pragma_table_xinfo(m.name) c"
            " WHERE m.type = 'table'"
        ):
            columns.setdefault(table, set()).add(column)
    return columns


def migrations_in(path: Path) -> list[list[str]]:
    """Return the migrations that made a database; none for one of another program."""
    with database_at(path) as database:
        try:
            rows = database.execute("SELECT app, name FROM django_migrations")
        except sqlite3.DatabaseError:
            return []
        return sorted([app, name] for app, name in rows)


def make_whole() -> None:
    """Bring into the database's own file what stands beside it in the ``-wal`` file.

    Connections are kept, so nobody does it by closing the last one; and people carry
    home the one file that they see.
    """
    if connection.vendor == "sqlite":
        with connection.cursor() as cursor:
            cursor.execute("PRAGMA wal_checkpoint(TRUNCATE)")
