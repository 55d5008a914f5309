import django_tables2 as tables
from django.urls import reverse
from django.utils.html import format_html, format_html_join
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from tournaments.events.teams.words import scaled_text
from tournaments.web.tables import NUMERIC, PLACE, TOTAL, LeanTable
from tournaments.words.choices import CriterionChoice, Ranking
from tournaments.words.formats import number


class StandingsTable(LeanTable):
    """The ranking of an event; the places come ranked, the table shows them.

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

    decided = tables.Column(
        pgettext_lazy("rank", "Decided by"), orderable=False, empty_values=()
    )

    class Meta:
        attrs = {"class": "standings"}

    def __init__(self, standings, **kwargs):
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
        self.criteria = [CriterionChoice(each).label for each in standings.chain]
        self.shows_criteria = standings.is_decided_by_ties
        self.prize_places = standings.prize.places if standings.prize else 0
        self.link = player_link(with_club=standings.shows_clubs)
        super().__init__(
            standings.places,
            extra_columns=series,
            exclude=() if self.shows_criteria else ("decided",),
            sequence=["place", "player", "total", *names, "won", "lost", "..."],
            **kwargs,
        )

    def row_opening(self, record):
        return '<tr class="prize">' if record.place <= self.prize_places else "<tr>"

    def cells(self, record):
        entry = record.entry
        total = number(entry.total)
        cells = (
            f"={record.place}." if record.shared else f"{record.place}.",
            self.name_of(entry),
            with_notes(total, entry.notes) if entry.notes else total,
            *("–" if points is None else number(points) for points in entry.per_series),
            entry.won,
            entry.lost,
        )
        return (*cells, self.decided_by(record)) if self.shows_criteria else cells

    def name_of(self, entry):
        return self.link(entry)

    def decided_by(self, record):
        return self.criteria[record.decided_by] if record.decided_by else ""


class TeamsTable(StandingsTable):
    """The ranking of the teams, with who played for them."""

    player = tables.Column(_("Team"), order_by="entry__name_key")

    class Meta:
        attrs = {"class": "standings"}

    def name_of(self, entry):
        parts = [*entry.unnamed, scaled_text(entry.scaled)]
        members = " · ".join(filter(None, parts))
        beside = format_html(" <small>{}</small>", members) if members else ""
        return format_html("{}{}", entry.team, beside)


class BestListsTable(LeanTable):
    """The best single lists of an event."""

    place = tables.Column(pgettext_lazy("rank", "Place"), attrs=PLACE)
    player = tables.Column(_("Name"), order_by="entry__name_key")
    total = tables.Column(
        _("Total"),
        accessor="entry__total",
        attrs=TOTAL,
        initial_sort_descending=True,
    )
    series = tables.Column(_("Series"), accessor="entry__series", attrs=NUMERIC)
    won = tables.Column(
        pgettext_lazy("short", "won"), accessor="entry__won", attrs=NUMERIC
    )
    lost = tables.Column(
        pgettext_lazy("short", "lost"), accessor="entry__lost", attrs=NUMERIC
    )

    class Meta:
        attrs = {"class": "standings"}

    def __init__(self, standings, **kwargs):
        super().__init__(standings.places, **kwargs)
        self.link = player_link(with_club=standings.shows_clubs)

    def cells(self, record):
        entry = record.entry
        return (
            f"={record.place}." if record.shared else f"{record.place}.",
            self.link(entry),
            number(entry.total),
            entry.series,
            entry.won,
            entry.lost,
        )


STANDINGS_TABLES = {Ranking.TEAMS: TeamsTable, Ranking.LISTS: BestListsTable}


def standings_table(standings):
    """Return the table that shows a ranking."""
    table = STANDINGS_TABLES.get(standings.ranking, StandingsTable)
    return table(standings)


def with_notes(text, notes):
    """Return a number with the numbers of its footnotes, linked."""
    marks = format_html_join(" ", '<a href="#note-{}">{}</a>', ((n, n) for n in notes))
    return format_html("{}<sup>{}</sup>", text, marks)


def player_link(*, with_club=False):
    """Return a function that links the name in a row to its page, if there is one.

    The address is found once. ``with_club`` puts the club beside the name.
    """
    before, after = reverse("people:detail", args=[0]).rsplit("0", 1)

    def link(row):
        club = row.club if with_club else ""
        beside = format_html(" <small>{}</small>", club) if club else ""
        if not row.has_page:
            return format_html("{}{}", row.player, beside)
        return format_html(
            '<a href="{}{}{}">{}</a>{}',
            *(before, row.player_id, after, row.player, beside),
        )

    return link
