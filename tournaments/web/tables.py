"""Columns that page, paper and file share; tables on pages; long lists in parts."""

from collections.abc import Callable, Iterable, Mapping
from operator import attrgetter
from typing import Any, NamedTuple

import django_tables2 as tables
from django.core.paginator import EmptyPage, Page, Paginator
from django.utils.functional import cached_property
from django.utils.html import conditional_escape, format_html
from django.utils.safestring import mark_safe
from reportlab.lib.units import mm

from tournaments.web.faces import BOLD, FONT
from tournaments.web.numbers import whole_number
from tournaments.words.formats import figure_text

PAGE_LENGTH = 100
NUMERIC = {"th": {"class": "num"}, "td": {"class": "num"}}
WIDE = {"th": {"class": "num wide"}, "td": {"class": "num wide"}}
TOTAL = {"th": {"class": "num"}, "td": {"class": "num total"}}
PERSON = {"td": {"class": "person"}}
"""The name of a row: its header, to screen readers."""
PLACE = {"th": {"class": "num place"}, "td": {"class": "num place"}}
MINOR = {"th": {"class": "num minor"}, "td": {"class": "num minor"}}
"""Figures that phones hide, leaving them to the page behind the row."""
FIRST = (PLACE, PERSON, TOTAL)
"""What begins a row on a page: the result stands beside the name."""

SIDE_PADDING = 3
"""The space on either side of the text in a cell on paper, in points."""


class Space(NamedTuple):
    """The space of one column: its width in mm and the alignment of its texts.

    In a column that ``is_struck``, texts are struck through up to a plus sign.
    """

    width: float
    align: str = "left"
    font: str = FONT
    is_struck: bool = False
    side_padding: float = SIDE_PADDING

    @property
    def room(self) -> float:
        """The width that a text may take, in points."""
        return self.width * mm - 2 * self.side_padding - 0.5

    def bold_font(self) -> str:
        """Return the font of a bold cell; a column with its own font keeps it."""
        return BOLD if self.font == FONT else self.font


Teller = str | Callable[[Any], Any]
"""What a column says of a line: the path to an attribute, or a function."""


def told(teller: Teller, line: Any) -> Any:
    return attrgetter(teller)(line) if isinstance(teller, str) else teller(line)


class Column(NamedTuple):
    """A column of a ranking: its head, what it says of a line, and where it stands.

    Files write the ``value``, papers the ``text``, pages the ``html``, each by default
    what stands before it. A column without a value is in no file; it is on the pages
    for which it has attributes, and on the ``paper`` where it has space. Page and paper
    leave it out if no line has what is ``needed``. ``sort`` is what the page sorts by,
    with a hyphen if a click shows the greatest first; files may have a longer head.
    """

    name: str
    head: Any
    value: Teller | None = None
    text: Teller | None = None
    html: Teller | None = None
    page: Mapping[str, Any] | None = None
    paper: Space | None = None
    needed: Teller | None = None
    sort: str = ""
    file_head: str = ""

    def shown(self, line: Any) -> str:
        if self.text:
            return str(told(self.text, line))
        return figure_text(told(self.value, line)) if self.value else ""

    def on_page(self, line: Any) -> Any:
        return told(self.html, line) if self.html else self.shown(line)

    def plain_head(self) -> str:
        """Return the head without the places where pages may break it."""
        return str(self.head).replace("\xad", "")

    def is_needed(self, lines: Iterable[Any]) -> bool:
        return not self.needed or any(told(self.needed, line) for line in lines)


def figure(name, head, value=None, *, width=0, font=FONT, page=None, **more):
    """Return a column of figures, which a phone shows with their head as a word.

    Unless it has other attributes for the ``page``; without a ``width`` it is on no
    paper.
    """
    return Column(
        name,
        head,
        value,
        page=page or figure_with_word(head),
        paper=Space(width, "right", font) if width else None,
        **more,
    )


def page_order(column):
    return FIRST.index(column.page) if column.page in FIRST else len(FIRST)


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
        return "<tr>"

    def html_rows(self, tags):
        for row in self.paginated_rows:
            yield self.row_opening(row.record)
            cells = self.cells(row.record)
            for (opening, closing), cell in zip(tags, cells, strict=True):
                yield f"{opening}{conditional_escape(cell)}{closing}"
            yield "</tr>\n"


class RankedTable(LeanTable):
    """The lines of a ranking, in ranked order unless a reader sorts them."""

    def __init__(self, lines, columns, *, look="ranked-rows", caption=""):
        self.caption = caption
        on_page = [each for each in columns if each.page is not None]
        needed = [each for each in on_page if each.is_needed(lines)]
        self.shown = sorted(needed, key=page_order)
        extra = [
            (
                column.name,
                tables.Column(
                    column.head,
                    accessor=column.sort.lstrip("-") or None,
                    orderable=bool(column.sort),
                    initial_sort_descending=column.sort.startswith("-"),
                    attrs=column.page,
                ),
            )
            for column in self.shown
        ]
        attrs = {"class": f"standings {look}"}
        super().__init__(lines, extra_columns=extra, attrs=attrs)

    def cells(self, record):
        return [column.on_page(record) for column in self.shown]


def requested_page(rows: Any, size: int, page: str | None) -> Page[Any]:
    """Return the requested page: the first for nonsense, the last beyond the end.

    >>> pages = (None, "0", "-1", "x", "9")
    >>> [requested_page("abcde", 2, page).number for page in pages]
    [1, 1, 1, 1, 3]
    """
    number = int(page) if page and page.isdecimal() and len(page) < 10 else 1
    return Paginator(rows, size).get_page(number or 1)
