"""The meaning of the columns of a table, by the words of their heads.

Below no head, words are names and days are days. Nothing is concluded from numbers:
what no head says is asked.
"""

from collections.abc import Collection, Iterator, Mapping, Sequence
from enum import StrEnum

from tournaments.files.tables.cells import (
    NAMES,
    Head,
    Meaning,
    Purpose,
    Reading,
    are_running_numbers,
    is_day,
    is_empty,
    is_numeric,
    is_word,
    may_count_rows,
    share,
    whole_number_in,
)
from tournaments.people.names.lines import is_first_name

MOST = 0.7  # share of the cells of a column that are words, or days
MANY = 0.6  # share of cells with several words
MOST_SEATS = 5  # at a table
GAMES = {Meaning.WON, Meaning.LOST}
CLOSED = {Meaning.POINTS, *GAMES}
# The columns without which a table holds no lists of an event.
NEEDED = {Meaning.ROUND, Meaning.TABLE, *CLOSED}


class Doubt(StrEnum):
    """Something that the user has to look at; styles and tests use the values."""

    NO_NAME = "no-name"
    NO_TOTAL = "no-total"
    MISSING = "missing"
    RECKONED = "reckoned"
    POINTS = "points"
    SWAPPED = "swapped"
    TWO_NAMES = "two-names"
    TWICE = "twice"
    UNKNOWN = "unknown"
    COUNTS = "counts"


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
        share(is_numeric(cell) for cell in column if not is_empty(cell)) > MOST
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
