"""``manage.py test``: run the tests; all arguments are passed on to pytest."""

import os
import subprocess
import sys
from collections.abc import Iterable
from pathlib import Path, PurePath

import pytest
from django.conf import settings
from django.core.management.base import BaseCommand

# Without arguments: on all cores, and at the end what took the time.
USUAL = ["--numprocesses=auto", "--dist=worksteal", "--durations=15"]
CHANGED = "--changed"
CODE, TESTS = {".py", ".html", ".js", ".css"}, "test_*.py"
ALL_ROOMS = Path("tests/tournaments")
APART = {"templates", "tests", "skatclub"}  # the rooms begin below them


class Command(BaseCommand):
    help = "Run the tests. Takes pytest's arguments, or --changed."

    def run_from_argv(self, argv):
        arguments = argv[2:]
        if CHANGED in arguments:
            arguments.remove(CHANGED)
            arguments += [*USUAL, *rooms_of(changed_files())]
        # Each worker would compile all tests anew.
        os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
        sys.exit(pytest.main(arguments or USUAL))


def changed_files() -> list[str]:
    """Return what differs from the last commit, files that are new included."""
    asked = ("diff", "--name-only", "HEAD"), ("ls-files", "-o", "--exclude-standard")
    return [
        line
        for command in asked
        for line in subprocess.check_output(
            ["git", *command], cwd=settings.BASE_DIR, text=True
        ).splitlines()
    ]


def rooms_of(changed: Iterable[str]) -> list[str]:
    """Return the tests of the rooms in which files were changed, and the walls.

    Tests lie in rooms of the same names; what lies in none has those at the top.
    """
    tests = {"tests/architecture"}
    for path in map(PurePath, changed):
        if path.parts[0] == "tests" and path.name.startswith("test_"):
            tests.add(path.as_posix())
        elif path.suffix in CODE:
            parts = path.parts[path.parts[0] in APART : -1]
            folders = (Path("tests", *parts[:end]) for end in range(len(parts), 0, -1))
            room = next(filter(Path.is_dir, folders), ALL_ROOMS)
            is_room = room != ALL_ROOMS
            tests |= {str(room)} if is_room else {*map(str, Path("tests").glob(TESTS))}
    return sorted(test for test in tests if Path(test).exists())
