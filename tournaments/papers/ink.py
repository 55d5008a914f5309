"""Official lists on paper: blank, with names or finished, one list per page.

The form is the same for all lists of one kind, so a document contains it only once and
every page refers to it: columns, headings, grid, closing block. On it is written what
each list has: names, games, totals, remarks and strokes.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property, partial
from itertools import accumulate
from typing import NamedTuple

from django.utils.translation import gettext as _
from django.utils.translation import pgettext
from reportlab.lib.pagesizes import A4
from reportlab.lib.units import mm

from scoring.game.written_games import TICKS
from tournaments.papers.lists import (
    FIRST_BLOCK,
    FIRST_LEVEL,
    MINUS,
    PLUS,
    WITH,
    FootRow,
    ListPage,
    Occupants,
    WrittenGame,
    foot_rows,
)
from tournaments.web.canvas import (
    FOOT,
    SMALL,
    PaperCanvas,
    StraightLine,
    Text,
    fitted_block,
    lines_that_fit,
    printable_text,
    shrunk_text,
    text_lines,
    width_of,
)
from tournaments.web.faces import BOLD, FONT
from tournaments.web.shapes import SheetPaper

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
LEFT_COLUMNS = (7.5, 9, 6.5, 6.5, *(5.4,) * len(TICKS), 11.2, 11.2)
PASSED_IN_COLUMN = 7

MOST_ROWS = 64
HEADER_SIZES = (9.5, 9.0, 8.5, 8.0, 7.0, 6.0, 5.0)
HEADER_HIGH = 11  # two lines of the smallest
NAME_LEADING = 1.08
NAMES_BEGIN = 4.6 * mm
NUMBER_SIZE = 8.5
REMARK_SIZES = (8.0, 7.0, 6.0)
"""Remarks are set in free cells; the smaller sizes are for the longest of them."""

PADDING = 1.0 * mm
STROKE = 1.0


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
        return tuple(accumulate(widths, initial=LEFT))

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
    def row_height(self) -> float:
        room, foot = self.body_top - BOTTOM, len(self.foot_labels)
        if foot:
            room -= foot * FOOT_ROW_HEIGHT + SIGNATURE_HEIGHT
        return min(ROW_HEIGHT_LIMIT, room / max(1, self.rows))

    @cached_property
    def body_bottom(self) -> float:
        return self.body_top - self.rows * self.row_height

    @cached_property
    def text_size(self) -> float:
        return min(9.5, max(SMALL, self.row_height * 0.72))

    def middle(self, first: int, end: int = 0) -> float:
        """Return the x of the middle of a column, or of several before ``end``."""
        return (self.columns[first] + self.columns[end or first + 1]) / 2

    def edge(self, index: int) -> float:
        """Return the y of the upper edge of row ``index``, counted from 0."""
        return self.body_top - index * self.row_height

    def baseline(self, index: int) -> float:
        return self.edge(index + 1) + (self.row_height - self.text_size * 0.72) / 2

    def foot_edge(self, index: int) -> float:
        """Return the y of the upper edge of row ``index`` of the closing block."""
        return self.body_bottom - index * FOOT_ROW_HEIGHT


def draw_form(canvas: PaperCanvas, layout: SheetLayout) -> None:
    """Draw all that is the same on every list of this layout."""
    for index in range(layout.rows):
        place = (layout.first + index - 1) % layout.players
        x, end = layout.block_edges[place : place + 2]
        y = layout.edge(index + 1)
        canvas.setFillGray(DEALER_GREY)
        canvas.rect(x, y, end - x, layout.row_height, stroke=0, fill=1)
    for index in layout.strong_rows:
        y = layout.foot_edge(index + 1)
        canvas.setFillGray(FOOT_GREY)
        canvas.rect(LEFT, y, RIGHT - LEFT, FOOT_ROW_HEIGHT, stroke=0, fill=1)
    canvas.setFillGray(0)
    canvas.rule(preprinted_lines(layout))
    canvas.write(preprinted_texts(layout))


def across(y: float, width: float) -> StraightLine:
    return StraightLine(LEFT, y, RIGHT, y, width)


def preprinted_lines(layout: SheetLayout) -> Iterator[StraightLine]:
    for index in range(1, layout.rows):
        is_end_of_round = (layout.first + index - 1) % layout.players == 0
        yield across(layout.edge(index), ROUND if is_end_of_round else THIN)
    for y in (layout.head_top, layout.body_top, layout.body_bottom):
        yield across(y, HEAVY)
    yield from _column_lines(layout)
    y = layout.head_top - GROUP_HEIGHT
    yield StraightLine(layout.columns[4], y, layout.columns[FIRST_BLOCK], y, THIN)
    y = layout.head_top - NAME_HEIGHT
    yield StraightLine(layout.block_edges[0], y, layout.block_edges[-1], y, THIN)
    if layout.foot_labels:
        yield from _foot_lines(layout, len(layout.foot_labels))
    for _label, (x1, x2, y) in header_fields(layout):
        yield StraightLine(x1, y, x2, y, THIN)


def _foot_lines(layout: SheetLayout, count: int) -> Iterator[StraightLine]:
    for index in range(1, count + 1):
        yield across(layout.foot_edge(index), HEAVY if index >= count - 1 else THIN)
    end = layout.foot_edge(count) - SIGNATURE_HEIGHT
    yield across(end, HEAVY)
    for x in (LEFT, RIGHT, *layout.block_edges):
        yield StraightLine(x, layout.body_bottom, x, end, HEAVY)
    for place in range(layout.players):
        points_end, won_end = layout.columns[FIRST_BLOCK + 3 * place + 1 :][:2]
        for x, last in ((points_end, count - 1), (won_end, 1)):
            y = layout.foot_edge(last)
            yield StraightLine(x, layout.body_bottom, x, y, THIN)


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
        (pgettext("seat", "Table"), 0.2),
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
        x, y, number = layout.middle(0), layout.baseline(index), layout.first + index
        yield Text(x, y, str(number), layout.text_size, BOLD, "centre")
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
        _("Hand"),
        _("Schneider"),
        _("Schneider announced"),
        _("Schwarz"),
        _("Schwarz announced"),
        _("open"),
    )
    room = HEAD_HEIGHT - 2 * mm
    for index, head in enumerate(heads):
        left = room - (GROUP_HEIGHT if index >= FIRST_LEVEL else 0)
        yield from _upright(head, edges[index], edges[index + 1], y, left)
    values = _("Card points") if layout.counts_card_points else _("Values")
    levels = _("Levels")
    for head, first, end in ((levels, FIRST_LEVEL, PLUS), (values, PLUS, FIRST_BLOCK)):
        x, top = layout.middle(first, end), layout.head_top - 3.3 * mm
        yield Text(x, top, head, SMALL, BOLD, "centre")
    for sign, index in (("+", PLUS), ("−", MINUS)):
        x, top = layout.middle(index), layout.body_top + 8 * mm
        yield Text(x, top, sign, 15, BOLD, "centre")
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


class SheetSide(NamedTuple):
    """One page of paper: the part of a list that fits on it, with its layout."""

    page: ListPage
    layout: SheetLayout
    foot: tuple[FootRow, ...]
    number: int = 0
    of: int = 0


def lists_paper(pages: Sequence[ListPage]) -> SheetPaper:
    """Return any number of lists; several are numbered pages."""
    sides = [side for page in pages for side in sheet_sides(page)]
    count = len(sides)
    numbered = [side._replace(number=n, of=count) for n, side in enumerate(sides, 1)]
    return SheetPaper(sheets=numbered, draw_sheet=draw_side, names_rules=True)


def draw_side(canvas: PaperCanvas, side: SheetSide) -> None:
    layout, head = side.layout, side.page.head
    canvas.once(layout, partial(draw_form, canvas, layout))
    if top := _unplayed_top(side):
        left, right = layout.columns[1] + PADDING, RIGHT - PADDING
        canvas.rule([StraightLine(left, layout.body_bottom, right, top, STROKE)])
    canvas.setFillGray(1)
    for x, y, text, size, font, align, _upright in crossing_texts(side):
        width = width_of(text, size, font)
        left = x - (width / 2 if align == "centre" else 0) - 1.5
        canvas.rect(left, y - size * 0.2, width + 3, size, stroke=0, fill=1)
    canvas.setFillGray(0)
    canvas.write(written_texts(side))
    left, below = RIGHT - QR_SIZE, TOP - QR_SIZE
    if head.qr or head.code:
        canvas.qr(head.qr or head.code, left, below, QR_SIZE)
    if head.key_qr:
        canvas.qr(head.key_qr, left - CODE_WIDTH, below, QR_SIZE)
    if side.of > 1:
        text = _("Page %(number)s of %(total)s")
        text %= {"number": side.number, "total": side.of}
        canvas.write([Text(RIGHT, LEGEND_BASELINE, text, SMALL, FONT, "right")])


def sheet_sides(page: ListPage) -> list[SheetSide]:
    """Return the sides of a list: one up to 64 games, else whole rounds on each."""
    players = len(page.players)
    foot = foot_rows(page)
    most = MOST_ROWS - MOST_ROWS % players
    count = max(1, -(-page.games // MOST_ROWS))
    share = page.games if count == 1 else most
    sides = []
    for first in range(1, max(1, page.games) + 1, max(1, share)):
        rows = min(share, page.games - first + 1)
        is_last = first + rows > page.games
        on_this_side = foot if is_last else ()
        layout = SheetLayout(
            players=players,
            rows=rows,
            first=first,
            foot_labels=tuple(row.label for row in on_this_side),
            strong_rows=tuple(
                index for index, row in enumerate(on_this_side) if row.strong
            ),
            codes=bool(page.head.code or page.head.qr) + bool(page.head.key),
            kind=", ".join(filter(None, [page.size_text, page.head.state])),
            counts_card_points=bool(page.rules.target),
            has_ramsch=page.rules.plays_ramsch,
        )
        sides.append(SheetSide(page, layout, on_this_side))
    return sides


def written_texts(side: SheetSide) -> Iterator[Text]:
    """Yield every text of the list that is not part of the form."""
    yield from _header_texts(side)
    for place, player in enumerate(side.page.players):
        yield from _name_texts(side.layout, place, player)
    for row in _rows(side):
        yield from _row_texts(side.layout, row, len(side.page.players))
        if row.remark:
            yield _remark_text(side.layout, row)
    yield from foot_texts(side)
    yield from _note_texts(side)


def crossing_texts(side: SheetSide) -> Iterator[Text]:
    """Yield the texts that cross the grid, and get a white box behind them."""
    for row in _rows(side):
        if row.remark:
            yield _remark_text(side.layout, row)
        if row.ramsch:
            yield _ramsch_text(side.layout, row)
    yield from _note_texts(side)


def _rows(side: SheetSide) -> Iterator[WrittenGame]:
    first, end = side.layout.first, side.layout.first + side.layout.rows
    return (row for row in side.page.rows if first <= row.number < end)


def _header_texts(side: SheetSide) -> Iterator[Text]:
    head = side.page.head
    values = (head.event, head.place, head.date, head.series, head.table)
    fields = header_fields(side.layout)
    big = (fields[3][0], fields[4][0])
    fitted = partial(fitted_block, height=HEADER_HIGH, leading=1.05, above=1)
    for value, (label, (x, end, y)) in zip(values, fields, strict=False):
        sizes = ((12.0,) if label in big else ()) + HEADER_SIZES
        if value:
            yield from fitted(value, x, y + 1.1 * mm, end - x, sizes, BOLD)
    x, y = RIGHT - QR_SIZE / 2, TOP - QR_SIZE - 3 * mm
    if head.code:
        yield Text(x, y, head.code, SMALL, BOLD, "centre")
    if head.key:
        x -= CODE_WIDTH
        yield Text(x, y, head.key, SMALL, BOLD, "centre")
        yield Text(x, TOP + 0.8 * mm, _("On the phone"), SMALL, FONT, "centre")


def _name_texts(layout: SheetLayout, place: int, player: Occupants) -> Iterator[Text]:
    x = layout.block_edges[place] + PADDING
    end = layout.block_edges[place + 1] - PADDING
    room = end - x
    top = layout.head_top
    if player.start_number:
        number = player.start_number
        yield Text(end, top - 3.8 * mm, number, NUMBER_SIZE, FONT, "right")
    texts = [
        (player.name, BOLD),
        *(
            (_("from %(number)s: %(name)s") % {"number": first, "name": name}, FONT)
            for first, name in player.substitutes
        ),
    ]
    # Sizes below 8 are for more or longer names than a list usually has.
    for size in HEADER_SIZES:
        most = int((NAME_HEIGHT - NAMES_BEGIN) / (size * NAME_LEADING))
        lines = [
            (line, font)
            for text, font in texts
            for line in text_lines(text, room, size, font)
        ]
        if len(lines) <= most:
            break
    y = top - NAMES_BEGIN - size * 0.75
    for line, font in lines[:most]:
        yield Text(x, y, line, size, font)
        y -= size * NAME_LEADING


def _row_texts(layout: SheetLayout, row: WrittenGame, players: int) -> Iterator[Text]:
    columns, size = layout.columns, layout.text_size
    y = layout.baseline(row.number - layout.first)
    last = FIRST_BLOCK + 3 * players
    if row.mark:
        x = columns[1] - PADDING / 2
        yield Text(x, y, row.mark, SMALL, BOLD, "right")
    for index, cell in enumerate(row.cells):
        if not cell or index == 0:
            continue
        if index == WITH and row.ramsch:
            yield _ramsch_text(layout, row)
            continue
        is_points = FIRST_BLOCK <= index < last and (index - FIRST_BLOCK) % 3 == 0
        if is_points or index in (PLUS, MINUS):
            yield Text(columns[index + 1] - PADDING, y, cell, size, FONT, "right")
        else:
            yield Text(layout.middle(index), y, cell, size, FONT, "centre")


def _ramsch_text(layout: SheetLayout, row: WrittenGame) -> Text:
    """Return the result of a Ramsch, across the columns of matadors and levels."""
    left, right = layout.columns[WITH], layout.columns[PLUS]
    sizes = (layout.text_size, *REMARK_SIZES)
    text, size = shrunk_text(row.ramsch, right - left - 2 * PADDING, sizes)
    y = layout.baseline(row.number - layout.first)
    return Text(left + PADDING, y, text, size)


def _remark_text(layout: SheetLayout, row: WrittenGame) -> Text:
    """Return a remark in the free cells beside the declarer's."""
    edges, players = layout.block_edges, layout.players
    if row.declarer is None:
        left, right = edges[0], edges[-1]
    elif row.declarer * 2 <= players + 1:
        left, right = edges[row.declarer], edges[min(players, row.declarer + 2)]
    else:
        left, right = edges[max(0, row.declarer - 3)], edges[row.declarer - 1]
    room = (edges[1] - edges[0]) - 3 * PADDING
    text, size = shrunk_text(row.remark, room, REMARK_SIZES[:1])
    if text != printable_text(row.remark):
        text, size = shrunk_text(row.remark, right - left - 3 * PADDING, REMARK_SIZES)
    y = layout.baseline(row.number - layout.first)
    if left >= edges[max(0, (row.declarer or 1) - 1)]:
        return Text(left + 1.5 * PADDING, y, text, size)
    return Text(right - 1.5 * PADDING - width_of(text, size), y, text, size)


def _unplayed_top(side: SheetSide) -> float | None:
    """Return the y above the rows that were not played, None if all were."""
    layout, played = side.layout, side.page.games_played
    if played is None or played >= layout.first + layout.rows - 1:
        return None
    return layout.edge(max(0, played - layout.first + 1))


def _note_texts(side: SheetSide) -> Iterator[Text]:
    """Yield the note across the rows that were not played, and where the players would
    sign why the list differs from its paper.
    """
    layout = side.layout
    if side.page.note and (top := _unplayed_top(side)):
        y = (top + layout.body_bottom) / 2 - 3
        yield Text((LEFT + RIGHT) / 2, y, side.page.note, 9, BOLD, "centre")
    if side.page.reason and side.foot:
        x, sizes = layout.block_edges[0] + 2 * PADDING, (SMALL, 7, 6)
        y = layout.foot_edge(len(side.foot)) - SIGNATURE_HEIGHT / 2 - SMALL / 3
        fitted = partial(fitted_block, most=3, leading=1.05, above=0.5)
        yield from fitted(side.page.reason, x, y, RIGHT - PADDING - x, sizes)


def foot_texts(side: SheetSide) -> Iterator[Text]:
    layout = side.layout
    for index, row in enumerate(side.foot):
        y = layout.foot_edge(index + 1) + FOOT_ROW_HEIGHT * 0.3
        font, size = (BOLD, 9.0) if row.strong or index == 0 else (FONT, 8.4)
        sizes = (size, size - 1, size - 2, size - 3)
        for place, cells in enumerate(row.cells):
            for x, text, align, room in _foot_cells(layout, place, cells):
                if text:
                    # Four digits and a minus are wider than a cell of five players.
                    fit, fitting = shrunk_text(text, room, sizes, font)
                    yield Text(x, y, fit, fitting, font, align)


def _foot_cells(
    layout: SheetLayout, place: int, cells: tuple[str, ...]
) -> Iterator[tuple[float, str, str, float]]:
    """Yield x, text, alignment and width of the cells of a place."""
    first = FIRST_BLOCK + 3 * place
    edges = layout.columns[first : first + 4]
    if place == layout.players:
        left, right = layout.columns[-2:]
        yield (left + right) / 2, cells[0], "centre", right - left
    elif len(cells) == 1:
        yield (edges[0] + edges[3]) / 2, cells[0], "centre", edges[3] - edges[0]
    else:
        room = edges[1] - edges[0] - 2 * PADDING
        yield edges[1] - PADDING, cells[0], "right", room
        width = (edges[3] - edges[1]) / (len(cells) - 1)
        for index, text in enumerate(cells[1:]):
            yield edges[1] + width * (index + 0.5), text, "centre", width
