"""How often somebody may try: counted in memory, forgotten by itself.

Nothing that a visitor sends is stored, so nobody can fill the disk with it.
"""

import hashlib
from collections.abc import Callable, Collection, Iterable
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from django.core.cache import BaseCache, caches
from django.core.cache.backends.base import DEFAULT_TIMEOUT
from django.core.cache.backends.db import BaseDatabaseCache
from django.db import connection
from django.utils import timezone


@dataclass(frozen=True, slots=True, kw_only=True)
class Limit:
    """At most so many attempts in so many seconds, for everybody or each address."""

    name: str
    most: int
    seconds: int

    def is_reached(self, who: str = "") -> bool:
        """Tell whether ``who`` has to wait until the seconds are over."""
        return bool(self._counts.get(self._key(who), 0) >= self.most)

    def count(self, who: str = "") -> None:
        """Count an attempt; the seconds begin with the first."""
        if not self._counts.add(self._key(who), 1, timeout=self.seconds):
            # They may end between the two.
            with suppress(ValueError):
                self._counts.incr(self._key(who))

    @property
    def _counts(self) -> BaseCache:
        return caches["attempts"]

    def _key(self, who: str) -> str:
        return f"{self.name} {who}".strip().replace(" ", "-")


SET_UP = Limit(name="set-up", most=10, seconds=60)
# The code of a table: hardly one of a thousand milliards fits. This allows for slips.
TABLE_CODE = Limit(name="table-code", most=20, seconds=60)
# The code of a start card, for each list: one of a milliard fits.
CARD_CODE = Limit(name="card-code", most=20, seconds=60)
# The code of a league match, as long as that of a table.
HOST_CODE = Limit(name="host-code", most=20, seconds=60)
# The one-time code of an account, as long as those.
ENTRY_CODE = Limit(name="entry-code", most=20, seconds=60)
# A pub shares one address: sixty is forty people who sign in at the same moment, each
# with a slip of the finger and some with two. An attacker gets a name tried five
# times in a quarter of an hour, and no more than sixty names a minute.
SIGN_IN = Limit(name="sign-in", most=60, seconds=60)
# All regulars of a pub may enter themselves within ten minutes; the second limit stops
# many addresses at once, for each event.
REGISTRATION = Limit(name="registration", most=60, seconds=600)
REGISTRATIONS = Limit(name="registrations", most=600, seconds=600)
# Who comes: a table full of people who change their minds. And the word before it.
REPLY = Limit(name="reply", most=120, seconds=60)
REPLY_WORD = Limit(name="reply-word", most=20, seconds=60)


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


Application = Callable[..., Iterable[bytes]]


def behind_proxies(application: Application, proxies: Collection[str]) -> Application:
    """Let ``application`` see the visitor's own address, and whether they use https.

    Only what one of the ``proxies`` says counts; anybody can send such headers.
    """

    def answer(environ: dict[str, Any], start_response: Any) -> Iterable[bytes]:
        # A connection through a socket file has no address.
        if (environ.get("REMOTE_ADDR") or "unix") in proxies:
            hops = environ.get("HTTP_X_FORWARDED_FOR", "").replace(" ", "").split(",")
            others = [each for each in hops if each and each not in proxies]
            environ["REMOTE_ADDR"] = others[-1] if others else "127.0.0.1"
            scheme = environ.get("HTTP_X_FORWARDED_PROTO", "http")
            environ["wsgi.url_scheme"] = "https" if scheme == "https" else "http"
        return application(environ, start_response)

    return answer
