"""The table of a season, all its results, its rule, and the all-time table on paper."""

from collections.abc import Mapping, Sequence
from types import MappingProxyType

from django.utils.translation import gettext as _

from scoring.seasons.sentences import Sentence, rule_sentences
from scoring.seasons.table import SeasonStanding
from tournaments.careers.selectors import AllTimeRanking
from tournaments.careers.tables import all_time_columns
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
    Ruled,
    podium_rows,
    ruled,
    with_widths,
)
from tournaments.seasons.models import Season
from tournaments.seasons.selectors import SeasonLine, SeasonTable
from tournaments.seasons.tables import results_columns, season_columns
from tournaments.seasons.words import (
    STANDING_TEXT,
    guests_heading,
    season_note,
    sentence_text,
)
from tournaments.web.tables import Column
from tournaments.words.formats import long_date, number, with_date

SEASON_SIZES = (11.5, 11.0, 10.5, 10.0, 9.5, 9.0)
LEAST_NAME, MOST_NAME = 60, 80
WIDER: Mapping[str, int] = MappingProxyType({"counted": 4, "average": 8, "struck": 20})
"""The extra width in mm that a column gets if there is space, most needed first."""

RESULT_SIZES = (10.5, 10.0, 9.5, 9.0, 8.5, 8.0)
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
    columns = season_columns(table)
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
                    season_part(people, columns),
                )
            ),
            sentence(_("How it is counted"), "Heading"),
            *rule_lines(rule_sentences(table.rule)),
        ],
        sizes=SEASON_SIZES,
        is_wide=True,
    )


def season_part(people: Sequence[SeasonLine], columns: Sequence[Column]) -> Ruled:
    """Return one table of a season: ranked players, those short of a place, guests."""
    return ruled(
        people,
        with_widths(columns, season_widths(people, columns)),
        strong=podium_rows(line.row.place for line in people),
        at_left=True,
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
    spare = LANDSCAPE - LEAST_NAME - sum(widths.values())
    for name, most in WIDER.items():
        if name in widths:
            extra = max(0, min(most, spare))
            widths[name] += extra
            spare -= extra
    return widths | {"player": min(LEAST_NAME + spare, MOST_NAME)}


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
    season, columns = table.season, results_columns(table)
    about = [each for each in columns if each.paper and each.paper.width]
    evenings = columns[len(about) :]
    note = season_note(table.played, is_public=season.is_published)
    brackets = _("In brackets: does not count.")
    parts: list[Part] = [sentence(brackets if evenings else _("No results yet."))]
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
        parts=[places if table.places else sentence(_("No results yet."))],
    )
