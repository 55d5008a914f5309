"""Reading the objections that wait for the referee of an event."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TypeVar

from django.db.models import QuerySet

from tournaments.events.models import Event
from tournaments.sheets.models import Confirmation, ScoreSheet, Verdict
from tournaments.sheets.selectors import unanswered_objections, unanswered_verdicts
from tournaments.words.choices import SheetState

Statement = TypeVar("Statement", Confirmation, Verdict)


@dataclass(frozen=True, slots=True, kw_only=True)
class Objection:
    """An unanswered objection to a list that is not finished.

    ``line`` is the line it names, if any. With ``at_table`` a player made it on a
    phone, otherwise a second person at the desk.
    """

    sheet: ScoreSheet
    name: str
    remark: str
    line: int | None = None
    at_table: bool = False

    @property
    def position(self) -> tuple[int, int, int]:
        return self.sheet.series.number, self.sheet.table_number, self.line or 0


def objections_in(event: Event) -> list[Objection]:
    """Return the unanswered objections, by table. Two queries."""
    objections = [*objections_at_tables(event), *objections_at_the_desk(event)]
    return sorted(objections, key=lambda objection: objection.position)


def objections_at_tables(event: Event) -> Iterator[Objection]:
    """Yield the objections that players made on a phone. One query."""
    for objection in unfinished_in(unanswered_objections(), event).select_related(
        "player"
    ):
        yield Objection(
            sheet=objection.sheet,
            name=objection.player.name,
            remark=objection.remark,
            at_table=True,
        )


def objections_at_the_desk(event: Event) -> Iterator[Objection]:
    """Yield the objections of second persons. One query."""
    for verdict in unfinished_in(unanswered_verdicts(), event).select_related("by"):
        yield Objection(
            sheet=verdict.sheet,
            name=str(verdict.by),
            remark=verdict.remark,
            line=verdict.line,
        )


def unfinished_in(statements: QuerySet[Statement], event: Event) -> QuerySet[Statement]:
    """Return the statements on lists of ``event`` that can still be corrected."""
    unfinished = statements.exclude(sheet__state=SheetState.FINISHED)
    of_event = unfinished.filter(sheet__series__event=event)
    return of_event.select_related("sheet__series").order_by("pk")
