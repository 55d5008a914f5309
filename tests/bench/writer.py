"""One of the processes of ``writers``: some tables, each in a thread of its own.

Reads its task as a line of JSON, says ``ready``, waits for ``go``, and says at the end
what it has saved.
"""

import json
import sys
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from time import monotonic, perf_counter
from typing import Any

from django.conf import settings
from django.db import DatabaseError, connection, connections
from django.test import Client

from scoring.notation.writing import write_line
from tests.bench.database import own_settings
from tests.bench.people import noted_list
from tests.bench.saving import save
from tests.bench.visits import browser
from tournaments.apps import FIRST_KEY
from tournaments.people.models import User
from tournaments.scope.scope import scope
from tournaments.sheets.models import ScoreSheet

TRIES = 3


@dataclass(slots=True, kw_only=True)
class Table:
    """A table that types its list: what it saved, how long each took, what failed."""

    sheet: ScoreSheet
    client: Client
    saved: int = 0
    times: list[float] = field(default_factory=list)
    errors: Counter[str] = field(default_factory=Counter)


def run() -> None:
    """Do what the line on standard input says."""
    task = json.loads(sys.stdin.readline())
    connections.settings["default"]["NAME"] = task["database"]
    with own_settings(settings.DATA_DIR), scope(FIRST_KEY):
        by = User.objects.get(pk=task["user"])
        tables = [
            Table(sheet=sheet, client=browser(by))
            for sheet in ScoreSheet.objects.filter(pk__in=task["sheets"])
        ]
        texts = [write_line(noted) for noted in noted_list(task["seed"])]
        connection.close()
        answer("ready")
        sys.stdin.readline()
        end = monotonic() + task["seconds"]
        with ThreadPoolExecutor(max_workers=len(tables)) as pool:
            jobs = [
                pool.submit(type_list, table, texts[: task["games"]], end)
                for table in tables
            ]
        for job in jobs:
            job.result()
    answer(json.dumps(report(tables)))


def answer(line: str) -> None:
    """Say one line to the process that waits."""
    sys.stdout.write(f"{line}\n")
    sys.stdout.flush()


def type_list(table: Table, texts: list[str], end: float) -> None:
    """Save one game after the other until the list or the time is over."""
    for number, text in enumerate(texts, 1):
        if monotonic() > end or not save_game(table, number, text):
            break
    connection.close()


def save_game(table: Table, number: int, text: str) -> bool:
    """Save one game, in a second try if need be; each failure counts."""
    for _try in range(TRIES):
        start = perf_counter()
        try:
            save(table.client, table.sheet, number, text)
        except (DatabaseError, RuntimeError) as error:
            table.errors[type(error).__name__] += 1
            continue
        table.times.append(perf_counter() - start)
        table.saved = number
        return True
    return False


def report(tables: list[Table]) -> dict[str, Any]:
    """Return what all tables did."""
    errors: Counter[str] = Counter()
    for table in tables:
        errors += table.errors
    return {
        "games": {table.sheet.pk: table.saved for table in tables},
        "times": [seconds for table in tables for seconds in table.times],
        "errors": errors,
    }
