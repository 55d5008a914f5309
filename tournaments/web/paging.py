"""Long lists in pages."""

from typing import Any

from django.core.paginator import Page, Paginator


def requested_page(rows: Any, size: int, page: str | None) -> Page[Any]:
    """Return the requested page: the first for nonsense, the last beyond the end.

    >>> pages = (None, "0", "-1", "x", "9")
    >>> [requested_page("abcde", 2, page).number for page in pages]
    [1, 1, 1, 1, 3]
    """
    number = int(page) if page and page.isdecimal() and len(page) < 10 else 1
    return Paginator(rows, size).get_page(number or 1)
