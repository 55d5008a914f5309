"""The standings of a competition as a table for files."""

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from tournaments.competitions.selectors import Standings
from tournaments.exchange.spreadsheets import Spreadsheet


def standings_spreadsheet(standings: Standings) -> Spreadsheet:
    """Return the ranking as plain numbers and names, in the order of the places."""
    return Spreadsheet(
        title=_("Standings"),
        heads=(
            pgettext("rank", "Place"),
            _("Name"),
            _("Club"),
            *(
                _("Series %(number)s") % {"number": number}
                for number in standings.series_numbers
            ),
            _("Game points"),
            _("Total"),
            pgettext("short", "won"),
            pgettext("short", "lost"),
            _("Lists"),
        ),
        rows=[
            (
                line.place,
                line.entry.player,
                line.entry.club,
                *line.entry.per_series,
                line.entry.game_points,
                line.entry.total,
                line.entry.won,
                line.entry.lost,
                line.entry.lists,
            )
            for line in standings.places
        ],
    )
