"""The columns of the all-time table, and the tables of a person's habits."""

from operator import itemgetter

from django.utils.html import format_html
from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext

from scoring.lists.tallies import knows_games
from tournaments.events.standings.tables import (
    UNKNOWN_GAMES,
    games_columns,
    person_column,
    place_column,
    player_link,
)
from tournaments.web.faces import BOLD
from tournaments.web.tables import (
    MINOR,
    NUMERIC,
    TOTAL,
    Column,
    RankedTable,
    figure,
    figure_with_word,
)
from tournaments.words.formats import hundredths, number, percent
from tournaments.words.habits import POSITION_TEXT, share_percent, usual_text
from tournaments.words.problems import contract_name


def all_time_columns(ranking):
    """Return everything of people over the years; some old lists lack their games."""
    link, won = player_link(), pgettext("short", "won")
    most = max((place.entry.total for place in ranking.places), default=0)
    average = figure_with_word("Ø", before=True)
    return [
        place_column(width=14),
        person_column("entry.player", lambda line: link(line.entry), width=58),
        Column("club", _("Club"), "entry.club"),
        figure("lists", _("Lists"), lists_of, text="entry.lists_text", width=16),
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


def lists_of(line):
    return line.entry.lists or None


def average_of(line):
    average = line.entry.average
    return None if average is None else hundredths(average)


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


BAR = (
    '<svg class="share-bar" viewBox="0 0 100 8" preserveAspectRatio="none" '
    'aria-hidden="true"><rect class="bar-all" y="2" width="100" height="4" />'
    '<rect class="bar-part" y="2" width="{0}" height="4" />'
    '<line class="bar-usual" x1="{1}" x2="{1}" y1="0" y2="8" /></svg>'
)


def contracts_table(shares):
    rows = [
        (contract_cell(each), each.played, share_beside_usual(each.won))
        for each in shares
    ]
    return habits_table(_("Contracts"), _("Contract"), rows)


def contract_cell(share):
    played = share.played.count
    games = ngettext("%(count)s game", "%(count)s games", played)
    return with_small_text(
        contract_name(share.contract), games % {"count": number(played)}
    )


def positions_table(rows):
    named = [(POSITION_TEXT[position], *shares) for position, *shares in rows]
    return habits_table(_("Declared in"), _("Position"), named)


def habits_table(caption, head, rows):
    """Return a table of what was played, its share, and the share that was won."""
    full = longest_share([share for _what, share, _won in rows])
    columns = [
        Column("what", head, html=itemgetter(0), page={}),
        Column(
            "share",
            _("Share"),
            html=lambda row: share_beside_usual(row[1], full),
            page=NUMERIC,
        ),
        Column("won", _("Won"), html=itemgetter(2), page=NUMERIC),
    ]
    return RankedTable(rows, columns, look="", caption=caption)


def share_beside_usual(share, full=1):
    """Return a share with the usual one below it, and both as a bar.

    ``full`` is the share that fills the bar; a tick marks the end of the usual one.
    """
    if not share.of:
        return "–"
    bar = format_html(
        BAR, bar_width(share.count / share.of, full), bar_width(share.rate, full)
    )
    return with_small_text(
        share_percent(share), format_html("{}{}", bar, usual_text(share))
    )


def bar_width(share, full):
    return min(round(100 * share / full), 100)


def longest_share(shares):
    return max(
        (
            part
            for share in shares
            if share.of
            for part in (share.count / share.of, share.rate)
        ),
        default=1,
    )


def with_small_text(text, small):
    """Return a text with a small one below it, as a phone has room for few columns."""
    return format_html("{}<br><small>{}</small>", text, small)
