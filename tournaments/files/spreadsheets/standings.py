"""The standings of an event as a spreadsheet."""

from collections.abc import Callable, Sequence

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from scoring.ranking.standings import Placed
from tournaments.events.standings.selectors import Standings
from tournaments.files.spreadsheets.spreadsheets import Cell, Spreadsheet
from tournaments.words.choices import Ranking


def standings_spreadsheet(standings: Standings) -> Spreadsheet:
    """Return a ranking as plain numbers and names, in order of place."""
    if standings.ranking == Ranking.LISTS:
        return best_lists_spreadsheet(standings)
    heads = (
        pgettext("rank", "Place"),
        *name_heads(standings),
        *(
            _("Series %(number)s") % {"number": number}
            for number in standings.series_numbers
        ),
        _("Game points"),
        _("Total"),
        pgettext("short", "won"),
        pgettext("short", "lost"),
        _("Lists"),
    )
    name_cells = team_and_members if standings.contest else name_and_club
    return Spreadsheet(
        title=_("Standings") if not standings.contest else standings.label,
        heads=heads,
        rows=[standings_row(line, name_cells) for line in standings.places],
    )


def name_heads(standings: Standings) -> tuple[str, ...]:
    """Return the heads of the columns with names."""
    if standings.contest:
        return (_("Team"), _("Members"))
    return (_("Name"), _("Club"))


def name_and_club(line: Placed) -> tuple[str, str]:
    """Return the name and the club in a ranking of players."""
    return (line.entry.player, line.entry.club)


def team_and_members(line: Placed) -> tuple[str, str]:
    """Return the name and the members in a ranking of teams."""
    return (line.entry.team, ", ".join(line.entry.members))


def standings_row(
    line: Placed, name_cells: Callable[[Placed], tuple[str, str]]
) -> Sequence[Cell]:
    """Return one line of a ranking of players or teams."""
    return (
        line.place,
        *name_cells(line),
        *line.entry.per_series,
        line.entry.game_points,
        line.entry.total,
        line.entry.won,
        line.entry.lost,
        line.entry.lists,
    )


def best_lists_spreadsheet(standings: Standings) -> Spreadsheet:
    """Return the ranking of the best single lists."""
    return Spreadsheet(
        title=standings.label,
        heads=(
            pgettext("rank", "Place"),
            _("Name"),
            _("Series"),
            _("Total"),
            pgettext("short", "won"),
            pgettext("short", "lost"),
        ),
        rows=[
            (
                line.place,
                line.entry.player,
                line.entry.series,
                line.entry.total,
                line.entry.won,
                line.entry.lost,
            )
            for line in standings.places
        ],
    )
