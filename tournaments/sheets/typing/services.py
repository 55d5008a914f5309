"""Writing the lines of a list."""

from collections.abc import Sequence

from django.db import transaction
from django.utils.translation import gettext as _

from scoring.notation.reading import NotedLine
from tournaments.people.models import User
from tournaments.sheets.board import board_of
from tournaments.sheets.ledger import Ledger
from tournaments.sheets.models import Game, ScoreSheet, Substitution
from tournaments.sheets.writing import (
    Edit,
    ImpossibleLine,
    LineIsTaken,
    SheetUpdate,
    append_games,
    check_line,
    delete_stored_line,
    ledger_at_revision,
    ledger_for_writing,
    line_text,
    new_game,
    overwrite_line,
    record_steps,
    require_reason,
    seat_text,
    settle_sheet,
    store_new_line,
    stored_text,
    write_step,
)
from tournaments.words.choices import Action

ACCEPTED = "✓"
"""How the history remembers that the paper was accepted as wrong on a line."""


def replace_at(ledger: Ledger, number: int, noted: NotedLine) -> list[Edit]:
    """Write ``noted`` over line ``number``."""
    before = stored_text(ledger.games[number - 1])
    withdrawn = withdraw_acceptance(ledger, number)
    game = overwrite_line(ledger, number, noted)
    return [*withdrawn, (Action.REPLACE, number, before, stored_text(game))]


def insert_at(ledger: Ledger, number: int, noted: NotedLine) -> list[Edit]:
    """Write ``noted`` as line ``number``; the later ones move down by one."""
    moved = move_substitutes(ledger, number, by=1)
    game = store_new_line(ledger, number, noted)
    return [*moved, (Action.INSERT, number, "", stored_text(game))]


def remove_at(ledger: Ledger, number: int) -> list[Edit]:
    """Take line ``number`` out; the later ones move up by one.

    Raises ``ImpossibleLine`` where a substitute would be left without a game before
    or after theirs.
    """
    moved = move_substitutes(ledger, number, by=-1)
    withdrawn = withdraw_acceptance(ledger, number)
    before = stored_text(ledger.games[number - 1])
    delete_stored_line(ledger, number)
    return [*moved, *withdrawn, (Action.DELETE, number, before, "")]


def accept_paper(ledger: Ledger, number: int) -> Edit:
    """Accept that the paper is wrong on line ``number``."""
    return (Action.ACCEPT, number, save_acceptance(ledger, number, True), ACCEPTED)


def withdraw_acceptance(ledger: Ledger, number: int) -> list[Edit]:
    """End the acceptance of a line, if there is one; return the edit."""
    before = save_acceptance(ledger, number, False)
    return [(Action.ACCEPT, number, before, "")] if before else []


def save_acceptance(ledger: Ledger, number: int, accepted: bool) -> str:
    """Write whether the paper is wrong on a line; return the text before the change."""
    game = ledger.games[number - 1]
    before = ACCEPTED if game.paper_wrong else ""
    if game.paper_wrong != accepted:
        game.store(paper_wrong=accepted)
    return before


def move_substitutes(ledger: Ledger, number: int, *, by: int) -> list[Edit]:
    """Let the substitutes after line ``number`` begin ``by`` games later."""
    later = [change for change in ledger.substitutions if change.from_game > number]
    # In an order in which two substitutes of a place never have the same game.
    later.sort(key=lambda change: change.from_game, reverse=by > 0)
    starts = {(change.place, change.from_game) for change in ledger.substitutions}
    starts -= {(change.place, change.from_game) for change in later}
    new_starts = {(change.place, change.from_game + by) for change in later}
    if starts & new_starts or any(start < 2 for _place, start in new_starts):
        raise ImpossibleLine(
            _("A substitute would have no game left here. Take them out first (undo)."),
            code="substitute",
        )
    return [move_substitute(change, by) for change in later]


def move_substitute(change: Substitution, by: int) -> Edit:
    """Let a substitute begin ``by`` games later."""
    before = seat_text(change.player, change.from_game)
    change.store(from_game=change.from_game + by)
    after = seat_text(change.player, change.from_game)
    return (Action.SUBSTITUTE, change.place, before, after)


@transaction.atomic
def record_line(
    *,
    sheet: ScoreSheet,
    number: int,
    noted: NotedLine,
    by: User,
    before: str | None = None,
    route: str = "",
) -> SheetUpdate:
    """Write ``noted`` on line ``number``: the next free one, or one that is there.

    ``before`` is the line as the writer saw it, "" for an empty one; if the list says
    something else by now, ``LineIsTaken`` tells what. A line that already reads the
    same is left alone, so that a repeated request does no harm. Raises
    ``ImpossibleLine`` with all problems, ``SheetIsFinished``, and ``PenIsOut`` like
    all services that write lines at the desk.
    """
    ledger = ledger_for_writing(sheet)
    return record_on(ledger, number, noted, by=by, before=before, route=route)


def record_on(
    ledger: Ledger,
    number: int,
    noted: NotedLine,
    *,
    by: User | None,
    before: str | None,
    route: str = "",
) -> SheetUpdate:
    """Do as ``record_line`` on a list that is locked and read.

    Without ``by`` the table itself writes.
    """
    present = present_text(ledger, number)
    if present == line_text(noted):
        return SheetUpdate(ledger=ledger, board=board_of(ledger), number=number)
    require_unchanged(ledger, number, before)
    if not present:
        require_room(ledger, number)
    check_line(ledger, noted, number)
    if present:
        edits = replace_at(ledger, number, noted)
    else:
        edits = append_games(ledger, [new_game(ledger, number, noted)])
    return write_step(ledger, by, edits, route=route)


@transaction.atomic
def insert_line(
    *,
    sheet: ScoreSheet,
    number: int,
    noted: NotedLine,
    by: User,
    before: str | None = None,
    revision: int | None = None,
) -> SheetUpdate:
    """Write ``noted`` between two lines; the later ones move down by one.

    ``before`` is line ``number`` as the writer saw it, ``revision`` that of the list
    they saw: a line that is sent twice, because its answer was lost, is inserted once.
    Raises as ``record_line``, and ``ListHasChanged``.
    """
    ledger = ledger_at_revision(sheet, revision)
    require_unchanged(ledger, number, before)
    return write_step(ledger, by, insert_checked(ledger, number, noted))


def insert_checked(ledger: Ledger, number: int, noted: NotedLine) -> list[Edit]:
    """Insert a line on a list that is locked and read. Raises ``ImpossibleLine``."""
    if not 1 <= number <= ledger.played + 1:
        raise no_such_line(number)
    require_room(ledger, ledger.played + 1)
    check_line(ledger, noted, number)
    return insert_at(ledger, number, noted)


@transaction.atomic
def delete_line(
    *,
    sheet: ScoreSheet,
    number: int,
    by: User,
    before: str | None = None,
    revision: int | None = None,
) -> SheetUpdate:
    """Take line ``number`` out; the later ones move up by one.

    ``before`` and ``revision`` as for ``insert_line``.
    """
    ledger = ledger_at_revision(sheet, revision)
    return delete_on(ledger, number, by=by, before=before)


def delete_on(
    ledger: Ledger, number: int, *, by: User | None, before: str | None
) -> SheetUpdate:
    """Do as ``delete_line`` on a list that is locked and read."""
    require_line(ledger, number, before)
    return write_step(ledger, by, remove_at(ledger, number))


def checked_next_game(
    ledger: Ledger,
    noted: NotedLine,
    waiting: Sequence[Game],
    *,
    seen: str | None = None,
) -> Game:
    """Return ``noted`` as the line after the last one and those ``waiting``, unsaved.

    ``seen`` is what its writer saw there. Raises as ``record_line``.
    """
    number = ledger.played + len(waiting) + 1
    if seen:
        raise LineIsTaken(number=number, text="")
    require_room(ledger, ledger.played + 1, len(waiting) + 1)
    check_line(ledger, noted, number, [game.as_entry() for game in waiting])
    return new_game(ledger, number, noted)


def append_checked_games(ledger: Ledger, games: Sequence[Game]) -> SheetUpdate:
    """Append lines that the table has sent and that have been checked.

    Each is a step of its own in the history, because each was written by itself.
    """
    record_steps(ledger, append_games(ledger, games))
    return settle_sheet(ledger, None, step=ledger.sheet.revision)


@transaction.atomic
def append_lines(
    *, sheet: ScoreSheet, lines: Sequence[NotedLine], by: User
) -> SheetUpdate:
    """Append many lines as one step: all of them or none. Two queries for the lines.

    Raises ``ImpossibleLine`` for the first impossible one, ``SheetIsFinished``.
    """
    ledger = ledger_for_writing(sheet)
    require_room(ledger, ledger.played + 1, len(lines))
    games: list[Game] = []
    for noted in lines:
        games.append(checked_next_game(ledger, noted, games))
    return write_step(ledger, by, append_games(ledger, games))


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

    ``before`` is the line as the writer saw it; raises ``LineIsTaken`` if the list
    says something else by now.
    """
    ledger = ledger_for_writing(sheet)
    require_line(ledger, number, before)
    require_reason(reason)
    return write_step(ledger, by, [accept_paper(ledger, number)], reason=reason)


def require_unchanged(ledger: Ledger, number: int, before: str | None) -> None:
    """Refuse to write on a line that has changed since the writer saw it."""
    present = present_text(ledger, number)
    if before not in (None, present):
        raise LineIsTaken(number=number, text=present)


def require_line(ledger: Ledger, number: int, before: str | None) -> None:
    """Refuse as ``require_unchanged``, and if there is no such line."""
    require_unchanged(ledger, number, before)
    if not present_text(ledger, number):
        raise no_such_line(number)


def present_text(ledger: Ledger, number: int) -> str:
    """Return the text of line ``number``; "" if there is none."""
    if not 1 <= number <= ledger.played:
        return ""
    return stored_text(ledger.games[number - 1])


def require_room(ledger: Ledger, number: int, count: int = 1) -> None:
    """Refuse a line that is not the next one, or ``count`` lines that do not fit."""
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
    """Return the refusal of a line that the list does not have."""
    return ImpossibleLine(
        _("There is no line %(number)s."), code="gap", params={"number": number}
    )
