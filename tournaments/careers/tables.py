"""The columns of the all-time table: on the page, on paper and in files."""

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from scoring.lists.tallies import knows_games
from tournaments.events.standings.tables import (
    UNKNOWN_GAMES,
    games_columns,
    person_column,
    place_column,
    player_link,
)
from tournaments.web.drawing.faces import BOLD
from tournaments.web.tables import (
    MINOR,
    TOTAL,
    Column,
    RankedTable,
    figure,
    figure_with_word,
)
from tournaments.words.formats import hundredths, number, percent


def all_time_columns(ranking):
    """Return everything of people over the years; some old lists lack their games."""
    link, won = player_link(), pgettext("short", "won")
    most = max((place.entry.total for place in ranking.places), default=0)
    average = figure_with_word("Ø", before=True)
    return [
        place_column(width=14),
        person_column("entry.player", lambda line: link(line.entry), width=58),
        Column("club", _("Club"), "entry.club"),
        figure("lists", _("Lists"), "entry.lists", width=16),
        figure(
            "total",
            _("Total"),
            "entry.total",
            text=lambda line: number(line.entry.total, among=most),
            width=24,
            page=figure_with_word(_("points")),
        ),
        figure("average", _("Average"), average_of, width=20, font=BOLD, page=average),
        *games_columns(
            lambda line: line.entry if knows_games(line.entry) else UNKNOWN_GAMES,
            width=16,
            page=MINOR,
        ),
        figure(
            "success",
            _("Share won"),
            success_of,
            text=lambda line: percent(line.entry.won, line.entry.won + line.entry.lost),
            page=figure_with_word(won),
        ),
        figure("best", _("Best list"), best_list_of, width=18, page=MINOR),
        figure("years", _("Years"), "entry.years", page=MINOR),
    ]


def average_of(line):
    return hundredths(line.entry.average)


def success_of(line):
    """Return the share of own games that were won in percent, if they were counted."""
    return hundredths(line.entry.success * 100) if knows_games(line.entry) else None


def best_list_of(line):
    return line.entry.best_total or None


def all_time_table(ranking):
    """Return the table; what ranks stands beside the name."""
    columns = [
        each._replace(page=TOTAL) if each.name == ranking.by else each
        for each in all_time_columns(ranking)
    ]
    return RankedTable(ranking.places, columns, caption=_("All-time table"))
