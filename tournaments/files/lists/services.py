"""Receiving whole lists by any route, and deciding about them."""

import hashlib
from collections.abc import Iterable, Sequence
from datetime import datetime

from django.core.exceptions import ValidationError
from django.core.files import File
from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from scoring.notation.reading import NotedLine
from scoring.proof.alignment import ListState
from tournaments.events.log import locked_event
from tournaments.events.models import Event
from tournaments.files.event.reading import MOST_BYTES, FileRefused
from tournaments.files.lists import documents
from tournaments.files.lists.comparing import (
    ListComparison,
    compare_all,
    compare_with_ledger,
    comparison_of,
    trial_board,
)
from tournaments.people.models import User
from tournaments.sheets import writing
from tournaments.sheets.finishing.services import FootRow, change_foot
from tournaments.sheets.ledger import Ledger
from tournaments.sheets.models import ArrivedList, Game, ScoreSheet
from tournaments.sheets.selectors import ledger_of
from tournaments.sheets.typing.services import remove_at, replace_at
from tournaments.words.choices import (
    Action,
    ArrivalDecision,
    ArrivalRoute,
    ArrivalState,
)
from tournaments.words.problems import refusal_text

LONGEST_REASON = 300


def write_list(
    comparison: ListComparison, by: User, *, reason: str, route: str
) -> None:
    """Put the arrived list in the place of the stored one, as one step."""
    if comparison.ledger is None:
        raise ValidationError(_("There is no list with this code here yet."))
    sheet = comparison.ledger.sheet
    ledger = writing.ledger_at_revision(sheet, sheet.revision)
    if ledger.sheet.totals_only:
        raise writing.ImpossibleLine(_("Only the totals are typed."))
    lines = arrived_lines(comparison, ledger)
    is_struck = comparison.there.is_struck or ledger.sheet.cut_short
    require_possible(ledger, lines, is_struck)
    changes = write_lines(ledger, lines)
    changes += write_foot_numbers(ledger, comparison.there)
    if is_struck and not ledger.is_complete:
        ledger.sheet.store(cut_short=True)
        changes.append((Action.STRIKE, None, "", str(len(ledger.games))))
    writing.write_step(ledger, by, changes, reason=reason[:LONGEST_REASON], route=route)


def arrived_lines(comparison: ListComparison, ledger: Ledger) -> list[NotedLine]:
    """Return the arrived lines; one that is here too keeps checks and remark."""
    games = comparison.document.games
    return [
        games[pair.there - 1]
        if pair.differs or pair.here is None
        else ledger.games[pair.here - 1].as_noted()
        for pair in comparison.pairs
        if pair.there is not None
    ]


def require_possible(
    ledger: Ledger, lines: Sequence[NotedLine], is_struck: bool
) -> None:
    """Refuse lines that are impossible on this list, naming all problems."""
    if len(lines) > ledger.sheet.games_planned:
        raise writing.ImpossibleLine(
            _("The list is full: it has %(games)s games.")
            % {"games": ledger.sheet.games_planned}
        )
    board = trial_board(ledger, lines, {}, is_struck)
    problems = [
        _("Line %(number)s: %(message)s")
        % {"number": row.number, "message": refusal_text(problem, row.entry)}
        for row in board.rows
        if row.entry
        for problem in row.problems
    ]
    if problems:
        raise writing.ImpossibleLine(problems)


def write_lines(ledger: Ledger, lines: Sequence[NotedLine]) -> list[writing.Edit]:
    """Replace the lines of a locked list; return the edits for its history."""
    changes: list[writing.Edit] = []
    while len(ledger.games) > len(lines):
        changes += remove_at(ledger, len(ledger.games))
    for number, noted in enumerate(lines[: len(ledger.games)], 1):
        if writing.stored_text(ledger.games[number - 1]) != writing.line_text(noted):
            changes += replace_at(ledger, number, noted)
    first = len(ledger.games) + 1
    games = [
        writing.fill_game(Game(sheet=ledger.sheet, number=number), noted)
        for number, noted in enumerate(lines[len(ledger.games) :], first)
    ]
    return changes + writing.append_games(ledger, games)


def write_foot_numbers(ledger: Ledger, there: ListState) -> list[writing.Edit]:
    """Write what the arrived list says in its foot."""
    rows: list[tuple[FootRow, int | None, str]] = [
        (seat, seat.place, there.foot.get(seat.place, "")) for seat in ledger.seats
    ]
    rows.append((ledger.sheet, None, there.foot.get(documents.WHOLE_LIST, "")))
    changes: list[writing.Edit] = []
    for row, place, after in rows:
        if after:
            changes += change_foot(row, place, after)
    return changes


def receive_list(
    *, event: Event, content: bytes, route: ArrivalRoute, by: User, code: str = ""
) -> ArrivedList:
    """Store a whole list as it arrives; the list here does not change.

    ``code`` is that of the list which is meant, if the route says so. The same document
    is a duplicate while it waits, whatever its route. Raises ``FileRefused`` for
    anything but a list of this event.
    """
    document = documents.read_list_document(content)
    return store_arrival(
        event=event, document=document, route=route, at=timezone.now(), by=by, code=code
    )


@transaction.atomic
def store_arrival(
    *,
    event: Event,
    document: documents.ListDocument,
    route: ArrivalRoute,
    at: datetime,
    by: User,
    code: str = "",
) -> ArrivedList:
    """Store a document until the desk decides about it.

    Raises ``FileRefused`` for a list of another event.
    """
    require_label(document, event, code, by)
    # The same list arriving at the same moment waits here.
    locked_event(event.pk)
    ledger = ledger_with_code(event, document.list_row["code"])
    if ledger is None:  # a text names no event, but its code may be another's
        require_no_other(by, series__sheets__code=document.list_row["code"])
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
        document=documents.document_text(document),
        fingerprint=fingerprint,
        state=ArrivalState.DUPLICATE if is_waiting else comparison.state,
    )
    return arrival.check_and_save(force_insert=True)


def require_label(
    document: documents.ListDocument, event: Event, code: str, by: User
) -> None:
    """Refuse a list of another event and one that is not the list meant."""
    event_id = document.row.get("event", str(event.public_id))
    if event_id != str(event.public_id):
        require_no_other(by, public_id=event_id)
        raise FileRefused(_("This list belongs to another event."), code="event")
    if code and document.list_row["code"] != code:
        raise FileRefused(_("This is another list."), code="code")


def require_no_other(by: User, **lookup: str) -> None:
    """Refuse a list of another event, by its name if ``by`` keeps that one, too."""
    if other := Event.objects.editable_by(by).filter(**lookup).first():
        words = {"event": other.dated_name}
        raise FileRefused(_("This list belongs to “%(event)s”.") % words, code="event")


def ledger_with_code(event: Event, code: str) -> Ledger | None:
    """Return the list of an event with a code; None without one. Four queries."""
    sheets = ScoreSheet.objects.with_event().filter(stands_for=None)
    sheet = sheets.filter(series__event=event, code=code).first()
    return ledger_of(sheet) if sheet else None


def document_fingerprint(comparison: ListComparison) -> str:
    """Return a hash that is the same for the same list, whatever its route.

    It covers label, games, foot and end, and the players only where they differ from
    those here, because a text has none.
    """
    there, document = comparison.there, comparison.document
    people = [(place, document.people[place]) for place in comparison.differing_places]
    list_row = document.list_row
    label = (document.row["series"], list_row["table_number"], list_row["code"])
    content = (label, there.texts, sorted(there.foot.items()), there.is_struck, people)
    return hashlib.sha256(repr(content).encode()).hexdigest()


def is_waiting_already(event: Event, fingerprint: str) -> bool:
    """Tell whether the same document is waiting for a decision.

    A decided one gives up its fingerprint: its changes may have been undone since, so
    only the list here can tell whether the document is news.
    """
    same = ArrivedList.objects.filter(event=event, fingerprint=fingerprint)
    previous = same.exclude(state=ArrivalState.DUPLICATE).first()
    if previous is None or previous.decided_at is None:
        return previous is not None
    given_up = hashlib.sha256(f"{fingerprint} {previous.pk}".encode()).hexdigest()
    previous.store(fingerprint=given_up)
    return False


@transaction.atomic
def accept_ready_lists(
    *, event: Event, by: User, only: int | None = None
) -> tuple[int, list[str]]:
    """Accept the lists that are ready, all of them or ``only`` one.

    Return their number, and a sentence for each other one. A list that is no longer
    ready keeps waiting, and so does one whose list here cannot be written to now.
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
    return count, refusals


def accept_if_ready(arrival: ArrivedList, by: User) -> str:
    """Accept a list if it is ready; return why it was not, or an empty text."""
    try:
        with transaction.atomic():
            locked, comparison = lock_and_compare(arrival)
            if comparison.is_ready:
                store_decision(
                    locked, comparison, by=by, decision=ArrivalDecision.THERE
                )
                return ""
    except ValidationError as refusal:
        return " ".join(refusal.messages)
    locked.store(state=comparison.state)
    reasons = " ".join(filter(None, (comparison.refusal, *comparison.doubts)))
    return reasons or locked.get_state_display()


@transaction.atomic
def decide_about_list(
    *,
    arrival: ArrivedList,
    by: User,
    decision: ArrivalDecision,
    reason: str,
    revision: int | None = None,
) -> ArrivedList:
    """Store a decision about a list and carry it out.

    ``revision`` is that of the list here as it was shown. Raises ``ListHasChanged`` if
    it was edited since, ``PenIsOut``, ``SheetIsFinished``, and ``ValidationError``
    without a reason.
    """
    locked, comparison = lock_and_compare(arrival)
    writing.require_reason(reason)
    stored_revision = comparison.ledger.sheet.revision if comparison.ledger else None
    if revision != stored_revision:
        raise writing.ListHasChanged
    store_decision(locked, comparison, by=by, decision=decision, reason=reason)
    return locked


def lock_and_compare(arrival: ArrivedList) -> tuple[ArrivedList, ListComparison]:
    """Lock an arrived list that is still undecided, and compare it again."""
    locked = ArrivedList.objects.select_for_update(of=("self",)).get(pk=arrival.pk)
    if locked.decided_at:
        text = _("%(name)s has decided about this list already.")
        raise ValidationError(text % {"name": locked.decided_by})
    return locked, comparison_of(locked)


def store_decision(
    locked: ArrivedList,
    comparison: ListComparison,
    *,
    by: User,
    decision: ArrivalDecision,
    reason: str = "",
) -> None:
    """Carry out a decision, store it, and update the other lists with this code."""
    if decision is ArrivalDecision.THERE:
        write_list(comparison, by, reason=reason, route=locked.route)
    locked.decision = decision
    locked.decided_at = timezone.now()
    locked.decided_by = by
    locked.reason = reason
    locked.clean_fields(exclude={"event", "by", "decided_by"})
    locked.save(update_fields=["decision", "decided_at", "decided_by", "reason"])
    waiting = ArrivedList.objects.waiting().exclude(pk=locked.pk)
    others = waiting.filter(event=locked.event_id, code=locked.code)
    for other, compared in compare_all(locked.event, others):
        other.store(state=compared.state)


def receive_files(
    *, event: Event, files: Iterable[File], by: User
) -> tuple[list[ArrivedList], list[str]]:
    """Receive each file or picture by itself: a refused one holds no other up.

    Return the lists, and a sentence for each file that was refused.
    """
    lists, refusals = [], []
    for file in files:
        content, route = file.read(MOST_BYTES), ArrivalRoute.FILE
        try:
            if documents.is_picture(content):
                content, route = (
                    documents.list_in_picture(content).encode(),
                    ArrivalRoute.QR,
                )
            lists.append(receive_list(event=event, content=content, route=route, by=by))
        except FileRefused as refusal:
            refusals.append(f"{file.name}: {' '.join(refusal.messages)}")
    return lists, refusals
