"""Certificates for the winners, one dignified page each."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import pgettext
from reportlab.lib.pagesizes import A4
from reportlab.lib.units import mm

from tournaments.papers.canvas import paper
from tournaments.papers.canvas.canvas import Line, PaperCanvas, Text
from tournaments.papers.canvas.faces import BOLD, FONT
from tournaments.papers.canvas.fitting import (
    ELLIPSIS,
    fitted,
    printable,
    shrunk,
    wrapped,
)

WIDTH, HEIGHT = A4
MIDDLE = WIDTH / 2
ROOM = WIDTH - 60 * mm
SUITS = "♣ ♠ ♥ ♦"


@dataclass(frozen=True, slots=True, kw_only=True)
class Certificate:
    """One certificate; ``reason`` and ``achievement`` are whole phrases.

    For instance "erreichte den" "1. Platz" "mit 3.214 Punkten in drei Serien".
    """

    name: str
    place: str
    achievement: str = ""
    club: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class CertificatesDocument:
    """All certificates of an event; ``signatures`` are the offices that sign.

    ``note`` says that the results are not final yet.
    """

    event: str
    organiser: str = ""
    place_and_date: str = ""
    note: str = ""
    signatures: tuple[str, ...] = ()
    certificates: Sequence[Certificate] = ()

    def to_pdf(self) -> bytes:
        """Return one A4 page for each certificate."""
        return paper.drawn_pdf(self.draw, title=self.event, subject=_("Certificates"))

    def rows(self) -> list[tuple[str, ...]]:
        """Return one row a certificate as plain text: what the tests read."""
        return [
            (each.name, each.club, each.place, each.achievement)
            for each in self.certificates
        ]

    def draw(self, canvas: PaperCanvas) -> None:
        """Put the pages on ``canvas``."""
        canvas.open_part()
        for certificate in self.certificates:
            _draw_frame(canvas)
            canvas.write(self._texts(certificate))
            canvas.rule(
                Line(x - 30 * mm, 45 * mm, x + 30 * mm, 45 * mm, 0.6)
                for x in self._signature_middles()
            )
            canvas.showPage()

    def _signature_middles(self) -> list[float]:
        count = max(1, min(2, len(self.signatures)))
        return [MIDDLE] if count == 1 else [MIDDLE - 42 * mm, MIDDLE + 42 * mm]

    def _texts(self, certificate: Certificate) -> Iterator[Text]:
        lines = (
            (245, _("Certificate"), (44.0, 36.0), BOLD),
            (229, SUITS, (20.0,), FONT),
            (199, self.organiser, (12.0, 10.0), FONT),
            (166, certificate.name, (32.0, 27.0, 22.0, 18.0, 14.0), BOLD),
            (155, certificate.club, (14.0, 12.0, 10.0), FONT),
            (137, pgettext("certificate", "reached"), (13.0,), FONT),
            (118, certificate.place, (36.0, 28.0, 22.0, 16.0), BOLD),
            (103, certificate.achievement, (14.0, 12.0, 10.0), FONT),
            (91, self.note, (12.0, 10.0), BOLD),
        )
        yield from stacked(*in_two(self.event, (19.0, 16.0, 13.0, 11.0)), 208, BOLD)
        place, comma, date = self.place_and_date.rpartition(", ")
        whole, size = shrunk(self.place_and_date, ROOM, (12.0, 11.0), FONT)
        if whole == printable(self.place_and_date):
            yield from stacked((whole,), size, 72, FONT)
        else:
            yield from stacked(
                (fitted(place + comma, ROOM, size), date), size, 72, FONT
            )
        for up, text, sizes, font in lines:
            if text:
                fit, size = shrunk(text, ROOM, sizes, font)
                yield Text(MIDDLE, up * mm, fit, size, font, "centre")
        for x, office in zip(self._signature_middles(), self.signatures, strict=False):
            yield Text(x, 40 * mm, fitted(office, 70 * mm, 9), 9, FONT, "centre")


def in_two(text: str, sizes: Sequence[float]) -> tuple[tuple[str, ...], float]:
    """Return a text in one line or two, in the first of ``sizes`` that holds it all."""
    lines: tuple[str, ...] = ()
    for size in sizes:
        lines = wrapped(text, ROOM, size, BOLD)
        if not any(line.endswith(ELLIPSIS) for line in lines):
            break
    return lines, size


def stacked(lines: Sequence[str], size: float, up: float, font: str) -> Iterator[Text]:
    """Give lines in the middle; the last one stands ``up`` mm from below."""
    for below, line in enumerate(reversed(lines)):
        yield Text(MIDDLE, up * mm + below * 1.25 * size, line, size, font, "centre")


def _draw_frame(canvas: PaperCanvas) -> None:
    for inset, width in ((12 * mm, 2.4), (14.2 * mm, 0.6)):
        canvas.setLineWidth(width)
        canvas.rect(inset, inset, WIDTH - 2 * inset, HEIGHT - 2 * inset)
    corners = (
        (20 * mm, HEIGHT - 24 * mm, "♣"),
        (WIDTH - 20 * mm, HEIGHT - 24 * mm, "♠"),
        (20 * mm, 18.5 * mm, "♥"),
        (WIDTH - 20 * mm, 18.5 * mm, "♦"),
    )
    canvas.write(Text(x, y, suit, 20, FONT, "centre") for x, y, suit in corners)
