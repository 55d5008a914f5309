"""Reading what waits at the door of an event, and what became of the rest."""

from dataclasses import dataclass

from django.db.models import QuerySet

from scoring.proof.arrivals import ArrivalStatus
from tournaments.events.models import Event
from tournaments.files.lists.comparing import Compared, compare
from tournaments.files.lists.documents import stored_document
from tournaments.sheets.ledger import Ledger
from tournaments.sheets.models import ArrivedList, ScoreSheet
from tournaments.sheets.selectors import ledgers_of
from tournaments.words.choices import ArrivalState, SheetState

MOST_DECIDED = 50


@dataclass(frozen=True, slots=True, kw_only=True)
class Waiting:
    """An arrived list that waits, as it is to the list here at this moment."""

    arrived: ArrivedList
    compared: Compared

    @property
    def state(self) -> ArrivalState:
        return ArrivalState(self.compared.standing.value)

    @property
    def is_ready(self) -> bool:
        return self.compared.standing is ArrivalStatus.READY

    @property
    def is_duplicate(self) -> bool:
        return self.compared.standing is ArrivalStatus.DUPLICATE

    @property
    def sheet(self) -> ScoreSheet | None:
        return self.compared.ledger.sheet if self.compared.ledger else None

    @property
    def can_be_taken(self) -> bool:
        """Whether anything of it may be written on the list here as that stands."""
        sheet = self.sheet
        if sheet is None or self.arrived.decided_at:
            return False
        return not (sheet.is_finished or sheet.pen_is_out)


@dataclass(frozen=True, slots=True, kw_only=True)
class Inbox:
    """The lists that wait, and the last ones that do not any more."""

    waiting: tuple[Waiting, ...]
    done: tuple[ArrivedList, ...]
    unfinished: tuple[ScoreSheet, ...]

    @property
    def ready(self) -> int:
        return sum(each.is_ready for each in self.waiting)


def inbox_of(event: Event) -> Inbox:
    """Return what arrived for an event. Eight queries at most."""
    arrived = event.arrived_lists.select_related("by", "decided_by")
    waiting = list(arrived.waiting().order_by("series_number", "table_number", "pk"))
    still = [each.pk for each in waiting]
    done = arrived.exclude(pk__in=still).order_by("-pk")[:MOST_DECIDED]
    ledgers = ledgers_called(event, {each.code for each in waiting})
    return Inbox(
        waiting=tuple(
            Waiting(
                arrived=each,
                compared=compare(
                    stored_document(each.document), ledgers.get(each.code)
                ),
            )
            for each in waiting
        ),
        done=tuple(done),
        unfinished=tuple(unfinished_lists(event)),
    )


def unfinished_lists(event: Event) -> QuerySet[ScoreSheet]:
    """Return the lists on which something was decided that still do not count."""
    decided = event.arrived_lists.filter(decided_at__isnull=False)
    return (
        ScoreSheet.objects.filter(series__event=event, stands_for=None)
        .filter(code__in=decided.values("code"))
        .exclude(state=SheetState.FINISHED)
        .select_related("series")
        .order_by("series__number", "table_number")
    )


def ledgers_called(event: Event, codes: set[str]) -> dict[str, Ledger]:
    """Return the lists of an event by their codes. Four queries."""
    sheets = ScoreSheet.objects.with_event().filter(
        series__event=event, stands_for=None, code__in=codes
    )
    return {ledger.sheet.code: ledger for ledger in ledgers_of(sheets)}


def waiting_list(arrived: ArrivedList) -> Waiting:
    """Return an arrived list beside the one here. Four queries."""
    ledgers = ledgers_called(arrived.event, {arrived.code})
    document = stored_document(arrived.document)
    return Waiting(
        arrived=arrived, compared=compare(document, ledgers.get(arrived.code))
    )
