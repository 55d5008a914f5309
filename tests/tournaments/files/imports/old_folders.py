"""The files that old programs left, as bytes: dBASE tables, and folders as ZIP."""

import struct
from io import BytesIO
from zipfile import ZIP_DEFLATED, ZipFile


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
