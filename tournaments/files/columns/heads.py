"""From rows to a table: its titles, the heads of its columns and its records.

Tables that lie across, stand beside each other or repeat their columns for each evening
are turned so that one record is one person, or one person and evening. Below no head,
words are names and days are days.
"""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache
from itertools import chain, groupby, pairwise, takewhile

from django.utils.translation import gettext as _

from tournaments.files.columns.lines import NAME, Key, results_in_lines
from tournaments.files.tables.cells import (
    CLOSING,
    DIFFERENT,
    LETTERS,
    NAMES,
    SERIES,
    Head,
    Meaning,
    Purpose,
    days_among,
    evening_number,
    is_day,
    is_empty,
    is_evening,
    is_numeric,
    is_word,
    is_year,
    plain_head,
    read_head,
    share,
    unstruck,
    whole_number_in,
    without_evening,
)
from tournaments.people.names.lines import is_first_name
from tournaments.people.names.names import fold

MOST_ROWS_ABOVE = 15  # rows with titles above the heads
FEWEST_CELLS = 2  # of a line with a result
FEWEST_ACROSS = 2  # people, or evenings, of a table that lies across
# Beside the columns of several evenings, these are of all evenings.
OF_ALL = {*CLOSING, Meaning.LISTS}
# Our own season table has these heads, and results that leave out struck evenings.
OF_A_SEASON = {"gewertet", "counted"}
SEASON_HEADS = {
    **dict.fromkeys(("ergebnis", "result"), Head(Meaning.NOTHING)),
    **dict.fromkeys(("punkte", "points"), Head(Meaning.TOTAL)),
}
# Heads of tables of people that also stand in their cells, as in names of places.
ALSO_CELLS = (Meaning.NOTHING, Meaning.GUEST, Meaning.ACTIVE, Meaning.GENDER)
SUM_LABELS = {
    *("summe", "gesamt", "total", "durchschnitt", "schnitt", "average", "mittelwert"),
    *("summen", "gesamtsumme", "kasse", "anzahl", "teilnehmer", "sieger", "stand"),
    *("insgesamt", "zusammen", "alle", "mittel", "gesamtergebnis", "summa", "ø", "σ"),
}
EVENING_AGAIN = {"tag", "abend", "spieltag", "day", "evening"}
MONTH = re.compile(
    r"(?i)(jan(uary?)?|feb(ruary?)?|märz|maerz|mrz|mar(ch)?|apr(il)?|mai|may|jun[ie]?"
    r"|jul[iy]?|aug(ust)?|sept?(ember)?|o[kc]t(ober)?|nov(ember)?|de[zc](ember)?)\.?"
    r"( (19|20)?[0-9]{2})?"
)
DAY_OF_MONTH = re.compile(r"[0-3]?[0-9]\.?")

Rows = Sequence[Sequence[str]]


@dataclass(frozen=True, slots=True)
class Record:
    """A row of a table; ``number`` is that of the row in the file, or of the column."""

    number: int
    cells: tuple[str, ...]


@dataclass(frozen=True, kw_only=True)
class Table:
    """The titles, heads and records of a table.

    ``head`` is the index of its (lower) head row, or None; ``repeated`` are the numbers
    of rows that repeat the heads. In a table that lies across, columns are records.
    ``common`` are the columns that stand once beside those of several evenings,
    ``labels`` those that say which evening or series a record is of, and ``days`` the
    texts of these in their order. ``has_twins`` if an evening has several columns.
    """

    purpose: Purpose
    head: int | None
    heads: tuple[str, ...]
    records: tuple[Record, ...] = ()
    titles: tuple[str, ...] = ()
    repeated: tuple[int, ...] = ()
    common: tuple[int, ...] = ()
    labels: tuple[int, ...] = ()
    days: tuple[str, ...] = ()
    has_twins: bool = False

    @cached_property
    def heads_read(self) -> dict[int, Head]:
        """Return the columns whose heads are known words."""
        plain = [plain_head(text) for text in self.heads]
        own = SEASON_HEADS if OF_A_SEASON & {*plain} else {}
        return {
            at: head
            for at, text in enumerate(self.heads)
            if (head := own.get(plain[at]) or read_head(text, self.purpose))
        }

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
            [unstruck(record.cells[at]) for record in records]
            for at in range(len(self.heads))
        ]

    def title(self, at: int) -> str:
        return self.heads[at] or _("Column %(number)s") % {"number": at + 1}


def table_of(rows: Rows, purpose: Purpose) -> Table:
    """Return a grid as a table with one record for each person (and evening)."""
    width = max(map(len, rows), default=0)
    grid = [[*row, *[""] * (width - len(row))] for row in rows]
    if purpose is Purpose.FORMER:
        grid = with_months([[*map(without_evening, row)] for row in grid])
    head = head_position(grid, purpose)
    if head is None:
        lines = ["".join(row) for row in grid if sum(map(bool, row)) < 2]
        is_text = purpose.has_results and len(lines) == len(grid)
        if is_text and (cells := results_in_lines(lines)):
            return table_of_lines(lines, cells, purpose)
        records = records_of(grid, 0)
        return Table(purpose=purpose, head=None, heads=("",) * width, records=records)
    top, bottom = head_rows(grid, head, purpose)
    *above, lowest = spread_heads(parted_heads(grid[top : bottom + 1]))
    heads = lowest
    for upper in reversed(above):
        pairs = zip(upper, heads, strict=True)
        heads = [joined_head(*each, purpose) for each in pairs]
    is_head = {fold(" ".join(row)) for row in grid[top : bottom + 1]}
    records = records_of(grid, bottom + 1)
    repeated = {
        each.number for each in records if fold(" ".join(each.cells)) in is_head
    }
    titles = (" ".join(dict.fromkeys(filter(None, row))) for row in grid[:top])
    table = Table(
        purpose=purpose,
        head=bottom,
        heads=tuple(heads),
        records=tuple(each for each in records if each.number not in repeated),
        titles=tuple(filter(None, titles)),
        repeated=tuple(sorted(repeated)),
    )
    if purpose.has_results and above:
        table = unfolded(table, [*zip(*above, strict=True)], lowest)
    if purpose is Purpose.FORMER:
        table = with_evenings(turned(table))
    return table


def table_of_lines(
    lines: Sequence[str], cells: Sequence[Mapping[Key, str]], purpose: Purpose
) -> Table:
    """Return lines of text as a table; those without a result only have a name."""
    columns = dict.fromkeys(chain.from_iterable(cells))
    top = len([*takewhile(lambda each: len(each) < FEWEST_CELLS, cells)])
    own = [
        each or ({NAME: line} if at > top else {})
        for at, (line, each) in enumerate(zip(lines, cells, strict=True))
    ]
    return Table(
        purpose=purpose,
        head=None,
        heads=tuple(head for head, _number in columns),
        records=records_of([[each.get(at, "") for at in columns] for each in own], 0),
        titles=tuple(line for line, each in zip(lines, own, strict=True) if not each),
    )


def records_of(table: Rows, first: int) -> tuple[Record, ...]:
    rows = enumerate(table[first:], first + 1)
    return tuple(Record(number, tuple(row)) for number, row in rows if any(row))


def head_position(table: Rows, purpose: Purpose) -> int | None:
    """Return the index of the row that names the columns; None if there is none.

    It is the row near the top that looks most like a head; if none has a known word,
    that of words right above numbers.
    """
    scores = [head_score(row, purpose) for row in table[:MOST_ROWS_ABOVE]]
    if any(scores):
        return scores.index(max(scores))
    top = table[: MOST_ROWS_ABOVE + 1] if purpose.has_results else ()
    for at, (row, below) in enumerate(pairwise(top)):
        if any(map(is_numeric, row)):
            break
        if sum(map(bool, row)) > 1 and any(map(is_numeric, below)):
            return at
    return None


def head_score(row: Sequence[str], purpose: Purpose) -> float:
    """Rate how much a row looks like a head; 0 for a row of records.

    One word alone is a head only above a list of names, a year only beside them.
    """
    filled = [cell for cell in row if cell]
    heads = [head for cell in filled if (head := read_head(cell, purpose))]
    others = [cell for cell in filled if read_head(cell, purpose) is None]
    known = len(heads) + sum(map(is_evening, others))
    has_name = any(head.meaning in NAMES for head in heads)
    years = {cell for cell in others if is_year(cell)}
    may_be_years = has_name and purpose is Purpose.FORMER
    heads_years = may_be_years and (len(years) > 1 or years >= {*others})
    has_numbers = any(
        whole_number_in(cell) is not None and not (heads_years and cell in years)
        for cell in others
    )
    is_day_above = sum(map(is_evening, filled)) == 1 and known < 3 and not has_name
    is_alone = len(set(filled)) == 1
    is_of_people = any(head.meaning not in ALSO_CELLS for head in heads)
    may_be = is_of_people if not purpose.has_results else not is_alone
    if not known or has_numbers or is_day_above or not may_be:
        return 0
    return 0.5 if is_alone else known + 0.1 * len(filled)


def head_rows(table: Rows, head: int, purpose: Purpose) -> tuple[int, int]:
    """Return the first and last row of the heads: days, series and what is below them.

    There are three rows only if the one in the middle names series.
    """
    top = bottom = head
    if head and is_upper_head(table[head - 1], table[head], purpose):
        top -= 1
        if head > 1 and is_above_series(table[head - 2], table[top]):
            top -= 1
        return top, bottom
    while bottom + 1 < len(table) and is_lower_head(
        table[bottom], table[bottom + 1], purpose
    ):
        bottom += 1
        if bottom > head + 1 or not is_above_series(table[head], table[bottom]):
            break
    return top, bottom


def is_above_series(row: Sequence[str], below: Sequence[str]) -> bool:
    return any(map(is_evening, row)) and any(map(series_number, below))


def is_known(cell: str, purpose: Purpose) -> bool:
    return read_head(cell, purpose) is not None or is_evening(cell)


def is_upper_head(row: Sequence[str], heads: Sequence[str], purpose: Purpose) -> bool:
    """Tell whether a row names groups of the columns below it."""
    filled = [cell for cell in row if cell]
    if sum(map(is_year, filled)) == 1:
        return False  # the year of the table
    fills_gap = any(cell and not below for cell, below in zip(row, heads, strict=True))
    known = sum(is_known(cell, purpose) for cell in filled)
    return len(set(filled)) > 1 and (
        known * 2 >= len(filled)
        or fills_gap
        or len(groups_in([*zip(spread_labels(row, heads), strict=True)], heads)) > 1
    )


def is_lower_head(row: Sequence[str], below: Sequence[str], purpose: Purpose) -> bool:
    """Tell whether the row below the heads says more about some of them.

    Below a head of names stands nothing, the same, or the parts of the names.
    """
    pairs = [(head, cell) for head, cell in zip(row, below, strict=True) if cell]
    named = [pair for pair in pairs if is_name(pair[0], purpose)]
    parts = [cell for head, cell in named if cell != head]
    return (
        len(pairs) > 1
        and any(is_name(head, purpose) for head in row)
        and (not parts or any(is_name(cell, purpose) for cell in parts))
        and all(
            head == cell or not head or is_known(head, purpose) for head, cell in pairs
        )
        and all(series_below(cell) or not is_numeric(cell) for _, cell in pairs)
        and any(
            series_below(cell) or is_known(cell, purpose)
            for head, cell in pairs
            if head != cell
        )
    )


def is_name(cell: str, purpose: Purpose) -> bool:
    read = read_head(cell, purpose)
    return read is not None and read.meaning in NAMES


def spread_labels(upper: Sequence[str], lower: Sequence[str]) -> list[str]:
    """Return the labels of groups of columns, each above all columns of its group."""
    labels: list[str] = []
    for at, cell in enumerate(upper):
        is_open = bool(labels) and bool(lower[at]) and bool(lower[at - 1])
        labels.append(cell or (labels[-1] if is_open else ""))
    return labels


def with_months(table: list[list[str]]) -> list[list[str]]:
    """Return a table in which days below the names of months name these, too.

    >>> with_months([["Name", "Mai", ""], ["", "5.", "12"]])
    [['Name', '', ''], ['', '5. Mai', '12. Mai']]
    """
    for at, (row, below) in enumerate(pairwise(table[:MOST_ROWS_ABOVE])):
        others = [cell for cell in row if cell and not MONTH.fullmatch(cell)]
        is_head = all(map(read_head, others)) and not any(
            is_word(cell) and read_head(cell) is None for cell in below
        )
        if not any(map(MONTH.fullmatch, row)) or not is_head:
            continue
        days = [
            f"{int(cell.strip('.'))}. {label}"
            if DAY_OF_MONTH.fullmatch(cell) and MONTH.fullmatch(label)
            else cell
            for label, cell in zip(spread_labels(row, below), below, strict=True)
        ]
        if days != below:
            pairs = zip(row, days, strict=True)
            rest = [cell * (cell in others and cell != day) for cell, day in pairs]
            return [*table[:at], rest, days, *table[at + 2 :]]
    return table


def parted_heads(rows: Rows) -> Rows:
    """Return one row of heads that each name a day and its column as two rows.

    >>> parted_heads([["Name", "6.3.98 1. Serie", "6.3.98 Gesamt"]])
    [['', '6.3.98', '6.3.98'], ['Name', '1. Serie', 'Gesamt']]
    """
    if len(rows) > 1:
        return rows
    parts = [parts_of_head(text) for text in rows[0]]
    if sum(bool(day) for day, _rest in parts) < FEWEST_ACROSS:
        return rows
    return [[day for day, _rest in parts], [rest for _day, rest in parts]]


def parts_of_head(text: str) -> tuple[str, str]:
    """Return the day in a head and the series or known word beside it."""
    parts = () if is_day(text) else days_among(text)
    known = (each for each in parts if series_number(each[1]) or read_head(each[1]))
    return next(known, ("", text))


def spread_heads(rows: Rows) -> list[Sequence[str]]:
    """Return the rows of heads, with the labels of groups above all their columns.

    Numbers below an evening are those of its series, however they are written; the
    evening again is its total.
    """
    *above, lowest = rows
    heads: list[Sequence[str]] = [lowest]
    for row in reversed(above):
        labels = spread_labels(row, heads[0])
        heads[0] = [*map(head_below, labels, heads[0])]
        heads.insert(0, labels)
    return heads


def head_below(label: str, cell: str) -> str:
    """Return the head of a column, said in full if it stands below an evening.

    >>> [head_below("6.3.98", cell) for cell in ("II", "1. Serie", "Tag", "gew.")]
    ['Serie 2', 'Serie 1', 'Gesamt', 'gew.']
    """
    if not is_evening(label) or is_year(label):
        return cell
    if plain_head(cell) in EVENING_AGAIN:
        return "Gesamt"
    number = series_below(cell)
    return f"Serie {number}" if number else cell


def series_below(cell: str) -> int:
    """Return the number of a series, which an evening above makes clear; 0 for none."""
    return series_number(cell) or series_number(f"Serie {cell}")


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


def with_evenings(table: Table) -> Table:
    """Return a table with one column for each evening, or some, with these below.

    Behind each evening, as many nameless columns with values as all evenings have are
    further series of it.
    """
    heads = table.heads
    evenings = [at for at, text in enumerate(heads) if is_evening(text)]
    meanings = {head.meaning for head in table.heads_read.values()}
    has_own = meanings & {*OF_ALL, Meaning.SERIES}
    is_one = len(evenings) == 1 and not (has_own or evening_number(heads[evenings[0]]))
    is_across = is_one or len(evenings) >= FEWEST_ACROSS
    if not is_across or {Meaning.DATE, Meaning.YEAR} & meanings:
        return table
    filled = {at for row in table.records for at, text in enumerate(row.cells) if text}
    behind = (range(at + 1, len(heads)) for at in evenings)
    nameless = [takewhile(lambda at: at in filled and not heads[at], e) for e in behind]
    more = min(len([*each]) for each in nameless)
    labels, lower = [("",)] * len(heads), [*heads]
    for at in evenings:
        labels[at : at + 1 + more] = [(heads[at],)] * (1 + more)
    runs = [[*run] for _each, run in groupby(range(len(heads)), labels.__getitem__)]
    runs = [run for run in runs if any(labels[run[0]])]
    for run in runs:
        for number, at in enumerate(run, 1):
            lower[at] = f"Serie {number}" if len(run) > 1 else "Gesamt"
        if ends_with_sums(table.records, run):
            lower[run[-1]] = "Gesamt"
    has_twins = len({labels[run[0]] for run in runs}) < sum(map(len, runs))
    return unfolded(replace(table, has_twins=has_twins), labels, lower)


def ends_with_sums(records: Iterable[Record], run: Sequence[int]) -> bool:
    """Tell whether the last of several columns is the sum of the others, row by row."""
    rows = [[whole_number_in(each.cells[at]) for at in run] for each in records]
    whole = [[*filter(None, row)] for row in rows if None not in row]
    sums = [row[-1] == sum(row[:-1]) for row in whole if len(row) == len(run) > 2]
    return len(sums) > 1 and all(sums)


def unfolded(
    table: Table, labels: Sequence[tuple[str, ...]], lower: Sequence[str]
) -> Table:
    """Return a table that repeats its columns for evenings or series with them below.

    Each record becomes one for each group in which it has a cell. Evenings without a
    day have the name above them, and are numbered. Columns of no group stand once.
    """
    groups = groups_in(labels, lower)
    words = [*map(fold, lower)]
    runs = [{words[at]: at for at in run} for _label, run in groups]
    grouped = {at for _label, run in groups for at in run}
    names = {label for label, _run in groups}
    is_repeated = len(groups) > 1 or any(map(is_evening, chain(*names)))
    if not is_repeated or sum(map(len, runs)) < len(grouped):
        return table
    columns: dict[str, Sequence[str]] = {}
    for texts in zip(*(label for label, _run in groups), strict=True):
        if len({*texts}) > 1 or is_time(texts):
            columns |= label_columns(texts)
    common = [at for at in range(len(lower)) if at not in grouped]
    order = {word: lower[at] for run in runs for word, at in run.items()}
    beside = (lower[at] if labels[at] in names else table.heads[at] for at in common)
    texts_of_groups = [*zip(*columns.values(), strict=True)]
    width = len(common)
    return replace(
        table,
        heads=(*beside, *columns, *order.values()),
        records=tuple(
            Record(each.number, (*(each.cells[at] for at in common), *label, *own))
            for each in table.records
            for label, own in groups_of(each, texts_of_groups, runs, order)
        ),
        common=tuple(range(width)),
        labels=(
            *(common.index(at) for at in table.labels),
            *range(width, width + len(columns)),
        ),
        days=tuple(columns.get("Datum", table.days)),
    )


def groups_of(
    record: Record,
    labels: Sequence[tuple[str, ...]],
    runs: Iterable[Mapping[str, int]],
    order: Iterable[str],
) -> list[tuple[tuple[str, ...], list[str]]]:
    """Return the groups in which a record has cells, with these in their order.

    Of somebody who was never there it is the first group: nobody gets lost.
    """
    groups = [
        (label, [record.cells[own[word]] if word in own else "" for word in order])
        for label, own in zip(labels, runs, strict=True)
    ]
    return [each for each in groups if not all(map(is_empty, each[1]))] or groups[:1]


def groups_in(
    labels: Sequence[tuple[str, ...]], lower: Sequence[str]
) -> list[tuple[tuple[str, ...], list[int]]]:
    """Return the evenings or series that stand beside each other, and their columns.

    A label may be any name of an evening if its columns begin as those of another.
    What stands behind the last group, and no other group has, is of none.
    """
    runs = groupby(range(len(labels)), key=lambda at: labels[at])
    groups = [(label, [*run]) for label, run in runs]
    groups = [each for each in groups if may_be_group(each[0], lower, each[1])]
    begins = [tuple(fold(lower[at]) for at in run[:2]) for _label, run in groups]
    groups = [
        (label, run)
        for (label, run), begin in zip(groups, begins, strict=True)
        if is_time(label) or begins.count(begin) > 1
    ]
    *others, last = [run for _label, run in groups] or [[]]
    longest = max(map(len, others), default=len(last))
    while len(last) > longest and not series_number(lower[last[-1]]):
        last.pop()
    return groups


def is_time(label: Iterable[str]) -> bool:
    return any(is_evening(text) or series_number(text) for text in label)


def may_be_group(
    label: Sequence[str], lower: Sequence[str], run: Sequence[int]
) -> bool:
    if is_time(label):
        return all(lower[at] for at in run)
    below = [read_head(lower[at]) for at in run]
    return (
        any(label)
        and not any(map(read_head, label))
        and len(run) > 1
        and all(head and head.meaning not in NAMES for head in below)
    )


def series_number(label: str) -> int:
    """Return the number of the series that a label names; 0 for none."""
    return evening_number(label, SERIES)


def label_columns(labels: Sequence[str]) -> dict[str, Sequence[str]]:
    """Return the columns that say which evening or series a label is, by their heads.

    >>> label_columns(["Serie 1", "Serie 2"]), label_columns(["6.3.98", "13.3.98"])
    ({'Serie': ['1', '2']}, {'Datum': ['6.3.98', '13.3.98']})
    >>> label_columns(["Ostern", "Advent"])
    {'Datum': ['1. Abend', '2. Abend'], 'Abend': ['Ostern', 'Advent']}
    """
    if all(map(series_number, labels)):
        return {"Serie": [str(series_number(label)) for label in labels]}
    for head, is_such in (("Datum", is_day), ("Jahr", is_year)):
        if all(map(is_such, labels)):
            return {head: labels}
    days = [next((day for day, _rest in days_among(text)), "") for text in labels]
    if any(days):
        days = [day or text for day, text in zip(days, labels, strict=True)]
    elif all(map(is_evening, labels)):
        days = [*labels]
    else:
        days = [f"{number}. Abend" for number in range(1, len(labels) + 1)]
    names = ["" if is_day(label) else label for label in labels]
    return {"Datum": days, "Abend": names}


def turned(table: Table) -> Table:
    """Return a table with evenings down the first column as one with people there."""
    firsts = [is_evening(record.cells[0]) for record in table.records]
    people = [
        head
        for head in table.heads[1:]
        if LETTERS.search(head) and read_head(head) is None and not is_day(head)
    ]
    has_words = any(
        is_word(cell) and not is_empty(cell)
        for record in table.records
        for cell in record.cells[1:]
    )
    is_few = min(len(people), sum(firsts)) < FEWEST_ACROSS
    if is_few or share(firsts) <= 0.6 or has_words:
        return table
    evenings, *columns = zip(*(each.cells for each in table.records), strict=True)
    rows = enumerate(zip(table.heads[1:], columns, strict=True), 2)
    records = (Record(at, (head, *cells)) for at, (head, cells) in rows if head)
    return replace(table, heads=("Name", *evenings), records=tuple(records))


@lru_cache(DIFFERENT)
def is_sum_row(label: str, sums: int, numbers: int) -> bool:
    """Tell whether a row holds sums: by its label, unless it is a person's name.

    >>> is_sum_row("Summe:", 0, 3), is_sum_row("Peter Stand", 0, 3)
    (True, False)
    >>> is_sum_row("", 1, 1), is_sum_row("", 0, 1), is_sum_row("Ida Kurz", 0, 5)
    (True, False, False)
    """
    words = plain_head(label.replace(",", " ")).split()
    if not words:
        return sums > 0 and sums * 2 >= numbers
    if words[0] in SUM_LABELS or words[-1] in SUM_LABELS:
        return sums > 0 or not any(map(is_first_name, words))
    return sums > 1 and sums * 2 > numbers
