"""The league Saturday of many organisations, on gunicorn; one worker dies."""

import asyncio
import os
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from datetime import timedelta
from http.client import HTTPConnection
from importlib import import_module
from pathlib import Path
from time import sleep
from typing import Any
from urllib.parse import quote

from django.conf import settings
from django.contrib.auth import BACKEND_SESSION_KEY, HASH_SESSION_KEY, SESSION_KEY
from django.db import connection
from django.urls import reverse
from django.utils import timezone

from scoring.notation.writing import write_line
from skatclub.machine.health import ADDRESS
from tests.bench.clones import APART
from tests.bench.people import noted_list
from tests.bench.rows import Row, Scale, milliseconds
from tests.bench.saturday import Desk, Typed, saturday
from tournaments.apps import FIRST_KEY
from tournaments.people.models import Session, User
from tournaments.sheets.models import Game, ScoreSheet

A_SECOND = 65  # ten times a league Saturday
SLOWEST = 0.2
WORKERS = 4
BACKEND = "django.contrib.auth.backends.ModelBackend"


def saturday_rows(
    secretary: User, sheets: Sequence[ScoreSheet], scale: Scale, seed: int
) -> Iterator[Row]:
    """Type at many tables at once and kill a worker halfway; count what is there."""
    clubs = min(scale.organisations, scale.saturday_tables // len(sheets))
    desks = desks_of(secretary, sheets, clubs)
    texts = [write_line(line) for line in noted_list(seed)]
    before = games_stored()
    with gunicorn() as (port, master):
        for desk in desks:
            desk.port = port
        typed = asyncio.run(
            saturday(
                desks,
                texts,
                a_second=A_SECOND,
                seconds=scale.saturday_seconds,
                halfway=lambda: kill_one_worker(master),
            )
        )
    acknowledged = sum(desk.saved for desk in desks)
    lost = acknowledged - (games_stored() - before)
    yield from rows_of(typed, lost, len(desks), scale)


def rows_of(typed: Typed, lost: int, tables: int, scale: Scale) -> Iterator[Row]:
    """Say how quick it was, and that nothing failed or was lost."""
    spent = typed.spent
    sizes = f"{tables:,} tables, {A_SECOND} games/s for {scale.saturday_seconds} s"
    yield Row(
        what="league Saturday, 99 % of saved lines",
        sizes=sizes,
        measured=f"{milliseconds(spent.slowest(99))}, median "
        f"{milliseconds(spent.median)}, worst {milliseconds(spent.worst)}",
        target=f"≤ {milliseconds(SLOWEST)}",
        is_met=spent.slowest(99) <= SLOWEST,
    )
    yield Row(
        what="… errors; sent again as a worker died",
        sizes=f"{len(spent.runs):,} games, {WORKERS} workers, one killed",
        measured=f"{len(typed.errors)}; {typed.repeated}",
        target="0",
        is_met=not typed.errors,
    )
    yield Row(
        what="… acknowledged and not there",
        sizes=f"{len(spent.runs):,} games",
        measured=f"{lost}",
        target="0",
        is_met=lost == 0,
    )


def games_stored() -> int:
    """Count the games of all organisations."""
    with connection.cursor() as cursor:
        cursor.execute(f"SELECT count(*) FROM {Game._meta.db_table}")
        count: int = cursor.fetchone()[0]
    return count


def desks_of(secretary: User, sheets: Sequence[ScoreSheet], clubs: int) -> list[Desk]:
    """Return who types at the open lists of some clubs, signed in."""
    store = import_module(settings.SESSION_ENGINE).SessionStore()
    expires = timezone.now() + timedelta(days=1)
    sessions = []
    desks = []
    for copy in range(clubs):
        key = f"saturday{copy:024}"
        content = {
            SESSION_KEY: str(secretary.pk + copy * APART),
            BACKEND_SESSION_KEY: BACKEND,
            HASH_SESSION_KEY: secretary.get_session_auth_hash(),
        }
        sessions.append(
            Session(
                session_key=key,
                session_data=store.encode(content),
                expire_date=expires,
                seen_at=timezone.now(),
                account_id=secretary.pk + copy * APART,
                organisation_id=FIRST_KEY + copy * APART,
            )
        )
        desks += [
            Desk(
                host=f"club{copy}.localhost",
                session=key,
                path=reverse("sheets:record", args=[sheet.pk + copy * APART]),
                port=0,
            )
            for sheet in sheets
        ]
    Session.objects.bulk_create(sessions)
    return desks


@contextmanager
def gunicorn() -> Iterator[tuple[int, int]]:
    """Serve the measured database as a server does; give the port and the process."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
    command = [sys.executable, "-m", "gunicorn", "-c", "python:skatclub.gunicorn"]
    process = subprocess.Popen(
        [*command, f"--bind=127.0.0.1:{port}", "tests.bench.many:application"],
        cwd=settings.BASE_DIR,
        env=os.environ
        | {
            "DATABASE_URL": address_of_database(),
            "SKATCLUB_DATA": str(settings.DATA_DIR),
            "SKATCLUB_SECRET_KEY": settings.SECRET_KEY,
            "WEB_CONCURRENCY": str(WORKERS),
        },
        stderr=subprocess.DEVNULL,
    )
    try:
        wait_for(port, process)
        yield port, process.pid
    finally:
        process.terminate()
        process.wait()


def address_of_database() -> str:
    """Return the measured database as ``DATABASE_URL`` says it."""
    given: dict[str, Any] = connection.settings_dict
    named = {"host": "HOST", "port": "PORT", "user": "USER", "password": "PASSWORD"}
    words = {key: quote(str(given[name]), safe="") for key, name in named.items()}
    query = "&".join(f"{key}={word}" for key, word in words.items() if word)
    return f"postgresql:///{given['NAME']}?{query}"


def wait_for(port: int, process: subprocess.Popen[bytes]) -> None:
    """Wait until the site answers; it was loaded before the workers came to be."""
    while len(workers_of(process.pid)) < WORKERS or not answers(port):
        if process.poll() is not None:
            raise RuntimeError("gunicorn has ended before it answered")
        sleep(0.2)


def answers(port: int) -> bool:
    """Tell whether a worker reads what is sent."""
    line = HTTPConnection("127.0.0.1", port, timeout=60)
    try:
        line.request("GET", ADDRESS)
        return bool(line.getresponse().status)
    except OSError:
        return False
    finally:
        line.close()


def workers_of(master: int) -> list[int]:
    """Return the processes that a process has started."""
    text = Path(f"/proc/{master}/task/{master}/children").read_text()
    return [int(word) for word in text.split()]


def kill_one_worker(master: int) -> None:
    """End a worker in the middle of what it does."""
    os.kill(workers_of(master)[0], signal.SIGKILL)
