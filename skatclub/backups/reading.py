"""Looking through a copy before anything is touched: ours, whole, and not newer."""

import hashlib
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from zipfile import ZipFile

from django.db import connection
from django.db.migrations.loader import MigrationLoader
from django.utils.translation import gettext as _

from skatclub.archives import DAMAGE, STOPPABLE, member_bytes
from skatclub.backups import manifest as front
from skatclub.backups.engines import postgres, sqlite
from skatclub.backups.folder import scratch
from skatclub.backups.manifest import CopyRefused, Manifest
from skatclub.failures import reason

OWN = "tournaments"  # the app whose migrations a copy of ours has in it
MOST_FILES = 1000
MOST_MANIFEST = 4 * 1024**2  # bytes
# A new database shrinks to a thirtieth, one full of games to a fifth.
MOST_RATIO, ALWAYS_ALLOWED = 60, 64 * 1024**2


@dataclass(frozen=True, slots=True)
class Copy:
    """A copy that was looked through and is whole; ``folder`` holds it unpacked."""

    path: Path
    manifest: Manifest
    folder: Path

    @property
    def database(self) -> Path:
        return self.folder / sqlite.DATABASE

    @property
    def tables(self) -> list[str]:
        """The files of tables, on PostgreSQL."""
        names = (n for n in self.manifest.files if n.startswith(postgres.TABLES))
        return sorted(names)


def manifest_of(path: Path) -> Manifest:
    """Return what a copy says of itself. Raises ``CopyRefused`` for other files."""
    try:
        with ZipFile(path) as archive:
            # Nothing is unpacked that would fill the disk or the memory.
            members = archive.infolist()
            most = max(ALWAYS_ALLOWED, MOST_RATIO * path.stat().st_size)
            if (
                len(members) > MOST_FILES
                or sum(member.file_size for member in members) > most
                or archive.getinfo(front.NAME).file_size > MOST_MANIFEST
                or {m.compress_type for m in members} - STOPPABLE
            ):
                raise damaged()
            return front.read(member_bytes(archive, front.NAME, most=MOST_MANIFEST))
    except KeyError:
        raise foreign(path) from None
    except front.NewerFormat:
        raise newer() from None
    except DAMAGE:
        raise damaged() from None


@contextmanager
def opened(path: Path, *, folder: Path) -> Iterator[Copy]:
    """Look through a whole copy, and give it unpacked below ``folder``.

    Every file against its digest, the database against itself and against the counts
    of the manifest. Raises ``CopyRefused`` with one sentence.
    """
    with scratch(folder) as place:
        if is_database(path):
            yield bare_database(path, Path(place))
            return
        manifest = manifest_of(path)
        require_fitting(manifest.vendor, manifest.migrations)
        unpack(path, manifest, Path(place))
        if counted(manifest, Path(place)) != manifest.tables:
            raise damaged()
        yield Copy(path, manifest, Path(place))


def is_database(path: Path) -> bool:
    """Tell whether a file is an SQLite database itself, carried home without us."""
    try:
        with path.open("rb") as file:
            return file.read(len(sqlite.HEADER)) == sqlite.HEADER
    except OSError as problem:
        text = _("This file cannot be read: %(why)s")
        raise CopyRefused(text % {"why": reason(problem)}) from problem


def bare_database(path: Path, folder: Path) -> Copy:
    """Take the database's own file, as people carry it home on a stick."""
    database = folder / sqlite.DATABASE
    for end in ("", "-wal"):
        beside = path.with_name(path.name + end)
        if beside.exists():
            shutil.copyfile(beside, f"{database}{end}")
    tables = sqlite.check_database(database)
    sqlite.settle_log(database)
    migrations = sqlite.migrations_in(database)
    require_fitting("sqlite", migrations)
    manifest = Manifest(
        made_at=datetime.fromtimestamp(path.stat().st_mtime, UTC),
        purpose="",
        program="",
        vendor="sqlite",
        migrations=migrations,
        tables=tables,
    )
    return Copy(path, manifest, folder)


def unpack(path: Path, manifest: Manifest, folder: Path) -> None:
    """Unpack what the manifest names, and nothing else."""
    try:
        with ZipFile(path) as archive:
            if set(archive.namelist()) != {front.NAME, *manifest.files}:
                raise damaged()
            for name, wanted in manifest.files.items():
                if unpacked(archive, name, folder) != wanted:
                    raise damaged()
    except DAMAGE as problem:
        if isinstance(problem, OSError) and problem.errno:
            raise
        raise damaged() from None


def unpacked(archive: ZipFile, name: str, folder: Path) -> str:
    """Write one file of the archive below ``folder``; return its digest."""
    path = (folder / name).resolve()
    if folder.resolve() not in path.parents:
        raise damaged()
    path.parent.mkdir(exist_ok=True)
    digest = hashlib.sha256()
    with archive.open(name) as packed, path.open("wb") as file:
        for piece in postgres.pieces_of(packed):
            digest.update(piece)
            file.write(piece)
    return digest.hexdigest()


def counted(manifest: Manifest, folder: Path) -> dict[str, int]:
    if manifest.vendor == "sqlite":
        return sqlite.check_database(folder / sqlite.DATABASE)
    names = [name for name in manifest.files if name.startswith(postgres.TABLES)]
    lines = {name: postgres.lines_in(folder / name) for name in names}
    return {postgres.table_of(name): count - 1 for name, count in lines.items()}


def require_fitting(vendor: str, migrations: list[list[str]]) -> None:
    """Refuse what is not ours, of another kind of database, or newer than we are."""
    names = {(app, name) for app, name in migrations}
    if OWN not in {app for app, _name in names}:
        raise CopyRefused(_("This file belongs to another program, not to Skatclub."))
    if vendor != connection.vendor:
        kinds = {"sqlite": "SQLite", "postgresql": "PostgreSQL"}
        text = _(
            "This copy was made on %(there)s, and this site runs on %(here)s. Take the "
            "club along as an archive instead."
        )
        words = {"there": kinds.get(vendor, vendor), "here": kinds[connection.vendor]}
        raise CopyRefused(text % words)
    if names - MigrationLoader(None).disk_migrations.keys():
        raise newer()


def columns_in(copy: Copy) -> dict[str, set[str]]:
    if copy.manifest.vendor == "sqlite":
        return sqlite.columns_in(copy.database)
    return {
        postgres.table_of(name): set(postgres.columns_in(copy.folder / name))
        for name in copy.tables
    }


def foreign(path: Path) -> CopyRefused:
    """Return the refusal of a ZIP file that is something else."""
    with ZipFile(path) as archive:
        if "club.json" in archive.namelist():
            text = _(
                "This is a club archive, no backup: it comes in under “Files” with "
                "“Bring a club in”. On a new computer set the club up first, under any "
                "name."
            )
            return CopyRefused(text)
    return CopyRefused(
        _("This is no backup of Skatclub, or it is damaged or not complete.")
    )


def newer() -> CopyRefused:
    return CopyRefused(
        _("This was made by a newer Skatclub: update the program first.")
    )


def damaged() -> CopyRefused:
    return CopyRefused(
        _("This is no backup of Skatclub, or it is damaged or not complete.")
    )
