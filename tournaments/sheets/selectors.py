"""Reading lists from the database: one, or many at once."""

from collections.abc import Iterable

from tournaments.sheets.ledger import Ledger
from tournaments.sheets.models import Game, ScoreSheet, Seat, Substitution


def ledger_of(sheet: ScoreSheet) -> Ledger:
    """Read a list: seats with players, lines, substitutes. Three queries."""
    return Ledger(
        sheet=sheet,
        seats=list(sheet.seats.select_related("player")),
        games=list(sheet.games.all()),
        substitutions=list(sheet.substitutions.select_related("player")),
    )


def ledgers_of(sheets: Iterable[ScoreSheet]) -> list[Ledger]:
    """Read many lists at once. Three queries, however many lists.

    The sheets should come ``with_event()`` when their event is to be shown.
    """
    ledgers = {
        sheet.pk: Ledger(sheet=sheet, seats=[], games=[], substitutions=[])
        for sheet in sheets
    }
    for seat in Seat.objects.filter(sheet__in=ledgers).select_related("player"):
        ledgers[seat.sheet_id].seats.append(seat)
    for game in Game.objects.filter(sheet__in=ledgers):
        ledgers[game.sheet_id].games.append(game)
    for change in Substitution.objects.filter(sheet__in=ledgers).select_related(
        "player"
    ):
        ledgers[change.sheet_id].substitutions.append(change)
    return list(ledgers.values())
