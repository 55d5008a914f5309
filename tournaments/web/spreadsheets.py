"""Tables as files: CSV in two dialects, XLSX and ODS.

Numbers stay numbers, without the signs or separators of a language except the comma in
German CSV. Every cell goes through ``safe_cell``.
"""

import unicodedata
from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass
from decimal import Decimal
from enum import StrEnum
from io import BytesIO
from xml.sax.saxutils import escape
from zipfile import ZIP_DEFLATED, ZIP_STORED, ZipFile, ZipInfo

import tablib
from django.http import Http404, HttpResponse, JsonResponse
from django.utils.http import content_disposition_header

Cell = int | Decimal | str | None

BYTE_ORDER_MARK = "\ufeff"
# Characters that a spreadsheet takes for the start of a formula, in both widths.
FORMULA_STARTS = ("=", "+", "-", "@", "\uff1d", "\uff0b", "\uff0d", "\uff20")
ODS_TYPE = "application/vnd.oasis.opendocument.spreadsheet"
XLSX_TYPE = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"


class FileKind(StrEnum):
    """The kinds of files a table is written as; the values are part of URLs."""

    CSV = "csv"
    GERMAN_CSV = "csv-de"
    XLSX = "xlsx"
    ODS = "ods"

    @property
    def suffix(self) -> str:
        return "csv" if self is FileKind.GERMAN_CSV else self.value

    @property
    def content_type(self) -> str:
        types = {FileKind.XLSX: XLSX_TYPE, FileKind.ODS: ODS_TYPE}
        return types.get(self, "text/csv; charset=utf-8")


@dataclass(frozen=True, slots=True, kw_only=True)
class Spreadsheet:
    """One table with its heads, to be written as a file.

    ``note`` says below the table what a reader must know about the numbers.
    """

    title: str
    heads: tuple[str, ...]
    rows: Sequence[Sequence[Cell]]
    note: str = ""


def safe_cell(value: Cell) -> Cell:
    """Return ``value`` in a form that no spreadsheet takes for a formula.

    Control characters, which the file formats forbid, are removed from texts, and an
    apostrophe is put before anything that could start a formula. Numbers stay as
    they are.

    >>> safe_cell("=HYPERLINK(1)"), safe_cell(" -Anna"), safe_cell(-44)
    ("'=HYPERLINK(1)", "' -Anna", -44)
    """
    if not isinstance(value, str):
        return value
    starts_oddly = value.startswith(("\t", "\r", "\n"))
    text = "".join(
        " " if letter in "\t\r\n" else letter
        for letter in value
        if letter in "\t\r\n" or unicodedata.category(letter) not in {"Cc", "Cs", "Cn"}
    )
    if starts_oddly or text.lstrip().startswith(FORMULA_STARTS):
        return f"'{text}"
    return text


def with_commas(row: Sequence[Cell]) -> list[Cell]:
    """Return a row with decimal commas, as German spreadsheets read them.

    >>> with_commas(["Anna", 1277, Decimal("1354.30")])
    ['Anna', 1277, '1354,30']
    """
    return [
        str(cell).replace(".", ",") if isinstance(cell, Decimal) else cell
        for cell in row
    ]


def spreadsheet_bytes(table: Spreadsheet, kind: FileKind) -> bytes:
    notes = [(table.note, *[None] * (len(table.heads) - 1))] if table.note else []
    cells = (table.heads, *table.rows, *notes)
    head, *rows = ([safe_cell(cell) for cell in row] for row in cells)
    if kind is FileKind.ODS:
        return ods_file(table.title, [head, *rows])
    data = tablib.Dataset(*rows, headers=head, title=str(safe_cell(table.title)))
    if kind is FileKind.XLSX:
        return bytes(data.export("xlsx"))
    if kind is FileKind.GERMAN_CSV:
        # German Excel splits at semicolons and recognises UTF-8 by its mark.
        german = tablib.Dataset(*map(with_commas, rows), headers=head)
        return (BYTE_ORDER_MARK + german.export("csv", delimiter=";")).encode()
    return str(data.export("csv")).encode()


def ods_file(title: str, rows: Iterable[Sequence[Cell]]) -> bytes:
    """Return rows as an OpenDocument spreadsheet; the same rows give the same bytes."""
    name = escape(str(safe_cell(title)), {'"': "&quot;"})
    body = "".join(
        f"<table:table-row>{''.join(map(_ods_cell, row))}</table:table-row>"
        for row in rows
    )
    buffer = BytesIO()
    with ZipFile(buffer, "w") as archive:
        # The standard requires the type first, uncompressed.
        for path, text, packing in (
            ("mimetype", ODS_TYPE, ZIP_STORED),
            ("META-INF/manifest.xml", ODS_MANIFEST, ZIP_DEFLATED),
            (
                "content.xml",
                ODS_CONTENT.format(name=name or "1", body=body),
                ZIP_DEFLATED,
            ),
        ):
            archive.writestr(ZipInfo(path), text, compress_type=packing)
    return buffer.getvalue()


def _ods_cell(value: Cell) -> str:
    if value is None or value == "":
        return "<table:table-cell/>"
    kind, content = 'office:value-type="string"', escape(str(value))
    if isinstance(value, int | Decimal):
        kind = f'office:value-type="float" office:value="{value}"'
    return f"<table:table-cell {kind}><text:p>{content}</text:p></table:table-cell>"


ODS_NAMESPACE = "urn:oasis:names:tc:opendocument:xmlns"
ODS_MANIFEST = (
    '<?xml version="1.0" encoding="UTF-8"?>'
    f'<manifest:manifest xmlns:manifest="{ODS_NAMESPACE}:manifest:1.0"'
    ' manifest:version="1.3">'
    f'<manifest:file-entry manifest:full-path="/" manifest:media-type="{ODS_TYPE}"/>'
    '<manifest:file-entry manifest:full-path="content.xml"'
    ' manifest:media-type="text/xml"/></manifest:manifest>'
)
ODS_CONTENT = (
    '<?xml version="1.0" encoding="UTF-8"?>'
    f'<office:document-content xmlns:office="{ODS_NAMESPACE}:office:1.0"'
    f' xmlns:table="{ODS_NAMESPACE}:table:1.0" xmlns:text="{ODS_NAMESPACE}:text:1.0"'
    ' office:version="1.3"><office:body><office:spreadsheet>'
    '<table:table table:name="{name}">{body}</table:table>'
    "</office:spreadsheet></office:body></office:document-content>"
)


JSON = "json"


def spreadsheet_answer(table: Spreadsheet, name: str, kind: str) -> HttpResponse:
    """Return ``table`` as a file to save, or as JSON; 404 for an unknown kind.

    Scripts of any page may read it, without the session of their reader.
    """
    if kind == JSON:
        answer: HttpResponse = JsonResponse(asdict(table))
    elif kind in set(FileKind):
        file_kind = FileKind(kind)
        answer = file_answer(
            spreadsheet_bytes(table, file_kind),
            f"{name}.{file_kind.suffix}",
            file_kind.content_type,
        )
    else:
        raise Http404
    answer["Access-Control-Allow-Origin"] = "*"
    return answer


def file_answer(content: bytes, name: str, content_type: str) -> HttpResponse:
    return HttpResponse(
        content,
        content_type=content_type,
        headers={"Content-Disposition": content_disposition_header(True, name) or ""},
    )
