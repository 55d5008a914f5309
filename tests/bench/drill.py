"""The drill of the backups: how long a copy takes, and how long until all is back."""

from collections.abc import Iterator
from pathlib import Path
from time import perf_counter

from django.db import connection
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.recorder import MigrationRecorder
from django.utils import timezone

from skatclub.backups.folder import ASKED, copies_folder
from skatclub.backups.making import back_up
from skatclub.backups.reading import opened
from skatclub.backups.restoring import restore
from tests.bench.clones import clone_organisations
from tests.bench.hosts import one_club
from tests.bench.rows import Row, Scale
from tests.bench.served import nobody_else_sees
from tournaments.people.models import Player
from tournaments.sheets.models import Game

MEGABYTE = 1024**2


def measure_drill(scale: Scale, seed: int) -> Iterator[Row]:
    """Copy a site of one club, lose everything, put it back; then a site of many."""
    if row := nobody_else_sees("the drill"):
        yield row
        return
    note_migrations()
    one_club(scale, seed)
    yield from drill_rows("one club")
    if connection.vendor != "postgresql":
        return
    clone_organisations(scale.organisations - 1)
    yield from drill_rows(f"{scale.organisations} organisations")


def note_migrations() -> None:
    """Note by which migrations the tables, made from models, could have come."""
    recorder = MigrationRecorder(connection)
    recorder.ensure_schema()
    for app, name in MigrationLoader(None).disk_migrations:
        recorder.record_applied(app, name)


def drill_rows(what: str) -> Iterator[Row]:
    """Measure a copy and putting it back; whatever was there is there again."""
    games, people = Game._base_manager.count(), Player._base_manager.count()
    sizes = f"{what}, {games:,} games, {people:,} people"
    started = perf_counter()
    copy = back_up(ASKED, at=timezone.now())
    made = perf_counter()
    yield Row(
        what="a copy, made and checked",
        sizes=sizes,
        measured=f"{made - started:.1f} s, {copy.stat().st_size / MEGABYTE:.1f} MB",
    )
    Player._base_manager.update(last_name="gone")
    started = perf_counter()
    put_back(copy)
    seconds = perf_counter() - started
    left = Player._base_manager.filter(last_name="gone").count()
    found = Game._base_manager.count() == games and not left
    yield Row(
        what="put back, what stood there copied first",
        sizes=sizes,
        measured=f"{seconds:.1f} s, {'nothing' if found else 'something'} lost",
        target="nothing lost",
        is_met=found,
    )


def put_back(copy: Path) -> None:
    with opened(copy, folder=copies_folder()) as unpacked:
        restore(unpacked, at=timezone.now())
