"""Many tables that save at the same moment, from processes of their own.

Each table saves one game after the other through the site, as a typing desk does, and
never waits for the others. Afterwards the lists are read again: what was said to be
saved has to be there.
"""

import json
import subprocess
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from time import perf_counter

from django.db import connection

from tests.bench.people import add_crowd, add_secretary, noted_list, open_lists
from tests.bench.rows import Row, Scale, Spent, milliseconds
from tests.bench.served import started
from tournaments.people.models import User
from tournaments.sheets.models import Change, Game, ScoreSheet
from tournaments.sheets.writing import line_text, stored_text

MOST_SECONDS = 60


@dataclass(slots=True, kw_only=True)
class Saved:
    """What the processes said: games by list, seconds of each, errors by name."""

    games: dict[int, int] = field(default_factory=dict)
    times: list[float] = field(default_factory=list)
    errors: Counter[str] = field(default_factory=Counter)
    seconds: float = 0.0


def measure_writers(scale: Scale, seed: int) -> Iterator[Row]:
    """Save from all tables at once; count games, errors, and what was lost."""
    what = f"saving from {scale.tables} tables at once"
    sizes = f"{scale.table_games} games each, {scale.processes} processes"
    if connection.in_atomic_block:
        measured = "not measured: needs a database that others see"
        yield Row(what=what, sizes=sizes, measured=measured)
        return
    secretary = add_secretary(f"writers-{seed}")
    people = add_crowd(4, "Zugleich")
    sheets = open_lists(scale.tables, typed=0, seed=seed, by=secretary, people=people)
    saved = saved_at_once(sheets, scale, seed, by=secretary)
    total = len(sheets) * scale.table_games
    yield speed_row(what, sizes, saved)
    errors = ", ".join(f"{name} {count}" for name, count in saved.errors.items())
    yield Row(
        what="… errors",
        sizes=f"{total} games",
        measured=errors or "0",
        target="none",
        is_met=not saved.errors,
    )
    lost = total - sum(kept_games(sheet, seed, saved) for sheet in sheets)
    yield Row(
        what="… lost, doubled or wrong",
        sizes=f"{total} games",
        measured=str(lost),
        target="none",
        is_met=not lost,
    )


def speed_row(what: str, sizes: str, saved: Saved) -> Row:
    """Return how many games a second were saved, and how long one had to wait."""
    count = len(saved.times)
    spent = Spent(tuple(saved.times or [0.0]))
    return Row(
        what=what,
        sizes=sizes,
        measured=f"{count / saved.seconds:.0f} games/s, 95 % in "
        f"{milliseconds(spent.slowest(95))}, {spent.text}",
    )


def saved_at_once(
    sheets: Sequence[ScoreSheet], scale: Scale, seed: int, *, by: User
) -> Saved:
    """Start the processes, let them go at the same moment, and gather what they say."""
    count = min(scale.processes, len(sheets))
    shares = [[sheet.pk for sheet in sheets[at::count]] for at in range(count)]
    writers = [started("writer") for _ in shares]
    saved = Saved()
    try:
        for writer, share in zip(writers, shares, strict=True):
            task = {
                "database": str(connection.settings_dict["NAME"]),
                "user": by.pk,
                "sheets": share,
                "games": scale.table_games,
                "seed": seed,
                "seconds": MOST_SECONDS,
            }
            tell(writer, json.dumps(task))
        for writer in writers:
            hear(writer)
        start = perf_counter()
        for writer in writers:
            tell(writer, "go")
        for writer in writers:
            add_report(saved, json.loads(hear(writer)))
        saved.seconds = perf_counter() - start
    finally:
        for writer in writers:
            writer.kill()
            writer.communicate()
    return saved


def tell(writer: subprocess.Popen[str], line: str) -> None:
    """Say one line to a process."""
    assert writer.stdin is not None
    writer.stdin.write(f"{line}\n")
    writer.stdin.flush()


def hear(writer: subprocess.Popen[str]) -> str:
    """Wait for one line of a process."""
    assert writer.stdout is not None
    line = writer.stdout.readline()
    if not line:
        raise RuntimeError("a writing process has ended without an answer")
    return line


def add_report(saved: Saved, report: dict[str, dict[str, int] | list[float]]) -> None:
    """Add what one process says at its end."""
    games, times, errors = report["games"], report["times"], report["errors"]
    assert isinstance(games, dict)
    assert isinstance(errors, dict)
    assert isinstance(times, list)
    saved.games |= {int(pk): count for pk, count in games.items()}
    saved.times += times
    saved.errors.update(errors)


def kept_games(sheet: ScoreSheet, seed: int, saved: Saved) -> int:
    """Return how many games stand as they were typed, each with one step of history."""
    typed = noted_list(seed)[: saved.games.get(sheet.pk, 0)]
    texts = [line_text(noted) for noted in typed]
    games = Game.objects.filter(sheet=sheet).order_by("number")
    stored = [stored_text(game) for game in games]
    steps = Change.objects.filter(sheet=sheet).order_by("step")
    written = list(steps.values_list("after", flat=True))
    return len(texts) if stored == texts == written else 0
