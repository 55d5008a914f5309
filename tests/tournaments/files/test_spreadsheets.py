"""Tables as files: CSV in two dialects, XLSX, ODS; nothing becomes a formula."""

import csv
from io import BytesIO, StringIO
from zipfile import ZipFile

import openpyxl
import pytest
from django.urls import reverse
from django.utils.translation import override
from python_calamine import CalamineWorkbook

from tests.factories import finish_list, make_evening, make_secretary, make_sheet
from tournaments.events.planning.services import publish_event
from tournaments.web.spreadsheets import (
    FileKind,
    Spreadsheet,
    safe_cell,
    spreadsheet_bytes,
)

TABLE = Spreadsheet(
    title="Rangliste: [A/B]*?",
    heads=("Platz", "Name", "Gesamt", "S2"),
    rows=[
        (1, "Łukasz & <Co> „♣“", 1234, None),
        (2, "=HYPERLINK(1)", -44, 0),
        (3, "Müller; Hans, „der Alte“", 5, 7),
    ],
)
SAFE = [
    ["Platz", "Name", "Gesamt", "S2"],
    ["1", "Łukasz & <Co> „♣“", "1234", ""],
    ["2", "'=HYPERLINK(1)", "-44", "0"],
    ["3", "Müller; Hans, „der Alte“", "5", "7"],
]


PROVISIONAL = "Vorläufig: 1 von etwa 2 Listen."


def test_no_text_starts_a_formula_and_other_values_stay_unchanged():
    for start in ("=", "+", "-", "@", "\t", "\r", "\n", " =", "＝"):
        assert safe_cell(f"{start}1+1").startswith("'")
    for value in (-44, 0, None, "Anna", "1-2", "A=B", ""):
        assert safe_cell(value) == value
    # Characters that files forbid are removed.
    assert safe_cell("A\x00n\x0bn\ufffea\ud800") == "Anna"


@pytest.mark.parametrize(
    ("kind", "delimiter"), [(FileKind.CSV, ","), (FileKind.GERMAN_CSV, ";")]
)
def test_csv_in_both_dialects(kind, delimiter):
    text = spreadsheet_bytes(TABLE, kind).decode()

    assert text.startswith("\ufeff") == (kind is FileKind.GERMAN_CSV)
    rows = csv.reader(StringIO(text.removeprefix("\ufeff")), delimiter=delimiter)
    assert list(rows) == SAFE


def test_xlsx_has_numbers_and_no_formula():
    sheet = openpyxl.load_workbook(
        BytesIO(spreadsheet_bytes(TABLE, FileKind.XLSX))
    ).active

    assert [[cell.value for cell in row] for row in sheet.rows] == [
        list(TABLE.heads),
        [1, "Łukasz & <Co> „♣“", 1234, None],
        [2, "'=HYPERLINK(1)", -44, 0],
        [3, "Müller; Hans, „der Alte“", 5, 7],
    ]
    assert {cell.data_type for row in sheet.rows for cell in row} <= {"n", "s"}


def test_ods_is_read_back_as_it_was_written():
    content = spreadsheet_bytes(TABLE, FileKind.ODS)

    book = CalamineWorkbook.from_filelike(BytesIO(content))
    assert book.get_sheet_by_index(0).to_python() == [
        list(TABLE.heads),
        [1, "Łukasz & <Co> „♣“", 1234, ""],
        [2, "'=HYPERLINK(1)", -44, 0],
        [3, "Müller; Hans, „der Alte“", 5, 7],
    ]
    assert ZipFile(BytesIO(content)).namelist()[0] == "mimetype"
    assert content == spreadsheet_bytes(TABLE, FileKind.ODS)


def test_an_empty_table_is_a_file_all_the_same():
    empty = Spreadsheet(title="", heads=("Platz",), rows=[])
    assert all(spreadsheet_bytes(empty, kind) for kind in FileKind)


@pytest.fixture
def evening(db):
    """A published evening with one finished list; Anna's name is a formula."""
    erika = make_secretary()
    evening = make_evening("=1+1 / Ärger <b>", series=2)
    sheet = make_sheet(("=Anna", "Bernd", "Carla", "Dieter"), evening=evening)
    finish_list(sheet, ("2a1", "3g2", "1po1-"), by=erika)
    return publish_event(event=evening, is_published=True)


def address(evening, kind):
    return reverse("files:standings", args=[evening.pk, kind])


def test_the_standings_are_a_file_of_plain_numbers(client, evening):
    with override("de"):
        text = client.get(address(evening, "csv")).text

    heads = "Platz,Name,Verein,Serie 1,Serie 2,Spielpunkte,Gesamt,gew.,verl.,Listen"
    assert list(csv.reader(StringIO(text))) == [
        heads.split(","),
        ["1", "Carla", "", "152", "", "72", "152", "1", "0", "1"],
        ["2", "Bernd", "", "98", "", "18", "98", "1", "0", "1"],
        ["3", "Dieter", "", "30", "", "0", "30", "0", "0", "1"],
        ["4", "'=Anna", "", "-94", "", "-44", "-94", "0", "1", "1"],
        [PROVISIONAL, *[""] * 9],
    ]


def test_the_name_of_a_file_is_plain_and_what_is_not_published_is_none(client, evening):
    for kind in FileKind:
        answer = client.get(address(evening, kind))
        name = f'filename="2026-11-06-11-aerger-b.{kind.suffix}"'
        assert answer["Content-Type"] == kind.content_type
        assert answer["Content-Disposition"] == f"attachment; {name}"
    publish_event(event=evening, is_published=False)

    assert client.get(address(evening, "csv")).status_code == 404


@pytest.mark.parametrize("tables", [1, 6])
def test_a_file_costs_the_same_however_many_people(
    client, evening, tables, django_assert_num_queries
):
    for number in range(tables):
        make_sheet((f"A{number}", f"B{number}", f"C{number}"), evening=evening)

    with django_assert_num_queries(11):
        client.get(address(evening, "csv"))
