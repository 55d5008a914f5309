"""Reading lists from the database: one, or many at once."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from django.db.models import QuerySet

from tournaments.sheets.ledger import Ledger
from tournaments.sheets.models import Change, Game, ScoreSheet, Seat, Substitution


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


@dataclass(frozen=True, slots=True, kw_only=True)
class Neighbours:
    """The lists before and behind one, in the order of series and tables."""

    previous: ScoreSheet | None
    following: ScoreSheet | None


def event_sheets(sheet: ScoreSheet) -> list[ScoreSheet]:
    """Return all lists of the event of ``sheet`` in order. One query."""
    competition = sheet.series.competition_id
    return list(
        ScoreSheet.objects.filter(series__competition=competition)
        .select_related("series")
        .order_by("series__number", "table_number")
    )


def neighbours_of(sheet: ScoreSheet, sheets: Sequence[ScoreSheet]) -> Neighbours:
    """Return the lists before and behind ``sheet`` among ``sheets``. No query."""
    index = next(i for i, other in enumerate(sheets) if other.pk == sheet.pk)
    return Neighbours(
        previous=sheets[index - 1] if index else None,
        following=sheets[index + 1] if index + 1 < len(sheets) else None,
    )


def history_of(sheet: ScoreSheet) -> QuerySet[Change]:
    """Return every change of a list, the latest first. One query."""
    return sheet.changes.select_related("by").order_by("-pk")
