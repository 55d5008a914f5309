"""Let schemathesis ask the interface everything its own document allows, and more.

    python3 -m venv FOLDER && FOLDER/bin/pip install -r requirements/fuzz.txt
    .venv/bin/python -m tests.fuzz FOLDER/bin/schemathesis

Not a test and not part of the gate: its 28 packages would be in everybody's way. For
whoever changes the interface. A small club is made for it and thrown away; visitors ask
at addresses that are none and at those there are, then a key reads and writes.
"""

import argparse
import os
import subprocess
import sys
import tempfile
from contextlib import contextmanager
from pathlib import Path
from time import perf_counter

import django

if __name__ == "__main__":
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "skatclub.settings")
    django.setup()

from django.contrib.staticfiles.handlers import StaticFilesHandler
from django.test.testcases import LiveServerThread

from skatclub.door.attempts import Limit
from tests.bench.database import own_database
from tests.factories import make_owner, make_sheet, type_games
from tournaments.api import door
from tournaments.api.schema import PREFIX
from tournaments.api.services import create_key
from tournaments.apps import FIRST_KEY
from tournaments.events.planning.services import publish_event
from tournaments.people.names.names import Audience, shown_to
from tournaments.scope.scope import scope

EASY = Limit(name="api", most=10**9, seconds=60)
# Shorthand has a grammar, and a list has an end: no schema says either. A body that is
# too long is refused before anybody looks what is in it.
REFUSED = """
[[operations]]
include-method = "POST"
checks.positive_data_acceptance.expected-statuses = [
    "2xx", 401, 403, 404, 409, 413, 422,
]
checks.negative_data_rejection.expected-statuses = [
    400, 401, 403, 404, 405, 406, 409, 413, 415, 422, 428, 429,
]
"""
GAMES = ("2gr2", "1he1h", "2nu")


@contextmanager
def small_club():
    """Serve a club; give its address, a key and the parts of an address there is."""
    with own_database(), scope(FIRST_KEY), shown_to(Audience.CLUB):
        sheet = make_sheet()
        type_games(sheet, GAMES, by=make_owner())
        event = publish_event(event=sheet.series.event, is_published=True)
        made = create_key(name="fuzz", rights=frozenset({"read", "write"}))
        server = LiveServerThread("127.0.0.1", StaticFilesHandler)
        server.daemon = True
        server.start()
        server.is_ready.wait()
        door.REQUESTS = EASY
        address = f"http://127.0.0.1:{server.port}"
        try:
            yield address, made.secret, {"slug": event.slug, "code": sheet.code}
        finally:
            server.terminate()


def ask(program, address, *, parts, secret, cases, seed):
    """Let schemathesis run once; return how it ended."""
    with tempfile.TemporaryDirectory() as folder:
        lines = [f'"path.{name}" = "{value}"' for name, value in parts.items()]
        config = Path(folder) / "schemathesis.toml"
        text = "\n".join(["[parameters]", *lines, REFUSED])
        config.write_text(text, encoding="utf-8")
        key = [f"--header=Authorization: Bearer {secret}"] if secret else []
        command = [program, "--config-file", config, "run"]
        command += [f"{address}{PREFIX}openapi.json", *key]
        command += [f"--max-examples={cases}", f"--seed={seed}", "--no-color"]
        # Its examples stay in its own folder.
        return subprocess.run(command, cwd=folder, check=False).returncode


def main():
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("program", type=Path)
    parser.add_argument("--cases", type=int, default=100, help="for each operation")
    parser.add_argument("--seed", type=int, default=1)
    chosen = parser.parse_args()
    program = chosen.program.absolute()
    ended = []
    with small_club() as (address, secret, parts):
        for name, own, key in (
            ("a visitor, anywhere", {}, ""),
            ("a visitor, where something is", parts, ""),
            ("a key, where something is", parts, secret),
        ):
            print(f"\n{name}", flush=True)
            start = perf_counter()
            ended += [
                ask(
                    program,
                    address,
                    parts=own,
                    secret=key,
                    cases=chosen.cases,
                    seed=chosen.seed,
                )
            ]
            print(f"{perf_counter() - start:.0f} seconds", flush=True)
    sys.exit(max(ended))


if __name__ == "__main__":
    main()
