"""The ranking as an A3 poster, to be read from across the room."""

from collections.abc import Sequence
from dataclasses import dataclass

from reportlab.lib.colors import HexColor
from reportlab.lib.pagesizes import A3
from reportlab.lib.units import mm

from scoring.ranking.standings import Placed
from tournaments.events.models import Event
from tournaments.events.standings.selectors import Standings
from tournaments.events.standings.tables import name_on_paper
from tournaments.papers.canvas.canvas import (
    EDGE,
    FOOT,
    SMALL,
    SUITS,
    PaperCanvas,
    StraightLine,
    Text,
    fitted_block,
    page_frame,
    suit_drawing,
    suit_of_place,
)
from tournaments.papers.canvas.fitting import width_of
from tournaments.papers.canvas.shapes import Box
from tournaments.papers.canvas.tables import GOLD, PODIUM
from tournaments.papers.event.draws import about_event
from tournaments.papers.event.standings import (
    standings_remarks,
    standings_title,
    state_note,
)
from tournaments.web.drawing.faces import BOLD, FONT, SERIF_BOLD
from tournaments.words.formats import number, ordinal

WIDTH, HEIGHT = A3
SIDE = 22 * mm
ROOM = WIDTH - 2 * SIDE
BAND = 40 * mm
PODIUM_TOP, PODIUM_STEP = HEIGHT - 104 * mm, 25 * mm
NAME_SHARES = (1, 0.95, 0.9, 0.85, 0.8, 0.75, 0.7)  # of the size of their rows
SMALL_SHARES = (0.72, 0.62, 0.52, 0.42, 0.36)
PODIUM_SIZES = (40.0, 36.0, 32.0, 28.0, 24.0, 20.0, 16.0)
LIST_TOP, LIST_BOTTOM = PODIUM_TOP - PODIUM_STEP * PODIUM - 4 * mm, 20 * mm
LARGEST, LEAST = 24.0, 11.0
ROW = 1.7
PODIUM_HIGH = 60
BETWEEN = 14 * mm
ONE_COLUMN = 16
ON_FELT = HexColor("#f8f5ea")


@dataclass(frozen=True, slots=True, kw_only=True)
class Poster:
    """A ranking with its first three in large print; the same as the one on A4.

    Those up to the place ``prized`` win a prize.
    """

    title: str
    about: str
    lines: Sequence[Placed]
    note: str = ""
    has_clubs: bool = False
    prized: int = 0

    def draw(self, canvas: PaperCanvas) -> None:
        canvas.open_part(pagesize=A3, names_rules=False)
        lines = self.lines
        size, rows = size_and_rows(max(0, len(lines) - PODIUM))
        self._draw_head(canvas)
        for index, line in enumerate(lines[:PODIUM]):
            y, club = PODIUM_TOP - index * PODIUM_STEP, line.entry.club
            draw_winner(canvas, line, y, club if self.has_clubs else "")
        for start in range(PODIUM, max(len(lines), PODIUM + 1), 2 * rows):
            if start > PODIUM:
                canvas.showPage()
                self._draw_head(canvas)
            top = LIST_TOP if start == PODIUM else PODIUM_TOP + 10 * mm
            self._draw_further(canvas, lines[start : start + 2 * rows], top, size, rows)
        sizes = (13, 12, 11, 10, 9, 8)
        canvas.write(fitted_block(self.note, SIDE, FOOT + 2 * mm, ROOM, sizes))
        canvas.showPage()

    def _draw_head(self, canvas: PaperCanvas) -> None:
        """Draw a band in the club's colour, with the title of the ranking below."""
        frame = page_frame()
        canvas.setFillColor(HexColor(frame.colour))
        band = (EDGE, HEIGHT - BAND, WIDTH - 2 * EDGE, BAND - EDGE)
        canvas.rect(*band, stroke=0, fill=1)
        canvas.setFillColor(ON_FELT)
        for text, y, room, font, sizes in (
            (frame.club, 25, ROOM, SERIF_BOLD, (44, 38, 32, 26, 20, 16)),
            (self.title, 62, ROOM - 70 * mm, SERIF_BOLD, (52, 44, 36, 28, 22, 18)),
            (self.about, 75, ROOM, FONT, (22, 19, 16, 13, 11, 9)),
        ):
            canvas.write(fitted_block(text, SIDE, HEIGHT - y * mm, room, sizes, font))
            canvas.setFillGray(0)
        for place, suit in enumerate(SUITS):
            x = WIDTH - SIDE - (4 - place) * 15 * mm
            canvas.addLiteral(suit_drawing(suit, x, HEIGHT - 63 * mm, 13 * mm))

    def _draw_further(
        self,
        canvas: PaperCanvas,
        lines: Sequence[Placed],
        top: float,
        size: float,
        rows: int,
    ) -> None:
        """Draw the places after the first three, in one or two columns of ``rows``."""
        columns = [lines[:rows], lines[rows:]] if len(lines) > rows else [lines]
        width = (ROOM - BETWEEN * (len(columns) - 1)) / len(columns)
        for index, column in enumerate(columns):
            box = Box(SIDE + index * (width + BETWEEN), top, width, LIST_TOP)
            draw_column(canvas, column, box, size, self.prized)


def poster_paper(event: Event, standings: Standings) -> Poster:
    remarks = (*standings_remarks(standings)[:1], state_note(standings))
    return Poster(
        title=standings_title(standings),
        about=" · ".join(filter(None, about_event(event))),
        lines=standings.places,
        note=" ".join(filter(None, remarks)),
        has_clubs=standings.shows_clubs,
        prized=standings.prize.places if standings.prize else 0,
    )


def size_and_rows(count: int) -> tuple[float, int]:
    """Return the size in which ``count`` places fill the page, and rows per column."""
    rows = count if count <= ONE_COLUMN else -(-count // 2)
    room = LIST_TOP - LIST_BOTTOM
    size = min(LARGEST, room / (ROW * max(1, rows)))
    if size >= LEAST:
        return size, max(1, rows)
    return LEAST, int(room / (ROW * LEAST))


def draw_winner(canvas: PaperCanvas, line: Placed, y: float, club: str) -> None:
    """Draw one of the first three: a card with the rank, the name, the total."""
    height = PODIUM_STEP - 4 * mm
    canvas.setStrokeColor(GOLD)
    canvas.setLineWidth(2)
    canvas.roundRect(SIDE, y - height + 14 * mm, 24 * mm, height, 3 * mm)
    canvas.setStrokeGray(0)
    canvas.write([Text(SIDE + 4 * mm, y + 1 * mm, str(line.place), 40, SERIF_BOLD)])
    suit = suit_of_place(line.place)
    canvas.addLiteral(suit_drawing(suit, SIDE + 13 * mm, y + 1 * mm, 8.5 * mm))
    left, total = SIDE + 30 * mm, number(line.entry.total)
    room = ROOM - 30 * mm - width_of(total, 42, SERIF_BOLD) - 6 * mm
    texts = fitted_block(
        name_on_paper(line.entry),
        left,
        y + 1 * mm,
        room,
        PODIUM_SIZES,
        BOLD,
        most=lambda size: max(1, int(PODIUM_HIGH / (size * 1.1))),
        leading=1.1,
    )
    if club and len(texts) == 1:
        texts += fitted_block(club, left, y - 6 * mm, room, (16, 14, 12, 10, 8))
    texts.append(Text(WIDTH - SIDE, y + 1 * mm, total, 42, SERIF_BOLD, "right"))
    canvas.write(texts)


def draw_column(
    canvas: PaperCanvas, lines: Sequence[Placed], box: Box, size: float, prized: int
) -> None:
    """Draw a column of places; long names take several close lines.

    Those up to the place ``prized`` have a bar.
    """
    texts, rules = [], []
    left, right = box.left, box.right
    begin = left + width_of("999. ", size, SERIF_BOLD)
    totals = [number(line.entry.total) for line in lines]
    widest = max((width_of(total, size, BOLD) for total in totals), default=0)
    room = right - begin - widest - size * 0.6
    names = [name_on_paper(line.entry) for line in lines]
    letters = size_of_names(names, room, size)
    for index, (line, name, total) in enumerate(zip(lines, names, totals, strict=True)):
        bottom = box.top - (index + 1) * ROW * size
        x, y, place = begin - size * 0.4, bottom + size * 0.5, ordinal(line.place)
        texts.append(Text(x, y, place, size, SERIF_BOLD, "right"))
        texts.append(Text(right, y, total, size, BOLD, "right"))
        texts += name_texts(name, begin, y, room, size, letters)
        rules.append(StraightLine(left, bottom, right, bottom, 0.5))
        if line.place <= prized:
            rules.append(StraightLine(left, bottom, left, bottom + ROW * size, 4))
    canvas.rule(rules)
    canvas.write(texts)


def size_of_names(names: Sequence[str], room: float, size: float) -> float:
    """Return the size of a column's names, in which all but the longest fit.

    >>> size_of_names(["Ott, Bo", "Rosskamp, Heinz-Peter"], 190, 20)
    19.0
    >>> size_of_names(["Ott, Bo", "von " * 40], 190, 20)
    20
    """
    usual = [name for name in names if width_of(name, size * NAME_SHARES[-1]) <= room]
    longest = max((width_of(name, 1) for name in usual), default=0)
    return next(size * share for share in NAME_SHARES if longest * size * share <= room)


def name_texts(
    name: str, x: float, y: float, room: float, size: float, letters: float
) -> list[Text]:
    """Return a name in the column's size, or in several smaller lines."""
    if width_of(name, letters) <= room:
        return [Text(x, y, name, letters)]
    return fitted_block(
        name,
        x,
        y,
        room,
        [max(SMALL, size * share) for share in SMALL_SHARES],
        most=lambda small: int(ROW * size / (small * 1.05)),
        leading=1.05,
        above=0.5,
    )
