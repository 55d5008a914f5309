"""What the columns with numbers of an old table mean."""

from collections import Counter
from collections.abc import Mapping, Sequence
from enum import StrEnum

from tournaments.files.foreign.arithmetic import (
    Closing,
    Columns,
    closings_in,
    is_likelier_won,
    is_ranking,
    lists_in,
    sums_in,
)
from tournaments.files.foreign.cells import is_empty, is_fraction, number_in
from tournaments.files.foreign.heads import Head, Meaning, read_head

ONCE = {
    *(Meaning.POINTS, Meaning.WON, Meaning.LOST, Meaning.OTHERS, Meaning.TOTAL),
    *(Meaning.LISTS, Meaning.RANK),
}
CLOSING = (Meaning.POINTS, Meaning.WON, Meaning.LOST)
ENOUGH_ROWS = 7  # to tell won games from played ones by sums alone
NUMBERS = 0.8  # share of cells that are whole numbers


class Doubt(StrEnum):
    """What a person has to look at; the value stands in styles and tests."""

    NO_NAME = "no-name"
    NO_TOTAL = "no-total"
    TWO_NAMES = "two-names"
    NAME_ORDER = "name-order"
    TWICE = "twice"
    HEADS_LIE = "heads-lie"
    MANY_SUMS = "many-sums"
    UNNAMED = "unnamed"


Found = tuple[dict[int, Meaning], list[Doubt]]


def number_meanings(heads: Sequence[str], cells: Mapping[int, Sequence[str]]) -> Found:
    """Return what columns mean that hold no names and no days; and the doubts."""
    columns = whole_columns(cells)
    said = {at: head for at in cells if (head := read_head(heads[at]))}
    sure = sure_of(said, columns)
    ranks = [at for at in columns if at not in sure and is_ranking(columns[at])]
    noted = [at for at, meaning in sure.items() if meaning is Meaning.NOTHING]
    aside = [
        at for at, meaning in sure.items() if meaning in (Meaning.RANK, Meaning.LISTS)
    ]
    useful = {
        at: each for at, each in columns.items() if at not in (*ranks, *noted, *aside)
    }
    doubts = [Doubt.TWICE] if is_said_twice(said, columns) else []
    found = {
        at: meaning for at, meaning in sure.items() if meaning is not Meaning.NOTHING
    }
    found |= {
        at: Meaning.RANK for at in ranks[:1] if Meaning.RANK not in found.values()
    }
    decided, further = decide(
        useful, {at: sure[at] for at in useful if at in sure}, said
    )
    return found | decided, [*doubts, *further]


def whole_columns(cells: Mapping[int, Sequence[str]]) -> dict[int, list[int | None]]:
    """Return the columns of whole numbers; what is none is None in them."""
    found = {}
    for at, column in cells.items():
        filled = [cell for cell in column if not is_empty(cell)]
        whole = [number_in(cell) for cell in filled]
        good = len(whole) - whole.count(None)
        if good and good >= len(filled) * NUMBERS and not any(map(is_fraction, filled)):
            found[at] = [number_in(cell) for cell in column]
    return found


def sure_of(said: Mapping[int, Head], columns: Columns) -> dict[int, Meaning]:
    """Return the columns whose heads leave no doubt: one alone says it."""
    clear = {
        at: head.meaning
        for at, head in said.items()
        if not head.is_vague and (at in columns or head.meaning is Meaning.NOTHING)
    }
    times = Counter(clear.values())
    return {
        at: meaning
        for at, meaning in clear.items()
        if meaning not in ONCE or times[meaning] == 1
    }


def is_said_twice(said: Mapping[int, Head], columns: Columns) -> bool:
    """Tell whether two columns claim a meaning that only one can have."""
    clear = Counter(
        head.meaning for at, head in said.items() if not head.is_vague and at in columns
    )
    return any(count > 1 for meaning, count in clear.items() if meaning in ONCE)


def decide(
    columns: Columns, sure: Mapping[int, Meaning], said: Mapping[int, Head]
) -> Found:
    """Return what the sums say where the heads say nothing, or something wrong."""
    series = [at for at, meaning in sure.items() if meaning is Meaning.SERIES]
    closing, doubts = the_closing(columns, sure, series)
    if closing is None:
        closing, further = the_closing(columns, {}, series)
        doubts = [*doubts, *further] if closing is None else [Doubt.HEADS_LIE]
        if sure and closing is not None and agrees(closing, sure):
            doubts = further
    if closing is not None:
        found = {at: each for at, each in sure.items() if each is Meaning.SERIES}
        return found | closing.meanings(), doubts
    return without_closing(columns, sure, said)


def agrees(closing: Closing, sure: Mapping[int, Meaning]) -> bool:
    """Tell whether a closing is what the heads say, as far as they say it."""
    found = closing.meanings()
    return all(found.get(at, sure[at]) is sure[at] for at in sure)


def the_closing(
    columns: Columns, sure: Mapping[int, Meaning], series: Sequence[int]
) -> tuple[Closing | None, list[Doubt]]:
    """Return the one closing that the columns make, and whether it is doubtful."""
    found = closings_in(columns, sure, parts=series)
    if len(found) > 1:
        found = [each for each in found if is_likelier_won(columns, each)] or found
    if not found:
        return None, []
    if not is_likelier_won(columns, found[0]):
        return found[0], [Doubt.HEADS_LIE]
    is_weak = found[0].others is None and len(set(CLOSING) & set(sure.values())) < 3
    is_short = is_weak and len(columns[found[0].total]) < ENOUGH_ROWS
    return found[0], [Doubt.MANY_SUMS] if len(found) > 1 or is_short else []


def without_closing(
    columns: Columns, sure: Mapping[int, Meaning], said: Mapping[int, Head]
) -> Found:
    """Return totals and series where nothing else is there, or nothing adds up."""
    found = dict(sure)
    doubts = (
        [Doubt.HEADS_LIE]
        if set(CLOSING) | {Meaning.TOTAL} <= set(sure.values())
        else []
    )
    free = [at for at in columns if at not in sure]
    sums = sums_in(
        {
            at: columns[at]
            for at in columns
            if sure.get(at, Meaning.SERIES) in (Meaning.SERIES, Meaning.TOTAL)
        },
        sure,
    )
    series = [at for at, meaning in sure.items() if meaning is Meaning.SERIES]
    vague = [at for at in free if at in said and said[at].is_vague]
    if sums and not series:
        total, parts = sums[0]
        found |= {total: Meaning.TOTAL} | dict.fromkeys(parts, Meaning.SERIES)
        rivals = [each for each in sums if len(each[1]) == len(parts)]
        doubts += [Doubt.MANY_SUMS] if len(rivals) > 1 else []
        free = [at for at in free if at not in (total, *parts)]
    elif sums and set(sums[0][1]) <= set(series):
        found[sums[0][0]] = Meaning.TOTAL
    elif (
        not found and not vague and (pair := lists_in({at: columns[at] for at in free}))
    ):
        found |= dict(zip(pair, (Meaning.LISTS, Meaning.TOTAL), strict=True))
    elif Meaning.TOTAL not in found.values():
        one = vague or ([] if series else free)
        if len(one) == 1:
            found[one[0]] = Meaning.TOTAL
        doubts += doubts_of(one, vague)
    left = [at for at in free if at not in found and at not in said]
    return found, [*doubts, *([Doubt.UNNAMED] if left and not doubts else [])]


def doubts_of(one: Sequence[int], vague: Sequence[int]) -> list[Doubt]:
    """Return what to ask where a total was taken for want of another column."""
    if len(one) > 1:
        return [Doubt.TWICE]
    return [Doubt.UNNAMED] if one and not vague else []
