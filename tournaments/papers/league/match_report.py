"""The report of a league match to sign, on one A4 page (rules 6.1, 6.2).

Lengths are points (1/72 inch) unless a name says otherwise.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import pgettext
from reportlab.lib.colors import black
from reportlab.lib.units import mm
from reportlab.platypus import Flowable, Paragraph, Spacer, Table, TableStyle

from scoring.leagues.rules import SeriesPoints
from scoring.leagues.table import LeagueRow
from tournaments.leagues.words import pair
from tournaments.papers.canvas import paper
from tournaments.papers.canvas.canvas import SMALL, PaperCanvas
from tournaments.papers.canvas.fitting import text_lines
from tournaments.papers.canvas.tables import UNPADDED, PaperColumn, ruled_table
from tournaments.web.drawing.faces import BOLD, FONT
from tournaments.words.formats import exact, number, place_text

WIDTH = 180 * mm
SIZES = (11.5, 11.0, 10.5, 10.0, 9.5, 9.0, 8.5, 8.0, 7.0, 6.0, 5.0)
"""The text sizes to try, largest first.

Those below 8 are for more teams, players and series than any league has.
"""

BETWEEN = 6
LEAST_NAME = 26
MANY_SERIES = 8
OPEN_PADDING = 4.5


@dataclass(frozen=True, slots=True, kw_only=True)
class ReportPlayer:
    """A player of a line-up; ``series`` has a total or None for each series."""

    name: str
    number: int | None = None
    remark: str = ""
    series: tuple[int | None, ...] = ()

    @property
    def total(self) -> int | None:
        """The sum of the lists played, None without any."""
        played = [points for points in self.series if points is not None]
        return sum(played) if played else None


@dataclass(frozen=True, slots=True, kw_only=True)
class ReportTeam:
    """A team of the match: its line-up, and its results by series and in total.

    ``results`` has None for a series without one, ``row`` is None before the first.
    """

    name: str
    letter: str
    players: Sequence[ReportPlayer] = ()
    results: tuple[SeriesPoints | None, ...] = ()
    row: LeagueRow | None = None
    is_host: bool = False
    remark: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class MatchReport:
    """The report of one match.

    ``sums`` are the sum checks of the series in words, ``warnings`` those that fail.
    ``state`` says whether the result is provisional, ``host_code`` how the host enters
    the match.
    """

    title: str
    subtitle: str = ""
    state: str = ""
    series: tuple[int, ...] = ()
    teams: Sequence[ReportTeam] = ()
    sums: Sequence[str] = ()
    warnings: Sequence[str] = ()
    entered_by: str = ""
    confirmed_by: str = ""
    host_code: str = ""

    def draw(self, canvas: PaperCanvas) -> None:
        """Draw the page on ``canvas`` in the largest size that fits."""
        paper.flow_sized(canvas, self.story, SIZES)

    def story(self, size: float) -> list[Flowable]:
        """Return the heading, the results, the line-ups and the signatures."""
        style = paper.styles()
        story = paper.heading(self.title, self.subtitle)
        for sentence in filter(None, (self.state, self.host_code)):
            story.append(Paragraph(paper.escape(sentence), style["Body"]))
            story.append(Spacer(0, 2 * mm))
        story.append(self._results(size))
        checks = [*self.warnings, " · ".join(self.sums)]
        story += [
            Paragraph(paper.escape(text), style["Note"]) for text in checks if text
        ]
        return [
            *(*story, Spacer(0, 3 * mm), *self._line_ups(size)),
            *(fields_to_write_on(size), signature_table(self.signatures(), size)),
        ]

    def rows(self) -> list[tuple[str, ...]]:
        """Return the results of the teams as plain text."""
        heads = (
            "",
            _("Team"),
            *(_("Series %(number)s") % {"number": series} for series in self.series),
            pgettext("league", "Points"),
            _("Match points"),
            pgettext("rank", "Place"),
        )
        return [heads, *map(self._result_row, self.teams)]

    def _result_row(self, team: ReportTeam) -> tuple[str, ...]:
        row = team.row
        remarks = [_("host")] if team.is_host else []
        remarks += [team.remark] if team.remark else []
        return (
            team.letter,
            "\n".join(filter(None, (team.name, ", ".join(remarks)))),
            *map(series_text, team.results),
            *(
                (exact(row.score), pair(row.plus, row.minus), place_text(row))
                if row
                else ("", "", "")
            ),
        )

    def _results(self, size: float) -> Table:
        count = len(self.series)
        series_width = min(18, 80 / count) if count else 0
        columns = [
            PaperColumn(6, "left", BOLD),
            PaperColumn(180 - 66 - series_width * count),
            *[PaperColumn(series_width, "right")] * count,
            PaperColumn(22, "right"),
            PaperColumn(26, "right", BOLD),
            PaperColumn(12, "right", BOLD),
        ]
        return ruled_table(self.rows(), columns, size=size)

    def line_up_rows(self, team: ReportTeam) -> list[tuple[str, ...]]:
        """Return the line-up of a team as plain text, with its sums in the last row."""
        heads = (
            team.letter,
            team.name,
            *(_("S%(number)s") % {"number": series} for series in self.series),
            pgettext("short", "Total"),
        )
        people = [
            (
                "" if player.number is None else str(player.number),
                f"{player.name}\n{player.remark}" if player.remark else player.name,
                *(list_text(player, points) for points in player.series),
                number(player.total),
            )
            for player in team.players
        ]
        scores = (exact(result.score) if result else "" for result in team.results)
        total = exact(team.row.score) if team.row else ""
        return [heads, *people, ("", _("Team"), *scores, total)]

    def _line_ups(self, size: float) -> list[Flowable]:
        """Return the line-ups, two teams side by side."""
        boxes = [
            line_up_table(self.line_up_rows(team), size, is_open=team.row is None)
            for team in self.teams
        ]
        pairs = [boxes[at : at + 2] for at in range(0, len(boxes), 2)]
        rows = [[*two, ""] if len(two) == 1 else two for two in pairs]
        style = [
            *UNPADDED,
            ("BOTTOMPADDING", (0, 0), (-1, -1), 3 * mm),
            ("ALIGN", (1, 0), (1, -1), "RIGHT"),
        ]
        return [Table(rows, colWidths=[WIDTH / 2] * 2, style=style)] if rows else []

    def signatures(self) -> list[str]:
        """Return the texts below the lines to sign, the host's first."""
        hosts = [team.name for team in self.teams if team.is_host]
        guests = [team.name for team in self.teams if not team.is_host]
        return [
            *(_("Host: %(team)s") % {"team": name} for name in hosts),
            *(_("Guest: %(team)s") % {"team": name} for name in guests),
            signature_text(_("Entered by"), self.entered_by),
            signature_text(_("Confirmed by a second person"), self.confirmed_by),
        ]


def list_text(player: ReportPlayer, points: int | None) -> str:
    """Return a list's total, or a dash for a series another player played."""
    if points is None:
        return "" if player.total is None else "–"
    return number(points)


def series_text(result: SeriesPoints | None) -> str:
    """Return the score and match points of a series on two lines."""
    if result is None:
        return ""
    return f"{exact(result.score)}\n{pair(result.plus, result.minus)}"


def signature_text(task: str, name: str) -> str:
    """Return the text below a line to sign: a task and, if known, a name."""
    return f"{task}: {name}" if name else task


def line_up_table(
    rows: Sequence[Sequence[str]], size: float, *, is_open: bool
) -> Table:
    """Return one line-up with its sums; before the match with space to write."""
    count = len(rows[0]) - 2
    room = (WIDTH / mm - BETWEEN) / 2
    series_width = min(10.5, (room - LEAST_NAME - 6) / count)
    side = 2 if count < MANY_SERIES else 0.3
    columns = [
        PaperColumn(6, side_padding=2),
        PaperColumn(room - 6 - series_width * count, side_padding=2),
        *[PaperColumn(series_width, "right", side_padding=side)] * count,
    ]
    *people, sums = rows
    if is_open:
        people.append(("", _("Substitute:"), *[""] * count))
    last = len(people)
    padding = OPEN_PADDING if is_open else 1.2
    table = ruled_table(
        [*people, sums], columns, size=size, strong=[last], padding=padding
    )
    table.setStyle([("LINEABOVE", (0, last), (-1, last), 0.8, black)])
    return table


def fields_to_write_on(size: float) -> Table:
    """Return the fields filled in by hand: beginning, end, objections."""
    heads = (
        pgettext("of a match", "Beginning"),
        pgettext("of a match", "End"),
        _("Objections, remarks"),
    )
    widths = [32 * mm, 32 * mm, WIDTH - 64 * mm]
    style = [
        ("FONT", (0, 0), (-1, -1), FONT, max(SMALL, size - 1)),
        ("BOX", (0, 0), (-1, -1), 0.6, black),
        ("INNERGRID", (0, 0), (-1, -1), 0.4, black),
        ("VALIGN", (0, 0), (-1, -1), "TOP"),
        ("TOPPADDING", (0, 0), (-1, -1), 2),
    ]
    return Table([heads], colWidths=widths, rowHeights=size * 4.2, style=style)


def signature_table(names: Sequence[str], size: float) -> Table:
    """Return lines to sign, two per row, with the full texts below them."""
    width = WIDTH / 2 - 4 * mm
    texts = ["\n".join(text_lines(name, width, 8.5)) for name in names]
    rows = [texts[at : at + 2] for at in range(0, len(texts), 2)]
    if rows and len(rows[-1]) == 1:
        rows[-1].append("")
    body = [[row[0], "", row[1]] for row in rows]
    commands: list[tuple[Any, ...]] = [
        ("FONT", (0, 0), (-1, -1), FONT, 8.5, 10),
        ("LEFTPADDING", (0, 0), (-1, -1), 0),
        ("TOPPADDING", (0, 0), (-1, -1), 1.5),
        ("BOTTOMPADDING", (0, 0), (-1, -1), 0),
        ("VALIGN", (0, 0), (-1, -1), "TOP"),
    ]
    for at, row in enumerate(rows):
        commands += [
            ("LINEABOVE", (column * 2, at), (column * 2, at), 0.5, black)
            for column, text in enumerate(row)
            if text
        ]
    widths = [width, 8 * mm, width]
    style = TableStyle(commands)
    table = Table(body, colWidths=widths, rowHeights=size * 3.6, style=style)
    table.spaceBefore = size * 2.2
    return table
