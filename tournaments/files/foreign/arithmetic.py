"""Finding columns by what they add up to (rules 2.3): heads may lie or be missing.

total = game points + 50 · (won − lost) + 30 or 40 for each game the others lost.
"""

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations, permutations
from statistics import correlation, median

from scoring.lists.systems import RATES, System
from tournaments.files.foreign.heads import Meaning

GAME = RATES[System.SEEGER_FABIAN].won
LEAST, MOST = sorted(RATES[System.SEEGER_FABIAN].others_lost[each] for each in (3, 4))
FEWEST_ROWS = 4
WRONG_SHARE = 8  # one row in so many may be added up wrongly, as people do
MOST_COUNT = 400  # games of one person; a greater number counts no games
MOST_ROWS = 120
MOST_PARTS = 8
CLOSELY = 0.8
LEAST_A_LIST, MOST_A_LIST = 300, 3500

Column = Sequence[int | None]
Columns = Mapping[int, Column]


@dataclass(frozen=True, slots=True)
class Closing:
    """Which columns make up the closing of a list; ``others`` may be missing."""

    points: int
    won: int
    lost: int
    total: int
    others: int | None = None

    def meanings(self) -> dict[int, Meaning]:
        """Return what the columns mean, by their place."""
        found = {
            self.points: Meaning.POINTS,
            self.won: Meaning.WON,
            self.lost: Meaning.LOST,
            self.total: Meaning.TOTAL,
        }
        return found if self.others is None else {**found, self.others: Meaning.OTHERS}


def closings_in(
    columns: Columns, said: Mapping[int, Meaning], parts: Collection[int] = ()
) -> list[Closing]:
    """Return every way in which the columns make a closing, those with others first.

    ``said`` are columns whose heads leave no doubt; ``parts`` cannot be anything else.
    """
    free = {place: column for place, column in columns.items() if place not in parts}
    counts = [place for place in free if is_count(free[place])]
    found: list[Closing] = []
    for total, points in permutations(free, 2):
        if not (
            may_be(total, Meaning.TOTAL, said) and may_be(points, Meaning.POINTS, said)
        ):
            continue
        for won, lost in permutations(counts, 2):
            if {won, lost} & {total, points}:
                continue
            if may_be(won, Meaning.WON, said) and may_be(lost, Meaning.LOST, said):
                found += closings_with(free, said, Closing(points, won, lost, total))
    whole = [each for each in found if each.others is not None]
    return whole or found


def may_be(place: int, meaning: Meaning, said: Mapping[int, Meaning]) -> bool:
    """Tell whether no head speaks against a meaning of a column."""
    return said[place] is meaning if place in said else meaning not in said.values()


def closings_with(
    columns: Columns, said: Mapping[int, Meaning], bare: Closing
) -> Iterator[Closing]:
    """Give a closing with each column that may hold the games the others lost."""
    rest = rests_of(columns, bare)
    if rest is None:
        return
    used = {bare.points, bare.won, bare.lost, bare.total}
    for place, column in columns.items():
        is_free = place not in used and may_be(place, Meaning.OTHERS, said)
        if is_free and holds(
            [is_others(have, count) for have, count in zip(rest, column, strict=True)]
        ):
            yield Closing(bare.points, bare.won, bare.lost, bare.total, place)
    if Meaning.OTHERS not in said.values() and holds(
        [None if have is None else is_factor(have) for have in rest]
    ):
        yield bare


def rests_of(columns: Columns, bare: Closing) -> list[int | None] | None:
    """Return what each row has beside its own games; None if that says nothing.

    Where won and lost differ by the same in all rows, they could be any two columns.
    """
    four = (
        columns[bare.total],
        columns[bare.points],
        columns[bare.won],
        columns[bare.lost],
    )
    rows = list(zip(*four, strict=True))[:MOST_ROWS]
    rest: list[int | None] = []
    differences = set()
    wrong = 0
    for total, points, won, lost in rows:
        if total is None or points is None or won is None or lost is None:
            rest.append(None)
            continue
        rest.append(total - points - GAME * (won - lost))
        differences.add(won - lost)
        wrong += not is_factor(rest[-1])
        if wrong > max(1, len(rows) // WRONG_SHARE):
            return None
    padding = [None] * (len(four[0]) - len(rest))
    return [*rest, *padding] if len(differences) >= 3 else None


def is_factor(have: int | None) -> bool:
    """Tell whether points can come from games that others lost, at any tables.

    >>> is_factor(120), is_factor(70), is_factor(50), is_factor(-30), is_factor(64)
    (True, True, False, False, False)
    """
    return have is not None and have >= 0 and count_for(have) is not None


def count_for(have: int) -> int | None:
    """Return how many games the others lost, at tables of four where that fits.

    >>> count_for(120), count_for(70), count_for(80), count_for(50)
    (4, 2, 2, None)
    """
    first = -(-have // MOST)
    counts = range(first, have // LEAST + 1)
    exact = [each for each in counts if have == LEAST * each] or [
        each for each in counts if (have - LEAST * each) % (MOST - LEAST) == 0
    ]
    return exact[0] if exact else None


def is_others(have: int | None, column: int | None) -> bool | None:
    """Tell whether a cell gives the games the others lost, counted or in points."""
    if have is None or column is None:
        return None
    surplus = have - LEAST * column
    is_count = 0 <= surplus <= (MOST - LEAST) * column and not surplus % (MOST - LEAST)
    return have == column or is_count


def holds(rows: Sequence[bool | None]) -> bool:
    """Tell whether something holds in enough rows; None are rows that say nothing.

    >>> holds([True] * 9 + [False]), holds([True] * 3), holds([True, False] * 9)
    (True, False, False)
    """
    right, wrong = rows.count(True), rows.count(False)
    return right >= FEWEST_ROWS and wrong <= max(right >= 7, right // WRONG_SHARE)


def is_count(column: Column) -> bool:
    """Tell whether a column may count games."""
    known = [each for each in column if each is not None]
    return bool(known) and min(known) >= 0 and max(known) <= MOST_COUNT


def is_likelier_won(columns: Columns, closing: Closing) -> bool:
    """Tell whether more games were won than lost, as everywhere."""
    won = sum(filter(None, columns[closing.won]))
    lost = sum(filter(None, columns[closing.lost]))
    return won > lost


def sums_in(
    columns: Columns, said: Mapping[int, Meaning]
) -> list[tuple[int, tuple[int, ...]]]:
    """Return which columns are the sums of which others, two or more of them.

    A sum of many parts comes first: the parts of a part are no second answer.
    """
    totals = [place for place in columns if may_be(place, Meaning.TOTAL, said)]
    found: list[tuple[int, tuple[int, ...]]] = []
    for total in totals:
        others = [place for place in columns if place != total][:MOST_PARTS]
        for size in range(len(others), 1, -1):
            found += [
                (total, parts)
                for parts in combinations(others, size)
                if adds_up(columns, total, parts)
            ]
    return found


def adds_up(columns: Columns, total: int, parts: Sequence[int]) -> bool:
    """Tell whether a column is the sum of others, of which some may be empty."""
    rows: list[bool | None] = []
    whole = [columns[part] for part in parts]
    for at, said in enumerate(columns[total][:MOST_ROWS]):
        cells = [column[at] for column in whole]
        known = [each for each in cells if each is not None]
        rows.append(None if said is None or not known else sum(known) == said)
        if rows.count(False) > max(1, len(rows) // WRONG_SHARE + 1):
            return False
    return holds(rows) and all(is_telling(column) for column in whole)


def is_telling(column: Column) -> bool:
    """Tell whether a column holds more than the same few numbers."""
    return len({each for each in column if each}) >= 3


def is_ranking(column: Column) -> bool:
    """Tell whether a column holds places or the numbers of the rows.

    >>> is_ranking([1, 2, 2, 4]), is_ranking([3, 1, 2]), is_ranking([1, 2, 2, 3])
    (True, True, False)
    """
    known = sorted(each for each in column if each is not None)
    if len(known) < 2 or known[0] != 1:
        return False
    steps = zip(known, known[1:], range(2, len(known) + 1), strict=False)
    return all(here in (before, at) for before, here, at in steps)


def lists_in(columns: Columns) -> tuple[int, int] | None:
    """Return which column counts lists and which is their total, where two are left.

    Whoever came oftener has more points, and some hundred a list.

    >>> lists_in({0: [4, 9, 20, 31], 1: [3100, 8000, 17500, 29300]})
    (0, 1)
    >>> lists_in({0: [2, 0, 3, 1], 1: [1100, 1900, 700, 1500]}) is None
    True
    """
    if len(columns) != 2:
        return None
    lists, total = sorted(
        columns, key=lambda at: max(filter(None, columns[at]), default=0)
    )
    pairs = [
        (count, points)
        for count, points in zip(columns[lists], columns[total], strict=True)
        if count is not None and points is not None
    ]
    counts = {count for count, _points in pairs}
    if len(pairs) < FEWEST_ROWS or len(counts) < 3 or min(counts) < 1:
        return None
    usual = median(points / count for count, points in pairs)
    likely = correlation(*zip(*pairs, strict=True)) > CLOSELY
    return (lists, total) if likely and LEAST_A_LIST <= usual <= MOST_A_LIST else None
