"""The settlement of a list as a document."""

from django.utils.translation import gettext as _

from scoring.house.bylaws import RuleTopic
from tournaments.papers.lists.settlement_slip import SettlementSlip
from tournaments.sheets.board import board_of
from tournaments.sheets.models import ScoreSheet
from tournaments.sheets.selectors import ledger_of
from tournaments.words import formats
from tournaments.words.house.page import rule_sections


def settlement_slip(sheet: ScoreSheet) -> SettlementSlip | None:
    """Return the payments at the table of ``sheet``, None if it is not for money.

    The list comes ``with_event()``. Three queries.
    """
    ledger = ledger_of(sheet)
    board = board_of(ledger)
    if board.settlement is None:
        return None
    event = sheet.series.event
    names = {column.place: column.name for column in board.columns}
    numbers = {"series": sheet.series.number, "table": sheet.table_number}
    pairs = zip(board.totals.seats, board.settlement.shares, strict=True)
    money = [
        section.sentences
        for section in rule_sections(ledger.rules)
        if section.topic is RuleTopic.MONEY
    ]
    return SettlementSlip(
        title=_("Settlement, series %(series)s, table %(table)s") % numbers,
        subtitle=f"{event.name} · {formats.long_date(event.date)}",
        lines=[
            (
                str(seat.place),
                names[seat.place],
                formats.number(seat.total),
                formats.money(share),
            )
            for seat, share in pairs
        ],
        rules=[sentence for sentences in money for sentence in sentences],
        pot=formats.money(board.settlement.pot) if board.settlement.pot else "",
    )
