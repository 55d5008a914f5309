"""Recognising columns by their sums (rules 2.3): heads may be wrong or missing.

total = game points + 50 · (won − lost) + 30 or 40 for each game the others lost.
"""

from collections.abc import Iterator, Mapping, Sequence
from itertools import islice, product

from scoring.lists.systems import RATES, System
from tournaments.files.tables.heads import Meaning

GAME = RATES[System.SEEGER_FABIAN].won
LEAST, MOST = sorted(RATES[System.SEEGER_FABIAN].others_lost[each] for each in (3, 4))
FEWEST_ROWS = 4
WRONG_SHARE = 8  # one row in eight may be added up wrongly, as people do
MOST_COUNT = 400  # games of one player; a greater number does not count games
MOST_ROWS = 120
PROVED = (Meaning.TOTAL, Meaning.POINTS, Meaning.WON, Meaning.LOST)

Column = Sequence[int | None]
Columns = Mapping[int, Column]
Meanings = dict[int, Meaning]


def closings_in(columns: Columns, by_head: Mapping[int, Meaning]) -> list[Meanings]:
    """Return all ways in which columns make up the closing of a list.

    ``by_head`` are the columns whose heads leave no doubt. Closings with the games the
    others lost are better; only these are returned, if there are any.
    """
    closings = list(_closings(columns, by_head))
    return [each for each in closings if Meaning.OTHERS in each.values()] or closings


def _closings(columns: Columns, by_head: Mapping[int, Meaning]) -> Iterator[Meanings]:
    def fitting(meaning: Meaning) -> list[int]:
        own = [at for at in columns if by_head.get(at) is meaning]
        return own or [at for at in columns if at not in by_head]

    counts = {at for at, column in columns.items() if may_count_games(column)}
    total, points, won, lost = map(fitting, PROVED)
    for places in product(total, points, counts & {*won}, counts & {*lost}):
        rows = defence_points([columns[at] for at in places])
        if len(set(places)) < len(places) or rows is None:
            continue
        closing = dict(zip(places, PROVED, strict=True))
        for at in fitting(Meaning.OTHERS):
            pairs = zip(rows, columns[at], strict=False)
            if at not in closing and mostly_holds(
                [matches_others_lost(*pair) for pair in pairs]
            ):
                yield closing | {at: Meaning.OTHERS}
        if Meaning.OTHERS not in by_head.values() and mostly_holds(
            [None if each is None else is_defence_sum(each) for each in rows]
        ):
            yield closing


def defence_points(columns: Sequence[Column]) -> list[int | None] | None:
    """Return the points of each row beyond its own games; None if they prove nothing.

    If won minus lost is the same in all rows, these could be any two columns.
    """
    rows: list[int | None] = []
    differences = set()
    wrong = 0
    most = max(1, min(len(columns[0]), MOST_ROWS) // WRONG_SHARE)
    for total, points, won, lost in islice(zip(*columns, strict=True), MOST_ROWS):
        if total is None or points is None or won is None or lost is None:
            rows.append(None)
            continue
        rows.append(total - points - GAME * (won - lost))
        differences.add(won - lost)
        wrong += not is_defence_sum(rows[-1])
        if wrong > most:
            return None
    return rows if len(differences) >= 3 else None


def is_defence_sum(points: int | None) -> bool:
    """Tell whether points can come from games that others lost, at any table."""
    return points is not None and points >= 0 and games_for_points(points) is not None


def games_for_points(points: int) -> int | None:
    """Return the number of games the others lost, at tables of four if that fits.

    >>> [games_for_points(points) for points in (120, 70, 80, 50)]
    [4, 2, 2, None]
    """
    if points % LEAST == 0:
        return points // LEAST
    counts = range(-(-points // MOST), points // LEAST + 1)
    return next(
        (games for games in counts if (points - LEAST * games) % (MOST - LEAST) == 0),
        None,
    )


def matches_others_lost(points: int | None, cell: int | None) -> bool | None:
    """Tell whether a cell holds the games the others lost, as a count or as points."""
    if points is None or cell is None:
        return None
    surplus = points - LEAST * cell
    is_count = 0 <= surplus <= (MOST - LEAST) * cell and not surplus % (MOST - LEAST)
    return points == cell or is_count


def mostly_holds(rows: Sequence[bool | None]) -> bool:
    """Tell whether something holds in enough rows; None marks rows without evidence."""
    right, wrong = rows.count(True), rows.count(False)
    return right >= FEWEST_ROWS and wrong <= max(right >= 7, right // WRONG_SHARE)


def may_count_games(column: Column) -> bool:
    numbers = [number for number in column if number is not None]
    return bool(numbers) and min(numbers) >= 0 and max(numbers) <= MOST_COUNT


def has_more_won(columns: Columns, closing: Meanings) -> bool:
    """Tell whether more games were won than lost, as is usual."""
    sums = {each: sum(filter(None, columns[at])) for at, each in closing.items()}
    return sums[Meaning.WON] > sums[Meaning.LOST]


def adds_up(total: Column, parts: Sequence[Column]) -> bool:
    """Tell whether a column is the sum of others, some of whose cells may be empty."""
    rows: list[bool | None] = []
    for stated, *cells in islice(zip(total, *parts, strict=True), MOST_ROWS):
        numbers = [number for number in cells if number is not None]
        rows.append(None if stated is None or not numbers else sum(numbers) == stated)
    return (
        len(parts) > 1
        and mostly_holds(rows)
        and all(len({number for number in part if number}) >= 3 for part in parts)
    )


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
