"""Tables of strangers are read right, or asked about: one file for each trouble."""

import datetime
import re
import zlib
from base64 import b85decode
from io import BytesIO
from itertools import chain, product, takewhile
from pathlib import Path

import pytest
from django.utils import translation
from openpyxl import Workbook
from openpyxl.cell.rich_text import CellRichText, TextBlock
from openpyxl.cell.text import InlineFont
from openpyxl.styles import Font

from tests.tournaments.files.imports.old_folders import dbf_bytes, zipped
from tournaments.files.columns.layout import Doubt, Layout, layout_of
from tournaments.files.columns.questions import Answers as TableAnswers
from tournaments.files.columns.results import (
    GivenDates,
    RecordCells,
    read_rows,
    sums_in,
)
from tournaments.files.imports.joining import (
    hidden_question,
    letters_question,
    likeliest_table,
    without_hidden,
)
from tournaments.files.imports.recognising import names_in
from tournaments.files.tables.cells import Meaning, Purpose
from tournaments.files.tables.grids import TableRefused, read_file

HIDDEN_IN_ODS = ' table:visibility="collapse"'
FOLDER = Path(__file__).parents[3] / "files/tables"
CASES = sorted(FOLDER.glob("*.txt"))
TODAY = datetime.date(2026, 11, 27)


def as_workbook(text):
    """Return a workbook; ``<`` merges a cell with its left, ``^`` with the one above.

    What stands in ``~`` is struck out; a row, or a column, whose first cell begins
    with ``!`` is hidden. A line of ``# name`` begins a sheet, one of ``#- name`` a
    hidden one.
    """
    book = Workbook()
    book.remove(book.active)
    for part in filter(None, re.split(r"^(?=#)", text, flags=re.MULTILINE)):
        name, *lines = (
            part.splitlines() if part[0] == "#" else ["#1", *part.splitlines()]
        )
        sheet = book.create_sheet(name.strip("#- "))
        sheet.sheet_state = "hidden" if name.startswith("#-") else "visible"
        rows = [line.split(";") for line in lines]
        for row in rows:
            sheet.append(list(map(typed, row)))
        for cell in [*sheet[1], *sheet["A"]]:
            if str(cell.value).startswith("!"):
                cell.value = cell.value.removeprefix("!")
                sides = sheet.column_dimensions, cell.column_letter
                sides = sides if cell.row == 1 else (sheet.row_dimensions, cell.row)
                sides[0][sides[1]].hidden = True
        strike_out(sheet)
        for top, left in product(range(len(rows)), range(len(rows[0]))):
            right = left + reach(rows[top][left + 1 :], "<")
            bottom = top + reach([row[left] for row in rows[top + 1 :]], "^")
            if rows[top][left] not in "<^" and (top, left) != (bottom, right):
                sheet.merge_cells(None, top + 1, left + 1, bottom + 1, right + 1)
    out = BytesIO()
    book.save(out)
    return out.getvalue()


def strike_out(sheet):
    for cell in chain.from_iterable(sheet.rows):
        struck, _sign, rest = str(cell.value)[1:].partition("~")
        if str(cell.value).startswith("~") and rest:
            cell.value = CellRichText(TextBlock(InlineFont(strike=True), struck), rest)
        elif str(cell.value).startswith("~"):
            cell.value, cell.font = typed(struck), Font(strike=True)


def as_ods(text):
    """Return a sheet of LibreOffice, where a style or a part of a text strikes out."""
    line = '<style:text-properties style:text-line-through-style="solid"/>'
    rows = ""
    columns = "".join(
        f"<table:table-column{HIDDEN_IN_ODS * head.startswith('!')}/>"
        for head in text.splitlines()[0].split(";")
    )
    for row in text.splitlines():
        hidden = HIDDEN_IN_ODS * (row.startswith("!") and bool(rows))
        cells = ""
        for cell in row.replace("!", "").split(";"):
            struck, sign, rest = cell.removeprefix("~").partition("~")
            style = f' table:style-name="out{len(cells) % 2}"' if sign else ""
            inner = f'<text:span text:style-name="part">{struck}</text:span>{rest}'
            cells += (
                f"<table:table-cell{'' if rest else style}"
                f' office:value-type="string"><text:p>{inner if rest else struck}'
                "</text:p></table:table-cell>"
            )
        rows += f"<table:table-row{hidden}>{cells}</table:table-row>"
    names = "".join(
        f' xmlns:{name}="urn:oasis:names:tc:opendocument:xmlns:{name}:1.0"'
        for name in ("office", "style", "table", "text")
    )
    styles = "".join(
        f'<style:style style:name="{name}"{more}</style:style>'
        for name, more in (
            ("out0", f">{line}"),
            ("out1", ' style:parent-style-name="out0">'),
            ("part", f">{line}"),
        )
    )
    content = (
        f"<office:document-content{names}><office:automatic-styles>{styles}"
        "</office:automatic-styles><office:body><office:spreadsheet>"
        f'<table:table table:name="Blatt">{columns}{rows}</table:table>'
        "</office:spreadsheet></office:body></office:document-content>"
    )
    return zipped(
        {
            "mimetype": "application/vnd.oasis.opendocument.spreadsheet",
            "META-INF/manifest.xml": "<manifest/>",
            "styles.xml": f"<office:document-styles{names}/>",
            "content.xml": content,
        }
    )


def reach(cells, sign):
    """Return how many cells with a sign come first."""
    return len(list(takewhile(lambda cell: cell == sign, cells)))


def typed(cell):
    if cell.lstrip("-").isdecimal():
        return int(cell)
    if re.fullmatch("[0-9]\\.[0-9]{3}", cell):
        return float(cell)
    return None if cell in ("", "<", "^") else cell


def as_html(text):
    rows = "".join(
        "<tr>" + "".join(f"<td>{cell}</td>" for cell in line.split(";")) + "</tr>"
        for line in text.splitlines()
    )
    return f'<html><meta charset="ENCODING"><table>{rows}</table></html>'


def as_dbase(text, encoding="cp850", language=0):
    heads, *rows = (line.split(";") for line in text.splitlines())
    kinds = [head.partition(":") for head in heads]
    columns = [(head, kind or "C", 24) for head, _sign, kind in kinds]
    days = [at for at, (_head, kind, _width) in enumerate(columns) if kind == "D"]
    for row, at in product(rows, days):
        row[at] = row[at] and datetime.date.fromisoformat(row[at])
    return dbf_bytes(columns, rows, encoding, language)


def as_folder(text):
    """Return a ZIP of dBASE tables; a line of ``# name`` begins each."""
    _none, *parts = re.split(r"^# (.*)\n", text, flags=re.MULTILINE)
    tables = zip(parts[::2], map(as_dbase, parts[1::2]), strict=True)
    return zipped(dict(tables))


def unpacked(text):
    return zlib.decompress(b85decode(text.replace("\n", "")))


FORMS = {"xlsx": as_workbook, "ods": as_ods, "xls": unpacked, "zip": as_folder}


def bytes_of(text, options):
    encoding = options.get("encoding", "utf-8")
    form = options.get("as")
    if form in FORMS:
        return FORMS[form](text)
    if form == "dbf":
        return as_dbase(text, encoding, int(options.get("language", "0"), 16))
    if form == "html":
        text = as_html(text).replace("ENCODING", encoding)
        text = re.sub("~(.*?)~", r"<s>\1</s>", text)
    if form == "doubly":
        return text.encode().decode("cp1252").encode()
    if form == "one-bad-byte":
        return text.encode().replace("ß".encode(), b"\xdf")
    if form == "pdf":
        text = "%PDF-1.4\n" + text
    ends = options.get("lines", "\\n").replace("\\r", "\r").replace("\\n", "\n")
    return text.replace("\n", ends).encode(encoding)


def said_of(layout: Layout, purpose, options):
    """Return what would come in, in the words of the corpus."""
    names = {each.key: each for each in names_in(layout)}
    if purpose is Purpose.FORMER:
        yield from said_of_results(layout, names, options)
    elif purpose is Purpose.RESULTS:
        for record in layout.records:
            cells = RecordCells(layout, record)
            meanings = (
                *(Meaning.ROUND, Meaning.TABLE, Meaning.SEAT),
                *(Meaning.POINTS, Meaning.WON, Meaning.LOST),
            )
            numbers = " ".join(str(cells.number_of(meaning)) for meaning in meanings)
            yield f"{shown(names[str(record.number)].name)} | {numbers}"
    else:
        records = {record.number: record for record in layout.records}
        for each in names.values():
            club = each.club
            if not layout.is_free:
                club = club or layout.text(records[each.number], Meaning.CLUB)
            if each.is_no_name:
                yield f"left {each.number} no-name"
            elif each.is_several:
                yield f"left {each.number} several"
            else:
                asked = f"asked {each.doubt}: " if each.doubt else ""
                yield asked + shown(each.name) + (f" | {club}" if club else "")


def said_of_results(layout, names, options):
    day = options.get("day")
    given = GivenDates(
        datetime.date.fromisoformat(day) if day else None,
        int(options["year"]) if "year" in options else layout.year,
        TODAY,
    )
    for row in read_rows(layout, given):
        if row.fault:
            yield f"left {row.number} {row.fault.reason.value}"
            continue
        parts = [
            f"{part.series}:{part.total}" if len(row.parts) > 1 else str(part.total)
            for part in row.parts
        ]
        waits = ["waits"] if row.contradiction else []
        day = [str(row.day)] if row.day else []
        name = shown(names[str(row.number)].name)
        struck = ["struck"] if row.is_struck else []
        above = ["day-above"] if row.has_day_above else []
        yield f"{name} | {' '.join([*day, *parts, *waits, *struck, *above])}"


def shown(name):
    return f"{name.last}, {name.first}" if name.first else name.last


def reading_of(content, purpose, options, answers=None):
    """Yield all that is said about a table, questions and doubts first."""
    try:
        file = read_file(content)
    except TableRefused as refusal:
        yield f"refused {refusal.messages[0]}"
        return
    grid = file.grids[likeliest_table(file.grids, purpose)]
    if question := hidden_question(grid, TableAnswers()):
        yield f"ask {question.key}: {question.text}"
        grid = without_hidden(grid)
    layout = layout_of(grid.rows, purpose, answers=TableAnswers(signs=answers or {}))
    if question := letters_question(file, TableAnswers()):
        yield f"ask {question.key}"
    yield from (f"ask {each.key}" for each in layout.questions if each.is_open)
    yield from (f"doubt {doubt.value}" for doubt in layout.doubts)
    yield from (f"twice {meaning.value}" for meaning in layout.twice)
    if "unread" in options:
        yield from (f"unread {head}" for head in layout.unread)
    yield from said_of(layout, purpose, options)
    for wrong in sums_in(layout)[1]:
        yield f"wrong {wrong.row} {wrong.stated} {wrong.added_up}"


@pytest.mark.parametrize("path", CASES, ids=lambda path: path.stem)
def test_a_table_of_strangers_is_read_right_or_asked_about(path):
    head, _newline, rest = path.read_text("utf-8").partition("\n")
    word, *more = head.split()
    options = dict(option.split("=", 1) for option in more)
    table, _line, expected = rest.partition("\n===\n")
    purpose = Purpose(word)

    said = list(reading_of(bytes_of(table, options), purpose, options))

    assert said == expected.strip("\n").split("\n")


def test_an_empty_table_raises_only_doubts():
    for rows in ([], [[]], [[""]], [["1", "2"]], [["Name"]]):
        assert Doubt.NO_TOTAL in layout_of(rows).doubts


@pytest.mark.parametrize("language", ["en", "de"])
def test_following_the_advice_for_lines_of_text_helps(language):
    with translation.override(language):
        advice = str(Doubt.LINES.label)
    quoted = re.findall("[“„]([^“”„]+; [^“”„]+)[“”]", advice)

    layout = layout_of(read_file("\n".join(quoted).encode()).grids[0].rows)

    assert not layout.is_open
    assert read_rows(layout, GivenDates(TODAY))[0].total == 1412


def test_evenings_without_a_year_need_one():
    for rows in (
        [["", "Abend 1", "", "Abend 2"], ["Name", *["gew.", "Punkte"] * 2]],
        [["Name", "Abend 1", "Abend 2"]],
        [["Datum", "Name", "Punkte"], ["6.3.", "Ida Kurz", "900"]],
    ):
        assert layout_of([*rows, ["Ida Kurz", "9", "800", "7", "900"]]).lacks_year


@pytest.mark.parametrize(
    "rows",
    [
        [["Name", "1. Serie", "2. Serie"], ["Ida Kurz", "900", "-"]],
        [["Name", "Serie", "Gesamt"], ["Ida Kurz", "1", "900"]],
        [
            ["Name", "6.3.1998", "6.3.1998", "7.3.1998", "7.3.1998"],
            ["Ida Kurz", "900", "-", "-", "700"],
        ],
    ],
)
def test_a_series_is_one_list(rows):
    read = read_rows(layout_of([*rows, ["Uwe Lang", "2", "800"]]), GivenDates())

    assert {row.lists for row in read if row.name == "Ida Kurz"} == {1}
