"""Which columns of an old table hold names, and which part of them."""

from collections.abc import Collection, Sequence

from tournaments.files.foreign.cells import is_empty, is_word
from tournaments.files.foreign.heads import Meaning, plain_head, read_head
from tournaments.files.foreign.numbers import Doubt
from tournaments.people.names.pasted import is_first_name

NAMES = {Meaning.NAME, Meaning.FIRST, Meaning.LAST}
MANY = 0.6  # share of cells that begin with a first name that is known
FEW = 0.25
WORDS = 0.7  # share of cells that are words at all
NOT_A_NAME = {
    *("summe", "gesamt", "total", "durchschnitt", "schnitt", "average", "mittelwert"),
    *("summen", "gesamtsumme", "kasse", "anzahl", "teilnehmer", "sieger", "stand"),
}

Found = tuple[dict[int, Meaning], list[Doubt]]


def name_meanings(
    heads: Sequence[str], columns: Sequence[Sequence[str]], first_names: Collection[str]
) -> Found:
    """Return which columns are names, and what is doubtful about that."""
    said = {
        at: head.meaning
        for at, text in enumerate(heads)
        if (head := read_head(text)) and head.meaning in NAMES
    }
    texts = [at for at, column in enumerate(columns) if is_text(column)]
    said = {at: meaning for at, meaning in said.items() if at in texts}
    other = [
        at
        for at in texts
        if (head := read_head(heads[at])) and head.meaning not in NAMES
    ]
    free = [at for at in texts if at not in other and at not in said]
    if said:
        found, doubts = with_heads(said)
        return with_rest(found, doubts, free, columns, first_names)
    return by_first_names(free, columns, first_names)


def with_heads(said: dict[int, Meaning]) -> Found:
    """Return names as the heads say: a name beside a first name is the family's."""
    found = dict(said)
    if Meaning.FIRST in said.values():
        for at, meaning in said.items():
            if meaning is Meaning.NAME and Meaning.LAST not in said.values():
                found[at] = Meaning.LAST
    kept: dict[int, Meaning] = {}
    doubts = []
    for at, meaning in found.items():
        if meaning in kept.values():
            doubts.append(Doubt.TWO_NAMES)
        else:
            kept[at] = meaning
    if Meaning.NAME in kept.values() and len(kept) > 1:
        doubts.append(Doubt.TWO_NAMES)
    if set(kept.values()) == {Meaning.FIRST}:
        doubts.append(Doubt.NAME_ORDER)
    return kept, doubts


def with_rest(
    found: dict[int, Meaning],
    doubts: list[Doubt],
    free: Sequence[int],
    columns: Sequence[Sequence[str]],
    first_names: Collection[str],
) -> Found:
    """Return names of which a head says one part, and perhaps no head the other."""
    ((at, meaning), *others) = found.items()
    is_part = not others and share_of_two(columns[at]) < MANY
    if not (free and is_part):
        return found, doubts
    firsts = [each for each in free if share_known(columns[each], first_names) >= MANY]
    if meaning is not Meaning.FIRST and len(firsts) == 1:
        return {at: Meaning.LAST, firsts[0]: Meaning.FIRST}, doubts
    return found, [*doubts, Doubt.TWO_NAMES]


def by_first_names(
    free: Sequence[int], columns: Sequence[Sequence[str]], first_names: Collection[str]
) -> Found:
    """Return names by which first names are known in which columns of words."""
    known = {at: share_known(columns[at], first_names) for at in free}
    whole = [at for at in free if share_of_two(columns[at]) >= MANY]
    people = [at for at in whole if share_within(columns[at], first_names) >= MANY]
    if len(people) == 1:
        return {people[0]: Meaning.NAME}, []
    single = [at for at in free if at not in whole]
    firsts = [at for at in single if known[at] >= MANY]
    others = [at for at in single if known[at] <= FEW and is_varied(columns[at])]
    if len(firsts) == 1 and len(others) == 1 and not people:
        return {firsts[0]: Meaning.FIRST, others[0]: Meaning.LAST}, []
    if len(free) == 1:
        doubts = [] if is_varied(columns[free[0]]) else [Doubt.NAME_ORDER]
        return {free[0]: Meaning.NAME}, doubts
    guess = max(free, key=lambda at: len(set(columns[at])), default=None)
    return ({} if guess is None else {guess: Meaning.NAME}), [Doubt.TWO_NAMES]


def is_text(column: Sequence[str]) -> bool:
    """Tell whether most cells of a column are words."""
    filled = [cell for cell in column if not is_empty(cell)]
    return bool(filled) and sum(map(is_word, filled)) >= len(filled) * WORDS


def share_of(hits: int, column: Sequence[str]) -> float:
    return hits / max(1, sum(map(is_word, column)))


def share_known(column: Sequence[str], first_names: Collection[str]) -> float:
    """Return how many cells begin with a first name that is known."""
    return share_of(sum(is_first_name(cell, first_names) for cell in column), column)


def share_within(column: Sequence[str], first_names: Collection[str]) -> float:
    """Return how many cells have such a name as their first or last word."""
    hits = 0
    for cell in column:
        words = cell.replace(",", " ").split()
        hits += any(is_first_name(word, first_names) for word in words[:1] + words[1:])
    return share_of(hits, column)


def share_of_two(column: Sequence[str]) -> float:
    """Return how many cells have two words or more."""
    return share_of(
        sum(len(cell.split()) > 1 for cell in column if is_word(cell)), column
    )


def is_varied(column: Sequence[str]) -> bool:
    """Tell whether a column holds enough different words to be people, not clubs."""
    words = [cell for cell in column if is_word(cell)]
    return len(set(words)) >= min(4, len(words))


def is_nobody(text: str) -> bool:
    """Tell whether a cell in a column of names is that of a row of sums.

    >>> is_nobody("Summe:"), is_nobody("Ida Kurz"), is_nobody("Durchschnitt 2003")
    (True, False, True)
    """
    words = plain_head(text).split()
    return bool(words) and words[0] in NOT_A_NAME
