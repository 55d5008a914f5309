"""The arrived lists of an event: those that wait, and those that were decided."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.db.models import QuerySet

from scoring.proof.arrivals import ArrivalStatus
from tournaments.events.models import Event
from tournaments.files.lists.comparing import ListComparison, compare_with_ledger
from tournaments.files.lists.documents import stored_document
from tournaments.sheets.models import ArrivedList, ScoreSheet
from tournaments.sheets.selectors import ledgers_of
from tournaments.words.choices import SheetState

MOST_DECIDED = 50


@dataclass(frozen=True, slots=True, kw_only=True)
class WaitingList:
    """An arrived list that waits, compared with the stored list as it is now."""

    arrival: ArrivedList
    comparison: ListComparison

    @property
    def is_ready(self) -> bool:
        return self.comparison.standing is ArrivalStatus.READY

    @property
    def is_duplicate(self) -> bool:
        return self.comparison.standing is ArrivalStatus.DUPLICATE

    @property
    def sheet(self) -> ScoreSheet | None:
        return self.comparison.ledger.sheet if self.comparison.ledger else None

    @property
    def can_be_taken(self) -> bool:
        """Whether anything of it may be written to the stored list now."""
        sheet = self.sheet
        if sheet is None or self.arrival.decided_at:
            return False
        return not (sheet.is_finished or sheet.pen_is_out)


@dataclass(frozen=True, slots=True, kw_only=True)
class Inbox:
    """The lists that wait, the last decided ones, and those still to be finished."""

    waiting: tuple[WaitingList, ...]
    decided: tuple[ArrivedList, ...]
    unfinished: tuple[ScoreSheet, ...]

    @property
    def ready_count(self) -> int:
        return sum(waiting_list.is_ready for waiting_list in self.waiting)


def inbox_of(event: Event) -> Inbox:
    """Return the arrived lists of an event. At most eight queries."""
    arrivals = event.arrived_lists.select_related("by", "decided_by")
    waiting = list(arrivals.waiting().order_by("series_number", "table_number", "pk"))
    waiting_pks = [arrival.pk for arrival in waiting]
    decided = arrivals.exclude(pk__in=waiting_pks).order_by("-pk")[:MOST_DECIDED]
    return Inbox(
        waiting=waiting_lists(event, waiting),
        decided=tuple(decided),
        unfinished=tuple(unfinished_lists(event)),
    )


def unfinished_lists(event: Event) -> QuerySet[ScoreSheet]:
    """Return the stored lists with a decision that are not finished yet."""
    decided = event.arrived_lists.filter(decided_at__isnull=False)
    return (
        ScoreSheet.objects.filter(series__event=event, stands_for=None)
        .filter(code__in=decided.values("code"))
        .exclude(state=SheetState.FINISHED)
        .select_related("series")
        .order_by("series__number", "table_number")
    )


def waiting_lists(
    event: Event, arrivals: Sequence[ArrivedList]
) -> tuple[WaitingList, ...]:
    """Return arrived lists compared with the stored ones. Four queries."""
    codes = {arrival.code for arrival in arrivals}
    sheets = ScoreSheet.objects.with_event().filter(
        series__event=event, stands_for=None, code__in=codes
    )
    ledgers = {ledger.sheet.code: ledger for ledger in ledgers_of(sheets)}
    return tuple(
        WaitingList(
            arrival=arrival,
            comparison=compare_with_ledger(
                stored_document(arrival.document), ledgers.get(arrival.code)
            ),
        )
        for arrival in arrivals
    )


def waiting_list(arrival: ArrivedList) -> WaitingList:
    """Return an arrived list compared with the stored one. Four queries."""
    (waiting,) = waiting_lists(arrival.event, [arrival])
    return waiting
