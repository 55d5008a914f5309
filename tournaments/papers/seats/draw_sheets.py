"""The draw to hang up: by table, and by name.

Both fill their pages with text as large as fits, in one size for all names.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import pgettext
from reportlab.lib.units import mm
from reportlab.platypus import Flowable, PageBreak, Table

from tournaments.papers.canvas import paper
from tournaments.papers.canvas.canvas import PaperCanvas
from tournaments.papers.canvas.fitting import largest_size, story_height, width_of
from tournaments.papers.canvas.tables import UNPADDED, PaperColumn, Stack, ruled_table
from tournaments.web.drawing.faces import BOLD, FONT, SERIF_BOLD

WIDTH = 180
NUMBER_WIDTH = 15
WALL_SIZES = (20.0, 19.0, 18.0, 17.0, 16.0, 15.0, 14.0, 13.0, 12.5, 12.0, 11.5, 11.0)
LARGE = 12.5
"""The text size where the tables take several pages."""

LEAST = 11.0

NAME_SIZES = (15.0, 14.0, 13.0, 12.0, 11.5, 11.0, 10.5, 10.0)
BETWEEN = 6
"""Millimetres between two columns of names."""


@dataclass(frozen=True, slots=True, kw_only=True)
class DrawnSeat:
    """A player at a table."""

    name: str
    start_number: str = ""
    club: str = ""

    @property
    def name_with_number(self) -> str:
        """The start number and the name."""
        return " ".join((self.start_number, self.name)).strip()


@dataclass(frozen=True, slots=True, kw_only=True)
class DrawnTable:
    """A table with its players in the order of the places."""

    number: int
    seats: tuple[DrawnSeat, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class DrawByTable:
    """The draw of one series, table by table."""

    event: str = ""
    title: str
    subtitle: str = ""
    note: str = ""
    tables: Sequence[DrawnTable] = ()

    def draw(self, canvas: PaperCanvas) -> None:
        width, height = paper.text_area()
        sizes = [size for size in WALL_SIZES if size <= self._largest_size]
        size = largest_size(self.story, sizes, width=width, height=height)
        story = self.story(size or min(LARGE, max(LEAST, self._largest_size)))
        if size:
            spare = height - story_height(story, width=width, height=height)
            story = self.story(size, min(size, spare / (2 * len(self.tables) + 2)))
        paper.flow(canvas, story, note=self.note)

    def story(self, size: float, spare: float = 0) -> list[Flowable]:
        """Return the heading and the table; ``spare`` is added around each line."""
        room = (WIDTH - NUMBER_WIDTH) / self._places
        columns = [
            PaperColumn(NUMBER_WIDTH, "centre", SERIF_BOLD),
            *[PaperColumn(room)] * self._places,
        ]
        small = max(8.5, size * 0.68)
        body = [
            (
                Stack([(str(table.number), size * 1.4, SERIF_BOLD)], centred=True),
                *(
                    Stack(
                        [(seat.name_with_number, size, BOLD), (seat.club, small, FONT)]
                    )
                    for seat in table.seats
                ),
                *[""] * (self._places - len(table.seats)),
            )
            for table in self.tables
        ]
        padding = size * 0.18 + spare
        rows = [self.rows()[0], *body]
        table = ruled_table(rows, columns, size=max(9, size * 0.7), padding=padding)
        return [*paper.heading(self.title, self.event, self.subtitle), table]

    def rows(self) -> list[tuple[str, ...]]:
        """Return the table as plain text, with the club on a cell's second line."""
        places = range(1, self._places + 1)
        heads = (
            pgettext("seating", "Table"),
            *(_("Seat %(number)s") % {"number": n} for n in places),
        )
        return [heads, *map(self._row, self.tables)]

    @property
    def _largest_size(self) -> float:
        """The largest size in which no word of a name is broken."""
        names = (seat.name for table in self.tables for seat in table.seats)
        words = (word for name in names for word in name.replace("-", "- ").split())
        widest = max((width_of(word, 1, BOLD) for word in words), default=0) or 1
        room = PaperColumn((WIDTH - NUMBER_WIDTH) / self._places).room
        return room / widest

    @property
    def _places(self) -> int:
        return max((len(table.seats) for table in self.tables), default=4)

    def _row(self, table: DrawnTable) -> tuple[str, ...]:
        cells = [
            f"{seat.name_with_number}\n{seat.club}".rstrip("\n") for seat in table.seats
        ]
        return (str(table.number), *cells, *[""] * (self._places - len(cells)))


@dataclass(frozen=True, slots=True, kw_only=True)
class DrawnName:
    """The seats of one player: "table / seat" for each series, empty when absent."""

    name: str
    seats: tuple[str, ...]
    start_number: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class DrawByName:
    """The draw of one or all series by name, in two columns of names if they fit."""

    event: str = ""
    title: str
    subtitle: str = ""
    note: str = ""
    series: tuple[str, ...]
    lines: Sequence[DrawnName] = ()

    def draw(self, canvas: PaperCanvas) -> None:
        paper.flow(canvas, self.story(), note=self.note, landscape=self._is_wide)

    def story(self) -> list[Flowable]:
        """Return a heading and the columns of names for each page."""
        tables = self._tables()
        beside = self._beside
        story: list[Flowable] = []
        for start in range(0, len(tables), beside):
            if story:
                story.append(PageBreak())
            story += self._heading()
            story.append(side_by_side(tables[start : start + beside], self._width))
        return story

    def rows(self) -> list[tuple[str, ...]]:
        """Return the list as plain text."""
        heads = (pgettext("start number", "No."), _("Name"), *self.series)
        return [
            heads,
            *((line.start_number, line.name, *line.seats) for line in self.lines),
        ]

    @property
    def _beside(self) -> int:
        """The number of columns of names on a page."""
        return 2 if len(self.series) <= 2 else 1

    @property
    def _is_wide(self) -> bool:
        return len(self.series) > 8

    @property
    def _width(self) -> float:
        """The width of a column of names in mm."""
        room = paper.text_area(landscape=self._is_wide)[0] / mm
        return (room - BETWEEN * (self._beside - 1)) / self._beside

    def _heading(self) -> list[Flowable]:
        return paper.heading(self.title, self.event, self.subtitle)

    def _tables(self) -> list[Table]:
        """Return the columns of names on as few pages as possible.

        They are as large as those pages allow, and are spread over their height.
        """
        width, height = paper.text_area(landscape=self._is_wide)
        height -= story_height(self._heading(), width=width, height=height) + 1
        pages = 0
        while True:
            pages += 1
            for size in NAME_SIZES:
                padding = size * 0.15
                names_per_column = max(1, -(-len(self.lines) // (pages * self._beside)))
                tables = self._columns(size, names_per_column, padding)
                highest = max(table.wrap(width, height)[1] for table in tables)
                if highest <= height:
                    spare = min(
                        size / 2, (height - highest) / (2 * names_per_column + 2)
                    )
                    return self._columns(size, names_per_column, padding + spare)

    def _columns(
        self, size: float, names_per_column: int, padding: float
    ) -> list[Table]:
        """Return columns of ``names_per_column`` names."""
        heads, *rows = self.rows()
        series_width = min(18.0, (self._width - 12 - 45) / max(1, len(self.series)))
        columns = [
            PaperColumn(12, "right"),
            PaperColumn(self._width - 12 - series_width * len(self.series)),
            *[PaperColumn(series_width, "centre", BOLD)] * len(self.series),
        ]
        return [
            ruled_table(
                [heads, *rows[start : start + names_per_column]],
                columns,
                size=size,
                padding=padding,
            )
            for start in range(0, max(1, len(rows)), names_per_column)
        ]


def side_by_side(tables: Sequence[Table], width: float) -> Table:
    """Return tables of ``width`` mm side by side."""
    widths = [(width + BETWEEN) * mm] * (len(tables) - 1) + [width * mm]
    for table in tables:
        table.hAlign = "LEFT"
    return Table([list(tables)], colWidths=widths, hAlign="LEFT", style=UNPADDED)
