"""Official lists: blank, with names or finished, one list per page.

The form is stored once per file and referred to by every page; here is what is written
on it: names, games, totals, remarks and strokes.
"""

from collections.abc import Iterator, Sequence
from functools import partial
from typing import NamedTuple

from django.utils.translation import gettext as _
from reportlab.lib.units import mm

from tournaments.papers.lists.form import (
    CODE_WIDTH,
    FIRST_BLOCK,
    FOOT_ROW_HEIGHT,
    LEFT,
    LEGEND_BASELINE,
    MINUS,
    NAME_HEIGHT,
    PLUS,
    QR_SIZE,
    RIGHT,
    TOP,
    WITH,
    SheetLayout,
    draw_form,
    header_fields,
)
from tournaments.papers.lists.pages import (
    FootRow,
    ListPage,
    Occupants,
    WrittenGame,
    foot_rows,
)
from tournaments.web.canvas import (
    SMALL,
    PaperCanvas,
    StraightLine,
    Text,
    fitted_block,
    printable_text,
    shrunk_text,
    text_lines,
    width_of,
)
from tournaments.web.faces import BOLD, FONT
from tournaments.web.shapes import SheetPaper

MOST_ROWS = 64
HEADER_SIZES = (9.5, 9.0, 8.5, 8.0, 7.0, 6.0, 5.0)
NAME_SIZES = (9.5, 9.0, 8.5, 8.0, 7.0, 6.0, 5.0)
NAME_LEADING = 1.08
NAMES_BEGIN = 4.6 * mm
NUMBER_SIZE = 8.5
REMARK_SIZES = (8.0, 7.0, 6.0)
"""Remarks are set in free cells; the smaller sizes are for the longest of them."""

PADDING = 1.0 * mm
STROKE = 1.0
Box = tuple[float, float, float, float]


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
    canvas.rule(struck_lines(side))
    canvas.setFillGray(1)
    for x, y, width, height in mask_boxes(side):
        canvas.rect(x, y, width, height, stroke=0, fill=1)
    canvas.setFillGray(0)
    canvas.write(written_texts(side))
    left, below = RIGHT - QR_SIZE, TOP - QR_SIZE
    if head.qr or head.code:
        canvas.qr(head.qr or head.code, left, below, QR_SIZE)
    if head.key_qr:
        canvas.qr(head.key_qr, left - CODE_WIDTH, below, QR_SIZE)
    if side.of > 1:
        text = _("Page %(page)s of %(pages)s")
        text %= {"page": side.number, "pages": side.of}
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
    if side.page.note and (box := _unplayed(side)):
        yield _note_text(side, box)


def struck_lines(side: SheetSide) -> Iterator[StraightLine]:
    """Yield the lines through the rows not played."""
    layout = side.layout
    left = layout.columns[1] + PADDING
    if box := _unplayed(side):
        _x, bottom, _width, height = box
        yield StraightLine(left, bottom, RIGHT - PADDING, bottom + height, STROKE)


def mask_boxes(side: SheetSide) -> Iterator[Box]:
    """Yield the white boxes behind texts that cross the grid."""
    for row in _rows(side):
        if row.remark:
            yield _behind(_remark_text(side.layout, row))
        if row.ramsch:
            yield _behind(_ramsch_text(side.layout, row))
    if side.page.note and (box := _unplayed(side)):
        yield _behind(_note_text(side, box))


def _behind(text: Text) -> Box:
    width = width_of(text.text, text.size, text.font)
    x = text.x - (width / 2 if text.align == "centre" else 0)
    return x - 1.5, text.y - text.size * 0.2, width + 3, text.size


def _rows(side: SheetSide) -> Iterator[WrittenGame]:
    first, end = side.layout.first, side.layout.first + side.layout.rows
    return (row for row in side.page.rows if first <= row.number < end)


def _header_texts(side: SheetSide) -> Iterator[Text]:
    head = side.page.head
    values = (head.event, head.place, head.date, head.series, head.table)
    fields = header_fields(side.layout)
    big = (fields[3][0], fields[4][0])
    for value, (label, (x, end, y)) in zip(values, fields, strict=False):
        if value:
            yield from fitted_block(
                value,
                x,
                y + 1.1 * mm,
                end - x,
                ((12.0,) if label in big else ()) + HEADER_SIZES,
                BOLD,
                most=lambda size: 1 + (size <= HEADER_SIZES[-1]),
                leading=1.05,
                above=1,
            )
    if head.code:
        x = RIGHT - QR_SIZE / 2
        yield Text(x, TOP - QR_SIZE - 3 * mm, head.code, SMALL, BOLD, "centre")
    if head.key:
        x = RIGHT - CODE_WIDTH - QR_SIZE / 2
        yield Text(x, TOP - QR_SIZE - 3 * mm, head.key, SMALL, BOLD, "centre")
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
    lines, size = _name_lines(texts, room)
    y = top - NAMES_BEGIN - size * 0.75
    for line, font in lines:
        yield Text(x, y, line, size, font)
        y -= size * NAME_LEADING


def _name_lines(
    texts: Sequence[tuple[str, str]], room: float
) -> tuple[list[tuple[str, str]], float]:
    """Return all names of a place in the largest size in which they fit whole.

    Sizes below 8 are for more or longer names than a list usually has.
    """
    for size in NAME_SIZES:
        most = int((NAME_HEIGHT - NAMES_BEGIN) / (size * NAME_LEADING))
        lines = [
            (line, font)
            for text, font in texts
            for line in text_lines(text, room, size, font)
        ]
        if len(lines) <= most:
            break
    return lines[:most], size


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
            x = (columns[index] + columns[index + 1]) / 2
            yield Text(x, y, cell, size, FONT, "centre")


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


def _unplayed(side: SheetSide) -> Box | None:
    """Return the box of the rows that were not played: x, y, width and height."""
    layout, played = side.layout, side.page.games_played
    if played is None or played >= layout.first + layout.rows - 1:
        return None
    top = layout.edge(max(0, played - layout.first + 1))
    return LEFT, layout.body_bottom, RIGHT - LEFT, top - layout.body_bottom


def _note_text(side: SheetSide, box: Box) -> Text:
    x, y, width, height = box
    return Text(x + width / 2, y + height / 2 - 3, side.page.note, 9, BOLD, "centre")


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
