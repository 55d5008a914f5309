"""A copy of the whole site: written, read again and checked before it counts.

One ZIP file has the database, the key, and what must be in it.
"""

import hashlib
import logging
import os
import shutil
import sqlite3
import time
from collections.abc import Callable, Iterable
from contextlib import ExitStack
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from functools import wraps
from pathlib import Path
from threading import Event, Thread
from zipfile import ZIP_DEFLATED, ZipFile

from django.conf import settings
from django.core.exceptions import ValidationError
from django.db import DatabaseError, connection
from django.http import HttpRequest, HttpResponse
from django.utils import timezone
from django.utils.translation import gettext as _

from skatclub.backups import folder as place
from skatclub.backups import manifest as front
from skatclub.backups.engines import postgres, sqlite
from skatclub.backups.folder import DAILY, LOSS, copies_folder, scratch, stored_copies
from skatclub.backups.manifest import Manifest, own_tables
from skatclub.backups.reading import opened
from skatclub.machine.running import held
from skatclub.release.build import EDITION
from tournaments.organisations.hosts import is_alone
from tournaments.people.models import Club

KEY = "secret_key"
# Packing harder takes three times as long and saves a tenth.
LEVEL = 1
Written = tuple[dict[str, int], list[list[str]], dict[str, str]]


def write_archive(path: Path, *, purpose: str, at: datetime, clubs: list[str]) -> None:
    """Write the site as it is now into one file."""
    with ExitStack() as opened:
        folder = Path(opened.enter_context(scratch(path.parent)))
        archive = opened.enter_context(
            ZipFile(path, "w", ZIP_DEFLATED, compresslevel=LEVEL)
        )
        write = write_sqlite if connection.vendor == "sqlite" else write_postgres
        tables, migrations, files = write(archive, folder)
        key = settings.DATA_DIR / KEY
        if key.exists():  # unless the environment gives it
            files[KEY] = put(archive, KEY, [key.read_bytes()])
        manifest = Manifest(
            made_at=at.astimezone(UTC),
            purpose=purpose,
            program=EDITION[:12],
            vendor=connection.vendor,
            clubs=clubs,
            migrations=migrations,
            tables=tables,
            files=files,
        )
        archive.writestr(front.NAME, manifest.text())
    with path.open("rb+") as file:
        os.fsync(file.fileno())


def write_sqlite(archive: ZipFile, folder: Path) -> Written:
    copy = folder / sqlite.DATABASE
    sqlite.copy_database(copy)
    with sqlite.database_at(copy) as database:
        tables = sqlite.rows_of(database)
    return tables, sqlite.migrations_in(copy), put_database(archive, copy)


def put_database(archive: ZipFile, database: Path) -> dict[str, str]:
    with database.open("rb") as file:
        return {
            sqlite.DATABASE: put(archive, sqlite.DATABASE, postgres.pieces_of(file))
        }


def pack(database: Path, manifest: Manifest, path: Path) -> None:
    """Write a database that was carried home without us like every other copy."""
    with ZipFile(path, "w", ZIP_DEFLATED, compresslevel=LEVEL) as archive:
        files = put_database(archive, database)
        archive.writestr(front.NAME, replace(manifest, files=files).text())


def write_postgres(archive: ZipFile, _folder: Path) -> Written:
    tables, files = {}, {}
    with postgres.one_snapshot() as cursor:
        # Another program's tables may lie beside ours.
        for table in sorted(own_tables() & {*postgres.tables_in(cursor)}):
            cursor.execute(f"SELECT count(*) FROM {postgres.quoted(table)}")
            (tables[table],) = cursor.fetchone()
            name = f"{postgres.TABLES}{table}.tsv"
            files[name] = put(archive, name, postgres.table_pieces(cursor, table))
        cursor.execute("SELECT app, name FROM django_migrations ORDER BY app, name")
        migrations = [list(row) for row in cursor.fetchall()]
    return tables, migrations, files


def put(archive: ZipFile, name: str, pieces: Iterable[bytes]) -> str:
    """Write a file of the archive piece by piece; return its digest."""
    digest = hashlib.sha256()
    with archive.open(name, "w", force_zip64=True) as file:
        for piece in pieces:
            digest.update(piece)
            file.write(piece)
    return digest.hexdigest()


AFTER = timedelta(hours=1)
AFTER_ON_SERVER = timedelta(days=1)
DAY = 24 * 60 * 60  # seconds
SPARE = 20 * 1024**2  # bytes that must stay free


class NoCopy(ValidationError):
    """No copy could be made; the text says why. The copies before stay."""


def back_up(purpose: str, *, at: datetime) -> Path:
    """Make a copy, check it, keep what the calendar keeps; return its path.

    It is carried to the second place as well. Raises ``NoCopy`` with a sentence, and
    leaves nothing half made.
    """
    folder = copies_folder()
    with held(folder / ".lock"):
        try:
            copy = checked_copy(folder, purpose, at)
        except NoCopy as problem:
            place.note(problem=problem.messages[0])
            raise
        place.thin_out(folder, but=copy)
        place.note(made_at=at.isoformat(), problem="")
        place.carry_over(copy)
    return copy


def checked_copy(folder: Path, purpose: str, at: datetime) -> Path:
    """Write a copy, read it again, and only then give it its name."""
    drop_drafts(folder)
    clubs = club_names()
    word = clubs[0] if len(clubs) == 1 else ""
    path = place.new_name(folder, word=word, at=at, purpose=purpose)
    draft = folder / f".{path.name}.part"
    try:
        require_room(folder)
        write_archive(draft, purpose=purpose, at=at, clubs=clubs)
        with opened(draft, folder=folder):
            draft.replace(path)
    except ValidationError as problem:
        raise NoCopy(problem.messages[0]) from problem
    except (OSError, sqlite3.Error, DatabaseError) as problem:
        why = getattr(problem, "strerror", None) or str(problem)
        raise NoCopy(_("No backup could be made: %(why)s") % {"why": why}) from problem
    finally:
        draft.unlink(missing_ok=True)
    return path


def club_names() -> list[str]:
    """Return the clubs that keep their books here. One query."""
    clubs = Club._base_manager.filter(is_home=True).order_by("organisation")
    return list(clubs.values_list("name", flat=True))


def drop_drafts(folder: Path) -> None:
    """Throw away what a copy left that died in the middle, yesterday or before."""
    yesterday = time.time() - DAY
    for path in folder.glob(".*.part"):
        if path.stat().st_mtime > yesterday:
            continue
        if path.is_dir():
            shutil.rmtree(path, ignore_errors=True)
        else:
            path.unlink(missing_ok=True)


def require_room(folder: Path) -> None:
    """Refuse where the disk has no room for a copy and what checking it takes."""
    needed = SPARE
    if connection.vendor == "sqlite":
        needed += 3 * sqlite.database_path().stat().st_size
    free = shutil.disk_usage(folder).free
    if free < needed:
        text = _(
            "No backup could be made: the disk has only %(free)s MB left, and "
            "%(needed)s MB are needed."
        )
        sizes = {"free": free // 1024**2, "needed": needed // 1024**2 + 1}
        raise NoCopy(text % sizes)


def is_due(*, at: datetime, at_the_end: bool = False) -> bool:
    """Tell whether a copy should be made: after each hour in which something changed.

    ``at_the_end`` of an evening after every change. On a database server once a day;
    what is younger is its own business. Before there is a club nothing can be lost.
    """
    if not club_names():
        return False
    copies = stored_copies()
    if not copies:
        return True
    age = at - copies[0].made_at
    if connection.vendor != "sqlite":
        return age >= AFTER_ON_SERVER
    path = sqlite.database_path()
    files = (path, path.with_name(f"{path.name}-wal"))
    latest = max(each.stat().st_mtime for each in files if each.exists())
    is_changed = latest > copies[0].path.stat().st_mtime
    return (at_the_end or age >= AFTER) and is_changed


def back_up_if_due(*, at_the_end: bool = False) -> Path | None:
    """Make the daily copy, if it is time for it. Raises ``NoCopy``."""
    now = timezone.now()
    is_time = is_due(at=now, at_the_end=at_the_end)
    return back_up(DAILY, at=now) if is_time else None


FIRST_LOOK = 60  # seconds; the start belongs to whoever waits for it
EVERY = 300
logger = logging.getLogger(__name__)


class Keeper(Thread):
    """Looks every five minutes whether a copy is due, and what is to go."""

    def __init__(self, let_go: Callable[[], None]) -> None:
        super().__init__(name="backups", daemon=True)
        self.is_over = Event()
        self.let_go = let_go

    def run(self) -> None:
        wait = FIRST_LOOK
        while not self.is_over.wait(wait):
            wait = EVERY
            look_after()
            try:
                self.let_go()
            except Exception:
                logger.exception("What is old stays")
        connection.close()

    def stop(self) -> None:
        """Make the copy of the evening: what changed since the last one."""
        self.is_over.set()
        self.join()
        look_after(at_the_end=True)


def look_after(*, at_the_end: bool = False) -> None:
    """Make a copy if it is time; a failure is noted for the page and in the log."""
    try:
        back_up_if_due(at_the_end=at_the_end)
    except NoCopy as problem:
        logger.warning("No backup: %s", problem.messages[0])
    except Exception:
        logger.exception("No backup")


View = Callable[..., HttpResponse]


def back_up_before_loss(*, of_a_club: bool = False) -> None:
    """Make a copy of the site; what fails is noted.

    Where several organisations keep their books nobody copies those of all for one
    event, unless a copy is due anyway; a whole club that is replaced is worth one.
    Deleting goes on without a copy: it may be what makes room.
    """
    now = timezone.now()
    if not (of_a_club or is_alone() or is_due(at=now)):
        return
    try:
        back_up(LOSS, at=now)
    except NoCopy as problem:
        logger.warning("No backup before a loss: %s", problem.messages[0])


def backed_up_before(view: View) -> View:
    """Make a copy before a view deletes what it was asked to."""

    @wraps(view)
    def careful(
        request: HttpRequest, *arguments: object, **named: object
    ) -> HttpResponse:
        if request.method == "POST":
            back_up_before_loss()
        return view(request, *arguments, **named)

    return careful
