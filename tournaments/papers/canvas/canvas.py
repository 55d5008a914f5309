"""The canvas of every sheet of paper: strings, lines and codes, quickly drawn.

Lengths are points (1/72 inch) unless a name says otherwise. The same values give
the same bytes: no clock, no random identifiers.
"""

from collections.abc import Callable, Hashable, Iterable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, NamedTuple

import segno
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from reportlab.lib.pagesizes import A4
from reportlab.lib.units import mm
from reportlab.pdfbase import pdfmetrics
from reportlab.pdfgen.canvas import Canvas

from tournaments.papers.canvas.faces import FONT
from tournaments.papers.canvas.fitting import fitted, printable, width_of, wrapped

PRODUCT = "Skatclub"
MARGIN = 15 * mm
NOTE_BELOW_EDGE = 6.5 * mm
NOTE_SIZE = 7

standing_note: ContextVar[str] = ContextVar("standing_note", default="")
"""What stands at the head of every page that is drawn: the house rules of an event."""


@contextmanager
def headed(note: str) -> Iterator[None]:
    """Put ``note`` on every page that is drawn meanwhile."""
    token = standing_note.set(note)
    try:
        yield
    finally:
        standing_note.reset(token)


class Text(NamedTuple):
    """One short string on a page; ``align`` says which end ``x`` is.

    ``upright`` strings run from bottom to top, as in the heads of narrow columns.
    """

    x: float
    y: float
    text: str
    size: float
    font: str = FONT
    align: str = "left"
    upright: bool = False


class Line(NamedTuple):
    """One straight line."""

    x1: float
    y1: float
    x2: float
    y2: float
    width: float = 0.4


@dataclass(slots=True)
class Part:
    """Pages that are numbered together and have one note at their foot."""

    note: str = ""
    pages: int = 0


class Foot(NamedTuple):
    """The foot of one page, to be drawn when its part is complete."""

    name: str
    part: Part
    number: int
    width: float


class PaperCanvas(Canvas):
    """A canvas that embeds every font, numbers its pages and writes fast.

    Pages have a foot, with a note and their number, while a part is open.
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
        self.title, self.subject = printable(title), printable(subject or title)
        self.setTitle(self.title)
        self.setSubject(self.subject)
        self.setAuthor(PRODUCT)
        self.setCreator(PRODUCT)
        self._part: Part | None = None
        self._feet: list[Foot] = []
        self._forms: dict[Hashable, str] = {}
        self._encoded: dict[tuple[str, str], list[tuple[str, str]]] = {}

    def open_part(
        self, *, note: str | None = None, pagesize: tuple[float, float] = A4
    ) -> None:
        """Begin pages of one size; with a ``note`` they have a foot and a number."""
        self._part = None if note is None else Part(note)
        self.setPageSize(pagesize)

    def bookmark(self, title: str) -> None:
        """Let the reader's list of contents lead to the page that comes now."""
        name = f"page-{self.getPageNumber()}"
        self.bookmarkPage(name)
        self.addOutlineEntry(printable(title), name)
        self.showOutline()

    def showPage(self) -> None:
        """Close the page; its foot is drawn last, when the page count is known."""
        if note := standing_note.get():
            self._draw_note(note)
        if self._part is not None:
            self._part.pages += 1
            name = f"foot-{len(self._feet)}"
            self.doForm(name)
            foot = Foot(name, self._part, self._part.pages, self._pagesize[0])
            self._feet.append(foot)
        super().showPage()

    def _draw_note(self, note: str) -> None:
        width, height = self._pagesize
        text = fitted(note, width - 2 * MARGIN, NOTE_SIZE)
        y = height - NOTE_BELOW_EDGE
        self.write([Text(width / 2, y, text, NOTE_SIZE, FONT, "centre")])

    def save(self) -> None:
        """Draw the feet of the pages, then write the file."""
        if len(self._code):
            self.showPage()
        for foot in self._feet:
            self._draw_foot(foot)
        super().save()

    def _draw_foot(self, foot: Foot) -> None:
        text = _("Page %(page)s of %(pages)s")
        text %= {"page": foot.number, "pages": foot.part.pages}
        note = wrapped(foot.part.note, foot.width - 2 * MARGIN - 90, 8)
        right = foot.width - MARGIN
        self.beginForm(foot.name)
        self.write([Text(right, 9 * mm, text, 8, FONT, "right")])
        self.write(
            Text(MARGIN, 9 * mm + 10 * (len(note) - 1 - above), line, 8)
            for above, line in enumerate(note)
        )
        self.endForm()

    def once(self, key: Hashable, draw: Callable[[], None]) -> None:
        """Show what ``draw`` draws; for the same key it is in the file only once."""
        if key not in self._forms:
            self._forms[key] = f"form-{len(self._forms)}"
            self.beginForm(self._forms[key])
            draw()
            self.endForm()
        self.doForm(self._forms[key])

    def rule(self, lines: Iterable[Line]) -> None:
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
        """Draw strings; each is encoded once a document, which makes lists fast.

        The caller has made the texts printable where a user typed them.
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
        known = self._encoded.get((text, font))
        if known is None:
            face = pdfmetrics.getFont(font)
            known = [
                (face.getSubsetInternalName(subset, self._doc), part.hex())
                for subset, part in face.splitString(text, self._doc)
            ]
            self._encoded[text, font] = known
        return known

    def qr(
        self, text: str, x: float, y: float, size: float, *, mask: int | None = None
    ) -> None:
        """Draw ``text`` as a QR code with its lower left corner at x, y."""
        modules, ink = qr_ink(text, mask)
        scale = size / modules
        self.addLiteral(f"q {scale:.5f} 0 0 {scale:.5f} {x:.2f} {y:.2f} cm {ink} f Q")


@lru_cache(maxsize=1024)
def qr_ink(text: str, mask: int | None = None) -> tuple[int, str]:
    """Return how many modules a QR code has in a row, and its rectangles for PDF."""
    matrix = qr_matrix(text, mask)
    height = len(matrix)
    return height, " ".join(
        f"{start} {height - 1 - index} {length} 1 re"
        for index, row in enumerate(matrix)
        for start, length in row
    )


def qr_matrix(
    text: str, mask: int | None = None
) -> tuple[tuple[tuple[int, int], ...], ...]:
    """Return a QR code as rows of dark runs (start, length).

    Without ``mask`` the best one is looked for, which takes four times as long.
    """
    rows = []
    for row in segno.make_qr(text, error="m", mask=mask).matrix:
        runs: list[tuple[int, int]] = []
        for column, dark in enumerate(row):
            if not dark:
                continue
            if runs and sum(runs[-1]) == column:
                runs[-1] = (runs[-1][0], runs[-1][1] + 1)
            else:
                runs.append((column, 1))
        rows.append(tuple(runs))
    return tuple(rows)
