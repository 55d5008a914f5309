"""The typefaces on paper: text in Skat Sans, headings in Skat Serif, signs in DejaVu.

A face borrows the characters it lacks, so that one face is enough to measure and draw
suits, ticks and arrows along with the letters.
"""

import unicodedata
from collections.abc import Iterator
from functools import lru_cache
from itertools import groupby
from pathlib import Path

from reportlab.pdfbase import pdfmetrics
from reportlab.pdfbase.pdfdoc import PDFDocument
from reportlab.pdfbase.ttfonts import TTFont

FONT = "Skatclub"
BOLD = "Skatclub-Bold"
SERIF = "Skatclub-Serif"
SERIF_BOLD = "Skatclub-Serif-Bold"
FONT_FOLDER = Path(__file__).resolve().parents[2] / "skatclub" / "static" / "fonts"
MISSING_GLYPH = "□"
LONGEST_TEXT = 400
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


def fallback(name: str, file: str) -> TTFont:
    return TTFont(f"Skatclub-{name}", str(FONT_FOLDER / f"{file}.ttf"))


# Signs, and letters of names that most clubs never write: Vietnamese, Cyrillic, Greek.
SIGNS = fallback("Signs", "DejaVuSans-Signs")
MORE = fallback("SkatSans-Regular-More", "SkatSans-More-Regular")
MORE_BOLD = fallback("SkatSans-Bold-More", "SkatSans-More-Bold")
SERIF_MORE = fallback("SkatSerif-Regular-More", "SkatSerif-More-Regular")
SERIF_MORE_BOLD = fallback("SkatSerif-Bold-More", "SkatSerif-More-Bold")
REGULAR_FACE = Face(FONT, "SkatSans-Regular.ttf", SIGNS, MORE)
BOLD_FACE = Face(BOLD, "SkatSans-Bold.ttf", SIGNS, MORE_BOLD)
FACES = (
    REGULAR_FACE,
    BOLD_FACE,
    Face(SERIF, "SkatSerif-Regular.ttf", SIGNS, SERIF_MORE, REGULAR_FACE, MORE),
    Face(
        SERIF_BOLD, "SkatSerif-Bold.ttf", SIGNS, SERIF_MORE_BOLD, BOLD_FACE, MORE_BOLD
    ),
)
for font in (SIGNS, MORE, MORE_BOLD, SERIF_MORE, SERIF_MORE_BOLD, *FACES):
    pdfmetrics.registerFont(font)


@lru_cache(maxsize=8192)
def printable_text(text: str) -> str:
    """Return ``text`` with a visible box for each character no embedded font has.

    Accents are composed; direction marks, joiners and line breaks are removed.

    >>> printable_text("Bjo\u0308rn \U0001f600\u200f")
    'Björn □'
    """
    characters = REGULAR_FACE.characters
    composed = unicodedata.normalize("NFC", " ".join(text[:LONGEST_TEXT].split()))
    return "".join(
        character if ord(character) in characters else MISSING_GLYPH
        for character in composed
        if unicodedata.category(character) not in ("Cf", "Mn", "Cc")
    )


def is_printable(text: str) -> bool:
    """Tell whether paper has every letter of ``text``.

    >>> is_printable("Nguyễn"), is_printable("王")
    (True, False)
    """
    return MISSING_GLYPH not in printable_text(text)
