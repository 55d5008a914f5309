"""Papers as files."""

from io import BytesIO

from pypdf import PdfReader
from reportlab.platypus import Paragraph

from tournaments.papers.lists import foot_rows
from tournaments.web.shapes import Ruled, pdf_bytes


def pdf_of(paper, **about):
    """Return a paper alone in a file."""
    return pdf_bytes(paper.draw, **({"title": ""} | about))


def reader_of(paper, **about):
    """Return a paper as it is read back."""
    return PdfReader(BytesIO(pdf_of(paper, **about)))


def read(response):
    """Return the text of each page of an answer."""
    assert response.status_code == 200, response.text
    assert response["Content-Type"] == "application/pdf"
    pages = PdfReader(BytesIO(response.content)).pages
    return [page.extract_text() for page in pages]


def rows_of(paper):
    """Return the first table of a paper as plain text."""
    return next(part.rows for part in paper.parts if isinstance(part, Ruled))


def texts_of(paper):
    """Return the sentences of a paper."""
    return [part.text for part in paper.story(10) if isinstance(part, Paragraph)]


def closing_rows(page):
    """Return the closing block as plain text: label, cells by place, passed in."""
    return [
        (row.label, *(cell for cells in row.cells for cell in cells))
        for row in foot_rows(page)
    ]
