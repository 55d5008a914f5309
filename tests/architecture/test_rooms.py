"""A room is small enough to be seen at once."""

from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
MOST_FILES, MOST_LINES = 12, 2_500
# Django looks for commands in this folder only.
COMMANDS = ROOT / "tournaments/management/commands"


@cache
def rooms():
    """Return every folder of the program with its modules."""
    found = {}
    for top in ("scoring", "skatclub", "tournaments"):
        for path in (ROOT / top).rglob("*.py"):
            if path.name != "__init__.py":
                found.setdefault(path.parent, []).append(path)
    del found[COMMANDS]
    return found


def lines_in(paths):
    return sum(path.read_text(encoding="utf-8").count("\n") for path in paths)


@pytest.mark.parametrize("room", rooms(), ids=lambda room: str(room.relative_to(ROOT)))
def test_no_room_is_too_large(room):
    files = rooms()[room]

    assert len(files) <= MOST_FILES
    assert "migrations" in room.parts or lines_in(files) <= MOST_LINES
