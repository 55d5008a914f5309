"""Writing the lines of a list."""

from collections.abc import Sequence

from django.core.exceptions import ValidationError
from django.db import transaction
from django.utils.translation import gettext as _

from scoring.game.games import WrittenGame
from scoring.notation.reading import NotedLine
from tournaments.people.models import User
from tournaments.sheets.board import board_of
from tournaments.sheets.ledger import Ledger
from tournaments.sheets.models import Game, ScoreSheet
from tournaments.sheets.refusals import ImpossibleLine, LineIsTaken
from tournaments.sheets.typing.edits import (
    accept_paper,
    insert_at,
    remove_at,
    replace_at,
)
from tournaments.sheets.writing import (
    SheetUpdate,
    append_games,
    check_line,
    fill_game,
    full_line,
    insert_rows,
    ledger_at_revision,
    ledger_for_writing,
    record_step,
    record_steps,
    settle_sheet,
    stored_text,
)
from tournaments.words.choices import Action


@transaction.atomic
def record_line(
    *,
    sheet: ScoreSheet,
    number: int,
    noted: NotedLine,
    by: User | None,
    before: str | None = None,
    reason: str = "",
    route: str = "",
) -> SheetUpdate:
    """Write ``noted`` on line ``number``: the next free one, or one that is there.

    ``before`` is the line as the writer saw it, "" for an empty one; when the list
    says something else by now, ``LineIsTaken`` tells what. A line that already reads
    exactly so is left alone, so that a repeated request does no harm. ``by`` nobody is
    the table itself. Raises ``ImpossibleLine`` with all problems, ``SheetIsFinished``,
    and ``PenIsOut`` as all that write lines here.
    """
    ledger = ledger_for_writing(sheet, by)
    return record_on(
        ledger, number, noted, by=by, before=before, reason=reason, route=route
    )


def record_on(
    ledger: Ledger,
    number: int,
    noted: NotedLine,
    *,
    by: User | None,
    before: str | None = None,
    reason: str = "",
    route: str = "",
) -> SheetUpdate:
    """Do as ``record_line`` on a list that is locked and read."""
    line = full_line(noted)
    present = present_text(ledger, number)
    if present == line.text:
        return SheetUpdate(ledger=ledger, board=board_of(ledger), number=number)
    if before is not None and before != present:
        raise LineIsTaken(number=number, text=present)
    if not present:
        require_room(ledger, number)
    check_line(ledger, noted, number)
    if present:
        changes = replace_at(ledger, number, line, present)
    else:
        changes = insert_at(ledger, number, line)
    step = record_step(ledger, by, changes, reason=reason, route=route)
    return settle_sheet(ledger, by, number, step=step)


@transaction.atomic
def insert_line(
    *,
    sheet: ScoreSheet,
    number: int,
    noted: NotedLine,
    by: User,
    before: str | None = None,
    reason: str = "",
    revision: int | None = None,
) -> SheetUpdate:
    """Write ``noted`` between two lines; the later ones move down by one.

    ``before`` is line ``number`` as the writer saw it, ``revision`` the list: one
    that was sent twice, because its answer was lost, is inserted once. Raises as
    ``record_line``, and ``ListHasChanged``.
    """
    ledger = ledger_at_revision(sheet, revision, by)
    present = present_text(ledger, number)
    if before is not None and before != present:
        raise LineIsTaken(number=number, text=present)
    if not 1 <= number <= ledger.played + 1:
        raise no_such_line(number)
    require_room(ledger, ledger.played + 1)
    check_line(ledger, noted, number)
    changes = insert_at(ledger, number, full_line(noted))
    step = record_step(ledger, by, changes, reason=reason)
    return settle_sheet(ledger, by, number, step=step)


@transaction.atomic
def delete_line(
    *,
    sheet: ScoreSheet,
    number: int,
    by: User | None,
    before: str | None = None,
    reason: str = "",
    revision: int | None = None,
) -> SheetUpdate:
    """Take line ``number`` out; the later ones move up by one.

    ``before`` and ``revision`` as for ``insert_line``.
    """
    ledger = ledger_at_revision(sheet, revision, by)
    return delete_on(ledger, number, by=by, before=before, reason=reason)


def delete_on(
    ledger: Ledger,
    number: int,
    *,
    by: User | None,
    before: str | None = None,
    reason: str = "",
) -> SheetUpdate:
    """Do as ``delete_line`` on a list that is locked and read."""
    present = present_text(ledger, number)
    if before is not None and before != present:
        raise LineIsTaken(number=number, text=present)
    if not present:
        raise no_such_line(number)
    step = record_step(ledger, by, remove_at(ledger, number), reason=reason)
    return settle_sheet(ledger, by, number, step=step)


def checked_next_game(
    ledger: Ledger,
    noted: NotedLine,
    waiting: Sequence[Game],
    *,
    seen: str | None = None,
) -> Game:
    """Return ``noted`` as the line behind the last one and those ``waiting``, unsaved.

    ``seen`` is what its writer saw there. Raises as ``record_line``.
    """
    number = ledger.played + len(waiting) + 1
    if seen:
        raise LineIsTaken(number=number, text="")
    require_room(ledger, ledger.played + 1, len(waiting) + 1)
    check_line(ledger, noted, number, [game.as_entry() for game in waiting])
    game = Game(sheet=ledger.sheet, number=number)
    fill_game(game, full_line(noted).noted)
    return game


def append_checked_games(ledger: Ledger, games: Sequence[Game]) -> SheetUpdate:
    """Write lines that were checked behind the last one, as their table.

    Each is a step of the history: it was played and written by itself.
    """
    insert_rows(games)
    ledger.games += games
    changes = [(Action.INSERT, game.number, "", stored_text(game)) for game in games]
    record_steps(ledger, None, changes)
    return settle_sheet(ledger, None, ledger.played, step=ledger.sheet.revision)


@transaction.atomic
def append_lines(
    *, sheet: ScoreSheet, lines: Sequence[NotedLine], by: User
) -> SheetUpdate:
    """Append many lines as one step: all of them, or none. Two queries for the lines.

    Raises ``ImpossibleLine`` for the first one that cannot be, ``SheetIsFinished``.
    """
    ledger = ledger_for_writing(sheet, by)
    require_room(ledger, ledger.played + 1, len(lines))
    entries: list[WrittenGame] = []
    for number, noted in enumerate(lines, ledger.played + 1):
        check_line(ledger, noted, number, entries)
        entries.append(noted.entry)
    full = [full_line(noted) for noted in lines]
    games = append_games(ledger, [line.noted for line in full])
    changes = [
        (Action.INSERT, game.number, "", line.text)
        for game, line in zip(games, full, strict=True)
    ]
    step = record_step(ledger, by, changes)
    return settle_sheet(ledger, by, ledger.played, step=step)


@transaction.atomic
def accept_line(
    *,
    sheet: ScoreSheet,
    number: int,
    by: User,
    reason: str,
    before: str | None = None,
) -> SheetUpdate:
    """Record that the paper is wrong on line ``number``, and why.

    ``before`` is the line as the writer saw it; raises ``LineIsTaken`` when the list
    says something else by now.
    """
    ledger = ledger_for_writing(sheet, by)
    present = present_text(ledger, number)
    if before is not None and before != present:
        raise LineIsTaken(number=number, text=present)
    if not present:
        raise no_such_line(number)
    if not reason.strip():
        raise ValidationError(
            {"reason": ValidationError(_("Please say why."), code="reason")}
        )
    step = record_step(ledger, by, [accept_paper(ledger, number)], reason=reason)
    return settle_sheet(ledger, by, number, step=step)


def present_text(ledger: Ledger, number: int) -> str:
    """Return what line ``number`` says now, "" when it is not there."""
    if not 1 <= number <= ledger.played:
        return ""
    return stored_text(ledger.games[number - 1])


def require_room(ledger: Ledger, number: int, count: int = 1) -> None:
    """Refuse ``count`` lines beyond the next one, or beyond the end of the list."""
    if ledger.sheet.totals_only:
        raise ImpossibleLine(
            _("Only the totals of this list are typed."), code="totals-only"
        )
    if ledger.sheet.cut_short:
        raise ImpossibleLine(
            _("Time was up: the rest of this list is struck."), code="cut-short"
        )
    if ledger.ended_at is not None:
        raise ImpossibleLine(
            _("The list has ended with game %(number)s."),
            code="ended",
            params={"number": ledger.ended_at},
        )
    if ledger.played + count > ledger.sheet.games_planned:
        raise ImpossibleLine(
            _("The list is full: it has %(games)s games."),
            code="full",
            params={"games": ledger.sheet.games_planned},
        )
    if number != ledger.played + 1:
        raise ImpossibleLine(
            _("Line %(number)s comes next."),
            code="gap",
            params={"number": ledger.played + 1},
        )


def no_such_line(number: int) -> ImpossibleLine:
    """Return the refusal for a line that the list does not have."""
    return ImpossibleLine(
        _("There is no line %(number)s."), code="gap", params={"number": number}
    )
