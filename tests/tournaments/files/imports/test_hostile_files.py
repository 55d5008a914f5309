"""A file that crashes its reader crashes only a process of its own."""

import re
import time
import tracemalloc
from io import BytesIO
from zipfile import ZIP_DEFLATED, ZipFile

import pytest

from tournaments.files.tables import office
from tournaments.files.tables.grids import TableRefused, read_file
from tournaments.web.spreadsheets import FileKind, Spreadsheet, spreadsheet_bytes

SMALL = Spreadsheet(title="Leute", heads=("Name", "Vorname"), rows=[("Meier", "Anna")])
SHEET = "xl/worksheets/sheet1.xml"
TEXT = '<c r="{}" t="inlineStr"><is><t>x</t></is></c>'


def packed_again(change):
    """Return a small XLSX file with its sheet changed."""
    target = BytesIO()
    with (
        ZipFile(BytesIO(spreadsheet_bytes(SMALL, FileKind.XLSX))) as source,
        ZipFile(target, "w", ZIP_DEFLATED) as archive,
    ):
        for name in source.namelist():
            text = source.read(name).decode()
            archive.writestr(name, change(text) if name == SHEET else text)
    return target.getvalue()


def with_cell(place):
    row = re.sub(r"\D", "", place)
    last = f'<row r="{row}">{TEXT.format(place)}</row></sheetData>'
    return packed_again(lambda text: text.replace("</sheetData>", last))


@pytest.mark.parametrize("place", ["XFD1048576", "CV1048576", "ZZZZZ4000000000"])
def test_a_cell_a_million_rows_down_is_refused_and_nothing_breaks(place):
    content = with_cell(place)
    assert len(content) < 10_000

    with pytest.raises(TableRefused, match="als CSV"):
        read_file(content)


def test_a_file_that_only_seems_to_reach_far_is_read():
    last = '<row r="1048576"><c r="XFD1048576" s="1"/></row></sheetData>'
    content = packed_again(lambda text: text.replace("</sheetData>", last))

    assert read_file(content).grids[0].rows[1] == ["Meier", "Anna"]


def test_a_ragged_text_of_many_gaps_is_read_at_once():
    lines = ["a  " * (at % 97 + 2) for at in range(9_000)]
    begin = time.process_time()

    (grid,) = read_file("\n".join([*lines, "a  " * 200]).encode()).grids

    assert len(grid.rows) == 9_001
    assert time.process_time() - begin < 20


def archive_of(**parts):
    target = BytesIO()
    with ZipFile(target, "w") as archive:
        for name, content in parts.items():
            archive.writestr(name.replace("__", "/").replace("_", "."), content)
    return target.getvalue()


def locked(archive):
    """Return an archive whose first part claims to need a password."""
    at = archive.index(b"PK\1\2") + 8
    return archive[:at] + b"\1" + archive[at + 1 :]


def old_office(name):
    return b"\xd0\xcf\x11\xe0" + bytes(60) + name.encode("utf-16-le") + bytes(60)


LOCKED = {"META-INF__manifest_xml": b"<manifest:encryption-data/>"}
SPREADSHEET = b"application/vnd.oasis.opendocument.spreadsheet"


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (b"\xef\xbb\xbf%PDF-1.4", "ein PDF"),
        (b"GIF89a" + bytes(20), "ein Bild"),
        (b"\0\0\0\x18ftypheic", "ein Bild"),
        (b"7z\xbc\xaf" + bytes(20), "packen Sie es aus"),
        (archive_of(a_jpg=b"x"), "packen Sie es aus"),
        (archive_of(**{f"{n}_dbf": b"x" for n in range(61)}), "mehr als 60 Tabellen"),
        (archive_of(Index__Document_iwa=b"x"), "Numbers oder Pages.*als CSV"),
        (archive_of(ppt__presentation_xml=b"x"), "eine Präsentation"),
        (archive_of(mimetype=SPREADSHEET, content_xml=b"x", **LOCKED), "ein Passwort"),
        (locked(archive_of(mitglied_dbf=b"x")), "ein Passwort"),
        (old_office("EncryptedPackage"), "ein Passwort"),
        (old_office("WordDocument"), "ein Brief"),
        (old_office("PowerPoint Document"), "eine Präsentation"),
        (old_office("Workbook"), "nicht lesbar.*als CSV"),
        (old_office("")[:80], "nicht lesbar.*als CSV"),
        (b"BEGIN:VCARD\nFN:Ida Kurz", "ein Adressbuch.*als CSV"),
        (b'[{"name": "Ida Kurz"}]', "JSON"),
        (b"<?xml version='1.0'?><html><p>Ida Kurz</p></html>", "ohne Tabelle"),
        (b"\0\1\0\0Standard Jet DB", "als CSV"),
    ],
    ids=range(19),
)
def test_a_file_without_a_table_is_called_what_it_is(content, said):
    with pytest.raises(TableRefused, match=said):
        read_file(content)


def with_texts(length, *, rows):
    """Return a file with a text of this length in this number of rows."""
    cell = TEXT.replace("<t>x", f"<t>{'x' * length}")
    cells = "".join(
        f'<row r="{row}">{cell.format(f"A{row}")}</row>' for row in range(3, 3 + rows)
    )
    return packed_again(
        lambda text: text.replace("</sheetData>", f"{cells}</sheetData>")
    )


@pytest.mark.parametrize(
    ("length", "rows", "said"),
    [
        (99_000_000, 1, "mehr als 2000 Zeichen|nicht lesbar"),
        (2_001, 10, "mehr als 2000 Zeichen"),
        (1_999, 5_000, "nicht lesbar"),
    ],
)
def test_overlong_cells_are_refused_without_loading_them(length, rows, said):
    content = with_texts(length, rows=rows)
    assert len(content) < 200_000
    tracemalloc.start()

    with pytest.raises(TableRefused, match=said):
        read_file(content)

    _now, most = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert most < 40_000_000


def test_a_long_cell_of_text_is_refused_too():
    for text in (b"Name\n" + b"x" * 3_000, b"a" * 1024**2):
        with pytest.raises(TableRefused, match="hat eine Zelle mehr als 2000 Zeichen"):
            read_file(text)


# Python's reader looks through all that follows for the end of each comment.
BEGUN = b"<table><tr><td>" + b"<!--" * 50_000


def test_a_page_that_keeps_its_reader_busy_is_given_up_elsewhere(monkeypatch):
    monkeypatch.setattr(office, "MOST_SECONDS", 1)
    begin = time.thread_time()

    with pytest.raises(TableRefused, match="als CSV"):
        read_file(BEGUN * 20)

    assert time.thread_time() - begin < 1


@pytest.mark.parametrize(
    "table",
    [b"\t" * 4_000_000, (b"1;" * 50 + b"\n") * 39_000, b"Name" + b";" * 100 + b"900"],
    ids=["tabs", "cells", "columns"],
)
def test_more_cells_than_a_table_has_are_refused_before_they_are_read(table):
    begin = time.thread_time()

    with pytest.raises(TableRefused, match="höchstens 40000 Zeilen, 100 Spalten und"):
        read_file(table)

    assert time.thread_time() - begin < 2
