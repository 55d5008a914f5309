"""Recognising the columns of an old table that hold names or parts of names."""

from collections.abc import Collection, Sequence

from tournaments.files.foreign.cells import is_empty, is_word
from tournaments.files.foreign.heads import Meaning, plain_head, read_head
from tournaments.files.foreign.numbers import Doubt, MeaningsAndDoubts
from tournaments.people.names.pasted import is_first_name

NAMES = {Meaning.NAME, Meaning.FIRST, Meaning.LAST}
MANY = 0.6  # share of cells that begin with a known first name
FEW = 0.25
WORDS = 0.7  # share of cells that are words
SUM_LABELS = {
    *("summe", "gesamt", "total", "durchschnitt", "schnitt", "average", "mittelwert"),
    *("summen", "gesamtsumme", "kasse", "anzahl", "teilnehmer", "sieger", "stand"),
}


def name_meanings(
    heads: Sequence[str], columns: Sequence[Sequence[str]], first_names: Collection[str]
) -> MeaningsAndDoubts:
    """Return the columns that hold names, with the doubts about them."""
    texts = [at for at, column in enumerate(columns) if is_text_column(column)]
    by_head = {at: head.meaning for at in texts if (head := read_head(heads[at]))}
    name_heads = {at: meaning for at, meaning in by_head.items() if meaning in NAMES}
    free = [at for at in texts if at not in by_head]
    if name_heads:
        meanings, doubts = names_by_heads(name_heads)
        return names_with_missing_part(meanings, doubts, free, columns, first_names)
    return names_by_first_names(free, columns, first_names)


def names_by_heads(name_heads: dict[int, Meaning]) -> MeaningsAndDoubts:
    """Return the columns as their heads say; beside a first name, a name is the last.

    Of two columns with the same meaning the first counts, with a doubt.
    """
    parts = set(name_heads.values())
    is_split = Meaning.FIRST in parts and Meaning.LAST not in parts
    columns: dict[Meaning, int] = {}
    for at, meaning in name_heads.items():
        is_last = is_split and meaning is Meaning.NAME
        columns.setdefault(Meaning.LAST if is_last else meaning, at)
    doubts = []
    is_mixed = Meaning.NAME in columns and len(columns) > 1
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
    is_part = not further and share_of_several_words(columns[at]) < MANY
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


def share_of_words(hits: int, column: Sequence[str]) -> float:
    return hits / max(1, sum(map(is_word, column)))


def share_with_first_name(column: Sequence[str], first_names: Collection[str]) -> float:
    """Return the share of cells that begin with a known first name."""
    return share_of_words(
        sum(is_first_name(cell, first_names) for cell in column), column
    )


def share_with_any_first_name(
    column: Sequence[str], first_names: Collection[str]
) -> float:
    """Return the share of cells in which any word is a known first name."""
    hits = sum(
        any(is_first_name(word, first_names) for word in cell.replace(",", " ").split())
        for cell in column
    )
    return share_of_words(hits, column)


def share_of_several_words(column: Sequence[str]) -> float:
    """Return the share of cells with two words or more."""
    return share_of_words(
        sum(len(cell.split()) > 1 for cell in column if is_word(cell)), column
    )


def has_varied_words(column: Sequence[str]) -> bool:
    """Tell whether a column has enough different words to hold people, not clubs."""
    texts = [cell for cell in column if is_word(cell)]
    return len(set(texts)) >= min(4, len(texts))


def is_sum_label(text: str) -> bool:
    """Tell whether a cell in a column of names is the label of a row of sums.

    >>> texts = ("Summe:", "Ida Kurz", "Durchschnitt 2003")
    >>> [is_sum_label(text) for text in texts]
    [True, False, True]
    """
    words = plain_head(text).split()
    return bool(words) and words[0] in SUM_LABELS
