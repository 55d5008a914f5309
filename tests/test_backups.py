"""Copies of the database."""

import sqlite3
from contextlib import closing
from datetime import UTC, datetime, timedelta

import pytest
from django.db import connection

from skatclub.machine.backups import KEEP, back_up

pytestmark = pytest.mark.django_db(transaction=True)
EVENING = datetime(2026, 11, 20, 19, 30, tzinfo=UTC)


@pytest.fixture(autouse=True)
def sqlite_only():
    if connection.vendor != "sqlite":
        pytest.skip("PostgreSQL has pg_dump")


def test_a_backup_holds_what_was_saved(tmp_path, django_user_model):
    django_user_model.objects.create_user("anna")

    copy = back_up(tmp_path / "backups", at=EVENING)

    with closing(sqlite3.connect(copy)) as database:
        names = database.execute("SELECT username FROM tournaments_user").fetchall()
    assert names == [("anna",)]


def test_only_the_newest_backups_are_kept(tmp_path):
    folder = tmp_path / "backups"

    copies = [
        back_up(folder, at=EVENING + timedelta(days=day)) for day in range(KEEP + 2)
    ]

    assert sorted(folder.iterdir()) == copies[2:]
