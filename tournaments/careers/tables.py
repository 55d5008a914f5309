"""The columns of the all-time table: on the page, on paper and in files."""

from operator import attrgetter

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from scoring.lists.tallies import knows_games
from tournaments.events.standings.tables import (
    UNKNOWN_GAMES,
    games_columns,
    place_column,
    player_link,
)
from tournaments.web.drawing.faces import BOLD
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
from tournaments.words.formats import hundredths, number, percent


def all_time_columns(ranking):
    """Return everything of people over the years; some old lists lack their games."""
    link = player_link()
    most = max((place.entry.total for place in ranking.places), default=0)

    def success(line):
        entry = line.entry
        return hundredths(entry.success * 100) if knows_games(entry) else None

    return [
        place_column(width=14),
        Column(
            "player",
            _("Name"),
            attrgetter("entry.player"),
            html=lambda line: link(line.entry),
            page=PERSON,
            paper=Space(58),
        ),
        Column("club", _("Club"), attrgetter("entry.club")),
        figure("lists", _("Lists"), attrgetter("entry.lists"), width=16),
        figure(
            "total",
            _("Total"),
            attrgetter("entry.total"),
            text=lambda line: number(line.entry.total, among=most),
            width=24,
            page=figure_with_word(_("points")),
        ),
        Column(
            "average",
            _("Average"),
            lambda line: hundredths(line.entry.average),
            page=figure_with_word("Ø", before=True),
            paper=Space(20, "right", BOLD),
        ),
        *games_columns(
            lambda line: line.entry if knows_games(line.entry) else UNKNOWN_GAMES,
            width=16,
            page=MINOR,
        ),
        figure(
            "success",
            _("Share won"),
            success,
            text=lambda line: percent(line.entry.won, line.entry.won + line.entry.lost),
            page=figure_with_word(pgettext("short", "won")),
        ),
        figure(
            "best",
            _("Best list"),
            lambda line: line.entry.best_total or None,
            width=18,
            page=MINOR,
        ),
        figure("years", _("Years"), attrgetter("entry.years"), page=MINOR),
    ]


def all_time_table(ranking):
    """Return the table; what ranks stands beside the name."""
    columns = [
        each._replace(page=TOTAL) if each.name == ranking.by else each
        for each in all_time_columns(ranking)
    ]
    return RankedTable(ranking.places, columns, caption=_("All-time table"))
