"""The organisation in scope, without which nothing is read or written."""

from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager
from contextvars import ContextVar
from typing import TypeVar

from django.db import models
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.models.sql.compiler import SQLCompiler

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


def scope(organisation: int | None) -> AbstractContextManager[None]:
    """Restrict all queries in the block to the organisation with this key, if any."""
    return bound(_organisation, organisation)


def organisation_or_none() -> int | None:
    return _organisation.get(None)


def organisation_in_scope() -> int:
    """Return the key of the organisation in scope. Raises ``OutOfScope``."""
    organisation = organisation_or_none()
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
