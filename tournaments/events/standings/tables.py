import django_tables2 as tables
from django.urls import reverse
from django.utils.functional import cached_property
from django.utils.html import conditional_escape, format_html, format_html_join
from django.utils.safestring import mark_safe
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from tournaments.events.teams.words import scaled_text
from tournaments.words.choices import CriterionChoice, EntryStatus, Ranking
from tournaments.words.formats import mean, number, percent

NUMERIC = {"th": {"class": "num"}, "td": {"class": "num"}}
TOTAL = {"th": {"class": "num"}, "td": {"class": "num total"}}
PERSON = {"td": {"class": "person"}}
PLACE = {"th": {"class": "num place"}, "td": {"class": "num place"}}

STATUS_BADGES = {
    EntryStatus.REGISTERED: "open",
    EntryStatus.PRESENT: "checked",
    EntryStatus.ABSENT: "plain",
    EntryStatus.LEFT: "finished",
}


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

    def row_opening(self, record):
        """Return the tag that opens a row."""
        return "<tr>"

    def drawn_rows(self, openings):
        for row in self.paginated_rows:
            yield self.row_opening(row.record)
            for opening, cell in zip(openings, self.cells(row.record), strict=True):
                yield f"{opening}{conditional_escape(cell)}</td>"
            yield "</tr>\n"


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


class AllTimeTable(LeanTable):
    """Everybody over the years; the places come ranked by what was chosen."""

    place = tables.Column(pgettext_lazy("rank", "Place"), attrs=PLACE, orderable=False)
    player = tables.Column(_("Name"), attrs=PERSON, orderable=False)
    lists = tables.Column(_("Lists"), attrs=NUMERIC, orderable=False)
    total = tables.Column(_("Total"), attrs=NUMERIC, orderable=False)
    average = tables.Column(_("Average"), attrs=TOTAL, orderable=False)
    won = tables.Column(pgettext_lazy("short", "won"), attrs=NUMERIC, orderable=False)
    lost = tables.Column(pgettext_lazy("short", "lost"), attrs=NUMERIC, orderable=False)
    success = tables.Column(_("Share won"), attrs=NUMERIC, orderable=False)
    best = tables.Column(_("Best list"), attrs=NUMERIC, orderable=False)
    years = tables.Column(_("Years"), attrs=NUMERIC, orderable=False)

    caption = _("All-time table")

    class Meta:
        attrs = {"class": "standings"}

    def __init__(self, found, **kwargs):
        # What ranks stands beside the name, where a phone shows it.
        sequence = ["place", "player", found.by, "..."]
        super().__init__(found.places, sequence=sequence, **kwargs)
        self.link = player_link()

    def cells(self, record):
        row = record.entry
        texts = {
            "place": f"={record.place}." if record.shared else f"{record.place}.",
            "player": self.link(row),
            "lists": row.lists,
            "total": number(row.total),
            "average": mean(row.average),
            "won": row.won,
            "lost": row.lost,
            "success": percent(row.won, row.won + row.lost),
            "best": number(row.best_total),
            "years": row.years,
        }
        return [texts[column.name] for column in self.columns]


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


class EntryTable(LeanTable):
    """Who takes part, by start number; with buttons for whoever may write."""

    start_number = tables.Column(_("No."), attrs=PLACE)
    player = tables.Column(_("Name"), order_by="player__name_key")
    status = tables.Column(_("Status"))
    calls = tables.Column(_("Door"), orderable=False, empty_values=())
    club = tables.Column(_("Club"), order_by="player__club__name")
    team = tables.Column(_("Team"), accessor="team_names", order_by="first_team")

    caption = _("Who takes part")

    class Meta:
        attrs = {"class": "standings entries"}
        empty_text = _("Nobody.")

    def __init__(self, entries, *, with_calls, **kwargs):
        super().__init__(entries, **kwargs)
        if not with_calls:
            self.exclude = ("calls",)
        self.with_calls = with_calls

    def cells(self, record):
        player = record.player
        name = player.sorted_name
        if self.with_calls:
            address = reverse(
                "events:entry", args=[record.event_id, record.start_number]
            )
            name = format_html('<a href="{}">{}</a>', address, name)
        calls = [entry_calls(record)] if self.with_calls else []
        return [
            record.start_number,
            name,
            entry_status(record),
            *calls,
            player.club or "",
            record.team_names,
        ]


def entry_status(entry):
    """Return the status of an entry as a badge, with the series it is about."""
    label = entry.get_status_display()
    if entry.status == EntryStatus.LEFT and entry.until_series is not None:
        label = _("until series %(number)s") % {"number": entry.until_series}
    elif entry.status == EntryStatus.PRESENT and entry.from_series > 1:
        label = _("from series %(number)s") % {"number": entry.from_series}
    return format_html(
        '<span class="badge badge-{}">{}</span>', STATUS_BADGES[entry.status], label
    )


def entry_calls(entry):
    """Return the buttons of a row; they send the start number."""
    if entry.status == EntryStatus.PRESENT:
        return ""
    here = call_button("here", _("Here"), entry)
    if entry.status != EntryStatus.REGISTERED:
        return here
    return format_html("{} {}", here, call_button("absent", _("Not here"), entry))


def call_button(verb, label, entry):
    return format_html(
        '<button class="plain" name="{}" value="{}">{}'
        '<span class="visually-hidden"> ({})</span></button>',
        verb,
        entry.start_number,
        label,
        entry.player,
    )
