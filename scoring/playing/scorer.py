"""Scores lines quickly by caching every game seen under the same rules."""

from functools import lru_cache, partial
from operator import attrgetter
from typing import Any

from scoring.game.codes import Problem
from scoring.game.contracts import ALL_CARD_POINTS, playing_in
from scoring.game.problems import place_problems
from scoring.game.written_games import (
    PASSED_IN,
    HouseMarks,
    Ramsch,
    WrittenGame,
    are_malformed,
    is_malformed,
)
from scoring.house.rules import HouseRules, RamschScoring, WhoMarks
from scoring.playing.line_checks import rule_problems
from scoring.playing.mark_checks import MOST_PUSHES, doubling_problems, is_grand_hand
from scoring.playing.scores import (
    HouseExplanation,
    LineScore,
    RoundKind,
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
    """Return the scorer for such tables, with its caches."""
    return Scorer(rules, players)
