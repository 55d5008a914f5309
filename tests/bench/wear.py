"""Starting the site, and what its memory comes to after many requests."""

import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

from django.conf import settings
from django.urls import reverse

from tests.bench.people import (
    GAMES,
    add_crowd,
    add_secretary,
    finished_event,
    open_lists,
)
from tests.bench.rows import Row, Scale, milliseconds, ratio_row, spent_by
from tests.bench.served import Phone, Served, nobody_else_sees, phone, site
from tests.bench.visits import EMPTY_PAGE

MOST_START, MOST_GROWTH = 3, 1.2
WARM = 30  # requests after which every page has been read and drawn twice
SET_UP = "import django; django.setup()"


def measure_wear(scale: Scale, seed: int) -> Iterator[Row]:
    """Start again and again; then visit pages by the thousand."""
    if row := nobody_else_sees("start and memory"):
        yield row
        return
    yield start_row(scale)
    secretary = add_secretary(f"wear-{seed}")
    crowd = add_crowd(scale.players, "Dauer")
    lists = open_lists(4, typed=GAMES, seed=seed, by=secretary, people=crowd)
    event = finished_event(crowd, series=scale.series, seed=seed + 90)
    paths = [
        reverse("events:standings", args=[event.pk]),
        reverse("events:list"),
        *(sheet.get_absolute_url() for sheet in lists),
    ]
    with site() as (served,):
        readers = [phone(served.port, secretary), phone(served.port)]
        yield memory_row(served, readers, paths, scale)
        for reader in readers:
            reader.hang_up()


def start_row(scale: Scale) -> Row:
    """Measure from the start of the process to its first answer."""
    start, django = spent_by(scale.starts, first_answer, bare_start)
    return ratio_row(
        what="start to first answer",
        sizes=f"{scale.starts} starts",
        measured=f"{start.text}; Django alone {milliseconds(django.median)}",
        ratio=start.median / django.median,
        most=MOST_START,
    )


def first_answer() -> None:
    """Start the site and ask it once."""
    with site() as (served,):
        reader = phone(served.port)
        reader.get(EMPTY_PAGE)
        reader.hang_up()


def bare_start() -> None:
    """Start Python, read the settings and the models, and end."""
    subprocess.run([sys.executable, "-c", SET_UP], cwd=settings.BASE_DIR, check=True)


def memory_row(
    served: Served, readers: list[Phone], paths: list[str], scale: Scale
) -> Row:
    """Say what the process holds after many requests, beside a hundred."""
    what, sizes = "memory", f"{scale.requests:,} requests"
    visit(readers, paths, WARM)
    before = megabytes(served.pid)
    visit(readers, paths, scale.requests)
    after = megabytes(served.pid)
    if before is None or after is None:
        return Row(what=what, sizes=sizes, measured="not measured: needs /proc")
    return ratio_row(
        what=what,
        sizes=sizes,
        measured=f"{after:.0f} MB, after {WARM} requests {before:.0f} MB",
        ratio=after / before,
        most=MOST_GROWTH,
    )


def visit(readers: list[Phone], paths: list[str], requests: int) -> None:
    """Visit pages in turns."""
    for number in range(requests):
        reader = readers[number % len(readers)]
        answer = reader.get(paths[number % len(paths)])
        if answer.status != 200:
            raise RuntimeError(f"{paths[number % len(paths)]}: {answer.status}")


def megabytes(pid: int) -> float | None:
    """Return what a process holds in memory, where the system tells."""
    status = Path(f"/proc/{pid}/status")
    if not status.exists():
        return None
    lines = status.read_text(encoding="ascii").splitlines()
    (size,) = (line for line in lines if line.startswith("VmRSS"))
    return int(size.split()[1]) / 1024
