"""Rankings on A4 and as an A3 poster to be read from afar, and the prize list."""

from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from textwrap import wrap

from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from reportlab.lib.colors import HexColor
from reportlab.lib.pagesizes import A3
from reportlab.lib.units import mm

from scoring.ranking.standings import Fact, Placed
from tournaments.events.models import Event
from tournaments.events.money.awards import (
    PrizeList,
    Winner,
    differing_text,
    overpaid_text,
)
from tournaments.events.results import Note
from tournaments.events.standings.selectors import Standings, standings_of
from tournaments.events.standings.tables import (
    name_on_paper,
    place_column,
    ranking_columns,
)
from tournaments.events.standings.words import (
    beside_text,
    changed_numbers,
    nobody_text,
    remark_text,
    state_text,
)
from tournaments.papers.event.draws import about_event
from tournaments.web.canvas import (
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
    width_of,
)
from tournaments.web.faces import BOLD, FONT, SERIF_BOLD
from tournaments.web.shapes import (
    GOLD,
    LANDSCAPE,
    PODIUM,
    PORTRAIT,
    Box,
    Ruled,
    SheetPaper,
    TablePaper,
    podium_rows,
    ruled,
    sentence,
    sentences,
    with_widths,
)
from tournaments.web.tables import Column, Space, figure
from tournaments.words import formats
from tournaments.words.choices import Ranking
from tournaments.words.citations import criteria_texts, fact_rule
from tournaments.words.formats import number, ordinal

MOST_SERIES_UPRIGHT = 4
SERIES_WIDTH = 12
LEAST_NAME, LEAST_NAMES, MOST_NAME = 30, 60, 90
# The widths in mm of name, club, prize and the line to sign.
AMOUNTS_ONLY = (46, 38, 28, 36)
WITH_THINGS = (40, 37, 46, 25)
LONGEST_AMOUNT = 12
PRIZE_LETTERS = 22  # as many as fit into the column of prizes


def standings_paper(event: Event, *, ranking: str = Ranking.SINGLE) -> TablePaper:
    return ranking_paper(event, standings_of(event, ranking=ranking))


def ranking_paper(event: Event, standings: Standings) -> TablePaper:
    """Return a ranking; the rows of those who win a prize are marked."""
    prized = standings.prize_places
    places = [line.place for line in standings.places]
    columns = ranking_columns(standings)
    table = ruled(
        standings.places,
        with_widths(columns, ranking_widths(standings, columns)),
        strong=podium_rows(places),
        marked=[row for row, place in enumerate(places, 1) if place <= prized],
    )
    remarks = [*standings_remarks(standings), *tie_texts(standings)]
    nobody = nobody_text(standings) or _("Nothing is played yet.")
    return TablePaper(
        title=standings_title(standings),
        about=about_event(event),
        parts=[table, *sentences(remarks)] if standings.places else [sentence(nobody)],
        note=state_note(standings),
        is_wide=len(series_of(standings)) > MOST_SERIES_UPRIGHT,
    )


def ranking_widths(standings: Standings, columns: list[Column]) -> dict[str, float]:
    """Return the widths of series, and of names and clubs, which share the rest."""
    series = series_of(standings)
    count = len(series)
    width = LANDSCAPE if count > MOST_SERIES_UPRIGHT else PORTRAIT
    fixed = sum(each.paper.width for each in columns if each.paper)
    one_series = min(SERIES_WIDTH, (width - fixed - LEAST_NAMES) / max(count, 1))
    room = width - fixed - one_series * count
    name: float = min(room, MOST_NAME)
    if standings.shows_clubs:  # so that few wrap
        rows = [line.entry for line in standings.places]
        names = max(width_of(name_on_paper(row), 1, BOLD) for row in rows)
        clubs = max(width_of(row.club_beside, 1, BOLD) for row in rows)
        share = room * names / (names + clubs or 1)
        name = max(LEAST_NAME, min(share, room - LEAST_NAME))
    widths = {f"series_{number}": one_series for number in series}
    return {"player": name, "club": room - name, **widths}


def series_of(standings: Standings) -> tuple[int, ...]:
    """Return the numbers of the series with a column of their own."""
    return () if standings.ranking == Ranking.LISTS else standings.series_numbers


def standings_title(standings: Standings) -> str:
    """Return the title of a ranking, such as "Standings after series 3"."""
    is_whole = standings.ranking != Ranking.LISTS
    played = max(standings.series_choices, default=0) if is_whole else 0
    text = _("Standings after series %(number)s") if played else _("Standings")
    if played and standings.under_way:
        text = _("Standings so far")
    title = text % {"number": played}
    return " · ".join(filter(None, (ranking_name(standings), title)))


def ranking_name(standings: Standings) -> str:
    """Return the name of a ranking, empty for the usual one."""
    return "" if standings.ranking == Ranking.SINGLE else standings.label


def tie_texts(standings: Standings) -> list[str]:
    """Return what decided between equal totals, with the places."""
    decisive = criteria_texts(standings.chain)
    places: dict[str, list[str]] = {}
    for line in standings.places:
        decided = decisive[line.decided_by] if line.decided_by else ""
        remark = "; ".join(filter(None, (beside_text(line.entry, standings), decided)))
        if remark:
            places.setdefault(remark, []).append(str(line.place))
    return [
        _("Place %(places)s: %(remark)s")
        % {"places": ", ".join(dict.fromkeys(tied)), "remark": remark}
        for remark, tied in places.items()
    ]


def standings_remarks(standings: Standings) -> list[str]:
    """Return the remarks below a ranking: the prizes and the referee's decisions."""
    remarks = [text] if (text := remark_text(standings)) else []
    if places := standings.prize_places:
        text = ngettext(
            "%(places)s place wins a prize.", "%(places)s places win a prize.", places
        )
        remarks.append(text % {"places": places})
    return [*remarks, *map(note_text, standings.notes)]


def note_text(note: Note) -> str:
    """Return a referee's decision as a footnote."""
    adjustment = note.adjustment
    return _(
        "%(note)s) %(name)s, series %(series)s: %(change)s (%(reason)s); "
        "decided by %(decided_by)s on %(day)s; %(rule)s"
    ) % {
        "note": note.number,
        "name": adjustment.player.name,
        "series": adjustment.series.number,
        "change": changed_numbers(adjustment),
        "reason": adjustment.reason,
        "decided_by": adjustment.decided_by,
        "day": formats.short_date(adjustment.at),
        "rule": fact_rule(Fact.REFEREE),
    }


def state_note(standings: Standings) -> str:
    """Return the note in the footer: provisional results and unproved lists."""
    if not (count := standings.unproved):
        return state_text(standings)
    words = ngettext(
        "%(count)s list is not proved yet.",
        "%(count)s lists are not proved yet.",
        count,
    )
    return f"{state_text(standings)} {words % {'count': count}}".strip()


def prizes_paper(event: Event, winners: PrizeList) -> TablePaper:
    """Return the winners and their prizes, with a line to sign."""
    table = prize_table(winners)
    total = _("Total of all prizes: %(amount)s")
    total %= {"amount": formats.money(winners.total)}
    return TablePaper(
        title=_("Prize list"),
        about=about_event(event),
        parts=[
            lambda size: replace(table, padding=size * 0.8)(size),
            sentence(total if winners.total else "", "Heading"),
            sentence(overpaid_text(winners)),
        ],
        note=state_note(winners.standings),
    )


def prize_table(winners: PrizeList) -> Ruled:
    lines = [
        *winners.people,
        *(
            replace(winner, club=" · ".join(filter(None, (winner.club, plan.label))))
            for plan, lines in winners.others
            for winner in lines
        ),
    ]
    has_clubs = any(line.club for line in lines)
    is_final = winners.standings.is_complete
    worth = [part for line in lines for part in prize_lines(line)]
    has_things = any(len(part) > LONGEST_AMOUNT for part in worth)
    name, club, prize, sign = WITH_THINGS if has_things else AMOUNTS_ONLY
    columns = [
        place_column(width=14),
        Column("name", _("Name"), "name", paper=Space(name)),
        Column("club", _("Club"), "club", paper=Space(club), needed="club"),
        figure("points", _("Points"), "points", width=18),
        Column(
            "prize",
            _("Prize"),
            lambda line: "\n".join(prize_lines(line)),
            paper=Space(prize if has_clubs else prize + club, "right", BOLD),
        ),
        Column(
            "signature",
            _("Signature"),
            lambda line: differing_text(line) if is_final else "",
            paper=Space(sign),
        ),
    ]
    return ruled(lines, columns)


def prize_lines(line: Winner) -> list[str]:
    """Return what somebody wins, in lines as long as the column of prizes."""
    things = [
        _("%(things)s (by lot)") % {"things": thing} if line.by_lot else thing
        for thing in line.things
    ]
    worth = [formats.money(line.amount)] if line.amount else []
    return [part for text in (*worth, *things) for part in wrap(text, PRIZE_LETTERS)]


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
PODIUM_HIGH = 63
BETWEEN = 14 * mm
ONE_COLUMN = 16
ON_FELT = HexColor("#f8f5ea")


def poster_paper(event: Event, standings: Standings) -> SheetPaper:
    """Return a ranking with its first three in large print, as it is on A4."""
    lines = len(standings.places)
    _size, rows = size_and_rows(lines)
    starts = range(PODIUM, max(lines, PODIUM + 1), 2 * rows)
    about = " · ".join(filter(None, about_event(event)))
    # Whose names are told is known now, not when it is drawn.
    remarks = (*standings_remarks(standings)[:1], state_note(standings))
    note = " ".join(filter(None, remarks))
    draw = partial(draw_poster, standings=standings, about=about, note=note)
    return SheetPaper(sheets=starts, draw_sheet=draw, pagesize=A3)


def draw_poster(
    canvas: PaperCanvas, start: int, *, standings: Standings, about: str, note: str
) -> None:
    """Draw the places from ``start`` on, in one or two columns.

    The first page has the first three before them, the last page the ``note``.
    """
    lines, top = standings.places, PODIUM_TOP + 10 * mm
    draw_poster_head(canvas, standings_title(standings), about)
    if start == PODIUM:
        top = LIST_TOP
        for index, line in enumerate(lines[:PODIUM]):
            draw_winner(canvas, line, PODIUM_TOP - index * PODIUM_STEP)
    size, rows = size_and_rows(len(lines))
    ends = start + rows, start + 2 * rows
    columns = [*filter(None, (lines[start : ends[0]], lines[ends[0] : ends[1]]))]
    width = (ROOM - BETWEEN * (len(columns) - 1)) / max(1, len(columns))
    for index, column in enumerate(columns):
        box = Box(SIDE + index * (width + BETWEEN), top, width, LIST_TOP)
        draw_column(canvas, column, box, size, standings.prize_places)
    if ends[1] >= len(lines):
        sizes = (13, 12, 11, 10, 9, 8)
        canvas.write(fitted_block(note, SIDE, FOOT + 2 * mm, ROOM, sizes))


def draw_poster_head(canvas: PaperCanvas, title: str, about: str) -> None:
    """Draw a band in the club's colour, with the title of the ranking below."""
    frame = page_frame()
    canvas.setFillColor(HexColor(frame.colour))
    band = (EDGE, HEIGHT - BAND, WIDTH - 2 * EDGE, BAND - EDGE)
    canvas.rect(*band, stroke=0, fill=1)
    canvas.setFillColor(ON_FELT)
    for text, y, room, font, sizes in (
        (frame.club, 25, ROOM, SERIF_BOLD, (44, 38, 32, 26, 20, 16)),
        (title, 62, ROOM - 70 * mm, SERIF_BOLD, (52, 44, 36, 28, 22, 18)),
        (about, 75, ROOM, FONT, (22, 19, 16, 13, 11, 9)),
    ):
        canvas.write(fitted_block(text, SIDE, HEIGHT - y * mm, room, sizes, font))
        canvas.setFillGray(0)
    for place, suit in enumerate(SUITS):
        x = WIDTH - SIDE - (4 - place) * 15 * mm
        canvas.addLiteral(suit_drawing(suit, x, HEIGHT - 63 * mm, 13 * mm))


def size_and_rows(places: int) -> tuple[float, int]:
    """Return the size in which all below the podium fill the page, and their rows."""
    count = max(0, places - PODIUM)
    rows = count if count <= ONE_COLUMN else -(-count // 2)
    room = LIST_TOP - LIST_BOTTOM
    size = min(LARGEST, room / (ROW * max(1, rows)))
    if size >= LEAST:
        return size, max(1, rows)
    return LEAST, int(room / (ROW * LEAST))


def draw_winner(canvas: PaperCanvas, line: Placed, y: float) -> None:
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
    name, at = name_on_paper(line.entry), y + 1 * mm
    texts = fitted_block(name, left, at, room, PODIUM_SIZES, BOLD, height=PODIUM_HIGH)
    if (club := line.entry.club_beside) and len(texts) == 1:
        texts += fitted_block(club, left, y - 6 * mm, room, (16, 14, 12, 10, 8))
    texts.append(Text(WIDTH - SIDE, y + 1 * mm, total, 42, SERIF_BOLD, "right"))
    canvas.write(texts)


def draw_column(
    canvas: PaperCanvas, lines: Sequence[Placed], box: Box, size: float, prized: int
) -> None:
    """Draw a column of places; long names take several close and smaller lines.

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
    small = [max(SMALL, size * share) for share in SMALL_SHARES]
    fitted = partial(fitted_block, height=ROW * size, leading=1.05, above=0.5)
    for index, (line, name, total) in enumerate(zip(lines, names, totals, strict=True)):
        bottom = box.top - (index + 1) * ROW * size
        x, y, place = begin - size * 0.4, bottom + size * 0.5, ordinal(line.place)
        texts.append(Text(x, y, place, size, SERIF_BOLD, "right"))
        texts.append(Text(right, y, total, size, BOLD, "right"))
        sizes = [letters] if width_of(name, letters) <= room else small
        texts += fitted(name, begin, y, room, sizes)
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
