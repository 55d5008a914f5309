"""The one door: a whole list comes in by any route, and a person decides about it."""

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime

from django.core.exceptions import ValidationError
from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from scoring.proof.arrivals import ArrivalStatus, ListSide
from tournaments.events.models import Event
from tournaments.files.event.reading.reading import FileRefused
from tournaments.files.lists.comparing import ListComparison, compare_with_ledger
from tournaments.files.lists.documents import (
    ListDocument,
    document_text,
    read_list_document,
    stored_document,
)
from tournaments.files.lists.taking import decided_sides, write_list
from tournaments.people.models import User
from tournaments.sheets.ledger import Ledger
from tournaments.sheets.models import ArrivedList, ScoreSheet
from tournaments.sheets.refusals import ListHasChanged
from tournaments.sheets.selectors import ledger_of
from tournaments.words.choices import ArrivalDecision, ArrivalRoute, ArrivalState
from tournaments.words.formats import with_date


def receive_list(
    *, event: Event, content: bytes, route: ArrivalRoute, by: User, code: str = ""
) -> ArrivedList:
    """Take in a whole list as it comes; nothing on the list here changes.

    ``code`` is the list that is meant, where the route says so. While a document waits
    it counts once: again, by whatever route, it is a duplicate. Raises ``FileRefused``
    for what is no list, and for a list of another event.
    """
    document = read_list_document(content)
    return store_arrival(
        event=event, document=document, route=route, at=timezone.now(), by=by, code=code
    )


@transaction.atomic
def store_arrival(
    *,
    event: Event,
    document: ListDocument,
    route: ArrivalRoute,
    at: datetime,
    by: User,
    code: str = "",
) -> ArrivedList:
    """Keep a document that was read until somebody decides about it.

    Raises ``FileRefused`` for a list of another event.
    """
    require_label(document, event, code, by)
    # Whoever brings the same list at the same moment waits here.
    Event.objects.select_for_update().get(pk=event.pk)
    ledger = ledger_with_code(event, document.list_row["code"])
    if ledger is None:
        require_unknown(document.list_row["code"], by)
    comparison = compare_with_ledger(document, ledger)
    fingerprint = document_fingerprint(comparison)
    is_waiting = is_waiting_already(event, fingerprint)
    arrival = ArrivedList(
        event=event,
        code=document.list_row["code"],
        series_number=document.row["series"],
        table_number=document.list_row["table_number"],
        route=route,
        at=at,
        by=by,
        document=document_text(document),
        fingerprint=fingerprint,
        state=ArrivalState.DUPLICATE if is_waiting else arrival_state(comparison),
    )
    arrival.full_clean()
    arrival.save(force_insert=True)
    return arrival


def require_label(document: ListDocument, event: Event, code: str, by: User) -> None:
    """Refuse a list of another event, and another list than the one that is meant."""
    event_id = document.row.get("event", str(event.public_id))
    if event_id != str(event.public_id):
        other = Event.objects.editable_by(by).filter(public_id=event_id).first()
        raise other_event_refusal(other)
    if code and document.list_row["code"] != code:
        raise FileRefused(_("This is another list."), code="code")


def require_unknown(code: str, by: User) -> None:
    """Refuse the list of a code that another event has; a text names no event."""
    events = Event.objects.editable_by(by)
    if other := events.filter(series__sheets__code=code).first():
        raise other_event_refusal(other)


def other_event_refusal(other: Event | None) -> FileRefused:
    """Return the refusal of a list of ``other``, or of an event nobody here knows."""
    if other is None:
        return FileRefused(_("This list belongs to another event."), code="event")
    words = {"event": with_date(other.name, other.date)}
    return FileRefused(_("This list belongs to “%(event)s”.") % words, code="event")


def ledger_with_code(event: Event, code: str) -> Ledger | None:
    """Return the list of an event with a code, if it is there. Four queries."""
    sheets = ScoreSheet.objects.with_event().filter(stands_for=None)
    sheet = sheets.filter(series__event=event, code=code).first()
    return ledger_of(sheet) if sheet else None


def arrival_state(comparison: ListComparison) -> ArrivalState:
    """Return what is stored of where an arrived list stands."""
    return ArrivalState(comparison.standing.value)


def document_fingerprint(comparison: ListComparison) -> str:
    """Return what tells one document from another, by whatever route it came.

    Games, foot and end count, and who sits elsewhere than here: a text knows no people.
    """
    there, list_row = comparison.there, comparison.document.list_row
    people = [
        (place, comparison.document.people[place])
        for place in comparison.differing_places
    ]
    label = (
        comparison.document.row["series"],
        list_row["table_number"],
        list_row["code"],
    )
    content = (label, there.texts, sorted(there.foot.items()), there.is_struck, people)
    return hashlib.sha256(repr(content).encode()).hexdigest()


def is_waiting_already(event: Event, fingerprint: str) -> bool:
    """Tell whether the same document waits for somebody to decide.

    One about which somebody has decided makes room: what it brought may have been
    undone since, so that only the list here tells whether it is news.
    """
    same = ArrivedList.objects.filter(event=event, fingerprint=fingerprint)
    previous = same.exclude(state=ArrivalState.DUPLICATE).first()
    if previous is None or previous.decided_at is None:
        return previous is not None
    previous.fingerprint = hashlib.sha256(
        f"{fingerprint} {previous.pk}".encode()
    ).hexdigest()
    previous.save(update_fields=["fingerprint"])
    return False


@dataclass(frozen=True, slots=True)
class AcceptedLists:
    """How many lists were taken over, and a sentence for each that was not."""

    count: int
    refusals: tuple[str, ...]


@transaction.atomic
def accept_ready_lists(
    *, event: Event, by: User, only: int | None = None
) -> AcceptedLists:
    """Take over the lists that are ready, all or ``only`` one, and tell about the rest.

    A list that is not ready any more stays where it is, and so does one whose list
    here cannot be written at the moment.
    """
    waiting = ArrivedList.objects.waiting().filter(event=event)
    if only is not None:
        waiting = waiting.filter(pk=only)
    count, refusals = 0, []
    for arrival in waiting:
        reason = accept_if_ready(arrival, by)
        if not reason:
            count += 1
        elif only is not None or arrival.state == ArrivalState.READY:
            words = {"series": arrival.series_number, "table": arrival.table_number}
            sentence = _(
                "Series %(series)s, table %(table)s was not taken over: %(reason)s"
            )
            refusals.append(sentence % (words | {"reason": reason}))
    return AcceptedLists(count, tuple(refusals))


def accept_if_ready(arrival: ArrivedList, by: User) -> str:
    """Take over a list that is ready; return why it was not, else nothing."""
    try:
        with transaction.atomic():
            locked, comparison = lock_and_compare(arrival)
            if comparison.standing is ArrivalStatus.READY:
                store_decision(
                    locked, comparison, by=by, decision=ArrivalDecision.THERE
                )
                return ""
    except ValidationError as refusal:
        return " ".join(refusal.messages)
    locked.state = arrival_state(comparison)
    locked.save(update_fields=["state"])
    reasons = " ".join(filter(None, (comparison.refusal, *comparison.doubts)))
    return reasons or locked.get_state_display()


@transaction.atomic
def decide_about_list(
    *,
    arrival: ArrivedList,
    by: User,
    decision: ArrivalDecision,
    reason: str,
    choices: Mapping[str, ListSide] | None = None,
    revision: int | None = None,
) -> ArrivedList:
    """Write down what somebody decided about a list, and do so.

    ``chosen`` says for a mix whose line stays, by the number of the pair, and whose
    foot and end; ``revision`` is the list here as it was shown. Raises
    ``ListHasChanged`` when it was typed on since, ``PenIsOut`` and
    ``SheetIsFinished``, ``ValidationError`` without a reason.
    """
    locked, comparison = lock_and_compare(arrival)
    if not reason.strip():
        raise ValidationError(
            {"reason": ValidationError(_("Please say why."), code="reason")}
        )
    stored_revision = comparison.ledger.sheet.revision if comparison.ledger else None
    if revision != stored_revision:
        raise ListHasChanged(
            _("The list has changed meanwhile; look at it, and then do so again."),
            code="changed",
        )
    store_decision(
        locked,
        comparison,
        by=by,
        decision=decision,
        reason=reason,
        choices=choices or {},
    )
    return locked


def lock_and_compare(arrival: ArrivedList) -> tuple[ArrivedList, ListComparison]:
    """Lock an arrived list that nobody has decided about, and compare it anew."""
    locked = ArrivedList.objects.select_for_update(of=("self",)).get(pk=arrival.pk)
    if locked.decided_at:
        raise ValidationError(
            _("%(name)s has decided about this list already.")
            % {"name": locked.decided_by},
            code="decided",
        )
    ledger = ledger_with_code(locked.event, locked.code)
    return locked, compare_with_ledger(stored_document(locked.document), ledger)


def store_decision(
    locked: ArrivedList,
    comparison: ListComparison,
    *,
    by: User,
    decision: ArrivalDecision,
    reason: str = "",
    choices: Mapping[str, ListSide] | None = None,
) -> None:
    """Write what was decided on the list here, and about all lists of its code."""
    if decision is not ArrivalDecision.HERE:
        sides = decided_sides(comparison, decision, choices or {})
        write_list(comparison, by, sides, reason=reason, route=locked.route)
    locked.decision = decision
    locked.decided_at = timezone.now()
    locked.decided_by = by
    locked.reason = reason
    locked.clean_fields(exclude={"event", "by", "decided_by"})
    locked.save(update_fields=["decision", "decided_at", "decided_by", "reason"])
    update_other_arrivals(locked)


def update_other_arrivals(locked: ArrivedList) -> None:
    """Compare the other lists of the same code with what is here now."""
    others = ArrivedList.objects.waiting().filter(
        event=locked.event_id, code=locked.code
    )
    ledger = ledger_with_code(locked.event, locked.code)
    for other in others.exclude(pk=locked.pk):
        other.state = arrival_state(
            compare_with_ledger(stored_document(other.document), ledger)
        )
        other.save(update_fields=["state"])
