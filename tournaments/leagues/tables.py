import django_tables2 as tables
from django.urls import reverse
from django.utils.html import format_html
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext, pgettext_lazy

from tournaments.leagues.words import mark_text, pair
from tournaments.web.tables import (
    MINOR,
    PERSON,
    PLACE,
    TOTAL,
    LeanTable,
    figure_with_word,
)
from tournaments.words.formats import exact, mean, number, place_text

SCORE = pgettext_lazy("league column", "Points")


def numbered_columns(name, title, numbers):
    columns = []
    for index in numbers:
        text = title % {"number": index}
        column = tables.Column(text, attrs=figure_with_word(text, before=True))
        columns.append((f"{name}_{index}", column))
    return columns


class RankedTeams(LeanTable):
    """The first columns of every table of teams, in ranked order."""

    place = tables.Column(pgettext_lazy("rank", "Place"), attrs=PLACE)
    team = tables.Column(_("Team"), attrs=PERSON)
    points = tables.Column(pgettext_lazy("column", "Match points"), attrs=TOTAL)
    score = tables.Column(SCORE, attrs=figure_with_word(SCORE))

    class Meta:
        attrs = {"class": "standings season league ranked-rows teams"}
        orderable = False

    def row_opening(self, record):
        """Open a row whose classes tell its mark and whether the team is ours."""
        mark = record.row.mark
        words = [f"mark-{mark.value}"] if mark else []
        words += ["is-own"] if record.team.club and record.team.club.is_home else []
        return format_html('<tr class="{}">', " ".join(words)) if words else "<tr>"

    def team_cells(self, record):
        row = record.row
        return (
            place_text(row),
            team_cell(record),
            pair(row.plus, row.minus),
            exact(row.score),
        )


class DivisionTable(RankedTeams):
    """The table of a division; each match day links to its match."""

    series = tables.Column(pgettext_lazy("count", "Series"), attrs=MINOR)
    won = tables.Column(pgettext_lazy("short", "won"), attrs=MINOR)
    lost = tables.Column(pgettext_lazy("short", "lost"), attrs=MINOR)

    class Meta(RankedTeams.Meta):
        """The Meta class of a table has to be inherited explicitly."""

    def __init__(self, days, *, caption, **kwargs):
        columns = numbered_columns("day", _("Day %(number)s"), days.days)
        self.caption = caption
        self.days = days
        names = [name for name, _column in columns]
        super().__init__(
            days.table.lines,
            extra_columns=columns,
            sequence=["place", "team", "points", "score", *names, "series", "..."],
            **kwargs,
        )

    def cells(self, record):
        row = record.row
        return (
            *self.team_cells(record),
            *(self.day_cell(record, day) for day in self.days.days),
            series_cell(row),
            row.won,
            row.lost,
        )

    def day_cell(self, record, day):
        """Return the result of a match day, linked to its match."""
        cell = self.days.cells.get((record.team.pk, day))
        if cell is None:
            return ""
        text = pair(cell.row.plus, cell.row.minus)
        return format_html(
            '<a href="{}">{}{}<small>{}</small></a>',
            cell.group.get_absolute_url(),
            text,
            "*" if cell.is_provisional else "",
            exact(cell.row.score),
        )


def team_cell(record):
    """Return a team linked to its page, with sign and word of its mark."""
    name = format_html(
        '<a href="{}">{}</a>', record.team.get_absolute_url(), record.team.name
    )
    mark = record.row.mark
    if mark is None:
        return name
    if record.team.withdrawn_on:
        name = format_html("<s>{}</s>", name)
    return format_html('{} <small class="mark">{}</small>', name, mark_text(mark))


def series_cell(row):
    """Return the number of series that count, with those missed by the team."""
    if not row.absences:
        return row.series
    absent = ngettext("%(count)s absent", "%(count)s absent", row.absences) % {
        "count": row.absences
    }
    return format_html("{} <small>{}</small>", row.series, absent)


class LeaguePeopleTable(LeanTable):
    """The single ranking of a division; people with too few games come last."""

    place = tables.Column(pgettext_lazy("rank", "Place"), attrs=PLACE)
    player = tables.Column(_("Name"), attrs=PERSON)
    average = tables.Column(pgettext_lazy("column", "Average"), attrs=TOTAL)
    team = tables.Column(_("Team"))
    total = tables.Column(_("Points"), attrs=MINOR)
    lists = tables.Column(_("Lists"), attrs=figure_with_word(_("Lists")))
    games = tables.Column(_("Games"), attrs=figure_with_word(_("Games")))
    won = tables.Column(pgettext_lazy("short", "won"), attrs=MINOR)
    lost = tables.Column(pgettext_lazy("short", "lost"), attrs=MINOR)

    class Meta:
        attrs = {"class": "standings season league ranked-rows"}
        orderable = False

    caption = _("Individual ranking")

    def __init__(self, ranking, **kwargs):
        address = reverse("leagues:division-person", args=[ranking.division.pk, 0])
        self.before, self.behind = address.rsplit("0", 1)
        super().__init__(ranking.lines, **kwargs)

    def name_cell(self, player):
        """Return a name, linked to its lists if the reader has access to a page."""
        if not player.has_page:
            return player.sorted_name
        address = f"{self.before}{player.pk}{self.behind}"
        return format_html('<a href="{}">{}</a>', address, player.sorted_name)

    def cells(self, record):
        row = record.row
        return (
            place_text(row),
            self.name_cell(record.player),
            mean(row.average),
            ", ".join(team.name for team in record.teams),
            number(row.total),
            row.lists,
            row.games,
            row.won,
            row.lost,
        )


class MatchTable(RankedTeams):
    """The table of one match, with the result of each series and the sum."""

    caption = _("Result of the match")

    class Meta(RankedTeams.Meta):
        """The Meta class of a table has to be inherited explicitly."""

    def __init__(self, match_tables, **kwargs):
        self.series = [
            {line.team.pk: line for line in series.lines}
            for series in match_tables.series
            if series.is_complete
        ]
        numbers = [
            series.number for series in match_tables.series if series.is_complete
        ]
        columns = numbered_columns("series", _("S%(number)s"), numbers)
        super().__init__(match_tables.day, extra_columns=columns, **kwargs)

    def cells(self, record):
        return (
            *self.team_cells(record),
            *(match_series_cell(lines.get(record.team.pk)) for lines in self.series),
        )


def match_series_cell(line):
    if line is None:
        return "–"
    points = line.points
    return format_html(
        "{} <small>{}</small>", pair(points.plus, points.minus), exact(points.score)
    )
