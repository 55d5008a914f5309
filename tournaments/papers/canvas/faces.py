"""The typefaces on paper: text in Skat Sans, headings in Skat Serif, signs in DejaVu.

A face borrows the characters it lacks, so that one face is enough to measure and draw
suits, ticks and arrows along with the letters.
"""

from collections.abc import Iterator
from itertools import groupby
from pathlib import Path

from reportlab.pdfbase import pdfmetrics
from reportlab.pdfbase.pdfdoc import PDFDocument
from reportlab.pdfbase.ttfonts import TTFont

FONT = "Skatclub"
BOLD = "Skatclub-Bold"
SERIF = "Skatclub-Serif"
SERIF_BOLD = "Skatclub-Serif-Bold"
FONT_FOLDER = Path(__file__).resolve().parents[3] / "skatclub" / "static" / "fonts"
MOST_SUBSETS = 1000  # of one font in a document; the next font's are numbered on


class Face(TTFont):
    """A font that borrows the characters it lacks from the first fallback with them.

    To reportlab these are further subsets of this font.
    """

    def __init__(self, name: str, file: str, *fallbacks: TTFont) -> None:
        super().__init__(name, str(FONT_FOLDER / file))
        self.fonts = (super(), *fallbacks)
        self.borrowed: dict[int, int] = {}
        for number, fallback in enumerate(fallbacks, start=1):
            for code in fallback.face.charToGlyph.keys() - self.characters:
                self.borrowed[code] = number
                self.face.charWidths[code] = fallback.face.charWidths[code]

    @property
    def characters(self) -> frozenset[int]:
        """The code points that can be drawn."""
        return frozenset(self.face.charToGlyph.keys() | self.borrowed.keys())

    def splitString(
        self, text: str, doc: PDFDocument, encoding: str = "utf-8"
    ) -> list[tuple[int, bytes]]:
        """Return ``text`` in runs of one font and subset each, for reportlab."""
        return [
            (number * MOST_SUBSETS + subset, part)
            for number, run in self.runs(text)
            for subset, part in self.fonts[number].splitString(run, doc, encoding)
        ]

    def runs(self, text: str) -> Iterator[tuple[int, str]]:
        """Yield the parts of ``text``, each with the number of its font."""
        for number, run in groupby(
            text, lambda letter: self.borrowed.get(ord(letter), 0)
        ):
            yield number, "".join(run)

    def getSubsetInternalName(self, subset: int, doc: PDFDocument) -> str:
        """Return the name of a subset in the file, this font's or a fallback's."""
        number, own_subset = divmod(subset, MOST_SUBSETS)
        name: str = self.fonts[number].getSubsetInternalName(own_subset, doc)
        return name


SIGNS = TTFont("Skatclub-Signs", str(FONT_FOLDER / "DejaVuSans-Signs.ttf"))
REGULAR_FACE = Face(FONT, "SkatSans-Regular.ttf", SIGNS)
BOLD_FACE = Face(BOLD, "SkatSans-Bold.ttf", SIGNS)
FACES = (
    REGULAR_FACE,
    BOLD_FACE,
    Face(SERIF, "SkatSerif-Regular.ttf", SIGNS, REGULAR_FACE),
    Face(SERIF_BOLD, "SkatSerif-Bold.ttf", SIGNS, BOLD_FACE),
)
for font in (SIGNS, *FACES):
    pdfmetrics.registerFont(font)
