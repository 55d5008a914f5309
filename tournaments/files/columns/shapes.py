"""The shape of a grid: its titles, its heads in one row or two, and its records.

Tables that lie across, stand beside each other or repeat their columns for each evening
are turned so that one record is one person, or one person and evening.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import groupby

from tournaments.files.tables.heads import (
    NAMES,
    Meaning,
    Purpose,
    is_evening,
    read_head,
)
from tournaments.files.tables.values import (
    LETTERS,
    is_day,
    is_empty,
    is_numeric,
    is_word,
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


@dataclass(frozen=True, slots=True, kw_only=True)
class Shaped:
    """A grid as a table: heads above records.

    ``head`` is the index of its (lower) head row, or None; ``repeated`` are the numbers
    of rows that repeat the heads. In a table that lies across, columns are records.
    ``common`` are the columns that stand once beside those of several evenings.
    """

    head: int | None
    heads: tuple[str, ...]
    records: tuple[Record, ...]
    titles: tuple[str, ...] = ()
    repeated: tuple[int, ...] = ()
    lies_across: bool = False
    common: tuple[int, ...] = ()


def shape_of_grid(rows: Rows, purpose: Purpose) -> Shaped:
    """Return a grid as a table with one record for each person (and evening)."""
    table = padded_rows(rows)
    head = head_position(table, purpose)
    if head is None:
        records = numbered(table, 0)
        return Shaped(head=None, heads=("",) * len(table[0]), records=records)
    top, bottom = head_rows(table, head, purpose)
    upper, lower = spread_labels(table[top], table[bottom]), table[bottom]
    if top == bottom:
        heads = tuple(lower)
    else:
        parts = zip(upper, lower, strict=True)
        heads = tuple(joined_head(*both, purpose) for both in parts)
    is_head = {fold(" ".join(table[at])) for at in (top, bottom)}
    records = numbered(table, bottom + 1)
    repeated = [
        each.number for each in records if fold(" ".join(each.cells)) in is_head
    ]
    shaped = Shaped(
        head=bottom,
        heads=heads,
        records=tuple(each for each in records if each.number not in repeated),
        titles=titles_in(table[:top]),
        repeated=tuple(repeated),
    )
    if purpose.has_results and top != bottom:
        shaped = unfolded(shaped, upper, lower)
    if purpose is Purpose.FORMER and lies_across(shaped):
        return turned(shaped)
    return shaped


def padded_rows(rows: Rows) -> list[list[str]]:
    """Return the rows, padded with empty cells to the same length."""
    width = max((len(row) for row in rows), default=0)
    return [[*row, *[""] * (width - len(row))] for row in rows] or [[]]


def numbered(table: Rows, first: int) -> tuple[Record, ...]:
    """Return the rows from ``first`` that are not empty, as records."""
    return tuple(
        Record(number, tuple(row))
        for number, row in enumerate(table[first:], first + 1)
        if any(row)
    )


def titles_in(rows: Rows) -> tuple[str, ...]:
    """Return the lines above a table; a text in merged cells counts once."""
    lines = (" ".join(dict.fromkeys(filter(None, row))) for row in rows)
    return tuple(filter(None, lines))


def head_position(table: Rows, purpose: Purpose) -> int | None:
    """Return the index of the row that names the columns; None if there is none.

    It is the row near the top that looks most like a head; if none has a known word,
    the first row of words above numbers.
    """
    best_row, best_score = None, 0.0
    for at, row in enumerate(table[:MOST_ROWS_ABOVE]):
        score = head_score(row, purpose)
        if score > best_score:
            best_row, best_score = at, score
    if best_row is None and purpose.has_results:
        return unknown_head_position(table)
    return best_row


def unknown_head_position(table: Rows) -> int | None:
    """Return the index of a head row of unknown words, if it stands above numbers."""
    for at, row in enumerate(table[:MOST_ROWS_ABOVE]):
        if any(map(is_numeric, row)):
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


def head_score(row: Sequence[str], purpose: Purpose) -> float:
    """Rate how much a row looks like a head; 0 for a row of records.

    One word alone is a head only above a list of names.
    """
    filled = [cell for cell in row if cell]
    heads = [read_head(cell, purpose) for cell in filled]
    days = sum(is_evening(cell) for cell in filled)
    known = sum(map(bool, heads)) + sum(
        is_evening(cell)
        for cell, head in zip(filled, heads, strict=True)
        if head is None
    )
    numbers = any(
        whole_number_in(cell) is not None
        for cell, head in zip(filled, heads, strict=True)
        if head is None
    )
    if not known or numbers or (days == 1 and known < 3):
        return 0
    is_alone = len(set(filled)) == 1
    if purpose.has_results:
        return 0 if is_alone else known + 0.1 * len(filled)
    if not any(head and head.meaning not in ALSO_CELLS for head in heads):
        return 0
    return 0.5 if is_alone else known + 0.1 * len(filled)


def head_rows(table: Rows, head: int, purpose: Purpose) -> tuple[int, int]:
    """Return the first and the last row of the heads, which may be two rows."""
    if head and is_upper_head(table[head - 1], table[head], purpose):
        return head - 1, head
    if head + 1 < len(table) and is_lower_head(table[head], table[head + 1], purpose):
        return head, head + 1
    return head, head


def is_upper_head(row: Sequence[str], heads: Sequence[str], purpose: Purpose) -> bool:
    """Tell whether a row names groups of the columns below it."""
    filled = [cell for cell in row if cell]
    fills_gap = any(cell and not below for cell, below in zip(row, heads, strict=True))
    words = [cell for cell in filled if read_head(cell, purpose) or is_evening(cell)]
    return len(set(filled)) > 1 and (len(words) * 2 >= len(filled) or fills_gap)


def is_lower_head(row: Sequence[str], below: Sequence[str], purpose: Purpose) -> bool:
    """Tell whether the row below the heads says more about some of them."""
    pairs = [(head, cell) for head, cell in zip(row, below, strict=True) if cell]
    named = {
        at
        for at, cell in enumerate(row)
        if (head := read_head(cell, purpose)) and head.meaning in NAMES
    }
    if len(pairs) < 2 or any(below[at] and below[at] != row[at] for at in named):
        return False
    if any(
        head
        and head != cell
        and read_head(head, purpose) is None
        and not is_evening(head)
        for head, cell in pairs
    ):
        return False
    return bool(named) and all(
        read_head(cell, purpose) or is_evening(cell) or is_small(cell)
        for _head, cell in pairs
    )


def is_small(cell: str) -> bool:
    """Tell whether a cell holds the number of a series."""
    return cell.isdecimal() and len(cell) <= 2


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
    return upper if is_evening(upper) or read_head(upper, purpose) else both


def unfolded(shaped: Shaped, upper: Sequence[str], lower: Sequence[str]) -> Shaped:
    """Return a table that repeats its columns for evenings or series with them below.

    Each record becomes one for each group in which it has a cell.
    """
    runs = [
        (label, [at for _label, at in run])
        for label, run in groupby(
            ((label, at) for at, label in enumerate(upper)), key=lambda pair: pair[0]
        )
    ]
    groups = [(label, run) for label, run in runs if label and is_group(label, run)]
    words = [[fold(lower[at]) for at in run] for _label, run in groups]
    if len(groups) < 2 or any(group != words[0] for group in words):
        return shaped
    grouped = {at for _label, run in groups for at in run}
    common = [at for at in range(len(lower)) if at not in grouped]
    records = [
        Record(
            each.number,
            (
                *(each.cells[at] for at in common),
                label_text(label),
                *(each.cells[at] for at in run),
            ),
        )
        for each in shaped.records
        for label, run in groups
        if not all(is_empty(each.cells[at]) for at in run)
    ]
    heads = (
        *(shaped.heads[at] for at in common),
        "Datum" if is_evening(groups[0][0]) else "Serie",
        *(lower[at] for at in groups[0][1]),
    )
    return replace(
        shaped, heads=heads, records=tuple(records), common=tuple(range(len(common)))
    )


def is_group(label: str, run: Sequence[int]) -> bool:
    """Tell whether columns belong to one evening or series."""
    head = read_head(label)
    is_series = head is not None and head.meaning is Meaning.SERIES
    return len(run) > 1 and (is_series or is_evening(label))


def label_text(label: str) -> str:
    """Return the number of a series; evenings keep their words."""
    head = read_head(label)
    if head and head.meaning is Meaning.SERIES and not is_evening(label):
        return str(head.number)
    return label


def lies_across(shaped: Shaped) -> bool:
    """Tell whether evenings stand down the first column and people across."""
    if not shaped.records:
        return False
    firsts = [record.cells[0] for record in shaped.records]
    people = [
        head
        for head in shaped.heads[1:]
        if LETTERS.search(head) and read_head(head) is None and not is_day(head)
    ]
    numbers = [
        cell
        for record in shaped.records
        for cell in record.cells[1:]
        if not is_empty(cell)
    ]
    return (
        len(people) >= FEWEST_ACROSS
        and sum(map(is_evening, firsts)) >= FEWEST_ACROSS
        and share(map(is_evening, firsts)) > 0.6
        and not any(map(is_word, numbers))
    )


def turned(shaped: Shaped) -> Shaped:
    """Return a table that lies across with people down and evenings across."""
    evenings = [record.cells[0] for record in shaped.records]
    return replace(
        shaped,
        heads=("Name", *evenings),
        records=tuple(
            Record(at + 1, (head, *(record.cells[at] for record in shaped.records)))
            for at, head in enumerate(shaped.heads)
            if at and head
        ),
        lies_across=True,
    )
