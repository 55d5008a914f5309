"""The standings of an event as a spreadsheet."""

from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from tournaments.events.standings.selectors import Standings
from tournaments.events.standings.words import provisional_text
from tournaments.files.spreadsheets.spreadsheets import Cell, Spreadsheet
from tournaments.words.choices import Ranking


def standings_spreadsheet(standings: Standings) -> Spreadsheet:
    """Return a ranking as plain numbers and names, in order of place."""
    if standings.ranking == Ranking.LISTS:
        return best_lists_spreadsheet(standings)
    heads = (
        pgettext("rank", "Place"),
        *((_("Team"), _("Members")) if standings.contest else (_("Name"), _("Club"))),
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
    return Spreadsheet(
        title=standings.label if standings.contest else _("Standings"),
        heads=heads,
        rows=[
            standings_row(line.place, line.entry, is_team=standings.contest is not None)
            for line in standings.places
        ]
        + [standings_row(None, row, is_team=False) for row in standings.unranked],
        note=provisional_text(standings),
    )


def standings_row(place: int | None, entry: Any, *, is_team: bool) -> tuple[Cell, ...]:
    """Return one line of a ranking of players or teams; without a place at its end."""
    return (
        place,
        entry.team if is_team else entry.player,
        "; ".join(entry.members) if is_team else entry.club,
        *entry.per_series,
        entry.game_points,
        entry.total,
        entry.won,
        entry.lost,
        entry.lists,
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
        note=provisional_text(standings),
    )
