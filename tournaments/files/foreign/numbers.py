"""The meaning of the columns of an old table that hold numbers."""

from collections import Counter
from collections.abc import Mapping, Sequence
from enum import StrEnum

from tournaments.files.foreign.arithmetic import (
    Closing,
    Columns,
    closings_in,
    has_more_won,
    is_ranking,
    list_count_and_total,
    sums_in,
)
from tournaments.files.foreign.cells import is_empty, is_fraction, whole_number_in
from tournaments.files.foreign.heads import Head, Meaning, read_head

ONCE = {
    *(Meaning.POINTS, Meaning.WON, Meaning.LOST, Meaning.OTHERS, Meaning.TOTAL),
    *(Meaning.LISTS, Meaning.RANK),
}
CLOSING = (Meaning.POINTS, Meaning.WON, Meaning.LOST)
NOT_SUMMED = (Meaning.NOTHING, Meaning.RANK, Meaning.LISTS)
ENOUGH_ROWS = 7  # to tell won games from played ones by sums alone
NUMBERS = 0.8  # share of cells that are whole numbers


class Doubt(StrEnum):
    """Something that the user has to look at; styles and tests use the values."""

    NO_NAME = "no-name"
    NO_TOTAL = "no-total"
    TWO_NAMES = "two-names"
    NAME_ORDER = "name-order"
    TWICE = "twice"
    HEADS_LIE = "heads-lie"
    MANY_SUMS = "many-sums"
    UNNAMED = "unnamed"


MeaningsAndDoubts = tuple[dict[int, Meaning], list[Doubt]]


def number_meanings(
    heads: Sequence[str], cells: Mapping[int, Sequence[str]]
) -> MeaningsAndDoubts:
    """Return the meanings of the columns without names and days, with the doubts."""
    columns = number_columns(cells)
    heads_read = {at: head for at in cells if (head := read_head(heads[at]))}
    clear = meanings_of_clear_heads(heads_read, columns)
    by_head = without_rivals(clear)
    doubts = [Doubt.TWICE] if len(by_head) < len(clear) else []
    ranks = [at for at in columns if at not in by_head and is_ranking(columns[at])]
    summed = {
        at: column
        for at, column in columns.items()
        if at not in ranks and by_head.get(at) not in NOT_SUMMED
    }
    meanings = {
        at: meaning for at, meaning in by_head.items() if meaning is not Meaning.NOTHING
    }
    if ranks and Meaning.RANK not in meanings.values():
        meanings[ranks[0]] = Meaning.RANK
    summed_meanings, sum_doubts = meanings_by_sums(
        summed, {at: by_head[at] for at in summed if at in by_head}, heads_read
    )
    return meanings | summed_meanings, [*doubts, *sum_doubts]


def number_columns(cells: Mapping[int, Sequence[str]]) -> dict[int, list[int | None]]:
    """Return the columns of whole numbers; other cells in them are None."""
    columns = {}
    for at, column in cells.items():
        filled = [cell for cell in column if not is_empty(cell)]
        numbers = [whole_number_in(cell) for cell in filled]
        count = len(numbers) - numbers.count(None)
        if (
            count
            and count >= len(filled) * NUMBERS
            and not any(map(is_fraction, filled))
        ):
            columns[at] = [whole_number_in(cell) for cell in column]
    return columns


def meanings_of_clear_heads(
    heads_read: Mapping[int, Head], columns: Columns
) -> dict[int, Meaning]:
    """Return the meanings of the heads whose words have no other meaning."""
    return {
        at: head.meaning
        for at, head in heads_read.items()
        if not head.is_vague and (at in columns or head.meaning is Meaning.NOTHING)
    }


def without_rivals(meanings: Mapping[int, Meaning]) -> dict[int, Meaning]:
    """Return the columns without those that claim the same unique meaning."""
    times = Counter(meanings.values())
    return {
        at: meaning
        for at, meaning in meanings.items()
        if meaning not in ONCE or times[meaning] == 1
    }


def meanings_by_sums(
    columns: Columns, by_head: Mapping[int, Meaning], heads_read: Mapping[int, Head]
) -> MeaningsAndDoubts:
    """Return the meanings by the sums, where the heads say nothing or are wrong."""
    series = [at for at, meaning in by_head.items() if meaning is Meaning.SERIES]
    closing, doubts = closing_and_doubts(columns, by_head, series)
    if closing is None:
        closing, doubts = closing_and_doubts(columns, {}, series)
        if closing and not (by_head and agrees_with_heads(closing, by_head)):
            doubts = [Doubt.HEADS_LIE]
    if closing is None:
        return meanings_without_closing(columns, by_head, heads_read)
    return dict.fromkeys(series, Meaning.SERIES) | closing.meanings(), doubts


def agrees_with_heads(closing: Closing, by_head: Mapping[int, Meaning]) -> bool:
    """Tell whether a closing contradicts none of the heads."""
    meanings = closing.meanings()
    return all(meanings.get(at, meaning) is meaning for at, meaning in by_head.items())


def closing_and_doubts(
    columns: Columns, by_head: Mapping[int, Meaning], series: Sequence[int]
) -> tuple[Closing | None, list[Doubt]]:
    """Return the likeliest closing that the columns form, with the doubts about it."""
    closings = closings_in(columns, by_head, parts=series)
    if len(closings) > 1:
        closings = [
            closing for closing in closings if has_more_won(columns, closing)
        ] or closings
    if not closings:
        return None, []
    if not has_more_won(columns, closings[0]):
        return closings[0], [Doubt.HEADS_LIE]
    is_weak = (
        closings[0].others is None and len(set(CLOSING) & set(by_head.values())) < 3
    )
    is_short = is_weak and len(columns[closings[0].total]) < ENOUGH_ROWS
    return closings[0], [Doubt.MANY_SUMS] if len(closings) > 1 or is_short else []


def meanings_without_closing(
    columns: Columns, by_head: Mapping[int, Meaning], heads_read: Mapping[int, Head]
) -> MeaningsAndDoubts:
    """Return totals and series of a table that has no closing that adds up."""
    meanings = dict(by_head)
    is_closing = {*CLOSING, Meaning.TOTAL} <= set(by_head.values())
    doubts = [Doubt.HEADS_LIE] if is_closing else []
    free = [at for at in columns if at not in by_head]
    sums = sums_in(
        {
            at: column
            for at, column in columns.items()
            if by_head.get(at, Meaning.SERIES) in (Meaning.SERIES, Meaning.TOTAL)
        },
        by_head,
    )
    series = [at for at, meaning in by_head.items() if meaning is Meaning.SERIES]
    vague = [at for at in free if at in heads_read and heads_read[at].is_vague]
    if sums and not series:
        total, parts = sums[0]
        meanings |= {total: Meaning.TOTAL} | dict.fromkeys(parts, Meaning.SERIES)
        rivals = [sum_parts for sum_parts in sums if len(sum_parts[1]) == len(parts)]
        doubts += [Doubt.MANY_SUMS] if len(rivals) > 1 else []
        free = [at for at in free if at not in (total, *parts)]
    elif sums and set(sums[0][1]) <= set(series):
        meanings[sums[0][0]] = Meaning.TOTAL
    elif (
        not meanings
        and not vague
        and (pair := list_count_and_total({at: columns[at] for at in free}))
    ):
        meanings |= dict(zip(pair, (Meaning.LISTS, Meaning.TOTAL), strict=True))
    elif Meaning.TOTAL not in meanings.values():
        candidates = vague or ([] if series else free)
        if len(candidates) == 1:
            meanings[candidates[0]] = Meaning.TOTAL
        doubts += total_doubts(candidates, vague)
    unnamed = [at for at in free if at not in meanings and at not in heads_read]
    return meanings, [*doubts, *([Doubt.UNNAMED] if unnamed and not doubts else [])]


def total_doubts(candidates: Sequence[int], vague: Sequence[int]) -> list[Doubt]:
    """Return the doubts about a total that was the only choice, or one of several."""
    if len(candidates) > 1:
        return [Doubt.TWICE]
    return [Doubt.UNNAMED] if candidates and not vague else []
