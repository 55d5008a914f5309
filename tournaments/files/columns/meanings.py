"""The meaning of the columns of a table: by heads, by known first names, by sums."""

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from enum import StrEnum

from tournaments.files.columns.names import is_first_name
from tournaments.files.columns.sums import (
    Closing,
    Columns,
    closings_in,
    has_more_won,
    is_ranking,
    list_count_and_total,
    sums_in,
)
from tournaments.files.tables.heads import (
    CLOSING,
    NAMES,
    Head,
    Meaning,
)
from tournaments.files.tables.values import (
    Reading,
    are_running_numbers,
    is_empty,
    is_fraction,
    is_word,
    share,
    whole_number_in,
)

ONCE = {*CLOSING, Meaning.LISTS, Meaning.RANK, Meaning.ROUND, Meaning.TABLE}
OWN_GAMES = (Meaning.POINTS, Meaning.WON, Meaning.LOST)
NOT_SUMMED = (
    *(Meaning.NOTHING, Meaning.RANK, Meaning.LISTS, Meaning.ROUND, Meaning.TABLE),
    *(Meaning.SEAT, Meaning.GAMES, Meaning.PASSED_IN, Meaning.CLUB, Meaning.EVENING),
)
USUAL = (Meaning.LAST, Meaning.FIRST, Meaning.CLUB)
ENOUGH_ROWS = 7  # to tell won games from played ones by sums alone
NUMBERS = 0.8  # share of cells that are whole numbers
MANY = 0.6  # share of cells that begin with a known first name
FEW = 0.25
WORDS = 0.7  # share of cells that are words


class Doubt(StrEnum):
    """Something that the user has to look at; styles and tests use the values."""

    NO_NAME = "no-name"
    NO_TOTAL = "no-total"
    RECKONED = "reckoned"
    TWO_NAMES = "two-names"
    NAME_ORDER = "name-order"
    TWICE = "twice"
    HEADS_LIE = "heads-lie"
    NO_NUMBERS = "no-numbers"
    MANY_SUMS = "many-sums"
    UNNAMED = "unnamed"
    MISSING = "missing"


MeaningsAndDoubts = tuple[dict[int, Meaning], list[Doubt]]


def name_meanings(
    heads_read: Mapping[int, Head],
    columns: Sequence[Sequence[str]],
    first_names: Collection[str],
) -> MeaningsAndDoubts:
    """Return the columns that hold names, with the doubts about them."""
    name_heads = {
        at: head.meaning for at, head in heads_read.items() if head.meaning in NAMES
    }
    texts = [at for at, column in enumerate(columns) if is_text_column(column)]
    free = [at for at in texts if at not in heads_read]
    if name_heads:
        meanings, doubts = names_by_heads(name_heads)
        return names_with_missing_part(meanings, doubts, free, columns, first_names)
    return names_by_first_names(free, columns, first_names)


def names_by_heads(name_heads: dict[int, Meaning]) -> MeaningsAndDoubts:
    """Return the columns as their heads say; beside a first name, a name is the last.

    Of two columns with the same meaning the first counts, with a doubt.
    """
    parts = set(name_heads.values()) - {Meaning.ADDITION}
    is_split = Meaning.FIRST in parts and Meaning.LAST not in parts
    columns: dict[Meaning, int] = {}
    for at, meaning in name_heads.items():
        is_last = is_split and meaning is Meaning.NAME
        columns.setdefault(Meaning.LAST if is_last else meaning, at)
    doubts = []
    is_mixed = Meaning.NAME in columns and len(parts) > 1
    if len(columns) < len(name_heads) or is_mixed:
        doubts.append(Doubt.TWO_NAMES)
    if columns.keys() == {Meaning.FIRST}:
        doubts.append(Doubt.NAME_ORDER)
    return {at: meaning for meaning, at in columns.items()}, doubts


def names_with_missing_part(
    meanings: dict[int, Meaning],
    doubts: list[Doubt],
    free: Sequence[int],
    columns: Sequence[Sequence[str]],
    first_names: Collection[str],
) -> MeaningsAndDoubts:
    """Return the name columns; if the heads give one part only, look for the other."""
    ((at, meaning), *further) = meanings.items()
    is_part = (
        not further and any(columns[at]) and share_of_several_words(columns[at]) < MANY
    )
    if not (free and is_part):
        return meanings, doubts
    firsts = [
        other
        for other in free
        if share_with_first_name(columns[other], first_names) >= MANY
    ]
    if meaning is not Meaning.FIRST and len(firsts) == 1:
        return {at: Meaning.LAST, firsts[0]: Meaning.FIRST}, doubts
    return meanings, [*doubts, Doubt.TWO_NAMES]


def names_by_first_names(
    free: Sequence[int], columns: Sequence[Sequence[str]], first_names: Collection[str]
) -> MeaningsAndDoubts:
    """Return the name columns among those of words, by the known first names."""
    shares = {at: share_with_first_name(columns[at], first_names) for at in free}
    full_names = [at for at in free if share_of_several_words(columns[at]) >= MANY]
    people = [
        at
        for at in full_names
        if share_with_any_first_name(columns[at], first_names) >= MANY
    ]
    if len(people) == 1:
        return {people[0]: Meaning.NAME}, []
    single = [at for at in free if at not in full_names]
    firsts = [at for at in single if shares[at] >= MANY]
    lasts = [at for at in single if shares[at] <= FEW and has_varied_words(columns[at])]
    if len(firsts) == 1 and len(lasts) == 1 and not people:
        return {firsts[0]: Meaning.FIRST, lasts[0]: Meaning.LAST}, []
    if len(free) == 1:
        doubts = [] if has_varied_words(columns[free[0]]) else [Doubt.NAME_ORDER]
        return {free[0]: Meaning.NAME}, doubts
    guess = max(free, key=lambda at: len(set(columns[at])), default=None)
    return ({} if guess is None else {guess: Meaning.NAME}), [Doubt.TWO_NAMES]


def is_text_column(column: Sequence[str]) -> bool:
    """Tell whether most cells of a column are words."""
    filled = [cell for cell in column if not is_empty(cell)]
    return bool(filled) and sum(map(is_word, filled)) >= len(filled) * WORDS


def share_with_first_name(column: Sequence[str], first_names: Collection[str]) -> float:
    """Return the share of words that begin with a known first name."""
    return share(is_first_name(cell, first_names) for cell in column if is_word(cell))


def share_with_any_first_name(
    column: Sequence[str], first_names: Collection[str]
) -> float:
    """Return the share of cells in which any word is a known first name."""
    return share(
        any(is_first_name(word, first_names) for word in cell.replace(",", " ").split())
        for cell in column
        if is_word(cell)
    )


def share_of_several_words(column: Sequence[str]) -> float:
    """Return the share of cells with two words or more."""
    return share(len(cell.split()) > 1 for cell in column if is_word(cell))


def has_varied_words(column: Sequence[str]) -> bool:
    """Tell whether a column has enough different words to hold people, not clubs."""
    texts = [cell for cell in column if is_word(cell)]
    return len(set(texts)) >= min(4, len(texts))


def usual_meanings(
    columns: Sequence[Sequence[str]], first_names: Collection[str]
) -> MeaningsAndDoubts:
    """Return the meanings of the columns of words below no heads, as is usual.

    These are family name, first name and club, or the whole name and the club.
    """
    texts = [at for at, column in enumerate(columns) if is_text_column(column)]
    if not texts:
        return {}, []
    first = columns[texts[0]]
    is_whole = len(texts) == 1 or share_of_several_words(first) >= MANY
    usual = (Meaning.NAME, Meaning.CLUB) if is_whole else USUAL
    shares = {at: share_with_any_first_name(columns[at], first_names) for at in texts}
    people = texts[: len(usual) - 1]
    is_elsewhere = max(shares.values()) > max(MANY, *(shares[at] for at in people))
    return dict(zip(texts, usual, strict=False)), [Doubt.TWO_NAMES] * is_elsewhere


def people_meanings(
    heads_read: Mapping[int, Head], columns: Sequence[Sequence[str]], names: set[int]
) -> MeaningsAndDoubts:
    """Return the meanings of the other columns of a list of people.

    A number is that of a member unless it only counts the rows.
    """
    meanings: dict[int, Meaning] = {}
    doubts: list[Doubt] = []
    for at, head in heads_read.items():
        is_count = head.meaning is Meaning.NUMBER and are_running_numbers(columns[at])
        if at in names or head.meaning is Meaning.NOTHING or is_count:
            continue
        if head.meaning in meanings.values():
            doubts.append(Doubt.TWICE)
        else:
            meanings[at] = head.meaning
    return meanings, doubts


def number_meanings(
    heads_read: Mapping[int, Head],
    cells: Mapping[int, Sequence[str]],
    reading: Reading,
) -> MeaningsAndDoubts:
    """Return the meanings of the columns without names and days, with the doubts.

    A column keeps the meaning of its head even if few of its cells can be read.
    """
    heads_read = {at: head for at, head in heads_read.items() if at in cells}
    columns = number_columns(cells, heads_read, reading)
    clear = {at: head.meaning for at, head in heads_read.items() if not head.is_vague}
    by_head = without_rivals(clear)
    doubts = [Doubt.TWICE] if len(by_head) < len(clear) else []
    if any(
        meaning in ONCE and at not in columns and any(cells[at])
        for at, meaning in by_head.items()
    ):
        doubts.append(Doubt.NO_NUMBERS)
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


def number_columns(
    cells: Mapping[int, Sequence[str]], heads_read: Mapping[int, Head], reading: Reading
) -> dict[int, list[int | None]]:
    """Return the columns of whole numbers; other cells in them are None."""
    columns = {}
    for at, column in cells.items():
        filled = [cell for cell in column if not is_empty(cell)]
        numbers = [whole_number_in(cell, reading) for cell in filled]
        count = len(numbers) - numbers.count(None)
        is_named = at in heads_read and heads_read[at].meaning is not Meaning.NOTHING
        if count and (
            is_named
            or (
                count >= len(filled) * NUMBERS
                and not any(is_fraction(cell, reading) for cell in filled)
            )
        ):
            columns[at] = [whole_number_in(cell, reading) for cell in column]
    return columns


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
        closings[0].others is None and len(set(OWN_GAMES) & set(by_head.values())) < 3
    )
    is_short = is_weak and len(columns[closings[0].total]) < ENOUGH_ROWS
    return closings[0], [Doubt.MANY_SUMS] if len(closings) > 1 or is_short else []


def meanings_without_closing(
    columns: Columns, by_head: Mapping[int, Meaning], heads_read: Mapping[int, Head]
) -> MeaningsAndDoubts:
    """Return totals and series of a table that has no closing that adds up."""
    meanings = dict(by_head)
    is_closing = set(CLOSING) - {Meaning.OTHERS} <= set(by_head.values())
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
