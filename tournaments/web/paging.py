"""Long lists in pages, whatever number somebody asks for."""

from typing import Any

from django.core.paginator import Page, Paginator


def page_of(rows: Any, size: int, asked: str | None) -> Page[Any]:
    """Return the page that is asked for: the first for nonsense, else the last.

    >>> [page_of("abcde", 2, asked).number for asked in (None, "0", "-1", "x", "9")]
    [1, 1, 1, 1, 3]
    """
    number = int(asked) if asked and asked.isdecimal() and len(asked) < 10 else 1
    return Paginator(rows, size).get_page(number or 1)
