"""Draws and results that are not released: visitors find none of their rows.

Each model names the fields with the times of its release (``withheld_until``), and the
managers leave rows out while a page for visitors is made. So the same rule applies to
every page, paper, file and API response for visitors.
"""

from contextlib import AbstractContextManager
from contextvars import ContextVar
from datetime import UTC, datetime

from django.db.models import Q
from django.utils import timezone

from tournaments.scope.scope import bound

UNTIL_RELEASED = datetime(9999, 12, 31, tzinfo=UTC)
"""A release time for rows that wait for a user's release."""
DRAW, RESULTS = "draw_from", "results_from"

_moment: ContextVar[datetime | None] = ContextVar("moment", default=None)


def read_by_visitors(moment: datetime | None) -> AbstractContextManager[None]:
    """Show only rows released by this time, or all rows for None, in the block."""
    return bound(_moment, moment)


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
