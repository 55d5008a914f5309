"""Three invented clubs and what twenty years have left in their folders.

Different programs, encodings, habits and mistakes; nothing here looks at the program
that reads them. Each folder is a list of files, each with the words a secretary would
add because the file does not say them.
"""

import datetime
import struct
from dataclasses import dataclass, field
from io import BytesIO
from random import Random
from zipfile import ZIP_DEFLATED, ZipFile

from openpyxl import Workbook

from tests.tournaments.files.imports.old_tables import one_list, people_of

FIRST_YEAR = 1994
CLOSING = ("Spielpunkte", "gew.", "verl.", "GV", "Gesamt")


@dataclass(frozen=True)
class OldFile:
    """A file, and what is said of it beside."""

    name: str
    content: bytes
    said: dict = field(default_factory=dict)


@dataclass(frozen=True)
class Folder:
    """The folder of a club, and how many results are in it that count."""

    files: list[OldFile]
    results: int


def closing_of(chance, lists=1):
    """Return points, won, lost, others' lost and total of some lists."""
    parts = [one_list(chance) for _each in range(lists)]
    points, won, lost, others, extra = (sum(each) for each in zip(*parts, strict=True))
    return points, won, lost, others, points + 50 * (won - lost) + extra


def evenings_of(chance, year, people, count):
    """Give the evenings of a year with who came."""
    first = datetime.date(year, 1, 8)
    for week in range(count):
        coming = chance.sample(people, len(people) - chance.randint(0, 4))
        yield first + datetime.timedelta(weeks=week), coming


def works_folder(seed, years=30, evenings=45, people=16, since=FIRST_YEAR):
    """A club with a spreadsheet of its own: one file a year, ODS or CSV of Windows."""
    chance = Random(seed)
    names = people_of(chance, people)
    files, results = [], 0
    for year in range(since, since + years):
        rows = [["Skatclub Herz Dame"], [], ["Datum", "Name", *CLOSING]]
        for day, coming in evenings_of(chance, year, names, evenings):
            for first, last in coming:
                shown = f"{day:%d.%m.%Y}" if year < 2005 else f"{day:%d.%m.%y}"
                rows.append([shown, f"{last}, {first}", *closing_of(chance)])
                results += 1
        rows.append(["", "Summe", "", "", "", "", 99999])
        encoding = "cp850" if year < 1998 else "cp1252" if year < 2010 else "utf-8-sig"
        files.append(OldFile(f"abende{year}.csv", csv_bytes(rows, encoding)))
    return Folder(files, results)


def matrix_folder(seed, years=6, evenings=20, people=12):
    """A club that hangs a matrix on the wall: one workbook, a sheet for each season."""
    chance = Random(seed)
    names = people_of(chance, people)
    book, results = Workbook(), 0
    book.remove(book.active)
    for year in range(FIRST_YEAR, FIRST_YEAR + years):
        sheet = book.create_sheet(str(year))
        played = list(evenings_of(chance, year, names, evenings))
        sheet.append([f"Saison {year}"])
        sheet.append(
            ["Platz", "Name", *[f"{day:%d.%m.}" for day, _c in played], "Summe"]
        )
        for place, (first, last) in enumerate(names, 1):
            cells = []
            for _day, coming in played:
                there = (first, last) in coming
                cells.append(closing_of(chance, 2)[4] if there else "-")
                results += there
            total = sum(cell for cell in cells if cell != "-")
            sheet.append([place, f"{first} {last}", *cells, total])
    out = BytesIO()
    book.save(out)
    return Folder([OldFile("saisontabellen.xlsx", out.getvalue())], results)


def dos_folder(seed, years=5, evenings=20, people=10):
    """A club with an old program: a zip of dBASE tables in a code page of DOS."""
    chance = Random(seed)
    names = people_of(chance, people)
    rows = []
    for year in range(FIRST_YEAR, FIRST_YEAR + years):
        for day, coming in evenings_of(chance, year, names, evenings):
            rows += [(day, last, first, *closing_of(chance)) for first, last in coming]
    columns = [("DATUM", "D", 8), ("NACHNAME", "C", 20), ("VORNAME", "C", 20)]
    columns += [(name, "N", 6) for name in ("SPIELPKT", "GEW", "VERL", "GV", "GESAMT")]
    members = [(last, first) for first, last in names]
    content = zipped(
        {
            "ERGEBNIS.DBF": dbf_bytes(columns, rows),
            "MITGLIED.DBF": dbf_bytes(columns[1:3], members),
            "LIESMICH.TXT": b"Vereinsmeister",
        }
    )
    return Folder([OldFile("VM.ZIP", content)], len(rows))


def csv_bytes(rows, encoding):
    text = "\r\n".join(";".join(map(str, row)) for row in rows)
    return text.encode(encoding, errors="replace")


def zipped(parts):
    out = BytesIO()
    with ZipFile(out, "w", ZIP_DEFLATED) as archive:
        for name, content in parts.items():
            archive.writestr(name, content)
    return out.getvalue()


def dbf_bytes(columns, rows, encoding="cp850", language=0):
    """Return a dBASE III table: its columns by name, kind and width.

    The language is a byte that tells the encoding.
    """
    length = 1 + sum(width for _name, _kind, width in columns)
    head = 32 + 32 * len(columns) + 1
    counts = len(rows), head, length, language
    version = 0x83 if any(kind == "M" for _name, kind, _width in columns) else 3
    out = struct.pack("<BBBBIHH17xB2x", version, 99, 1, 1, *counts)
    for name, kind, width in columns:
        out += struct.pack("<11sc4xBB14x", name.encode(), kind.encode(), width, 0)
    out += b"\r"
    for row in rows:
        out += b" "
        for (_name, kind, width), value in zip(columns, row, strict=True):
            text = f"{value:%Y%m%d}" if kind == "D" and value else str(value)
            cell = text.encode(encoding, errors="replace")[:width]
            out += cell.rjust(width) if kind == "N" else cell.ljust(width)
    return out + b"\x1a"
