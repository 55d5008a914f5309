"""The table of a division on paper, and the values of a match report."""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from django.utils.translation import gettext as _
from django.utils.translation import pgettext
from reportlab.platypus import Flowable, Paragraph

from scoring.leagues.table import LeagueMark
from tournaments.events.models import Entry
from tournaments.leagues.groups.seats import GroupSide
from tournaments.leagues.match_days.selectors import DivisionDays
from tournaments.leagues.models import LeagueTeam
from tournaments.leagues.ranking.selectors import (
    GroupTables,
    SeriesLine,
    SeriesTable,
    TeamLine,
)
from tournaments.leagues.words import (
    imbalance_text,
    mark_text,
    pair,
    partial_league_text,
    points_scale,
    sums_text,
    unconfirmed_text,
)
from tournaments.papers.canvas import paper
from tournaments.papers.canvas.canvas import PaperCanvas
from tournaments.papers.canvas.tables import (
    LANDSCAPE,
    PORTRAIT,
    PaperColumn,
    ruled_table,
)
from tournaments.papers.league.match_report import (
    MatchReport,
    ReportPlayer,
    ReportTeam,
)
from tournaments.web.drawing.faces import BOLD, SERIF_BOLD
from tournaments.words.choices import EntryStatus, GroupState
from tournaments.words.formats import exact, long_date, place_text

MOST_DAYS_UPRIGHT = 1
SIZES = (14.0, 13.0, 12.0, 11.0, 10.0, 9.0)
TEAM_WIDTH, COUNT_WIDTH = 51, 12
POINTS_WIDTH, SCORE_WIDTH = 34, 24


@dataclass(frozen=True, slots=True, kw_only=True)
class LeagueDocument:
    """A league table with its heading; ``remarks`` are printed below it.

    ``lines`` are the cells of each team, ``days`` the numbers of the match days.
    """

    title: str
    subtitle: str = ""
    state: str = ""
    days: tuple[int, ...] = ()
    lines: Sequence[tuple[str, ...]] = ()
    remarks: Sequence[str] = ()

    def draw(self, canvas: PaperCanvas) -> None:
        paper.flow_sized(canvas, self.story, SIZES, landscape=self.is_wide)

    def story(self, size: float) -> list[Flowable]:
        """Return the heading, the table and the remarks."""
        style = paper.styles()
        story = paper.heading(self.subtitle or self.title, self.title)
        if self.state:
            story.append(Paragraph(paper.escape(self.state), style["Body"]))
        story.append(ruled_table(self.rows(), self.columns(), size=size, strong=[1]))
        return story + [
            Paragraph(paper.escape(text), style["Note"]) for text in self.remarks
        ]

    @property
    def is_wide(self) -> bool:
        """Whether the page is in landscape."""
        return len(self.days) > MOST_DAYS_UPRIGHT

    def rows(self) -> list[tuple[str, ...]]:
        """Return the table as plain text."""
        heads = (
            pgettext("rank", "Place"),
            _("Team"),
            _("Match points"),
            pgettext("league", "Points"),
            *(_("Day %(number)s") % {"number": day} for day in self.days),
            pgettext("count", "Series"),
            pgettext("short", "won"),
            pgettext("short", "lost"),
        )
        return [heads, *self.lines]

    def columns(self) -> list[PaperColumn]:
        """Return the columns; the team gets the width the numbers leave."""
        room = LANDSCAPE if self.is_wide else PORTRAIT
        count = len(self.days)
        fixed = 13 + POINTS_WIDTH + SCORE_WIDTH + 3 * COUNT_WIDTH
        day = min(22, (room - fixed - TEAM_WIDTH) / count) if count else 0
        return [
            PaperColumn(13, "right", SERIF_BOLD),
            PaperColumn(min(room - fixed - day * count, 110)),
            PaperColumn(POINTS_WIDTH, "right", BOLD),
            PaperColumn(SCORE_WIDTH, "right"),
            *[PaperColumn(day, "right")] * count,
            *[PaperColumn(COUNT_WIDTH, "right")] * 3,
        ]


def league_document(division_days: DivisionDays) -> LeagueDocument:
    """Return the table of a division as a document. No query."""
    table = division_days.table
    division = table.division
    scale = _("Match points of a series of four teams: %(scale)s.")
    names = {line.team.pk: line.team.name for line in table.lines}
    return LeagueDocument(
        title=f"{division.league} · {division.name}",
        subtitle=_("League table"),
        state=unconfirmed_text(table),
        days=division_days.days,
        lines=[league_cells(line, division_days) for line in table.lines],
        remarks=[
            *filter(None, [partial_league_text(table.is_partial)]),
            *(imbalance_text(imbalance, names) for imbalance in table.imbalances),
            scale % {"scale": points_scale(table.rule.step)},
        ],
    )


def league_cells(line: TeamLine, division_days: DivisionDays) -> tuple[str, ...]:
    """Return the cells of a team's line; a withdrawn team has no points."""
    row = line.row
    is_struck = row.mark is LeagueMark.WITHDRAWN
    days = [division_days.cells.get((line.team.pk, day)) for day in division_days.days]
    return (
        place_text(row),
        "\n".join(filter(None, (line.team.name, mark_text(row.mark)))),
        "–" if is_struck else pair(row.plus, row.minus),
        "–" if is_struck else exact(row.score),
        *("–" if day is None else pair(day.row.plus, day.row.minus) for day in days),
        str(row.series),
        str(row.won),
        str(row.lost),
    )


def match_report(tables: GroupTables, sides: Sequence[GroupSide]) -> MatchReport:
    """Return the report of a match to sign; series not played yet stay empty.

    Before the draw it is a form to fill in by hand. No query.
    """
    group = tables.group
    day = group.match_day
    names = {team.pk: team.name for team in tables.teams}
    parts = [str(day), str(group), long_date(day.date), group.place]
    planned = range(1, day.division.league.series_per_day + 1)
    numbers = tuple(series.number for series in tables.series) or tuple(planned)
    return MatchReport(
        title=_("Match report %(league)s") % {"league": day.division.league},
        subtitle=" · ".join(filter(None, [day.division.name, *parts])),
        state=state_text(tables),
        series=numbers,
        teams=[report_team(side, tables, len(numbers)) for side in sides],
        sums=[series_sums(series) for series in tables.series if series.is_complete],
        warnings=[imbalance_text(imbalance, names) for imbalance in tables.imbalances],
        entered_by=str(group.entered_by or ""),
        confirmed_by=str(group.confirmed_by or ""),
    )


def state_text(tables: GroupTables) -> str:
    """Return a sentence on whether the results are provisional."""
    if tables.state == GroupState.CONFIRMED:
        return _("Confirmed by a second person.")
    if tables.state == GroupState.ENTERED:
        return _("Provisional: not confirmed by a second person yet.")
    return _("Provisional: not handed in yet.")


def series_sums(series: SeriesTable) -> str:
    """Return the sum check of a series in words (rules 6.2)."""
    plus = sum((line.points.plus for line in series.lines), Fraction(0))
    minus = sum((line.points.minus for line in series.lines), Fraction(0))
    number = _("Series %(number)s") % {"number": series.number}
    return f"{number}: {sums_text(plus, minus)}"


def report_team(side: GroupSide, tables: GroupTables, count: int) -> ReportTeam:
    """Return one team of a match of ``count`` series with its players. No query."""
    team = side.group_team.team
    lines = [team_series_line(series, team) for series in tables.series]
    series_lines = lines or [None] * count
    rows = [line.row for line in tables.day if line.team.pk == team.pk]
    has_place = any(series_lines) and bool(rows and rows[0].place)
    short = [line.players for line in series_lines if line and not line.points.absent]
    remark = ""
    if side.group_team.is_absent:
        remark = _("did not come")
    elif short and min(short) < tables.rule.team_size:
        remark = _("with %(count)s players") % {"count": min(short)}
    return ReportTeam(
        name=team.name,
        letter=side.letter,
        players=report_players(side, series_lines) or empty_places(tables, count),
        results=tuple(line.points if line else None for line in series_lines),
        row=rows[0] if has_place else None,
        is_host=team.pk == tables.group.host_id,
        remark=remark,
    )


def team_series_line(series: SeriesTable, team: LeagueTeam) -> SeriesLine | None:
    """Return a team's line in a series, None before the series is complete."""
    return next((line for line in series.lines if line.team.pk == team.pk), None)


def report_players(
    side: GroupSide, series_lines: Sequence[SeriesLine | None]
) -> list[ReportPlayer]:
    """Return the players who were entered or took over a list, with their totals."""
    totals: dict[int, dict[int, int]] = {}
    names: dict[int, str] = {}
    for at, line in enumerate(series_lines):
        for person in line.people if line else ():
            names[person.player.pk] = person.player.name
            series = totals.setdefault(person.player.pk, {})
            series[at] = series.get(at, 0) + person.played.total
    entries = {
        entry.player_id: entry
        for entry in side.entries
        if entry.status != EntryStatus.ABSENT or entry.player_id in totals
    }
    numbers: dict[int, int] = {}
    for pk, entry in entries.items():
        names.setdefault(pk, entry.player.name)
        if entry.from_series == 1:
            numbers[pk] = len(numbers) + 1
    return [
        ReportPlayer(
            name=names[pk],
            number=numbers.get(pk),
            remark=player_remark(entries.get(pk)),
            series=tuple(totals.get(pk, {}).get(at) for at in range(len(series_lines))),
        )
        for pk in dict.fromkeys([*entries, *totals])
    ]


def empty_places(tables: GroupTables, count: int) -> list[ReportPlayer]:
    """Return empty lines for names to be written by hand."""
    nothing = (None,) * count
    size = 0 if tables.series else tables.rule.team_size
    return [
        ReportPlayer(name="", number=number, series=nothing)
        for number in range(1, size + 1)
    ]


def player_remark(entry: Entry | None) -> str:
    """Return the series a player took part in; without an entry they took over."""
    if entry is None:
        return _("took a list over")
    parts = []
    if entry.from_series > 1:
        parts.append(_("from series %(number)s") % {"number": entry.from_series})
    if entry.until_series is not None:
        parts.append(_("until series %(number)s") % {"number": entry.until_series})
    return ", ".join(parts)
