"""One table of a file as the preview shows it: columns, examples and verdicts."""

import datetime
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from statistics import median

from django.utils import timezone

from tournaments.files.foreign.cells import day_in, is_day, year_in
from tournaments.files.foreign.heads import Meaning
from tournaments.files.foreign.mapping import Layout, Shape, layout_of, shape_of
from tournaments.files.foreign.numbers import Doubt
from tournaments.files.foreign.reading import FormerRow, GivenDates, read_rows
from tournaments.files.foreign.tables import NamedTable
from tournaments.files.former.selectors import (
    FormerPreview,
    judge_rows,
    remembered_meanings,
)
from tournaments.people.selectors import known_first_names

EXAMPLES = 6
OWN_GAMES = 12  # of one player on a usual list
USUAL_TOTAL = 900
MOST_LISTS = 100
ONLY_ONCE = frozenset(set(Meaning) - {Meaning.NOTHING, Meaning.SERIES})
WORDS_OF_A_DAY = 3


@dataclass(frozen=True, slots=True, kw_only=True)
class Answers:
    """The user's answers about a table; None where the table decides."""

    meanings: tuple[Meaning, ...] | None = None
    day: datetime.date | None = None
    year: int | None = None
    lists: int | None = None
    is_turned: bool = False
    person_choices: Mapping[str, str] | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Look:
    """A table as it was understood, and what importing it would do."""

    layout: Layout
    given: GivenDates
    lists: int
    preview: FormerPreview
    examples: list[list[str]]
    needs_day: bool
    needs_year: bool
    may_be_year: bool
    asks_lists: bool
    is_remembered: bool
    is_answered: bool
    twice: tuple[Meaning, ...]

    @property
    def doubts(self) -> tuple[Doubt, ...]:
        """Return the doubts about the columns; none once the user has set them."""
        return () if self.is_answered or self.is_remembered else self.layout.doubts


def look_at(table: NamedTable, answers: Answers, source: str) -> Look:
    """Return the preview of a table. Nine queries."""
    layout, is_remembered = layout_with_answers(table, answers)
    day = answers.day or day_in_titles(layout.titles)
    year = answers.year or layout.year
    is_ambiguous = has_ambiguous_totals(layout)
    if is_ambiguous and year and not day:
        layout = replace(layout, shape=Shape.YEAR)
    elif not is_ambiguous:
        year = year or year_in(table.name) or year_in(source)
    is_evening = layout.shape is Shape.EVENING
    given = GivenDates(day if is_evening else None, year, timezone.localdate())
    rows = read_rows(table.rows, layout, given)
    return Look(
        layout=layout,
        given=given,
        lists=answers.lists or likely_lists(rows),
        preview=judge_rows(
            rows,
            layout.shape,
            is_turned=answers.is_turned,
            choices=answers.person_choices,
        ),
        examples=[list(row) for row in table.rows[layout.first_row :][:EXAMPLES]],
        needs_day=is_evening or is_ambiguous,
        needs_year=lacks_year(layout) or (is_ambiguous and not day),
        may_be_year=is_ambiguous and not is_evening,
        asks_lists=has_unknown_list_count(rows),
        is_remembered=is_remembered,
        is_answered=answers.meanings is not None,
        twice=tuple(
            meaning for meaning in ONLY_ONCE if layout.meanings.count(meaning) > 1
        ),
    )


def layout_with_answers(table: NamedTable, answers: Answers) -> tuple[Layout, bool]:
    """Return the layout, and whether its meanings are those of an earlier import."""
    layout = layout_of(table.rows, known_first_names=known_first_names())
    last_meanings = remembered_meanings(layout) if answers.meanings is None else None
    meanings = answers.meanings or last_meanings
    if meanings is not None and len(meanings) == len(layout.meanings):
        shape = shape_with_meanings(layout, meanings)
        layout = replace(layout, meanings=meanings, shape=shape, doubts=())
    return layout, last_meanings is not None


def shape_with_meanings(layout: Layout, meanings: Sequence[Meaning]) -> Shape:
    """Return the shape of a table whose columns have the given meanings."""
    series = [at for at, meaning in enumerate(meanings) if meaning is Meaning.SERIES]
    is_matrix = layout.shape is Shape.MATRIX and Meaning.DATE not in meanings
    return shape_of(meanings, series if is_matrix else [])


def has_ambiguous_totals(layout: Layout) -> bool:
    """Tell whether the totals may be those of an evening or of a year."""
    return layout.shape is Shape.EVENING and Meaning.SERIES not in layout.meanings


def lacks_year(layout: Layout) -> bool:
    """Tell whether the table does not say its year."""
    if layout.shape is Shape.YEAR:
        return Meaning.DATE not in layout.meanings
    if layout.shape is not Shape.MATRIX:
        return False
    heads = [layout.heads[at] for at in layout.columns(Meaning.SERIES)]
    return any(day_in(head) is None for head in heads)


def day_in_titles(titles: Sequence[str]) -> datetime.date | None:
    """Return the day in the lines above a table, if there is one.

    >>> day_in_titles(["Skatclub Herz Dame", "Abend vom 12.03.1998"])
    datetime.date(1998, 3, 12)
    """
    for title in titles:
        words = title.split()
        for length in range(WORDS_OF_A_DAY, 0, -1):
            for at in range(len(words) - length + 1):
                text = " ".join(words[at : at + length]).strip(",;()")
                if is_day(text) and (day := day_in(text)):
                    return day
    return None


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
