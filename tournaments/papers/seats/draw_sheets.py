"""The draw to hang up: who sits at which table, and where to find oneself."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import pgettext
from reportlab.lib.units import mm
from reportlab.platypus import Flowable, PageBreak, Table

from tournaments.papers.canvas import paper
from tournaments.papers.canvas.canvas import PaperCanvas
from tournaments.papers.canvas.faces import BOLD, FONT
from tournaments.papers.canvas.paper import Column

ROWS_BY_NAME = 36
WIDTH = 180


@dataclass(frozen=True, slots=True, kw_only=True)
class DrawnSeat:
    """Who sits on a place of a table."""

    name: str
    start_number: str = ""
    club: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class DrawnTable:
    """A table with its people in the order of the places."""

    number: int
    seats: tuple[DrawnSeat, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class DrawByTable:
    """The draw of one series, table by table."""

    title: str
    subtitle: str = ""
    note: str = ""
    tables: Sequence[DrawnTable] = ()

    def to_pdf(self) -> bytes:
        """Return the draw as A4 pages."""
        return paper.drawn_pdf(self.draw, title=self.title, subject=_("Draw"))

    def draw(self, canvas: PaperCanvas) -> None:
        """Put the pages on ``canvas``."""
        paper.flow(canvas, self.story(), note=self.note)

    def story(self) -> list[Flowable]:
        """Return the flowing parts: heading and table."""
        room = (WIDTH - 14) / self._places
        columns = [Column(14, "centre", BOLD), *[Column(room)] * self._places]
        table = paper.ruled_table(self.rows(), columns, size=9 - 0.4 * self._places + 1)
        return [*paper.heading(self.title, self.subtitle), table]

    def rows(self) -> list[tuple[str, ...]]:
        """Return the table as plain text; a cell has the club in a second line."""
        places = range(1, self._places + 1)
        heads = (
            pgettext("seating", "Table"),
            *(_("Seat %(number)s") % {"number": n} for n in places),
        )
        return [heads, *map(self._row, self.tables)]

    @property
    def _places(self) -> int:
        return max((len(table.seats) for table in self.tables), default=4)

    def _row(self, table: DrawnTable) -> tuple[str, ...]:
        cells = [
            " ".join((seat.start_number, seat.name)).strip() + f"\n{seat.club}"
            for seat in table.seats
        ]
        empty = [""] * (self._places - len(cells))
        return (str(table.number), *(cell.rstrip("\n") for cell in cells), *empty)


@dataclass(frozen=True, slots=True, kw_only=True)
class DrawnName:
    """Where one person sits: "table / seat" for every series, empty when absent."""

    name: str
    seats: tuple[str, ...]
    start_number: str = ""
    club: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class DrawByName:
    """The draw of one or all series by name, two columns of names where they fit."""

    title: str
    subtitle: str = ""
    note: str = ""
    series: tuple[str, ...]
    lines: Sequence[DrawnName] = ()

    def to_pdf(self) -> bytes:
        """Return the draw as A4 pages."""
        return paper.drawn_pdf(self.draw, title=self.title, subject=_("Draw"))

    def draw(self, canvas: PaperCanvas) -> None:
        """Put the pages on ``canvas``."""
        paper.flow(canvas, self.story(), note=self.note, landscape=self._is_wide)

    def story(self) -> list[Flowable]:
        """Return the flowing parts: a heading and one table a page."""
        heads, *rows = self.rows()
        each_page = ROWS_BY_NAME * 2 if self._is_double else max(1, len(rows))
        story: list[Flowable] = []
        for start in range(0, max(1, len(rows)), each_page):
            if story:
                story.append(PageBreak())
            story += paper.heading(self.title, self.subtitle)
            story.append(self._table([heads], rows[start : start + each_page]))
        return story

    def rows(self) -> list[tuple[str, ...]]:
        """Return the list as plain text: what the tests read."""
        heads = (pgettext("start number", "No."), _("Name"), *self.series)
        return [
            heads,
            *((line.start_number, line.name, *line.seats) for line in self.lines),
        ]

    @property
    def _is_double(self) -> bool:
        return len(self.series) <= 2

    @property
    def _is_wide(self) -> bool:
        return len(self.series) > 8

    def _table(
        self, heads: list[tuple[str, ...]], rows: list[tuple[str, ...]]
    ) -> Table:
        width = 87 if self._is_double else (267 if self._is_wide else WIDTH)
        one = min(18.0, (width - 12 - 45) / max(1, len(self.series)))
        columns = [
            Column(12, "right"),
            Column(width - 12 - one * len(self.series)),
            *[Column(one, "centre", BOLD)] * len(self.series),
        ]
        if not self._is_double:
            return paper.ruled_table([*heads, *rows], columns)
        half = min(ROWS_BY_NAME, -(-len(rows) // 2))
        parts = [
            paper.ruled_table([*heads, *part], columns, size=9)
            for part in (rows[:half], rows[half:])
        ]
        style = [
            ("FONT", (0, 0), (-1, -1), FONT),
            ("VALIGN", (0, 0), (-1, -1), "TOP"),
            ("LEFTPADDING", (0, 0), (-1, -1), 0),
            ("RIGHTPADDING", (0, 0), (-1, -1), 0),
        ]
        widths = [93 * mm, 87 * mm]
        return Table([parts], colWidths=widths, hAlign="LEFT", style=style)
