"""The canvas of every sheet of paper: its frame, the suits, texts, lines and codes.

Texts fit their cells, whatever was typed. Lengths are points (1/72 inch) unless a name
says otherwise. The same values give the same bytes for a minute: no random identifiers.
"""

import re
from collections.abc import Callable, Hashable, Iterable, Mapping
from contextlib import AbstractContextManager
from contextvars import ContextVar
from dataclasses import dataclass, field
from functools import cache, lru_cache
from pathlib import Path
from typing import Any, NamedTuple
from urllib.parse import urlencode, urljoin
from xml.etree import ElementTree

from django.urls import reverse
from django.utils import timezone
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from reportlab.graphics.shapes import Path as Shape
from reportlab.graphics.svgpath import SvgPath
from reportlab.lib.colors import HexColor
from reportlab.lib.pagesizes import A4
from reportlab.lib.units import mm
from reportlab.pdfbase import pdfmetrics
from reportlab.pdfgen.canvas import Canvas
from reportlab.platypus import Flowable

from scoring.game.written_games import Contract
from skatclub.machine.qr_codes import rows_of, runs_of
from tournaments.scope.scope import bound
from tournaments.web.faces import FONT, SERIF_BOLD, printable_text
from tournaments.words.decks import Deck, deck_name, suit_face

PIECES = re.compile(r"[^\s-]*-+|[^\s-]+\s?|\s")
ELLIPSIS = "…"


@lru_cache(maxsize=65536)
def _width_at_one(text: str, font: str) -> float:
    return float(pdfmetrics.stringWidth(text, font, 1000)) / 1000


def width_of(text: str, size: float, font: str = FONT) -> float:
    return _width_at_one(text, font) * size


@lru_cache(maxsize=8192)
def fitted_text(text: str, width: float, size: float, font: str = FONT) -> str:
    """Return printable ``text``, shortened with … to fit ``width`` points.

    >>> fitted_text("Anna", 100, 10), fitted_text("Anna" * 9, 30, 10)
    ('Anna', 'Ann…')
    """
    text = printable_text(text)
    if width_of(text, size, font) <= width:
        return text
    low, high = 0, len(text)
    while low < high:
        middle = (low + high + 1) // 2
        if width_of(text[:middle].rstrip() + ELLIPSIS, size, font) <= width:
            low = middle
        else:
            high = middle - 1
    return text[:low].rstrip() + ELLIPSIS


@lru_cache(maxsize=8192)
def text_lines(
    text: str, width: float, size: float, font: str = FONT
) -> tuple[str, ...]:
    """Return all of ``text`` in lines that fit, broken at spaces and hyphens.

    Its own line breaks stay. A word wider than a line is broken where the line ends.

    >>> text_lines("Schmidt-Weber", 50, 10)
    ('Schmidt-', 'Weber')
    """
    if "\n" in text:
        parts = (text_lines(part, width, size, font) for part in text.split("\n"))
        return tuple(line for lines in parts for line in lines or ("",))
    lines: list[str] = []
    line = ""
    for word in PIECES.findall(printable_text(text)):
        if width_of((line + word).rstrip(), size, font) <= width:
            line += word
            continue
        if line:
            lines.append(line.rstrip())
        *full, line = word_pieces(word, width, size, font)
        lines += full
    return (*lines, line.rstrip()) if line.strip() else tuple(lines)


def word_pieces(word: str, width: float, size: float, font: str) -> list[str]:
    """Return a word in pieces that fit the width, of at least one letter each."""
    pieces = [""]
    for letter in word:
        if pieces[-1] and width_of(pieces[-1] + letter.rstrip(), size, font) > width:
            pieces.append("")
        pieces[-1] += letter
    return pieces


def lines_that_fit(
    text: str,
    width: float,
    sizes: Iterable[float],
    font: str = FONT,
    *,
    most: int = 1,
    height: float = 0,
    leading: float = 1,
) -> tuple[tuple[str, ...], float]:
    """Return ``text`` in lines and their size, the first of ``sizes`` that fits.

    It has ``most`` lines, or as many as fit a ``height``, and breaks no word. Where
    even the last size is too large, the end is shortened with ….

    >>> lines_that_fit("Anna-Maria Schmidt-Weber", 60, [10], most=2)
    (('Anna-Maria', 'Schmidt-W…'), 10)
    """
    lines: tuple[str, ...] = ()
    words = [word.rstrip() for word in PIECES.findall(printable_text(text))]
    widest = max((width_of(word, 1, font) for word in words), default=0)
    for size in sizes:
        lines = text_lines(text, width, size, font)
        count = max(1, int(height / (size * leading))) if height else most
        if len(lines) <= count and widest * size <= width:
            return lines, size
    if len(lines) > count:
        rest = " ".join(lines[count - 1 :]).replace("- ", "-")
        lines = (*lines[: count - 1], fitted_text(rest, width, size, font))
    return lines, size


@lru_cache(maxsize=8192)
def shrunk_text(
    text: str, width: float, sizes: tuple[float, ...], font: str = FONT
) -> tuple[str, float]:
    """Return ``text`` on a line in the first of ``sizes`` that fits, and its size."""
    lines, size = lines_that_fit(text, width, sizes, font)
    return "".join(lines), size


def largest_size(
    story: Callable[[float], list[Flowable]],
    sizes: Iterable[float],
    *,
    width: float,
    height: float,
) -> float | None:
    """Return the first of ``sizes`` in which a story fits on one page, if any."""
    for size in sizes:
        if story_height(story(size), width=width, height=height) <= height:
            return size
    return None


def story_height(story: Iterable[Flowable], *, width: float, height: float) -> float:
    return sum(
        part.wrap(width, height)[1] + part.getSpaceBefore() + part.getSpaceAfter()
        for part in story
    )


@dataclass(frozen=True, slots=True)
class Addresses:
    """Absolute addresses; ``root`` is like "http://192.168.1.20:8000/".

    ``keys`` are the codes with which tables write their lists, by the code of the list;
    only papers of readers who may write have any.
    """

    root: str
    keys: Mapping[str, str] = field(default_factory=dict, compare=False)

    def table_entry(self, code: str) -> str:
        """Return the address for writing a list on a phone, empty without a key.

        The key follows the #, so no server logs it.
        """
        key = self.keys.get(code)
        return f"{self._absolute('table:enter')}#{key}" if key else ""

    def table_key(self, code: str) -> str:
        """Return the key of a table as it is typed, empty if it has none."""
        key = self.keys.get(code, "")
        return f"{key[:4]}-{key[4:]}" if key else ""

    def sheet(self, code: str) -> str:
        return self._absolute("sheets:find", code=code)

    def register(self, event: int) -> str:
        return self._absolute("events:register", event)

    def evening(self, event: int, number: int) -> str:
        """Return the address of a player's evening, by their start number."""
        return self._absolute("events:my-evening", event, number)

    def seat(self, code: str, place: int) -> str:
        """Return the address of a player's evening, by their place on a list."""
        return self._absolute("events:my-seat", code, place)

    def _absolute(self, name: str, *arguments: object, **query: object) -> str:
        path = reverse(name, args=arguments)
        return urljoin(self.root, f"{path}?{urlencode(query)}".rstrip("?"))


@lru_cache(maxsize=1024)
def qr_ink(text: str) -> tuple[int, str]:
    """Return the modules per row of a QR code, and its rectangles for PDF."""
    height = len(rows_of(text))
    return height, " ".join(
        f"{start} {height - 1 - row} {length} 1 re"
        for row, start, length in runs_of(text)
    )


PRODUCT = "Skatclub"
MARGIN = 15 * mm
EDGE, FOOT = 6 * mm, 12 * mm
"""Printers leave up to 6 mm blank along the edges, and up to 12 mm at the foot."""

SMALL = 8
"""The smallest text size on paper, in points."""

HEAD_BASELINE = 14 * mm
HEAD_HEIGHT = 18 * mm
"""The height of the page header with the club's name and the suits."""

FOOT_BASELINE = FOOT + 0.8 * mm
FOOT_HEIGHT = FOOT + 7 * mm
"""The height of the page footer, with two lines of a note."""

FELT = "#0b3d2c"
DRAWINGS = Path(__file__).resolve().parents[2] / "skatclub/static/img/suits.svg"
SVG = "{http://www.w3.org/2000/svg}"
BOX = 32
OPERATORS = (("m", 2), ("l", 2), ("c", 6), ("h", 0))
SUITS = (Contract.CLUBS, Contract.SPADES, Contract.HEARTS, Contract.DIAMONDS)
BLACK, RED, LEAVES, BELLS = "#14201a", "#b3121d", "#1c5a1c", "#7d5200"
INKS = {"hearts": RED, "diamonds": RED, "leaves": LEAVES, "bells": BELLS}
FOUR_COLOURS = {Contract.SPADES: LEAVES, Contract.DIAMONDS: BELLS}


@dataclass(frozen=True, slots=True, kw_only=True)
class PageFrame:
    """The club with its colour and logo, the house rules, and the time of printing."""

    club: str = ""
    colour: str = FELT
    logo: bytes = b""
    rules: str = ""
    printed: str = ""


PLAIN_FRAME = PageFrame()
current_frame: ContextVar[PageFrame] = ContextVar("page_frame", default=PLAIN_FRAME)


def page_frame() -> PageFrame:
    return current_frame.get()


def drawing_inside(frame: PageFrame) -> AbstractContextManager[None]:
    """Put ``frame`` around every page drawn inside the block."""
    return bound(current_frame, frame)


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


def fitted_block(
    text: str,
    x: float,
    y: float,
    room: float,
    sizes: Iterable[float],
    font: str = FONT,
    align: str = "left",
    *,
    most: int = 1,
    height: float = 0,
    leading: float = 1.15,
    above: float = 0,
) -> list[Text]:
    """Return a text in the first of ``sizes`` that fits, in lines from ``y`` down.

    ``above`` is the share of the height of further lines that the first is above y.
    """
    lines, size = lines_that_fit(
        text, room, sizes, font, most=most, height=height, leading=leading
    )
    step = size * leading
    top = y + step * (len(lines) - 1) * above
    return [
        Text(x, top - step * below, line, size, font, align)
        for below, line in enumerate(lines)
    ]


class StraightLine(NamedTuple):
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
        minute = timezone.now().timetuple()[:5]
        self._doc._timeStamp.YMDhms = (*minute, 0)
        self.setViewerPreference("DisplayDocTitle", "true")
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
        self._feet: list[tuple[str, DocumentPart, int, float]] = []
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
        name = f"page-{self.getPageNumber()}"
        self.bookmarkPage(name)
        self.addOutlineEntry(printable_text(title), name)
        self.showOutline()

    def showPage(self) -> None:
        """Close the page; its footer is drawn last, when the page count is known."""
        head = page_frame()
        if head.rules and self._names_rules:
            width, height = self._pagesize
            y, room = height - EDGE - 2.2 * mm, width - 2 * MARGIN
            sizes = (SMALL, 7, 6, 5)
            at_top = fitted_block(head.rules, width / 2, y, room, sizes, align="centre")
            self.write(at_top)
        if self._part is not None:
            self._draw_head(head)
            self._part.pages += 1
            name = f"foot-{len(self._feet)}"
            self.doForm(name)
            pages, width = self._part.pages, self._pagesize[0]
            self._feet.append((name, self._part, pages, width))
        super().showPage()

    def _draw_head(self, head: PageFrame) -> None:
        width, height = self._pagesize
        y, size = height - HEAD_BASELINE, 9.0
        self.saveState()
        self.setFillColor(HexColor(head.colour))
        self.setStrokeColor(HexColor(head.colour))
        room = width - 2 * MARGIN - 6 * size
        sizes = (12, 11, 10, 9, 8, 7)
        self.write(fitted_block(head.club, MARGIN, y, room, sizes, SERIF_BOLD))
        self.rule([StraightLine(MARGIN, y - 5, width - MARGIN, y - 5, 1.2)])
        self.restoreState()
        left = width - MARGIN - 4 * size - 3 * 3
        for place, suit in enumerate(SUITS):
            self.addLiteral(
                suit_drawing(suit, left + place * (size + 3), y - 0.5, size)
            )

    def save(self) -> None:
        """Draw note, time of printing and number on each page, then write the file."""
        if len(self._code):
            self.showPage()
        page, sizes, y = (
            _("Page %(number)s of %(total)s"),
            (SMALL, 7, 6, 5),
            FOOT_BASELINE,
        )
        for name, part, number, width in self._feet:
            text = page % {"number": number, "total": part.pages}
            text = " · ".join(filter(None, [page_frame().printed, text]))
            room = width - 2 * MARGIN - width_of(text, SMALL) - 4 * mm
            self.beginForm(name)
            self.write([Text(width - MARGIN, y, text, SMALL, FONT, "right")])
            self.write(fitted_block(part.note, MARGIN, y, room, sizes, most=2, above=1))
            self.endForm()
        super().save()

    def once(self, key: Hashable, draw: Callable[[], None]) -> None:
        """Show what ``draw`` draws, storing it in the file only once per key."""
        if key not in self._forms:
            self._forms[key] = f"form-{len(self._forms)}"
            self.beginForm(self._forms[key])
            draw()
            self.endForm()
        self.doForm(self._forms[key])

    def rule(self, lines: Iterable[StraightLine]) -> None:
        width = None
        code = []
        for x1, y1, x2, y2, wanted in lines:
            if wanted != width:
                code.append(f"{wanted:.2f} w")
                width = wanted
            code.append(f"{x1:.2f} {y1:.2f} m {x2:.2f} {y2:.2f} l S")
        self.addLiteral("\n".join(code))

    def dashed(self, lines: Iterable[StraightLine]) -> None:
        """Draw the lines to cut or fold along."""
        self.setDash(2, 3)
        self.rule(lines)
        self.setDash()

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


def suit_of_place(place: int) -> Contract:
    """Return the suit that marks a rank or a seat, beginning with clubs."""
    return SUITS[(place - 1) % len(SUITS)]


def suit_drawing(suit: Contract, x: float, y: float, size: float) -> str:
    """Return a suit of the reader's deck as PDF, its lower left corner at x, y."""
    scale, ink = size / BOX, INKS.get(suit_face(suit), BLACK)
    if deck_name() == Deck.FOUR_COLOURS:
        ink = FOUR_COLOURS.get(suit, ink)
    red, green, blue = (int(ink[at : at + 2], 16) / 255 for at in (1, 3, 5))
    return (
        f"q {red:.3f} {green:.3f} {blue:.3f} rg "
        f"{scale:.5f} 0 0 {-scale:.5f} {x:.2f} {y + size:.2f} cm "
        f"{path_operators(suit_face(suit))} f* Q"
    )


@cache
def path_operators(name: str) -> str:
    symbol = ElementTree.parse(DRAWINGS).find(f"{SVG}symbol[@id='{name}']/{SVG}path")
    if symbol is None:
        raise LookupError(name)
    shape: Shape = SvgPath(symbol.get("d"))
    points = iter(shape.points)
    return " ".join(
        " ".join([*(f"{next(points):.2f}" for _number in range(count)), operator])
        for operator, count in (OPERATORS[code] for code in shape.operators)
    )
