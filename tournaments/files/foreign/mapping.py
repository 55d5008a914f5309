"""The meaning of the columns of an old table, by their heads and by their sums."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum

from tournaments.files.foreign.cells import (
    day_in,
    is_day,
    is_empty,
    is_word,
    whole_number_in,
    year_in,
)
from tournaments.files.foreign.heads import Meaning, is_evening, read_head
from tournaments.files.foreign.names import name_meanings
from tournaments.files.foreign.numbers import Doubt, number_meanings

MOST_ROWS_ABOVE = 15  # rows with titles above the heads
SHARE = 0.7


class Shape(StrEnum):
    """What a row of a table stands for.

    A player on an evening (with a date or all on the same one), a player in a year, or
    a player on all evenings, one per column.
    """

    ROWS = "rows"
    MATRIX = "matrix"
    EVENING = "evening"
    YEAR = "year"


Rows = Sequence[Sequence[str]]


@dataclass(frozen=True, slots=True)
class Layout:
    """A table as it was understood; ``head`` is the index of its head row, or None.

    There is one of the ``meanings`` per column; ``doubts`` need a look by the user.
    ``titles`` are the lines above the head row.
    """

    shape: Shape
    head: int | None
    meanings: tuple[Meaning, ...]
    heads: tuple[str, ...]
    year: int | None = None
    titles: tuple[str, ...] = ()
    doubts: tuple[Doubt, ...] = ()

    @property
    def first_row(self) -> int:
        return 0 if self.head is None else self.head + 1

    def columns(self, meaning: Meaning) -> list[int]:
        """Return the positions of the columns with a meaning, from the left."""
        return [at for at, other in enumerate(self.meanings) if other is meaning]


def layout_of(rows: Rows, *, known_first_names: Iterable[str] = ()) -> Layout:
    """Return the meanings of the columns of a table, with the doubts about them."""
    table = padded_rows(rows)
    head = head_position(table)
    heads = tuple(table[head]) if head is not None else ("",) * len(table[0])
    above = table[: head or 0]
    titles = tuple(" ".join(filter(None, row)) for row in above if any(row))
    results = result_rows(table, head)
    columns = [[row[at] for row in results] for at in range(len(heads))]
    names, doubts = name_meanings(heads, columns, set(known_first_names))
    meanings = dict.fromkeys(range(len(heads)), Meaning.NOTHING) | names
    for at, column in enumerate(columns):
        if at not in names and is_date_column(heads[at], column):
            meanings[at] = Meaning.DATE
    evening_heads = [] if Meaning.DATE in meanings.values() else evening_columns(heads)
    remaining = {
        at: column
        for at, column in enumerate(columns)
        if meanings[at] is Meaning.NOTHING and at not in evening_heads
    }
    if evening_heads:
        meanings |= dict.fromkeys(evening_heads, Meaning.SERIES)
    else:
        numbers, number_doubts = number_meanings(heads, remaining)
        meanings |= numbers
        doubts = [*doubts, *number_doubts]
    others = tuple(meanings[at] for at in range(len(heads)))
    years = {year for title in titles if (year := year_in(title))}
    return Layout(
        shape=shape_of(others, evening_heads),
        head=head,
        meanings=others,
        heads=heads,
        year=years.pop() if len(years) == 1 else None,
        titles=titles,
        doubts=tuple(dict.fromkeys([*doubts, *missing_columns(others)])),
    )


def missing_columns(meanings: Sequence[Meaning]) -> Iterator[Doubt]:
    """Yield the doubts about a table without names or without totals."""
    if not {Meaning.NAME, Meaning.LAST} & set(meanings):
        yield Doubt.NO_NAME
    if not {Meaning.TOTAL, Meaning.SERIES, Meaning.POINTS} & set(meanings):
        yield Doubt.NO_TOTAL


def padded_rows(rows: Rows) -> list[list[str]]:
    """Return the rows, padded with empty cells to the same length."""
    width = max((len(row) for row in rows), default=0)
    return [[*row, *[""] * (width - len(row))] for row in rows] or [[]]


def head_position(table: Rows) -> int | None:
    """Return the index of the row that names the columns; None if there is none.

    It is the row near the top that looks most like a head; if none has a known word,
    the first row of words above numbers.
    """
    best_row, best_score = None, 0.0
    for at, row in enumerate(table[:MOST_ROWS_ABOVE]):
        score = head_score(row)
        if score > best_score:
            best_row, best_score = at, score
    return unknown_head_position(table) if best_row is None else best_row


def unknown_head_position(table: Rows) -> int | None:
    """Return the index of a head row of unknown words, if it stands above numbers."""
    for at, row in enumerate(table[:MOST_ROWS_ABOVE]):
        if any(whole_number_in(cell) is not None for cell in row):
            return None
        below = table[at + 1 : at + 1 + MOST_ROWS_ABOVE]
        if any(
            may_head_numbers(cell, [row_below[column] for row_below in below])
            for column, cell in enumerate(row)
        ):
            return at
    return None


def may_head_numbers(cell: str, below: Sequence[str]) -> bool:
    """Tell whether a cell can be the head of a column of numbers."""
    numbers = sum(whole_number_in(text) is not None for text in below)
    return cell != "" and not is_day(cell) and 0 < len(below) <= numbers * 2


def head_score(row: Sequence[str]) -> float:
    """Rate how much a row looks like a head; 0 for a row of results."""
    filled = [cell for cell in row if cell]
    known_words = [cell for cell in filled if read_head(cell) or is_evening(cell)]
    days = sum(is_evening(cell) for cell in filled)
    numbers = any(whole_number_in(cell) is not None for cell in filled)
    if not known_words or numbers or (days == 1 and len(known_words) < 3):
        return 0
    if len(filled) == 1:
        return 0
    return len(known_words) + 0.1 * len(filled)


def result_rows(table: Rows, head: int | None) -> list[Sequence[str]]:
    """Return the rows that hold a word and a number; all rows if none does."""
    below = table[0 if head is None else head + 1 :]
    results = [
        row
        for row in below
        if any(map(is_word, row))
        and any(whole_number_in(cell) is not None for cell in row)
    ]
    return results or list(below)


def is_date_column(head: str, column: Sequence[str]) -> bool:
    """Tell whether a column holds days, as its head or most of its cells say."""
    head_read = read_head(head)
    filled = [cell for cell in column if not is_empty(cell)]
    if head_read is not None and head_read.meaning is Meaning.DATE:
        return any(is_day(cell) for cell in filled)
    days = sum(day_in(cell) is not None for cell in filled)
    return bool(filled) and days >= len(filled) * SHARE


def evening_columns(heads: Sequence[str]) -> list[int]:
    """Return the columns whose heads name evenings, if there are two or more."""
    columns = [at for at, head in enumerate(heads) if is_evening(head)]
    return columns if len(columns) > 1 else []


def shape_of(meanings: Sequence[Meaning], evenings: Sequence[int]) -> Shape:
    """Return the shape of a table by the meanings of its columns."""
    if evenings:
        return Shape.MATRIX
    if Meaning.DATE in meanings:
        return Shape.ROWS
    return Shape.YEAR if Meaning.LISTS in meanings else Shape.EVENING
