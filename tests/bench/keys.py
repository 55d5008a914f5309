"""Keys a game, Enter included, and a whole list with its totals."""

from collections.abc import Iterator, Sequence

from scoring.chance.sampling import sample_list
from scoring.game.written_games import WrittenGame
from scoring.house.rules import OFFICIAL
from scoring.notation.grammar import Spelling
from scoring.notation.reading import NotedLine
from scoring.notation.writing import write_line
from scoring.playing.play import closing, play
from tests.bench.rows import Row, Scale

TABLES = ((4, 48), (3, 36))
TARGETS = {Spelling.LETTERS: 5.0, Spelling.NUMPAD: 5.9}
ENTER = 1
KEYS_A_SECOND = 4
MOST_SECONDS = 100


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
    for spelling in Spelling:
        yield list_row(spelling, scale, seed)


def list_row(spelling: Spelling, scale: Scale, seed: int) -> Row:
    """Say how long the keys take from the first game to the next list."""
    players, games = TABLES[0]
    seconds = [
        keys_of(sample_list(seed + index, players, games), spelling) / KEYS_A_SECOND
        for index in range(scale.lists)
    ]
    return Row(
        what=f"list of {games} with its totals, {spelling}",
        sizes=f"{len(seconds):,} lists, {1000 // KEYS_A_SECOND} ms a key",
        measured=f"{sum(seconds) / len(seconds):.0f} s, longest {max(seconds):.0f} s",
        target=f"≤ {MOST_SECONDS} s",
        is_met=max(seconds) <= MOST_SECONDS,
    )


def keys_of(entries: Sequence[WrittenGame], spelling: Spelling) -> int:
    """Count the keys of the games, of the totals, and of Enter at the end."""
    lines = [write_line(NotedLine(entry=entry), spelling) for entry in entries]
    totals = closing(play(entries, OFFICIAL, players=4), OFFICIAL, players=4).seats
    typed = [*lines, *(str(seat.total) for seat in totals)]
    return sum(len(text) + ENTER for text in typed) + ENTER
