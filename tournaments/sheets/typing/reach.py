"""Which step undo and redo come to next, replayed from the history of a list."""

from collections.abc import Iterable
from dataclasses import dataclass

from tournaments.sheets.models import Change, ScoreSheet
from tournaments.words.choices import Action

# What was done before people changed places was done for another table.
# The second list is another paper; who types it anew says so once more.
REVERTIBLE = frozenset(Action) - {
    Action.FINISH,
    Action.REOPEN,
    Action.SEATS,
    Action.SECOND,
}


@dataclass(frozen=True, slots=True)
class Reach:
    """The steps that undo and redo would revert next; None when there is none."""

    undo: int | None
    redo: int | None


def reach_of(steps: Iterable[tuple[int, int | None]]) -> Reach:
    """Replay ``steps`` (number, the step it reverts) and say what comes next.

    >>> reach_of([(1, None), (2, None), (3, 2)])
    Reach(undo=1, redo=3)
    >>> reach_of([(1, None), (2, 1), (3, None)])
    Reach(undo=3, redo=None)
    """
    done: list[int] = []
    undone: list[int] = []
    for step, reverts in steps:
        if reverts is None:
            done.append(step)
            undone.clear()
        elif done and done[-1] == reverts:
            done.pop()
            undone.append(step)
        else:
            undone.pop()
            done.append(step)
    return Reach(undo=done[-1] if done else None, redo=undone[-1] if undone else None)


def reach_in(sheet: ScoreSheet) -> Reach:
    """Return what undo and redo would revert on ``sheet``. One query."""
    changes = Change.objects.filter(sheet=sheet).order_by("step")
    rows = changes.values_list("step", "reverts", "action")
    seated = max(
        (step for step, _, action in rows if action == Action.SEATS), default=0
    )
    steps = {
        step: reverts
        for step, reverts, action in rows
        if step > seated and action in REVERTIBLE
    }
    return reach_of(steps.items())
