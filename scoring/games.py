"""A game's value and its score (rules.md 1.1 to 1.8, 2.1 and 2.3)."""

from dataclasses import dataclass

from scoring.contracts import Contract, Margin
from scoring.entries import PASSED_IN, Entry
from scoring.explanations import Explanation, Level, LevelCount
from scoring.problems import Problem, Question

__all__ = [
    "PASSED_IN",
    "Entry",
    "Explanation",
    "ImpossibleEntry",
    "Level",
    "LevelCount",
    "NullGame",
    "PassedIn",
    "Problem",
    "Question",
    "Result",
    "TrumpGame",
    "WrittenValue",
]


class ImpossibleEntry(ValueError):  # noqa: N818
    """A line that no game can be; ``problems`` says why, all reasons at once."""

    def __init__(self, problems: tuple[Problem, ...]) -> None:
        super().__init__(", ".join(problems))
        self.problems = problems


@dataclass(frozen=True, slots=True, kw_only=True)
class TrumpGame:
    """A suit or Grand game: what was announced, and how it ended.

    ``made`` is the margin of the winning party, whichever it was.
    """

    contract: Contract
    matadors: int
    without: bool = False
    hand: bool = False
    announced: Margin = Margin.PLAIN
    made: Margin = Margin.PLAIN
    ouvert: bool = False
    won: bool = True
    bid: int | None = None
    overbid_value: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class NullGame:
    """A Null; with ``picked`` an impossible one, valued as that contract (1.8)."""

    hand: bool = False
    ouvert: bool = False
    won: bool = True
    bid: int | None = None
    picked: Contract | None = None
    matadors: int = 1
    without: bool = False
    overbid_value: int | None = None


@dataclass(frozen=True, slots=True)
class PassedIn:
    """A hand nobody bid for (2.1): no declarer, no points, still a game of the list."""


@dataclass(frozen=True, slots=True, kw_only=True)
class WrittenValue:
    """A game of which only the value is known: from the paper or the referee (2.3)."""

    value: int
    won: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Result:
    """What a game is worth to its declarer.

    Passed in: no value, no winner, score 0. ``explanation`` is None then, and where
    only a value is known.
    """

    value: int | None
    score: int
    won: bool | None
    overbid: bool
    explanation: Explanation | None
