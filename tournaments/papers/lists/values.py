"""The contents of an official list (rules 4): values, and the text of every cell.

``ScoreSheetPage`` holds plain numbers and words. A blank list has no rows, no
closing block, and only as much of the header as is known beforehand.
"""

from dataclasses import dataclass, field

from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext

from scoring.house.rules import OFFICIAL, HouseRules
from scoring.lists.sheets import SeatTotal
from scoring.lists.systems import RATES, System
from tournaments.words.formats import number

TICK = "✓"
LEVELS = (
    "hand",
    "schneider",
    "schneider_announced",
    "schwarz",
    "schwarz_announced",
    "ouvert",
)


@dataclass(frozen=True, slots=True, kw_only=True)
class SheetHeader:
    """The top of a list; an empty text leaves its line to be written by hand.

    ``code`` is printed below the QR code, which contains ``qr`` (or the code itself),
    and ``state``, a remark on the whole list, beside the title. With ``key`` the table
    may write on a phone, which scans ``key_qr``.
    """

    event: str = ""
    place: str = ""
    date: str = ""
    series: str = ""
    table: str = ""
    code: str = ""
    qr: str = ""
    state: str = ""
    key: str = ""
    key_qr: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class SheetPlayer:
    """The player on a place; players come in the order of the places.

    ``substitutes`` are those who took the place over: their first game and name.
    """

    name: str = ""
    start_number: str = ""
    substitutes: tuple[tuple[int, str], ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class SheetRow:
    """One game as written on the list; None and False leave a cell empty.

    ``plus`` is what the game adds to a sum, ``minus`` what it takes off, both positive.
    ``running`` is the declarer's running total after this game, ``won`` or ``lost``
    the count that it raised. ``passed_in`` is the running count of passed-in games, in
    the row of one. Under house rules
    ``round_mark`` is printed beside the number (B for Bock), ``ramsch`` instead of the
    levels, and ``shares`` has (place, running total) of the others who score.
    """

    number: int
    base: int | None = None
    with_matadors: int | None = None
    without_matadors: int | None = None
    hand: bool = False
    schneider: bool = False
    schneider_announced: bool = False
    schwarz: bool = False
    schwarz_announced: bool = False
    ouvert: bool = False
    plus: int | None = None
    minus: int | None = None
    declarer: int | None = None
    running: int | None = None
    won: int | None = None
    lost: int | None = None
    passed_in: int | None = None
    remark: str = ""
    round_mark: str = ""
    ramsch: str = ""
    shares: tuple[tuple[int, int], ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class SheetFoot:
    """The closing block: the totals by place, and the number of passed-in games."""

    seats: tuple[SeatTotal, ...]
    passed_in: int


@dataclass(frozen=True, slots=True, kw_only=True)
class ScoreSheetPage:
    """One list on one page, or on several if it has more than about 64 games.

    ``games`` is the number of numbered rows. If ``games_played`` is smaller, the other
    rows are struck through and ``note`` is printed there (time was up, totals only).
    """

    players: tuple[SheetPlayer, ...]
    games: int
    header: SheetHeader = field(default_factory=SheetHeader)
    rows: tuple[SheetRow, ...] = ()
    foot: SheetFoot | None = None
    system: System = System.SEEGER_FABIAN
    games_played: int | None = None
    note: str = ""
    rules: HouseRules = OFFICIAL


@dataclass(frozen=True, slots=True, kw_only=True)
class FootRow:
    """One row of the closing block; ``cells`` has (points, count) by place.

    The first row has (points, won, lost) and a last entry with the passed-in games,
    the last row only the total.
    """

    label: str
    cells: tuple[tuple[str, ...], ...] = ()
    strong: bool = False


def blank_sheet(
    players: int,
    *,
    rounds: int = 12,
    header: SheetHeader | None = None,
    system: System = System.SEEGER_FABIAN,
    rules: HouseRules = OFFICIAL,
) -> ScoreSheetPage:
    """Return a blank list for ``players`` players and ``rounds`` rounds (rules 3.4)."""
    return ScoreSheetPage(
        players=(SheetPlayer(),) * players,
        games=players * rounds,
        header=header or SheetHeader(),
        system=system,
        rules=rules,
    )


def level_heads() -> tuple[str, ...]:
    """Return the six headings of the winning levels."""
    return (
        _("Hand"),
        _("Schneider"),
        _("Schneider announced"),
        _("Schwarz"),
        _("Schwarz announced"),
        _("open"),
    )


def row_cells(row: SheetRow, players: int) -> tuple[str, ...]:
    """Return the texts of one game's cells, in the order of the headings."""
    blocks = [""] * (3 * players)
    if row.declarer is not None and 1 <= row.declarer <= players:
        first = 3 * (row.declarer - 1)
        blocks[first : first + 3] = [
            number(row.running),
            number(row.won),
            number(row.lost),
        ]
    for place, running in row.shares:
        blocks[3 * (place - 1)] = number(running)
    return (
        f"{row.number} {row.round_mark}".strip(),
        first_cell(row),
        row.ramsch or number(row.with_matadors),
        number(row.without_matadors),
        *(TICK if getattr(row, level) else "" for level in LEVELS),
        number(row.plus),
        number(row.minus),
        *blocks,
        number(row.passed_in),
    )


def first_cell(row: SheetRow) -> str:
    """Return the text in the column of base values: a letter or the value."""
    if row.passed_in is not None:
        return pgettext("passed in", "E")
    return pgettext("Ramsch", "R") if row.ramsch else number(row.base)


def foot_rows(page: ScoreSheetPage) -> tuple[FootRow, ...]:
    """Return the closing block of rules 4.2 for the page's system.

    Plain game points have no bonus rows; Seeger has only those of the own games.
    """
    seats = page.foot.seats if page.foot else ()
    points = FootRow(label=_("Game points"), cells=_points_cells(page))
    total = FootRow(
        label=_("Total points"),
        cells=tuple((number(seat.total),) for seat in seats),
        strong=True,
    )
    rates = RATES[page.system]
    others_rate = rates.others_lost.get(len(page.players), 0)
    middle: tuple[FootRow, ...] = ()
    if rates.won:
        label = _("+ (won − lost games) × %(rate)s") % {"rate": rates.won}
        cells = tuple(
            (number(seat.won_lost_bonus), number(seat.won - seat.lost))
            for seat in seats
        )
        middle = (FootRow(label=label, cells=cells),)
    if others_rate:
        label = _("+ lost games of the others × %(rate)s") % {"rate": others_rate}
        cells = tuple(
            (number(seat.others_bonus), str(seat.others_lost)) for seat in seats
        )
        middle = (*middle, FootRow(label=label, cells=cells))
    return (points, *middle, total)


def _points_cells(page: ScoreSheetPage) -> tuple[tuple[str, ...], ...]:
    if page.foot is None:
        return ()
    seats = (
        (number(seat.game_points), str(seat.won), str(seat.lost))
        for seat in page.foot.seats
    )
    return (*seats, (str(page.foot.passed_in),))


def size_line(page: ScoreSheetPage) -> str:
    """Return the size of a list: "4er-Tisch, 48 Spiele"."""
    games = ngettext("%(count)s game", "%(count)s games", page.games)
    return _("Table of %(players)s, %(games)s") % {
        "players": len(page.players),
        "games": games % {"count": page.games},
    }
