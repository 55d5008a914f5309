"""A file that would end the program ends only the program that reads it."""

import re
from io import BytesIO
from zipfile import ZIP_DEFLATED, ZipFile

import pytest

from tournaments.exchange.spreadsheets import FileKind, Spreadsheet, file_of
from tournaments.exchange.tables_in import TableRefused, read_table

SMALL = Spreadsheet(title="Leute", heads=("Name", "Vorname"), rows=[("Meier", "Anna")])
SHEET = "xl/worksheets/sheet1.xml"
TEXT = '<c r="{}" t="inlineStr"><is><t>x</t></is></c>'


def packed_again(change):
    """Return a small XLSX file with its sheet changed."""
    target = BytesIO()
    with (
        ZipFile(BytesIO(file_of(SMALL, FileKind.XLSX))) as source,
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
        read_table(content)


def test_a_file_that_only_looks_far_is_read():
    content = packed_again(
        lambda text: text.replace(
            "</sheetData>",
            '<row r="1048576"><c r="XFD1048576" s="1"/></row></sheetData>',
        )
    )

    assert read_table(content).rows == [(2, ["Meier", "Anna"])]
