"""Archives of old programs: a zip of dBASE tables in a DOS code page."""

import datetime
import struct
from collections.abc import Iterator
from io import BytesIO
from pathlib import Path
from tempfile import TemporaryDirectory
from zipfile import BadZipFile, ZipFile

from dbfread import DBF, FieldParser
from django.utils.translation import gettext as _

from tournaments.files.imports.table_files import (
    MOST_COLUMNS,
    MOST_UNPACKED,
    TableRefused,
    refuse_too_many_rows,
)

ENDING = ".dbf"
DOS = "cp850"
HEAD = 32  # bytes before the columns
MOST_TABLES = 60


class LenientParser(FieldParser):
    """Keeps the text of a cell that is not the number or day it should be."""

    def parse(self, field: object, data: bytes) -> object:
        try:
            return super().parse(field, data)
        except (ValueError, IndexError, struct.error):
            return data.decode(DOS, errors="replace").strip("\0 ")


def is_archive(content: bytes) -> bool:
    """Tell whether a file is a zip that contains dBASE tables."""
    try:
        with ZipFile(BytesIO(content)) as archive:
            names = archive.namelist()
    except (BadZipFile, ValueError, OSError):
        return False
    return any(name.lower().endswith(ENDING) for name in names)


def dbase_tables(content: bytes, most: int) -> Iterator[tuple[str, list[list[str]]]]:
    """Yield the name and the rows, heads first, of each table that is not empty.

    Raises ``TableRefused`` for a damaged table.
    """
    with ZipFile(BytesIO(content)) as archive, TemporaryDirectory() as folder:
        members = [
            member
            for member in archive.infolist()
            if member.filename.lower().endswith(ENDING) and not member.is_dir()
        ]
        if sum(member.file_size for member in members) > MOST_UNPACKED:
            raise TableRefused(_("This archive unpacks to too much."), code="size")
        for number, member in enumerate(members[:MOST_TABLES]):
            name = Path(member.filename).name
            try:
                data = archive.read(member)
            except (BadZipFile, RuntimeError, OSError, NotImplementedError) as refusal:
                raise damaged_table(name) from refusal
            refuse_truncated(name, data)
            path = Path(folder) / f"{number}{ENDING}"
            path.write_bytes(data)
            rows = dbase_rows(name, path, most)
            if len(rows) > 1:
                yield name, rows


def damaged_table(name: str) -> TableRefused:
    """Return the error for a table that cannot be read."""
    return TableRefused(
        _("The table %(name)s is damaged or cut off.") % {"name": name}, code="damaged"
    )


def refuse_truncated(name: str, data: bytes) -> None:
    """Refuse a table that is shorter than its header says."""
    if len(data) < HEAD:
        raise damaged_table(name)
    records, head, length = struct.unpack("<IHH", data[4:12])
    if not length or head < HEAD or len(data) < head + records * length:
        raise damaged_table(name)


def dbase_rows(name: str, path: Path, most: int) -> list[list[str]]:
    """Return the rows of one table, its heads first, without deleted rows."""
    try:
        table = DBF(
            str(path),
            encoding=DOS,
            parserclass=LenientParser,
            ignore_missing_memofile=True,
            char_decode_errors="replace",
            ignorecase=True,
        )
        rows = [list(table.field_names[:MOST_COLUMNS])]
        for record in table:
            rows.append(
                [dbase_text(cell) for cell in list(record.values())[:MOST_COLUMNS]]
            )
            refuse_too_many_rows(len(rows), most)
    except TableRefused:
        raise
    except Exception as refusal:
        # Whatever the library raises, the file is to blame.
        raise damaged_table(name) from refusal
    return rows


def dbase_text(value: object) -> str:
    """Return a cell as it would be typed.

    >>> values = (None, 7.0, datetime.date(1994, 3, 4), "a ")
    >>> [dbase_text(value) for value in values]
    ['', '7', '1994-03-04', 'a']
    """
    if value is None or isinstance(value, bytes):
        return ""
    if isinstance(value, float) and value.is_integer():
        return str(int(value))
    if isinstance(value, datetime.date):
        return value.isoformat()
    return str(value).strip()
