"""Scoring: from text to games, values and closings, beside splitting the text."""

import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import partial

from scoring.game.games import result_of
from scoring.game.written_games import WrittenGame
from scoring.house.rules import OFFICIAL
from scoring.lists.sheets import ListTotals
from scoring.notation.documents import write_line
from scoring.notation.grammar import Spelling
from scoring.notation.reading import ListItem, NotedLine, read_list
from scoring.playing.play import closing, play
from tests.bench.rows import Row, Scale, milliseconds, spent_by
from tests.sampling import sample_list

GAMES = 48
TARGET = 100_000  # games a second


@dataclass(frozen=True, slots=True)
class Text:
    """What is typed: games alone, or with the value and total of the paper."""

    name: str
    lists: list[str]


def measure_scoring(scale: Scale, seed: int) -> Iterator[Row]:
    """Score and close lists of 48 games, with caches empty and full."""
    for text in (plain(scale.lists, seed), proved(scale.lists, seed)):
        cold, split = spent_by(
            3, partial(score_afresh, text.lists), partial(split_all, text.lists)
        )
        (warm,) = spent_by(3, partial(score_all, text.lists))
        for caches, spent in (("caches empty", cold), ("caches warm", warm)):
            games = scale.lists * GAMES / spent.median
            yield Row(
                what=f"{text.name}, {caches}",
                sizes=f"{scale.lists} lists of {GAMES}",
                measured=f"{games:,.0f} games/s, worst {milliseconds(spent.worst)}",
                ratio=spent.median / split.median,
                target=f"≥ {TARGET:,} games/s",
                is_met=games >= TARGET,
            )


def plain(lists: int, seed: int) -> Text:
    """Return lists without check values."""
    return Text(
        "games",
        [
            "\n".join(
                write_line(NotedLine(entry=entry), spelling_of(index))
                for entry in sample_list(seed + index)
            )
            for index in range(lists)
        ],
    )


def proved(lists: int, seed: int) -> Text:
    """Return lists with a check value and a running total on every line."""
    return Text(
        "games with check values",
        ["\n".join(proved_lines(seed + index, index)) for index in range(lists)],
    )


def proved_lines(seed: int, index: int) -> Iterator[str]:
    """Yield the lines of one list with the numbers of its paper."""
    points = dict.fromkeys(range(1, 5), 0)
    for entry in sample_list(seed):
        if entry.declarer is None:
            yield write_line(NotedLine(entry=entry), spelling_of(index))
            continue
        score = result_of(entry).score
        points[entry.declarer] += score
        noted = NotedLine(
            entry=entry, check_value=score, check_running=points[entry.declarer]
        )
        yield write_line(noted, spelling_of(index))


def spelling_of(index: int) -> Spelling:
    """Return letters and number pad in turns."""
    return Spelling.NUMPAD if index % 2 else Spelling.LETTERS


def score_afresh(lists: list[str]) -> None:
    """Score with every cache of the rule book empty at the start."""
    forget()
    score_all(lists)


def forget() -> None:
    """Empty every cache of the rule book."""
    for name, module in list(sys.modules.items()):
        if name.split(".")[0] == "scoring":
            for value in vars(module).values():
                clear = getattr(value, "cache_clear", None)
                if clear:
                    clear()


def score_all(lists: list[str]) -> None:
    """Read, score and close every list."""
    for text in lists:
        close_official([entry_of(item) for item in read_list(text)])


def entry_of(item: ListItem) -> WrittenGame:
    """Return the game of a line that was read; there is nothing else in these lists."""
    assert isinstance(item.content, NotedLine)
    return item.content.entry


def close_official(entries: Sequence[WrittenGame], players: int = 4) -> ListTotals:
    """Score and close a list of official Skat."""
    lines = play(entries, OFFICIAL, players=players)
    return closing(lines, OFFICIAL, players=players)


def split_all(lists: list[str]) -> None:
    """Only split every list into lines and words."""
    for text in lists:
        for line in text.splitlines():
            line.split()
