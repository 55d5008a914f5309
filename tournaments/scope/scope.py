"""Whose books are open: nothing is read or written without an organisation."""

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar

from django.db import models
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.models.sql.compiler import SQLCompiler

_organisation: ContextVar[int | None] = ContextVar("organisation")


class OutOfScope(RuntimeError):
    """Rows were asked for, and nobody said of which organisation."""


@contextmanager
def scope(organisation: int | None) -> Iterator[None]:
    """Open the books of the organisation with this key, and no others; None: none."""
    token = _organisation.set(organisation)
    try:
        yield
    finally:
        _organisation.reset(token)


def organisation_or_none() -> int | None:
    """Return the key of the organisation whose books are open, if any are."""
    return _organisation.get(None)


def organisation_in_scope() -> int:
    """Return the key of the organisation whose books are open. Raises OutOfScope."""
    organisation = organisation_or_none()
    if organisation is None:
        raise OutOfScope("Open the books of an organisation first")
    return organisation


class OrganisationInScope(models.Expression):
    """The organisation whose books are open when the query is sent.

    Not when it is written: forms hold querysets from the time they are imported, and
    still ask for nobody's rows but those of the reader's organisation.
    """

    output_field = models.BigIntegerField()

    def as_sql(
        self, compiler: SQLCompiler, connection: BaseDatabaseWrapper
    ) -> tuple[str, tuple[str | int, ...]]:
        return "%s", (organisation_in_scope(),)
