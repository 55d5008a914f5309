"""Reading what waits for the referee of an event."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TypeVar

from django.db.models import QuerySet

from tournaments.events.models import Event
from tournaments.sheets.models import Confirmation, ScoreSheet, Verdict
from tournaments.sheets.selectors import unanswered_objections, unanswered_verdicts
from tournaments.words.choices import SheetState

Said = TypeVar("Said", Confirmation, Verdict)


@dataclass(frozen=True, slots=True, kw_only=True)
class Objection:
    """What somebody has against a list that is not finished, and nobody answered.

    With the line where they named one; ``at_table`` are players on a phone, the
    others second persons at the desk.
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
    """Return the objections that nobody has answered, by table. Two queries."""
    found = [*objections_at_tables(event), *objections_at_the_desk(event)]
    return sorted(found, key=lambda objection: objection.position)


def objections_at_tables(event: Event) -> Iterator[Objection]:
    """Give what players say against their list on a phone. One query."""
    for word in waiting(unanswered_objections(), event).select_related("player"):
        yield Objection(
            sheet=word.sheet, name=word.player.name, remark=word.remark, at_table=True
        )


def objections_at_the_desk(event: Event) -> Iterator[Objection]:
    """Give what second persons want looked at again. One query."""
    for verdict in waiting(unanswered_verdicts(), event).select_related("by"):
        yield Objection(
            sheet=verdict.sheet,
            name=str(verdict.by),
            remark=verdict.remark,
            line=verdict.line,
        )


def waiting(said: QuerySet[Said], event: Event) -> QuerySet[Said]:
    """Return what is said of lists of ``event`` that can still be corrected."""
    unfinished = said.exclude(sheet__state=SheetState.FINISHED)
    of_event = unfinished.filter(sheet__series__event=event)
    return of_event.select_related("sheet__series").order_by("pk")
