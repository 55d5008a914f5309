"""Lists as documents: as they were typed, with names only, or blank."""

from collections.abc import Iterable, Mapping

from django.db.models import QuerySet
from django.utils.translation import gettext as _

from scoring.game.contracts import NULL_VALUE, Contract
from scoring.lists.sheets import RunningLine
from scoring.lists.systems import System
from tournaments.events.models import Event
from tournaments.papers.canvas.addresses import Addresses
from tournaments.papers.lists.values import (
    LEVELS,
    ScoreSheetPage,
    SheetFoot,
    SheetHeader,
    SheetPlayer,
    SheetRow,
    blank_sheet,
)
from tournaments.papers.seats.selectors import start_numbers
from tournaments.people.names.mentions import NO_MENTIONS, Mentions
from tournaments.programme.rule_sets import rules_in
from tournaments.sheets.board import SheetBoard, board_for_reader, board_of
from tournaments.sheets.ledger import Column, Ledger
from tournaments.sheets.models import ScoreSheet, Seat
from tournaments.sheets.rows import LineRow
from tournaments.sheets.selectors import (
    check_codes_of,
    ledgers_of,
    mentions_on,
    rules_of_list,
)
from tournaments.words import formats
from tournaments.words.games import overbid_mark
from tournaments.words.house.lines import turn_text
from tournaments.words.marks import mark_words, ramsch_words


def event_sheets(
    event: Event, *, series: int | None = None, table: int | None = None
) -> QuerySet[ScoreSheet]:
    """Return the lists of ``event``, ordered by series and table, ``with_event()``."""
    sheets = ScoreSheet.objects.filter(series__event=event)
    if series is not None:
        sheets = sheets.filter(series__number=series)
    if table is not None:
        sheets = sheets.filter(table_number=table)
    return sheets.with_event().order_by("series__number", "table_number")


def score_sheet_pages(
    sheets: Iterable[ScoreSheet], addresses: Addresses | None = None
) -> list[ScoreSheetPage]:
    """Return lists as pages, with the games typed so far.

    The sheets come ``with_event()``. Five queries for any number of lists, and one
    more if there are remarks and everybody may read them.
    """
    ledgers = ledgers_of(sheets)
    mentions = mentions_on(ledgers)
    codes = check_codes_of(ledger.sheet for ledger in ledgers)
    return [
        sheet_page(ledger, addresses, mentions, codes.get(ledger.sheet.pk, ""))
        for ledger in ledgers
    ]


def sheet_page(
    ledger: Ledger,
    addresses: Addresses | None = None,
    mentions: Mentions = NO_MENTIONS,
    check_code: str = "",
) -> ScoreSheetPage:
    """Return one list as a page. No query.

    The closing block is printed when the list is complete; until then it stays empty.
    """
    sheet = ledger.sheet
    board = board_for_reader(board_of(ledger), mentions)
    foot = None
    if board.is_complete and (board.played or sheet.totals_only):
        foot = SheetFoot(seats=board.totals.seats, passed_in=board.totals.passed_in)
    return ScoreSheetPage(
        players=tuple(map(sheet_player, board.columns)),
        games=sheet.games_planned,
        header=sheet_header(sheet, addresses, check_code),
        rows=tuple(sheet_row(row) for row in board.rows if row.result is not None),
        foot=foot,
        system=board.totals.system,
        games_played=games_played(board),
        rules=ledger.rules,
        note=unplayed_note(board),
    )


def named_pages(
    sheets: Iterable[ScoreSheet], addresses: Addresses, numbers: Mapping[int, int]
) -> list[ScoreSheetPage]:
    """Return lists to write on, with names and start numbers. Two queries.

    The sheets come ``with_event()``; games typed already are not printed.
    """
    sheet_list = list(sheets)
    players: dict[int, list[SheetPlayer]] = {sheet.pk: [] for sheet in sheet_list}
    seats = Seat.objects.filter(sheet__in=players).select_related("player")
    for seat in seats.order_by("place"):
        number = formats.number(numbers.get(seat.player_id))
        player = SheetPlayer(name=seat.player.name, start_number=number)
        players[seat.sheet_id].append(player)
    return [
        ScoreSheetPage(
            players=tuple(players[sheet.pk]),
            games=sheet.games_planned,
            header=sheet_header(sheet, addresses),
            system=rules_of_list(sheet).list_system,
            rules=rules_of_list(sheet),
        )
        for sheet in sheet_list
        if players[sheet.pk]
    ]


def lists_to_write_on(
    event: Event,
    addresses: Addresses,
    *,
    series: int | None = None,
    table: int | None = None,
) -> list[ScoreSheetPage]:
    """Return the lists of one or all series with names only. Three queries."""
    sheets = event_sheets(event, series=series, table=table)
    return named_pages(sheets, addresses, start_numbers(event))


def blank_pages(event: Event, copies: Mapping[int, int]) -> list[ScoreSheetPage]:
    """Return blank lists of the event; ``copies`` counts them by number of players."""
    header = SheetHeader(
        event=event.name,
        place=event.place,
        date=formats.short_date(event.date),
    )
    rules = rules_in(event.rule_set, System(event.system))
    pages: list[ScoreSheetPage] = []
    for players, count in sorted(copies.items()):
        page = blank_sheet(
            players,
            rounds=event.rounds_at(players),
            header=header,
            system=rules.list_system,
            rules=rules,
        )
        pages += [page] * count
    return pages


def sheet_header(
    sheet: ScoreSheet, addresses: Addresses | None = None, check_code: str = ""
) -> SheetHeader:
    """Return the header of a list; with ``addresses`` its code is an address."""
    event = sheet.series.event
    states = [
        sheet.state_label if sheet.is_unproved else "",
        _("check code %(code)s") % {"code": check_code} if check_code else "",
    ]
    return SheetHeader(
        event=event.name,
        place=event.place,
        date=formats.short_date(event.date),
        series=str(sheet.series.number),
        table=str(sheet.table_number),
        code=sheet.code,
        state=", ".join(filter(None, states)),
        qr=addresses.sheet(sheet.code) if addresses else "",
        key=addresses.table_key(sheet.code) if addresses else "",
        key_qr=addresses.table_entry(sheet.code) if addresses else "",
    )


def sheet_player(column: Column) -> SheetPlayer:
    """Return the player on a place, with their substitutes."""
    first, *substitutes = column.occupants
    return SheetPlayer(
        name=first.name,
        substitutes=tuple((other.first, other.name) for other in substitutes),
    )


def games_played(board: SheetBoard) -> int | None:
    """Return the last game played if the rest of the list is struck, else None."""
    if board.sheet.totals_only:
        return 0
    return board.played if board.sheet.cut_short else board.ended_at


def unplayed_note(board: SheetBoard) -> str:
    """Return the note across the struck games."""
    if board.sheet.totals_only:
        return _("Only the totals were typed.")
    if board.ended_at:
        return _("A sum was reached.")
    return _("Time was up.") if board.sheet.cut_short else ""


def sheet_row(row: LineRow) -> SheetRow:
    """Return one typed game with its ticks and numbers (rules 4.1)."""
    entry, result, running = row.entry, row.result, row.running
    if entry is None or result is None or running is None:
        raise ValueError("only typed games are printed")
    if entry.declarer is None:
        return undeclared_row(row, running)
    is_trump = entry.contract not in (None, Contract.NULL)
    matadors = entry.matadors if is_trump else None
    return SheetRow(
        number=row.number,
        base=base_value(row),
        with_matadors=None if entry.without else matadors,
        without_matadors=matadors if entry.without else None,
        plus=row.plus,
        minus=row.minus,
        declarer=entry.declarer,
        running=running.game_points,
        won=running.won if result.won else None,
        lost=running.lost if result.won is False else None,
        remark=" · ".join(
            filter(
                None,
                [
                    overbid_mark(result),
                    *mark_words(entry.house),
                    row.remark,
                ],
            )
        ),
        round_mark=round_mark(row),
        shares=running.shares,
        **{name: getattr(entry, name) for name in LEVELS},
    )


def undeclared_row(row: LineRow, running: RunningLine) -> SheetRow:
    """Return a game without a declarer: passed in, or a Ramsch."""
    marks = row.entry.house if row.entry else None
    if marks is None or marks.ramsch is None:
        return SheetRow(
            number=row.number,
            passed_in=running.passed_in,
            remark=row.remark,
            round_mark=round_mark(row),
        )
    _name, *words = ramsch_words(marks.ramsch)
    points = "/".join(map(str, marks.ramsch.points))
    parts = [points, *words, *mark_words(marks), row.remark]
    return SheetRow(
        number=row.number,
        ramsch=" · ".join(filter(None, parts)),
        plus=row.plus,
        minus=row.minus,
        shares=running.shares,
        round_mark=round_mark(row),
    )


def round_mark(row: LineRow) -> str:
    """Return the letter of a special round under house rules: B or R."""
    return turn_text(row.turn)[:1]


def base_value(row: LineRow) -> int | None:
    """Return the base value; a Null has its fixed value."""
    explanation = row.result.explanation if row.result else None
    if explanation is not None and explanation.impossible_null:
        return NULL_VALUE[explanation.hand, explanation.ouvert]
    return row.base
