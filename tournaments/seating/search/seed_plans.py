"""Small plans without any repeat, from which the search starts for hard sizes.

Every plan was found by search and is checked by the tests. ``N`` chairs are the
points 0..N-1; a base round is developed by rotating each class of points.
"""

from itertools import combinations

from tournaments.seating.problem import Chance

Blocks = list[list[int]]

# N: (size of a class, the first round); points beyond the last class stay in place.
DEVELOPED = {
    16: (5, "3 4 10 13|7 9 11 12|1 8 14 15|0 2 5 6"),
    24: (7, "6 7 16 22|1 8 12 13|11 14 18 19|2 3 5 17|0 9 20 21|4 10 15 23"),
    28: (
        9,
        "8 21 22 25|6 10 11 26|0 5 16 24|1 3 4 13|7 15 19 27|9 12 14 23|2 17 18 20",
    ),
    36: (
        11,
        "0 1 8 13|3 5 24 31|2 7 16 27|14 15 22 28|6 12 17 21|4 11 26 33"
        "|9 19 25 35|10 18 23 34|20 29 30 32",
    ),
    40: (
        13,
        "0 13 26 39|1 2 6 38|10 16 18 19|17 28 31 35|3 14 21 30|12 22 29 37"
        "|7 9 23 27|4 11 32 33|5 8 20 25|15 24 34 36",
    ),
    44: (
        13,
        "31 36 20 34|43 27 8 25|28 5 32 3|33 11 16 42|23 14 1 24"
        "|39 2 26 18|0 10 21 6|13 38 40 7|9 4 37 30|12 29 41 19"
        "|22 35 15 17",
    ),
    48: (
        15,
        "19 2 30 14|32 0 13 7|47 1 26 42|12 15 46 36|44 37 39 40"
        "|5 35 27 28|25 10 29 23|43 34 24 16|21 38 18 9|20 33 6 45"
        "|22 11 31 17|41 8 4 3",
    ),
}
SMALLEST, LARGEST = 16, 48


def possible_series(chairs: int) -> int:
    """Return an upper bound for the series without a repeat, by counting."""
    return (chairs - 1) // 3


def seed_plan(chairs: int) -> list[Blocks]:
    """Return series of tables in which no two points meet twice."""
    if chairs in DEVELOPED:
        turn, base = DEVELOPED[chairs]
        blocks = [[int(point) for point in block.split()] for block in base.split("|")]
        return [_developed(blocks, turn, step, chairs) for step in range(turn)]
    if chairs == 32:
        return [_cosets(plane) for plane in _planes()]
    return _shifted_columns(chairs // 4)


def _developed(blocks: Blocks, turn: int, step: int, chairs: int) -> Blocks:
    fixed_from = turn * (chairs // turn)

    def turned(point: int) -> int:
        if point >= fixed_from:
            return point
        return point // turn * turn + (point % turn + step) % turn

    return [[turned(point) for point in block] for block in blocks]


def _planes() -> list[tuple[int, ...]]:
    """Return nine planes of five-bit words that share nothing but 0."""
    planes: list[tuple[int, ...]] = []
    candidates = sorted(
        {tuple(sorted((0, a, b, a ^ b))) for a, b in combinations(range(1, 32), 2)}
    )

    def extend(start: int, used: set[int]) -> bool:
        if len(planes) == 9:
            return True
        for at in range(start, len(candidates)):
            plane = candidates[at]
            if used.isdisjoint(plane[1:]):
                planes.append(plane)
                if extend(at + 1, used.union(plane[1:])):
                    return True
                planes.pop()
        return False

    extend(0, set())
    return planes


def _cosets(plane: tuple[int, ...]) -> Blocks:
    covered: set[int] = set()
    blocks: Blocks = []
    for word in range(32):
        if word not in covered:
            block = [word ^ step for step in plane]
            covered.update(block)
            blocks.append(block)
    return blocks


def _shifted_columns(rows: int) -> list[Blocks]:
    """Return series whose tables run diagonally through four columns of points."""
    shifts: list[int] = []
    for shift in range(rows):
        steps = [shift - earlier for earlier in shifts]
        if all(step * column % rows for step in steps for column in (1, 2, 3)):
            shifts.append(shift)
    return [
        [
            [column * rows + (row + shift * column) % rows for column in range(4)]
            for row in range(rows)
        ]
        for shift in shifts
    ]


def start_from_seed_plan(
    hall: int, ghosts: int, series: int, mates: set[tuple[int, int]], chance: Chance
) -> list[Blocks]:
    """Return a start for the search, with names, tables and series in random order.

    ``hall`` is the number of tables, ``mates`` the pairs that should not meet. A
    free chair is the ghost, number ``4 * hall - ghosts``. There may be fewer than
    ``series`` series.
    """
    rounds = chance.shuffled(seed_plan(4 * hall))
    used, unused = rounds[:series], rounds[series:]
    empty = _points_never_together(used, unused, ghosts, 4 * hall, chance)
    players = iter(chance.shuffled(range(4 * hall - ghosts)))
    names = [
        4 * hall - ghosts if point in empty else next(players)
        for point in range(4 * hall)
    ]
    _keep_mates_apart(names, used, mates, chance)
    return [
        chance.shuffled([[names[point] for point in block] for block in blocks])
        for blocks in used
    ]


def _points_never_together(
    used: list[Blocks], unused: list[Blocks], ghosts: int, points: int, chance: Chance
) -> list[int]:
    """Return points for the free chairs, of which few share a table."""
    together = {
        pair
        for blocks in used
        for block in blocks
        for pair in combinations(sorted(block), 2)
    }
    best: list[int] = []
    fewest = points
    for _ in range(300 if ghosts > 1 else 1):
        tables = unused[chance.below(len(unused))] if unused else [list(range(points))]
        table = tables[chance.below(len(tables))]
        candidates = sorted(chance.shuffled(table)[:ghosts])
        clashes = sum(pair in together for pair in combinations(candidates, 2))
        if clashes < fewest:
            best, fewest = candidates, clashes
        if not fewest:
            break
    return best


def _keep_mates_apart(
    names: list[int], used: list[Blocks], mates: set[tuple[int, int]], chance: Chance
) -> None:
    """Exchange names in all series as long as that adds no clashes."""
    if not mates:
        return
    neighbours: list[list[int]] = [[] for _ in names]
    for blocks in used:
        for block in blocks:
            for point in block:
                neighbours[point] += [other for other in block if other != point]

    def clashes(point: int) -> int:
        me = names[point]
        return sum((me, names[other]) in mates for other in neighbours[point])

    for _ in range(200 * len(names)):
        first, second = chance.below(len(names)), chance.below(len(names))
        before = clashes(first) + clashes(second)
        names[first], names[second] = names[second], names[first]
        if clashes(first) + clashes(second) > before:
            names[first], names[second] = names[second], names[first]
