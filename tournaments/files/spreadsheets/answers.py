"""Responses that send a file to save."""

from dataclasses import asdict

from django.http import Http404, HttpResponse, JsonResponse
from django.utils.http import content_disposition_header

from tournaments.files.spreadsheets.spreadsheets import (
    FileKind,
    Spreadsheet,
    spreadsheet_bytes,
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
    """Return ``content`` as a file to save under ``name``."""
    return HttpResponse(
        content,
        content_type=content_type,
        headers={"Content-Disposition": content_disposition_header(True, name) or ""},
    )
