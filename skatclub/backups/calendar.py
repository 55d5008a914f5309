"""Which copies stay: many of late, then fewer and fewer."""

from collections.abc import Callable, Hashable, Iterable, Mapping
from datetime import datetime
from typing import TypeVar

NEWEST = 20
DAYS, WEEKS, MONTHS = 7, 4, 12
Name = TypeVar("Name", bound=Hashable)
Span = Callable[[datetime], Hashable]

SPANS: Mapping[Span, int] = {
    lambda at: at.date(): DAYS,
    lambda at: at.isocalendar()[:2]: WEEKS,
    lambda at: (at.year, at.month): MONTHS,
}


def that_stay(copies: Iterable[tuple[datetime, Name]]) -> set[Name]:
    """Return which copies stay: the newest twenty, and the last of each span.

    Seven days, four weeks and twelve months on which a copy was made; a club that
    meets every other week keeps the last evenings, not seven empty days.

    >>> from datetime import timedelta
    >>> copies = [(datetime(2026, 1, 1) + timedelta(d), d) for d in range(365)]
    >>> len(that_stay(copies)), sorted(that_stay(copies))[:3]
    (31, [30, 58, 89])
    """
    newest_first = sorted(copies, reverse=True)
    stay = {name for _at, name in newest_first[:NEWEST]}
    for span, most in SPANS.items():
        last: dict[Hashable, Name] = {}
        for at, name in newest_first:
            last.setdefault(span(at), name)
        stay |= set(list(last.values())[:most])
    return stay
