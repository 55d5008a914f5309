"""Tables on pages, and long lists in parts."""

from typing import Any

import django_tables2 as tables
from django.core.paginator import EmptyPage, Page, Paginator
from django.utils.functional import cached_property
from django.utils.html import conditional_escape, format_html
from django.utils.safestring import mark_safe

from tournaments.web.numbers import whole_number

PAGE_LENGTH = 100
NUMERIC = {"th": {"class": "num"}, "td": {"class": "num"}}
WIDE = {"th": {"class": "num wide"}, "td": {"class": "num wide"}}
TOTAL = {"th": {"class": "num"}, "td": {"class": "num total"}}
PERSON = {"td": {"class": "person"}}
"""The name of a row: its header, to screen readers."""
PLACE = {"th": {"class": "num place"}, "td": {"class": "num place"}}
MINOR = {"th": {"class": "num minor"}, "td": {"class": "num minor"}}
"""Figures that phones hide, leaving them to the page behind the row."""


def figure_with_word(word, *, before=False, minor=False):
    """Return the attributes of figures that phones show with a word beside them."""
    kind = "num minor" if minor else "num"
    side = "data-before" if before else "data-after"
    return {"th": {"class": kind}, "td": {"class": kind, side: word}}


def arrange(table, query, *, per_page=PAGE_LENGTH):
    """Sort ``table`` and turn it to the page requested in ``query``.

    The library's own configuration would also take the page length from the address,
    where zero and minus one cause server errors.
    """
    order = query.getlist(table.prefixed_order_by_field)
    if order:
        table.order_by = order
    page = whole_number(query.get(table.prefixed_page_field)) or 1
    try:
        table.paginate(page=page, per_page=per_page)
    except EmptyPage:
        table.page = table.paginator.page(table.paginator.num_pages if page > 1 else 1)
    return table


class LeanTable(tables.Table):
    """A table whose rows are rendered in one go, several times as fast.

    The library resolves accessors, attributes and render methods for every cell. Here
    the attributes of a column are the same in every row, and ``cells`` returns the
    texts of a whole row.
    """

    def cells(self, record):
        """Return the texts of a row, in the order of the columns."""
        raise NotImplementedError

    def displayed_cells(self, record):
        """Return the cells as they are displayed, with additions below their texts."""
        return self.cells(record)

    @cached_property
    def lean_rows(self):
        """The rows as HTML, which the template of tables prefers."""
        tags = []
        for column in self.columns:
            attributes = column.attrs["td"]
            is_name = attributes.get("class") == PERSON["td"]["class"]
            opening = '<th scope="row" {}>' if is_name else "<td {}>"
            closing = "</th>" if is_name else "</td>"
            tags.append((format_html(opening, attributes.as_html()), closing))
        return mark_safe("".join(self.html_rows(tags)))

    def row_opening(self, record):
        """Return the tag that opens a row."""
        return "<tr>"

    def html_rows(self, tags):
        for row in self.paginated_rows:
            yield self.row_opening(row.record)
            cells = self.displayed_cells(row.record)
            for (opening, closing), cell in zip(tags, cells, strict=True):
                yield f"{opening}{conditional_escape(cell)}{closing}"
            yield "</tr>\n"


def requested_page(rows: Any, size: int, page: str | None) -> Page[Any]:
    """Return the requested page: the first for nonsense, the last beyond the end.

    >>> pages = (None, "0", "-1", "x", "9")
    >>> [requested_page("abcde", 2, page).number for page in pages]
    [1, 1, 1, 1, 3]
    """
    number = int(page) if page and page.isdecimal() and len(page) < 10 else 1
    return Paginator(rows, size).get_page(number or 1)
