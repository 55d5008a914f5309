"""The history of a list in a file: does it lead to what the list says?

Undo works on the history; one that does not fit its list would break it later.
"""

import re
from collections.abc import Callable, Iterator, Sequence

from django.utils.translation import gettext as _

from scoring.lists.takeovers import read_takeover
from tournaments.files.event.checking import Fault, Path
from tournaments.files.event.columns import Row
from tournaments.files.event.lines import read_text
from tournaments.sheets.typing.reach import REVERTIBLE, reach_of
from tournaments.words.choices import Action

NUMBER = "(-?[0-9]{1,6})?"
SEAT_FOOT = re.compile(f"{NUMBER}(/{NUMBER}){{3}}")
SHEET_FOOT = re.compile(f"{NUMBER}/{NUMBER}")
ON_LINES = frozenset({Action.INSERT, Action.REPLACE, Action.DELETE})


class Misfit(ValueError):
    """A change that cannot have happened."""


def history_faults(sheet: Row, people: set[str], path: Path) -> Iterator[Fault]:
    """Give what is wrong with the changes of one list of the file."""
    lines: list[str] = []
    changes: Sequence[Row] = sheet.get("changes", ())
    for index, change in enumerate(changes):
        try:
            replay(lines, change, people)
        except (ValueError, IndexError):
            yield Fault(
                (*path, "changes", index),
                _("This change does not fit those before it."),
            )
            return
    if not steps_fit(changes):
        yield Fault((*path, "changes"), _("The steps do not fit what they take back."))
    was_typed = any(change["action"] in ON_LINES for change in changes)
    if was_typed and lines != present_lines(sheet):
        yield Fault(
            (*path, "changes"),
            _("The changes do not lead to the games of this list."),
        )


def present_lines(sheet: Row) -> list[str]:
    """Return the games of a list as the history writes them."""
    items = sheet.get("games", ())
    texts = (item if isinstance(item, str) else item["line"] for item in items)
    return [read_text(text).text for text in texts]


def steps_fit(changes: Sequence[Row]) -> bool:
    """Tell whether each step that takes back another one can have done so."""
    steps = {
        (change["step"], change.get("reverts"))
        for change in changes
        if change["action"] in REVERTIBLE
    }
    try:
        reach_of(sorted(steps, key=lambda step: step[0]))
    except IndexError:
        return False
    return len({step for step, _reverts in steps}) == len(steps)


def replay(lines: list[str], change: Row, people: set[str]) -> None:
    """Do ``change`` to the lines, or check the words of one that is not about lines.

    Raises ``ValueError`` or ``IndexError``.
    """
    check = CHECKS.get(Action(change["action"]))
    if check is not None:
        check(lines, change, people)


def insert(lines: list[str], change: Row, people: set[str]) -> None:
    place = position(change)
    if place > len(lines):
        raise IndexError
    lines.insert(place, read_text(change.get("after", "")).text)


def put(lines: list[str], change: Row, people: set[str]) -> None:
    read_text(change.get("before", ""))
    lines[position(change)] = read_text(change.get("after", "")).text


def take_out(lines: list[str], change: Row, people: set[str]) -> None:
    read_text(change.get("before", ""))
    lines.pop(position(change))


def accept(lines: list[str], change: Row, people: set[str]) -> None:
    position(change)


def write_foot(lines: list[str], change: Row, people: set[str]) -> None:
    pattern = SEAT_FOOT if "number" in change else SHEET_FOOT
    for text in words_of(change):
        if not pattern.fullmatch(text):
            raise Misfit


def substitute(lines: list[str], change: Row, people: set[str]) -> None:
    position(change)
    for text in words_of(change):
        takeover = read_takeover(text)
        if takeover and takeover.person and takeover.person not in people:
            raise Misfit


def switch(lines: list[str], change: Row, people: set[str]) -> None:
    if {change.get("before"), change.get("after")} != {"games", "totals"}:
        raise Misfit


def position(change: Row) -> int:
    """Return where the line of a change stands; raises ``Misfit`` for none."""
    if "number" not in change:
        raise Misfit
    place: int = change["number"] - 1
    return place


def words_of(change: Row) -> list[str]:
    """Return what a change says was there before and after, where it says so."""
    return [change[key] for key in ("before", "after") if change.get(key)]


CHECKS: dict[Action, Callable[[list[str], Row, set[str]], None]] = {
    Action.INSERT: insert,
    Action.REPLACE: put,
    Action.DELETE: take_out,
    Action.ACCEPT: accept,
    Action.FOOT: write_foot,
    Action.SUBSTITUTE: substitute,
    Action.RESEAT: substitute,
    Action.MODE: switch,
}
