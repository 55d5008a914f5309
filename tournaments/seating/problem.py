"""The question that a draw answers (players, tables, wishes), and its chance.

Chance has the same outcome on every machine and in every Python version: only
``random()`` of the standard generator is guaranteed to stay the same, so everything
else is made from it. Nothing depends on the clock or on hash order.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from hashlib import sha256
from random import Random
from typing import Literal, TypeVar


def gettext_noop(text: str) -> str:
    """Mark ``text`` for the catalogue; the site translates it when it is shown."""
    return text


REFUSALS = {
    "five-players": gettext_noop(
        "5 players do not fit tables of four and three: play at one table of five"
        " with two sitting out in turn, or wait for a sixth player."
    ),
    "groups-out-of-range": gettext_noop(
        "%(groups)s groups cannot be formed: there are %(tables)s tables."
    ),
    "no-such-table": gettext_noop(
        "There is no table %(table)s: %(tables)s tables are used."
    ),
    "table-full": gettext_noop("Too many players are fixed at table %(table)s."),
    "too-few-players": gettext_noop(
        "%(players)s players are too few: a table needs at least 3."
    ),
}


class SeatingError(ValueError):
    """A draw that is impossible.

    ``code`` names the reason, ``template`` is the sentence to translate and
    ``params`` are the numbers to put into it.
    """

    def __init__(self, code: str, **params: int) -> None:
        self.code = code
        self.template = REFUSALS[code]
        self.params = params
        super().__init__(self.template % params)


Table = tuple[int, ...]
"""The start numbers at one table, in seat order."""
SeriesTables = tuple[Table, ...]
"""The tables of one series, table 1 first."""
FixedPlaces = dict[int, list[int]]
"""The start numbers that are fixed at each table."""


class TableRule(StrEnum):
    """How many players sit at a table when there is a choice (rules 5.1)."""

    FOURS = "fours"
    THREES = "threes"
    FIVE = "five"


@dataclass(frozen=True, slots=True, kw_only=True)
class Entrant:
    """A player who takes part.

    Mates of ``team`` and of each of ``more_teams`` are kept apart alike: a player may
    belong to a pair and a team of four at once. ``table`` is a table the player keeps
    (because walking is difficult, or as the referee). ``three_sits`` counts tables of
    three on earlier evenings of the season.
    """

    number: int
    club: str | None = None
    team: str | None = None
    table: int | None = None
    three_sits: int = 0
    more_teams: tuple[str, ...] = ()

    @property
    def teams(self) -> tuple[str, ...]:
        return (self.team, *self.more_teams) if self.team else self.more_teams


@dataclass(frozen=True, slots=True, kw_only=True)
class Weights:
    """The weight of each wish; the search is tuned to ``meeting`` = 4.

    ``three`` = 3 puts "nobody meets twice" before "nobody sits at a table of
    three twice"; 9 turns the two around (``THREES_FIRST``).
    """

    club: int = 400
    team: int = 400
    apart: int = 400
    meeting: int = 4
    three: int = 3


MEETINGS_FIRST = Weights()
THREES_FIRST = Weights(three=9)


@dataclass(frozen=True, slots=True, kw_only=True)
class SeatingProblem:
    """Everything a draw needs to know: each number is given once, each pair plays.

    ``history`` holds the series played so far, tables in seat order; players who
    have left may appear in it. ``apart`` holds pairs of start numbers.
    """

    entrants: tuple[Entrant, ...]
    apart: tuple[tuple[int, int], ...] = ()
    history: tuple[SeriesTables, ...] = ()
    tables: TableRule = TableRule.FOURS
    weights: Weights = field(default_factory=Weights)


@dataclass(frozen=True, slots=True, kw_only=True)
class Hall:
    """The number of tables in the hall, and how many of them are tables of three."""

    tables: int
    threes: int

    @property
    def players(self) -> int:
        return 4 * self.tables - self.threes

    @property
    def sizes(self) -> tuple[int, ...]:
        return (4,) * (self.tables - self.threes) + (3,) * self.threes

    @property
    def pairs(self) -> int:
        """The meetings of one series."""
        return 6 * self.tables - 3 * self.threes


def hall_for(players: int, rule: TableRule = TableRule.FOURS) -> Hall:
    """Return the tables for ``players`` people (rules 5.1).

    Raises ``SeatingError`` with code ``too-few-players`` or ``five-players``.

    >>> hall_for(14).sizes
    (4, 4, 3, 3)
    >>> hall_for(12, TableRule.THREES).sizes
    (3, 3, 3, 3)
    """
    if players < 3:
        raise SeatingError("too-few-players", players=players)
    if players == 5:
        raise SeatingError("five-players", players=players)
    tables = players // 3 if rule is TableRule.THREES else -(-players // 4)
    return Hall(tables=tables, threes=4 * tables - players)


def mates_of(problem: SeatingProblem, kind: Literal["club", "team"]) -> list[list[int]]:
    """Return the start numbers of each club or team."""
    groups: dict[str, list[int]] = {}
    for entrant in problem.entrants:
        clubs = (entrant.club,) if entrant.club else ()
        for name in clubs if kind == "club" else entrant.teams:
            groups.setdefault(name, []).append(entrant.number)
    return list(groups.values())


def fixed_places(problem: SeatingProblem, hall: Hall) -> FixedPlaces:
    """Return the start numbers that are fixed at each table.

    Raises ``SeatingError`` with code ``no-such-table`` or ``table-full``.
    """
    fixed: FixedPlaces = {}
    for entrant in sorted(problem.entrants, key=lambda entrant: entrant.number):
        if entrant.table is None:
            continue
        if not 1 <= entrant.table <= hall.tables:
            raise SeatingError("no-such-table", table=entrant.table, tables=hall.tables)
        fixed.setdefault(entrant.table, []).append(entrant.number)
    full = [table for table, numbers in fixed.items() if len(numbers) > 4]
    with_room = hall.tables - sum(len(numbers) == 4 for numbers in fixed.values())
    if full or with_room < hall.threes:
        table = min(full, default=max(fixed, default=0))
        raise SeatingError("table-full", table=table)
    return fixed


T = TypeVar("T")


class Chance:
    """A stream of random numbers that depends on one seed text only.

    >>> Chance("evening 7 / draw 1").shuffled(range(1, 9))
    [7, 5, 1, 6, 2, 4, 3, 8]
    """

    __slots__ = ("random",)

    def __init__(self, seed: str) -> None:
        digest = sha256(seed.encode("utf-8", "surrogatepass")).digest()
        start = int.from_bytes(digest[:8], "big")
        self.random: Callable[[], float] = Random(start).random

    def below(self, limit: int) -> int:
        """Return a whole number from 0 to ``limit`` - 1."""
        return int(self.random() * limit)

    def shuffle(self, items: list[T]) -> None:
        """Shuffle ``items`` in place (Fisher and Yates)."""
        random = self.random
        for last in range(len(items) - 1, 0, -1):
            other = int(random() * (last + 1))
            items[last], items[other] = items[other], items[last]

    def shuffled(self, items: Sequence[T]) -> list[T]:
        """Return the items in a new order."""
        order = list(items)
        self.shuffle(order)
        return order
