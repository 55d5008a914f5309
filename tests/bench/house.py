"""House rules: what a list costs with every option on, beside official Skat."""

from collections.abc import Callable, Iterator, Sequence
from functools import partial

from scoring.chance.sampling import sample_house_list, sample_list
from scoring.game.written_games import WrittenGame
from scoring.house.presets import EVERYTHING
from scoring.playing.play import closing, play
from tests.bench.rows import Row, Scale, spent_by
from tests.bench.scoring import GAMES, close_official, forget

MOST = 2.0

Lists = Sequence[tuple[WrittenGame, ...]]


def measure_house(scale: Scale, seed: int) -> Iterator[Row]:
    """Count and close as many lists under both rules, from games to totals.

    The lists of house rules are full of Bock and Ramsch: each is another list than
    the official one, and nearly every Ramsch is a new one. With empty caches nothing
    is remembered of either.
    """
    official = [sample_list(seed + index) for index in range(scale.lists)]
    friday = [
        sample_house_list(seed + index, EVERYTHING) for index in range(scale.lists)
    ]
    for caches, start in (("warm", nothing), ("empty", forget)):
        plain, house = spent_by(
            scale.runs,
            partial(close_all, official, close_official, start),
            partial(close_all, friday, close_house, start),
        )
        ratio = house.median / plain.median
        yield Row(
            what=f"every option on, caches {caches}",
            sizes=f"{scale.lists} lists of {GAMES}",
            measured=f"{scale.lists * GAMES / house.median:,.0f}/s, {house.text}",
            ratio=ratio,
            target=f"ratio ≤ {MOST:g}",
            is_met=ratio <= MOST,
        )


def nothing() -> None:
    """Leave the caches as they are."""


def close_all(
    lists: Lists,
    close_entries: Callable[[Sequence[WrittenGame]], object],
    start: Callable[[], None],
) -> None:
    """Score and close every list."""
    start()
    for entries in lists:
        close_entries(entries)


def close_house(entries: Sequence[WrittenGame]) -> None:
    """Score and close a list by the rules of a club."""
    closing(play(entries, EVERYTHING, players=4), EVERYTHING, players=4)
