"""Copies of the whole site, each checked before it counts."""

import os
from datetime import UTC, datetime, timedelta

import pytest
from django.db import connection

from skatclub.backups import folder, making
from skatclub.backups.engines import sqlite
from skatclub.backups.folder import (
    DAILY,
    State,
    choose_second_place,
    copies_folder,
    new_name,
    state,
    stored_copies,
)
from skatclub.backups.making import NoCopy, back_up, back_up_if_due, is_due
from skatclub.backups.reading import manifest_of, opened
from tests.backups.copies import EVENING, copy_of_now, make_club, rewritten
from tests.factories import make_player

pytestmark = [pytest.mark.usefixtures("migrated", "db"), pytest.mark.database]


@pytest.mark.django_db(transaction=True)
def test_a_copy_says_whose_it_is_and_holds_every_row(settings):
    (settings.DATA_DIR / "secret_key").write_text("s" * 50)
    make_club("Skatclub Grün")
    make_player("Anna")

    copy = copy_of_now()

    told = manifest_of(copy)
    assert copy.name == "skatclub-grun-2026-11-20-193000Z-asked.zip"
    assert (told.clubs, told.vendor) == (["Skatclub Grün"], connection.vendor)
    assert told.made_at == EVENING
    assert (told.tables["tournaments_player"], told.tables["tournaments_event"]) == (
        1,
        0,
    )
    with opened(copy, folder=copies_folder()) as unpacked:
        assert (unpacked.folder / "secret_key").read_text() == "s" * 50
    assert [path.name for path in copies_folder().iterdir() if path != copy] == [
        ".lock"
    ]
    assert copy.stat().st_mode & 0o777 == 0o600


def test_a_file_with_a_name_like_a_copy_s_is_none():
    (copies_folder() / "skatclub-2026-24-01-000000Z-daily.zip").touch()

    assert stored_copies() == []


def test_in_the_hour_that_the_clock_repeats_the_newer_copy_is_the_newest():
    hours = [
        datetime(2026, 10, 25, 0, 30, tzinfo=UTC),
        datetime(2026, 10, 25, 1, 10, tzinfo=UTC),
    ]
    folder = copies_folder()
    older, newer = (
        new_name(folder, word="club", at=at, purpose="daily") for at in hours
    )
    older.touch(), newer.touch()

    assert [copy.path for copy in stored_copies()] == [newer, older]
    assert [copy.made_at for copy in stored_copies()] == hours[::-1]


def test_two_copies_of_one_second_have_two_names():
    first, second = copy_of_now(), copy_of_now()

    assert first != second
    assert [each.path for each in stored_copies()] == [second, first]


def test_a_copy_that_does_not_hold_what_it_says_never_gets_its_name(monkeypatch):
    def write_less(path, **told):
        write(path.with_suffix(".whole"), **told)
        rewritten(path.with_suffix(".whole"), path, tables={"tournaments_player": 7})
        path.with_suffix(".whole").unlink()

    write = making.write_archive
    monkeypatch.setattr(making, "write_archive", write_less)

    with pytest.raises(NoCopy, match="beschädigt"):
        copy_of_now()

    assert stored_copies() == []
    assert "beschädigt" in state().problem


def test_without_room_the_copies_before_stay(monkeypatch):
    before = copy_of_now()
    monkeypatch.setattr(making, "SPARE", 2**60)

    with pytest.raises(NoCopy, match="MB"):
        copy_of_now()

    assert [each.path for each in stored_copies()] == [before]
    monkeypatch.undo()
    copy_of_now()
    assert state().problem == ""


def test_what_a_copy_left_that_died_is_thrown_away():
    old, dead, working = (
        copies_folder() / name for name in (".a.zip.part", ".b.part", ".c.part")
    )
    old.write_bytes(b"half")
    dead.mkdir()
    working.mkdir()
    for each in (old, dead):
        os.utime(each, (0, 0))

    copy_of_now()

    assert list(copies_folder().glob(".*.part")) == [working]


def test_the_calendar_keeps_many_of_late_and_one_of_each_month():
    folder_of_copies = copies_folder()
    for day in range(400):
        at = EVENING - timedelta(days=day + 1)
        stamp = f"{at:%Y-%m-%d}-193000Z"
        (folder_of_copies / f"skatclub-{stamp}-daily.zip").touch()

    copy_of_now()

    kept = stored_copies()
    assert len(kept) == 20 + 11
    assert kept[-1].made_at > EVENING - timedelta(days=366)


def test_of_another_club_on_the_same_stick_nothing_is_thrown_away(tmp_path):
    for number in range(30):
        (tmp_path / f"skatclub-2026-10-{number + 1:02d}-000000Z-daily.zip").touch()
    others = [
        tmp_path / f"pik-ass-2025-11-{day:02d}-193000Z-daily.zip"
        for day in range(1, 31)
    ]
    for path in others:
        path.touch()
    choose_second_place(str(tmp_path))

    copy_of_now()

    assert all(path.exists() for path in others)


def test_each_copy_goes_to_the_second_place_as_well(tmp_path):
    choose_second_place(str(tmp_path))

    copy = copy_of_now()

    assert (tmp_path / copy.name).read_bytes() == copy.read_bytes()
    assert state().second_at
    assert list(tmp_path.glob(".*")) == []


def test_a_stick_that_was_pulled_out_is_told_and_loses_no_copy(tmp_path):
    choose_second_place(str(tmp_path / "stick"))

    copy = copy_of_now()

    assert copy.exists()
    assert "stick" in state().second_problem
    (tmp_path / "stick").mkdir()
    copy_of_now()
    assert state().second_problem == ""


@pytest.mark.parametrize("place", ["stick", "/nowhere/at/all", "."])
def test_what_is_no_folder_elsewhere_is_no_second_place(settings, place):
    inside = settings.DATA_DIR / "backups"

    for path in (folder.Path(place), inside):
        assert folder.fault_of_place(path)


def test_a_note_that_cannot_be_read_is_no_note(settings):
    (settings.DATA_DIR / "backups.json").write_text("{")

    assert state() == State()


def test_after_an_hour_only_what_changed_is_copied_again(sqlite_only):
    assert not is_due(at=EVENING)
    make_club()
    assert is_due(at=EVENING)
    copy = back_up(DAILY, at=EVENING)
    quiet = copy.stat().st_mtime - 60
    for end in ("", "-wal"):
        path = sqlite.database_path()
        beside = path.with_name(path.name + end)
        if beside.exists():
            os.utime(beside, (quiet, quiet))

    later = EVENING + timedelta(hours=2)
    assert not is_due(at=later)
    assert not is_due(at=later, at_the_end=True)
    os.utime(sqlite.database_path())
    os.utime(copy, (quiet, quiet))
    assert is_due(at=later)
    assert not is_due(at=EVENING + timedelta(minutes=59))
    assert is_due(at=EVENING + timedelta(minutes=59), at_the_end=True)


def test_if_it_is_not_time_nothing_is_made():
    assert back_up_if_due() is None
    make_club()
    assert back_up_if_due() is not None
