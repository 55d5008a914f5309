"""Responses that send a file to save."""

from django.http import Http404, HttpResponse
from django.utils.http import content_disposition_header

from tournaments.files.spreadsheets.spreadsheets import (
    FileKind,
    Spreadsheet,
    spreadsheet_bytes,
)


def spreadsheet_answer(table: Spreadsheet, name: str, kind: str) -> HttpResponse:
    """Return ``table`` as a file to save; 404 for an unknown kind."""
    if kind not in set(FileKind):
        raise Http404
    file_kind = FileKind(kind)
    return file_answer(
        spreadsheet_bytes(table, file_kind),
        f"{name}.{file_kind.suffix}",
        file_kind.content_type,
    )


def file_answer(content: bytes, name: str, content_type: str) -> HttpResponse:
    """Return ``content`` as a file to save under ``name``."""
    return HttpResponse(
        content,
        content_type=content_type,
        headers={"Content-Disposition": content_disposition_header(True, name) or ""},
    )
