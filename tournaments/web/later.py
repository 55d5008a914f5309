"""Work that takes longer than a page: a worker does it, in the books of who asked."""

from collections.abc import Callable
from datetime import datetime
from functools import wraps
from typing import Any

from django.db import transaction
from django.utils.module_loading import import_string
from django_tasks import task
from django_tasks.base import Task

from tournaments.scope.scope import organisation_in_scope, scope


def later(work: Callable[..., None]) -> Task[..., None]:
    """Make work that ``begin`` puts off until a worker is free for it.

    A worker that dies is started again and begins the work anew, so it must be work
    that may be done twice.
    """

    @wraps(work)
    def in_books(*, organisation: int, **words: Any) -> None:
        with scope(organisation):
            work(**words)

    return task()(in_books)


def begin(work: Task[..., None], **words: str | int | bool) -> None:
    """Put off ``work``; it opens the books that are open here."""
    work.enqueue(organisation=organisation_in_scope(), **words)


def begin_by_name(name: str, *, at: datetime, **words: str | int | bool) -> None:
    """Put off work until a moment; ``name`` is where it is defined.

    For work that a topic upstairs does, as addresses of pages go by their names.
    """
    begin(import_string(name).using(run_after=at), **words)


def call_by_name(name: str) -> None:
    """Call something of a topic upstairs once the change is stored, in these books.

    What goes wrong there is logged and spoils nothing here.
    """
    organisation = organisation_in_scope()

    def call() -> None:
        with scope(organisation):
            import_string(name)()

    transaction.on_commit(call, robust=True)
