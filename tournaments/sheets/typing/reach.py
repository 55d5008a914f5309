"""The next steps of undo and redo, found by replaying the history of a list."""

from collections.abc import Iterable
from dataclasses import dataclass

from tournaments.sheets.models import Change, ScoreSheet
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
