"""What one line is worth under house rules, in the round it is played in (rules 7).

A round is plain, Bock or Ramsch (7.2). How a line came about is data, in named tuples
because they are created by the thousand.
"""

from collections import deque
from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import cache
from typing import NamedTuple

from scoring.game.games import NO_RESULT, Result, result_of
from scoring.game.problems import Problem, Question, codes_that_apply
from scoring.game.written_games import (
    ALL_CARD_POINTS,
    BASE_VALUE,
    HouseMarks,
    Kontra,
    Margin,
    Ramsch,
    ResultKind,
    WrittenGame,
    levels_of,
    margin_made,
    playing_in,
)
from scoring.house.rules import HouseRules, RamschScoring, Schieberamsch
from scoring.lists.sheets import PlaceScore
from scoring.playing.line_checks import (
    NO_MARKS,
    has_written_value,
    is_ramsch_missing,
    line_questions,
    problems_in,
)
from scoring.playing.ramsch import (
    RamschExplanation,
    explain_ramsch,
    passed_in_ramsch,
    schieberamsch,
)
from scoring.playing.target import TargetExplanation, target_game


class RoundKind(StrEnum):
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
        those before it; in some clubs a Ramsch round follows it.
        """
        if triggers:
            self._queue.append(RoundKind.BOCK)
            if self._rules.ramsch_after_bock:
                self._queue.append(RoundKind.RAMSCH)
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

    def _turn_between(self) -> Turn:
        return RAMSCH_TURN if self._rules.only_ramsch else PLAIN_TURN


class HouseExplanation(NamedTuple):
    """What house rules did to a line; ``factor`` is 1 where nothing doubled it."""

    kontra: Kontra = Kontra.NONE
    doublings: int = 0
    factor: int = 1
    ramsch: RamschExplanation | None = None
    target: TargetExplanation | None = None
    loser_points: bool = False


class LineScore(NamedTuple):
    """The score of a line by itself: none with ``problems``; ``triggers`` of rounds."""

    result: Result = NO_RESULT
    scores: tuple[PlaceScore, ...] = ()
    factor: int = 1
    problems: tuple[Problem, ...] = ()
    questions: tuple[Question, ...] = ()
    triggers: tuple[Trigger, ...] = ()


def score_line(
    entry: WrittenGame, kind: RoundKind, number: int, *, rules: HouseRules, players: int
) -> LineScore:
    """Score one line: its problems, or what everybody at the table writes.

    A game by a player who should pause counts all the same, as it does on paper: more
    likely a line is missing above it.
    """
    problems = problems_in(entry, rules, players=players, number=number)
    if not PAUSING_PROBLEMS.issuperset(problems):
        return LineScore(problems=problems)
    line = count_line(entry, kind, playing_in(number, players), rules)
    return line._replace(problems=problems)


PAUSING_PROBLEMS = frozenset({Problem.DECLARER_IS_DEALER, Problem.DECLARER_IS_PAUSING})


def count_line(
    entry: WrittenGame, kind: RoundKind, playing: tuple[int, ...], rules: HouseRules
) -> LineScore:
    """Count a line without problems; its declarer may pause if lines have moved."""
    marks = entry.house
    if marks is not None and marks.ramsch is not None:
        return score_ramsch(marks, kind, playing, rules)
    return in_round(count_plain_line(entry, rules), entry, kind, rules)


def count_plain_line(entry: WrittenGame, rules: HouseRules) -> LineScore:
    """Count a game, or a hand passed in, outside Bock and Ramsch rounds."""
    marks = entry.house or NO_MARKS
    line = LineScore()
    if entry.declarer is not None:
        line = _game_line(entry, marks, rules)
    if rules.lowest_wins:
        line = line._replace(
            result=_with_score(line.result, -line.result.score),
            scores=_multiplied(line.scores, -1),
        )
    return LineScore(
        line.result,
        line.scores,
        line.factor,
        line.problems,
        line_questions(entry, rules),
        _triggers(entry, marks, line.result, rules),
    )


def score_at_place(place: int, line: LineScore) -> LineScore:
    """Return the score of a line with one writer as that of ``place``."""
    ((_, points, won),) = line.scores
    own_score = PlaceScore(place, points, won)
    return LineScore(
        line.result,
        (own_score,),
        line.factor,
        line.problems,
        line.questions,
        line.triggers,
    )


def with_doublings(bare: LineScore, entry: WrittenGame, rules: HouseRules) -> LineScore:
    """Return the score of a game with its marks, from the score without them.

    ``entry`` has a declarer, and marks that only double.
    """
    assert entry.declarer is not None
    assert entry.house is not None
    factor = doubling_factor(entry.house)
    result = _with_score(bare.result, factor * bare.result.score)
    own_score = PlaceScore(entry.declarer, result.score, result.won)
    triggers = _triggers(entry, entry.house, result, rules)
    return LineScore(result, (own_score,), factor, (), bare.questions, triggers)


def doubling_factor(marks: HouseMarks) -> int:
    """Return what Kontra, Re and the writer's Bock multiply a game by (7.1, 7.2).

    >>> doubling_factor(HouseMarks(kontra=Kontra.RE, bock=1))
    8
    """
    return 1 << (marks.kontra + (marks.bock or 0))


def in_round(
    line: LineScore, entry: WrittenGame, kind: RoundKind, rules: HouseRules
) -> LineScore:
    """Return what a plain line scores in a round of this kind (7.2).

    Bock doubles what everybody writes, but not a number from the paper, which is
    doubled already, nor a game for which the writer set the doublings.
    """
    if kind is RoundKind.PLAIN:
        return line
    if kind is RoundKind.RAMSCH:
        if not is_ramsch_missing(entry, rules):
            return line
        questions = dict.fromkeys((*line.questions, Question.RAMSCH_EXPECTED))
        return line._replace(questions=tuple(questions))
    is_overruled = entry.house is not None and entry.house.bock is not None
    is_doubled = line.scores and not is_overruled and not has_written_value(entry)
    times = 2 if is_doubled else 1
    return LineScore(
        _with_score(line.result, times * line.result.score),
        _multiplied(line.scores, times),
        times * line.factor,
        line.problems,
        line.questions,
        tuple([t for t in line.triggers if t is not Trigger.SCHNEIDER]),
    )


def _with_score(result: Result, score: int) -> Result:
    """Return a result with another score; quicker than replace()."""
    return Result(
        value=result.value,
        score=score,
        won=result.won,
        overbid=result.overbid,
        explanation=result.explanation,
    )


def _multiplied(scores: tuple[PlaceScore, ...], factor: int) -> tuple[PlaceScore, ...]:
    return tuple(
        [PlaceScore(place, factor * points, won) for place, points, won in scores]
    )


def score_ramsch(
    marks: HouseMarks, kind: RoundKind, playing: Sequence[int], rules: HouseRules
) -> LineScore:
    """Score a Ramsch: Schieberamsch in its own rounds, else one after all passed."""
    ramsch = marks.ramsch
    assert ramsch is not None
    doublings = doublings_of(marks, kind)
    is_pushed = ramsch_scoring(kind, rules) is not rules.ramsch
    if not is_pushed:
        scores, factor = passed_in_ramsch(ramsch, playing, rules, doublings=doublings)
    else:
        scores, factor = schieberamsch(
            ramsch, playing, rules, kontra=marks.kontra, doublings=doublings
        )
    if rules.loser_points:
        scores = tuple(s._replace(points=min(0, s.points)) for s in scores)
    if rules.lowest_wins:
        scores = _multiplied(scores, -1)
    is_re = rules.bock_re and marks.kontra is Kontra.RE
    return LineScore(
        NO_RESULT,
        scores,
        factor,
        questions=ramsch_questions(ramsch, is_pushed=is_pushed),
        triggers=(Trigger.RE,) if is_re else (),
    )


def ramsch_questions(ramsch: Ramsch, *, is_pushed: bool) -> tuple[Question, ...]:
    """Return what is worth asking about a Ramsch: all card points, or marks in vain."""
    has_marks = ramsch != Ramsch(points=ramsch.points, pushes=ramsch.pushes)
    has_all = max(ramsch.points) == ALL_CARD_POINTS
    return codes_that_apply(
        (
            Question.ALL_CARD_POINTS_WITHOUT_MARCH,
            is_pushed and has_all and not has_marks,
        ),
        (
            Question.MARKS_COUNT_NOTHING,
            not is_pushed and (has_marks or bool(ramsch.pushes)),
        ),
    )


def doublings_of(marks: HouseMarks, kind: RoundKind) -> int:
    """Return how often Bock doubles a line: as its round does, or as the writer says.

    >>> doublings_of(HouseMarks(bock=0), RoundKind.BOCK)
    0
    """
    return int(kind is RoundKind.BOCK) if marks.bock is None else marks.bock


def ramsch_scoring(
    kind: RoundKind, rules: HouseRules
) -> RamschScoring | Schieberamsch | None:
    """Return how a Ramsch counts in a round of this kind.

    >>> rules = HouseRules(
    ...     ramsch=RamschScoring.MOST_PAYS, schieberamsch=Schieberamsch.MARKS
    ... )
    >>> ramsch_scoring(RoundKind.BOCK, rules) is RamschScoring.MOST_PAYS
    True
    """
    in_its_round = rules.only_ramsch or kind is RoundKind.RAMSCH
    if rules.schieberamsch and (in_its_round or not rules.ramsch):
        return rules.schieberamsch
    return rules.ramsch


def _game_line(entry: WrittenGame, marks: HouseMarks, rules: HouseRules) -> LineScore:
    """Score a declarer's game: its own score times Kontra, Re and Bock (7.1, 7.2)."""
    assert entry.declarer is not None
    if has_written_value(entry):
        result, factor = _written_result(entry, rules), 1
    else:
        has_target = rules.target and entry.contract is not None
        result = target_game(entry).result if has_target else result_of(entry)
        factor = doubling_factor(marks)
        if factor != 1:
            result = _with_score(result, result.score * factor)
    if rules.loser_points and result.won:
        result = _with_score(result, 0)  # only what is lost counts (11.6)
    own_score = PlaceScore(place=entry.declarer, points=result.score, won=result.won)
    return LineScore(result=result, scores=(own_score,), factor=factor)


def _written_result(entry: WrittenGame, rules: HouseRules) -> Result:
    """Return the result of a line with only its number, which is not doubled again."""
    number = entry.written_value
    assert number is not None
    won = number >= 0
    loss_factor = 1 if won or rules.target else 2
    return Result(value=abs(number) // loss_factor, score=number, won=won)


def explain_line(
    entry: WrittenGame, kind: RoundKind, playing: Sequence[int], rules: HouseRules
) -> HouseExplanation | None:
    """Return what house rules did to a line; None for a line of official Skat."""
    marks = entry.house or NO_MARKS
    line = count_line(entry, kind, tuple(playing), rules)
    ramsch = target = None
    scoring = ramsch_scoring(kind, rules)
    if marks.ramsch is not None and scoring is not None:
        ramsch = explain_ramsch(
            marks.ramsch, playing, rules, scoring=scoring, factor=line.factor
        )
    elif rules.target and entry.contract is not None:
        target = target_game(entry).explanation
    explanation = HouseExplanation(
        kontra=marks.kontra,
        doublings=doublings_of(marks, kind),
        factor=line.factor,
        ramsch=ramsch,
        target=target,
        loser_points=bool(rules.loser_points),
    )
    return None if explanation == OFFICIAL_EXPLANATION else explanation


OFFICIAL_EXPLANATION = HouseExplanation()


def _triggers(
    entry: WrittenGame, marks: HouseMarks, result: Result, rules: HouseRules
) -> tuple[Trigger, ...]:
    """Return a line's triggers outside Bock (7.2), in the order of the rules."""
    if not rules.has_bock:
        return ()
    triggers = []
    if rules.bock_split and is_split(entry):
        triggers.append(Trigger.SPLIT)
    if 0 < rules.bock_value <= (result.value or 0):
        triggers.append(Trigger.VALUE)
    if marks.kontra and rules.bock_lost_kontra and result.won is False:
        triggers.append(Trigger.LOST_KONTRA)
    if marks.kontra is Kontra.RE and rules.bock_re:
        triggers.append(Trigger.RE)
    if rules.bock_schneider and is_schneider(entry):
        triggers.append(Trigger.SCHNEIDER)
    return tuple(triggers)


def is_split(entry: WrittenGame) -> bool:
    """Tell whether a suit or Grand game was played to 60 card points each (7.2)."""
    return (
        entry.card_points == 60
        and entry.kind is ResultKind.PLAYED
        and entry.contract in BASE_VALUE
    )


def is_schneider(entry: WrittenGame) -> bool:
    """Tell whether a side was Schneider in a suit or Grand game (7.2).

    The card points say it where they are known. A missed announcement is ticked
    although nobody was Schneider (1.6).

    >>> from scoring.game.written_games import Contract
    >>> missed = {"schneider_announced": True, "schneider": True, "won": False}
    >>> is_schneider(WrittenGame(contract=Contract.CLUBS, card_points=70, **missed))
    False
    """
    if entry.contract not in BASE_VALUE:
        return False
    if entry.card_points is not None and entry.kind is ResultKind.PLAYED:
        return not 30 < entry.card_points < 90
    is_missed = not entry.won and levels_of(entry).announced
    return not is_missed and margin_made(entry) >= Margin.SCHNEIDER
