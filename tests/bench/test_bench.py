"""The measurements run and print; how fast they are is no test."""

import os
import subprocess
import sys
from dataclasses import replace

import pytest
from django.core.management import CommandError, call_command

from tests.architecture.test_imports import ROOT
from tests.bench.command import PARTS
from tests.bench.rows import QUICK

TINY = replace(QUICK, lists=4, suspects=1)


@pytest.mark.parametrize("part", ["scoring", "proof"])
def test_a_part_measures_something(part):
    rows = list(PARTS[part](TINY, 7))

    assert rows
    for row in rows:
        assert row.what
        assert row.sizes
        assert row.measured
        assert bool(row.verdict) == bool(row.target)


def test_quick_prints_every_row_and_names_the_parts_it_leaves_out(monkeypatch, capsys):
    parts = {"scoring": PARTS["scoring"], "saving": PARTS["scoring"]}
    monkeypatch.setattr("tests.bench.command.PARTS", parts)
    call_command("bench", quick=True, seed=7)

    first, *printed, last = capsys.readouterr().out.splitlines()
    assert first.startswith("seed 7,")
    assert sum("games/s" in line for line in printed) == 4
    assert last == "only by name: journeys, pages, saving"


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
