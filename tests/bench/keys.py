"""Keys a game: what a list costs to type, Enter included."""

from collections.abc import Iterator

from scoring.chance.sampling import sample_list
from scoring.notation.grammar import Spelling
from scoring.notation.reading import NotedLine
from scoring.notation.writing import write_line
from tests.bench.rows import Row, Scale

TABLES = ((4, 48), (3, 36))
TARGETS = {Spelling.LETTERS: 5.0, Spelling.NUMPAD: 5.9}
ENTER = 1


def measure_keys(scale: Scale, seed: int) -> Iterator[Row]:
    """Count the keys over generated lists in both spellings."""
    entries = [
        entry
        for index in range(scale.lists)
        for entry in sample_list(seed + index, *TABLES[index % len(TABLES)])
    ]
    for spelling, target in TARGETS.items():
        keys = sum(
            len(write_line(NotedLine(entry=entry), spelling)) + ENTER
            for entry in entries
        )
        each = keys / len(entries)
        yield Row(
            what=f"{spelling} with Enter",
            sizes=f"{len(entries):,} games",
            measured=f"{each:.2f} keys a game",
            target=f"≤ {target}",
            is_met=each <= target,
        )
