"""The foot of the paper; ending a list: struck games, finishing, reopening, verdicts.

The totals of the foot prove a list or replace its games.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from datetime import datetime

from django.core.exceptions import ValidationError
from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from scoring.house.rules import is_official
from scoring.lists.check_codes import canonical_text, check_code, former_code_in
from scoring.lists.sheets import ListTotals
from scoring.notation.documents import write_line
from scoring.notation.grammar import Spelling
from scoring.notation.reading import NotedLine
from scoring.proof.paper import FootField, Identity
from tournaments.people.models import User
from tournaments.people.selectors import may_share_password
from tournaments.sheets.board import SheetBoard, board_of, difference_text
from tournaments.sheets.ledger import Ledger, players_by_stint, stints_of
from tournaments.sheets.models import ListVersion, Result, ScoreSheet, Seat, Verdict
from tournaments.sheets.models.programme import Event
from tournaments.sheets.selectors import ledger_of, table_confirmations
from tournaments.sheets.tallies import tally_list, untally_sheets
from tournaments.sheets.writing import (
    PEN_FIELDS,
    Edit,
    FootIsTaken,
    ListHasChanged,
    NotFinishable,
    NotProved,
    OwnTyping,
    SheetUpdate,
    locked_ledger,
    locked_sheet,
    pass_pen,
    record_step,
    require_reason,
    settle_sheet,
    write_step,
)
from tournaments.words.choices import Action, Proof, SheetState
from tournaments.words.problems import failure_text, remembered_foot_text
from tournaments.words.slips import FIELD_TEXT


def keep_version(ledger: Ledger, results: Iterable[Result], at: datetime) -> None:
    """Store a version of the list that is being finished, unless it has not changed.

    Two queries; three if the list was finished before.
    """
    sheet, event = ledger.sheet, ledger.sheet.series.event
    people = {seat.player_id: seat.player for seat in ledger.seats}
    people |= {change.player_id: change.player for change in ledger.substitutions}
    games = (NotedLine(entry=game.as_entry()) for game in ledger.games)
    facts = vars(sheet) | {  # what the check code of a list stands for
        "event": event.public_id,
        "series": sheet.series.number,
        "players": sheet.table_size,
        "rules": event.rule_set.options if event.rule_set else "",
        "lines": [write_line(game, Spelling.LETTERS) for game in games],
        "results": [
            vars(row) | {"person": people[row.player_id].public_id} for row in results
        ],
    }
    last = ListVersion.objects.filter(sheet=sheet.pk).order_by("-number").first()
    former = last.code if last else ""
    if last and last.text == canonical_text(facts, former=former_code_in(last.text)):
        return
    text = canonical_text(facts, former=former)
    reopenings = sheet.changes.filter(action=Action.REOPEN).order_by("pk")
    reopening = reopenings.last() if last else None
    ListVersion.objects.create(
        sheet=sheet,
        number=last.number + 1 if last else 1,
        code=check_code(text),
        at=at,
        reason=reopening.reason if reopening else "",
        text=text,
    )


FINISH_FIELDS = ("finished_at", "finished_by", "state", "proof", *PEN_FIELDS)


@transaction.atomic
def strike_rest(*, sheet: ScoreSheet, by: User, struck: bool = True) -> SheetUpdate:
    """Strike the games not played when time was up, or undo that (rules 5.4)."""
    ledger = locked_ledger(sheet, for_lines=True)
    if ledger.sheet.cut_short == struck:
        return settle_sheet(ledger, by)
    if struck and not ledger.games:
        raise ValidationError(_("Not one game has been typed."), code="empty")
    ledger.sheet.store(cut_short=struck)
    words = ("", str(len(ledger.games)))
    before, after = words if struck else words[::-1]
    return write_step(ledger, by, [(Action.STRIKE, None, before, after)])


@transaction.atomic
def finish_sheet(
    *,
    sheet: ScoreSheet,
    by: User,
    cut_short: bool = False,
    needs_check: bool = False,
    needs_proof: bool = False,
) -> SheetUpdate:
    """Finish the list and write its result rows.

    ``cut_short`` strikes the games that were not played; ``needs_check`` demands that
    a second person has checked the list as it stands, ``needs_proof`` that the paper
    proves it. Raises ``NotFinishable`` with everything that is still open, and
    ``NotProved`` when only the proof is missing.
    """
    ledger = locked_ledger(sheet)
    sheet = ledger.sheet
    if cut_short and ledger.games and not ledger.is_complete:
        sheet.store(cut_short=True)
        record_step(ledger, by, [(Action.STRIKE, None, "", str(len(ledger.games)))])
    tell_passed_in(ledger)
    board = board_of(ledger)
    update = SheetUpdate(ledger=ledger, board=board)
    require_finished(update, needs_check=needs_check)
    proof = final_proof(board)
    if needs_proof and proof == Proof.NONE:
        raise NotProved(missing_proof(sheet))
    record_step(ledger, by, [(Action.FINISH, None, "", totals_text(board.totals))])
    pass_pen(sheet, to_table=False)
    results = Result.objects.bulk_create(result_rows(ledger))
    sheet.finished_at = timezone.now()
    sheet.finished_by = by
    sheet.state = SheetState.FINISHED
    sheet.proof = proof
    sheet.save(update_fields=FINISH_FIELDS)
    keep_version(ledger, results, sheet.finished_at)
    tally_list(ledger, results)
    return replace(update, board=replace(board, state=SheetState.FINISHED))


def final_proof(board: SheetBoard) -> Proof:
    """Return what proves a list; a verdict or a reason counts as well."""
    was_checked = board.sheet.state == SheetState.CHECKED
    if board.proof == Proof.NONE and was_checked and is_checked(board.sheet):
        return Proof.SECOND
    if board.proof == Proof.NONE and board.explanation:
        return Proof.EXPLAINED
    return board.proof


def result_rows(ledger: Ledger) -> list[Result]:
    sheet = ledger.sheet
    people = players_by_stint(ledger)
    return [
        Result(
            sheet=sheet,
            series_id=sheet.series_id,
            player_id=people[stint.place, stint.first],
            place=stint.place,
            first_game=stint.first,
            last_game=stint.last,
            game_points=stint.total.game_points,
            won=stint.total.won,
            lost=stint.total.lost,
            others_lost=stint.total.others_lost,
            total=stint.total.total,
        )
        for stint in stints_of(ledger)
    ]


def missing_proof(sheet: ScoreSheet) -> str:
    """Return what would prove a list: a list of phones has no paper."""
    table = table_confirmations(sheet)
    if sheet.totals_only:
        return _("Still missing: %(expected)s.") % {
            "expected": FIELD_TEXT[FootField.TOTAL]
        }
    if not table.confirmed:
        return _(
            "Nothing proves this list: neither totals of the paper nor check values."
        )
    text = _("At the table %(count)s of %(seats)s have confirmed this list so far.")
    return text % {"count": table.confirmed, "seats": table.seats}


def tell_passed_in(ledger: Ledger) -> None:
    """Store that nothing was passed in where all games have a declarer."""
    sheet = ledger.sheet
    own = [number for s in ledger.seats for number in (s.paper_won, s.paper_lost)]
    is_open = sheet.totals_only and sheet.paper_passed_in is None and None not in own
    played = sheet.paper_games or sheet.games_planned
    if is_open and sum(filter(None, own)) == played:
        sheet.store(paper_passed_in=0)


def require_finished(update: SheetUpdate, *, needs_check: bool) -> None:
    """Refuse a list on which something is open, naming all reasons."""
    board, sheet = update.board, update.board.sheet
    reasons = [missing_games(board), open_lines(board), unexplained_differences(board)]
    if sheet.totals_only:
        reasons.append(missing_totals(update.ledger))
        most = sheet.games_planned
        if (sheet.paper_games or 0) > most and is_official(update.ledger.rules):
            text = _("Games played: this list has only %(count)s.")
            reasons.append(text % {"count": most})
        # What counts itself has no reason to be impossible.
        impossible = (each for each in board.failures if each.identity is Identity.K9)
        reasons += map(failure_text, impossible)
    if not sheet.mismatch_reason.strip():
        objects = _(
            "%(name)s objects to this list at the table. Correct it, or give a reason "
            "for keeping it so."
        )
        words = table_confirmations(sheet).objections
        reasons += [objects % {"name": word.player.name} for word in words]
    if needs_check and not is_checked(sheet):
        reasons.append(_("A second person has not checked this list yet."))
    if any(reasons):
        raise NotFinishable(list(filter(None, reasons)))


def missing_games(board: SheetBoard) -> str:
    """Return that games are missing; "" if none is."""
    if board.is_complete:
        return ""
    missing = board.sheet.games_planned - board.played
    return ngettext(
        "%(count)s game is missing. If time was up, strike the rest.",
        "%(count)s games are missing. If time was up, strike the rest.",
        missing,
    ) % {"count": missing}


def open_lines(board: SheetBoard) -> str:
    """Return which lines have problems or differ from the paper; "" if none does."""
    if board.sheet.totals_only or not board.open_lines:
        return ""
    return ngettext(
        "Look at line %(lines)s: something is open there.",
        "Look at lines %(lines)s: something is open there.",
        len(board.open_lines),
    ) % {"lines": ", ".join(map(str, board.open_lines))}


def unexplained_differences(board: SheetBoard) -> str:
    """Return that the totals of the paper disagree without an explanation, or ""."""
    # Missing games are a reason of their own, and once is enough.
    differs = any(
        board.is_complete or difference.field is not FootField.GAMES
        for difference in board.differences
    )
    if not (differs or board.failures) or board.sheet.mismatch_reason.strip():
        return ""
    text = _(
        "The totals of the paper do not agree. Correct the list, or give a reason for "
        "keeping it so."
    )
    named = "; ".join(difference_text(board, each) for each in board.differences)
    return f"{text} {named}" if named else text


def missing_totals(ledger: Ledger) -> str:
    """Return which numbers a totals-only list lacks; "" if it has all."""
    missing = []
    for seat in ledger.seats:
        fields = {
            FootField.GAME_POINTS: seat.paper_points,
            FootField.WON: seat.paper_won,
            FootField.LOST: seat.paper_lost,
        }
        words = [str(FIELD_TEXT[name]) for name in fields if fields[name] is None]
        if words:
            missing.append(f"{seat.player.name}: {', '.join(words)}")
    if ledger.sheet.paper_passed_in is None:
        missing.append(_("how often was passed in (0 if never)"))
    if not missing:
        return ""
    return _("Still missing: %(expected)s.") % {"expected": "; ".join(missing)}


def totals_text(totals: ListTotals) -> str:
    """Return the totals as the history remembers them."""
    return " · ".join(f"{seat.place}: {seat.total}" for seat in totals.seats)


@transaction.atomic
def reopen_sheet(*, sheet: ScoreSheet, by: User, reason: str) -> SheetUpdate:
    """Reopen a finished list; its results are deleted until it is finished again.

    The caller has locked the event, so that nobody closes the series meanwhile.
    """
    locked = locked_sheet(sheet)
    if not locked.is_finished:
        raise ValidationError(_("This list is not finished."), code="open")
    if locked.series.closed_at:
        raise ValidationError(
            _("The series of this list is closed; open it again first."), code="closed"
        )
    require_reason(reason)
    ledger = ledger_of(locked)
    before = totals_text(board_of(ledger).totals)
    locked.results.all().delete()
    untally_sheets([locked])
    locked.store(finished_at=None, finished_by=None)
    record_step(ledger, by, [(Action.REOPEN, None, before, "")], reason=reason)
    return settle_sheet(ledger, by)


@transaction.atomic
def change_list_system(system: str, sheets: QuerySet[ScoreSheet]) -> None:
    """Change the system of open lists. Raises ``SheetIsFinished`` for others."""
    for sheet in sheets.exclude(system=system).order_by("pk"):
        sheet.store(system=system)
        ledger = locked_ledger(sheet)
        # Counted like a step, so that everybody who has the list open is told.
        ledger.sheet.revision += 1
        settle_sheet(ledger, ledger.sheet.typed_by)


@transaction.atomic
def give_verdict(
    *,
    sheet: ScoreSheet,
    by: User,
    is_right: bool,
    line: int | None = None,
    remark: str = "",
    revision: int | None = None,
) -> Verdict:
    """Record the verdict of a second person on the list as it stands.

    ``revision`` is that of the list the person saw. Raises ``ListHasChanged`` if it was
    changed since, ``OwnTyping`` if ``by`` wrote any line of it, ``ValidationError`` for
    a list with missing games or a line that does not exist, ``SheetIsFinished``.
    """
    ledger = locked_ledger(sheet)
    require_second_person(ledger, by)
    if revision not in (None, ledger.sheet.revision):
        raise ListHasChanged
    if is_right and not ledger.is_complete:
        raise ValidationError(_("Games are still missing."), code="incomplete")
    if line is not None and not 1 <= line <= len(ledger.games):
        message = _("There is no line %(number)s.") % {"number": line}
        raise ValidationError({"line": ValidationError(message, code="line")})
    # Counted like a step, so that everybody who has the list open is told.
    ledger.sheet.revision += 1
    verdict = Verdict(
        sheet=ledger.sheet,
        revision=ledger.sheet.revision,
        at=timezone.now(),
        by=by,
        is_right=is_right,
        line=line,
        remark=remark,
    )
    verdict.check_and_save(force_insert=True)
    ledger.sheet.state = SheetState.CHECKED if is_right else SheetState.DIFFERS
    ledger.sheet.save(update_fields=["state", "revision"])
    return verdict


def require_second_person(ledger: Ledger, by: User) -> None:
    """Refuse a person who typed on the list, or whom its typist let in."""
    if ledger.sheet.changes.filter(by=by).exists():
        raise OwnTyping(
            _("Nobody checks a list they typed on themselves."), code="own-typing"
        )
    first = ledger.sheet.changes.order_by("at").first()
    if first and may_share_password(
        by, ledger.sheet.changes.values("by"), since=first.at
    ):
        raise OwnTyping(
            _(
                "Somebody who typed on this list has handed out a new code for your "
                "account meanwhile; another person checks it."
            ),
            code="own-code",
        )


def is_checked(sheet: ScoreSheet) -> bool:
    """Return whether a second person found the list right as it stands."""
    last = sheet.verdicts.order_by("-pk").first()
    return last is not None and last.is_right and last.revision == sheet.revision


SEAT_FIELDS = ("paper_points", "paper_won", "paper_lost", "paper_total")
SHEET_FIELDS = ("paper_games", "paper_passed_in")
FootRow = Seat | ScoreSheet  # the two rows that have numbers of the foot


@dataclass(frozen=True, slots=True, kw_only=True)
class FootNumbers:
    """The foot of the paper for one place; None for a number that was not typed."""

    points: int | None = None
    won: int | None = None
    lost: int | None = None
    total: int | None = None


@transaction.atomic
def write_foot(
    *,
    sheet: ScoreSheet,
    by: User,
    seats: Mapping[int, FootNumbers],
    passed_in: int | None = None,
    games: int | None = None,
    reason: str = "",
    before: str | None = None,
) -> SheetUpdate:
    """Write the totals of the paper; ``reason`` says why they may differ.

    ``before`` is the foot as the writer saw it (``whole_foot_text``). Raises
    ``FootIsTaken`` if it has changed since, ``ValidationError`` for numbers that no
    list can have, ``SheetIsFinished``.
    """
    ledger = locked_ledger(sheet)
    present = whole_foot_text(ledger)
    if before is not None and before != present:
        raise FootIsTaken(text=present, shown=foot_in_words(ledger))
    changes: list[Edit] = []
    for seat in ledger.seats:
        numbers = seats.get(seat.place, FootNumbers())
        after = numbers_text(numbers.points, numbers.won, numbers.lost, numbers.total)
        changes += change_foot(seat, seat.place, after)
    changes += change_foot(ledger.sheet, None, numbers_text(games, passed_in))
    if reason != ledger.sheet.mismatch_reason:
        changes.append((Action.REASON, None, ledger.sheet.mismatch_reason, reason))
        save_reason(ledger.sheet, reason)
    return write_step(ledger, by, changes)


@transaction.atomic
def choose_totals_only(
    *, sheet: ScoreSheet, by: User, totals_only: bool
) -> SheetUpdate:
    """Switch a list; an empty one stands for all that nobody has begun.

    So it is chosen once an evening, and the next evening has it from the last. Where
    totals are typed already, a list switched back to games is an exception.
    """
    if sheet.state == SheetState.EMPTY:
        events = Event.objects.select_for_update(no_key=True)
        event = events.get(pk=sheet.series.event_id)
        lists = ScoreSheet.objects.filter(series__event=event)
        empty = lists.filter(state=SheetState.EMPTY)
        begun = lists.filter(totals_only=True).exclude(state=SheetState.EMPTY)
        if not totals_only and begun.exists():
            return set_totals_only(sheet=sheet, by=by, totals_only=False)
        event.store(totals_only=totals_only)
        others = empty.filter(substitutions=None).exclude(pk=sheet.pk)
        others.update(totals_only=totals_only)
    return set_totals_only(sheet=sheet, by=by, totals_only=totals_only)


@transaction.atomic
def set_totals_only(*, sheet: ScoreSheet, by: User, totals_only: bool) -> SheetUpdate:
    """Switch between typing games and typing only the totals of a list.

    Games that were typed already are kept. They do not count as long as only the totals
    do, and count again after switching back.
    """
    ledger = locked_ledger(sheet, for_lines=True)
    if ledger.sheet.totals_only == totals_only:
        return settle_sheet(ledger, by)
    if totals_only and ledger.substitutions:
        raise ValidationError(
            _("A list with a substitute needs its games."), code="substitute"
        )
    before, after = ("games", "totals") if totals_only else ("totals", "games")
    ledger.sheet.store(totals_only=totals_only)
    return write_step(ledger, by, [(Action.MODE, None, before, after)])


def numbers_text(*numbers: int | None) -> str:
    """Return numbers as the history remembers them; "" if none was typed.

    >>> numbers_text(318, 12, None), numbers_text(None, None)
    ('318/12/', '')
    """
    if all(number is None for number in numbers):
        return ""
    return "/".join("" if number is None else str(number) for number in numbers)


def numbers_in_text(text: str, count: int) -> list[int | None]:
    """Return the numbers in a text of ``numbers_text``.

    >>> numbers_in_text("318/12/", 3), numbers_in_text("", 2)
    ([318, 12, None], [None, None])
    """
    parts = text.split("/") if text else [""] * count
    return [int(part) if part else None for part in parts]


def whole_foot_text(ledger: Ledger) -> str:
    """Return the whole foot in one line, to tell whether it was changed."""
    parts = [f"{seat.place}: {foot_text(seat)}" for seat in ledger.seats]
    parts += [foot_text(ledger.sheet), ledger.sheet.mismatch_reason]
    return " · ".join(parts)


def foot_in_words(ledger: Ledger) -> str:
    """Return what is written at the foot, for people to read."""
    sheet = ledger.sheet
    rows = [(f"{seat.player.name}: ", foot_text(seat)) for seat in ledger.seats]
    texts = [
        f"{whose}{remembered_foot_text(text)}"
        for whose, text in (*rows, ("", foot_text(sheet)))
        if text
    ]
    return "; ".join(filter(None, [*texts, sheet.mismatch_reason])) or _("nothing")


def foot_fields(row: FootRow) -> tuple[str, ...]:
    """Return the columns of a row that stand at the foot of the paper."""
    return SEAT_FIELDS if isinstance(row, Seat) else SHEET_FIELDS


def foot_text(row: FootRow) -> str:
    """Return the foot of a place, or of the list, as the history remembers it."""
    return numbers_text(*(getattr(row, name) for name in foot_fields(row)))


def set_foot(row: FootRow, text: str) -> None:
    """Write the foot of a place, or of the list, without saving it."""
    names = foot_fields(row)
    for name, number in zip(names, numbers_in_text(text, len(names)), strict=True):
        setattr(row, name, number)


def save_foot(row: FootRow, text: str) -> None:
    """Write the foot of a place, or of the list."""
    names = foot_fields(row)
    set_foot(row, text)
    row.clean_fields(exclude={field.name for field in row._meta.fields} - {*names})
    row.save(update_fields=names)


def change_foot(row: FootRow, place: int | None, text: str) -> list[Edit]:
    """Write the foot of a place, or of the list; return the edit, if it differs."""
    before = foot_text(row)
    if text == before:
        return []
    save_foot(row, text)
    return [(Action.FOOT, place, before, text)]


def save_reason(sheet: ScoreSheet, reason: str) -> None:
    """Write why the paper may differ."""
    sheet.mismatch_reason = reason
    sheet.clean_fields(exclude=["series", "code"])
    sheet.save(update_fields=["mismatch_reason"])
