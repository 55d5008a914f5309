"""The measurements run and print; how fast they are is no test."""

import os
import subprocess
import sys
from dataclasses import replace

import pytest
from django.core.management import CommandError, call_command

from tests.architecture.test_imports import ROOT
from tournaments.bench import PARTS, QUICK
from tournaments.bench.database import own_settings

TINY = replace(
    QUICK,
    lists=4,
    players=8,
    series=2,
    papers=2,
    runs=1,
    starts=1,
    suspects=4,
    pairs=2,
    event_players=(8, 16),
    tables=3,
    table_games=2,
    club_seasons=2,
    club_evenings=1,
)


@pytest.mark.parametrize("part", PARTS)
def test_every_part_measures_something(db, tmp_path, part):
    with own_settings(tmp_path):
        rows = list(PARTS[part](TINY, 7))

    assert rows
    for row in rows:
        assert row.what
        assert row.sizes
        assert row.measured
        assert bool(row.verdict) == bool(row.target)


def test_games_saved_by_two_processes_at_once_are_all_there(transactional_db, tmp_path):
    with own_settings(tmp_path):
        speed, errors, lost = PARTS["writers"](TINY, 7)

    assert "games/s" in speed.measured
    assert (errors.measured, errors.verdict) == ("0", "ok")
    assert (lost.sizes, lost.measured, lost.verdict) == ("6 games", "0", "ok")


def test_bench_prints_its_seed_and_every_row(capsys):
    call_command("bench", "keys", quick=True, seed=7)

    printed = capsys.readouterr().out
    assert printed.startswith("seed 7,")
    assert "letters with Enter" in printed
    assert "≤ 5.0" in printed


def test_an_unknown_part_is_refused():
    with pytest.raises(CommandError, match="speed"):
        call_command("bench", "speed")


def test_bench_leaves_the_data_of_the_club_alone(tmp_path):
    done = subprocess.run(
        [sys.executable, "manage.py", "bench", "saving", "--quick"],
        cwd=ROOT,
        env={**os.environ, "SKATCLUB_DATA": str(tmp_path), "PYTHONIOENCODING": "utf-8"},
        capture_output=True,
        text=True,
        encoding="utf-8",
        check=False,
    )

    assert done.returncode == 0, done.stderr
    assert "saving line 48" in done.stdout
    assert list(tmp_path.glob("*.sqlite3")) == []
