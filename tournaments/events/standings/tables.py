"""The columns of the rankings of an event: on pages, on paper and in files."""

from functools import partial
from operator import attrgetter
from types import SimpleNamespace

from django.urls import reverse
from django.utils.html import format_html, format_html_join
from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from tournaments.events.results import ListRow, TeamRow
from tournaments.events.standings.words import beside_text
from tournaments.events.teams.selectors import scaled_text
from tournaments.web.charts import bar_parts
from tournaments.web.faces import BOLD, SERIF_BOLD
from tournaments.web.tables import (
    PERSON,
    PLACE,
    TOTAL,
    WIDE,
    Column,
    RankedTable,
    Space,
    figure,
)
from tournaments.words.choices import Ranking
from tournaments.words.citations import criteria_texts
from tournaments.words.formats import number, place_text, series_name

BESIDE_A_CLUB = 3
PICTURE = {"th": {"class": "picture"}, "td": {"class": "picture"}}
UNKNOWN_GAMES = SimpleNamespace(won=None, lost=None)


def place_column(path="", *, width=13, sort=""):
    """Return the column of places; ``path`` leads from a line to what has the place."""
    return Column(
        "place",
        pgettext("rank", "Place"),
        f"{path}place",
        text=lambda line: place_text(attrgetter(path[:-1])(line) if path else line),
        page=PLACE,
        paper=Space(width, "right", SERIF_BOLD),
        sort=sort,
    )


def games_columns(counts, *, width, page=None, sort=("", ""), is_former=False):
    """Return the columns of games won and lost; ``counts`` gives what counts them.

    With results of former years among them, those of nobody's games are dashes.
    """
    heads = pgettext("short", "won"), pgettext("short", "lost")
    return [
        figure(
            name,
            head,
            lambda line, name=name: getattr(
                known_games(counts(line), is_former=is_former), name
            ),
            width=width,
            page=page,
            sort=by,
        )
        for name, head, by in zip(("won", "lost"), heads, sort, strict=True)
    ]


def person_column(value, html, *, width=0, **more):
    """Return the column of names; ``html`` links them."""
    space = Space(width)
    return Column(
        "player", _("Name"), value, html=html, page=PERSON, paper=space, **more
    )


def ranking_columns(standings):
    """Return the columns of a ranking of people, of teams or of single lists.

    On a phone there are no columns of series: their points stand below the name, won
    and lost games below the total.
    """
    of_lists = standings.ranking == Ranking.LISTS
    by = "entry__series"
    series = [Column("series", _("Series"), "entry.series", page=WIDE, sort=by)]
    if not of_lists:
        series = series_columns(standings)
    games = games_columns(
        attrgetter("entry"),
        is_former=standings.is_former,
        page=WIDE,
        width=11,
        sort=("-entry__won", "entry__lost"),
    )
    below = partial(phone_lines, series, games, has_clubs=standings.shows_clubs)
    return [
        place_column(sort="place"),
        *name_columns(standings, below),
        *series,
        Column(
            "game_points",
            _("Game points"),
            None if of_lists else partial(points_of, is_former=standings.is_former),
        ),
        total_column(standings, below),
        *games,
        Column("lists", _("Lists"), None if of_lists else "entry.lists"),
        *bars_columns(standings, series),
    ]


def name_columns(standings, below):
    """Return the columns of names, and of clubs or members."""
    of_teams = standings.ranking == Ranking.TEAMS
    of_lists = standings.ranking == Ranking.LISTS
    link = team_cell if of_teams else player_link(with_club=True)
    criteria = criteria_texts(standings.chain)

    def name_cell(line):
        """Return a name with what decided beside the total, and what a phone shows."""
        decided = criteria[line.decided_by] if line.decided_by else ""
        texts = () if of_lists else (beside_text(line.entry, standings), decided)
        reasons = format_html_join(
            "",
            '<span class="visually-hidden">, </span><small>{}</small>',
            ((text,) for text in texts if text),
        )
        return format_html("{}{}{}", link(line.entry), reasons, below(line)[0])

    name = person_column(
        "entry.name",
        name_cell,
        text=lambda line: name_on_paper(line.entry),
        sort="entry__name_key",
    )
    return [
        name._replace(head=_("Team")) if of_teams else name,
        Column(
            "club",
            _("Club"),
            None if of_teams or of_lists else "entry.club",
            text="entry.club_beside",
            paper=Space(0),
            needed="entry.club_beside",
        ),
        Column(
            "members",
            _("Members"),
            (lambda line: "; ".join(line.entry.members)) if of_teams else None,
        ),
    ]


def name_on_paper(entry):
    """Return the name in a line with its footnotes: a player, a team, or a list."""
    name = entry.name
    if isinstance(entry, TeamRow):
        people = f"{entry.name} ({'; '.join(entry.members)})"
        name = "; ".join(filter(None, (people, scaled_text(entry.scaled))))
    if isinstance(entry, ListRow):
        name = f"{entry.name} · {series_name(entry.series)}"
    return name + "".join(f" {note})" for note in entry.notes)


def series_columns(standings):
    """Return a column for each series; a page has none for those still to come.

    Nor has it one for the only series, as long as the totals are its points.
    """
    last = max(standings.series_choices, default=0)
    shown = [number for number in standings.series_numbers if number <= last]
    if len(shown) == 1:
        entries = [line.entry for line in standings.places]
        if all(entry.per_series[0] == entry.total for entry in entries):
            last = 0
    return [
        Column(
            f"series_{number}",
            _("S%(number)s") % {"number": number},
            lambda line, at=at: line.entry.per_series[at],
            page=WIDE if number <= last else None,
            paper=Space(0, "right"),
            sort=f"-entry__per_series__{at}",
            file_head=series_name(number),
        )
        for at, number in enumerate(standings.series_numbers)
    ]


def total_column(standings, below):
    most = max((abs(line.entry.total) for line in standings.places), default=0)

    def total_cell(line):
        notes = [(note, note) for note in line.entry.notes]
        marks = format_html_join(" ", '<a href="#note-{}">{}</a>', notes)
        raised = format_html("<sup>{}</sup>", marks) if notes else ""
        total = number(line.entry.total, most)
        return format_html("{}{}{}", total, raised, below(line)[1])

    return figure(
        "total",
        _("Total"),
        "entry.total",
        text=lambda line: number(line.entry.total, most),
        html=total_cell,
        page=TOTAL,
        width=17,
        font=BOLD,
        sort="-entry__total",
    )


def known_games(counts, *, is_former):
    """Return what counts somebody's games; nothing does if a former year did not."""
    return counts if not is_former or counts.won or counts.lost else UNKNOWN_GAMES


def points_of(line, *, is_former):
    """Return the game points of a line; None if a former year did not count them."""
    return (line.entry.game_points or None) if is_former else line.entry.game_points


def bars_columns(standings, series):
    """Return the column of the bars, which show the points of the series.

    They are drawn only if there is room, since the columns of the series have the same
    points. The longest is the highest sum of anybody's good series; there are no bars
    of a single series, and if low totals are good.
    """
    longest = max(
        (
            sum(points for points in line.entry.per_series if points and points > 0)
            for line in standings.places
        ),
        default=0,
    )
    shown = [column.head for column in series if column.page]
    if not longest or len(shown) < 2 or standings.lowest_wins:
        return []

    def bar(line):
        return series_bar(line.entry.per_series, longest)

    return [Column("bars", " + ".join(shown), html=bar, page=PICTURE)]


def phone_lines(series, games, line, *, has_clubs):
    """Return what a phone shows below name and total; a club takes the first place."""
    if isinstance(line.entry, ListRow):
        return "", second_line([series_name(line.entry.series)])
    points = [f"{column.head} {column.shown(line)}" for column in series if column.page]
    below_name = second_line(points) if len(points) > 1 else ""
    below_total = second_line(f"{column.shown(line)} {column.head}" for column in games)
    if has_clubs and len(points) <= BESIDE_A_CLUB:
        return "", below_name or below_total
    return below_name, below_total


class StandingsTable(RankedTable):
    """A ranking of an event, with a mark on the lines that win a prize."""

    def __init__(self, standings):
        columns = ranking_columns(standings)
        super().__init__(standings.places, columns, look="two-lines")
        self.prize_places = standings.prize_places

    def row_opening(self, record):
        if isinstance(record.entry, ListRow):
            return "<tr>"
        prize = ' class="prize"' if record.place <= self.prize_places else ""
        return f'<tr id="{record.entry.anchor}"{prize}>'


def team_cell(entry):
    parts = [*entry.unnamed, scaled_text(entry.scaled)]
    members = " · ".join(filter(None, parts))
    beside = format_html(" <small>{}</small>", members) if members else ""
    return format_html("{}{}", entry.team, beside)


def second_line(parts):
    """Return a line that a phone shows below the text of a cell instead of columns."""
    return format_html('<small class="brief">{}</small>', " · ".join(parts))


def series_bar(per_series, longest):
    """Return the series of a row as a stacked bar; their points stand beside it."""
    totals = [points or 0 for points in per_series]
    parts = enumerate(bar_parts(totals, most=longest, width=100))
    # What was lost lies above what it takes away.
    parts = sorted(parts, key=lambda each: each[1].is_minus)
    bars = format_html_join(
        "",
        '<rect class="bar-{}" x="{}%" width="{}%"/>',
        (
            ("minus" if part.is_minus else at % 3, part.start, part.width)
            for at, part in parts
            if part.width
        ),
    )
    return format_html('<svg class="bars" aria-hidden="true">{}</svg>', bars)


def player_link(name="people:detail", *arguments, with_club=False):
    """Return a function that links the name in a row to the person's page, if any.

    The page is found by its ``name``, further ``arguments`` and the key of the person.
    The address is resolved only once. ``with_club`` puts the club beside the name
    where it is worth a word.
    """
    before, after = reverse(name, args=[*arguments, 0]).rsplit("0", 1)

    def link(row):
        club = row.club_beside if with_club else ""
        beside = format_html(" <small>{}</small>", club) if club else ""
        if not row.has_page:
            return format_html("{}{}", row.player, beside)
        return format_html(
            '<a href="{}{}{}">{}</a>{}',
            *(before, row.player_id, after, row.player, beside),
        )

    return link
