import django_tables2 as tables
from django.urls import reverse
from django.utils.html import format_html, format_html_join
from django.utils.translation import gettext, pgettext_lazy
from django.utils.translation import gettext_lazy as _

from tournaments.events.standings.words import beside_text
from tournaments.events.teams.selectors import scaled_text
from tournaments.web.charts import bar_parts
from tournaments.web.tables import PERSON, PLACE, TOTAL, WIDE, LeanTable
from tournaments.words.choices import Ranking
from tournaments.words.citations import criteria_texts
from tournaments.words.formats import number, place_text

BESIDE_A_CLUB = 3


class RankingTable(LeanTable):
    """The columns of every ranking; the places come ranked."""

    place = tables.Column(pgettext_lazy("rank", "Place"), attrs=PLACE)
    player = tables.Column(_("Name"), order_by="entry__name_key", attrs=PERSON)
    total = tables.Column(
        _("Total"),
        accessor="entry__total",
        attrs=TOTAL,
        initial_sort_descending=True,
    )
    won = tables.Column(
        pgettext_lazy("short", "won"),
        accessor="entry__won",
        attrs=WIDE,
        initial_sort_descending=True,
    )
    lost = tables.Column(
        pgettext_lazy("short", "lost"), accessor="entry__lost", attrs=WIDE
    )

    class Meta:
        attrs = {"class": "standings two-lines"}


class StandingsTable(RankingTable):
    """The single ranking of an event, or of a class.

    The total stands beside the name. On a phone there are no columns of series: their
    points stand below the name, won and lost games below the total.
    """

    class Meta(RankingTable.Meta):
        pass

    def __init__(self, standings, **kwargs):
        # Series that are still to come have no column.
        last = max(standings.series_choices, default=0)
        self.numbers = [number for number in standings.series_numbers if number <= last]
        self.standings = standings
        self.criteria = criteria_texts(standings.chain)
        self.is_former = standings.is_former
        self.prize_places = standings.prize.places if standings.prize else 0
        self.names_clubs = standings.shows_clubs
        self.link = player_link(with_club=self.names_clubs)
        self.longest_bar = longest_bar(standings)
        totals = [abs(line.entry.total) for line in standings.places]
        self.largest = max(totals, default=0)
        series = [
            (f"series_{number}", series_column(number, index))
            for index, number in enumerate(self.numbers)
        ]
        bars = [("bars", bars_column(self.numbers))] if self.longest_bar else []
        names = [name for name, _column in series]
        super().__init__(
            standings.places,
            extra_columns=[*series, *bars],
            sequence=["place", "player", "total", *names, "won", "lost", "..."],
            **kwargs,
        )

    def row_opening(self, record):
        prize = ' class="prize"' if record.place <= self.prize_places else ""
        return f'<tr id="{record.entry.anchor}"{prize}>'

    def cells(self, record):
        entry = record.entry
        return (
            place_text(record),
            self.name_of(entry),
            number(entry.total, self.largest),
            *self.points(entry),
            *won_and_lost(entry, self.is_former),
        )

    def points(self, entry):
        """Return the points of each series; a dash if the person did not play it."""
        return [
            "–" if points is None else number(points)
            for points in entry.per_series[: len(self.numbers)]
        ]

    def displayed_cells(self, record):
        entry = record.entry
        place, name, total, *others = self.cells(record)
        if entry.notes:
            total = with_notes(total, entry.notes)
        points = self.points(entry) if len(self.numbers) > 1 else []
        won, lost = won_and_lost(entry, self.is_former)
        series, games = second_line(points), second_line([f"{won} : {lost}"])
        # A club fills the line below the name, so the series go below the total.
        if self.names_clubs and len(self.numbers) <= BESIDE_A_CLUB:
            series, games = "", series or games
        name = format_html("{}{}{}", name, self.decided_by(record), series)
        total = format_html("{}{}", total, games)
        bars = []
        if self.longest_bar:
            bars = [series_bar(entry.per_series, self.longest_bar)]
        return (place, name, total, *others, *bars)

    def name_of(self, entry):
        return self.link(entry)

    def decided_by(self, record):
        """Return what decided beside the total, shown below the name."""
        fewer = beside_text(record.entry, self.standings)
        decided = self.criteria[record.decided_by] if record.decided_by else ""
        return format_html_join(
            "",
            '<span class="visually-hidden">, </span><small>{}</small>',
            ((text,) for text in (fewer, decided) if text),
        )


class TeamsTable(StandingsTable):
    """A ranking of teams, with the members of each."""

    player = tables.Column(_("Team"), order_by="entry__name_key")

    class Meta(StandingsTable.Meta):
        pass

    def name_of(self, entry):
        parts = [*entry.unnamed, scaled_text(entry.scaled)]
        members = " · ".join(filter(None, parts))
        beside = format_html(" <small>{}</small>", members) if members else ""
        return format_html("{}{}", entry.team, beside)


class BestListsTable(RankingTable):
    """The best single lists of an event."""

    series = tables.Column(_("Series"), accessor="entry__series", attrs=WIDE)

    class Meta(RankingTable.Meta):
        sequence = ["place", "player", "total", "series", "..."]

    def __init__(self, standings, **kwargs):
        super().__init__(standings.places, **kwargs)
        self.is_former = standings.is_former
        self.link = player_link(with_club=standings.shows_clubs)

    def cells(self, record):
        entry = record.entry
        return (
            place_text(record),
            self.link(entry),
            number(entry.total),
            entry.series,
            *won_and_lost(entry, self.is_former),
        )

    def displayed_cells(self, record):
        place, name, total, *others = self.cells(record)
        series = gettext("Series %(number)s") % {"number": record.entry.series}
        total = format_html("{}{}", total, second_line([series]))
        return (place, name, total, *others)


STANDINGS_TABLES = {Ranking.TEAMS: TeamsTable, Ranking.LISTS: BestListsTable}


def standings_table(standings):
    table = STANDINGS_TABLES.get(standings.ranking, StandingsTable)
    return table(standings)


def series_column(number, index):
    return tables.Column(
        _("S%(number)s") % {"number": number},
        accessor=f"entry__per_series__{index}",
        attrs=WIDE,
        initial_sort_descending=True,
    )


def bars_column(numbers):
    """Return the column of the bars, which show the points of the series.

    They are drawn only if there is room, since the columns of the series have the
    same points.
    """
    return tables.Column(
        " + ".join(_("S%(number)s") % {"number": number} for number in numbers),
        orderable=False,
        empty_values=(),
        attrs={"th": {"class": "picture"}, "td": {"class": "picture"}},
    )


def longest_bar(standings):
    """Return the length of the longest bar: the highest sum of anybody's good series.

    It is 0 if only one series is shown, and if low totals are good.
    """
    if len(standings.series_numbers) < 2 or standings.lowest_wins:
        return 0
    return max(
        (
            sum(points for points in line.entry.per_series if points and points > 0)
            for line in standings.places
        ),
        default=0,
    )


def second_line(parts):
    """Return a line that a phone shows below the text of a cell instead of columns."""
    if not parts:
        return ""
    return format_html('<small class="brief">{}</small>', " · ".join(parts))


def won_and_lost(entry, is_former):
    """Return the numbers of won and lost games; dashes if a former year lacks them."""
    is_known = not is_former or entry.won or entry.lost
    return (entry.won, entry.lost) if is_known else ("–", "–")


def series_bar(per_series, longest):
    """Return the series of a row as a stacked bar; their points stand beside it."""
    parts = bar_parts([points or 0 for points in per_series], most=longest)
    bars = format_html_join(
        "",
        '<rect class="{}" x="{}" width="{}" y="{}" height="{}" />',
        (
            ("bar-minus", part.start, part.width, 6, 4)
            if part.is_minus
            else (f"bar-part bar-{index % 3}", part.start, part.width, 0, 10)
            for index, part in enumerate(parts)
            if part.width
        ),
    )
    return format_html(
        '<svg class="bars" viewBox="0 0 200 10" preserveAspectRatio="none"'
        ' aria-hidden="true">{}</svg>',
        bars,
    )


def with_notes(text, notes):
    """Return a number with links to its footnotes."""
    marks = format_html_join(" ", '<a href="#note-{}">{}</a>', ((n, n) for n in notes))
    return format_html("{}<sup>{}</sup>", text, marks)


def player_link(name="people:detail", *arguments, with_club=False):
    """Return a function that links the name in a row to the person's page, if any.

    The page is found by its ``name``, further ``arguments`` and the key of the person.
    The address is resolved only once. ``with_club`` puts the club beside the name.
    """
    before, after = reverse(name, args=[*arguments, 0]).rsplit("0", 1)

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
