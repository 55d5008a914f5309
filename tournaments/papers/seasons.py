"""The table of a season, all its results, its rule, and the all-time table on paper."""

from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from operator import attrgetter
from types import MappingProxyType, SimpleNamespace
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from scoring.lists.tallies import knows_games
from scoring.seasons.rules import Measure, SeasonRule
from scoring.seasons.sentences import Sentence, rule_sentences
from scoring.seasons.table import SeasonStanding
from tournaments.careers.selectors import AllTimeRanking
from tournaments.papers.canvas.shapes import (
    Part,
    TablePaper,
    gap,
    sentence,
    sentences,
    with_room,
)
from tournaments.papers.canvas.tables import (
    LANDSCAPE,
    Column,
    Ruled,
    Space,
    place_column,
    podium_rows,
    ruled,
    won_lost_columns,
)
from tournaments.seasons.evenings import Evening
from tournaments.seasons.models import Season
from tournaments.seasons.selectors import SeasonLine, SeasonTable
from tournaments.seasons.words import (
    STANDING_TEXT,
    guests_heading,
    move_sign,
    ranking_value_text,
    season_note,
    sentence_text,
    shortfall_text,
    tie_break_text,
)
from tournaments.web.drawing.faces import BOLD
from tournaments.words.formats import (
    day_and_month,
    exact,
    long_date,
    mean,
    money,
    number,
    signed,
    with_date,
)

MOST_STRUCK = 3
SEASON_SIZES = (11.5, 11.0, 10.5, 10.0, 9.5, 9.0)
LEAST_NAME, MOST_NAME = 60, 80
WIDER: Mapping[str, int] = MappingProxyType({"counted": 4, "average": 8, "struck": 20})
"""The extra width in mm that a column gets if there is space, most needed first."""

RESULT_SIZES = (10.5, 10.0, 9.5, 9.0, 8.5, 8.0)
NO_GAMES = SimpleNamespace(won=None, lost=None)
FEWEST = 6  # evenings; fewer of them would make columns too wide
MOST_EVENINGS = 12  # side by side; more of them stand in a further table


def season_paper(table: SeasonTable) -> TablePaper:
    """Return the tables of a season, with the rule in sentences below. No query."""
    season, last = table.season, table.played.last
    after = _("as after %(evening)s")
    if last:
        after %= {"evening": with_date(last.name, last.date)}
    standings = (
        (STANDING_TEXT[SeasonStanding.RANKED], table.ranked),
        (STANDING_TEXT[SeasonStanding.SHORT], table.short),
        (guests_heading(len(table.guests)), table.guests),
    )
    nothing = "" if table.lines else _("No results yet.")
    note = season_note(table.played, is_public=season.is_published)
    return TablePaper(
        title=season.name,
        about=(
            f"{long_date(season.first_date)} – {long_date(season.last_date)}",
            after if last else "",
        ),
        parts=[
            sentence(note or nothing),
            *(
                part
                for title, people in standings
                if people
                for part in (
                    with_room,
                    sentence(str(title), "Heading"),
                    season_part(people, table.rule),
                )
            ),
            sentence(_("How it is counted"), "Heading"),
            *rule_lines(rule_sentences(table.rule)),
        ],
        sizes=SEASON_SIZES,
        is_wide=True,
    )


def season_part(people: Sequence[SeasonLine], rule: SeasonRule) -> Ruled:
    """Return one table of a season: ranked players, those short of a place, guests."""
    return ruled(
        people,
        season_columns(people, rule),
        strong=podium_rows(line.row.place for line in people),
        at_left=True,
    )


def season_columns(people: Sequence[SeasonLine], rule: SeasonRule) -> list[Column]:
    """Return the columns with content; spare width goes to some, then to the names."""
    rows = [line.row for line in people]
    has_content = {
        "place": any(row.place for row in rows),
        "trend": any(row.place for row in rows),
        "missing": any(row.missing for row in rows),
        "struck": any(row.struck for row in rows),
        "bonus": any(row.bonus or row.deduction for row in rows),
        "fee": any(row.fee_cents for row in rows),
        "short": any(row.short_by for row in rows),
        "decided": any(row.decided_by for row in rows),
    }
    columns = {
        name: column
        for name, column in all_season_columns(rule).items()
        if has_content.get(name, True)
    }
    spare = LANDSCAPE - LEAST_NAME - sum(each.space.width for each in columns.values())
    for name, most in WIDER.items():
        if name in columns:
            extra = max(0, min(most, spare))
            columns[name] = widened(columns[name], extra)
            spare -= extra
    columns["name"] = widened(columns["name"], min(LEAST_NAME + spare, MOST_NAME))
    return list(columns.values())


def widened(column: Column, extra: float) -> Column:
    space = column.space
    return column._replace(space=space._replace(width=space.width + extra))


def all_season_columns(rule: SeasonRule) -> dict[str, Column]:
    """Return every column a table of a season may have, by its name."""
    value = mean if rule.measure is Measure.AVERAGE else exact
    right, row = partial(Space, align="right"), attrgetter("row")
    won, lost = won_lost_columns(12, row)
    return {
        "place": place_column(13, row),
        "name": Column(_("Name"), attrgetter("player"), Space(0)),
        "trend": Column(
            _("Trend"),
            lambda line: move_sign(line.up) if line.row.place else "",
            Space(14),
        ),
        "result": of_row(
            _("Result"), lambda row: value(row.value), right(21, font=BOLD)
        ),
        "counted": of_row(
            pgettext("season", "counted"),
            lambda row: f"{row.counted} / {row.played}",
            right(18),
        ),
        "missing": of_row(
            pgettext("season", "missing"), lambda row: str(row.missing), right(14)
        ),
        "points": of_row(_("Points"), lambda row: exact(row.total), right(18)),
        "average": of_row(_("Average"), lambda row: mean(row.average), right(20)),
        "won": won,
        "lost": lost,
        **correcting_columns(rule),
    }


def of_row(head: str, text: Callable[[Any], str], space: Space) -> Column:
    return Column(head, lambda line: text(line.row), space)


def correcting_columns(rule: SeasonRule) -> dict[str, Column]:
    """Return the columns of what is struck, added, owed and missing."""
    right = partial(Space, align="right")
    return {
        "struck": of_row(
            pgettext("season", "struck"), struck_text, Space(28, is_struck=True)
        ),
        "bonus": of_row(
            _("Bonus"), lambda row: signed(row.bonus - row.deduction), right(15)
        ),
        "fee": of_row(_("Fee"), lambda row: money(row.fee_cents), right(30)),
        "short": of_row(_("Still needed"), shortfall_text, right(24)),
        "decided": of_row(
            pgettext("rank", "Decided by"),
            lambda row: tie_break_text(rule, row.decided_by),
            Space(28),
        ),
    }


def struck_text(row: Any) -> str:
    """Return the first results struck, and how many more there are."""
    struck = [exact(unit.total) for unit in row.struck]
    rest = f" +{len(struck) - MOST_STRUCK}" if len(struck) > MOST_STRUCK else ""
    return ", ".join(struck[:MOST_STRUCK]) + rest


def rule_paper(season: Season, rule: Sequence[Sentence]) -> TablePaper:
    """Return the rule of ``season``, or a draft of it, for the bylaws. No query."""
    return TablePaper(
        title=_("The rule of the season"),
        about=[season.name],
        parts=rule_lines(rule),
    )


def rule_lines(rule: Sequence[Sentence]) -> list[Part]:
    """Return the sentences of the rule, numbered, one paragraph each."""
    texts = enumerate(map(sentence_text, rule), 1)
    return sentences([f"{number}. {text}" for number, text in texts], "Body")


def all_results_paper(table: SeasonTable) -> TablePaper:
    """Return everybody's result of each evening; what does not count is in brackets."""
    season, evenings = table.season, evenings_played(table)
    note = season_note(table.played, is_public=season.is_published)
    brackets = _("In brackets: does not count.")
    parts: list[Part] = [sentence(brackets if evenings else _("No results yet."))]
    for start in range(0, len(evenings), MOST_EVENINGS):
        results = results_table(table, evenings[start : start + MOST_EVENINGS])
        parts += [with_room, results, gap]
    return TablePaper(
        title=_("All results"),
        about=[season.name],
        parts=[sentence(note), *parts],
        sizes=RESULT_SIZES,
        is_wide=True,
    )


def evenings_played(table: SeasonTable) -> list[Evening]:
    """Return the evenings of which there is a result."""
    played = {unit.evening for line in table.lines for unit in line.row.units}
    return [each for each in table.played.evenings if each.number in played]


def results_table(table: SeasonTable, evenings: Sequence[Evening]) -> Ruled:
    """Return people down, a dozen evenings across."""
    units: dict[tuple[int, int], list[str]] = defaultdict(list)
    for line in table.lines:
        for unit in line.row.units:
            text = exact(unit.total)
            units[line.player_id, unit.evening].append(
                f"({text})" if unit.struck else text
            )
    columns = [
        place_column(13, attrgetter("row")),
        Column(_("Name"), attrgetter("name"), Space(54)),
        Column(
            _("Result"),
            lambda line: ranking_value_text(line.row.value, table.rule),
            Space(20, "right", BOLD),
        ),
    ]
    room = LANDSCAPE - sum(column.space.width for column in columns)
    all_evenings = len(evenings_played(table))
    width = room / max(min(all_evenings, MOST_EVENINGS), FEWEST)

    def on(evening: Evening) -> Callable[[SeasonLine], str]:
        return lambda line: " ".join(units[line.player_id, evening.number])

    columns += [
        Column(day_and_month(each.date), on(each), Space(width, "right"))
        for each in evenings
    ]
    strong = podium_rows(line.row.place for line in table.lines)
    return ruled(table.lines, columns, strong=strong, at_left=True)


def all_time_paper(table: AllTimeRanking) -> TablePaper:
    """Return the all-time table, or that of one year, as the page ranks it."""
    least = _("from %(least)s lists on") % {"least": number(table.least)}
    strong = podium_rows(line.place for line in table.places)
    places = ruled(table.places, all_time_columns(), strong=strong)
    return TablePaper(
        title=_("All-time table"),
        about=(str(table.year or ""), least if table.least else ""),
        parts=[places if table.places else sentence(_("No results yet."))],
    )


def all_time_columns() -> list[Column]:
    right = partial(Space, align="right")
    return [
        place_column(14),
        Column(_("Name"), attrgetter("entry.player"), Space(58)),
        Column(_("Lists"), lambda line: number(line.entry.lists), right(16)),
        Column(_("Total"), lambda line: number(line.entry.total), right(24)),
        Column(
            _("Average"), lambda line: mean(line.entry.average), right(20, font=BOLD)
        ),
        *won_lost_columns(
            16,
            # They are not known of every list.
            lambda line: line.entry if knows_games(line.entry) else NO_GAMES,
            number_or_dash,
        ),
        Column(
            _("Best list"),
            lambda line: number_or_dash(line.entry.best_total or None),
            right(18),
        ),
    ]


def number_or_dash(count: int | None) -> str:
    return number(count) or "–"
