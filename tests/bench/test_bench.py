"""The measurements run and print; how fast they are is no test."""

import os
import subprocess
import sys
from dataclasses import replace

import pytest
from django.core.management import CommandError, call_command

from tests.architecture.test_imports import ROOT
from tests.bench.command import PARTS
from tests.bench.rows import QUICK, Spent

TINY = replace(
    QUICK,
    lists=4,
    players=8,
    series=2,
    runs=1,
    suspects=4,
    pairs=2,
)


@pytest.mark.parametrize("part", ["scoring", "proof"])
def test_a_part_measures_something(part):
    rows = list(PARTS[part](TINY, 7))

    assert rows
    for row in rows:
        assert row.what
        assert row.sizes
        assert row.measured
        assert bool(row.verdict) == bool(row.target)


def test_a_measurement_says_the_usual_and_the_worst():
    spent = Spent((0.004, 0.001, 0.002, 0.050, 0.003))

    assert spent.text == "3.00 ms, worst 50.00 ms"


def test_bench_prints_its_seed_and_every_row(capsys):
    call_command("bench", "scoring", quick=True, seed=7)

    printed = capsys.readouterr().out
    assert printed.startswith("seed 7,")
    assert "distinct games" in printed
    assert "games/s" in printed


def test_quick_names_the_parts_it_leaves_out(monkeypatch, capsys):
    parts = {"scoring": PARTS["scoring"], "saving": PARTS["scoring"]}
    monkeypatch.setattr("tests.bench.command.PARTS", parts)
    call_command("bench", quick=True)

    headings = capsys.readouterr().out.splitlines()
    assert "scoring" in headings
    assert "saving" not in headings
    assert "saving" in headings[-1].removeprefix("only by name: ").split(", ")


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
