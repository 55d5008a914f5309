"""A game's value and its score (rules 1.1 to 1.8, 2.1 and 2.3)."""

from dataclasses import dataclass
from functools import lru_cache

from scoring.game.codes import Problem
from scoring.game.contracts import (
    BASE_VALUE,
    MOST_MATADORS,
    NULL_VALUE,
    Contract,
    Margin,
    covering,
)
from scoring.game.explanations import Explanation, LevelCount, level_counts
from scoring.game.nulls import Pick, is_impossible_null, pick_of
from scoring.game.problems import game_problems
from scoring.game.written_games import WrittenGame, is_malformed, levels_of

OWN_SCHWARZ_BEYOND_ANNOUNCED_SCHNEIDER = True
"""Schneider announced and the declarer without a trick: the sources leave it open
whether the Schwarz level is added (1.6). We add it (11.1)."""


class ImpossibleGame(ValueError):
    """A line that cannot be a game; ``problems`` has every reason."""

    def __init__(self, problems: tuple[Problem, ...]) -> None:
        super().__init__(", ".join(problems))
        self.problems = problems


@dataclass(frozen=True, slots=True, kw_only=True)
class TrumpGame:
    """A suit or Grand game: what was announced, and how it ended.

    ``margin`` is the winning party's, whichever it was, or the announced one if
    that is higher: "announced but missed", "more than announced" and "own
    Schneider" are one maximum (1.6). After a rule break the margin that covers the
    bid is ``granted`` (2.3).
    """

    contract: Contract
    matadors: int
    without: bool = False
    hand: bool = False
    announced: Margin = Margin.PLAIN
    margin: Margin = Margin.PLAIN
    ouvert: bool = False
    won: bool = True
    bid: int | None = None
    overbid_value: int | None = None
    extra: int = 0
    granted: Margin = Margin.PLAIN


@dataclass(frozen=True, slots=True, kw_only=True)
class NullGame:
    """A Null, or with a ``pick`` an impossible one, valued as that contract (1.8).

    ``fixed`` is its value in clubs that have one of their own (7.3).
    """

    hand: bool = False
    ouvert: bool = False
    won: bool = True
    bid: int | None = None
    pick: Pick | None = None
    matadors: int = 1
    without: bool = False
    fixed: int | None = None


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
    overbid: bool = False
    explanation: Explanation | None = None


AnyGame = TrumpGame | NullGame | PassedIn | WrittenValue

NO_RESULT = Result(value=None, score=0, won=None)
"""The result of a passed-in hand (2.1)."""


def game_in(entry: WrittenGame) -> AnyGame:
    """Return the game that ``entry`` stands for, its implied levels set (1.10).

    Raises ImpossibleGame with all problems of the line. The seats are not checked here;
    problems_in() does that.

    >>> game_in(WrittenGame(declarer=1, contract=Contract.NULL, hand=True)).hand
    True
    """
    problems = (Problem.MALFORMED,) if is_malformed(entry) else game_problems(entry)
    if problems:
        raise ImpossibleGame(problems)
    if entry.declarer is None:
        return PassedIn()
    if entry.written_value is not None:
        return _written_value(entry.written_value, entry.won)
    if entry.contract in BASE_VALUE:
        return _trump_game(entry)
    if is_impossible_null(entry):
        return impossible_null(entry)
    return null_game(entry)


def _written_value(number: int, won: bool) -> WrittenValue:
    """Read a signed number of the paper, or a referee's unsigned one (2.3)."""
    if number < 0:
        return WrittenValue(value=-number // 2, won=False)
    return WrittenValue(value=number, won=won)


def null_game(entry: WrittenGame, *, fixed: int | None = None) -> NullGame:
    """Return the Null of ``entry``, worth ``fixed`` if a club says so (7.3)."""
    return NullGame(
        hand=entry.hand,
        ouvert=entry.ouvert,
        won=entry.won,
        bid=entry.bid,
        fixed=fixed,
    )


def impossible_null(entry: WrittenGame) -> NullGame:
    """Return the impossible Null of ``entry`` with the pick that values it (1.8)."""
    return NullGame(
        hand=entry.hand,
        ouvert=entry.ouvert,
        won=False,
        bid=entry.bid,
        pick=pick_of(entry),
        matadors=entry.matadors or 1,
        without=entry.without,
    )


def _trump_game(entry: WrittenGame) -> TrumpGame:
    assert entry.contract is not None
    assert entry.matadors is not None
    levels = levels_of(entry)
    return TrumpGame(
        contract=entry.contract,
        matadors=entry.matadors,
        without=entry.without,
        hand=levels.hand,
        announced=levels.announced,
        margin=levels.margin,
        ouvert=levels.ouvert,
        won=entry.won,
        bid=entry.bid,
        overbid_value=entry.overbid_value,
        extra=levels.extra,
        granted=levels.granted,
    )


@lru_cache(maxsize=8192)
def _result_of_entry(entry: WrittenGame) -> Result:
    """Cache lines: the lists of a season have few different ones."""
    return _result_of_game(game_in(entry))


def result_of(game: AnyGame | WrittenGame) -> Result:
    """Return value and score of ``game``, and how they came about (1.3 to 1.8).

    Raises ImpossibleGame for an entry that cannot be a game.

    >>> clubs = TrumpGame(contract=Contract.CLUBS, matadors=2, hand=True)
    >>> result_of(clubs).score
    48

    A loss costs twice the value (1.5); an overbid game is lost and costs the
    multiple that covers the bid (1.7):

    >>> spades = TrumpGame(contract=Contract.SPADES, matadors=1, bid=30)
    >>> result = result_of(spades)
    >>> result.value, result.score, result.won, result.overbid
    (33, -66, False, True)
    """
    if not isinstance(game, WrittenGame):
        return _result_of_game(game)
    try:
        return _result_of_entry(game)
    except TypeError:
        # A form may send something unhashable, such as a list.
        if is_malformed(game):
            raise ImpossibleGame((Problem.MALFORMED,)) from None
        raise


def _result_of_game(game: AnyGame) -> Result:
    if isinstance(game, TrumpGame):
        return _trump_result(game)
    if isinstance(game, NullGame):
        return _null_result(game)
    if isinstance(game, PassedIn):
        return NO_RESULT
    score = score_of(game.value, won=game.won)
    return Result(value=game.value, score=score, won=game.won)


def score_of(value: int, *, won: bool) -> int:
    """Return the declarer's score: the value, or minus twice the value (1.5).

    >>> score_of(48, won=True), score_of(48, won=False)
    (48, -96)
    """
    return value if won else -2 * value


def _counted_margin(game: TrumpGame) -> Margin:
    """Return the margin that counts: all of it, except in the open case of 11.1."""
    own_schwarz_beyond_schneider = (
        not game.won
        and game.announced is Margin.SCHNEIDER
        and game.margin is Margin.SCHWARZ
    )
    if own_schwarz_beyond_schneider and not OWN_SCHWARZ_BEYOND_ANNOUNCED_SCHNEIDER:
        return Margin.SCHNEIDER
    return game.margin


def _trump_result(game: TrumpGame) -> Result:
    """Value a suit or Grand game by its levels (1.3), or by the covered bid (1.7)."""
    base = BASE_VALUE[game.contract]
    levels = level_counts(
        game.matadors,
        game.hand,
        _counted_margin(game),
        game.announced,
        game.ouvert,
        game.extra,
        game.granted,
    )
    cover = None
    if game.overbid_value is not None:
        cover = game.overbid_value // base
    elif game.bid is not None and base * levels[-1].count < game.bid:
        cover = covering(game.bid, base)
    return _explained_result(
        game,
        contract=game.contract,
        base=base,
        levels=levels,
        cover=cover,
        won=game.won and cover is None,
        without=game.without,
    )


def _null_result(game: NullGame) -> Result:
    """Value a Null: fixed (1.1), or as the lost game that was picked (1.8)."""
    if game.pick is None:
        fixed = NULL_VALUE[game.hand, game.ouvert]
        return _explained_result(
            game,
            contract=Contract.NULL,
            base=fixed if game.fixed is None else game.fixed,
            won=game.won,
        )
    picked, value = game.pick.contract, game.pick.value
    base = BASE_VALUE[picked]
    matadors = min(game.matadors, MOST_MATADORS[picked])
    levels = level_counts(matadors, game.hand, Margin.PLAIN, Margin.PLAIN, False)
    return _explained_result(
        game,
        contract=Contract.NULL,
        base=base,
        levels=levels,
        cover=value // base if value > base * levels[-1].count else None,
        won=False,
        without=game.without,
        picked=picked,
    )


def _explained_result(
    game: TrumpGame | NullGame,
    *,
    contract: Contract,
    base: int,
    won: bool,
    levels: tuple[LevelCount, ...] = (),
    cover: int | None = None,
    without: bool = False,
    picked: Contract | None = None,
) -> Result:
    """Multiply, double a loss, and keep every step."""
    multiplier = levels[-1].count if levels else 1
    value = base * (cover or multiplier)
    score = score_of(value, won=won)
    return Result(
        value=value,
        score=score,
        won=won,
        overbid=cover is not None or picked is not None,
        explanation=Explanation(
            contract=contract,
            base=base,
            levels=levels,
            without=without,
            multiplier=multiplier,
            value_by_levels=base * multiplier,
            bid=game.bid,
            covering=cover,
            impossible_null=picked is not None,
            picked=picked,
            doubled=not won,
            value=value,
            score=score,
            hand=game.hand,
            ouvert=game.ouvert,
        ),
    )
