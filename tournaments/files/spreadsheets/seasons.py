"""The season table as a spreadsheet."""

from decimal import Decimal

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from scoring.lists.tallies import knows_games
from tournaments.careers.selectors import AllTimeRanking
from tournaments.files.spreadsheets.spreadsheets import Cell, Spreadsheet
from tournaments.seasons.selectors import SeasonLine, SeasonTable
from tournaments.seasons.words import (
    STANDING_TEXT,
    season_note,
    tie_break_text,
)
from tournaments.words.formats import hundredths, whole_or_hundredths


def season_spreadsheet(table: SeasonTable) -> Spreadsheet:
    """Return the season table as plain numbers and names, in the order of the page.

    Averages are rounded to two decimals; the places come from the exact ones.
    """
    return Spreadsheet(
        title=_("Season table"),
        heads=(
            pgettext("rank", "Place"),
            _("Name"),
            _("Standing"),
            _("Result"),
            pgettext("season", "counted"),
            pgettext("season", "played"),
            pgettext("season", "missing"),
            _("Lists"),
            _("Points"),
            _("Average"),
            pgettext("short", "won"),
            pgettext("short", "lost"),
            pgettext("season", "struck"),
            _("Bonus and deduction"),
            _("Fee"),
            _("Places up since the last evening"),
            pgettext("rank", "Decided by"),
        ),
        rows=[
            (*season_line_cells(line), tie_break_text(table.rule, line.row.decided_by))
            for line in table.lines
        ],
        note=season_note(table.played, is_public=table.season.is_published),
    )


def season_line_cells(line: SeasonLine) -> tuple[Cell, ...]:
    """Return the line of one player; struck results share a cell."""
    row = line.row
    struck = [str(whole_or_hundredths(unit.total)) for unit in row.struck]
    return (
        row.place,
        line.player,
        str(STANDING_TEXT[row.standing]),
        whole_or_hundredths(row.value),
        row.counted,
        row.played,
        row.missing,
        row.lists,
        whole_or_hundredths(row.total),
        hundredths(row.average),
        row.won,
        row.lost,
        " ".join(struck),
        row.bonus - row.deduction,
        Decimal(row.fee_cents) / 100 if row.fee_cents else None,
        line.up,
    )


def all_time_spreadsheet(table: AllTimeRanking) -> Spreadsheet:
    """Return the all-time table as plain numbers and names, in the order of the page.

    Averages and shares are rounded to two decimals.
    """
    return Spreadsheet(
        title=_("All-time table"),
        heads=(
            pgettext("rank", "Place"),
            _("Name"),
            _("Club"),
            _("Lists"),
            _("Total"),
            _("Average"),
            pgettext("short", "won"),
            pgettext("short", "lost"),
            _("Share won"),
            _("Best list"),
            _("Years"),
        ),
        rows=[
            (
                line.place,
                line.entry.player,
                line.entry.club,
                line.entry.lists,
                line.entry.total,
                hundredths(line.entry.average),
                line.entry.won if knows_games(line.entry) else None,
                line.entry.lost if knows_games(line.entry) else None,
                hundredths(line.entry.success * 100)
                if knows_games(line.entry)
                else None,
                line.entry.best_total or None,
                line.entry.years,
            )
            for line in table.places
        ],
    )
