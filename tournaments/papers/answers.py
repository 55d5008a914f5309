"""Answering with a paper."""

from django.http import HttpResponse
from django.utils.http import content_disposition_header


def pdf(content: bytes, name: str) -> HttpResponse:
    """Answer with a PDF that opens in the browser and has a name when saved."""
    disposition = content_disposition_header(False, f"{name}.pdf") or "inline"
    return HttpResponse(
        content,
        content_type="application/pdf",
        headers={"Content-Disposition": disposition},
    )
