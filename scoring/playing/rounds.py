"""The round that the next hand belongs to: plain, Bock or Ramsch (rules 7.1, 7.2)."""

import sys
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
    """Why a hand starts a round; all but the last one a Bock round (7.2)."""

    SPLIT = "split"  # 60 to 60
    VALUE = "value"  # worth the agreed value, before anything doubled it
    LOST_KONTRA = "lost-kontra"
    RE = "re"
    SCHNEIDER = "schneider"
    QUIET = "quiet"  # as many rounds without Bock as agreed
    KONTRA_RAMSCH = "kontra-ramsch"  # the next hand is a Ramsch (7.1)


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


FOR_EVER = sys.maxsize


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

    __slots__ = ("_patience", "_players", "_queue", "_quiet", "_rules", "turn")

    def __init__(self, rules: HouseRules, *, players: int) -> None:
        self._rules = rules
        self._players = players
        self._patience = rules.bock_quiet_rounds * players or FOR_EVER
        self._queue: deque[tuple[RoundKind, int, int]] = deque()
        self._quiet = 0  # hands outside all rounds since the last one
        self.turn = self._turn_between()

    def advance(
        self, triggers: tuple[Trigger, ...] = (), *, counts: bool = True
    ) -> tuple[Trigger, ...]:
        """Go on to the next hand and return what the last one started.

        However many ``triggers`` a hand has, it starts one Bock round, unless each of
        them counts; the new round waits for those before it. A hand that does not count
        uses up none of its round.
        """
        turn = self.turn
        if not turn.of:
            self._quiet += counts
            triggers = self._with_quiet(triggers)
            if not triggers:
                return ()
        elif not triggers and turn.number < turn.of:
            if counts:
                self.turn = turn_of(turn.kind, turn.number + 1, turn.of, turn.queued)
            return ()
        self._set_next_turn(turn.number + counts, triggers)
        return triggers

    def _set_next_turn(self, number: int, triggers: tuple[Trigger, ...]) -> None:
        """Go on with hand ``number`` of this round, or with one that has started."""
        kind, of = self.turn.kind, self.turn.of
        if triggers:
            self._queue_bock(triggers)
        if Trigger.KONTRA_RAMSCH in triggers:
            if number <= of:
                self._queue.appendleft((kind, number, of))
            self._queue.appendleft((RoundKind.RAMSCH, 1, 1))
            of = 0
        if not of or number > of:
            if not self._queue:
                self.turn = self._turn_between()
                return
            kind, number, of = self._queue.popleft()
        self.turn = turn_of(kind, number, of, len(self._queue))

    def _queue_bock(self, triggers: tuple[Trigger, ...]) -> None:
        """Queue the one Bock round that a hand starts, or one for each reason."""
        reasons = sum(trigger is not Trigger.KONTRA_RAMSCH for trigger in triggers)
        most = reasons if self._rules.bock_each_reason else 1
        for _ in range(min(reasons, most)):
            self._queue.append((RoundKind.BOCK, 1, self._players))
            if self._rules.ramsch_after_bock:
                self._queue.append((RoundKind.RAMSCH, 1, self._players))

    def _turn_between(self) -> Turn:
        return RAMSCH_TURN if self._rules.only_ramsch else PLAIN_TURN

    def _with_quiet(self, triggers: tuple[Trigger, ...]) -> tuple[Trigger, ...]:
        """Add the trigger for as many rounds without Bock as agreed (7.2)."""
        starts_bock = bool(triggers) and triggers != (Trigger.KONTRA_RAMSCH,)
        if not starts_bock and self._quiet < self._patience:
            return triggers
        self._quiet = 0
        return triggers if starts_bock else (*triggers, Trigger.QUIET)
