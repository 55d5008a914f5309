"""What a part measures, how much of it, and how time is taken."""

import gc
import statistics
from collections.abc import Callable
from dataclasses import dataclass, replace
from time import perf_counter

Action = Callable[[], object]


@dataclass(frozen=True, slots=True, kw_only=True)
class Scale:
    """How much is measured; the targets are meant for ``USUAL``."""

    lists: int = 1000
    players: int = 200
    series: int = 4
    papers: int = 100
    runs: int = 15
    long_runs: int = 3
    starts: int = 11
    suspects: int = 300
    old_tables: int = 200
    pairs: int = 100
    event_players: tuple[int, int] = (64, 512)
    event_series: int = 6
    tables: int = 40
    table_games: int = 12
    processes: int = 8
    club_players: int = 80
    club_seasons: int = 30
    club_evenings: int = 45
    phones: int = 500
    phone_seconds: int = 20
    outage_seconds: int = 30
    workers: int = 4
    fault_runs: int = 60
    fault_games: int = 48
    returning: int = 24
    requests: int = 10_000
    organisations: int = 60
    notices: int = 1000
    kills: int = 20
    saturday_tables: int = 240
    saturday_seconds: int = 20
    ms_a_key: int = 200
    all_draws: bool = False
    is_quick: bool = False


USUAL = Scale()
FULL = replace(
    USUAL,
    suspects=1000,
    pairs=1000,
    all_draws=True,
    fault_runs=1000,
    organisations=1300,
    saturday_tables=1000,
    saturday_seconds=120,
    outage_seconds=600,
)
QUICK = Scale(
    lists=20,
    players=40,
    papers=4,
    runs=3,
    long_runs=1,
    starts=1,
    suspects=4,
    old_tables=10,
    pairs=1,
    event_players=(8, 16),
    event_series=2,
    tables=6,
    table_games=3,
    processes=2,
    club_players=16,
    club_seasons=2,
    club_evenings=2,
    phones=30,
    phone_seconds=1,
    workers=1,
    fault_runs=3,
    fault_games=12,
    returning=4,
    requests=30,
    organisations=3,
    saturday_tables=12,
    saturday_seconds=1,
    ms_a_key=40,
    is_quick=True,
    notices=40,
    kills=2,
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Row:
    """One line of the output; ``is_met`` is None where nothing was promised."""

    what: str
    sizes: str
    measured: str
    ratio: float | None = None
    target: str = ""
    is_met: bool | None = None

    @property
    def verdict(self) -> str:
        return {None: "", True: "ok", False: "misses"}[self.is_met]


def ratio_row(*, most: float, ratio: float, **cells: str) -> Row:
    """Return a row whose ratio may be at most ``most``."""
    return Row(ratio=ratio, target=f"ratio ≤ {most:g}", is_met=ratio <= most, **cells)


@dataclass(frozen=True, slots=True)
class Spent:
    """The seconds of every run of one action; the usual one and the worst count."""

    runs: tuple[float, ...]

    @property
    def median(self) -> float:
        return statistics.median(self.runs)

    @property
    def worst(self) -> float:
        return max(self.runs)

    @property
    def text(self) -> str:
        return f"{milliseconds(self.median)}, worst {milliseconds(self.worst)}"

    def slowest(self, percent: int) -> float:
        """Return how long it takes at most, but for the last ``100 - percent`` %."""
        ranked = sorted(self.runs)
        return ranked[min(len(ranked) * percent // 100, len(ranked) - 1)]


def spent_by(runs: int, *actions: Action) -> list[Spent]:
    """Return what each action takes, in turns.

    In turns, so that a busy moment of the machine hits all of them.
    """
    return [Spent(tuple(seconds)) for seconds in times_of(runs, *actions)]


def times_of(runs: int, *actions: Action) -> list[list[float]]:
    """Return the seconds of every run of each action, in turns.

    Each begins with the garbage of the others collected. What was there before all of
    them is set aside for good, so that it is not looked through each time.
    """
    times: list[list[float]] = [[] for _ in actions]
    gc.collect()
    gc.freeze()
    for _ in range(runs):
        for action, seconds in zip(actions, times, strict=True):
            gc.collect()
            start = perf_counter()
            action()
            seconds.append(perf_counter() - start)
    return times


def milliseconds(seconds: float) -> str:
    return f"{seconds * 1000:,.2f} ms"
