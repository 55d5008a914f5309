"""The all-time table as a spreadsheet."""

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from scoring.lists.tallies import knows_games
from tournaments.careers.selectors import AllTimeRanking
from tournaments.files.spreadsheets.spreadsheets import Spreadsheet
from tournaments.words.formats import hundredths


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
