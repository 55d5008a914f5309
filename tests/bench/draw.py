"""The draw beside one that looks at nothing, and beside the lower bound."""

from collections.abc import Iterator, Sequence
from time import perf_counter

from tests.bench.draw_quality import CLUB_SIZES, SIZES, DrawRow, measure, team_of
from tests.bench.rows import Row, Scale

Size = tuple[int, int]  # players, series

# Small and unavoidable, remainders, ready-made plans, large.
SELECTION = (
    *((8, 3), (10, 3), (12, 5), (13, 2), (14, 3), (15, 5), (16, 5), (20, 6), (21, 6)),
    *((24, 7), (28, 8), (30, 3), (41, 5), (64, 6), (128, 8), (512, 6), (1000, 8)),
)
CLUB_SELECTION = ((16, 3), (24, 4), (64, 3), (100, 5), (512, 6))
FEW = ((12, 5), (16, 5))


def measure_draw(scale: Scale, seed: int) -> Iterator[Row]:
    """Draw many sizes, without clubs and with clubs of four."""
    sizes: Sequence[Size] = SELECTION
    with_clubs: Sequence[Size] = CLUB_SELECTION
    if scale.all_draws:
        sizes, with_clubs = SIZES, CLUB_SIZES
    elif scale.is_quick:
        sizes, with_clubs = FEW, FEW[1:]
    for size in sizes:
        yield row_of(size, seed, is_in_clubs=False)
    for size in with_clubs:
        yield row_of(size, seed, is_in_clubs=True)


def row_of(size: Size, seed: int, *, is_in_clubs: bool) -> Row:
    """Draw one size; the time includes the random draws beside it."""
    start = perf_counter()
    club_of = team_of if is_in_clubs else None
    (drawn,) = measure([size], seeds=(str(seed),), club_of=club_of)
    seconds = perf_counter() - start
    players, series = size
    return Row(
        what="draw with clubs of four" if is_in_clubs else "draw",
        sizes=f"{players} players, {series} series",
        measured=words(drawn, is_in_clubs=is_in_clubs) + f", {seconds:.1f} s",
        target=target(drawn),
        is_met=not drawn.misses,
    )


def words(drawn: DrawRow, *, is_in_clubs: bool) -> str:
    """Return the figures of a draw, the random one and the bound behind them."""
    figures = (
        f"repeats {drawn.repeats}, random {drawn.random}, bound {drawn.bound}, "
        f"{drawn.picks:,} picks"
    )
    if is_in_clubs:
        figures += f", clashes {drawn.club_clashes}, bound {drawn.club_bound}"
    return figures


def target(drawn: DrawRow) -> str:
    """Return what was promised for this size."""
    if drawn.required is None:
        return f"≤ {drawn.club_bound} clashes"
    return f"≤ {drawn.required} repeats"
