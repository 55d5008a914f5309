"""Tables of old programs in dBASE, alone or several in a zip.

Their letters are those that a byte of the table names; where it names none, the ones
that give the best words.
"""

import datetime
import struct
from collections.abc import Iterator
from io import BytesIO
from itertools import islice
from pathlib import Path
from tempfile import TemporaryDirectory
from zipfile import ZipFile

from dbfread import DBF, FieldParser
from dbfread.codepages import guess_encoding
from django.utils.translation import gettext as _

from skatclub.archives import DAMAGE, member_bytes
from tournaments.files.tables.letters import CODE_PAGES, TableRefused, rival_pages

ENDING = ".dbf"
VERSIONS = frozenset(b"\x02\x03\x04\x30\x31\x83\x8b\xf5")
HEAD = 32  # bytes before the columns
LANGUAGE = 29
MOST_ROWS = 40_000  # thirty years with a row per player and evening
MOST_COLUMNS = 100
MOST_TABLES = 60
MOST_UNPACKED = 100 * 1024 * 1024


class LenientParser(FieldParser):
    """Keeps the text of a cell that is not the number or day it should be."""

    def parse(self, field: object, data: bytes) -> object:
        try:
            return super().parse(field, data)
        except (ValueError, IndexError, struct.error):
            return data.decode(self.encoding, errors="replace").strip("\0 ")


def is_archive(content: bytes) -> bool:
    try:
        with ZipFile(BytesIO(content)) as archive:
            names = archive.namelist()
    except DAMAGE:
        return False
    return any(name.lower().endswith(ENDING) for name in names)


def is_dbase(content: bytes) -> bool:
    if len(content) < HEAD or content[0] not in VERSIONS:
        return False
    head, length = struct.unpack("<HH", content[8:12])
    return 1 <= content[2] <= 12 and head % 32 in (0, 1, 8) and 0 < length < 8000


def dbase_tables(content: bytes) -> Iterator[tuple[str, list[list[str]]]]:
    """Yield the name and the rows, heads first, of each table that is not empty.

    Raises ``TableRefused`` for a damaged table.
    """
    with TemporaryDirectory() as folder:
        for number, (name, data) in enumerate(tables_in(content)):
            refuse_truncated(name, data)
            path = Path(folder) / f"{number}{ENDING}"
            path.write_bytes(data)
            rows = dbase_rows(name, path, encoding_of(data))
            if len(rows) > 1:
                yield name, rows


def tables_in(content: bytes) -> Iterator[tuple[str, bytes]]:
    """Yield the name and the bytes of each table."""
    if is_dbase(content):
        yield "", content
        return
    with ZipFile(BytesIO(content)) as archive:
        members = [
            member
            for member in archive.infolist()
            if member.filename.lower().endswith(ENDING) and not member.is_dir()
        ]
        if sum(member.file_size for member in members) > MOST_UNPACKED:
            raise TableRefused(_("This archive unpacks to too much."), code="size")
        for member in members[:MOST_TABLES]:
            name = Path(member.filename).name
            try:
                content = member_bytes(archive, member, most=MOST_UNPACKED)
            except DAMAGE as refusal:
                raise damaged_table(name) from refusal
            yield name, content


def encoding_of(data: bytes) -> str:
    """Return the encoding that a table names, or the one that gives the best words.

    It is DOS if there is no telling.
    """
    try:
        if data[LANGUAGE]:
            return str(guess_encoding(data[LANGUAGE]))
    except LookupError:
        pass
    (head,) = struct.unpack("<H", data[8:10])
    pages = rival_pages(data[head:].replace(b" ", b"\n"))
    return pages[0] if len(pages) < len(CODE_PAGES) else "cp850"


def damaged_table(name: str) -> TableRefused:
    return TableRefused(
        _("The table %(name)s is damaged or cut off.") % {"name": name}, code="damaged"
    )


def refuse_truncated(name: str, data: bytes) -> None:
    if len(data) < HEAD:
        raise damaged_table(name)
    records, head, length = struct.unpack("<IHH", data[4:12])
    if not length or head < HEAD or len(data) < head + records * length:
        raise damaged_table(name)


def dbase_rows(name: str, path: Path, encoding: str) -> list[list[str]]:
    try:
        table = DBF(
            str(path),
            encoding=encoding,
            parserclass=LenientParser,
            ignore_missing_memofile=True,
            char_decode_errors="replace",
            ignorecase=True,
        )
        records = (map(dbase_text, record.values()) for record in table)
        rows = [
            list(islice(cells, MOST_COLUMNS))
            for cells in islice(records, MOST_ROWS + 1)
        ]
    except Exception as refusal:
        # Whatever the library raises, the file is to blame.
        raise damaged_table(name) from refusal
    refuse_too_many_rows(len(rows) + 1)
    return [list(table.field_names[:MOST_COLUMNS]), *rows]


def dbase_text(value: object) -> str:
    """Return a cell as it would be typed."""
    if value is None or isinstance(value, bytes):
        return ""
    if isinstance(value, float) and value.is_integer():
        return str(int(value))
    if isinstance(value, datetime.date):
        return value.isoformat()
    return str(value).strip()


def refuse_too_many_rows(count: int) -> None:
    if count > MOST_ROWS + 1:
        raise TableRefused(
            _("At most %(most)s rows are read at once.") % {"most": MOST_ROWS},
            code="rows",
        )
