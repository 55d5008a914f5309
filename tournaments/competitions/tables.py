import django_tables2 as tables
from django.urls import reverse
from django.utils.functional import cached_property
from django.utils.html import conditional_escape, format_html
from django.utils.safestring import mark_safe
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from tournaments.formats import number

NUMERIC = {"th": {"class": "num"}, "td": {"class": "num"}}
TOTAL = {"th": {"class": "num"}, "td": {"class": "num total"}}
PLACE = {"th": {"class": "num place"}, "td": {"class": "num place"}}


class LeanTable(tables.Table):
    """A table whose rows are drawn in one go, several times as fast.

    The library resolves accessors, attributes and render methods anew for every cell.
    Here the attributes of a column are the same in every row, and ``cells`` knows the
    texts of a whole row.
    """

    def cells(self, record):
        """Return the texts of a row, in the order of the columns."""
        raise NotImplementedError

    @cached_property
    def lean_rows(self):
        """The rows as HTML; the template of the tables asks for it first."""
        openings = [
            format_html("<td {}>", column.attrs["td"].as_html())
            for column in self.columns
        ]
        return mark_safe("".join(self.drawn_rows(openings)))

    def drawn_rows(self, openings):
        for row in self.paginated_rows:
            yield "<tr>"
            for opening, cell in zip(openings, self.cells(row.record), strict=True):
                yield f"{opening}{conditional_escape(cell)}</td>"
            yield "</tr>\n"


class StandingsTable(LeanTable):
    """The ranking of a competition; the places come ranked, the table shows them.

    The total stands beside the name, where a phone shows it however many series
    there are.
    """

    place = tables.Column(pgettext_lazy("rank", "Place"), attrs=PLACE)
    player = tables.Column(_("Name"), order_by="entry__name_key")
    total = tables.Column(
        _("Total"),
        accessor="entry__total",
        attrs=TOTAL,
        initial_sort_descending=True,
    )
    won = tables.Column(
        pgettext_lazy("short", "won"),
        accessor="entry__won",
        attrs=NUMERIC,
        initial_sort_descending=True,
    )
    lost = tables.Column(
        pgettext_lazy("short", "lost"), accessor="entry__lost", attrs=NUMERIC
    )

    class Meta:
        attrs = {"class": "standings"}

    def __init__(self, standings, *, with_links, **kwargs):
        series = [
            (
                f"series_{number}",
                tables.Column(
                    _("S%(number)s") % {"number": number},
                    accessor=f"entry__per_series__{index}",
                    attrs=NUMERIC,
                    initial_sort_descending=True,
                ),
            )
            for index, number in enumerate(standings.series_numbers)
        ]
        names = [name for name, _column in series]
        super().__init__(
            standings.places,
            extra_columns=series,
            sequence=["place", "player", "total", *names, "won", "lost"],
            **kwargs,
        )
        self.link = player_link() if with_links else None

    def cells(self, record):
        entry = record.entry
        return (
            f"={record.place}." if record.shared else f"{record.place}.",
            self.link(entry.player_id, entry.player) if self.link else entry.player,
            number(entry.total),
            *("–" if points is None else number(points) for points in entry.per_series),
            entry.won,
            entry.lost,
        )


def player_link():
    """Return a function that links a name to its page; the address is found once."""
    before, after = reverse("members:detail", args=[0]).rsplit("0", 1)

    def link(pk, name):
        return format_html('<a href="{}{}{}">{}</a>', before, pk, after, name)

    return link
