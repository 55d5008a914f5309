"""A list under the rules of a club: what every line scores and what comes next (7).

Points follow from the lines and the rules alone and are never stored.
"""

from collections.abc import Iterable, Sequence
from functools import lru_cache, partial
from operator import attrgetter
from typing import Any, NamedTuple

from scoring.game.games import Result
from scoring.game.problems import Problem, Question, place_problems
from scoring.game.written_games import (
    ALL_CARD_POINTS,
    PASSED_IN,
    HouseMarks,
    Ramsch,
    WrittenGame,
    are_malformed,
    is_malformed,
    playing_in,
)
from scoring.house.rules import HouseRules, RamschScoring, WhoMarks
from scoring.lists.sheets import ListTotals, PlaceScore, close_list
from scoring.playing.line_checks import (
    MOST_PUSHES,
    doubling_problems,
    is_grand_hand,
    rule_problems,
)
from scoring.playing.scores import (
    PLAIN_TURN,
    RAMSCH_TURN,
    HouseExplanation,
    LineScore,
    RoundKind,
    Rounds,
    Trigger,
    Turn,
    count_line,
    explain_line,
    in_round,
    score_at_place,
    score_line,
    score_ramsch,
    with_doublings,
)


class Scorer:
    """Scores the lines of one table under one set of rules.

    Games are cached whole; they do not depend on the dealer. Of a Ramsch only the
    deciding part is cached: hardly any comes twice.
    """

    __slots__ = (
        "_bare",
        "_doubling_problems",
        "_game",
        "_kontra_in_ramsch",
        "_lost_ramsch",
        "_most_decides",
        "_players",
        "_playing",
        "_resting",
        "rules",
    )

    def __init__(self, rules: HouseRules, players: int) -> None:
        self.rules = rules
        self._players = players
        places = range(1, players + 1)
        self._playing = [playing_in(n, players) for n in places]
        self._resting = [
            {place: place_problems(place, players, n, None) for place in places}
            for n in places
        ]
        self._kontra_in_ramsch = rules.ramsch_kontra and bool(rules.schieberamsch)
        self._most_decides = rules.who_marks is WhoMarks.LOSER and rules.ramsch in (
            None,
            RamschScoring.MOST_PAYS,
        )
        self._game = lru_cache(maxsize=16384)(self._new_game)
        self._bare = lru_cache(maxsize=4096)(self._new_bare)
        self._doubling_problems = lru_cache(maxsize=64)(
            partial(doubling_problems, rules=rules)
        )
        self._lost_ramsch = lru_cache(maxsize=4096)(self._new_lost_ramsch)

    def score_line(self, entry: WrittenGame, kind: RoundKind, number: int) -> LineScore:
        """Score game ``number`` in a round of this kind, with all its problems.

        >>> score_line = scorer(HouseRules(), 4).score_line
        >>> score_line(PASSED_IN, RoundKind.PLAIN, 1) == LineScore()
        True
        """
        index = (number - 1) % self._players
        marks = entry.house
        if marks is not None and marks.ramsch is not None:
            if self._is_plain_ramsch(entry, marks):
                return self._plain_ramsch(marks, kind, self._playing[index])
        else:
            try:
                line = self._game(entry, kind, 0)
                if entry.declarer is None or entry.declarer in self._playing[index]:
                    return line
                resting = self._resting[index].get(entry.declarer)
                if resting and not line.problems:
                    return line._replace(problems=resting)
            except TypeError:
                pass  # a form may send something unhashable, such as a list
        return score_line(entry, kind, number, rules=self.rules, players=self._players)

    def score_moved_line(
        self, entry: WrittenGame, kind: RoundKind, number: int
    ) -> LineScore:
        """Score a line that may have moved, even if its declarer pauses there."""
        index = (number - 1) % self._players if entry.declarer is None else 0
        return self._game(entry, kind, index)

    def explanation(
        self, entry: WrittenGame, kind: RoundKind, number: int
    ) -> HouseExplanation | None:
        """Return what house rules did to a line without problems."""
        playing = self._playing[(number - 1) % self._players]
        return explain_line(entry, kind, playing, self.rules)

    def _new_game(self, entry: WrittenGame, kind: RoundKind, index: int) -> LineScore:
        if kind is not RoundKind.PLAIN and entry.declarer is not None:
            plain_score = self._game(entry, RoundKind.PLAIN, index)
            return in_round(plain_score, entry, kind, self.rules)
        marks = entry.house
        if (
            entry.declarer is not None
            and entry.contract is not None
            and (marks is None or not (marks.ramsch or are_malformed(marks)))
        ):
            bare = self._bare(BARE(entry))
            if not bare.problems:
                return self._score_by_declarer(bare, entry)
        return self._checked_score(entry, kind, index)

    def _new_bare(self, fields: tuple[Any, ...]) -> LineScore:
        """Score an undoubled game of place 1, to be used for every declarer."""
        fields_by_name = dict(zip(BARE_FIELDS, fields, strict=True))
        entry = WrittenGame(declarer=1, **fields_by_name)
        return self._checked_score(entry, RoundKind.PLAIN, 0)

    def _score_by_declarer(self, bare: LineScore, entry: WrittenGame) -> LineScore:
        """Return a game scored before for this declarer with these marks."""
        assert entry.declarer is not None
        if entry.house is None:
            return score_at_place(entry.declarer, bare)
        is_grand = is_grand_hand(entry)
        problems = self._doubling_problems(entry.house, is_grand_hand=is_grand)
        if problems:
            return LineScore(problems=problems)
        return with_doublings(bare, entry, self.rules)

    def _checked_score(
        self, entry: WrittenGame, kind: RoundKind, index: int
    ) -> LineScore:
        playing = self._playing[index]
        problems: tuple[Problem, ...] = (Problem.MALFORMED,)
        if not is_malformed(entry):
            problems = rule_problems(entry, self.rules, playing)
        if problems:
            return LineScore(problems=problems)
        return count_line(entry, kind, playing, self.rules)

    def _plain_ramsch(
        self, marks: HouseMarks, kind: RoundKind, playing: tuple[int, ...]
    ) -> LineScore:
        """Score a Ramsch by what decides it: the most card points, and whose."""
        ramsch = marks.ramsch
        assert ramsch is not None
        if self._most_decides and not marks.kontra:
            first, second, third = ramsch.points
            if first > second and first > third:
                return self._lost_ramsch(playing[0], first, ramsch.pushes, kind)
            if second > first and second > third:
                return self._lost_ramsch(playing[1], second, ramsch.pushes, kind)
            if third > first and third > second:
                return self._lost_ramsch(playing[2], third, ramsch.pushes, kind)
        return score_ramsch(marks, kind, playing, self.rules)

    def _new_lost_ramsch(
        self, place: int, most: int, pushes: int, kind: RoundKind
    ) -> LineScore:
        """Score any Ramsch in which ``place`` has ``most`` card points."""
        if place != 1:
            return score_at_place(place, self._lost_ramsch(1, most, pushes, kind))
        marks = HouseMarks(ramsch=Ramsch(points=(most, 0, 0), pushes=pushes))
        return score_ramsch(marks, kind, (place, 0, 0), self.rules)

    def _is_plain_ramsch(self, entry: WrittenGame, marks: HouseMarks) -> bool:
        """Tell at a glance whether a Ramsch is valid; others are checked closely."""
        ramsch = marks.ramsch
        assert ramsch is not None
        try:
            first, second, third = ramsch.points
            return (
                self.rules.schieberamsch is not None
                and first + second + third == ALL_CARD_POINTS
                and first >= 0 <= second
                and third >= 0
                and 0 <= ramsch.pushes <= MOST_PUSHES
                and marks.bock is None
                and (not marks.kontra or self._kontra_in_ramsch)
                and not ramsch.virgins
                and ramsch.march is None
                and BESIDE_RAMSCH(entry) == NOTHING_BESIDE
            )
        except (AttributeError, TypeError, ValueError):
            return False


BARE_FIELDS = tuple(
    name for name in WrittenGame.__slots__ if name not in ("declarer", "house")
)
BARE = attrgetter(*BARE_FIELDS)
"""A game without its declarer and marks: it counts the same whoever plays it."""


BESIDE_RAMSCH = attrgetter(
    *(name for name in WrittenGame.__slots__ if name not in ("won", "house"))
)
NOTHING_BESIDE = BESIDE_RAMSCH(PASSED_IN)


@lru_cache(maxsize=64)
def scorer(rules: HouseRules, players: int) -> Scorer:
    return Scorer(rules, players)


class HouseLine(NamedTuple):
    """One line of a list with everything that follows from it.

    ``turn`` is what the rules proposed; ``table`` is the scorer that knows the rules.
    The rest is the line's score in its round, in the order of ``LineScore``: ``result``
    is the declarer's, its value the one before any doubling; ``scores`` are what each
    place writes, the declarer alone or all who score in a Ramsch; ``factor`` is what
    Kontra, Re and Bock were played for, or all that multiplied a Ramsch. A line with
    ``problems`` scores nothing, unless the only one is that its declarer should pause.
    ``triggers`` are the reasons for which the line started a Bock round.
    """

    number: int
    entry: WrittenGame
    turn: Turn
    table: Scorer
    result: Result
    scores: tuple[PlaceScore, ...]
    factor: int
    problems: tuple[Problem, ...]
    questions: tuple[Question, ...]
    triggers: tuple[Trigger, ...] = ()

    @property
    def explanation(self) -> HouseExplanation | None:
        """What house rules did; None for a line of official Skat."""
        if not self.scores:
            return None
        return self.table.explanation(self.entry, self.turn.kind, self.number)

    @property
    def overrules(self) -> bool:
        """Whether the table departed from what the rules propose; a remark says why."""
        bock = None if self.entry.house is None else self.entry.house.bock
        is_other_bock = bock is not None and bock != self.turn.doublings
        return is_other_bock or Question.RAMSCH_EXPECTED in self.questions


class HouseList(NamedTuple):
    """The lines of a list as they count, and what comes next.

    ``turn`` is that of the next line. ``ended_at`` is the line at which
    a sum of points ended the list (7.6, 11.6): the first to reach the target has won,
    the first to reach the limit of loser points pays.
    """

    lines: tuple[HouseLine, ...]
    turn: Turn
    ended_at: int | None = None


def play(
    entries: Sequence[WrittenGame], rules: HouseRules, *, players: int
) -> tuple[HouseLine, ...]:
    """Return every line of a list as it counts under ``rules``; never raises.

    >>> from scoring.game.written_games import Contract
    >>> from scoring.game.written_games import HouseMarks, Kontra
    >>> split = WrittenGame(
    ...     declarer=2, contract=Contract.CLUBS, matadors=1, won=False, card_points=60,
    ...     house=HouseMarks(kontra=Kontra.KONTRA),
    ... )
    >>> grand = WrittenGame(declarer=3, contract=Contract.GRAND, matadors=1)
    >>> rules = HouseRules(kontra=True, bock_split=True)
    >>> lines = play([split, grand], rules, players=4)
    >>> [(line.result.score, line.factor, line.turn.number) for line in lines]
    [(-96, 2, 0), (96, 2, 1)]
    """
    return played_list(entries, rules, players=players).lines


def lines_depend(rules: HouseRules) -> bool:
    """Tell whether a line can only be counted with those before it."""
    return rules.has_bock or rules.ends_early


def played_list(
    entries: Sequence[WrittenGame], rules: HouseRules, *, players: int, first: int = 1
) -> HouseList:
    """Return the lines of a list, what the rules propose next, and where it ended.

    Where lines do not depend on one another, they may begin with game ``first``.

    >>> played_list([PASSED_IN], HouseRules(), players=4, first=7).lines[0].number
    7
    >>> null = WrittenGame(declarer=1, written_value=-120)
    >>> bierlachs = HouseRules(loser_points=301)
    >>> played_list([null, null, null], bierlachs, players=3).ended_at
    3
    """
    if rules.has_bock:
        result = _in_rounds(entries, rules, players)
    else:
        table = scorer(rules, players)
        turn = RAMSCH_TURN if rules.only_ramsch else PLAIN_TURN
        score, kind = table.score_line, turn.kind
        lines = [
            HouseLine(number, entry, turn, table, *score(entry, kind, number))
            for number, entry in enumerate(entries, first)
        ]
        result = HouseList(tuple(lines), turn)
    if rules.ends_early:
        end = _ending_line(result.lines, rules, players)
        if end is not None:
            result = result._replace(
                lines=_refuse_after(end, result.lines), ended_at=end
            )
    return result


def _in_rounds(
    entries: Sequence[WrittenGame], rules: HouseRules, players: int
) -> HouseList:
    """Score lines that may start a round for the next ones (7.2)."""
    table = scorer(rules, players)
    score = table.score_line
    rounds = Rounds(rules, players=players)
    lines = []
    for number, entry in enumerate(entries, 1):
        turn = rounds.turn
        line = score(entry, turn.kind, number)
        rounds.advance(line.triggers)
        lines.append(HouseLine(number, entry, turn, table, *line))
    return HouseList(tuple(lines), rounds.turn)


def _refuse_after(end: int, lines: Sequence[HouseLine]) -> tuple[HouseLine, ...]:
    """Refuse the lines after the one that ended the list; they score nothing."""
    refused = []
    for line in lines:
        if line.number > end:
            problems = (*line.problems, Problem.LIST_HAS_ENDED)
            score = LineScore(problems=problems, triggers=line.triggers)
            line = line._replace(**score._asdict())
        refused.append(line)
    return tuple(refused)


def _ending_line(
    lines: Iterable[HouseLine], rules: HouseRules, players: int
) -> int | None:
    sums = [0] * (players + 1)
    for line in lines:
        for score in line.scores:
            sums[score.place] += score.points
        if rules.target and max(sums) >= rules.target:
            return line.number
        if rules.loser_points and -min(sums) >= rules.loser_points:
            return line.number
    return None


def closing(
    lines: Iterable[HouseLine], rules: HouseRules, *, players: int
) -> ListTotals:
    """Close a list under ``rules``.

    Kontra, Re and Bock leave the bonuses for won and lost games as they are (11.5);
    sums of another kind have none (7.5, 7.6). Lines after the end do not count.

    >>> grand = WrittenGame(declarer=1, written_value=-96)
    >>> rules = HouseRules()
    >>> lines = play([grand], rules, players=3)
    >>> [seat.total for seat in closing(lines, rules, players=3).seats]
    [-146, 40, 40]
    """
    if rules.ends_early:
        lines = [line for line in lines if Problem.LIST_HAS_ENDED not in line.problems]
    return close_list(lines, players=players, system=rules.list_system)


def paper_score(line: HouseLine) -> int | None:
    """Return the one number on the paper for a line.

    It is the declarer's score, or what everybody who scores in a Ramsch writes; None
    where they write different numbers.

    >>> tied = WrittenGame(house=HouseMarks(ramsch=Ramsch(points=(50, 50, 20))))
    >>> rules = HouseRules(ramsch=RamschScoring.MOST_PAYS)
    >>> paper_score(play([tied], rules, players=3)[0])
    -50
    """
    if line.entry.declarer is not None:
        return line.result.score
    points = {score.points for score in line.scores}
    if len(points) > 1:
        return None
    return points.pop() if points else 0


def check_value(line: HouseLine, written: int | None) -> int | None:
    """Return the number that was typed as the value of a line, with its sign.

    A Ramsch that costs points has a minus like a lost game, but only the rules
    of the club say whether it costs or brings points (rules 7.4, 7.5). Where the
    lowest sum wins, a lost game adds to it.

    >>> most = WrittenGame(house=HouseMarks(ramsch=Ramsch(points=(60, 50, 10))))
    >>> rules = HouseRules(ramsch=RamschScoring.MOST_PAYS)
    >>> check_value(play([most], rules, players=3)[0], 60)
    -60
    """
    score = paper_score(line) or 0
    if not written or not score:
        return written
    # Without a sign a number was taken for what such a game usually writes.
    usual = -1 if line.result.won is False else 1
    return -written if written * usual > 0 > score * usual else written
