"""The tables of leagues and seasons on paper, and match reports to sign (rules 6)."""

from collections.abc import Mapping, Sequence
from fractions import Fraction
from functools import partial
from types import MappingProxyType

from django.utils.translation import gettext as _
from django.utils.translation import pgettext
from reportlab.lib.colors import black
from reportlab.lib.units import mm
from reportlab.platypus import Flowable, Table

from scoring.seasons.rules import Sentence, rule_sentences
from scoring.seasons.table import SeasonStanding
from tournaments.careers.selectors import AllTimeRanking
from tournaments.careers.tables import all_time_columns
from tournaments.events.models import Entry
from tournaments.leagues.ranking import GroupTables, SeriesLine, SingleRanking
from tournaments.leagues.selectors import (
    DivisionDays,
    GroupSide,
    imbalance_text,
    league_file_note,
    pair,
    partial_league_text,
    points_scale,
    sums_text,
    unconfirmed_text,
)
from tournaments.leagues.tables import division_columns, single_columns
from tournaments.seasons.models import Season
from tournaments.seasons.selectors import SeasonLine, SeasonTable
from tournaments.seasons.tables import results_columns, season_columns
from tournaments.seasons.words import (
    STANDING_TEXT,
    guests_heading,
    season_note,
    sentence_text,
)
from tournaments.web.canvas import SMALL, text_lines
from tournaments.web.faces import BOLD, FONT
from tournaments.web.shapes import (
    LANDSCAPE,
    PORTRAIT,
    UNPADDED,
    Part,
    Ruled,
    TablePaper,
    gap,
    in_rows,
    podium_rows,
    ruled,
    sentence,
    sentences,
    spacer,
    with_room,
    with_widths,
)
from tournaments.web.tables import Column, Space
from tournaments.words.choices import EntryStatus, GroupState
from tournaments.words.formats import exact, long_date, number, place_text, series_name

MOST_DAYS_UPRIGHT = 1
TABLE_SIZES = (14.0, 13.0, 12.0, 11.0, 10.0, 9.0)
LEAST_TEAM, MOST_TEAM, DAY_WIDTH = 51, 110, 22

# A match report; the sizes below 8 are for more teams, players and series than any
# league has.
WIDTH = 180 * mm
REPORT_SIZES = (11.5, 11.0, 10.5, 10.0, 9.5, 9.0, 8.5, 8.0, 7.0, 6.0, 5.0)
BETWEEN = 6
LEAST_NAME = 26
MANY_SERIES = 8
OPEN_PADDING = 4.5


def division_paper(division_days: DivisionDays) -> TablePaper:
    table = division_days.table
    division = table.division
    names = {line.team.pk: line.team.name for line in table.lines}
    scale = _("Match points of a series of four teams: %(scale)s.")
    remarks = [
        *filter(None, [partial_league_text(table.is_partial)]),
        *(imbalance_text(imbalance, names) for imbalance in table.imbalances),
        scale % {"scale": points_scale(table.rule.step)},
    ]
    columns, days = division_columns(division_days), division_days.days
    is_wide = len(days) > MOST_DAYS_UPRIGHT
    of_days = [f"day_{day}" for day in days]
    # The team gets what the match days leave.
    others = [each.paper for each in columns if each.paper and each.name not in of_days]
    room = (LANDSCAPE if is_wide else PORTRAIT) - sum(each.width for each in others)
    width = min(DAY_WIDTH, room / len(days)) if days else 0
    team = min(LEAST_TEAM + room - width * len(days), MOST_TEAM)
    widths = {"team": team, **dict.fromkeys(of_days, width)}
    return TablePaper(
        title=_("League table"),
        about=[f"{division.league} · {division.name}"],
        parts=[
            sentence(unconfirmed_text(table)),
            ruled(table.lines, with_widths(columns, widths), strong=[1]),
            *sentences(remarks),
        ],
        sizes=TABLE_SIZES,
        is_wide=is_wide,
    )


def single_paper(ranking: SingleRanking) -> TablePaper:
    """Return the individual ranking of a division (rules 6.3)."""
    division = ranking.division
    minimum = _(
        "A place needs %(needed)s games of the %(possible)s held so far; people "
        "with fewer are listed below."
    ) % {"needed": ranking.needed, "possible": ranking.possible}
    remarks = (league_file_note(ranking), minimum if ranking.needed else "")
    table = ruled(
        ranking.lines,
        single_columns(ranking),
        strong=podium_rows(line.row.place for line in ranking.lines),
    )
    return TablePaper(
        title=_("Individual ranking"),
        about=[f"{division.league} · {division.name}"],
        parts=[*sentences(remarks, "Body"), table],
    )


class ReportedTeam:
    """A team on the report of its match, with a text for each series (rules 6.1, 6.2).

    Before the match, its line-up leaves space to write.
    """

    def __init__(self, side: GroupSide, tables: GroupTables, count: int) -> None:
        self.side, self.tables = side, tables
        self.team = side.team
        self.played: list[SeriesLine | None] = [
            next((line for line in series.lines if line.team == self.team), None)
            for series in tables.series
        ] or [None] * count
        rows = [line.row for line in tables.day if line.team == self.team]
        self.row = rows[0] if any(self.played) and rows and rows[0].place else None
        self.is_host = self.team.pk == tables.group.host_id

    def result_cells(self) -> tuple[str, ...]:
        row = self.row
        remarks = [_("Host") if self.is_host else "", self.presence_text()]
        about = (self.team.name, ", ".join(filter(None, remarks)))
        return (
            self.side.letter,
            "\n".join(filter(None, about)),
            *map(series_text, self.played),
            exact(row.score) if row else "",
            pair(row.plus, row.minus) if row else "",
            place_text(row) if row else "",
        )

    def presence_text(self) -> str:
        """Return that a team did not come, or with how few players."""
        if self.side.is_absent:
            return _("Did not come")
        counts = [
            line.players for line in self.played if line and not line.points.absent
        ]
        if counts and min(counts) < self.tables.rule.team_size:
            return _("with %(count)s players") % {"count": min(counts)}
        return ""

    def line_up(self, series: Sequence[int]) -> Ruled:
        """Return the people with their totals, with the sums in the last row."""
        short = (_("S%(number)s") % {"number": each} for each in series)
        total = pgettext("short", "Total")
        heads = (self.side.letter, self.team.name, *short, total)
        count = len(heads) - 2
        blank = [""] * count
        sums = [exact(line.points.score) if line else "" for line in self.played]
        people = self.people_rows()
        if not people and not self.tables.series:
            size = range(1, self.tables.rule.team_size + 1)
            people = [(str(place), "", *blank) for place in size]
        rows = [
            heads,
            *people,
            *([] if self.row else [("", _("Substitute:"), *blank)]),
            ("", _("Team"), *sums, exact(self.row.score) if self.row else ""),
        ]
        room = (WIDTH / mm - BETWEEN) / 2
        width = min(10.5, (room - LEAST_NAME - 6) / count)
        padding = 2 if count < MANY_SERIES else 0.3
        spaces = [
            Space(6, side_padding=2),
            Space(room - 6 - width * count, side_padding=2),
            *[Space(width, "right", side_padding=padding)] * count,
        ]
        above = 1.2 if self.row else OPEN_PADDING
        return Ruled(rows=rows, spaces=spaces, strong=[len(rows) - 1], padding=above)

    def people_rows(self) -> list[tuple[str, ...]]:
        """Return those who were entered or took over a list, with their totals."""
        totals: dict[int, dict[int, int]] = {}
        names: dict[int, str] = {}
        for at, line in enumerate(self.played):
            for result in line.lists if line else ():
                names[result.player_id] = result.player.name_in_team
                series = totals.setdefault(result.player_id, {})
                series[at] = series.get(at, 0) + result.total
        entries = {
            entry.player_id: entry
            for entry in self.side.entries
            if entry.status != EntryStatus.ABSENT or entry.player_id in totals
        }
        numbers: dict[int, int] = {}
        for pk, entry in entries.items():
            names.setdefault(pk, entry.player.name)
            if entry.from_series == 1:
                numbers[pk] = len(numbers) + 1
        return [
            (
                number(numbers.get(pk)),
                "\n".join(filter(None, (names[pk], player_remark(entries.get(pk))))),
                *list_totals(totals.get(pk, {}), len(self.played)),
            )
            for pk in dict.fromkeys([*entries, *totals])
        ]


def results_table(teams: Sequence[ReportedTeam], series: Sequence[int]) -> Ruled:
    heads = (
        "",
        _("Team"),
        *map(series_name, series),
        _("Game points"),
        _("Match points"),
        pgettext("rank", "Place"),
    )
    count = len(series)
    width = min(18, 80 / count) if count else 0
    spaces = [
        Space(6, "left", BOLD),
        Space(180 - 66 - width * count),
        *[Space(width, "right")] * count,
        Space(22, "right"),
        Space(26, "right", BOLD),
        Space(12, "right", BOLD),
    ]
    return Ruled(rows=[heads, *(team.result_cells() for team in teams)], spaces=spaces)


def line_up_tables(boxes: Sequence[Ruled], size: float) -> list[Flowable]:
    """Return the line-ups, two teams side by side."""
    tables = [box.table(size) for box in boxes]
    for table in tables:
        table.setStyle([("LINEABOVE", (0, -1), (-1, -1), 0.8, black)])
    style = [
        *UNPADDED,
        ("BOTTOMPADDING", (0, 0), (-1, -1), 3 * mm),
        ("ALIGN", (1, 0), (1, -1), "RIGHT"),
    ]
    rows = in_rows(tables, 2)
    return [Table(rows, colWidths=[WIDTH / 2] * 2, style=style)] if rows else []


def signers(teams: Sequence[ReportedTeam], *by: str) -> list[str]:
    """Return the texts below the lines to sign, the host's first.

    ``by`` are the accounts that entered and confirmed the results.
    """
    hosts = [team.team.name for team in teams if team.is_host]
    guests = [team.team.name for team in teams if not team.is_host]
    tasks = _("Entered by"), _("Confirmed by a second person")
    return [
        *(f"{_('Host')}: {name}" for name in hosts),
        *(f"{_('Guest')}: {name}" for name in guests),
        *(": ".join(filter(None, each)) for each in zip(tasks, by, strict=True)),
    ]


def fields_to_write_on(size: float) -> Table:
    heads = (
        pgettext("of a list", "Begin"),
        pgettext("of a list", "End"),
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
    rows = in_rows(["\n".join(text_lines(name, width, 8.5)) for name in names], 2)
    commands = [
        ("FONT", (0, 0), (-1, -1), FONT, 8.5, 10),
        ("LEFTPADDING", (0, 0), (-1, -1), 0),
        ("TOPPADDING", (0, 0), (-1, -1), 1.5),
        ("BOTTOMPADDING", (0, 0), (-1, -1), 0),
        ("VALIGN", (0, 0), (-1, -1), "TOP"),
        *(
            ("LINEABOVE", (column * 2, at), (column * 2, at), 0.5, black)
            for at, row in enumerate(rows)
            for column, text in enumerate(row)
            if text
        ),
    ]
    table = Table(
        [[left, "", right] for left, right in rows],
        colWidths=[width, 8 * mm, width],
        rowHeights=size * 3.6,
        style=commands,
    )
    table.spaceBefore = size * 2.2
    return table


def match_report(
    tables: GroupTables,
    sides: Sequence[GroupSide],
    *,
    names_accounts: bool = True,
    host_code: str = "",
) -> TablePaper:
    """Return the report of a match to sign, on one page (rules 6.1, 6.2).

    Series not played yet stay empty; before the draw it is a form to fill in by hand.
    The accounts that entered and confirmed it are named for readers with an account
    only; ``host_code`` says how the host enters the match.
    """
    group, day = tables.group, tables.group.match_day
    planned = range(1, day.division.league.series_per_day + 1)
    series = tuple(series.number for series in tables.series) or tuple(planned)
    teams = [ReportedTeam(side, tables, len(series)) for side in sides]
    accounts = (group.entered_by, group.confirmed_by) if names_accounts else (None,) * 2
    signing = signers(teams, *(str(account or "") for account in accounts))
    said = filter(None, (state_text(tables), host_code))
    line_ups = [team.line_up(series) for team in teams]
    return TablePaper(
        title=_("Match report %(league)s") % {"league": day.division.league},
        about=[*map(str, (day.division, day, group)), long_date(day.date), group.place],
        parts=[
            *(part for text in said for part in (sentence(text), spacer(2 * mm))),
            results_table(teams, series),
            *sentences(sum_checks(tables)),
            spacer(3 * mm),
            partial(line_up_tables, line_ups),
            lambda size: [fields_to_write_on(size), signature_table(signing, size)],
        ],
        sizes=REPORT_SIZES,
    )


def sum_checks(tables: GroupTables) -> list[str]:
    names = {team.pk: team.name for team in tables.teams}
    sums = []
    for series in (each for each in tables.series if each.is_complete):
        plus = sum((line.points.plus for line in series.lines), Fraction(0))
        minus = sum((line.points.minus for line in series.lines), Fraction(0))
        sums.append(f"{series_name(series.number)}: {sums_text(plus, minus)}")
    checks = [imbalance_text(imbalance, names) for imbalance in tables.imbalances]
    return [*checks, " · ".join(sums)]


def state_text(tables: GroupTables) -> str:
    if tables.state == GroupState.CONFIRMED:
        return _("Confirmed by a second person")
    if tables.state == GroupState.ENTERED:
        return _("Provisional: not confirmed by a second person yet.")
    return _("Provisional: not handed in yet.")


def series_text(line: SeriesLine | None) -> str:
    if line is None:
        return ""
    points = line.points
    return f"{exact(points.score)}\n{pair(points.plus, points.minus)}"


def list_totals(totals: dict[int, int], count: int) -> list[str]:
    """Return a player's total in each series and in all.

    A dash stands for a series that another player played.
    """
    if not totals:
        return [""] * (count + 1)
    lists = [number(totals[at]) if at in totals else "–" for at in range(count)]
    return [*lists, number(sum(totals.values()))]


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


SEASON_SIZES = (11.5, 11.0, 10.5, 10.0, 9.5, 9.0)
LEAST_PLAYER, MOST_PLAYER = 60, 80
WIDER: Mapping[str, int] = MappingProxyType({"counted": 4, "average": 8, "struck": 20})
"""The extra width in mm that a column gets if there is space, most needed first."""

RESULT_SIZES = (10.5, 10.0, 9.5, 9.0, 8.5, 8.0)
FEWEST = 6  # evenings; fewer of them would make columns too wide
MOST_EVENINGS = 12  # side by side; more of them stand in a further table


def season_paper(table: SeasonTable) -> TablePaper:
    """Return the tables of a season, with the rule in sentences below."""
    season, last = table.season, table.played.last
    after = _("as after %(evening)s")
    if last:
        after %= {"evening": last.dated_name}
    standings = (
        (STANDING_TEXT[SeasonStanding.RANKED], table.ranked),
        (STANDING_TEXT[SeasonStanding.SHORT], table.below_minimum),
        (guests_heading(len(table.guests)), table.guests),
    )
    nothing = "" if table.lines else _("Nothing is played yet.")
    note = season_note(table.played, is_public=season.is_published)
    columns = season_columns(table)
    parts: list[Part] = []
    for title, people in standings:
        if people:
            shown = with_widths(columns, season_widths(people, columns))
            strong = podium_rows(line.row.place for line in people)
            ranking = ruled(people, shown, strong=strong, at_left=True)
            parts += [with_room, sentence(str(title), "Heading"), ranking]
    return TablePaper(
        title=season.name,
        about=(
            f"{long_date(season.first_date)} – {long_date(season.last_date)}",
            after if last else "",
        ),
        parts=[
            sentence(note or nothing),
            *parts,
            sentence(_("How it is counted"), "Heading"),
            *rule_lines(rule_sentences(table.rule)),
        ],
        sizes=SEASON_SIZES,
        is_wide=True,
    )


def season_widths(
    people: Sequence[SeasonLine], columns: Sequence[Column]
) -> dict[str, float]:
    """Return widths; what is spare goes to some columns, then to the names."""
    widths = {
        each.name: each.paper.width
        for each in columns
        if each.paper and each.is_needed(people)
    }
    spare = LANDSCAPE - LEAST_PLAYER - sum(widths.values())
    for name, most in WIDER.items():
        if name in widths:
            extra = max(0, min(most, spare))
            widths[name] += extra
            spare -= extra
    return widths | {"player": min(LEAST_PLAYER + spare, MOST_PLAYER)}


def rule_paper(season: Season, rule: Sequence[Sentence]) -> TablePaper:
    """Return the rule of ``season``, or a draft of it, for the bylaws."""
    return TablePaper(
        title=_("The rule of the season"),
        about=[season.name],
        parts=rule_lines(rule),
    )


def rule_lines(rule: Sequence[Sentence]) -> list[Part]:
    texts = enumerate(map(sentence_text, rule), 1)
    return sentences([f"{number}. {text}" for number, text in texts], "Body")


def all_results_paper(table: SeasonTable) -> TablePaper:
    """Return everybody's result of each evening; what does not count is in brackets."""
    season, columns = table.season, results_columns(table)
    about = [each for each in columns if each.paper and each.paper.width]
    evenings = columns[len(about) :]
    note = season_note(table.played, is_public=season.is_published)
    brackets = _("In brackets: does not count.")
    parts: list[Part] = [
        sentence(brackets if evenings else _("Nothing is played yet."))
    ]
    room = LANDSCAPE - sum(each.paper.width for each in about if each.paper)
    width = room / max(min(len(evenings), MOST_EVENINGS), FEWEST)
    strong = podium_rows(line.row.place for line in table.lines)
    for start in range(0, len(evenings), MOST_EVENINGS):
        some = evenings[start : start + MOST_EVENINGS]
        widths = {each.name: width for each in some}
        shown = with_widths([*about, *some], widths)
        results = ruled(table.lines, shown, strong=strong, at_left=True)
        parts += [with_room, results, gap]
    return TablePaper(
        title=_("All results"),
        about=[season.name],
        parts=[sentence(note), *parts],
        sizes=RESULT_SIZES,
        is_wide=True,
    )


def all_time_paper(table: AllTimeRanking) -> TablePaper:
    """Return the all-time table, or that of one year, as the page ranks it."""
    least = _("from %(least)s lists on") % {"least": number(table.least)}
    strong = podium_rows(line.place for line in table.places)
    places = ruled(table.places, all_time_columns(table), strong=strong)
    return TablePaper(
        title=_("All-time table"),
        about=(str(table.year or ""), least if table.least else ""),
        parts=[
            places if table.places else sentence(_("Nothing is played yet.")),
            sentence(table.note),
        ],
    )
