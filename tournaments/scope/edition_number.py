"""The edition of an organisation: each write that visitors may see changes its number.

What was drawn for one edition holds until the next one, or until the moment at which
something is released. The numbers are random, so neither a write that is rolled back
nor a backup that is put back brings a number that stood for another state.
"""

import re
import secrets
from collections.abc import Callable
from contextvars import ContextVar
from datetime import datetime
from functools import cache, partial
from typing import Any

from django.apps import apps
from django.db import connection, models
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.backends.signals import connection_created
from django.dispatch import receiver

from skatclub.machine.commits import before_commit
from tournaments.scope.scope import (
    DRAW,
    RESULTS,
    bound,
    organisation_in_scope,
    organisation_or_none,
    read_by_visitors,
)

NUMBERS = 2**62
WRITE = re.compile(
    r'(?:INSERT(?: OR \w+)? INTO|UPDATE|DELETE FROM) "(tournaments_\w+)"'
)
READ = re.compile(r'(?:FROM|JOIN) "(\w+)"')
OURS = "tournaments_"
# No page for visitors has any of it; much is written while somebody only reads. A join
# notes the edition that it began.
UNSEEN = {
    f"tournaments_{name}"
    for name in (
        *("session", "logentry", "tabledevice", "join"),
        *("registration", "reply"),
    )
}
OF_ALL = 'UPDATE "tournaments_organisation" SET edition = %s'
OF_ONE = f"{OF_ALL} WHERE id = %s"

_read: ContextVar[dict[int, int] | None] = ContextVar("edition", default=None)


def new_number() -> int:
    """Return a number that no edition had before."""
    return secrets.randbelow(NUMBERS)


class Writes:
    """The organisations that a connection has written to since its last commit.

    It wraps all statements, so that no way to write goes past it.
    """

    def __init__(self) -> None:
        self.organisations: set[int | None] = set()

    def __call__(
        self,
        execute: Callable[..., Any],
        sql: Any,
        params: Any,
        many: bool,
        context: dict[str, Any],
    ) -> Any:
        answer = execute(sql, params, many, context)
        match = WRITE.match(sql) if isinstance(sql, str) else None
        if match is not None and match[1] not in UNSEEN and not sql.startswith(OF_ALL):
            self.organisations.add(organisation_or_none())
            if read := _read.get():
                read.clear()
            if context["connection"].get_autocommit():
                self.begin_editions(context["connection"])
        return answer

    def begin_editions(self, connection: BaseDatabaseWrapper) -> None:
        """Give each organisation that was written to the next number."""
        if not self.organisations:
            return
        written, self.organisations = self.organisations, set()
        number = new_number()
        with connection.cursor() as cursor:
            if None in written:
                cursor.execute(OF_ALL, [number])
                return
            for organisation in sorted(filter(None, written)):
                cursor.execute(OF_ONE, [number, organisation])


def counts_in_edition(sql: Any) -> bool:
    """Return whether nothing that a query reads can change within an edition."""
    tables = READ.findall(sql) if isinstance(sql, str) else [""]
    return all(name.startswith(OURS) and name not in UNSEEN for name in tables)


def writes_of(connection: BaseDatabaseWrapper) -> Writes:
    for wrapper in connection.execute_wrappers:
        if isinstance(wrapper, Writes):
            return wrapper
    connection.execute_wrappers.append(writes := Writes())
    return writes


@receiver(connection_created)
def note_writes(connection: BaseDatabaseWrapper, **_signal: object) -> None:
    writes_of(connection)


@receiver(before_commit)
def begin_editions(connection: BaseDatabaseWrapper, **_signal: object) -> None:
    """Begin an edition with the last statement of a transaction.

    Only then, so that on PostgreSQL nobody waits for whoever writes to the same club.
    """
    writes_of(connection).begin_editions(connection)


one_edition = partial(bound, _read)
"""Reads each number only once in the block, into a dict, until something is written."""


def edition_number() -> int:
    """Return the number of the edition of the organisation in scope.

    What this connection has written counts, even before it is committed.
    """
    organisation = organisation_in_scope()
    begin_editions(connection)
    read = _read.get()
    if read is not None and organisation in read:
        return read[organisation]
    rows = apps.get_model("tournaments", "Organisation")._default_manager
    number: int = rows.values_list("edition", flat=True).get(pk=organisation)
    if read is not None:
        read[organisation] = number
    return number


def next_release(now: datetime) -> datetime | None:
    """Return the next moment at which something becomes visible to visitors."""
    with read_by_visitors(None):
        moments = [
            rows.filter(**{f"{name}__gt": now}).aggregate(next=models.Min(name))["next"]
            for rows, name in releases()
        ]
    return min(filter(None, moments), default=None)


@cache
def releases() -> list[tuple[Any, str]]:
    """Return the columns that have times of release, with the rows of each."""
    return [
        (model._default_manager, field.name)
        for model in apps.get_models()
        if hasattr(model, "withheld_until")
        for field in model._meta.fields
        if field.name in {DRAW, RESULTS}
    ]
