"""The form of the official list: columns, headings, grid, closing block.

It is the same for all lists of one kind, so a document contains it only once.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

from django.utils.translation import gettext as _
from django.utils.translation import pgettext
from reportlab.lib.pagesizes import A4
from reportlab.lib.units import mm

from tournaments.web.canvas import (
    FOOT,
    SMALL,
    PaperCanvas,
    StraightLine,
    Text,
    lines_that_fit,
)
from tournaments.web.faces import BOLD, FONT

LEVELS = (
    "hand",
    "schneider",
    "schneider_announced",
    "schwarz",
    "schwarz_announced",
    "ouvert",
)
WIDTH, HEIGHT = A4
LEFT = 8 * mm
RIGHT = WIDTH - 8 * mm
TOP = HEIGHT - 9.5 * mm
BOTTOM = FOOT + 4 * mm
LEGEND_BASELINE = FOOT + 0.8 * mm
HEADER_HEIGHT = 23.5 * mm
NAME_HEIGHT = 17.5 * mm
HEAD_HEIGHT = 32 * mm
GROUP_HEIGHT = 4.6 * mm
SIGNATURE_HEIGHT = 10 * mm
FOOT_ROW_HEIGHT = 5.4 * mm
ROW_HEIGHT_LIMIT = 7 * mm
QR_SIZE = 17.5 * mm
CODE_WIDTH = QR_SIZE + 4 * mm
THIN, MEDIUM, ROUND, HEAVY = 0.35, 0.8, 1.1, 1.5
BLACK, DEALER_GREY, FOOT_GREY = 0.0, 0.9, 0.93
LEFT_COLUMNS = (7.5, 9, 6.5, 6.5, *(5.4,) * len(LEVELS), 11.2, 11.2)
PASSED_IN_COLUMN = 7
BASE, WITH, WITHOUT, FIRST_LEVEL, PLUS, MINUS = 1, 2, 3, 4, 10, 11
FIRST_BLOCK = len(LEFT_COLUMNS)


@dataclass(frozen=True)
class SheetLayout:
    """The geometry of one page with ``rows`` numbered rows, starting at ``first``.

    ``foot_labels`` are the rows of the closing block, which only the last page has.
    ``codes`` counts the QR codes in the corner: that of the list and that of the table.
    """

    players: int
    rows: int
    first: int
    foot_labels: tuple[str, ...]
    strong_rows: tuple[int, ...]
    codes: int
    kind: str
    counts_card_points: bool = False
    has_ramsch: bool = False

    @cached_property
    def columns(self) -> tuple[float, ...]:
        """The x of every column edge, from left to right."""
        left = [width * mm for width in LEFT_COLUMNS]
        passed_in = PASSED_IN_COLUMN * mm
        block = (RIGHT - LEFT - sum(left) - passed_in) / self.players
        points = block * 0.48
        counts = (block - points) / 2
        widths = [*left, *(points, counts, counts) * self.players, passed_in]
        edges = [LEFT]
        for width in widths:
            edges.append(edges[-1] + width)
        return tuple(edges)

    @cached_property
    def block_edges(self) -> tuple[float, ...]:
        """The x where each player's block begins, and where the last ends."""
        return self.columns[FIRST_BLOCK::3][: self.players + 1]

    @cached_property
    def head_top(self) -> float:
        return TOP - HEADER_HEIGHT

    @cached_property
    def body_top(self) -> float:
        return self.head_top - HEAD_HEIGHT

    @cached_property
    def foot_height(self) -> float:
        if not self.foot_labels:
            return 0.0
        return len(self.foot_labels) * FOOT_ROW_HEIGHT + SIGNATURE_HEIGHT

    @cached_property
    def row_height(self) -> float:
        room = self.body_top - BOTTOM - self.foot_height
        return min(ROW_HEIGHT_LIMIT, room / max(1, self.rows))

    @cached_property
    def body_bottom(self) -> float:
        return self.body_top - self.rows * self.row_height

    @cached_property
    def text_size(self) -> float:
        return min(9.5, max(SMALL, self.row_height * 0.72))

    def edge(self, index: int) -> float:
        """Return the y of the upper edge of row ``index``, counted from 0."""
        return self.body_top - index * self.row_height

    def baseline(self, index: int) -> float:
        return self.edge(index + 1) + (self.row_height - self.text_size * 0.72) / 2

    def foot_edge(self, index: int) -> float:
        """Return the y of the upper edge of row ``index`` of the closing block."""
        return self.body_bottom - index * FOOT_ROW_HEIGHT

    def shades(self) -> Iterator[tuple[float, float, float, float, float]]:
        """Yield grey boxes of dealers and strong rows: grey, x, y, width, height."""
        for index in range(self.rows):
            place = (self.first + index - 1) % self.players
            x = self.block_edges[place]
            width = self.block_edges[place + 1] - x
            yield DEALER_GREY, x, self.edge(index + 1), width, self.row_height
        for index in self.strong_rows:
            y = self.foot_edge(index + 1)
            yield FOOT_GREY, LEFT, y, RIGHT - LEFT, FOOT_ROW_HEIGHT


def draw_form(canvas: PaperCanvas, layout: SheetLayout) -> None:
    """Draw all that is the same on every list of this layout."""
    for grey, x, y, width, height in layout.shades():
        canvas.setFillGray(grey)
        canvas.rect(x, y, width, height, stroke=0, fill=1)
    canvas.setFillGray(0)
    canvas.rule(preprinted_lines(layout))
    canvas.write(preprinted_texts(layout))


def preprinted_lines(layout: SheetLayout) -> Iterator[StraightLine]:
    for index in range(1, layout.rows):
        is_end_of_round = (layout.first + index - 1) % layout.players == 0
        y = layout.edge(index)
        yield StraightLine(LEFT, y, RIGHT, y, ROUND if is_end_of_round else THIN)
    for y in (layout.head_top, layout.body_top, layout.body_bottom):
        yield StraightLine(LEFT, y, RIGHT, y, HEAVY)
    yield from _column_lines(layout)
    y = layout.head_top - GROUP_HEIGHT
    yield StraightLine(layout.columns[4], y, layout.columns[FIRST_BLOCK], y, THIN)
    y = layout.head_top - NAME_HEIGHT
    yield StraightLine(layout.block_edges[0], y, layout.block_edges[-1], y, THIN)
    yield from _foot_lines(layout)
    for _label, (x1, x2, y) in header_fields(layout):
        yield StraightLine(x1, y, x2, y, THIN)


def _column_lines(layout: SheetLayout) -> Iterator[StraightLine]:
    heavy = {LEFT, RIGHT, layout.columns[-2], *layout.block_edges}
    medium = {layout.columns[index] for index in (1, 2, 4, 10)}
    for index, x in enumerate(layout.columns):
        top = layout.head_top
        if x in heavy or abs(x - RIGHT) < 0.01:
            yield StraightLine(x, top, x, layout.body_bottom, HEAVY)
            continue
        if index > FIRST_BLOCK:
            top -= NAME_HEIGHT
        elif 4 < index < 10 or index == MINUS:
            top -= GROUP_HEIGHT
        yield StraightLine(
            x, top, x, layout.body_bottom, MEDIUM if x in medium else THIN
        )


def _foot_lines(layout: SheetLayout) -> Iterator[StraightLine]:
    if not layout.foot_labels:
        return
    count = len(layout.foot_labels)
    for index in range(1, count + 1):
        y = layout.foot_edge(index)
        yield StraightLine(LEFT, y, RIGHT, y, HEAVY if index >= count - 1 else THIN)
    end = layout.foot_edge(count) - SIGNATURE_HEIGHT
    yield StraightLine(LEFT, end, RIGHT, end, HEAVY)
    for x in (LEFT, RIGHT, *layout.block_edges):
        yield StraightLine(x, layout.body_bottom, x, end, HEAVY)
    for place in range(layout.players):
        points_end, won_end = layout.columns[FIRST_BLOCK + 3 * place + 1 :][:2]
        last = layout.foot_edge(count - 1)
        yield StraightLine(points_end, layout.body_bottom, points_end, last, THIN)
        yield StraightLine(
            won_end, layout.body_bottom, won_end, layout.foot_edge(1), THIN
        )


FieldPosition = tuple[float, float, float]


def header_fields(layout: SheetLayout) -> list[tuple[str, FieldPosition]]:
    """Return the header fields: a label and (left, right, y) each, in a fixed order."""
    right = RIGHT - layout.codes * CODE_WIDTH
    upper = (
        (_("Event"), 0.46),
        (pgettext("location", "Place"), 0.32),
        (_("Date"), 0.22),
    )
    lower = (
        (_("Series"), 0.2),
        (pgettext("seating", "Table"), 0.2),
        (pgettext("of a list", "Begin"), 0.2),
        (pgettext("of a list", "End"), 0.2),
        (pgettext("of a list", "List kept by"), 0.2),
    )
    fields = []
    for row, y in ((upper, TOP - 13 * mm), (lower, TOP - 21.5 * mm)):
        x = LEFT
        for label, share in row:
            width = (right - LEFT) * share
            is_last = label == row[-1][0]
            end = x + width - (0 if is_last else 3 * mm)
            fields.append((label, (x, end, y)))
            x += width
    return fields


def preprinted_texts(layout: SheetLayout) -> Iterator[Text]:
    yield Text(LEFT, TOP - 4.2 * mm, _("Score sheet"), 14, BOLD)
    right = RIGHT - layout.codes * CODE_WIDTH
    yield Text(right, TOP - 3.8 * mm, layout.kind, 8, FONT, "right")
    for label, (x, _end, y) in header_fields(layout):
        yield Text(x, y + 4.7 * mm, label, SMALL)
    yield from _left_heads(layout)
    yield from _block_heads(layout)
    for index in range(layout.rows):
        x = (layout.columns[0] + layout.columns[1]) / 2
        number = str(layout.first + index)
        size = layout.text_size
        yield Text(x, layout.baseline(index), number, size, BOLD, "centre")
    yield from _foot_texts(layout)


def _upright(head: str, x1: float, x2: float, y: float, room: float) -> Iterator[Text]:
    """Yield ``head`` reading upwards between x1 and x2, on two lines if necessary."""
    lines, _size = lines_that_fit(head, room, [SMALL], most=2)
    first = (x1 + x2) / 2 + SMALL * 0.36 - (len(lines) - 1) * SMALL * 0.55
    for index, line in enumerate(lines):
        yield Text(first + index * SMALL * 1.1, y, line, SMALL, upright=True)


def _left_heads(layout: SheetLayout) -> Iterator[Text]:
    edges, y = layout.columns, layout.body_top + 1.2 * mm
    heads = (
        pgettext("column of a list", "No."),
        _("Base value"),
        _("with matadors"),
        _("without matadors"),
    )
    for index, head in enumerate(heads):
        yield from _upright(
            head, edges[index], edges[index + 1], y, HEAD_HEIGHT - 2 * mm
        )
    room = HEAD_HEIGHT - GROUP_HEIGHT - 2 * mm
    values = _("Card points") if layout.counts_card_points else _("Values")
    levels = (
        _("Hand"),
        _("Schneider"),
        _("Schneider announced"),
        _("Schwarz"),
        _("Schwarz announced"),
        _("open"),
    )
    for index, head in enumerate(levels, start=FIRST_LEVEL):
        yield from _upright(head, edges[index], edges[index + 1], y, room)
    for head, first, end in (
        (_("Winning levels"), 4, 10),
        (values, PLUS, FIRST_BLOCK),
    ):
        x = (edges[first] + edges[end]) / 2
        top = layout.head_top - 3.3 * mm
        yield Text(x, top, head, SMALL, BOLD, "centre")
    for sign, index in (("+", PLUS), ("−", MINUS)):
        x = (edges[index] + edges[index + 1]) / 2
        yield Text(x, layout.body_top + 8 * mm, sign, 15, BOLD, "centre")
    room = HEAD_HEIGHT - 2 * mm
    yield from _upright(_("passed in"), edges[-2], edges[-1], y, room)


def _block_heads(layout: SheetLayout) -> Iterator[Text]:
    y = layout.body_top + 1.2 * mm
    room = HEAD_HEIGHT - NAME_HEIGHT - 1.6 * mm
    for place in range(1, layout.players + 1):
        x = layout.block_edges[place - 1]
        edges = layout.columns[FIRST_BLOCK + 3 * (place - 1) :]
        yield Text(x + 1.2 * mm, layout.head_top - 4 * mm, str(place), 9.5, BOLD)
        for index, head in enumerate((_("Points"), _("won"), _("lost"))):
            yield from _upright(head, edges[index], edges[index + 1], y, room)


def _foot_texts(layout: SheetLayout) -> Iterator[Text]:
    legend = _("E passed in · grey: dealer · place 1 keeps the list")
    if layout.has_ramsch:
        ramsch = _("R Ramsch: card points of the three across the levels (48/42/30)")
        legend = f"{legend} · {ramsch}"
    yield Text(LEFT, LEGEND_BASELINE, legend, SMALL)
    if not layout.foot_labels:
        return
    right = layout.block_edges[0] - 2 * mm
    for index, label in enumerate(layout.foot_labels):
        font = BOLD if index in layout.strong_rows or index == 0 else FONT
        y = layout.foot_edge(index + 1) + FOOT_ROW_HEIGHT * 0.32
        yield Text(right, y, label, 8.2, font, "right")
    y = layout.foot_edge(len(layout.foot_labels)) - SIGNATURE_HEIGHT * 0.62
    yield Text(right, y, _("Signatures"), 8.2, FONT, "right")
