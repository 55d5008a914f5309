"""PostgreSQL: every table as the lines that ``COPY`` writes and reads.

Not ``pg_dump``: it must be installed on every app server and be no older than the
database, and a copy could not be looked at without it. ``COPY`` is the same speed, one
snapshot holds all tables together, and one transaction puts them back.
"""

from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import IO, Any

from django.core.management.color import no_style
from django.db import DEFAULT_DB_ALIAS, connection, connections, transaction
from django.db.migrations.recorder import MigrationRecorder
from django.db.models import Model

from skatclub.backups.manifest import own_tables

TABLES = "tables/"
LOCKS = "5s"  # to wait for others who write
PIECE = 1 << 20


@contextmanager
def one_snapshot() -> Iterator[Any]:
    """Give a cursor that sees the database as it is now, whatever others write."""
    own = connection.copy()
    try:
        with own.cursor() as cursor:
            cursor.execute("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY")
            yield cursor
            cursor.execute("ROLLBACK")
    finally:
        own.close()


def tables_in(cursor: Any) -> list[str]:
    return sorted(connection.introspection.table_names(cursor))


def table_pieces(cursor: Any, table: str) -> Iterator[bytes]:
    """Give a table as text: the names of its columns, then a line for each row."""
    names = columns_of(cursor, table)
    yield ("\t".join(names) + "\n").encode()
    with cursor.copy(f"COPY {quoted(table)} ({listed(names)}) TO STDOUT") as rows:
        yield from gathered(bytes(piece) for piece in rows)


def gathered(rows: Iterable[bytes]) -> Iterator[bytes]:
    """Give rows, which come one by one, in pieces that are worth packing."""
    held, size = [], 0
    for row in rows:
        held.append(row)
        size += len(row)
        if size > PIECE:
            yield b"".join(held)
            held, size = [], 0
    yield b"".join(held)


def columns_of(cursor: Any, table: str) -> list[str]:
    description = connection.introspection.get_table_description(cursor, table)
    return [column.name for column in description]


def columns_in(path: Path) -> list[str]:
    with path.open("rb") as file:
        return header_of(file)


def header_of(file: IO[bytes]) -> list[str]:
    return file.readline().decode(errors="replace").rstrip("\n").split("\t")


def table_of(name: str) -> str:
    return name.removeprefix(TABLES).removesuffix(".tsv")


def lines_in(path: Path) -> int:
    """Count the lines of a file; line breaks inside a text are written as ``\\n``."""
    with path.open("rb") as file:
        return sum(piece.count(b"\n") for piece in pieces_of(file))


def pieces_of(file: IO[bytes]) -> Iterator[bytes]:
    """Give the rest of a file in pieces."""
    return iter(lambda: file.read(PIECE), b"")


def put_tables_back(
    folder: Path,
    names: Iterable[str],
    *,
    models: Sequence[type[Model]],
    using: str = DEFAULT_DB_ALIAS,
) -> None:
    """Put the rows of a copy in the place of all rows: all of them, or none.

    Keys to other tables are compared at the end; new rows of ``models`` get keys after
    those that are here. Raises ``OperationalError`` where
    others do not stop writing.
    """
    with transaction.atomic(using), connections[using].cursor() as cursor:
        cursor.execute(f"SET LOCAL lock_timeout = '{LOCKS}'")
        cursor.execute("SET CONSTRAINTS ALL DEFERRED")
        filled = {table_of(name): folder / name for name in names}
        here = {*tables_in(cursor)} & {*own_tables(), *filled}
        cursor.execute(f"TRUNCATE {listed(sorted(here))}")
        for table, path in filled.items():
            fill(cursor, table, path)
        cursor.execute("SET CONSTRAINTS ALL IMMEDIATE")
        # Migrations are noted in a table that belongs to no app.
        counted: list[type[Model]] = [*models, MigrationRecorder.Migration]
        for sql in connection.ops.sequence_reset_sql(no_style(), counted):
            cursor.execute(sql)


def fill(cursor: Any, table: str, path: Path) -> None:
    with path.open("rb") as file:
        columns = header_of(file)
        with cursor.copy(
            f"COPY {quoted(table)} ({listed(columns)}) FROM STDIN"
        ) as rows:
            for piece in pieces_of(file):
                rows.write(piece)


def quoted(name: str) -> str:
    return connection.ops.quote_name(name)


def listed(names: list[str]) -> str:
    return ", ".join(map(quoted, names))
