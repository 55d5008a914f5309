"""The SQLite file: copies of it while the site is running, and whole when it is not."""

import sqlite3
from contextlib import closing
from datetime import datetime
from pathlib import Path

from django.db import connection

KEEP = 20


class DamagedBackup(Exception):
    """The copy does not hold what a database must hold."""


def back_up(folder: Path, *, at: datetime) -> Path:
    """Copy the SQLite database into ``folder``, check the copy, return its path.

    ``VACUUM INTO`` sees every commit; copying the file would miss those that are
    still in the ``-wal`` file. The newest twenty copies are kept.
    """
    folder.mkdir(exist_ok=True)
    copy = folder / f"{at:%Y-%m-%dT%H-%M-%S-%f}.sqlite3"
    with connection.cursor() as cursor:
        cursor.execute("VACUUM INTO %s", [str(copy)])
    with closing(sqlite3.connect(copy)) as database:
        (verdict,) = database.execute("PRAGMA integrity_check").fetchone()
    if verdict != "ok":
        raise DamagedBackup(f"{copy}: {verdict}")
    for old in sorted(folder.glob("*.sqlite3"))[:-KEEP]:
        old.unlink()
    return copy


def make_whole() -> None:
    """Bring into the database's own file what stands beside it in the ``-wal`` file.

    Connections are kept, so nobody does it by closing the last one; and people carry
    home the one file that they see.
    """
    if connection.vendor == "sqlite":
        with connection.cursor() as cursor:
            cursor.execute("PRAGMA wal_checkpoint(TRUNCATE)")
