"""Recognising columns by their sums (rules 2.3): heads may be wrong or missing.

total = game points + 50 · (won − lost) + 30 or 40 for each game the others lost.
"""

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import combinations, islice, product
from statistics import correlation, median

from scoring.lists.systems import RATES, System
from tournaments.files.tables.heads import Meaning

GAME = RATES[System.SEEGER_FABIAN].won
LEAST, MOST = sorted(RATES[System.SEEGER_FABIAN].others_lost[each] for each in (3, 4))
FEWEST_ROWS = 4
WRONG_SHARE = 8  # one row in eight may be added up wrongly, as people do
MOST_COUNT = 400  # games of one player; a greater number does not count games
MOST_ROWS = 120
MOST_PARTS = 8
CLOSELY = 0.8
LEAST_A_LIST, MOST_A_LIST = 300, 3500

Column = Sequence[int | None]
Columns = Mapping[int, Column]


@dataclass(frozen=True, slots=True)
class Closing:
    """The columns that make up the closing of a list; ``others`` may be missing."""

    points: int
    won: int
    lost: int
    total: int
    others: int | None = None

    def meanings(self) -> dict[int, Meaning]:
        """Return the meanings of the columns by position."""
        meanings = {
            self.points: Meaning.POINTS,
            self.won: Meaning.WON,
            self.lost: Meaning.LOST,
            self.total: Meaning.TOTAL,
        }
        if self.others is not None:
            meanings[self.others] = Meaning.OTHERS
        return meanings


def closings_in(
    columns: Columns, by_head: Mapping[int, Meaning], parts: Collection[int] = ()
) -> list[Closing]:
    """Return every closing that the columns can form; only complete ones, if any.

    ``by_head`` are the columns whose heads leave no doubt; ``parts`` are excluded.
    """
    free = {place: column for place, column in columns.items() if place not in parts}
    counts = [place for place in free if may_count_games(free[place])]
    candidates = [
        [place for place in places if may_mean(place, meaning, by_head)]
        for places, meaning in (
            *((free, Meaning.TOTAL), (free, Meaning.POINTS)),
            *((counts, Meaning.WON), (counts, Meaning.LOST)),
        )
    ]
    closings: list[Closing] = []
    for total, points, won, lost in product(*candidates):
        if len({total, points, won, lost}) == 4:
            closing = Closing(points, won, lost, total)
            closings += closings_with(free, by_head, closing)
    complete = [closing for closing in closings if closing.others is not None]
    return complete or closings


def may_mean(place: int, meaning: Meaning, by_head: Mapping[int, Meaning]) -> bool:
    """Tell whether the heads allow a column this meaning."""
    return (
        by_head[place] is meaning
        if place in by_head
        else meaning not in by_head.values()
    )


def closings_with(
    columns: Columns, by_head: Mapping[int, Meaning], closing: Closing
) -> Iterator[Closing]:
    """Yield the closing with each column that may hold the games the others lost."""
    defence_points = defence_points_by_row(columns, closing)
    if defence_points is None:
        return
    used = closing.meanings()
    for place, column in columns.items():
        is_free = place not in used and may_mean(place, Meaning.OTHERS, by_head)
        if is_free and mostly_holds(
            [
                matches_others_lost(points, count)
                for points, count in zip(defence_points, column, strict=True)
            ]
        ):
            yield replace(closing, others=place)
    if Meaning.OTHERS not in by_head.values() and mostly_holds(
        [
            None if points is None else is_defence_sum(points)
            for points in defence_points
        ]
    ):
        yield closing


def defence_points_by_row(
    columns: Columns, closing: Closing
) -> list[int | None] | None:
    """Return the points of each row beyond its own games; None if they prove nothing.

    If won minus lost is the same in all rows, these could be any two columns.
    """
    places = (closing.total, closing.points, closing.won, closing.lost)
    cells = zip(*(columns[place] for place in places), strict=True)
    rows = list(islice(cells, MOST_ROWS))
    points_of_rows: list[int | None] = []
    differences = set()
    wrong_rows = 0
    for total, points, won, lost in rows:
        if total is None or points is None or won is None or lost is None:
            points_of_rows.append(None)
            continue
        points_of_rows.append(total - points - GAME * (won - lost))
        differences.add(won - lost)
        wrong_rows += not is_defence_sum(points_of_rows[-1])
        if wrong_rows > max(1, len(rows) // WRONG_SHARE):
            return None
    padding = [None] * (len(columns[closing.total]) - len(rows))
    return [*points_of_rows, *padding] if len(differences) >= 3 else None


def is_defence_sum(points: int | None) -> bool:
    """Tell whether points can come from games that others lost, at tables of any size.

    >>> [is_defence_sum(points) for points in (120, 70, 50, -30, 64)]
    [True, True, False, False, False]
    """
    return points is not None and points >= 0 and games_for_points(points) is not None


def games_for_points(points: int) -> int | None:
    """Return the number of games the others lost, at tables of four if that fits.

    >>> [games_for_points(points) for points in (120, 70, 80, 50)]
    [4, 2, 2, None]
    """
    first = -(-points // MOST)
    counts = range(first, points // LEAST + 1)
    matches = [games for games in counts if points == LEAST * games] or [
        games for games in counts if (points - LEAST * games) % (MOST - LEAST) == 0
    ]
    return matches[0] if matches else None


def matches_others_lost(points: int | None, cell: int | None) -> bool | None:
    """Tell whether a cell holds the games the others lost, as a count or as points."""
    if points is None or cell is None:
        return None
    surplus = points - LEAST * cell
    is_count = 0 <= surplus <= (MOST - LEAST) * cell and not surplus % (MOST - LEAST)
    return points == cell or is_count


def mostly_holds(rows: Sequence[bool | None]) -> bool:
    """Tell whether something holds in enough rows; None marks rows without evidence.

    >>> rows = [True] * 9 + [False], [True] * 3, [True, False] * 9
    >>> [mostly_holds(each) for each in rows]
    [True, False, False]
    """
    right, wrong = rows.count(True), rows.count(False)
    return right >= FEWEST_ROWS and wrong <= max(right >= 7, right // WRONG_SHARE)


def may_count_games(column: Column) -> bool:
    """Tell whether the numbers of a column can be counts of games."""
    numbers = [number for number in column if number is not None]
    return bool(numbers) and min(numbers) >= 0 and max(numbers) <= MOST_COUNT


def has_more_won(columns: Columns, closing: Closing) -> bool:
    """Tell whether more games were won than lost, as is usual."""
    won = sum(filter(None, columns[closing.won]))
    lost = sum(filter(None, columns[closing.lost]))
    return won > lost


def sums_in(
    columns: Columns, by_head: Mapping[int, Meaning]
) -> list[tuple[int, tuple[int, ...]]]:
    """Return the columns that are the sum of two or more others, with these.

    Sums of many parts come first, so that a part's own parts do not compete.
    """
    totals = [place for place in columns if may_mean(place, Meaning.TOTAL, by_head)]
    sums: list[tuple[int, tuple[int, ...]]] = []
    for total in totals:
        candidates = [place for place in columns if place != total][:MOST_PARTS]
        for size in range(len(candidates), 1, -1):
            sums += [
                (total, parts)
                for parts in combinations(candidates, size)
                if adds_up(columns, total, parts)
            ]
    return sums


def adds_up(columns: Columns, total: int, parts: Sequence[int]) -> bool:
    """Tell whether a column is the sum of others, some of whose cells may be empty."""
    rows: list[bool | None] = []
    part_columns = [columns[part] for part in parts]
    for at, cell in enumerate(columns[total][:MOST_ROWS]):
        cells = [column[at] for column in part_columns]
        numbers = [number for number in cells if number is not None]
        rows.append(None if cell is None or not numbers else sum(numbers) == cell)
        if rows.count(False) > max(1, len(rows) // WRONG_SHARE + 1):
            return False
    return mostly_holds(rows) and all(
        has_several_numbers(column) for column in part_columns
    )


def has_several_numbers(column: Column) -> bool:
    """Tell whether a column holds at least three different numbers."""
    return len({number for number in column if number}) >= 3


def is_ranking(column: Column) -> bool:
    """Tell whether a column holds places or row numbers.

    >>> is_ranking([1, 2, 2, 4]), is_ranking([3, 1, 2]), is_ranking([1, 2, 2, 3])
    (True, True, False)
    """
    places = sorted(place for place in column if place is not None)
    if len(places) < 2 or places[0] != 1:
        return False
    steps = zip(places, places[1:], range(2, len(places) + 1), strict=False)
    return all(place in (previous, row) for previous, place, row in steps)


def list_count_and_total(columns: Columns) -> tuple[int, int] | None:
    """Return the column that counts lists and that of totals, if two columns are left.

    Players who came more often have more points, some hundreds per list.

    >>> list_count_and_total({0: [4, 9, 20, 31], 1: [3100, 8000, 17500, 29300]})
    (0, 1)
    >>> list_count_and_total({0: [2, 0, 3, 1], 1: [1100, 1900, 700, 1500]}) is None
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
