"""Work for a worker, done within the organisation that requested it."""

from collections.abc import Callable
from datetime import datetime
from functools import wraps
from typing import Any

from django.utils.module_loading import import_string
from django_tasks import task
from django_tasks.base import Task

from tournaments.scope.scope import organisation_in_scope, scope


def later(work: Callable[..., None]) -> Task[..., None]:
    """Turn a function into a task that ``begin`` hands to a worker.

    A worker that dies is restarted and repeats its task, so tasks must be safe to
    repeat.
    """

    @wraps(work)
    def in_books(*, organisation: int, **words: Any) -> None:
        with scope(organisation):
            work(**words)

    return task()(in_books)


def begin(work: Task[..., None], **words: str | int | bool) -> None:
    """Hand ``work`` to a worker, for the organisation in scope."""
    work.enqueue(organisation=organisation_in_scope(), **words)


def begin_by_name(name: str, *, at: datetime, **words: str | int | bool) -> None:
    """Hand a task to a worker at a given time; ``name`` is its import path.

    It is for tasks of topics that may not be imported here.
    """
    begin(import_string(name).using(run_after=at), **words)
