"""Writing the lines of a list; undo and redo of everything in its history.

Nothing is erased: undoing writes a step that reverts another one. The next step to
revert is found by replaying the history, so it survives a reload and is the same for
everybody who may write.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from django.db import transaction
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from scoring.lists.sheets import Takeover, read_takeover
from scoring.notation.reading import NotedLine, read_line
from tournaments.people.models import Player, User
from tournaments.sheets.board import board_of
from tournaments.sheets.finishing.services import (
    save_foot,
    save_reason,
)
from tournaments.sheets.ledger import Ledger
from tournaments.sheets.models import Change, Game, ScoreSheet, Substitution
from tournaments.sheets.seats import plays_in_series, reseat_people
from tournaments.sheets.writing import (
    Edit,
    ImpossibleLine,
    LineIsTaken,
    NothingToRevert,
    SheetUpdate,
    append_games,
    check_line,
    delete_stored_line,
    fill_game,
    ledger_at_revision,
    line_text,
    locked_ledger,
    overwrite_line,
    record_step,
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
    edits: list[Edit] = []
    for change in later:
        before = seat_text(change.player, change.from_game)
        change.store(from_game=change.from_game + by)
        after = seat_text(change.player, change.from_game)
        edits.append((Action.SUBSTITUTE, change.place, before, after))
    return edits


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
    ledger = locked_ledger(sheet, for_lines=True)
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
    if before not in (None, present):
        raise LineIsTaken(number=number, text=present)
    if not present:
        require_room(ledger, number)
    check_line(ledger, noted, number)
    if present:
        edits = replace_at(ledger, number, noted)
    else:
        game = fill_game(Game(sheet=ledger.sheet, number=number), noted)
        edits = append_games(ledger, [game])
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
    """Insert a line on a list that is locked and read; the later ones move down.

    Raises ``ImpossibleLine``.
    """
    if not 1 <= number <= len(ledger.games) + 1:
        raise no_such_line(number)
    require_room(ledger, len(ledger.games) + 1)
    check_line(ledger, noted, number)
    moved = move_substitutes(ledger, number, by=1)
    game = store_new_line(ledger, number, noted)
    return [*moved, (Action.INSERT, number, "", stored_text(game))]


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
    number = len(ledger.games) + len(waiting) + 1
    if seen:
        raise LineIsTaken(number=number, text="")
    require_room(ledger, len(ledger.games) + 1, len(waiting) + 1)
    check_line(ledger, noted, number, [game.as_entry() for game in waiting])
    return fill_game(Game(sheet=ledger.sheet, number=number), noted)


def append_checked_games(ledger: Ledger, games: Sequence[Game]) -> SheetUpdate:
    """Append lines that the table has sent and that have been checked.

    Each is a step of its own in the history, because each was written by itself.
    """
    record_step(ledger, None, append_games(ledger, games), each_alone=True)
    return settle_sheet(ledger, None, step=ledger.sheet.revision)


@transaction.atomic
def append_lines(
    *, sheet: ScoreSheet, lines: Sequence[NotedLine], by: User
) -> SheetUpdate:
    """Append many lines as one step: all of them or none. Two queries for the lines.

    Raises ``ImpossibleLine`` for the first impossible one, ``SheetIsFinished``.
    """
    ledger = locked_ledger(sheet, for_lines=True)
    require_room(ledger, len(ledger.games) + 1, len(lines))
    games: list[Game] = []
    for noted in lines:
        games.append(checked_next_game(ledger, noted, games))
    return write_step(ledger, by, append_games(ledger, games))


@transaction.atomic
def accept_line(
    *, sheet: ScoreSheet, number: int, by: User, reason: str, before: str | None = None
) -> SheetUpdate:
    """Record that the paper is wrong on line ``number``, and why.

    ``before`` is the line as the writer saw it; raises ``LineIsTaken`` if the list
    says something else by now.
    """
    ledger = locked_ledger(sheet, for_lines=True)
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
    if not 1 <= number <= len(ledger.games):
        return ""
    return stored_text(ledger.games[number - 1])


def require_room(ledger: Ledger, number: int, count: int = 1) -> None:
    """Refuse a line that is not the next one, or ``count`` lines that do not fit."""
    if ledger.sheet.totals_only:
        raise ImpossibleLine(_("Only the totals are typed."), code="totals-only")
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
    if len(ledger.games) + count > ledger.sheet.games_planned:
        raise ImpossibleLine(
            _("The list is full: it has %(games)s games."),
            code="full",
            params={"games": ledger.sheet.games_planned},
        )
    if number != len(ledger.games) + 1:
        raise ImpossibleLine(
            _("Line %(number)s comes next."),
            code="gap",
            params={"number": len(ledger.games) + 1},
        )


def no_such_line(number: int) -> ImpossibleLine:
    """Return the refusal of a line that the list does not have."""
    return ImpossibleLine(
        _("There is no line %(number)s."), code="gap", params={"number": number}
    )


# What was done before the seats changed was done for another table.
# The second list is another paper; it is corrected by typing it again.
REVERTIBLE = frozenset(Action) - {
    Action.FINISH,
    Action.REOPEN,
    Action.SEATS,
    Action.SECOND,
}


@dataclass(frozen=True, slots=True)
class Reach:
    """The steps that undo and redo would revert next; None if there is none."""

    undo: int | None
    redo: int | None


def reach_of(steps: Iterable[tuple[int, int | None]]) -> Reach:
    """Replay ``steps`` (number, step that it reverts) and return what comes next.

    >>> reach_of([(1, None), (2, None), (3, 2)])
    Reach(undo=1, redo=3)
    >>> reach_of([(1, None), (2, 1), (3, None)])
    Reach(undo=3, redo=None)
    """
    undoable: list[int] = []
    redoable: list[int] = []
    for step, reverts in steps:
        if reverts is None:
            undoable.append(step)
            redoable.clear()
        elif undoable and undoable[-1] == reverts:
            undoable.pop()
            redoable.append(step)
        else:
            redoable.pop()
            undoable.append(step)
    return Reach(
        undo=undoable[-1] if undoable else None, redo=redoable[-1] if redoable else None
    )


def reach_in(sheet: ScoreSheet) -> Reach:
    """Return the next steps of undo and redo on ``sheet``. One query."""
    changes = Change.objects.filter(sheet=sheet).order_by("step")
    rows = changes.values_list("step", "reverts", "action")
    last_seating = max(
        (step for step, _, action in rows if action == Action.SEATS), default=0
    )
    steps = {
        step: reverts
        for step, reverts, action in rows
        if step > last_seating and action in REVERTIBLE
    }
    return reach_of(steps.items())


@transaction.atomic
def undo(*, sheet: ScoreSheet, by: User, revision: int | None = None) -> SheetUpdate:
    """Undo the last step. Raises ``NothingToRevert``.

    ``revision`` is that of the list the writer saw; raises ``ListHasChanged`` if it has
    changed since, so that nobody undoes what they never saw.
    """
    ledger = ledger_at_revision(sheet, revision)
    return revert_step(ledger, reach_in(ledger.sheet).undo, by, "undo")


@transaction.atomic
def redo(*, sheet: ScoreSheet, by: User, revision: int | None = None) -> SheetUpdate:
    """Redo what was undone last. Raises as ``undo``."""
    ledger = ledger_at_revision(sheet, revision)
    return revert_step(ledger, reach_in(ledger.sheet).redo, by, "redo")


NOTHING_LEFT = {
    "undo": gettext_lazy("There is nothing left to undo."),
    "redo": gettext_lazy("There is nothing left to redo."),
}


def revert_step(ledger: Ledger, step: int | None, by: User, way: str) -> SheetUpdate:
    """Invert every change of ``step``, last first, as a new step."""
    if step is None:
        raise NothingToRevert(NOTHING_LEFT[way], code=way)
    changes = ledger.sheet.changes.filter(step=step, action__in=REVERTIBLE)
    inverted: list[Edit] = []
    for change in changes.order_by("-pk"):
        action = Action(change.action)
        INVERSES[action](ledger, change)
        opposite = OPPOSITE.get(action, action)
        inverted.append((opposite, change.number, change.after, change.before))
    return write_step(ledger, by, inverted, reverts=step)


def undo_foot(ledger: Ledger, change: Change) -> None:
    row = ledger.sheet if change.number is None else ledger.seat(change.number)
    assert row is not None
    save_foot(row, change.before)


def undo_substitute(ledger: Ledger, change: Any) -> None:
    """Remove a substitute, restore one, or let them begin where they did before."""
    place = change.number
    if after := read_takeover(change.after):
        taken_over = ledger.sheet.substitutions.filter(place=place)
        taken_over.filter(from_game=after.game).delete()
    if before := read_takeover(change.before):
        player = Player.objects.filter(pk=before.number).first()
        if player is None or plays_in_series(ledger.sheet, player):
            raise takeover_refusal(before, code="substitute")
        Substitution.objects.create(
            sheet=ledger.sheet, place=place, from_game=before.game, player=player
        )
    ledger.substitutions = ledger.sheet.substitutions.select_related("player")


def undo_reseat(ledger: Ledger, change: Any) -> None:
    """Give a place back to its former holder, in exchange for theirs."""
    place = change.number
    before, holder = read_takeover(change.before), ledger.seat(place)
    if before is None or holder is None or holder.player_id == before.number:
        return
    player = Player.every.filter(pk=before.number).first()
    elsewhere = [seat for seat in ledger.seats if seat.player_id == before.number]
    if player is None or (not elsewhere and plays_in_series(ledger.sheet, player)):
        raise takeover_refusal(before, code="reseat")
    exchanged = {seat.place: holder.player for seat in elsewhere}
    reseat_people(ledger, {place: player, **exchanged})


def takeover_refusal(former: Takeover, *, code: str) -> NothingToRevert:
    """Return the refusal to seat a person who is gone or sits elsewhere."""
    return NothingToRevert(
        _("%(name)s cannot take over any more.") % {"name": former.name}, code=code
    )


OPPOSITE = {Action.INSERT: Action.DELETE, Action.DELETE: Action.INSERT}
INVERSES: dict[Action, Callable[[Ledger, Any], object]] = {
    Action.INSERT: lambda ledger, change: delete_stored_line(ledger, change.number),
    Action.REPLACE: lambda ledger, change: overwrite_line(
        ledger, change.number, read_line(change.before)
    ),
    Action.DELETE: lambda ledger, change: store_new_line(
        ledger, change.number, read_line(change.before)
    ),
    Action.ACCEPT: lambda ledger, change: save_acceptance(
        ledger, change.number, bool(change.before)
    ),
    Action.FOOT: undo_foot,
    Action.REASON: lambda ledger, change: save_reason(ledger.sheet, change.before),
    Action.STRIKE: lambda ledger, change: ledger.sheet.store(
        cut_short=bool(change.before)
    ),
    Action.MODE: lambda ledger, change: ledger.sheet.store(
        totals_only=change.before == "totals"
    ),
    Action.SUBSTITUTE: undo_substitute,
    Action.RESEAT: undo_reseat,
}
