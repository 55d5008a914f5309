"""Papers as files."""

from io import BytesIO

from pypdf import PdfReader

from tournaments.papers.canvas.paper import pdf_bytes


def pdf_of(document, **about):
    """Return a paper alone in a file."""
    return pdf_bytes(document.draw, **({"title": ""} | about))


def reader_of(document, **about):
    """Return a paper as it is read back."""
    return PdfReader(BytesIO(pdf_of(document, **about)))
