"""One line of a list as somebody wrote it, before anyone asked if it is possible."""

from dataclasses import dataclass

from scoring.contracts import Contract, ResultKind


@dataclass(frozen=True, slots=True, kw_only=True)
class Entry:
    """One line of a list as somebody wrote it; it may be impossible.

    ``matadors`` counts "with" and "without" alike (1.2). ``schneider`` and
    ``schwarz`` are the ticks of the paper: the level was reached, by either party,
    or it was announced. ``won`` is what was written, before an overbid is found.
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


PASSED_IN = Entry()
