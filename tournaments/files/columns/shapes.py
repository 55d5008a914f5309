"""The shape of a grid: its titles, its heads in one row or two, and its records.

Tables that lie across, stand beside each other or repeat their columns for each evening
are turned so that one record is one person, or one person and evening.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import chain, groupby

from tournaments.files.tables.cells import (
    LETTERS,
    NAMES,
    Head,
    Meaning,
    Purpose,
    is_day,
    is_empty,
    is_evening,
    is_numeric,
    is_word,
    read_head,
    share,
    whole_number_in,
)
from tournaments.people.names.names import fold

MOST_ROWS_ABOVE = 15  # rows with titles above the heads
# Heads of tables of people that also stand in their cells, as in names of places.
ALSO_CELLS = (Meaning.NOTHING, Meaning.GUEST, Meaning.ACTIVE, Meaning.GENDER)
FEWEST_ACROSS = 2  # people, or evenings, of a table that lies across

Rows = Sequence[Sequence[str]]


@dataclass(frozen=True, slots=True)
class Record:
    """A row of a table; ``number`` is that of the row in the file, or of the column."""

    number: int
    cells: tuple[str, ...]


@dataclass(frozen=True, kw_only=True)
class Shaped:
    """A grid as a table: heads above records.

    ``head`` is the index of its (lower) head row, or None; ``repeated`` are the numbers
    of rows that repeat the heads. In a table that lies across, columns are records.
    ``common`` are the columns that stand once beside those of several evenings.
    """

    purpose: Purpose
    head: int | None
    heads: tuple[str, ...]
    records: tuple[Record, ...] = ()
    titles: tuple[str, ...] = ()
    repeated: tuple[int, ...] = ()
    lies_across: bool = False
    common: tuple[int, ...] = ()

    @cached_property
    def heads_read(self) -> dict[int, Head]:
        """Return the columns whose heads are known words."""
        heads = (
            (at, read_head(text, self.purpose)) for at, text in enumerate(self.heads)
        )
        return {at: head for at, head in heads if head}

    @cached_property
    def typical(self) -> list[list[str]]:
        """Return the columns of records with a word (and, of results, a number)."""
        typical = [
            record
            for record in self.records
            if any(map(is_word, record.cells))
            and (not self.purpose.has_results or any(map(is_numeric, record.cells)))
        ]
        records = typical or self.records
        return [
            [record.cells[at] for record in records] for at in range(len(self.heads))
        ]

    @cached_property
    def evenings(self) -> list[int]:
        """Return the columns whose heads name evenings, if there are two or more."""
        meanings = [head.meaning for head in self.heads_read.values()]
        if self.purpose is not Purpose.FORMER or Meaning.DATE in meanings:
            return []
        columns = [at for at, head in enumerate(self.heads) if is_evening(head)]
        return columns if len(columns) > 1 else []

    @cached_property
    def results(self) -> list[list[str]]:
        known = self.heads_read
        return [
            column
            for at, column in enumerate(self.typical)
            if self.purpose.has_results
            and (at not in known or known[at].meaning is not Meaning.NOTHING)
        ]

    @cached_property
    def slashed_days(self) -> list[str]:
        """Return all texts that may be days written with slashes."""
        words = " ".join(self.titles).split()
        cells = (cell for record in self.records for cell in record.cells)
        return [text for text in chain(words, self.heads, cells) if "/" in text]


def shape_of_grid(rows: Rows, purpose: Purpose) -> Shaped:
    """Return a grid as a table with one record for each person (and evening)."""
    width = max(map(len, rows), default=0)
    table = [[*row, *[""] * (width - len(row))] for row in rows]
    head = head_position(table, purpose)
    if head is None:
        records = records_of(table, 0)
        return Shaped(purpose=purpose, head=None, heads=("",) * width, records=records)
    top, bottom = head_rows(table, head, purpose)
    upper, lower = spread_labels(table[top], table[bottom]), table[bottom]
    pairs = zip(upper, lower, strict=True)
    is_head = {fold(" ".join(table[at])) for at in (top, bottom)}
    records = records_of(table, bottom + 1)
    repeats = [fold(" ".join(each.cells)) in is_head for each in records]
    titles = (" ".join(dict.fromkeys(filter(None, row))) for row in table[:top])
    shaped = Shaped(
        purpose=purpose,
        head=bottom,
        heads=tuple(
            lower if top == bottom else (joined_head(*each, purpose) for each in pairs)
        ),
        records=tuple(
            each for each, is_it in zip(records, repeats, strict=True) if not is_it
        ),
        titles=tuple(filter(None, titles)),
        repeated=tuple(
            each.number for each, is_it in zip(records, repeats, strict=True) if is_it
        ),
    )
    if purpose.has_results and top != bottom:
        shaped = unfolded(shaped, upper, lower)
    is_turned = purpose is Purpose.FORMER and lies_across(shaped)
    return turned(shaped) if is_turned else shaped


def records_of(table: Rows, first: int) -> tuple[Record, ...]:
    rows = enumerate(table[first:], first + 1)
    return tuple(Record(number, tuple(row)) for number, row in rows if any(row))


def head_position(table: Rows, purpose: Purpose) -> int | None:
    """Return the index of the row that names the columns; None if there is none.

    It is the row near the top that looks most like a head; if none has a known word,
    the first row of words above numbers.
    """
    scores = [head_score(row, purpose) for row in table[:MOST_ROWS_ABOVE]]
    if any(scores):
        return scores.index(max(scores))
    for at, row in enumerate(table[:MOST_ROWS_ABOVE] if purpose.has_results else ()):
        if any(map(is_numeric, row)):
            break
        below = table[at + 1 : at + 1 + MOST_ROWS_ABOVE]
        columns = zip(row, zip(*below, strict=True), strict=False)
        if any(may_head_numbers(*each) for each in columns):
            return at
    return None


def may_head_numbers(cell: str, below: Sequence[str]) -> bool:
    numbers = sum(whole_number_in(text) is not None for text in below)
    return cell != "" and not is_day(cell) and 0 < len(below) <= numbers * 2


def head_score(row: Sequence[str], purpose: Purpose) -> float:
    """Rate how much a row looks like a head; 0 for a row of records.

    One word alone is a head only above a list of names.
    """
    filled = [cell for cell in row if cell]
    heads = [head for cell in filled if (head := read_head(cell, purpose))]
    others = [cell for cell in filled if read_head(cell, purpose) is None]
    known = len(heads) + sum(map(is_evening, others))
    has_numbers = any(whole_number_in(cell) is not None for cell in others)
    is_day_above = sum(map(is_evening, filled)) == 1 and known < 3
    is_alone = len(set(filled)) == 1
    is_of_people = any(head.meaning not in ALSO_CELLS for head in heads)
    may_be = is_of_people if not purpose.has_results else not is_alone
    if not known or has_numbers or is_day_above or not may_be:
        return 0
    return 0.5 if is_alone else known + 0.1 * len(filled)


def head_rows(table: Rows, head: int, purpose: Purpose) -> tuple[int, int]:
    if head and is_upper_head(table[head - 1], table[head], purpose):
        return head - 1, head
    if head + 1 < len(table) and is_lower_head(table[head], table[head + 1], purpose):
        return head, head + 1
    return head, head


def is_known(cell: str, purpose: Purpose) -> bool:
    return read_head(cell, purpose) is not None or is_evening(cell)


def is_upper_head(row: Sequence[str], heads: Sequence[str], purpose: Purpose) -> bool:
    """Tell whether a row names groups of the columns below it."""
    filled = [cell for cell in row if cell]
    fills_gap = any(cell and not below for cell, below in zip(row, heads, strict=True))
    known = sum(is_known(cell, purpose) for cell in filled)
    return len(set(filled)) > 1 and (known * 2 >= len(filled) or fills_gap)


def is_lower_head(row: Sequence[str], below: Sequence[str], purpose: Purpose) -> bool:
    """Tell whether the row below the heads says more about some of them."""
    pairs = [(head, cell) for head, cell in zip(row, below, strict=True) if cell]
    named = [
        cell in ("", name)
        for name, cell in zip(row, below, strict=True)
        if (head := read_head(name, purpose)) and head.meaning in NAMES
    ]
    return (
        len(pairs) > 1
        and bool(named)
        and all(named)
        and all(head in ("", cell) or is_known(head, purpose) for head, cell in pairs)
        and all(
            is_known(cell, purpose) or (cell.isdecimal() and len(cell) <= 2)
            for _head, cell in pairs
        )
    )


def spread_labels(upper: Sequence[str], lower: Sequence[str]) -> list[str]:
    """Return the labels of groups of columns, each above all columns of its group."""
    labels: list[str] = []
    for at, cell in enumerate(upper):
        is_open = bool(labels) and bool(lower[at]) and bool(lower[at - 1])
        labels.append(cell or (labels[-1] if is_open else ""))
    return labels


def joined_head(upper: str, lower: str, purpose: Purpose) -> str:
    """Return the head of a column with two parts, whichever says it best."""
    if not upper or not lower or upper == lower:
        return upper or lower
    both = f"{upper} {lower}"
    for text in (both, f"{lower} {upper}"):
        head = read_head(text, purpose)
        if head and not head.is_vague:
            return text
    if read_head(lower, purpose) and not is_evening(upper):
        return lower
    return upper if is_known(upper, purpose) else both


def unfolded(shaped: Shaped, upper: Sequence[str], lower: Sequence[str]) -> Shaped:
    """Return a table that repeats its columns for evenings or series with them below.

    Each record becomes one for each group in which it has a cell.
    """
    groups = list(groups_in(upper))
    grouped = {at for _label, run in groups for at in run}
    words = {tuple(fold(lower[at]) for at in run) for _label, run in groups}
    if len(groups) < 2 or len(words) > 1:
        return shaped
    common = [at for at in range(len(lower)) if at not in grouped]
    first, first_run = groups[0]
    own = "Serie" if first.isdecimal() else "Datum"
    heads = (
        [shaped.heads[at] for at in common] + [own] + [lower[at] for at in first_run]
    )

    def part_of(
        cells: Sequence[str], label: str, run: Sequence[int]
    ) -> tuple[str, ...]:
        return (*(cells[at] for at in common), label, *(cells[at] for at in run))

    records = tuple(
        Record(each.number, part_of(each.cells, label, run))
        for each in shaped.records
        for label, run in groups
        if not all(is_empty(each.cells[at]) for at in run)
    )
    whole = tuple(range(len(common)))
    return replace(shaped, heads=tuple(heads), records=records, common=whole)


def groups_in(upper: Sequence[str]) -> Iterator[tuple[str, list[int]]]:
    """Yield the day or the number of each evening or series, and its columns."""
    for label, run in groupby(range(len(upper)), key=lambda at: upper[at]):
        places, head = list(run), read_head(label)
        is_series = head is not None and head.meaning is Meaning.SERIES
        if len(places) > 1 and is_evening(label):
            yield label, places
        elif len(places) > 1 and is_series:
            yield str(head.number if head else 0), places


def lies_across(shaped: Shaped) -> bool:
    """Tell whether evenings stand down the first column and people across."""
    firsts = [is_evening(record.cells[0]) for record in shaped.records]
    people = [
        head
        for head in shaped.heads[1:]
        if LETTERS.search(head) and read_head(head) is None and not is_day(head)
    ]
    return (
        min(len(people), sum(firsts)) >= FEWEST_ACROSS
        and share(firsts) > 0.6
        and not any(
            is_word(cell) and not is_empty(cell)
            for record in shaped.records
            for cell in record.cells[1:]
        )
    )


def turned(shaped: Shaped) -> Shaped:
    columns = zip(*(record.cells for record in shaped.records), strict=True)
    evenings, *people = (tuple(column) for column in columns)
    return replace(
        shaped,
        heads=("Name", *evenings),
        records=tuple(
            Record(at, (head, *cells))
            for at, (head, cells) in enumerate(
                zip(shaped.heads[1:], people, strict=True), 2
            )
            if head
        ),
        lies_across=True,
    )
