"""A whole event as numbered codes on paper, to be scanned or typed in elsewhere."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from reportlab.lib.pagesizes import A4
from reportlab.lib.units import mm

from tournaments.papers.canvas.canvas import MARGIN, SMALL, PaperCanvas, Text
from tournaments.papers.canvas.faces import BOLD, FONT, SERIF_BOLD
from tournaments.papers.canvas.fitting import fitted_lines, fitted_text

WIDTH, HEIGHT = A4
# More than this nobody types; without the letters three times as many fit on a page.
MOST_TYPED = 24
LINE = 50
GROUP = 10
SCANNED_SIZE = 57 * mm
HEAD = 40 * mm
ROWS, PITCH = 3, 82.5 * mm


def import_path_text() -> str:
    """Return the titles of the pages that lead to the one for entering the codes."""
    pages = _("Files"), _("Import an event"), _("From the codes of an emergency pack")
    return " › ".join(pages)


@dataclass(frozen=True, slots=True, kw_only=True)
class EventCodesDocument:
    """The codes of an event; for small events with the letters beside each code.

    ``codes`` are words of capital letters, digits and colons.
    """

    event: str
    subtitle: str = ""
    codes: Sequence[str] = ()

    @property
    def is_typed(self) -> bool:
        """Whether the letters are printed beside the codes."""
        return len(self.codes) <= MOST_TYPED

    def draw(self, canvas: PaperCanvas) -> None:
        canvas.open_part(note=f"{self.event} · {self.subtitle}")
        columns, rows = (1, ROWS) if self.is_typed else (3, ROWS)
        codes_per_page = columns * rows
        for start in range(0, len(self.codes), codes_per_page):
            canvas.write(self._head())
            for place in range(min(codes_per_page, len(self.codes) - start)):
                column, row = place % columns, place // columns
                left = MARGIN + column * (SCANNED_SIZE + 5 * mm)
                top = HEIGHT - HEAD - row * PITCH
                self._draw_code(canvas, start + place, left, top)
            canvas.showPage()

    def _head(self) -> Iterator[Text]:
        room = WIDTH - 2 * MARGIN
        title = fitted_text(
            f"{_('Event as codes')} · {self.event}", room, 15, SERIF_BOLD
        )
        yield Text(MARGIN, HEIGHT - 26 * mm, title, 15, SERIF_BOLD)
        text = ngettext(
            "The whole event is in %(count)s code. Scan it on another computer with "
            "Skatclub: %(way)s.",
            "The whole event is in %(count)s codes. Scan them on another computer "
            "with Skatclub, in any order: %(way)s.",
            len(self.codes),
        ) % {"count": len(self.codes), "way": import_path_text()}
        for index, line in enumerate(fitted_lines(text, room, 9)):
            yield Text(MARGIN, HEIGHT - 31.5 * mm - index * 11, line, 9)

    def _number(self, index: int) -> str:
        return _("Code %(number)s of %(count)s") % {
            "number": index + 1,
            "count": len(self.codes),
        }

    def _draw_code(
        self, canvas: PaperCanvas, index: int, left: float, top: float
    ) -> None:
        code = self.codes[index]
        # Finding the best mask takes long, and random letters need none.
        canvas.qr(code, left, top - SCANNED_SIZE, SCANNED_SIZE, mask=2)
        number = self._number(index)
        canvas.write([Text(left, top + 2 * mm, number, 8, BOLD)])
        if self.is_typed:
            canvas.write(typed_code_texts(code, left + SCANNED_SIZE + 6 * mm, top))


def typed_code_texts(code: str, left: float, top: float) -> Iterator[Text]:
    """Yield a code to type: its head, numbered lines, and checksum."""
    size, step, pitch = SMALL, 7.0, 21.6 * mm
    head, *lines, checksum = code_lines(code)
    y = top - size
    yield Text(left + 5 * mm, y, head, size)
    for number, line in enumerate(lines, start=1):
        y -= step
        yield Text(left + 3.5 * mm, y, str(number), SMALL, FONT, "right")
        for start in range(0, len(line), GROUP):
            x = left + 5 * mm + start / GROUP * pitch
            yield Text(x, y, line[start : start + GROUP], size)
    yield Text(left + 5 * mm, y - step, checksum, size)


def code_lines(code: str) -> tuple[str, ...]:
    """Return a code as it is typed: head, lines of letters, checksum.

    >>> code_lines("SKAT1:1:1:MZXW6YTB:ABCD:SUM")
    ('SKAT1:1:1:MZXW6YTB:', 'ABCD', ':SUM')
    """
    *head, text, checksum = code.split(":")
    lines = [text[start : start + LINE] for start in range(0, len(text), LINE)]
    return (":".join([*head, ""]), *lines, f":{checksum}")
