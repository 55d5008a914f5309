"""The columns of the tables of a league: on pages, on paper and in files."""

from operator import attrgetter

from django.urls import reverse
from django.utils.html import format_html
from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext

from scoring.leagues.table import LeagueMark
from tournaments.events.standings.tables import (
    games_columns,
    person_column,
    place_column,
)
from tournaments.leagues.selectors import MARK_TEXT, mark_text, pair
from tournaments.web.faces import BOLD
from tournaments.web.tables import (
    MINOR,
    PERSON,
    TOTAL,
    Column,
    RankedTable,
    Space,
    figure,
    figure_with_word,
)
from tournaments.words.choices import AverageOfChoice
from tournaments.words.formats import exact, mean

row = attrgetter("row")


def team_columns():
    return [
        place_column("row."),
        Column(
            "team",
            _("Team"),
            "team.name",
            text=team_text,
            html=team_cell,
            page=PERSON,
            paper=Space(51),  # at least
        ),
        Column(
            "points",
            pgettext("column", "Match points"),
            text=lambda line: (
                "–" if is_out(line) else pair(line.row.plus, line.row.minus)
            ),
            page=TOTAL,
            paper=Space(34, "right", BOLD),
        ),
        Column("plus", _("Match points plus"), "row.plus"),
        Column("minus", _("Match points minus"), "row.minus"),
        figure(
            "score",
            pgettext("league column", "Points"),
            "row.score",
            text=lambda line: "–" if is_out(line) else exact(line.row.score),
            width=24,
        ),
    ]


def is_out(line):
    """Return whether a team has withdrawn; it has no points then."""
    return line.row.mark is LeagueMark.WITHDRAWN


def division_columns(overview):
    """Return the columns of the table of a division, one for each match day.

    In files, plus and minus are separate columns, empty where a team did not play.
    """
    days = overview.days
    return [
        *team_columns(),
        *(day_column(overview, day) for day in days),
        figure(
            "series",
            pgettext("several", "Series"),
            "row.series",
            html=lambda line: series_cell(line.row),
            width=12,
            page=MINOR,
        ),
        Column("absences", _("Absent"), "row.absences"),
        *games_columns(row, width=12, page=MINOR),
        Column("mark", _("Remark"), remark_text),
        *(
            day_points(overview, day, sign)
            for day in days
            for sign in ("plus", "minus")
        ),
    ]


def day_column(overview, day):
    """Return the column of a match day; a page links each result to its match."""

    def text(line):
        _match, result = overview.cells.get((line.team.pk, day), (None, None))
        return pair(result.plus, result.minus) if result else "–"

    def html(line):
        match, result = overview.cells.get((line.team.pk, day), (None, None))
        if match is None:
            return ""
        return format_html(
            '<a href="{}">{}{}<small>{}</small></a>',
            match.group.get_absolute_url(),
            pair(result.plus, result.minus),
            "*" if match.is_provisional else "",
            exact(result.score),
        )

    head = _("Day %(number)s") % {"number": day}
    page = figure_with_word(head, before=True)
    return figure(f"day_{day}", head, text=text, html=html, page=page)._replace(
        paper=Space(0, "right")
    )


def day_points(overview, day, sign):
    heads = {"plus": _("Day %(number)s plus"), "minus": _("Day %(number)s minus")}

    def points(line):
        _match, result = overview.cells.get((line.team.pk, day), (None, None))
        return getattr(result, sign) if result else None

    return Column(f"day_{day}_{sign}", heads[sign] % {"number": day}, points)


def remark_text(line):
    return str(MARK_TEXT[line.row.mark]) if line.row.mark else ""


class TeamsTable(RankedTable):
    """A table of teams; the class of a row tells its mark and whether it is ours."""

    def __init__(self, lines, columns, caption):
        look = "season league ranked-rows teams"
        super().__init__(lines, columns, look=look, caption=caption)

    def row_opening(self, record):
        mark = record.row.mark
        words = [f"mark-{mark.value}"] if mark else []
        words += ["is-own"] if record.team.club and record.team.club.is_home else []
        return format_html('<tr class="{}">', " ".join(words)) if words else "<tr>"


def team_text(line):
    return "\n".join(filter(None, (line.team.name, mark_text(line.row.mark))))


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


def single_columns(ranking):
    address = reverse("leagues:division-person", args=[ranking.division.pk, 0])
    before, behind = address.rsplit("0", 1)

    def name_cell(line):
        """Return a name, linked to its lists if the reader has access to a page."""
        player = line.player
        if not player.has_page:
            return player.sorted_name
        link = f"{before}{player.pk}{behind}"
        return format_html('<a href="{}">{}</a>', link, player.sorted_name)

    return [
        place_column("row.", width=12),
        person_column("player.sorted_name", name_cell, width=41),
        Column("team", _("Team"), teams_text, page={}, paper=Space(48)),
        figure(
            "average",
            pgettext("column", "Average"),
            "row.average",
            text=lambda line: mean(line.row.average),
            width=19,
            font=BOLD,
            page=TOTAL,
        ),
        further_average(ranking.division.league),
        figure("total", _("Points"), "row.total", width=15, page=MINOR),
        figure("lists", _("Lists"), "row.lists", width=12),
        figure("games", _("Games"), "row.games", width=12),
        *games_columns(row, width=10.5, page=MINOR),
    ]


def further_average(league):
    """Return the column of the average that does not rank: per game, or per list."""
    of_lists = league.average_of == AverageOfChoice.LISTS
    other = AverageOfChoice.GAMES if of_lists else AverageOfChoice.LISTS
    value = attrgetter("row.per_game" if of_lists else "row.per_list")
    return figure(
        "further",
        str(other.label),
        value,
        text=lambda line: mean(value(line)),
        page=MINOR,
    )


def teams_text(line):
    return ", ".join(team.name for team in line.teams)


def match_columns(match_tables):
    """Return the columns of the table of one match, with the result of each series."""
    return [
        *team_columns(),
        *(
            match_series_column(series)
            for series in match_tables.series
            if series.is_complete
        ),
    ]


def match_series_column(series):
    lines = {line.team.pk: line for line in series.lines}
    head = _("S%(number)s") % {"number": series.number}

    def html(line):
        points = lines[line.team.pk].points if line.team.pk in lines else None
        if points is None:
            return "–"
        result = pair(points.plus, points.minus)
        return format_html("{} <small>{}</small>", result, exact(points.score))

    page = figure_with_word(head, before=True)
    return Column(f"series_{series.number}", head, html=html, page=page)
