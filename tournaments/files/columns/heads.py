"""The rows that name the columns of a table, and what the columns mean by them.

Below no head, words are names and days are days. Nothing is concluded from numbers:
what no head says is asked.
"""

import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import groupby, pairwise, takewhile

from django.db.models import TextChoices
from django.utils.translation import gettext_lazy as _

from tournaments.files.tables.cells import (
    DIFFERENT,
    NAMES,
    SERIES,
    Head,
    Meaning,
    Purpose,
    Reading,
    are_running_numbers,
    days_among,
    evening_number,
    is_day,
    is_empty,
    is_evening,
    is_numeric,
    is_word,
    is_year,
    may_count_rows,
    plain_head,
    read_head,
    share,
    whole_number_in,
)
from tournaments.people.names.lines import is_first_name
from tournaments.people.names.names import fold

MOST_ROWS_ABOVE = 15  # rows with titles above the heads
# Heads of tables of people that also stand in their cells, as in names of places.
ALSO_CELLS = (Meaning.NOTHING, Meaning.GUEST, Meaning.ACTIVE, Meaning.GENDER)
SUM_LABELS = {
    *("summe", "gesamt", "total", "durchschnitt", "schnitt", "average", "mittelwert"),
    *("summen", "gesamtsumme", "kasse", "anzahl", "teilnehmer", "sieger", "stand"),
    *("insgesamt", "zusammen", "alle", "mittel", "gesamtergebnis", "summa", "ø", "σ"),
}

MONTH = re.compile(
    r"(?i)(jan(uary?)?|feb(ruary?)?|märz|maerz|mrz|mar(ch)?|apr(il)?|mai|may|jun[ie]?"
    r"|jul[iy]?|aug(ust)?|sept?(ember)?|o[kc]t(ober)?|nov(ember)?|de[zc](ember)?)\.?"
    r"( (19|20)?[0-9]{2})?"
)
DAY_OF_MONTH = re.compile(r"[0-3]?[0-9]\.?")

Rows = Sequence[Sequence[str]]


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
    has_numbers = any(
        whole_number_in(cell) is not None and not (has_name and is_year(cell))
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
            head == cell
            or (
                (not head or is_known(head, purpose))
                and (is_known(cell, purpose) or re.fullmatch("[0-9]{1,2}", cell))
            )
            for head, cell in pairs
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
        if not any(map(MONTH.fullmatch, row)) or not all(map(read_head, others)):
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


def spread_heads(rows: Rows) -> list[Sequence[str]]:
    """Return the rows of heads, with the labels of groups above all their columns.

    Numbers below an evening are those of its series.
    """
    *above, lowest = rows
    heads: list[Sequence[str]] = [lowest]
    for row in reversed(above):
        labels = spread_labels(row, heads[0])
        pairs = zip(labels, heads[0], strict=True)
        heads[0] = [
            f"Serie {cell}"
            if cell.isdecimal() and is_evening(label) and not is_year(label)
            else cell
            for label, cell in pairs
        ]
        heads.insert(0, labels)
    return heads


def evenings_among(
    heads: Sequence[str], filled: Collection[int]
) -> tuple[list[tuple[str, ...]], list[str]]:
    """Return the evenings among heads as labels, with the heads of their columns.

    Behind each evening, as many nameless columns with values as all evenings have are
    further series of it.

    >>> evenings_among(["Name", "6.3.", "13.3.", "Summe"], range(4))[1]
    ['Name', 'Gesamt', 'Gesamt', 'Summe']
    >>> evenings_among(["Name", "6.3.", "", "13.3.", ""], range(5))
    ([('',), ('6.3.',), ('6.3.',), ('13.3.',), ('13.3.',)], \
['Name', 'Serie 1', 'Serie 2', 'Serie 1', 'Serie 2'])
    """
    evenings = [at for at, text in enumerate(heads) if is_evening(text)]
    nameless = [
        len(list(takewhile(lambda at: at in filled and not heads[at], behind)))
        for behind in (range(at + 1, len(heads)) for at in evenings)
    ]
    labels = [text if is_evening(text) else "" for text in heads]
    for at in evenings:
        labels[at + 1 : at + 1 + min(nameless)] = [heads[at]] * min(nameless)
    lower = list(heads)
    for label, run in groupby(range(len(heads)), key=lambda at: labels[at]):
        columns = list(run)
        for number, at in enumerate(columns if label else (), 1):
            lower[at] = f"Serie {number}" if len(columns) > 1 else "Gesamt"
    return [(label,) for label in labels], lower


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


MOST = 0.7  # share of the cells of a column that are words, or days
MANY = 0.6  # share of cells with several words
MOST_SEATS = 5  # at a table
GAMES = {Meaning.WON, Meaning.LOST}
CLOSED = {Meaning.POINTS, *GAMES}
# The columns without which a table holds no lists of an event.
NEEDED = {Meaning.ROUND, Meaning.TABLE, *CLOSED}


class Doubt(TextChoices):
    """Something that the user has to look at, with what is said about it."""

    NO_NAME = "no-name", _("No column was found that holds names.")
    NO_TOTAL = (
        "no-total",
        _(
            "No column was found that holds a result. Please choose “Total” above it. "
            "In lines of text, write “Name; Total” in the first line and a semicolon "
            "before each result: “Kurz, Ida; 1412”."
        ),
    )
    MISSING = (
        "missing",
        _("Columns are missing: series, table, game points, won and lost are needed."),
    )
    RECKONED = (
        "reckoned",
        _(
            "No column holds the total. It would be reckoned from points and own "
            "games, with 30 for each game that the others lost, if these are known."
        ),
    )
    POINTS = (
        "points",
        _(
            "Points beside games won and lost may be the total, or the game points. "
            "Please choose above the column."
        ),
    )
    SWAPPED = (
        "swapped",
        _("More games are lost than won here. Are the heads of the two columns right?"),
    )
    TWO_NAMES = "two-names", _("It is not clear which columns hold the names.")
    TWICE = "twice", _("Two columns could be the same thing.")
    UNKNOWN = (
        "unknown",
        _(
            "No head says what a column of numbers is. It is not read unless you "
            "choose."
        ),
    )
    SPAN = (
        "span",
        _(
            "These totals are of several years together and belong to none of them. "
            "Bring in a row or a column for each year."
        ),
    )
    COUNTS = (
        "counts",
        _("A column may hold member numbers, or only count the rows."),
    )


Columns = Mapping[int, Sequence[str]]
Heads = Mapping[int, Head]
Meanings = dict[int, Meaning]
MeaningsAndDoubts = tuple[Meanings, list[Doubt]]


def shares_of_names(columns: Columns) -> dict[int, float]:
    """Return the columns of words, with the share of cells with several words."""
    shares = {}
    for at, column in columns.items():
        filled = [cell for cell in column if not is_empty(cell)]
        words = [cell for cell in filled if is_word(cell)]
        if words and len(words) >= len(filled) * MOST:
            parts = (cell.replace(",", " ").split() for cell in words)
            shares[at] = share(len(each) > 1 for each in parts)
    return shares


def name_meanings(heads: Heads, columns: Columns) -> MeaningsAndDoubts:
    """Return the columns that hold names; beside a first name, a name is the last.

    If the heads give one part of the names only, other words may be the other part.
    """
    texts = shares_of_names(columns)
    free = {at: several for at, several in texts.items() if at not in heads}
    named = {at: head.meaning for at, head in heads.items() if head.meaning in NAMES}
    if not named:
        usual = usual_meanings(free).items()
        names = {at: meaning for at, meaning in usual if meaning in NAMES}
        return names, [Doubt.TWO_NAMES] * (len(free) > 1)
    parts = {*named.values()} - {Meaning.ADDITION}
    if Meaning.FIRST in parts and Meaning.LAST not in parts:
        last = {Meaning.NAME: Meaning.LAST}
        return {at: last.get(each, each) for at, each in named.items()}, []
    is_half = len(parts) == 1 and any(texts.get(at, 1) < MANY for at in named)
    is_mixed = Meaning.NAME in parts and len(parts) > 1
    return named, [Doubt.TWO_NAMES] * (is_mixed or (is_half and bool(free)))


def usual_meanings(texts: Mapping[int, float]) -> Meanings:
    """Return the meanings of the columns of words below no heads, as is usual.

    These are family name, first name and club, or the whole name and the club.
    """
    is_whole = len(texts) == 1 or next(iter(texts.values()), 1) >= MANY
    names = (Meaning.NAME,) if is_whole else (Meaning.LAST, Meaning.FIRST)
    return dict(zip(texts, (*names, Meaning.CLUB), strict=False))


def unlike_usual(names: Meanings, columns: Columns) -> bool:
    """Tell whether more first names stand elsewhere than in the columns of names."""
    held = {
        at: share(any(map(is_first_name, cell.split())) for cell in column)
        for at, column in columns.items()
    }
    own = (held[at] for at, meaning in names.items() if meaning in NAMES)
    return max(held.values(), default=0) > max(own, default=1)


def meanings_by_heads(
    heads: Heads, columns: Columns, purpose: Purpose
) -> MeaningsAndDoubts:
    """Return the columns as their heads say, and those that hold days.

    Numbers that only count the rows are not of members; places beyond those at a
    table are of a ranking.
    """
    meanings = {
        at: head.meaning
        for at, head in heads.items()
        if head.meaning not in (*NAMES, Meaning.NOTHING)
        and not (head.meaning is Meaning.NUMBER and are_running_numbers(columns[at]))
        and not (head.meaning is Meaning.SEAT and is_ranking(columns[at]))
    }
    if purpose.has_results:
        return with_points_told(heads, meanings | days_in(heads, columns))
    vague = (at for at in meanings if heads[at].is_vague)
    counts = [at for at in vague if may_count_rows(columns[at])]
    for at in counts:
        del meanings[at]
    return meanings, [Doubt.COUNTS] * bool(counts)


def is_ranking(column: Sequence[str]) -> bool:
    return any((whole_number_in(cell) or 0) > MOST_SEATS for cell in column)


def days_in(heads: Heads, columns: Columns) -> Meanings:
    """Return the columns of days that have no known head, or that of an evening."""
    events = (None, Head(Meaning.EVENING))
    filled = {
        at: [cell for cell in column if not is_empty(cell)]
        for at, column in columns.items()
        if heads.get(at) in events
        if not any(may_be_games(cell, heads.get(at)) for cell in column)
    }
    days = {at: share(map(is_day, cells)) for at, cells in filled.items()}
    return {at: Meaning.DATE for at, own in days.items() if own >= MOST}


def may_be_games(cell: str, head: Head | None) -> bool:
    """Tell whether a cell such as 14/2 may hold games: its head names no days."""
    names_days = head and head.meaning in (Meaning.DATE, Meaning.EVENING)
    return cell.count("/") == 1 and not names_days


def with_points_told(heads: Heads, meanings: Meanings) -> MeaningsAndDoubts:
    """Return the columns with “points” as what they are: totals, or beside totals not.

    Beside won and lost games alone they may be game points as well: it is asked.
    """
    vague = {
        at
        for at, each in meanings.items()
        if each is Meaning.TOTAL and heads[at].is_vague
    }
    others = {each for at, each in meanings.items() if at not in vague}
    if Meaning.TOTAL in others:
        is_known = others >= GAMES and Meaning.POINTS not in others
        told = Meaning.POINTS if is_known else Meaning.NOTHING
        return meanings | dict.fromkeys(vague, told), []
    has_parts = bool(others & GAMES) and not others & {Meaning.POINTS, Meaning.SERIES}
    is_open = bool(vague) and has_parts
    if is_open:
        meanings |= dict.fromkeys(vague, Meaning.NOTHING)
    return meanings, [Doubt.POINTS] * is_open


def with_whole_results(meanings: Sequence[Meaning]) -> tuple[Meaning, ...]:
    """Return the columns without parts that no result can keep.

    Won and lost games are known together or not at all; of series only the totals are.
    """
    is_one_alone = sum(each in GAMES for each in meanings) == 1
    useless = GAMES if is_one_alone else set()
    if Meaning.SERIES in meanings:
        useless = CLOSED | {Meaning.OTHERS}
    return tuple(Meaning.NOTHING if each in useless else each for each in meanings)


def has_unknown(columns: Columns, known: Collection[int]) -> bool:
    """Tell whether a column of numbers is not known, and does not count the rows."""
    return any(
        share(
            is_numeric(cell) or whole_number_in(cell) is not None
            for cell in column
            if not is_empty(cell)
        )
        > MOST
        and not are_running_numbers(column)
        for at, column in columns.items()
        if at not in known
    )


def doubts_of_sums(
    meanings: Sequence[Meaning], columns: Columns, reading: Reading
) -> Iterator[Doubt]:
    """Yield what is odd about totals that would be reckoned, and about games."""
    if Meaning.POINTS in meanings and not {Meaning.TOTAL, Meaning.SERIES} & {*meanings}:
        yield Doubt.RECKONED
    games = {
        each: sum(whole_number_in(cell, reading) or 0 for cell in columns[at])
        for at, each in enumerate(meanings)
        if each in GAMES
    }
    if games.keys() == GAMES and games[Meaning.LOST] > games[Meaning.WON]:
        yield Doubt.SWAPPED


def missing_columns(meanings: Collection[Meaning], purpose: Purpose) -> Iterator[Doubt]:
    if not {Meaning.NAME, Meaning.LAST} & {*meanings}:
        yield Doubt.NO_NAME
    if purpose is Purpose.FORMER:
        if not {Meaning.TOTAL, Meaning.SERIES, Meaning.POINTS} & {*meanings}:
            yield Doubt.NO_TOTAL
    elif purpose is Purpose.RESULTS and not {*meanings} >= NEEDED:
        yield Doubt.MISSING
