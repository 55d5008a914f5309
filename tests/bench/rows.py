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
    runs: int = 15
    suspects: int = 300
    pairs: int = 100


USUAL = Scale()
FULL = replace(USUAL, suspects=1000, pairs=1000)
QUICK = Scale(lists=20, players=40, runs=3, suspects=4, pairs=1)


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
