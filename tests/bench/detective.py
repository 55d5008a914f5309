"""The difference detective on lists with one known slip, and with two."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from time import process_time

from scoring.chance.sampling import sample_list
from scoring.proof.detective.search import differs, suspects
from tests.bench.corruption import corrupt
from tests.bench.hits import TYPED, rank_of, with_cells_of
from tests.bench.rows import Row, Scale, Spent

TABLES = ((4, 48), (3, 36))
FIRST, FIRST_THREE, FIRST_FIVE, SECONDS = 0.80, 0.95, 0.70, 0.3


@dataclass(slots=True)
class Tally:
    """What came out for one kind of lists."""

    lists: int
    detected: int = 0
    ranks: Counter[int | None] = field(default_factory=Counter)
    seconds: list[float] = field(default_factory=list)

    def share_up_to(self, rank: int) -> float:
        """Return the share of lists whose slips are among the first suspects."""
        return sum(self.ranks[each] for each in range(1, rank + 1)) / self.lists


def measure_detective(scale: Scale, seed: int) -> Iterator[Row]:
    """Search for one slip and for two, with more or less typed from the paper."""
    for slips, lists in ((1, scale.suspects), (2, scale.pairs)):
        for typed in TYPED:
            found = tally(lists, slips=slips, typed=typed, seed=seed)
            shares = (
                [("first", 1, FIRST), ("first three", 3, FIRST_THREE)]
                if slips == 1
                else [("first five", 5, FIRST_FIVE)]
            )
            sizes = f"{lists} lists, {slips} slip{'s' * (slips > 1)}, {typed}"
            yield share_row("detected", sizes, found.detected / lists, 1.0)
            for what, rank, least in shares:
                yield share_row(what, sizes, found.share_up_to(rank), least)
            yield Row(
                what="time a list",
                sizes=sizes,
                measured=Spent(tuple(found.seconds)).text,
                target=f"worst ≤ {SECONDS} s",
                is_met=max(found.seconds) <= SECONDS,
            )


def share_row(what: str, sizes: str, share: float, least: float) -> Row:
    """Return a row about a share that may not be less than ``least``."""
    return Row(
        what=what,
        sizes=sizes,
        measured=f"{share:.1%}",
        target=f"≥ {least:.0%}",
        is_met=share >= least,
    )


def tally(lists: int, *, slips: int, typed: str, seed: int) -> Tally:
    """Spoil lists, let the detective look at them, and count."""
    found = Tally(lists)
    for index in range(lists):
        players, games = TABLES[index % len(TABLES)]
        entries = sample_list(seed * 100_000 + index, players, games)
        corruption = corrupt(entries, seed + index, players=players, slips=slips)
        lines = with_cells_of(corruption, typed, index)
        start = process_time()
        suspected = suspects(lines, corruption.foot)
        found.seconds.append(process_time() - start)
        found.detected += differs(lines, corruption.foot)
        found.ranks[rank_of(suspected, corruption, lines)] += 1
    return found
