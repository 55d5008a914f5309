"""Lists on paper (rules 4): as they were typed, with names only, or blank.

A blank list has no rows, no closing block, and only as much of the head as is known
beforehand.
"""

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from typing import NamedTuple

from django.db.models import QuerySet
from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext

from scoring.game.written_games import NULL_VALUE, TICKS, Contract
from scoring.house.rules import OFFICIAL, HouseRules
from scoring.lists.sheets import RATES, ListTotals
from tournaments.events.models import Entry, Event
from tournaments.papers.event.draws import lookups_of
from tournaments.people.names.mentions import Mentions
from tournaments.sheets.board import LineRow, SheetBoard, board_for_reader, board_of
from tournaments.sheets.ledger import Ledger
from tournaments.sheets.models import ListVersion, ScoreSheet, Seat
from tournaments.sheets.selectors import (
    ledgers_of,
    mentions_on,
    versions_of,
)
from tournaments.web.canvas import Addresses
from tournaments.words import formats
from tournaments.words.choices import Proof
from tournaments.words.formats import number
from tournaments.words.house_lines import turn_text
from tournaments.words.problems import mark_words, overbid_mark, ramsch_words

TICK = "✓"
BASE, WITH, WITHOUT, FIRST_LEVEL, PLUS, MINUS = 1, 2, 3, 4, 10, 11
FIRST_BLOCK = MINUS + 1
"""The cells of a game: these of the game itself, then three for each player."""


class Head(NamedTuple):
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


NO_HEAD = Head()


class Occupants(NamedTuple):
    """The player on a place, and the first game and name of each substitute."""

    name: str = ""
    start_number: str = ""
    substitutes: tuple[tuple[int, str], ...] = ()


class WrittenGame(NamedTuple):
    """One game as written on the list, with the texts of its cells.

    Under house rules ``mark`` is printed beside the number (B for Bock), and ``ramsch``
    instead of the levels.
    """

    number: int
    cells: tuple[str, ...]
    declarer: int | None = None
    remark: str = ""
    mark: str = ""
    ramsch: str = ""


class FootRow(NamedTuple):
    """One row of the closing block; ``cells`` has (points, count) by place.

    The first row has (points, won, lost) and a last entry with the passed-in games,
    the last row only the total.
    """

    label: str
    cells: tuple[tuple[str, ...], ...] = ()
    strong: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class ListPage:
    """One list on one page, or on several if it has more than about 64 games.

    ``games`` is the number of numbered rows. If ``games_played`` is smaller, the other
    rows are struck through and ``note`` is printed there (time was up, totals only).
    ``totals`` make the closing block, where a ``reason`` for differing from the paper
    stands instead of signatures.
    """

    players: tuple[Occupants, ...]
    games: int
    head: Head = NO_HEAD
    rows: tuple[WrittenGame, ...] = ()
    totals: ListTotals | None = None
    games_played: int | None = None
    note: str = ""
    reason: str = ""
    rules: HouseRules = OFFICIAL

    @property
    def size_text(self) -> str:
        """The size of the list: "4er-Tisch, 48 Spiele"."""
        games = ngettext("%(count)s game", "%(count)s games", self.games)
        return _("Table of %(players)s, %(games)s") % {
            "players": len(self.players),
            "games": games % {"count": self.games},
        }


def event_sheets(event: Event, **part: int | None) -> QuerySet[ScoreSheet]:
    """Return the lists of ``event``, or of a series or table of it, in their order."""
    sheets = ScoreSheet.objects.filter(series__event=event, **dict(lookups_of(part)))
    return sheets.with_event().order_by("series__number", "table_number")


def typed_pages(
    sheets: Iterable[ScoreSheet], addresses: Addresses | None = None
) -> list[ListPage]:
    """Return lists, ``with_event()``, as pages with the games typed so far."""
    ledgers = ledgers_of(sheets)
    events = {ledger.sheet.series.event_id for ledger in ledgers}
    entries = Entry.objects.filter(event__in=events)
    columns = ("event", "player", "start_number")
    numbers = {tuple(key): at for *key, at in entries.values_list(*columns)}
    mentions = mentions_on(ledgers)
    versions = versions_of(ledger.sheet for ledger in ledgers)
    return [
        typed_page(ledger, addresses, mentions, versions.get(ledger.sheet.pk), numbers)
        for ledger in ledgers
    ]


def typed_page(
    ledger: Ledger,
    addresses: Addresses | None,
    mentions: Mentions,
    version: ListVersion | None,
    numbers: Mapping[tuple[int, ...], int],
) -> ListPage:
    """Return one list as a page; ``numbers`` are by event and person.

    The closing block is printed when the list is complete; until then it stays empty.
    """
    sheet, event = ledger.sheet, ledger.sheet.series.event_id
    board = board_for_reader(board_of(ledger), mentions)
    is_closed = board.is_complete and (board.played or sheet.totals_only)
    played, note = unplayed(board)
    places = (column.occupants for column in board.columns)
    return ListPage(
        players=tuple(
            Occupants(
                name=first.name,
                start_number=number(numbers.get((event, first.player.pk))),
                substitutes=tuple((other.first, other.name) for other in others),
            )
            for first, *others in places
        ),
        games=sheet.games_planned,
        head=list_head(sheet, addresses, version),
        rows=tuple(
            written_game(row, len(board.columns))
            for row in board.rows
            if row.result is not None
        ),
        totals=board.totals if is_closed else None,
        games_played=played,
        rules=ledger.rules,
        note=note,
        reason=board.explanation,
    )


def lists_to_write_on(
    event: Event,
    addresses: Addresses,
    codes: Collection[str] = (),
    **part: int | None,
) -> list[ListPage]:
    """Return the lists of all or of that ``part`` with names and start numbers.

    With ``codes`` only those. Games typed already are not printed.
    """
    numbers = dict(event.entries.values_list("player_id", "start_number"))
    lists = event_sheets(event, **part)
    sheets = list(lists.filter(code__in=codes) if codes else lists)
    players: dict[int, list[Occupants]] = {sheet.pk: [] for sheet in sheets}
    seats = Seat.objects.filter(sheet__in=players).select_related("player")
    for seat in seats.order_by("place"):
        start_number = number(numbers.get(seat.player_id))
        players[seat.sheet_id].append(Occupants(seat.player.name, start_number))
    return [
        ListPage(
            players=tuple(players[sheet.pk]),
            games=sheet.games_planned,
            head=list_head(sheet, addresses),
            rules=sheet.as_rules(),
        )
        for sheet in sheets
        if players[sheet.pk]
    ]


def blank_pages(event: Event, copies: Mapping[int, int]) -> list[ListPage]:
    """Return blank lists of the event; ``copies`` counts them by number of players."""
    head = Head(event.name, event.place, formats.short_date(event.date))
    rules = event.as_rules()
    return [
        blank_page(players, event.rounds_at(players), head, rules)
        for players, count in sorted(copies.items())
        for _copy in range(count)
    ]


def blank_page(
    players: int, rounds: int = 12, head: Head = NO_HEAD, rules: HouseRules = OFFICIAL
) -> ListPage:
    """Return a blank list for ``players`` players and ``rounds`` rounds (rules 3.4)."""
    empty = (Occupants(),) * players
    return ListPage(players=empty, games=players * rounds, head=head, rules=rules)


def list_head(
    sheet: ScoreSheet,
    addresses: Addresses | None = None,
    version: ListVersion | None = None,
) -> Head:
    """Return the head of a list; with ``addresses`` its code is an address."""
    event = sheet.series.event
    keys = None if sheet.is_finished else addresses
    states = [
        sheet.state_label if sheet.is_unproved else "",
        str(sheet.get_proof_display()) if sheet.proof == Proof.EXPLAINED else "",
        _("check code %(code)s") % {"code": version.code} if version else "",
    ]
    if version and version.number > 1:
        states.append(_("version %(number)s") % {"number": version.number})
    return Head(
        event=event.name,
        place=event.place,
        date=formats.short_date(event.date),
        series=str(sheet.series.number),
        table=str(sheet.table_number),
        code=sheet.code,
        state=", ".join(filter(None, states)),
        qr=addresses.sheet(sheet.code) if addresses else "",
        key=keys.table_key(sheet.code) if keys else "",
        key_qr=keys.table_entry(sheet.code) if keys else "",
    )


def unplayed(board: SheetBoard) -> tuple[int | None, str]:
    """Return the last game if the rest of the list is struck, and why it is."""
    if board.sheet.totals_only:
        return 0, _("Only the totals are typed.")
    played = board.played if board.sheet.cut_short else board.ended_at
    if board.ended_at:
        return played, _("A sum was reached.")
    return played, _("Time was up.") if board.sheet.cut_short else ""


def written_game(row: LineRow, players: int) -> WrittenGame:
    """Return one typed game with its ticks and numbers (rules 4.1)."""
    entry, result, running = row.entry, row.result, row.running
    if entry is None or result is None or running is None:
        raise ValueError("only typed games are printed")
    if entry.declarer is None:
        return undeclared_game(row, players)
    cells = empty_cells(row, players)
    cells[BASE] = number(base_value(row))
    if entry.contract not in (None, Contract.NULL):
        cells[WITHOUT if entry.without else WITH] = number(entry.matadors)
    for at, level in enumerate(TICKS, start=FIRST_LEVEL):
        cells[at] = TICK if getattr(entry, level) else ""
    write_sums(row, cells)
    first = FIRST_BLOCK + 3 * (entry.declarer - 1)
    cells[first : first + 3] = (
        number(running.game_points),
        number(running.won if result.won else None),
        number(running.lost if result.won is False else None),
    )
    remarks = (overbid_mark(result), *mark_words(entry.house), row.remark)
    return WrittenGame(
        number=row.number,
        cells=tuple(cells),
        declarer=entry.declarer,
        remark=" · ".join(filter(None, remarks)),
        mark=round_mark(row),
    )


def undeclared_game(row: LineRow, players: int) -> WrittenGame:
    """Return a game without a declarer: passed in, or a Ramsch."""
    cells, mark = empty_cells(row, players), round_mark(row)
    marks = row.entry.house if row.entry else None
    if marks is None or marks.ramsch is None:
        cells[BASE] = pgettext("passed in, one letter", "E")
        cells[-1] = number(row.running.passed_in if row.running else None)
        return WrittenGame(row.number, tuple(cells), remark=row.remark, mark=mark)
    _name, *words = ramsch_words(marks.ramsch)
    points = "/".join(map(str, marks.ramsch.points))
    parts = [points, *words, *mark_words(marks), row.remark]
    ramsch = " · ".join(filter(None, parts))
    cells[BASE], cells[WITH] = pgettext("Ramsch", "R"), ramsch
    write_sums(row, cells)
    return WrittenGame(row.number, tuple(cells), mark=mark, ramsch=ramsch)


def empty_cells(row: LineRow, players: int) -> list[str]:
    """Return the cells of a game, in the order of the headings."""
    first = f"{row.number} {round_mark(row)}".strip()
    return [first, *[""] * (FIRST_BLOCK + 3 * players)]


def write_sums(row: LineRow, cells: list[str]) -> None:
    """Write what a game adds and takes, and the sums of everybody who scores."""
    cells[PLUS], cells[MINUS] = number(row.plus), number(row.minus)
    for place, points in row.running.shares if row.running else ():
        cells[FIRST_BLOCK + 3 * (place - 1)] = number(points)


def round_mark(row: LineRow) -> str:
    """Return the letter of a special round under house rules: B or R."""
    return turn_text(row.house.turn)[:1] if row.house else ""


def base_value(row: LineRow) -> int | None:
    """Return the base value; a Null has its fixed value."""
    explanation = row.result.explanation if row.result else None
    if explanation is not None and explanation.impossible_null:
        return NULL_VALUE[explanation.hand, explanation.ouvert]
    return row.base


def foot_rows(page: ListPage) -> tuple[FootRow, ...]:
    """Return the closing block of rules 4.2 for the page's system.

    Plain game points have no bonus rows; Seeger has only those of the own games.
    """
    seats = page.totals.seats if page.totals else ()
    rates = RATES[page.rules.list_system]
    points: list[tuple[str, ...]] = [
        (number(seat.game_points), str(seat.won), str(seat.lost)) for seat in seats
    ]
    if page.totals:
        points.append((str(page.totals.passed_in),))
    rows = [FootRow(_("Game points"), tuple(points))]
    if rates.won:
        bonuses = ((seat.won_lost_bonus, seat.won - seat.lost) for seat in seats)
        cells = tuple((number(points), number(count)) for points, count in bonuses)
        label = _("(won − lost games) × %(rate)s") % {"rate": rates.won}
        rows.append(FootRow(f"+ {label}", cells))
    if others_rate := rates.others_lost.get(len(page.players), 0):
        others = ((number(seat.others_bonus), str(seat.others_lost)) for seat in seats)
        label = _("lost games of the others × %(rate)s") % {"rate": others_rate}
        rows.append(FootRow(f"+ {label}", tuple(others)))
    totals = tuple((number(seat.total),) for seat in seats)
    return (*rows, FootRow(_("Total points"), totals, strong=True))
