from io import BytesIO

import pytest
from pypdf import PdfReader
from reportlab.platypus import PageBreak, Paragraph

from tournaments.papers.canvas import canvas, fitting, paper


def read(story, *, title, note=""):
    """Return the reader of a document with flowing parts."""

    def draw(page):
        paper.flow(page, story, note=note)

    return PdfReader(BytesIO(paper.drawn_pdf(draw, title=title)))


def test_signs_of_the_cards_and_of_german_names_are_in_the_font():
    assert fitting.printable("♣♠♥♦ ✓ − … ÄÖÜß Łódź €") == "♣♠♥♦ ✓ − … ÄÖÜß Łódź €"


def test_a_sign_the_font_lacks_becomes_a_visible_box():
    assert fitting.printable("Emil 😀") == "Emil □"


@pytest.mark.parametrize("width", [0, 1, 5, 20, 100])
def test_a_fitted_text_is_never_wider_than_its_cell(width):
    text = fitting.fitted("Bernd von und zu Musterstadt", width, 9)

    assert text == "…" or fitting.width_of(text, 9) <= width


def test_markup_in_a_name_is_text():
    story = [Paragraph(paper.escape("<b>Skat</b> & <img src='x'>"))]

    reader = read(story, title="<b>")

    assert "<b>Skat</b> & <img src='x'>" in reader.pages[0].extract_text()


def test_pages_are_numbered_and_carry_the_footer():
    body = paper.styles()["Body"]
    story = [Paragraph("eins", body), PageBreak(), Paragraph("zwei", body)]

    reader = read(story, title="T", note="Stand 20.11.")

    texts = [page.extract_text() for page in reader.pages]
    assert "Seite 1 von 2" in texts[0]
    assert "Seite 2 von 2" in texts[1]
    assert all("Stand 20.11." in text for text in texts)


def test_a_qr_code_is_drawn_as_one_path():
    runs = canvas.qr_matrix("K7F")

    assert len(runs) == 21
    assert runs[0][0] == (0, 7)
