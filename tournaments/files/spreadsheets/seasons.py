"""The season table as a spreadsheet."""

from decimal import Decimal

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

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
