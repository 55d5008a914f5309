"""Keep what every page, file and paper of the sample club says, and compare it later.

    .venv/bin/python -m tests.snapshot BEFORE
    .venv/bin/python -m tests.snapshot AFTER
    .venv/bin/python -m tests.snapshot --compare BEFORE AFTER --renamed RULES

Not a test and not part of the suite; for changes that should change nothing. It builds
the club of ``manage.py demo --weeks 7`` in a database of its own, at a moment that
stands still and with chance that repeats itself. The owner asks for every address
that GET can ask for; then they publish everything, and a visitor asks. Asked for is
what pages lead to, each route with the keys and words that were met, parts of pages,
and forms with what is preset and with each other choice. One file holds one answer;
archives are unpacked.

Files hold what was answered; what no two runs have in common (``MASKS``) is left out of
the comparison, which says what that is. RULES has a line ``old=>new`` for each name
that changed, a regular expression and what replaces it; all are applied to BEFORE, in
their order. PDF is compared byte by byte; where it differs, its words are shown.

The modules of the program move, so only those that open the books are named here: this
file can be copied into an older checkout to make the picture there; before the club had
years behind it, its command knew no ``weeks``.
"""

import argparse
import io
import os
import random
import sys
import tempfile
import time
from datetime import UTC, datetime
from importlib import import_module
from pathlib import Path

import django
import time_machine
from django.apps import apps
from django.conf import settings
from django.contrib.auth import get_user_model
from django.core.management import CommandError, call_command

from tests.snapshot.answers import MASKS, answers_in, compare, keep
from tests.snapshot.walk import CHANCE, HOST, Walk

WEEKS = 7  # of club evenings; all of them would take hours
NOW = datetime(2026, 11, 6, 20, 30, tzinfo=UTC)


def made(folder):
    folder.mkdir(parents=True)
    return folder


def keep_commands(folder):
    """Keep what the commands print and write."""
    with tempfile.TemporaryDirectory() as place:
        archive = Path(place, "club.zip")
        keep_printed(folder, "export_club", archive)
        keep(folder, "club.zip", [], archive.read_bytes())
    for model in apps.get_models():
        if any(field.name == "slug" for field in model._meta.fields):
            for slug in model._base_manager.values_list("slug", flat=True):
                keep_printed(folder, f"export_event {slug}", slug)


def keep_printed(folder, name, *arguments):
    out, end = io.StringIO(), 0
    try:
        call_command(name.split()[0], *map(str, arguments), stdout=out)
    except (CommandError, SystemExit) as refusal:
        end = refusal
    keep(folder, name, [str(end)], out.getvalue().encode())


def take_picture(folder):
    """Build the club, and give what each reader can read of it."""
    os.urandom = random._urandom = CHANCE
    django.setup()
    settings.STORAGES["staticfiles"]["BACKEND"] = settings.PLAIN_STATIC
    call_command("demo", weeks=WEEKS, stdout=io.StringIO())
    with books_of_the_first():
        keep_commands(made(folder / "commands"))
        owner = Walk(
            made(folder / "owner"), get_user_model()._base_manager.earliest("pk")
        ).all()
        yield owner
        owner.publish()
        yield Walk(made(folder / "visitor")).all()


def books_of_the_first():
    """Open the books of the organisation that the sample club is."""
    apps_of = import_module("tournaments.apps")
    return import_module("tournaments.scope.scope").scope(apps_of.FIRST_KEY)


def in_a_world_of_its_own(folder):
    """Take the picture with data, address, time and chance that nobody else has."""
    started = time.perf_counter()
    with tempfile.TemporaryDirectory() as data:
        os.environ.pop("DATABASE_URL", None)
        os.environ["DJANGO_SETTINGS_MODULE"] = "skatclub.settings"
        os.environ["SKATCLUB_DATA"] = data
        os.environ["SKATCLUB_SECRET_KEY"] = "snapshot" * 9
        os.environ["SKATCLUB_ADDRESS"] = f"https://{HOST}"
        with time_machine.travel(NOW, tick=False):
            for walk in take_picture(folder):
                print(f"{walk.folder.name}: {walk.statuses.total()} answers")
                print(" ", *(f"{n} of {each}" for each, n in walk.statuses.items()))
                print("  questions left out:", *sorted(walk.left_out.items()))
    print(f"{time.perf_counter() - started:.0f} s")


def main():
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("folder", nargs="+", type=Path, help="BEFORE and AFTER, or new")
    parser.add_argument("--compare", action="store_true", help="say what differs")
    parser.add_argument("--renamed", type=Path, metavar="RULES", help="lines old=>new")
    asked = parser.parse_args()
    if not asked.compare:
        # The order of sets is chance, too: codes are drawn in it.
        if os.environ.get("PYTHONHASHSEED") != "0":
            again = [sys.executable, "-m", "tests.snapshot", *sys.argv[1:]]
            os.execve(sys.executable, again, {**os.environ, "PYTHONHASHSEED": "0"})
        return in_a_world_of_its_own(asked.folder[0])
    lines = asked.renamed.read_text().splitlines() if asked.renamed else ()
    rules = [each.split("=>", 1) for each in lines if "=>" in each]
    before, after = asked.folder
    print("not compared:", *MASKS, sep="\n    ")
    return int(compare(answers_in(before, rules), answers_in(after)))


if __name__ == "__main__":
    sys.exit(main())
