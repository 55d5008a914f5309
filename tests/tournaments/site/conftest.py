"""Backups need migrations, which the tests do without."""

from tests.backups.fixtures import migrated, recorded, sqlite_only

__all__ = ["migrated", "recorded", "sqlite_only"]
