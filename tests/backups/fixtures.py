"""The tests make their tables without migrations; a copy names those of a site."""

import pytest
from django.db import connection
from django.db.migrations.recorder import MigrationRecorder

from tests.backups.copies import known_migrations


@pytest.fixture(scope="session")
def recorded(django_db_setup, django_db_blocker):
    """Note in the database, once, by which migrations its tables could have come."""
    with django_db_blocker.unblock():
        recorder = MigrationRecorder(connection)
        recorder.ensure_schema()
        for app, name in known_migrations() - set(recorder.applied_migrations()):
            recorder.record_applied(app, name)


@pytest.fixture
def migrated(recorded, settings):
    settings.MIGRATION_MODULES = {}


@pytest.fixture
def sqlite_only():
    if connection.vendor != "sqlite":
        pytest.skip("about the file of SQLite")
