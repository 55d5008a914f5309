"""What a slip is: whose, what is wrong by it, and how it shows on paper and keys."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from random import Random

from scoring.game.games import result_of
from scoring.game.written_games import WrittenGame
from tests.bench.written import Paper, Pen


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
