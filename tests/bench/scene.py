"""What a slip is, and how it shows on paper and keys.

The writer works down the list as writers do: value, running total in the declarer's
column, a stroke for won or lost; then the foot. So a slip is carried on to whatever is
reckoned from it.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from random import Random

from scoring.game.games import result_of
from scoring.game.written_games import WrittenGame

RATE = {3: 40, 4: 30}
WON_OR_LOST = 50


@dataclass(frozen=True, slots=True, kw_only=True)
class Row:
    """The numbers of one game: its signed value and the running total behind it."""

    value: int | None = None
    running: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Paper:
    """The numbers of a written list; ``foot`` is keyed "2.total", "games" and so on."""

    rows: tuple[Row, ...]
    foot: Mapping[str, int]


@dataclass(frozen=True, slots=True, kw_only=True)
class Pen:
    """How this writer departs from the rules, by line.

    ``values``: what is written as value and carried on; ``added``: what is added to
    the running total instead.
    """

    values: Mapping[int, int] = field(default_factory=dict)
    added: Mapping[int, int] = field(default_factory=dict)


@dataclass(slots=True)
class Columns:
    """The columns of all places, as far as they are written."""

    players: int
    points: list[int] = field(init=False)
    won: list[int] = field(init=False)
    lost: list[int] = field(init=False)

    def __post_init__(self) -> None:
        self.points, self.won, self.lost = (
            [0] * (self.players + 1) for _ in ("points", "won", "lost")
        )


def write(
    entries: Sequence[WrittenGame], players: int, pen: Pen | None = None
) -> Paper:
    """Return the paper of a list; without a ``pen`` the true one.

    >>> from scoring.notation.reading import read_line
    >>> games = [read_line(text).entry for text in ("2a1", "1po1-", "e")]
    >>> paper = write(games, 4)
    >>> [row.running for row in paper.rows], paper.foot["2.total"]
    ([18, -44, None], 98)
    """
    pen = pen or Pen()
    columns = Columns(players)
    rows = tuple(
        write_row(columns, number, entry, pen)
        for number, entry in enumerate(entries, start=1)
    )
    return Paper(rows=rows, foot=write_foot(columns, entries))


def write_row(columns: Columns, number: int, entry: WrittenGame, pen: Pen) -> Row:
    if entry.declarer is None:
        return Row()
    result = result_of(entry)
    value = pen.values.get(number, result.score)
    columns.points[entry.declarer] += pen.added.get(number, value)
    strokes = columns.won if result.won else columns.lost
    strokes[entry.declarer] += 1
    return Row(value=value, running=columns.points[entry.declarer])


def write_foot(columns: Columns, entries: Sequence[WrittenGame]) -> Mapping[str, int]:
    foot: dict[str, int] = {
        "games": len(entries),
        "passed_in": sum(entry.declarer is None for entry in entries),
    }
    all_lost = sum(columns.lost)
    for place in range(1, columns.players + 1):
        points, won, lost = (
            cells[place] for cells in (columns.points, columns.won, columns.lost)
        )
        others = all_lost - lost
        bonus = WON_OR_LOST * (won - lost) + RATE[columns.players] * others
        foot |= {
            f"{place}.game_points": points,
            f"{place}.won": won,
            f"{place}.lost": lost,
            f"{place}.others_lost": others,
            f"{place}.total": points + bonus,
        }
    return foot


class What(StrEnum):
    """What has to be corrected."""

    LINE = "line"  # the typed line has to read as it was played
    VALUE = "value"  # the value in a row of the paper
    RUNNING = "running"  # the running total in a row of the paper
    MISSING = "missing"  # a line has not been typed
    DOUBLED = "doubled"  # a line has been typed twice


Keys = Mapping[int, tuple[tuple[int, WrittenGame], ...]]
"""What is typed in place of a line, as (line of the paper, game)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Slip:
    """One slip; ``line`` counts the games as they were played."""

    what: What
    line: int
    pen: Pen = field(default_factory=Pen)
    keys: Keys = field(default_factory=dict)
    kind: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Scene:
    """A table, what was played at it, and its paper without a slip."""

    players: int
    entries: tuple[WrittenGame, ...]
    paper: Paper

    def entry(self, line: int) -> WrittenGame:
        return self.entries[line - 1]

    def score(self, line: int) -> int:
        return result_of(self.entry(line)).score

    def a_game(self, chance: Random) -> int:
        """Draw a line with a declarer."""
        return chance.choice(
            [
                line
                for line, entry in enumerate(self.entries, start=1)
                if entry.declarer is not None
            ]
        )


def turned(number: int) -> list[int]:
    """Return ``number`` with two neighbouring digits turned, each way it can be.

    >>> turned(-318), turned(20), turned(44)
    ([-138, -381], [], [])
    """
    digits = str(abs(number))
    ways = [
        digits[:i] + digits[i + 1] + digits[i] + digits[i + 2 :]
        for i in range(len(digits) - 1)
    ]
    sign = -1 if number < 0 else 1
    return [sign * int(way) for way in ways if way[0] != "0" and way != digits]
