"""Whether the data folder and its database can be worked with; if not, what to do."""

import os
import shutil
import sqlite3
import tempfile
from contextlib import closing
from pathlib import Path

from django.conf import settings
from django.core.management.base import CommandError
from django.db import OperationalError, connection
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.recorder import MigrationRecorder
from django.utils.translation import gettext as _

from skatclub.backups.engines.sqlite import HEADER, database_path
from skatclub.backups.folder import stored_copies
from skatclub.backups.manifest import tables_that_differ
from skatclub.backups.reading import OWN

NEEDED = 10 * 1024**2  # bytes without which not even a game can be saved
PATIENCE = 5  # seconds for another program to let the database go
THOROUGH = 200 * 1024**2  # a larger file is not read through at each start


class Unfit(CommandError):
    """The site cannot start like this; the text says why and what to do."""


class Broken(Unfit):
    """There is no database that could be worked with: a copy can take its place."""


def require_sound() -> None:
    """Look at the folder and the database before anybody opens them.

    Nothing is changed, and above all no empty club is made in the place of a broken
    one. Raises ``Unfit`` with one sentence.
    """
    require_folder(Path(settings.DATA_DIR))
    if connection.vendor == "sqlite":
        require_file(database_path())
    else:
        require_server()
    require_known_migrations()


def require_folder(folder: Path) -> None:
    """Refuse a folder that nobody can write into, and a full disk."""
    try:
        with tempfile.TemporaryFile(dir=folder) as probe:
            probe.write(bytes(4096))
            probe.flush()
            os.fsync(probe.fileno())
    except OSError as problem:
        raise Unfit(
            _(
                "Nothing can be written into the folder %(folder)s (%(why)s). Please "
                "allow it, or put the folder elsewhere."
            )
            % {"folder": folder, "why": problem.strerror}
        ) from problem
    if shutil.disk_usage(folder).free < NEEDED:
        raise Unfit(
            _("The disk is full: %(path)s. Please delete something else on it.")
            % {"path": folder}
        )


def require_file(path: Path) -> None:
    """Refuse a file that is no whole database of ours."""
    if not path.exists():
        refuse_if_there_was_one(
            path, _("The database %(path)s is missing, but there are backups of it.")
        )
        return
    size = path.stat().st_size
    if size == 0:
        raise Broken(with_remedy(_("The database %(path)s is empty (0 bytes)."), path))
    if is_cut_off(path, size):
        raise Broken(
            with_remedy(
                _("The database %(path)s is damaged."),
                path,
            )
        )
    try:
        with closing(
            sqlite3.connect(path, timeout=PATIENCE, isolation_level=None)
        ) as database:
            look_into(database, path, size)
    except sqlite3.OperationalError as problem:
        raise Unfit(sentence_for(problem, path)) from problem
    except sqlite3.DatabaseError as problem:
        raise Broken(
            with_remedy(_("The database %(path)s is damaged."), path)
        ) from problem


def is_cut_off(path: Path, size: int) -> bool:
    """Tell from its first page whether a file is a database of full length.

    Pages that wait in the ``-wal`` file may lie behind its end, but never the header.
    """
    with path.open("rb") as file:
        head = file.read(100)
    if not head.startswith(HEADER):
        return True
    page = int.from_bytes(head[16:18], "big")
    page = 65536 if page == 1 else page
    beside = path.with_name(f"{path.name}-wal")
    has_log = beside.exists() and beside.stat().st_size > 0
    return not has_log and size < page * int.from_bytes(head[28:32], "big")


def look_into(database: sqlite3.Connection, path: Path, size: int) -> None:
    """Refuse a database that is damaged, somebody else's, locked or not writable."""
    if size <= THOROUGH:
        (verdict,) = database.execute("PRAGMA quick_check(1)").fetchone()
        if verdict != "ok":
            raise sqlite3.DatabaseError(verdict)
    names = {
        name
        for (name,) in database.execute(
            "SELECT name FROM sqlite_master WHERE type = 'table'"
        )
    }
    if not names:
        refuse_if_there_was_one(
            path, _("The database %(path)s has no tables, but there are backups of it.")
        )
    elif not any(name.startswith(f"{OWN}_") for name in names):
        raise Broken(
            with_remedy(_("The database %(path)s belongs to another program."), path)
        )
    # SQLite begins on what can only be read, too, and refuses the first writing.
    database.execute("BEGIN IMMEDIATE")
    database.execute("CREATE TABLE a_try (x)")
    database.execute("ROLLBACK")


def sentence_for(problem: sqlite3.OperationalError, path: Path) -> str:
    """Return in a sentence why SQLite cannot work with a file that may be whole."""
    if "locked" in str(problem):
        said = _(
            "Another program holds the database %(path)s. Please close it there, or "
            "start the computer anew."
        )
    elif "readonly" in str(problem) or "unable to open" in str(problem):
        said = _(
            "The database %(path)s can only be read. Please allow writing to it and "
            "to its folder."
        )
    elif "full" in str(problem):
        said = _("The disk is full: %(path)s. Please delete something else on it.")
    else:
        said = _("The database %(path)s cannot be opened (%(why)s).")
    return said % {"path": path, "why": problem}


def refuse_if_there_was_one(path: Path, said: str) -> None:
    """Refuse to begin with nothing where copies tell that there was a club."""
    if stored_copies():
        raise Broken(with_remedy(said, path))


def with_remedy(said: str, path: Path) -> str:
    """Add what to do: put the newest copy back, or say that there is none."""
    copies = stored_copies()
    if copies:
        remedy = _("Put the last backup back: manage.py restore “%(copy)s”.")
    else:
        remedy = _("If you have a backup: manage.py restore FILE.")
    start = _("Nothing was changed.")
    newest = copies[0].path if copies else ""
    return f"{said} {remedy} {start}" % {"path": path, "copy": newest}


def require_server() -> None:
    """Refuse a database server that does not answer or cannot be written to."""
    try:
        with connection.cursor() as cursor:
            cursor.execute("SHOW transaction_read_only")
            (read_only,) = cursor.fetchone()
    except OperationalError as problem:
        text = _("The database server does not let us in: %(why)s")
        raise Unfit(text % {"why": str(problem).strip().splitlines()[0]}) from problem
    if read_only == "on":
        raise Unfit(
            _("The database server can only be read; it may be a replica of another.")
        )
    names = connection.introspection.table_names()
    if names and not any(name.startswith(f"{OWN}_") for name in names):
        text = _("The database %(path)s belongs to another program.")
        raise Unfit(text % {"path": connection.settings_dict["NAME"]})


def require_known_migrations() -> None:
    """Refuse a database that a newer Skatclub has changed already."""
    if connection.vendor == "sqlite" and not database_path().exists():
        return
    applied = MigrationRecorder(connection).applied_migrations()
    known = MigrationLoader(None).disk_migrations
    if set(applied) - set(known):
        raise Unfit(
            _(
                "The database was changed by a newer Skatclub, which this one would "
                "damage. Please start the newer one."
            )
        )


def require_own_tables() -> None:
    """Refuse a database whose pages would fail: another edition made its tables."""
    introspection = connection.introspection
    with connection.cursor() as cursor:
        found = {
            table: {
                column.name
                for column in introspection.get_table_description(cursor, table)
            }
            for table in introspection.table_names(cursor)
        }
    differing = tables_that_differ(found)
    if differing:
        raise Unfit(
            _(
                "Another edition of Skatclub made this database (%(tables)s). Please "
                "start that edition, save the club as an archive, and bring it into "
                "an empty folder here."
            )
            % {"tables": ", ".join(differing[:3])}
        )
