"""What stands on paper, read from lists and competitions."""

from collections.abc import Iterable

from django.utils.translation import gettext as _

from scoring.contracts import NULL_VALUE, Contract
from scoring.explanations import Explanation
from tournaments import formats
from tournaments.competitions.models import Competition
from tournaments.competitions.selectors import Standings, standings_of
from tournaments.documents.score_sheet import (
    ScoreSheetPage,
    SheetFoot,
    SheetHeader,
    SheetPlayer,
    SheetRow,
    SheetSubstitute,
)
from tournaments.documents.standings import StandingsDocument, StandingsLine
from tournaments.sheets.board import SheetBoard, board_of
from tournaments.sheets.ledger import Column, Ledger, LineRow
from tournaments.sheets.models import ScoreSheet
from tournaments.sheets.selectors import ledgers_of

TICKS = (
    "hand",
    "schneider",
    "schneider_announced",
    "schwarz",
    "schwarz_announced",
    "ouvert",
)


def score_sheet_pages(sheets: Iterable[ScoreSheet]) -> list[ScoreSheetPage]:
    """Return lists as pages, as far as they are typed.

    The sheets come ``with_event()``. Four queries, however many lists.
    """
    return [page_of(ledger) for ledger in ledgers_of(sheets)]


def page_of(ledger: Ledger) -> ScoreSheetPage:
    """Return one list as a page. No query.

    The closing block is printed when the list is complete; before that the paper
    leaves room for it.
    """
    sheet = ledger.sheet
    board = board_of(ledger)
    foot = None
    if board.is_complete and (board.played or sheet.totals_only):
        foot = SheetFoot(seats=board.totals.seats, passed_in=board.totals.passed_in)
    return ScoreSheetPage(
        players=tuple(map(player_of, board.columns)),
        games=sheet.games_planned,
        header=header_of(sheet),
        rows=tuple(row_of(row) for row in board.rows if row.result is not None),
        foot=foot,
        system=sheet.as_system(),
        games_played=games_played(board),
        note=note_of(board),
    )


def header_of(sheet: ScoreSheet) -> SheetHeader:
    """Return the top of the list."""
    competition = sheet.series.competition
    return SheetHeader(
        event=competition.name,
        place=competition.place,
        date=formats.short_date(competition.date),
        series=str(sheet.series.number),
        table=str(sheet.table_number),
        code=sheet.code,
    )


def player_of(column: Column) -> SheetPlayer:
    """Return who sits on a place, and who took over."""
    first, *others = column.occupants
    return SheetPlayer(
        name=first.name,
        substitutes=tuple(
            SheetSubstitute(name=other.name, from_number=other.first)
            for other in others
        ),
    )


def games_played(board: SheetBoard) -> int | None:
    """Return behind which game the rest of the list is struck, if it is."""
    if board.sheet.totals_only:
        return 0
    return board.played if board.sheet.cut_short else None


def note_of(board: SheetBoard) -> str:
    """Return what is written across the struck games."""
    if board.sheet.totals_only:
        return _("Only the totals were typed.")
    return _("Time was up.") if board.sheet.cut_short else ""


def row_of(row: LineRow) -> SheetRow:
    """Return one typed game with the ticks and numbers of the paper (rules 4.1)."""
    entry, result, running = row.entry, row.result, row.running
    if entry is None or result is None or running is None:
        raise ValueError("only typed games are printed")
    if entry.declarer is None:
        return SheetRow(
            number=row.number, passed_in=running.passed_in, remark=row.remark
        )
    is_trump = entry.contract not in (None, Contract.NULL)
    matadors = entry.matadors if is_trump else None
    return SheetRow(
        number=row.number,
        base=base_of(result.explanation),
        with_matadors=None if entry.without else matadors,
        without_matadors=matadors if entry.without else None,
        plus=result.score if result.won else None,
        minus=None if result.won else -result.score,
        declarer=entry.declarer,
        running=running.game_points,
        won=running.won,
        lost=running.lost,
        remark=row.remark,
        **{name: getattr(entry, name) for name in TICKS},
    )


def base_of(explanation: Explanation | None) -> int | None:
    """Return what stands in the column of base values; a Null has its fixed value."""
    if explanation is None:
        return None
    if explanation.contract is Contract.NULL:
        return NULL_VALUE[explanation.hand, explanation.ouvert]
    return explanation.base


def standings_document(competition: Competition) -> StandingsDocument:
    """Return the ranking of ``competition`` on paper. Four queries."""
    standings = standings_of(competition)
    date = formats.long_date(competition.date)
    return StandingsDocument(
        title=competition.name,
        subtitle=" · ".join(filter(None, (date, competition.place))),
        note=provisional_note(standings),
        series=tuple(
            _("Series %(number)s") % {"number": number}
            for number in standings.series_numbers
        ),
        lines=[
            StandingsLine(
                place=line.place,
                shared=line.shared,
                name=line.entry.player,
                series=line.entry.per_series,
                total=line.entry.total,
                won=line.entry.won,
                lost=line.entry.lost,
            )
            for line in standings.places
        ],
    )


def provisional_note(standings: Standings) -> str:
    """Return what is said at the foot while lists are missing."""
    if not standings.is_provisional:
        return ""
    return _("Provisional: %(finished)s of %(expected)s lists are finished.") % {
        "finished": standings.finished,
        "expected": standings.expected,
    }
