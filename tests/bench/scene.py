"""What a slip is: whose, what is wrong by it, and how it shows on paper and keys."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from random import Random

from scoring.game.games import result_of
from scoring.game.written_games import WrittenGame
from tests.bench.written import Change, Paper, Pen

PAD_NEIGHBOURS = {
    "0": "1",
    "1": "024",
    "2": "135",
    "3": "26",
    "4": "157",
    "5": "2468",
    "6": "359",
    "7": "48",
    "8": "579",
    "9": "68",
}


class By(StrEnum):
    """Whose slip it is."""

    WRITER = "writer"
    TYPIST = "typist"


class What(StrEnum):
    """What has to be corrected."""

    LINE = "line"  # the typed line has to read as it was played
    VALUE = "value"  # the value in a row of the paper
    RUNNING = "running"  # the running total in a row of the paper
    COLUMN = "column"  # points or stroke of a row stand under somebody else
    CELL = "cell"  # one or more cells of the foot
    MISSING = "missing"  # a line has not been typed
    DOUBLED = "doubled"  # a line has been typed twice
    SWAPPED = "swapped"  # a line changed places with the next
    CHECK = "check"  # the number typed behind a line


@dataclass(frozen=True, slots=True, kw_only=True)
class Keys:
    """How this typist departs from the paper.

    ``lines``: what is typed in place of a line, as (line of the paper, game);
    ``cells``, ``values``, ``running``: how a number of the foot or behind a line is
    typed.
    """

    lines: Mapping[int, tuple[tuple[int, WrittenGame], ...]] = field(
        default_factory=dict
    )
    cells: Mapping[str, Change] = field(default_factory=dict)
    values: Mapping[int, Change] = field(default_factory=dict)
    running: Mapping[int, Change] = field(default_factory=dict)


@dataclass(frozen=True, slots=True, kw_only=True)
class Slip:
    """One slip; ``line`` counts the games as they were played."""

    by: By
    what: What
    line: int | None = None
    cells: tuple[str, ...] = ()
    pen: Pen = field(default_factory=Pen)
    keys: Keys = field(default_factory=Keys)
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

    def a_place(self, chance: Random) -> int:
        return chance.randint(1, self.players)

    def neighbour(self, chance: Random, place: int) -> int:
        """Draw the place whose column stands beside that of ``place``."""
        return chance.choice(
            [p for p in (place - 1, place + 1) if 1 <= p <= self.players]
        )

    def game_before(self, line: int, declarer: int | None) -> int | None:
        """Return the last line of ``declarer`` above ``line``."""
        for earlier in range(line - 1, 0, -1):
            if self.entry(earlier).declarer == declarer:
                return earlier
        return None


def turned(number: int) -> list[int]:
    """Return ``number`` with two neighbouring digits turned, each way it can be.

    >>> turned(-318), turned(20), turned(44)
    ([-138, -381], [], [])
    """
    digits = str(abs(number))
    ways = (
        digits[:i] + digits[i + 1] + digits[i] + digits[i + 2 :]
        for i in range(len(digits) - 1)
    )
    return different(number, ways)


def one_key_off(number: int) -> list[int]:
    """Return ``number`` with one digit typed as the key beside it.

    >>> one_key_off(30)
    [20, 60, 31]
    """
    digits = str(abs(number))
    ways = (
        digits[:i] + other + digits[i + 1 :]
        for i, digit in enumerate(digits)
        for other in PAD_NEIGHBOURS[digit]
    )
    return different(number, ways)


def different(number: int, ways: Iterable[str]) -> list[int]:
    sign = -1 if number < 0 else 1
    readable = (way for way in ways if way[0] != "0" or way == "0")
    return [sign * int(way) for way in readable if int(way) != abs(number)]


def always(number: int) -> Change:
    """Write ``number`` whatever would have stood there."""
    return lambda _: number


def turned_by(chance: Random) -> Change:
    """Turn two digits of whatever stands there; leave what cannot be turned."""
    pick = chance.random()
    return lambda number: picked(turned(number), pick, number)


def off_by(chance: Random) -> Change:
    pick = chance.random()
    return lambda number: picked(one_key_off(number), pick, number)


def picked(ways: list[int], pick: float, number: int) -> int:
    return ways[int(pick * len(ways))] if ways else number


def more_by(step: int) -> Change:
    return lambda number: number + step


def negated(number: int) -> int:
    return -number
