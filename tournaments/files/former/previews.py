"""One table of a file as the preview shows it: columns, examples and verdicts."""

import datetime
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from statistics import median

from django.utils import timezone

from tournaments.files.columns.layout import Layout, Shape
from tournaments.files.columns.results import FormerRow, GivenDates, read_rows
from tournaments.files.former.selectors import FormerPreview, judge_rows
from tournaments.files.tables.cells import Meaning, year_in

OWN_GAMES = 12  # of one player on a usual list
USUAL_TOTAL = 900
MOST_LISTS = 100


@dataclass(frozen=True, slots=True, kw_only=True)
class Answers:
    """The user's answers about a table; None where the table decides.

    ``takes_contradictions`` brings in rows that contradict themselves as they are.
    """

    day: datetime.date | None = None
    year: int | None = None
    lists: int | None = None
    is_turned: bool = False
    takes_contradictions: bool = False
    person_choices: Mapping[str, str] | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Look:
    """A table as it was understood, and what importing it would do."""

    shape: Shape
    given: GivenDates
    lists: int
    preview: FormerPreview
    needs_day: bool
    needs_year: bool
    may_be_year: bool
    asks_lists: bool


def look_at(layout: Layout, answers: Answers, source: str, table_name: str) -> Look:
    """Return the preview of a table. Nine queries."""
    day = answers.day or layout.day
    year = answers.year or layout.year
    is_ambiguous = has_ambiguous_totals(layout)
    if is_ambiguous and year and not day:
        layout = replace(layout, shape=Shape.YEAR)
    elif not is_ambiguous:
        year = year or year_in(table_name) or year_in(source)
    is_evening = layout.shape is Shape.EVENING
    given = GivenDates(day if is_evening else None, year, timezone.localdate())
    rows = read_rows(layout, given)
    return Look(
        shape=layout.shape,
        given=given,
        lists=answers.lists or likely_lists(rows),
        preview=judge_rows(
            rows,
            layout,
            is_turned=answers.is_turned,
            takes_contradictions=answers.takes_contradictions,
            choices=answers.person_choices,
        ),
        needs_day=is_evening or is_ambiguous,
        needs_year=layout.lacks_year or (is_ambiguous and not day),
        may_be_year=is_ambiguous and not is_evening,
        asks_lists=has_unknown_list_count(rows),
    )


def has_ambiguous_totals(layout: Layout) -> bool:
    """Tell whether the totals may be those of an evening or of a year."""
    return layout.shape is Shape.EVENING and Meaning.SERIES not in layout.meanings


def has_unknown_list_count(rows: Sequence[FormerRow]) -> bool:
    """Tell whether the user has to say how many lists make up a result."""
    return any(len(row.parts) == 1 and row.lists is None for row in rows)


def likely_lists(rows: Sequence[FormerRow]) -> int:
    """Estimate the number of lists in a result, by the player's games or the totals."""
    single = [row.parts[0] for row in rows if len(row.parts) == 1]
    games = [part.won + part.lost for part in single if part.won + part.lost]
    if games:
        return min(max(round(median(games) / OWN_GAMES), 1), MOST_LISTS)
    totals = [part.total for part in single]
    if not totals:
        return 1
    return min(max(round(median(totals) / USUAL_TOTAL), 1), MOST_LISTS)
