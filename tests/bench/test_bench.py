"""The measurements run and print; how fast they are is no test."""

import os
import subprocess
import sys
from dataclasses import replace

import pytest
from django.core.management import CommandError, call_command

from tests.architecture.test_imports import ROOT
from tests.bench.database import own_settings
from tests.bench.parts import PARTS
from tests.bench.people import add_crowd, add_secretary, open_lists
from tests.bench.rows import QUICK, Spent
from tournaments.people.names.names import Audience, shown_to

TINY = replace(
    QUICK,
    lists=4,
    players=8,
    series=2,
    papers=2,
    runs=1,
    long_runs=1,
    starts=1,
    suspects=4,
    pairs=2,
    event_players=(8, 16),
    tables=3,
    table_games=2,
    club_seasons=2,
    club_evenings=1,
    phones=4,
    phone_seconds=1,
    workers=1,
    fault_runs=2,
    fault_games=4,
    returning=2,
    requests=12,
    organisations=2,
    notices=12,
    kills=2,
)
# What several processes write has to be committed: tests of their own.
OF_PROCESSES = {"notices"}


@pytest.mark.parametrize("part", [part for part in PARTS if part not in OF_PROCESSES])
@shown_to(Audience.PUBLIC)
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


def test_every_notice_arrives_from_senders_that_are_killed(transactional_db, tmp_path):
    with own_settings(tmp_path):
        rows = list(PARTS["notices"](TINY, 7))

    assert {row.verdict for row in rows if row.target} == {"ok"}


def test_the_drill_brings_everything_back(transactional_db, tmp_path, settings):
    settings.MIGRATION_MODULES = {}
    with own_settings(tmp_path):
        made, back = list(PARTS["drill"](TINY, 7))[:2]

    assert "MB" in made.measured
    assert back.verdict == "ok"


def test_the_years_take_no_notice_of_lists_left_open(db):
    (sheet,) = open_lists(
        1, typed=1, seed=7, by=add_secretary("other"), people=add_crowd(4, "Offen")
    )

    rows = list(PARTS["years"](TINY, 7))

    assert rows[-1].what == "finishing an evening, per list"
    sheet.refresh_from_db()
    assert not sheet.is_finished


def test_a_hall_of_phones_is_served_while_games_are_saved(transactional_db, tmp_path):
    with own_settings(tmp_path):
        come, stay, saved = PARTS["visitors"](TINY, 7)

    assert "0 of 4 unchanged, 0 failed" in come.measured
    assert "0 failed" in stay.measured
    assert saved.sizes.endswith("games in the same event")


def test_a_measurement_says_the_usual_and_the_worst():
    spent = Spent((0.004, 0.001, 0.002, 0.050, 0.003))

    assert spent.text == "3.00 ms, worst 50.00 ms"
    assert (spent.slowest(50), spent.slowest(99)) == (0.003, 0.050)


def test_bench_prints_its_seed_and_every_row(capsys):
    call_command("bench", "keys", quick=True, seed=7)

    printed = capsys.readouterr().out
    assert printed.startswith("seed 7,")
    assert "letters with Enter" in printed
    assert "≤ 5.0" in printed


def test_quick_names_the_parts_it_leaves_out(monkeypatch, capsys):
    parts = {"scoring": PARTS["keys"], "public": PARTS["keys"]}
    monkeypatch.setattr("tests.bench.command.PARTS", parts)
    call_command("bench", quick=True)

    headings = capsys.readouterr().out.splitlines()
    assert "scoring" in headings
    assert "public" not in headings
    assert "public" in headings[-1].removeprefix("only by name: ").split(", ")


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
