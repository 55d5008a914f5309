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
from tournaments.files.lists.comparing import Compared, compare
from tournaments.files.lists.documents import (
    ListDocument,
    read_list_document,
    stored_document,
    stored_text,
)
from tournaments.files.lists.taking import sides_of, write_list
from tournaments.people.models import User
from tournaments.sheets.ledger import Ledger
from tournaments.sheets.models import ArrivedList, ScoreSheet
from tournaments.sheets.refusals import ListHasChanged
from tournaments.sheets.selectors import ledger_of
from tournaments.words.choices import (
    ArrivalDecision,
    ArrivalRoute,
    ArrivalState,
)
from tournaments.words.formats import with_date


def arrive(
    *, event: Event, content: bytes, route: ArrivalRoute, by: User, code: str = ""
) -> ArrivedList:
    """Take in a whole list as it comes; nothing on the list here changes.

    ``code`` is the list that is meant, where the route says so. While a document waits
    it counts once: again, by whatever route, it is a duplicate. Raises ``FileRefused``
    for what is no list, and for a list of another event.
    """
    document = read_list_document(content)
    return put_at_door(
        event=event, document=document, route=route, at=timezone.now(), by=by, code=code
    )


@transaction.atomic
def put_at_door(
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
    ledger = ledger_called(event, document.table["code"])
    if ledger is None:
        require_unknown(document.table["code"], by)
    compared = compare(document, ledger)
    fingerprint = fingerprint_of(compared)
    waits = waits_already(event, fingerprint)
    arrived = ArrivedList(
        event=event,
        code=document.table["code"],
        series_number=document.row["series"],
        table_number=document.table["table_number"],
        route=route,
        at=at,
        by=by,
        document=stored_text(document),
        fingerprint=fingerprint,
        state=ArrivalState.DUPLICATE if waits else state_of(compared),
    )
    arrived.full_clean()
    arrived.save(force_insert=True)
    return arrived


def require_label(document: ListDocument, event: Event, code: str, by: User) -> None:
    """Refuse a list of another event, and another list than the one that is meant."""
    said = document.row.get("event", str(event.public_id))
    if said != str(event.public_id):
        other = Event.objects.editable_by(by).filter(public_id=said).first()
        raise of_another_event(other)
    if code and document.table["code"] != code:
        raise FileRefused(_("This is another list."), code="code")


def require_unknown(code: str, by: User) -> None:
    """Refuse the list of a code that another event has; a text names no event."""
    events = Event.objects.editable_by(by)
    if other := events.filter(series__sheets__code=code).first():
        raise of_another_event(other)


def of_another_event(other: Event | None) -> FileRefused:
    """Return the refusal of a list of ``other``, or of an event nobody here knows."""
    if other is None:
        return FileRefused(_("This list belongs to another event."), code="event")
    named = {"event": with_date(other.name, other.date)}
    return FileRefused(_("This list belongs to “%(event)s”.") % named, code="event")


def ledger_called(event: Event, code: str) -> Ledger | None:
    """Return the list of an event with a code, if it is there. Four queries."""
    sheets = ScoreSheet.objects.with_event().filter(stands_for=None)
    sheet = sheets.filter(series__event=event, code=code).first()
    return ledger_of(sheet) if sheet else None


def state_of(compared: Compared) -> ArrivalState:
    """Return what is stored of where an arrived list stands."""
    return ArrivalState(compared.standing.value)


def fingerprint_of(compared: Compared) -> str:
    """Return what tells one document from another, by whatever route it came.

    Games, foot and end count, and who sits elsewhere than here: a text knows no people.
    """
    there, table = compared.there, compared.document.table
    people = [(place, compared.document.people[place]) for place in compared.apart]
    label = (compared.document.row["series"], table["table_number"], table["code"])
    said = (label, there.texts, sorted(there.foot.items()), there.is_struck, people)
    return hashlib.sha256(repr(said).encode()).hexdigest()


def waits_already(event: Event, fingerprint: str) -> bool:
    """Tell whether the same document waits for somebody to decide.

    One about which somebody has decided makes room: what it brought may have been
    undone since, so that only the list here tells whether it is news.
    """
    same = ArrivedList.objects.filter(event=event, fingerprint=fingerprint)
    known = same.exclude(state=ArrivalState.DUPLICATE).first()
    if known is None or known.decided_at is None:
        return known is not None
    known.fingerprint = hashlib.sha256(f"{fingerprint} {known.pk}".encode()).hexdigest()
    known.save(update_fields=["fingerprint"])
    return False


@dataclass(frozen=True, slots=True)
class Accepted:
    """How many lists were taken over, and a sentence for each that was not."""

    taken: int
    left: tuple[str, ...]


@transaction.atomic
def accept_ready(*, event: Event, by: User, only: int | None = None) -> Accepted:
    """Take over the lists that are ready, all or ``only`` one, and tell about the rest.

    A list that is not ready any more stays where it is, and so does one whose list
    here cannot be written at the moment.
    """
    waiting = ArrivedList.objects.waiting().filter(event=event)
    if only is not None:
        waiting = waiting.filter(pk=only)
    taken, left = 0, []
    for arrived in waiting:
        reason = reason_left(arrived, by)
        if not reason:
            taken += 1
        elif only is not None or arrived.state == ArrivalState.READY:
            words = {"series": arrived.series_number, "table": arrived.table_number}
            said = _(
                "Series %(series)s, table %(table)s was not taken over: %(reason)s"
            )
            left.append(said % (words | {"reason": reason}))
    return Accepted(taken, tuple(left))


def reason_left(arrived: ArrivedList, by: User) -> str:
    """Take over a list that is ready; return why it was not, else nothing."""
    try:
        with transaction.atomic():
            held, compared = held_and_compared(arrived)
            if compared.standing is ArrivalStatus.READY:
                put_decision(held, compared, by=by, decision=ArrivalDecision.THERE)
                return ""
    except ValidationError as refusal:
        return " ".join(refusal.messages)
    held.state = state_of(compared)
    held.save(update_fields=["state"])
    reasons = " ".join(filter(None, (compared.refusal, *compared.doubts)))
    return reasons or held.get_state_display()


@transaction.atomic
def decide(
    *,
    arrived: ArrivedList,
    by: User,
    decision: ArrivalDecision,
    reason: str,
    chosen: Mapping[str, ListSide] | None = None,
    revision: int | None = None,
) -> ArrivedList:
    """Write down what somebody decided about a list, and do so.

    ``chosen`` says for a mix whose line stays, by the number of the pair, and whose
    foot and end; ``revision`` is the list here as it was shown. Raises
    ``ListHasChanged`` when it was typed on since, ``PenIsOut`` and
    ``SheetIsFinished``, ``ValidationError`` without a reason.
    """
    held, compared = held_and_compared(arrived)
    if not reason.strip():
        raise ValidationError(
            {"reason": ValidationError(_("Please say why."), code="reason")}
        )
    here = compared.ledger.sheet.revision if compared.ledger else None
    if revision != here:
        raise ListHasChanged(
            _("The list has changed meanwhile; look at it, and then do so again."),
            code="changed",
        )
    put_decision(
        held, compared, by=by, decision=decision, reason=reason, chosen=chosen or {}
    )
    return held


def held_and_compared(arrived: ArrivedList) -> tuple[ArrivedList, Compared]:
    """Lock an arrived list that nobody has decided about, and compare it anew."""
    held = ArrivedList.objects.select_for_update(of=("self",)).get(pk=arrived.pk)
    if held.decided_at:
        raise ValidationError(
            _("%(name)s has decided about this list already.")
            % {"name": held.decided_by},
            code="decided",
        )
    ledger = ledger_called(held.event, held.code)
    return held, compare(stored_document(held.document), ledger)


def put_decision(
    held: ArrivedList,
    compared: Compared,
    *,
    by: User,
    decision: ArrivalDecision,
    reason: str = "",
    chosen: Mapping[str, ListSide] | None = None,
) -> None:
    """Write what was decided on the list here, and about all lists of its code."""
    if decision is not ArrivalDecision.HERE:
        sides = sides_of(compared, decision, chosen or {})
        write_list(compared, by, sides, reason=reason, route=held.route)
    held.decision = decision
    held.decided_at = timezone.now()
    held.decided_by = by
    held.reason = reason
    held.clean_fields(exclude={"event", "by", "decided_by"})
    held.save(update_fields=["decision", "decided_at", "decided_by", "reason"])
    look_again(held)


def look_again(held: ArrivedList) -> None:
    """Compare the other lists of the same code with what is here now."""
    others = ArrivedList.objects.waiting().filter(event=held.event_id, code=held.code)
    ledger = ledger_called(held.event, held.code)
    for each in others.exclude(pk=held.pk):
        each.state = state_of(compare(stored_document(each.document), ledger))
        each.save(update_fields=["state"])
