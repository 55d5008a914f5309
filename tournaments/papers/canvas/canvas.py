"""The canvas of every sheet of paper: draws text, lines and codes quickly.

Lengths are points (1/72 inch) unless a name says otherwise. The same values give
the same bytes all day long: no random identifiers.
"""

from collections.abc import Callable, Hashable, Iterable
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, NamedTuple

from django.utils import timezone
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from reportlab.lib.colors import HexColor
from reportlab.lib.pagesizes import A4
from reportlab.lib.units import mm
from reportlab.pdfbase import pdfmetrics
from reportlab.pdfgen.canvas import Canvas

from skatclub.machine.qr_codes import rows_of, runs_of
from tournaments.papers.canvas.fitting import (
    fitted_lines,
    fitted_text,
    printable_text,
    width_of,
)
from tournaments.papers.canvas.frames import PageFrame, page_frame
from tournaments.papers.canvas.suits import SUITS, suit_drawing
from tournaments.web.drawing.faces import FONT, SERIF_BOLD

PRODUCT = "Skatclub"
MARGIN = 15 * mm
NOTE_BELOW_EDGE = 6.5 * mm
SMALL = 8
"""The smallest text size on paper, in points."""

HEAD_BASELINE = 14 * mm
HEAD_HEIGHT = 18 * mm
"""The height of the page header with the club's name and the suits."""

FOOT_BASELINE = 9 * mm


class Text(NamedTuple):
    """One short string on a page; ``align`` says which end of it ``x`` is.

    ``upright`` strings run from bottom to top, as in the headings of narrow columns.
    """

    x: float
    y: float
    text: str
    size: float
    font: str = FONT
    align: str = "left"
    upright: bool = False


class StraightLine(NamedTuple):
    """A line from one point to another."""

    x1: float
    y1: float
    x2: float
    y2: float
    width: float = 0.4


@dataclass(slots=True)
class DocumentPart:
    """Pages that are numbered together and share one note in their footer."""

    note: str = ""
    pages: int = 0


class Foot(NamedTuple):
    """The footer of one page, drawn once its part is complete."""

    name: str
    part: DocumentPart
    number: int
    width: float


class PaperCanvas(Canvas):
    """A canvas that embeds every font, numbers its pages and writes fast.

    While a part is open, each page has a footer with a note and its number.
    """

    def __init__(
        self,
        target: Any,
        *,
        title: str,
        subject: str = "",
        pagesize: tuple[float, float] = A4,
        **options: Any,
    ) -> None:
        options |= {"invariant": 1, "initialFontName": FONT, "pageCompression": 1}
        options["lang"] = get_language() or "de"
        super().__init__(target, pagesize=pagesize, **options)
        # A file says on which day it was made; by the minute, no two would be alike.
        self._doc._timeStamp.YMDhms = (*timezone.localdate().timetuple()[:3], 0, 0, 0)
        self.subject = printable_text(subject or title)
        names = dict.fromkeys(filter(None, [printable_text(title), self.subject]))
        self.title = " – ".join(names)
        self.setTitle(self.title)
        self.setSubject(self.subject)
        self.author = page_frame().club or PRODUCT
        self.setAuthor(self.author)
        self.setCreator(PRODUCT)
        self._part: DocumentPart | None = None
        self._names_rules = True
        self._feet: list[Foot] = []
        self._forms: dict[Hashable, str] = {}
        self._encoded: dict[tuple[str, str], list[tuple[str, str]]] = {}

    def open_part(
        self,
        *,
        note: str | None = None,
        pagesize: tuple[float, float] = A4,
        names_rules: bool = True,
    ) -> None:
        """Begin pages of one size; with a ``note`` they have a header and footer.

        Pages that are cut into cards, framed or read from afar do not name house rules.
        """
        self._names_rules = names_rules
        self._part = None if note is None else DocumentPart(note)
        self.setPageSize(pagesize)

    def bookmark(self, title: str) -> None:
        """Add an entry for the next page to the outline of the document."""
        name = f"page-{self.getPageNumber()}"
        self.bookmarkPage(name)
        self.addOutlineEntry(printable_text(title), name)
        self.showOutline()

    def showPage(self) -> None:
        """Close the page; its footer is drawn last, when the page count is known."""
        head = page_frame()
        if head.rules and self._names_rules:
            self._draw_rules(head.rules)
        if self._part is not None:
            self._draw_head(head)
            self._part.pages += 1
            name = f"foot-{len(self._feet)}"
            self.doForm(name)
            foot = Foot(name, self._part, self._part.pages, self._pagesize[0])
            self._feet.append(foot)
        super().showPage()

    def _draw_rules(self, rules: str) -> None:
        width, height = self._pagesize
        text = fitted_text(rules, width - 2 * MARGIN, SMALL)
        y = height - NOTE_BELOW_EDGE
        self.write([Text(width / 2, y, text, SMALL, FONT, "centre")])

    def _draw_head(self, head: PageFrame) -> None:
        """Draw the club's name, the four suits and a line in the club's colour."""
        width, height = self._pagesize
        y, size = height - HEAD_BASELINE, 9.0
        self.saveState()
        self.setFillColor(HexColor(head.colour))
        self.setStrokeColor(HexColor(head.colour))
        room = width - 2 * MARGIN - 6 * size
        club = fitted_text(head.club, room, 12, SERIF_BOLD)
        self.write([Text(MARGIN, y, club, 12, SERIF_BOLD)])
        self.rule([StraightLine(MARGIN, y - 5, width - MARGIN, y - 5, 1.2)])
        self.restoreState()
        left = width - MARGIN - 4 * size - 3 * 3
        for place, suit in enumerate(SUITS):
            self.addLiteral(
                suit_drawing(suit, left + place * (size + 3), y - 0.5, size)
            )

    def save(self) -> None:
        """Draw the footers of the pages, then write the file."""
        if len(self._code):
            self.showPage()
        for foot in self._feet:
            self._draw_foot(foot)
        super().save()

    def _draw_foot(self, foot: Foot) -> None:
        """Draw the note, the time of printing and the page number."""
        text = _("Page %(page)s of %(pages)s")
        text %= {"page": foot.number, "pages": foot.part.pages}
        text = " · ".join(filter(None, [page_frame().printed, text]))
        room = foot.width - 2 * MARGIN - width_of(text, SMALL) - 4 * mm
        note = fitted_lines(foot.part.note, room, SMALL)
        right = foot.width - MARGIN
        self.beginForm(foot.name)
        self.write([Text(right, FOOT_BASELINE, text, SMALL, FONT, "right")])
        self.write(
            Text(MARGIN, FOOT_BASELINE + 10 * above, line, SMALL)
            for above, line in enumerate(reversed(note))
        )
        self.endForm()

    def once(self, key: Hashable, draw: Callable[[], None]) -> None:
        """Show what ``draw`` draws, storing it in the file only once per key."""
        if key not in self._forms:
            self._forms[key] = f"form-{len(self._forms)}"
            self.beginForm(self._forms[key])
            draw()
            self.endForm()
        self.doForm(self._forms[key])

    def rule(self, lines: Iterable[StraightLine]) -> None:
        """Draw straight lines."""
        width = None
        code = []
        for x1, y1, x2, y2, wanted in lines:
            if wanted != width:
                code.append(f"{wanted:.2f} w")
                width = wanted
            code.append(f"{x1:.2f} {y1:.2f} m {x2:.2f} {y2:.2f} l S")
        self.addLiteral("\n".join(code))

    def write(self, texts: Iterable[Text]) -> None:
        """Draw strings, each of them encoded only once per document for speed.

        The caller passes text typed by users through ``printable_text`` first.
        """
        code = ["BT"]
        in_use = None
        for x, y, text, size, font, align, upright in texts:
            if align != "left":
                shift = width_of(text, size, font) * (0.5 if align == "centre" else 1)
                x, y = (x, y - shift) if upright else (x - shift, y)
            turn = "0 1 -1 0" if upright else "1 0 0 1"
            code.append(f"{turn} {x:.2f} {y:.2f} Tm")
            for name, content in self._encoding(text, font):
                if in_use != (name, size):
                    in_use = (name, size)
                    code.append(f"{name} {size:.2f} Tf")
                code.append(f"<{content}> Tj")
        code.append("ET")
        self.addLiteral("\n".join(code))

    def _encoding(self, text: str, font: str) -> list[tuple[str, str]]:
        encoded = self._encoded.get((text, font))
        if encoded is None:
            face = pdfmetrics.getFont(font)
            encoded = [
                (face.getSubsetInternalName(subset, self._doc), part.hex())
                for subset, part in face.splitString(text, self._doc)
            ]
            self._encoded[text, font] = encoded
        return encoded

    def qr(self, text: str, x: float, y: float, size: float) -> None:
        """Draw ``text`` as a QR code with its lower left corner at x, y."""
        modules, ink = qr_ink(text)
        scale = size / modules
        self.addLiteral(f"q {scale:.5f} 0 0 {scale:.5f} {x:.2f} {y:.2f} cm {ink} f Q")


@lru_cache(maxsize=1024)
def qr_ink(text: str) -> tuple[int, str]:
    """Return the modules per row of a QR code, and its rectangles for PDF."""
    height = len(rows_of(text))
    return height, " ".join(
        f"{start} {height - 1 - row} {length} 1 re"
        for row, start, length in runs_of(text)
    )
