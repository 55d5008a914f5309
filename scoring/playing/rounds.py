"""The round that the next hand belongs to: plain, Bock or Ramsch (rules 7.2)."""

from collections import deque
from dataclasses import dataclass
from enum import StrEnum
from functools import cache

from scoring.house.rules import HouseRules


class RoundKind(StrEnum):
    """What is played in a round."""

    PLAIN = "plain"
    BOCK = "bock"
    RAMSCH = "ramsch"


class Trigger(StrEnum):
    """Why a hand starts a Bock round (7.2)."""

    SPLIT = "split"  # 60 to 60
    VALUE = "value"  # worth the agreed value, before anything doubled it
    LOST_KONTRA = "lost-kontra"
    RE = "re"
    SCHNEIDER = "schneider"


@dataclass(frozen=True, slots=True)
class Turn:
    """What the rules propose for one hand: number ``number`` of ``of`` in its round.

    Both are 0 where hands are not counted. ``queued`` rounds are waiting behind it;
    ``doublings`` is how often the round doubles what is written.
    """

    kind: RoundKind = RoundKind.PLAIN
    number: int = 0
    of: int = 0
    queued: int = 0
    doublings: int = 0


PLAIN_TURN = Turn()
RAMSCH_TURN = Turn(kind=RoundKind.RAMSCH)


@cache
def turn_of(kind: RoundKind, number: int, of: int, queued: int) -> Turn:
    """Return the turn in a round of ``of`` hands; cached, for there are few.

    >>> turn_of(RoundKind.BOCK, 3, 4, 0).doublings
    1
    """
    return Turn(kind, number, of, queued, int(kind is RoundKind.BOCK))


class Rounds:
    """Walks down a list: ``turn`` is that of the next hand, advance() moves on.

    >>> rounds = Rounds(HouseRules(bock_split=True, ramsch_after_bock=True), players=3)
    >>> rounds.turn.kind is RoundKind.PLAIN
    True
    >>> rounds.advance((Trigger.SPLIT,))
    (<Trigger.SPLIT: 'split'>,)
    >>> rounds.turn
    Turn(kind=<RoundKind.BOCK: 'bock'>, number=1, of=3, queued=1, doublings=1)
    """

    __slots__ = ("_players", "_queue", "_rules", "turn")

    def __init__(self, rules: HouseRules, *, players: int) -> None:
        self._rules = rules
        self._players = players
        self._queue: deque[RoundKind] = deque()
        self.turn = self._turn_between()

    def advance(self, triggers: tuple[Trigger, ...] = ()) -> tuple[Trigger, ...]:
        """Go on to the next hand and return what the last one started.

        However many ``triggers`` a hand has, it starts one Bock round, which waits for
        those before it.
        """
        if triggers:
            self._queue_bock()
        turn = self.turn
        if turn.number < turn.of:
            number, queued = turn.number + 1, len(self._queue)
            self.turn = turn_of(turn.kind, number, turn.of, queued)
        elif self._queue:
            kind = self._queue.popleft()
            self.turn = turn_of(kind, 1, self._players, len(self._queue))
        else:
            self.turn = self._turn_between()
        return triggers

    def _queue_bock(self) -> None:
        """Queue a Bock round, and the Ramsch round that follows it in some clubs."""
        self._queue.append(RoundKind.BOCK)
        if self._rules.ramsch_after_bock:
            self._queue.append(RoundKind.RAMSCH)

    def _turn_between(self) -> Turn:
        return RAMSCH_TURN if self._rules.only_ramsch else PLAIN_TURN
