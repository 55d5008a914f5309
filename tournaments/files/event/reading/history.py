"""Checking that the history of a list in a file leads to the games of the list.

Undo works on the history; one that does not fit its list would break undo later.
"""

import re
from collections.abc import Callable, Iterator, Sequence

from django.utils.translation import gettext as _

from scoring.lists.takeovers import read_takeover
from tournaments.files.event.checking import FileFault, Path
from tournaments.files.event.columns import Row
from tournaments.files.event.lines import read_shorthand
from tournaments.sheets.typing.reach import REVERTIBLE, reach_of
from tournaments.words.choices import WRITES_A_LINE, Action

NUMBER = "(-?[0-9]{1,6})?"
SEAT_FOOT = re.compile(f"{NUMBER}(/{NUMBER}){{3}}")
SHEET_FOOT = re.compile(f"{NUMBER}/{NUMBER}")


class Misfit(ValueError):
    """A change that cannot have happened."""


def history_faults(sheet: Row, people: set[str], path: Path) -> Iterator[FileFault]:
    """Give the faults of the changes of one list of the file."""
    lines: list[str] = []
    changes: Sequence[Row] = sheet.get("changes", ())
    for index, change in enumerate(changes):
        try:
            replay_change(lines, change, people)
        except (ValueError, IndexError):
            yield FileFault(
                (*path, "changes", index),
                _("This change does not fit those before it."),
            )
            return
    if not steps_fit(changes):
        yield FileFault(
            (*path, "changes"), _("The steps do not fit what they take back.")
        )
    was_typed = any(change["action"] in WRITES_A_LINE for change in changes)
    if was_typed and lines != present_lines(sheet):
        yield FileFault(
            (*path, "changes"),
            _("The changes do not lead to the games of this list."),
        )


def present_lines(sheet: Row) -> list[str]:
    """Return the games of a list in the spelling of its history."""
    items = sheet.get("games", ())
    texts = (item if isinstance(item, str) else item["line"] for item in items)
    return [read_shorthand(text).text for text in texts]


def steps_fit(changes: Sequence[Row]) -> bool:
    """Return whether each step that takes back another one can have done so."""
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


def replay_change(lines: list[str], change: Row, people: set[str]) -> None:
    """Apply ``change`` to the lines, or check the texts of one about something else.

    Raises ``ValueError`` or ``IndexError``.
    """
    check = CHECKS.get(Action(change["action"]))
    if check is not None:
        check(lines, change, people)


def insert_line(lines: list[str], change: Row, people: set[str]) -> None:
    place = line_index(change)
    if place > len(lines):
        raise IndexError
    lines.insert(place, read_shorthand(change.get("after", "")).text)


def replace_line(lines: list[str], change: Row, people: set[str]) -> None:
    read_shorthand(change.get("before", ""))
    lines[line_index(change)] = read_shorthand(change.get("after", "")).text


def remove_line(lines: list[str], change: Row, people: set[str]) -> None:
    read_shorthand(change.get("before", ""))
    lines.pop(line_index(change))


def check_acceptance(lines: list[str], change: Row, people: set[str]) -> None:
    line_index(change)


def check_foot(lines: list[str], change: Row, people: set[str]) -> None:
    pattern = SEAT_FOOT if "number" in change else SHEET_FOOT
    for text in change_texts(change):
        if not pattern.fullmatch(text):
            raise Misfit


def check_substitution(lines: list[str], change: Row, people: set[str]) -> None:
    line_index(change)
    for text in change_texts(change):
        takeover = read_takeover(text)
        if takeover and takeover.person and takeover.person not in people:
            raise Misfit


def check_mode(lines: list[str], change: Row, people: set[str]) -> None:
    if {change.get("before"), change.get("after")} != {"games", "totals"}:
        raise Misfit


def line_index(change: Row) -> int:
    """Return the index of the line of a change; raises ``Misfit`` without one."""
    if "number" not in change:
        raise Misfit
    place: int = change["number"] - 1
    return place


def change_texts(change: Row) -> list[str]:
    """Return the texts before and after a change, as far as it has them."""
    return [change[key] for key in ("before", "after") if change.get(key)]


CHECKS: dict[Action, Callable[[list[str], Row, set[str]], None]] = {
    Action.INSERT: insert_line,
    Action.REPLACE: replace_line,
    Action.DELETE: remove_line,
    Action.ACCEPT: check_acceptance,
    Action.FOOT: check_foot,
    Action.SUBSTITUTE: check_substitution,
    Action.RESEAT: check_substitution,
    Action.MODE: check_mode,
}
