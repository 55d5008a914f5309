"""Whose books are open, who reads, and the edition that they read.

A query finds the rows of one organisation, for visitors the released ones: each model
names the fields with the times of its release (``withheld_until``), and the managers
leave rows out while a page for visitors is made. So the same rule applies to every
page, paper, file and API response for visitors.

Each write that visitors may see changes the number of the organisation's edition. What
was drawn for one edition holds until the next one, or until the moment at which
something is released. The numbers are random, so neither a write that is rolled back
nor a backup that is put back brings a number that stood for another state.
"""

import re
import secrets
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from datetime import UTC, datetime
from enum import StrEnum
from functools import cache, partial
from typing import Any, TypeVar

from django.apps import apps
from django.db import connection, models
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.backends.signals import connection_created
from django.db.models import Q
from django.db.models.sql.compiler import SQLCompiler
from django.dispatch import receiver
from django.utils import timezone

from skatclub.machine.commits import before_commit

Value = TypeVar("Value")

_organisation: ContextVar[int | None] = ContextVar("organisation")


class OutOfScope(RuntimeError):
    """A query was made without an organisation in scope."""


@contextmanager
def bound(variable: ContextVar[Value], value: Value) -> Iterator[None]:
    """Give a context variable this value inside the block."""
    token = variable.set(value)
    try:
        yield
    finally:
        variable.reset(token)


scope = partial(bound, _organisation)
"""Restricts all queries in the block to the organisation with this key, if any."""


def organisation_or_none() -> int | None:
    return _organisation.get(None)


def organisation_in_scope() -> int:
    """Return the key of the organisation in scope. Raises ``OutOfScope``."""
    organisation = _organisation.get(None)
    if organisation is None:
        raise OutOfScope("Open the books of an organisation first")
    return organisation


class OrganisationInScope(models.Expression):
    """The organisation in scope at the time a query is executed.

    Forms hold querysets from the time of import, but still only get the rows of the
    reader's organisation.
    """

    output_field = models.BigIntegerField()

    def as_sql(
        self, compiler: SQLCompiler, connection: BaseDatabaseWrapper
    ) -> tuple[str, tuple[str | int, ...]]:
        return "%s", (organisation_in_scope(),)


UNTIL_RELEASED = datetime(9999, 12, 31, tzinfo=UTC)
"""A release time for rows that wait for a user's release."""
DRAW, RESULTS = "draw_from", "results_from"

_moment: ContextVar[datetime | None] = ContextVar("moment", default=None)


read_by_visitors = partial(bound, _moment)
"""Shows only rows released by this time, or all rows for None, in the block."""


def restrict_to_visitors(moment: datetime) -> None:
    """Show only rows released by this time until ``read_by_visitors`` ends."""
    _moment.set(moment)


def is_for_visitors() -> bool:
    return _moment.get() is not None


def shown_condition(*moments: str) -> Q:
    """Return the condition that none of these release times is still to come."""
    moment = _moment.get()
    condition = Q()
    if moment is not None:
        for name in moments:
            condition &= ~Q(**{f"{name}__gt": moment})
    return condition


def is_shown(row: object, *names: str) -> bool:
    moment = _moment.get()
    moments = (getattr(row, name) for name in names)
    return moment is None or all(at is None or at <= moment for at in moments)


def withheld_condition(*moments: str) -> Q:
    """Return the condition that one of these release times is still to come."""
    return Q(pk__in=[]) | ~shown_condition(*moments)


def withheld_until(row: object, *names: str) -> datetime | None:
    """Return the time from which the reader may see ``row``, None if already."""
    if is_shown(row, *names):
        return None
    return max(at for name in names if (at := getattr(row, name)) is not None)


def released_condition(series: str) -> Q:
    """Return the condition that everything of a series is released by now.

    It is for sums that are computed in advance and read by visitors later.
    """
    condition = Q()
    for name in moment_lookups(series, DRAW, RESULTS):
        condition &= Q(**{name: None}) | Q(**{f"{name}__lte": timezone.now()})
    return condition


def moment_lookups(series: str, *names: str) -> tuple[str, ...]:
    """Return the lookups of these release times over ``series``.

    >>> moment_lookups("sheet__series", DRAW)
    ('sheet__series__draw_from',)
    """
    return tuple(f"{series}__{name}" for name in names)


class Audience(StrEnum):
    """The readers of a name: the club, which knows its people, or the public."""

    CLUB = "club"
    PUBLIC = "public"


audience: ContextVar[Audience] = ContextVar("audience")
# What was looked up for these readers, as long as they read.
remembered: ContextVar[dict[Any, Any]] = ContextVar("remembered")


def audience_of(account: Any) -> Audience:
    """Return who reads: the club where somebody has signed in."""
    return Audience.CLUB if account.is_authenticated else Audience.PUBLIC


@contextmanager
def shown_to(readers: Audience) -> Iterator[None]:
    """Show all names as ``readers`` may see them, inside the block.

    Every page and paper gets its names from ``Player``, which checks the audience.
    There is no default: pages have the reader of their request, papers that of their
    order.
    """
    with bound(audience, readers), bound(remembered, {}):
        yield


def is_public() -> bool:
    """Return whether names are currently shown to the public.

    Raises ``TypeError`` without an audience, like a missing argument: commands, threads
    and files set one, or use the full or public name explicitly.
    """
    try:
        return audience.get() is Audience.PUBLIC
    except LookupError:
        raise TypeError("a name is asked for, but not who reads it") from None


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
            self.organisations.add(_organisation.get(None))
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
