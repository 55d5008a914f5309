"""The bare canvas that the speed of printed lists is compared with."""

from collections.abc import Iterable
from io import BytesIO

from reportlab.pdfgen.canvas import Canvas

from tournaments.papers.canvas.canvas import Text
from tournaments.papers.canvas.faces import FONT
from tournaments.papers.lists.ink import sheet_sides, struck_lines, written_texts
from tournaments.papers.lists.layout import preprinted_lines, preprinted_texts
from tournaments.papers.lists.values import ScoreSheetPage


def bare_canvas_pdf(pages: Iterable[ScoreSheetPage]) -> bytes:
    """Return the lines and strings of the lists, drawn one by one on a canvas.

    What to draw is collected outside: see ``ink_of``.
    """
    return drawn([ink_of(page) for page in pages])


def ink_of(page: ScoreSheetPage) -> tuple[list[tuple[float, ...]], list[Text]]:
    """Return the lines and the strings of one list."""
    lines: list[tuple[float, ...]] = []
    texts: list[Text] = []
    for side in sheet_sides(page):
        lines += [*preprinted_lines(side.layout), *struck_lines(side)]
        texts += [*preprinted_texts(side.layout), *written_texts(side)]
    return lines, texts


def drawn(inks: Iterable[tuple[list[tuple[float, ...]], list[Text]]]) -> bytes:
    """Return pages of lines and strings, as reportlab draws them out of the box."""
    buffer = BytesIO()
    canvas = Canvas(buffer, invariant=1, initialFontName=FONT, pageCompression=1)
    draw = {
        "left": canvas.drawString,
        "right": canvas.drawRightString,
        "centre": canvas.drawCentredString,
    }
    for lines, texts in inks:
        for x1, y1, x2, y2, _width in lines:
            canvas.line(x1, y1, x2, y2)
        font = None
        for text in texts:
            if font != (text.font, text.size):
                font = (text.font, text.size)
                canvas.setFont(*font)
            draw[text.align](text.x, text.y, text.text)
        canvas.showPage()
    canvas.save()
    return buffer.getvalue()
