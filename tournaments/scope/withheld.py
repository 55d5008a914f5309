"""What was drawn or finished and is not released: visitors find no row of it.

Each model names the moments before which visitors do not read its rows
(``withheld_until``), and the managers leave them out while a page for visitors is
made. So every page, paper, file and answer that visitors get goes by one rule.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from datetime import UTC, datetime

from django.db.models import Q
from django.utils import timezone

UNTIL_RELEASED = datetime(9999, 12, 31, tzinfo=UTC)
"""Until somebody says so."""
DRAW, RESULTS = "draw_from", "results_from"

_moment: ContextVar[datetime | None] = ContextVar("moment", default=None)


@contextmanager
def read_by_visitors(moment: datetime | None) -> Iterator[None]:
    """Show what visitors may read at this moment; None: whatever there is."""
    token = _moment.set(moment)
    try:
        yield
    finally:
        _moment.reset(token)


def restrict_to_visitors(moment: datetime) -> None:
    """Show no more than that from here on, until ``read_by_visitors`` ends."""
    _moment.set(moment)


def is_for_visitors() -> bool:
    """Tell whether what is made now is for visitors."""
    return _moment.get() is not None


def shown_condition(*moments: str) -> Q:
    """Return the condition that nothing is withheld until one of these moments."""
    moment = _moment.get()
    condition = Q()
    if moment is not None:
        for name in moments:
            condition &= ~Q(**{f"{name}__gt": moment})
    return condition


def is_shown(row: object, *names: str) -> bool:
    """Tell whether nothing is withheld of ``row`` from who reads, by these moments."""
    moment = _moment.get()
    moments = (getattr(row, name) for name in names)
    return moment is None or all(at is None or at <= moment for at in moments)


def withheld_condition(*moments: str) -> Q:
    """Return the condition that something is withheld, by these moments."""
    return Q(pk__in=[]) | ~shown_condition(*moments)


def withheld_until(row: object, *names: str) -> datetime | None:
    """Return when who reads may see ``row``, by these moments; None: already."""
    if is_shown(row, *names):
        return None
    return max(at for name in names if (at := getattr(row, name)) is not None)


def released_condition(series: str) -> Q:
    """Return the condition that of a series nothing is withheld, whoever asks.

    For what is added up ahead and read by visitors later.
    """
    condition = Q()
    for name in moment_lookups(series, DRAW, RESULTS):
        condition &= Q(**{name: None}) | Q(**{f"{name}__lte": timezone.now()})
    return condition


def moment_lookups(series: str, *names: str) -> tuple[str, ...]:
    """Return the lookups that lead over ``series`` to the moments with these names.

    >>> moment_lookups("sheet__series", DRAW)
    ('sheet__series__draw_from',)
    """
    return tuple(f"{series}__{name}" for name in names)
