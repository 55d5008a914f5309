"""Undo and redo over the whole list, from its history.

Nothing is erased: undoing writes a step that reverts another one. The next step to
revert is found by replaying the history, so it survives a reload and is the same for
everybody who may write.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass

from django.db import transaction
from django.utils.translation import gettext as _

from scoring.lists.sheets import Takeover, read_takeover
from scoring.notation.reading import read_line
from tournaments.people.models import Player, User
from tournaments.sheets.finishing.foot import (
    save_foot,
    save_mode,
    save_reason,
)
from tournaments.sheets.finishing.services import save_strike
from tournaments.sheets.ledger import Ledger
from tournaments.sheets.models import Change, ScoreSheet, Substitution
from tournaments.sheets.seats import plays_in_series, reseat_people
from tournaments.sheets.typing.services import save_acceptance
from tournaments.sheets.writing import (
    Edit,
    NothingToRevert,
    SheetUpdate,
    delete_stored_line,
    ledger_at_revision,
    overwrite_line,
    store_new_line,
    write_step,
)
from tournaments.words.choices import Action

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
    step = reach_in(ledger.sheet).undo
    if step is None:
        raise NothingToRevert(_("There is nothing left to undo."), code="undo")
    return revert_step(ledger, step, by)


@transaction.atomic
def redo(*, sheet: ScoreSheet, by: User, revision: int | None = None) -> SheetUpdate:
    """Redo what was undone last. Raises as ``undo``."""
    ledger = ledger_at_revision(sheet, revision)
    step = reach_in(ledger.sheet).redo
    if step is None:
        raise NothingToRevert(_("There is nothing left to redo."), code="redo")
    return revert_step(ledger, step, by)


def revert_step(ledger: Ledger, step: int, by: User) -> SheetUpdate:
    """Invert every change of ``step``, last first, as a new step."""
    changes = ledger.sheet.changes.filter(step=step, action__in=REVERTIBLE)
    inverted = [invert(ledger, change) for change in changes.order_by("-pk")]
    return write_step(ledger, by, inverted, reverts=step)


def invert(ledger: Ledger, change: Change) -> Edit:
    """Do the opposite of ``change`` and return it as an edit."""
    action = Action(change.action)
    INVERSES[action](ledger, change)
    return (
        OPPOSITE.get(action, action),
        change.number,
        change.after,
        change.before,
    )


def undo_insert(ledger: Ledger, change: Change) -> None:
    delete_stored_line(ledger, changed_line(change))


def undo_replace(ledger: Ledger, change: Change) -> None:
    overwrite_line(ledger, changed_line(change), read_line(change.before))


def undo_delete(ledger: Ledger, change: Change) -> None:
    store_new_line(ledger, changed_line(change), read_line(change.before))


def undo_accept(ledger: Ledger, change: Change) -> None:
    save_acceptance(ledger, changed_line(change), bool(change.before))


def undo_foot(ledger: Ledger, change: Change) -> None:
    row = ledger.sheet if change.number is None else ledger.seat(change.number)
    assert row is not None
    save_foot(row, change.before)


def undo_reason(ledger: Ledger, change: Change) -> None:
    save_reason(ledger.sheet, change.before)


def undo_strike(ledger: Ledger, change: Change) -> None:
    save_strike(ledger.sheet, bool(change.before))


def undo_mode(ledger: Ledger, change: Change) -> None:
    save_mode(ledger.sheet, change.before)


def undo_substitute(ledger: Ledger, change: Change) -> None:
    """Remove a substitute, restore one, or let them begin where they did before."""
    place = changed_line(change)
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


def undo_reseat(ledger: Ledger, change: Change) -> None:
    """Give a place back to its former holder, in exchange for theirs."""
    place = changed_line(change)
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


def changed_line(change: Change) -> int:
    """Return the line or the place of a change that has one."""
    assert change.number is not None
    return change.number


OPPOSITE = {Action.INSERT: Action.DELETE, Action.DELETE: Action.INSERT}
INVERSES: dict[Action, Callable[[Ledger, Change], None]] = {
    Action.INSERT: undo_insert,
    Action.REPLACE: undo_replace,
    Action.DELETE: undo_delete,
    Action.ACCEPT: undo_accept,
    Action.FOOT: undo_foot,
    Action.REASON: undo_reason,
    Action.STRIKE: undo_strike,
    Action.MODE: undo_mode,
    Action.SUBSTITUTE: undo_substitute,
    Action.RESEAT: undo_reseat,
}
