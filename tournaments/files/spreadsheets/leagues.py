"""The table and the single ranking of a division as spreadsheets."""

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from tournaments.files.spreadsheets.spreadsheets import Cell, Spreadsheet
from tournaments.leagues.match_days.selectors import DivisionDays
from tournaments.leagues.ranking import SingleLine, SingleRanking, TeamLine
from tournaments.leagues.words import MARK_TEXT, league_file_note, single_heads
from tournaments.words.formats import whole_or_hundredths


def division_spreadsheet(overview: DivisionDays) -> Spreadsheet:
    """Return the league table as plain numbers and names, in the order of the page.

    Plus and minus match points are separate columns, also for every match day.
    """
    return Spreadsheet(
        title=_("League table"),
        heads=(
            pgettext("rank", "Place"),
            _("Team"),
            _("Match points plus"),
            _("Match points minus"),
            pgettext("league", "Points"),
            pgettext("count", "Series"),
            _("Absent"),
            pgettext("short", "won"),
            pgettext("short", "lost"),
            _("Remark"),
            *(
                head % {"number": day}
                for day in overview.days
                for head in (_("Day %(number)s plus"), _("Day %(number)s minus"))
            ),
        ),
        rows=[team_cells(line, overview) for line in overview.table.lines],
        note=league_file_note(overview.table),
    )


def team_cells(line: TeamLine, overview: DivisionDays) -> tuple[Cell, ...]:
    """Return the line of one team."""
    row = line.row
    return (
        row.place,
        line.team.name,
        whole_or_hundredths(row.plus),
        whole_or_hundredths(row.minus),
        whole_or_hundredths(row.score),
        row.series,
        row.absences,
        row.won,
        row.lost,
        str(MARK_TEXT[row.mark]) if row.mark else "",
        *(
            value
            for day in overview.days
            for value in match_day_cells(line, overview, day)
        ),
    )


def match_day_cells(
    line: TeamLine, overview: DivisionDays, day: int
) -> tuple[Cell, Cell]:
    """Return both cells of a match day, empty where a team did not play."""
    cell = overview.cells.get((line.team.pk, day))
    return (
        (whole_or_hundredths(cell.row.plus), whole_or_hundredths(cell.row.minus))
        if cell
        else (None, None)
    )


def single_ranking_spreadsheet(ranking: SingleRanking) -> Spreadsheet:
    """Return the single ranking; players with too few games come last, unplaced.

    Averages are rounded to two decimals; the places come from the exact ones.
    """
    return Spreadsheet(
        title=_("Individual ranking"),
        heads=single_heads(),
        rows=[player_cells(line) for line in ranking.lines],
        note=league_file_note(ranking),
    )


def player_cells(line: SingleLine) -> tuple[Cell, ...]:
    """Return the line of one player."""
    row = line.row
    return (
        row.place,
        line.player.sorted_name,
        ", ".join(team.name for team in line.teams),
        whole_or_hundredths(row.average),
        row.total,
        row.lists,
        row.games,
        row.won,
        row.lost,
    )
