"""One line of a list as it was written, before anyone checked that it is possible.

With what it says about house rules, beside the official game.
"""

from dataclasses import dataclass, replace
from enum import IntEnum
from typing import NamedTuple

from scoring.game.contracts import BASE_VALUE, Contract, Margin, ResultKind


class Kontra(IntEnum):
    """What was said against the declarer, and the answer (rules 7.1)."""

    NONE = 0
    KONTRA = 1
    RE = 2


@dataclass(frozen=True, slots=True, kw_only=True)
class Ramsch:
    """A hand without a declarer: whoever has most card points loses (rules 7.4, 7.5).

    ``points`` are the card points of the three players, in the order of their places.
    ``virgins`` are the places without a trick, ``march`` the place that took every
    trick, ``pushes`` how often the skat was passed on unseen.
    """

    points: tuple[int, int, int]
    virgins: tuple[int, ...] = ()
    march: int | None = None
    pushes: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class HouseMarks:
    """The marks of one line; a line of official Skat has none at all.

    ``bock`` is how often the writer doubles the game whatever the rules propose
    (None: as they propose). A ``ramsch`` line has no declarer.
    """

    kontra: Kontra = Kontra.NONE
    bock: int | None = None
    ramsch: Ramsch | None = None


def are_malformed(marks: HouseMarks) -> bool:
    """Tell whether a mark holds something of the wrong type, as forms may send it.

    >>> are_malformed(HouseMarks()), are_malformed(HouseMarks(bock="1"))
    (False, True)
    """
    ramsch = marks.ramsch
    if type(marks.kontra) is not Kontra:
        return True
    numbers: list[object] = []
    optional: list[object] = [marks.bock]
    if ramsch is not None:
        if type(ramsch) is not Ramsch:
            return True
        tuples = (ramsch.points, ramsch.virgins)
        if any(type(field) is not tuple for field in tuples) or len(ramsch.points) != 3:
            return True
        numbers += [*ramsch.points, *ramsch.virgins, ramsch.pushes]
        optional.append(ramsch.march)
    numbers += [number for number in optional if number is not None]
    return any(type(number) is not int for number in numbers)


@dataclass(frozen=True, slots=True, kw_only=True)
class WrittenGame:
    """One line of a list as it was written; it may be impossible.

    ``matadors`` counts "with" and "without" alike (1.2). ``schneider`` and ``schwarz``
    are the ticks of the paper: the level was reached, by either party, or it was
    announced. ``won`` is what was written, before an overbid is noticed.
    """

    declarer: int | None = None  # place 1 to 5; None: passed in
    contract: Contract | None = None  # None with a declarer: only a value was written
    matadors: int | None = None
    without: bool = False
    hand: bool = False
    schneider: bool = False
    schneider_announced: bool = False
    schwarz: bool = False
    schwarz_announced: bool = False
    ouvert: bool = False
    won: bool = True
    bid: int | None = None
    overbid_value: int | None = None  # covering value as written: ü33 means 33
    card_points: int | None = None  # of the declarer, the skat included
    skat_taken: bool | None = None
    picked: Contract | None = None  # impossible Null: what the declarer picked (1.8)
    kind: ResultKind = ResultKind.PLAYED
    written_value: int | None = None  # value-only: +48 or -96; referee: the value
    house: HouseMarks | None = None  # None: nothing but official Skat (rules 7)


PASSED_IN = WrittenGame()

TICKS = (
    "hand",
    "schneider",
    "schneider_announced",
    "schwarz",
    "schwarz_announced",
    "ouvert",
)
"""The levels of the paper in its order; what is announced implies all before it."""


WHOLE_NUMBER = frozenset({int, type(None)})
YES_OR_NO = frozenset({bool})
OPTIONAL_YES_OR_NO = frozenset({bool, type(None)})
A_CONTRACT = frozenset({Contract, type(None)})
HOUSE_MARKS = frozenset({HouseMarks, type(None)})


def is_malformed(entry: WrittenGame) -> bool:
    """Tell whether a field holds something of the wrong type, as forms may send it.

    >>> is_malformed(PASSED_IN), is_malformed(WrittenGame(declarer="2"))
    (False, True)
    """
    numbers = {
        type(entry.declarer),
        type(entry.matadors),
        type(entry.bid),
        type(entry.overbid_value),
        type(entry.card_points),
        type(entry.written_value),
    }
    marks = {
        type(entry.without),
        type(entry.hand),
        type(entry.schneider),
        type(entry.schneider_announced),
        type(entry.schwarz),
        type(entry.schwarz_announced),
        type(entry.ouvert),
        type(entry.won),
    }
    return not (
        numbers <= WHOLE_NUMBER
        and marks <= YES_OR_NO
        and type(entry.skat_taken) in OPTIONAL_YES_OR_NO
        and type(entry.contract) in A_CONTRACT
        and type(entry.picked) in A_CONTRACT
        and type(entry.kind) is ResultKind
        and type(entry.house) in HOUSE_MARKS
        and not (entry.house and are_malformed(entry.house))
    )


class Levels(NamedTuple):
    """What the ticks of a suit or Grand game mean together (1.10).

    ``margin`` is the higher of what was made and what was ``announced``: both
    count, reached or not (1.6). After a rule break more may be ``granted`` (2.3).
    """

    hand: bool
    announced: Margin
    margin: Margin
    ouvert: bool
    granted: Margin = Margin.PLAIN

    @property
    def counted(self) -> Margin:
        """The margin that counts, made or not."""
        return max(self.margin, self.granted)

    @property
    def added(self) -> int:
        """How much the levels add to tops and game (1.3)."""
        return self.hand + self.counted + self.announced + self.ouvert


def levels_of(entry: WrittenGame) -> Levels:
    """Return the levels of a suit or Grand game, the implied ones included (1.10).

    An announcement sets Hand and the announcements below it; card points set
    Schneider.

    >>> levels_of(WrittenGame(declarer=1, contract=Contract.CLUBS, ouvert=True)).added
    6
    """
    if entry.schwarz_announced or entry.ouvert:
        announced = Margin.SCHWARZ
    else:
        announced = Margin.SCHNEIDER if entry.schneider_announced else Margin.PLAIN
    levels = Levels(
        bool(entry.hand or announced),
        announced,
        max(margin_made(entry), announced),
        entry.ouvert,
    )
    if entry.kind is ResultKind.RULE_BREAK and entry.won:
        return _granted(entry, levels)
    return levels


def margin_made(entry: WrittenGame) -> Margin:
    """Return the margin of the winning party by ticks and card points (1.4, 1.10).

    Card points count only when the game was played to its end (2.3).

    >>> made = margin_made(WrittenGame(contract=Contract.CLUBS, card_points=90))
    >>> made is Margin.SCHNEIDER
    True
    """
    if entry.schwarz:
        return Margin.SCHWARZ
    if entry.schneider:
        return Margin.SCHNEIDER
    points = entry.card_points
    if points is None or entry.kind is not ResultKind.PLAYED or 30 < points < 90:
        return Margin.PLAIN
    return Margin.SCHNEIDER


def _granted(entry: WrittenGame, levels: Levels) -> Levels:
    """Grant the margin that covers the bid after the defenders broke a rule (2.3).

    Only one that the declarer could have made: Schwarz needs the jack of clubs.
    """
    if entry.contract is None or entry.bid is None or entry.matadors is None:
        return levels
    highest = Margin.SCHNEIDER if entry.without else Margin.SCHWARZ
    base = BASE_VALUE[entry.contract]
    for margin in Margin:
        granted = levels._replace(granted=margin)
        covers = base * (entry.matadors + 1 + granted.added) >= entry.bid
        if covers and margin <= highest:
            return granted
    return levels


def with_implied_levels(entry: WrittenGame) -> WrittenGame:
    """Return ``entry`` with every implied level ticked as table 1.10 says.

    >>> spades = WrittenGame(contract=Contract.SPADES, schwarz_announced=True)
    >>> full = with_implied_levels(spades)
    >>> full.hand, full.schneider, full.schneider_announced, full.schwarz
    (True, True, True, True)
    """
    if is_malformed(entry) or entry.contract not in BASE_VALUE:
        return entry
    levels = levels_of(entry)
    return replace(
        entry,
        hand=levels.hand,
        schneider=levels.margin >= Margin.SCHNEIDER,
        schneider_announced=levels.announced >= Margin.SCHNEIDER,
        schwarz=levels.margin >= Margin.SCHWARZ,
        schwarz_announced=levels.announced >= Margin.SCHWARZ,
    )
