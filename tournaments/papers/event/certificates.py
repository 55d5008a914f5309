"""Certificates for the winners, one page each, ready to be framed.

The club awards them: its logo is at the top, the frame is in its colour.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from io import BytesIO
from typing import NamedTuple

from django.utils.translation import gettext as _
from django.utils.translation import pgettext
from reportlab.lib.colors import HexColor
from reportlab.lib.pagesizes import A4
from reportlab.lib.units import mm
from reportlab.lib.utils import ImageReader

from tournaments.papers.canvas.canvas import PaperCanvas, StraightLine, Text
from tournaments.papers.canvas.fitting import fitted_text, text_lines
from tournaments.papers.canvas.frames import PageFrame, page_frame
from tournaments.papers.canvas.suits import SUITS, suit_drawing
from tournaments.papers.canvas.tables import GOLD
from tournaments.web.drawing.faces import FONT, SERIF, SERIF_BOLD

WIDTH, HEIGHT = A4
MIDDLE = WIDTH / 2
ROOM = WIDTH - 60 * mm
TOP, BOTTOM = HEIGHT - 32 * mm, 58 * mm
SIGNED_AT = 42 * mm
LOGO_ROOM = (60 * mm, 30 * mm)
SUIT_SIZE = 9 * mm
LEADING = 1.22


@dataclass(frozen=True, slots=True, kw_only=True)
class Certificate:
    """One certificate: "Anna" "1. Platz" "mit 3214 Punkten in 3 Listen".

    For a team, ``club`` holds its members.
    """

    name: str
    place: str
    achievement: str = ""
    club: str = ""


class Block(NamedTuple):
    """Centred lines; ``gap`` is their share of the spare height, above them."""

    lines: Sequence[str]
    size: float
    font: str
    gap: float
    colour: str = ""

    @property
    def height(self) -> float:
        """The height of the lines."""
        return len(self.lines) * self.size * LEADING


@dataclass(frozen=True, slots=True, kw_only=True)
class CertificatesDocument:
    """All certificates of an event; ``signatures`` names the offices that sign.

    ``note`` says that the results are not final yet; ``text`` is the club's own.
    """

    event: str
    organiser: str = ""
    place_and_date: str = ""
    note: str = ""
    text: str = ""
    signatures: tuple[str, ...] = ()
    certificates: Sequence[Certificate] = ()

    def draw(self, canvas: PaperCanvas) -> None:
        canvas.open_part(names_rules=False)
        frame = page_frame()
        for certificate in self.certificates:
            draw_frame(canvas, frame.colour)
            top = TOP - draw_logo(canvas, frame)
            draw_blocks(canvas, self.blocks(certificate, frame), top)
            canvas.rule(
                StraightLine(x - 32 * mm, SIGNED_AT, x + 32 * mm, SIGNED_AT, 0.6)
                for x in self._signature_middles()
            )
            canvas.write(self._signatures())
            canvas.showPage()

    def blocks(self, certificate: Certificate, frame: PageFrame) -> list[Block]:
        """Return the text blocks of a certificate from top to bottom."""
        organiser = self.organiser if self.organiser != frame.club else ""
        blocks = (
            fitted_block(frame.club, (20, 17, 14), SERIF_BOLD, 0.4, frame.colour),
            fitted_block(_("Certificate"), (54,), SERIF_BOLD, 1, frame.colour, 1),
            fitted_block(self.event, (20, 17, 15, 13), SERIF_BOLD, 1.2),
            fitted_block(organiser, (13, 11), FONT, 0.2),
            fitted_block(certificate.name, (36, 31, 27, 23, 20), SERIF_BOLD, 1.6),
            fitted_block(certificate.club, (15, 13, 12, 11), SERIF, 0.3),
            fitted_block(pgettext("certificate", "reached"), (14,), SERIF, 1),
            fitted_block(
                certificate.place, (44, 36, 28), SERIF_BOLD, 0.4, frame.colour
            ),
            fitted_block(certificate.achievement, (15, 13), SERIF, 0.4),
            fitted_block(self.text, (14, 13, 12, 11), SERIF, 1, lines=5),
            fitted_block(self.note, (12, 11), FONT, 0.6),
            fitted_block(self.place_and_date, (13, 12, 11), SERIF, 1.2),
        )
        return [block for block in blocks if block.lines]

    def _signature_middles(self) -> list[float]:
        count = max(1, min(2, len(self.signatures)))
        return [MIDDLE] if count == 1 else [MIDDLE - 43 * mm, MIDDLE + 43 * mm]

    def _signatures(self) -> Iterator[Text]:
        y = SIGNED_AT - 5 * mm
        for x, office in zip(self._signature_middles(), self.signatures, strict=False):
            yield Text(x, y, fitted_text(office, 80 * mm, 10), 10, FONT, "centre")


def fitted_block(
    text: str,
    sizes: Sequence[float],
    font: str,
    gap: float,
    colour: str = "",
    lines: int = 2,
) -> Block:
    """Return a text in the first of ``sizes`` in which it needs at most ``lines``.

    The line breaks of the text stay.
    """
    broken_lines: list[str] = []
    for size in sizes:
        broken_lines = [
            line
            for part in text.splitlines()
            for line in text_lines(part, ROOM, size, font) or ("",)
        ]
        if len(broken_lines) <= lines and not is_broken(broken_lines, text):
            break
    return Block(broken_lines, size, font, gap, colour)


def is_broken(lines: Sequence[str], text: str) -> bool:
    """Return whether a word had to be broken to fit the lines."""
    words = set(text.replace("-", "- ").split())
    return any(
        line.replace("-", "- ").split()[-1] not in words for line in lines if line
    )


def draw_blocks(canvas: PaperCanvas, blocks: Sequence[Block], top: float) -> None:
    """Draw blocks between ``top`` and the signatures, sharing the spare height."""
    spare = top - BOTTOM - sum(block.height for block in blocks)
    unit = max(0, spare) / sum(block.gap for block in blocks)
    y = top
    for block in blocks:
        y -= min(block.gap * unit, 26 * mm * block.gap)
        canvas.setFillColor(HexColor(block.colour or "#000000"))
        texts = []
        for line in block.lines:
            y -= block.size * LEADING
            at = y + block.size * 0.28
            texts.append(Text(MIDDLE, at, line, block.size, block.font, "centre"))
        canvas.write(texts)
    canvas.setFillGray(0)


def draw_logo(canvas: PaperCanvas, frame: PageFrame) -> float:
    """Draw the logo of the club and return the height it took."""
    if not frame.logo:
        return 0
    picture = ImageReader(BytesIO(frame.logo))
    width, height = picture.getSize()
    scale = min(LOGO_ROOM[0] / width, LOGO_ROOM[1] / height)
    width, height = width * scale, height * scale
    canvas.drawImage(
        picture, MIDDLE - width / 2, TOP - height, width, height, mask="auto"
    )
    return float(height)


def draw_frame(canvas: PaperCanvas, colour: str) -> None:
    """Draw the frame in the club's colour and gold, with a suit in each corner."""
    canvas.saveState()
    ink = HexColor(colour)
    for inset, width, stroke in ((10, 5, ink), (12.2, 1.2, GOLD), (13.4, 0.5, ink)):
        canvas.setStrokeColor(stroke)
        canvas.setLineWidth(width)
        edge = inset * mm
        canvas.rect(edge, edge, WIDTH - 2 * edge, HEIGHT - 2 * edge)
    canvas.restoreState()
    left, below = 18 * mm, 18 * mm
    right, above = WIDTH - left - SUIT_SIZE, HEIGHT - below - SUIT_SIZE
    corners = ((left, above), (right, above), (left, below), (right, below))
    for suit, (x, y) in zip(SUITS, corners, strict=True):
        canvas.addLiteral(suit_drawing(suit, x, y, SUIT_SIZE))
