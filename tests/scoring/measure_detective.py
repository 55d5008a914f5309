"""How well the detective finds known slips: prints rates, run it by hand.

    python -m tests.scoring.measure_detective [lists] [seed]

A hit names the true line by itself (for a missing game its player and value, for
a slip of the foot its cell). What was typed beside the games: only the foot, the
check values of a part of the lines, or the running totals.
"""

import sys
import time
from collections import Counter, defaultdict
from dataclasses import replace
from random import Random

from scoring.corruption import corrupt
from scoring.detective import Remedy, SlipKind, suspects
from scoring.games import result_of
from scoring.sampling import sample_list

TABLES = ((4, 48), (3, 36))
TYPED = ("foot only", "check value on half the lines", "running totals")


def with_cells_of(corruption, typed, seed):
    """Blank the cells of the rows that the secretary did not type."""
    chance = Random(seed)
    has_value = {
        "foot only": lambda: False,
        "check value on half the lines": lambda: chance.random() < 0.5,
        "running totals": lambda: False,
    }[typed]
    return tuple(
        replace(
            line,
            value=line.value if has_value() else None,
            running=line.running if typed == "running totals" else None,
        )
        for line in corruption.lines
    )


def names(correction, culprit, lines):
    """Tell whether a correction names a culprit by itself."""
    if culprit.kind is SlipKind.MISSING:
        same = (correction.place, correction.remedy) == (
            culprit.declarer,
            Remedy.INSERT,
        )
        return same and result_of(correction.after).score == culprit.score
    if culprit.line is None or (culprit.on_paper and correction.line is None):
        return (
            correction.line is None
            and correction.remedy is Remedy.PAPER
            and (correction.place, correction.field) == (culprit.place, culprit.field)
        )
    if culprit.kind is SlipKind.DOUBLED and correction.line:
        entry = lines[culprit.line - 1].entry
        first, last = sorted((correction.line, culprit.line))
        run = range(first, last + 1)
        return all(lines[number - 1].entry == entry for number in run)
    return correction.line == culprit.line


def rank_of(found, corruption, lines):
    """Return the place of the first suspect that names all culprits, or None."""
    for index, suspect in enumerate(found, start=1):
        left = list(suspect.corrections)
        for culprit in corruption.culprits:
            match = next((c for c in left if names(c, culprit, lines)), None)
            if match is None:
                break
            left.remove(match)
        else:
            return index
    return None


def measure_detective(seed=1, lists=1000, slips=1, typed=TYPED[0]):
    """Print hit rates and times over seeded lists of both tables."""
    ranks, by_kind, seconds, detected = Counter(), defaultdict(Counter), [], 0
    for index in range(lists):
        players, games = TABLES[index % len(TABLES)]
        entries = sample_list(seed * 100_000 + index, players, games)
        corruption = corrupt(entries, seed + index, players=players, slips=slips)
        lines = with_cells_of(corruption, typed, index)
        start = time.process_time()
        found = suspects(lines, corruption.foot)
        seconds.append(time.process_time() - start)
        rank = rank_of(found, corruption, lines)
        detected += bool(found)
        ranks[rank] += 1
        kinds = "+".join(sorted(c.kind for c in corruption.culprits))
        by_kind[kinds if slips == 1 else "pair"][rank] += 1
    print(f"\n{slips} slip(s), {typed}, {lists} lists, seed {seed}")
    print(f"  suspects for {detected / lists:6.1%}", end="  ")
    print(f"mean {sum(seconds) / lists:.3f} s, worst {max(seconds):.3f} s")
    for kinds, counted in [*sorted(by_kind.items()), ("all", ranks)]:
        of = sum(counted.values())
        first = [sum(counted[r] for r in range(1, n + 1)) / of for n in (1, 3, 5)]
        rates = "  ".join(f"{rate:6.1%}" for rate in first)
        print(f"  {kinds:10} {of:5}  first/3/5: {rates}  not: {counted[None] / of:.1%}")


if __name__ == "__main__":
    lists = int(sys.argv[1]) if len(sys.argv) > 1 else 1000
    seed = int(sys.argv[2]) if len(sys.argv) > 2 else 1
    for slips in (1, 2):
        for typed in TYPED:
            measure_detective(seed, lists, slips, typed)
