"""What a query may see: the rows of one organisation, for visitors the released ones.

Draws and results that are not released: visitors find none of their rows. Each model
names the fields with the times of its release (``withheld_until``), and the managers
leave rows out while a page for visitors is made. So the same rule applies to every
page, paper, file and API response for visitors.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from datetime import UTC, datetime
from functools import partial
from typing import TypeVar

from django.db import models
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.models import Q
from django.db.models.sql.compiler import SQLCompiler
from django.utils import timezone

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
