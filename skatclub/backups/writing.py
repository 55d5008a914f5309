"""The site as it is now in one ZIP file: the database, the key, what must be in it."""

import hashlib
import os
import tempfile
from collections.abc import Iterable
from contextlib import ExitStack
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any
from zipfile import ZIP_DEFLATED, ZipFile

from django.conf import settings
from django.db import connection

from skatclub.backups import manifest as front
from skatclub.backups.engines import postgres, sqlite
from skatclub.backups.manifest import Manifest, own_tables
from skatclub.release.build import EDITION

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


def scratch(folder: Path) -> Any:
    """Return a folder for a while, on the same disk as the copies."""
    return tempfile.TemporaryDirectory(dir=folder, prefix=".", suffix=".part")
