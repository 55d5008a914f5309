"""Counted attempts that several servers share: a cache of numbers in the database.

Django's own cache in the database reads a number and writes the next one: two guesses
at the same moment would count as one. Here each step is one statement. The table is
that of Django's cache, so ``migrate`` can make it; of what is typed only a digest
stands in it.
"""

import hashlib
from datetime import datetime, timedelta
from typing import Any

from django.core.cache.backends.base import DEFAULT_TIMEOUT
from django.core.cache.backends.db import BaseDatabaseCache
from django.db import connection
from django.utils import timezone


class SharedCounts(BaseDatabaseCache):
    """Numbers that end by themselves, the same for all processes."""

    def get(self, key: str, default: Any = None, version: int | None = None) -> Any:
        rows = self._run(
            "SELECT value FROM {table} WHERE cache_key = %s AND expires > %s",
            [digest(key), moment(timezone.now())],
        )
        return int(rows[0][0]) if rows else default

    def add(
        self,
        key: str,
        value: int,
        timeout: Any = DEFAULT_TIMEOUT,
        version: int | None = None,
    ) -> bool:
        """Begin to count; False where somebody is counting already."""
        now = moment(timezone.now())
        self._run("DELETE FROM {table} WHERE expires <= %s", [now])
        rows = self._run(
            "INSERT INTO {table} (cache_key, value, expires) VALUES (%s, %s, %s)"
            " ON CONFLICT (cache_key) DO NOTHING RETURNING value",
            [digest(key), str(value), self._until(timeout)],
        )
        return bool(rows)

    def set(
        self,
        key: str,
        value: int,
        timeout: Any = DEFAULT_TIMEOUT,
        version: int | None = None,
    ) -> None:
        self.delete(key)
        self.add(key, value, timeout)

    def incr(self, key: str, delta: int = 1, version: int | None = None) -> int:
        """Count on; it ends when it would have ended. Raises ValueError after that."""
        rows = self._run(
            "UPDATE {table} SET value = CAST(CAST(value AS integer) + %s AS text)"
            " WHERE cache_key = %s AND expires > %s RETURNING value",
            [delta, digest(key), moment(timezone.now())],
        )
        if not rows:
            raise ValueError("nothing is counted there any more")
        return int(rows[0][0])

    def touch(
        self, key: str, timeout: Any = DEFAULT_TIMEOUT, version: int | None = None
    ) -> bool:
        rows = self._run(
            "UPDATE {table} SET expires = %s WHERE cache_key = %s RETURNING value",
            [self._until(timeout), digest(key)],
        )
        return bool(rows)

    def delete(self, key: str, version: int | None = None) -> bool:
        rows = self._run(
            "DELETE FROM {table} WHERE cache_key = %s RETURNING value", [digest(key)]
        )
        return bool(rows)

    def clear(self) -> None:
        self._run("DELETE FROM {table}", [])

    def _until(self, timeout: Any) -> Any:
        seconds: Any = self.default_timeout if timeout is DEFAULT_TIMEOUT else timeout
        return moment(timezone.now() + timedelta(seconds=seconds))

    def _run(self, sql: str, values: list[Any]) -> list[Any]:
        table = connection.ops.quote_name(self.cache_model_class._meta.db_table)
        with connection.cursor() as cursor:
            cursor.execute(sql.format(table=table), values)
            return cursor.fetchall() if cursor.description else []


def digest(key: str) -> str:
    """Return what stands for a key: an address is nobody else's business."""
    return hashlib.sha256(key.encode()).hexdigest()


def moment(at: datetime) -> Any:
    """Return a time as the database compares it."""
    return connection.ops.adapt_datetimefield_value(at)
