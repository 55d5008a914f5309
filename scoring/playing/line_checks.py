"""What makes a line impossible under the rules of the club (rules 1.10 and 7)."""

from collections.abc import Sequence
from functools import lru_cache

from scoring.game.problems import (
    Problem,
    Question,
    codes_that_apply,
    game_problems,
    place_problems,
    questions_in,
)
from scoring.game.written_games import (
    ALL_CARD_POINTS,
    POSSIBLE_VALUES,
    Contract,
    HouseMarks,
    Ramsch,
    ResultKind,
    WrittenGame,
    are_malformed,
    is_malformed,
    playing_in,
)
from scoring.house.rules import OFFICIAL, HouseRules, is_official
from scoring.playing.target import BONUS_POINTS, target_problems

MOST_DOUBLINGS = 1
"""Bock doubles a game once; the writer may say that it does, or does not."""

MOST_PUSHES = 3
"""Each of the three may pass the skat on unseen once (7.5)."""

NO_MARKS = HouseMarks()


def mark_problems(
    entry: WrittenGame, rules: HouseRules, playing: Sequence[int] = (1, 2, 3, 4, 5)
) -> tuple[Problem, ...]:
    """Return what is wrong with the marks of a well-typed entry.

    ``playing`` are the places that do not pause.

    >>> from scoring.game.written_games import Kontra
    >>> kontra = HouseMarks(kontra=Kontra.KONTRA)
    >>> game = {"contract": Contract.CLUBS, "matadors": 1}
    >>> clubs = WrittenGame(declarer=1, house=kontra, **game)
    >>> mark_problems(clubs, HouseRules())
    (<Problem.KONTRA_NOT_PLAYED: 'kontra-not-played'>,)
    >>> mark_problems(clubs, HouseRules(kontra=True))
    ()
    """
    if entry.house is None and not rules.only_ramsch:
        return ()
    marks = entry.house or NO_MARKS
    if are_malformed(marks):
        return (Problem.MALFORMED,)
    problems = _doubling_problems(entry, marks, rules)
    if marks.ramsch is None:
        return problems + codes_that_apply(
            (
                Problem.RAMSCH_ONLY,
                rules.only_ramsch
                and not (
                    rules.grand_hand_in_ramsch
                    and is_grand_hand(entry)
                    and entry.bid is entry.overbid_value is None
                ),
            )
        )
    return problems + ramsch_problems(entry, marks.ramsch, rules, playing)


def is_grand_hand(entry: WrittenGame) -> bool:
    """Tell whether ``entry`` can be the Grand Hand of a Ramsch round (7.5)."""
    return entry.contract is Contract.GRAND and entry.hand


def _doubling_problems(
    entry: WrittenGame, marks: HouseMarks, rules: HouseRules
) -> tuple[Problem, ...]:
    if marks.ramsch is None and entry.declarer is not None:
        return doubling_problems(marks, rules, is_grand_hand=is_grand_hand(entry))
    says_kontra = rules.ramsch_kontra and rules.schieberamsch is not None
    return codes_that_apply(
        (
            Problem.KONTRA_NOT_PLAYED,
            bool(marks.kontra)
            and not (says_kontra if marks.ramsch is not None else rules.kontra),
        ),
        (Problem.KONTRA_WITHOUT_GAME, bool(marks.kontra) and marks.ramsch is None),
        *_bock_problems(marks, rules),
    )


def doubling_problems(
    marks: HouseMarks, rules: HouseRules, *, is_grand_hand: bool
) -> tuple[Problem, ...]:
    """Return what is wrong with the Kontra and Bock of a declarer's game (7.1, 7.2).

    The rules may allow Kontra for nothing but the Grand Hand of a Ramsch round (7.5).
    """
    is_in_ramsch = rules.grand_hand_in_ramsch and is_grand_hand
    says_kontra = rules.kontra or (rules.ramsch_kontra and is_in_ramsch)
    return codes_that_apply(
        (Problem.KONTRA_NOT_PLAYED, bool(marks.kontra) and not says_kontra),
        *_bock_problems(marks, rules),
    )


def _bock_problems(
    marks: HouseMarks, rules: HouseRules
) -> tuple[tuple[Problem, bool], ...]:
    bock = marks.bock
    return (
        (Problem.BOCK_NOT_PLAYED, bock is not None and not rules.has_bock),
        (
            Problem.BOCK_OUT_OF_RANGE,
            bock is not None and not 0 <= bock <= MOST_DOUBLINGS,
        ),
    )


def ramsch_problems(
    entry: WrittenGame, ramsch: Ramsch, rules: HouseRules, playing: Sequence[int]
) -> tuple[Problem, ...]:
    """Check the card points and marks of a Ramsch (7.4, 7.5)."""
    alone = WrittenGame(house=entry.house)
    is_pushed = rules.schieberamsch is not None
    return codes_that_apply(
        (Problem.RAMSCH_NOT_PLAYED, not rules.plays_ramsch),
        (Problem.RAMSCH_WITH_DECLARER, entry.declarer is not None),
        (
            Problem.NO_DECLARER,
            entry.declarer is None
            and entry not in (alone, WrittenGame(won=False, house=entry.house)),
        ),
        (
            # The skat belongs to a trick.
            Problem.RAMSCH_CARD_POINTS_WRONG,
            sum(ramsch.points) != ALL_CARD_POINTS or min(ramsch.points) < 0,
        ),
        (Problem.PUSHES_NOT_PLAYED, bool(ramsch.pushes) and not is_pushed),
        (Problem.VIRGIN_NOT_PLAYED, bool(ramsch.virgins) and not is_pushed),
        (Problem.MARCH_NOT_PLAYED, ramsch.march is not None and not is_pushed),
        *_impossible_marks(ramsch, playing),
    )


def _impossible_marks(
    ramsch: Ramsch, playing: Sequence[int]
) -> tuple[tuple[Problem, bool], ...]:
    """Check for marks that contradict the card points and places."""
    together = sum(ramsch.points)
    points = dict(zip(playing, ramsch.points, strict=False))
    march = () if ramsch.march is None else (ramsch.march,)
    places = {*ramsch.virgins, *march}
    return (
        (Problem.RAMSCH_PLACE_NOT_PLAYING, not places <= set(playing)),
        (
            Problem.VIRGIN_WITH_CARD_POINTS,
            any(points.get(place) for place in ramsch.virgins),
        ),
        (
            Problem.MARCH_WITHOUT_ALL_CARD_POINTS,
            ramsch.march is not None
            and (
                points.get(ramsch.march, together) != together
                or ramsch.march in ramsch.virgins
            ),
        ),
        (Problem.PUSHES_OUT_OF_RANGE, not 0 <= ramsch.pushes <= MOST_PUSHES),
    )


def has_written_value(entry: WrittenGame) -> bool:
    """Tell whether only the value on the paper is known, all factors included."""
    return (
        entry.contract is None
        and entry.written_value is not None
        and not (entry.kind is ResultKind.REFEREE and entry.written_value >= 0)
    )


def problems_in(
    entry: WrittenGame,
    rules: HouseRules = OFFICIAL,
    *,
    players: int = 4,
    number: int | None = None,
    games: int | None = None,
) -> tuple[Problem, ...]:
    """Return every reason why a line is impossible, all at once (1.10).

    ``players`` sit at the table; ``number`` is the game's line and ``games`` the length
    of the list, where they are known. Never raises, whatever a form sent.

    >>> grand = WrittenGame(declarer=1, contract=Contract.GRAND, matadors=5, bid=19)
    >>> [problem.value for problem in problems_in(grand)]
    ['matadors-out-of-range', 'bid-not-in-list']
    >>> problems_in(WrittenGame(declarer=2, contract=Contract.NULL), number=2)
    (<Problem.DECLARER_IS_DEALER: 'declarer-is-dealer'>,)
    """
    if is_malformed(entry):
        return (Problem.MALFORMED,)
    playing = tuple(range(1, players + 1))
    if number is not None and number >= 1:
        playing = playing_in(number, players)
    problems = rule_problems(entry, rules, playing)
    if Problem.MALFORMED in problems:
        return problems
    return place_problems(entry.declarer, players, number, games) + problems


def rule_problems(
    entry: WrittenGame, rules: HouseRules, playing: Sequence[int]
) -> tuple[Problem, ...]:
    """Return what is wrong with a well-typed game and its marks, whoever declares.

    ``playing`` are the places that do not pause; only a Ramsch needs them.

    >>> null = WrittenGame(declarer=4, contract=Contract.NULL)
    >>> rule_problems(null, HouseRules(), (1, 2, 3))
    ()
    """
    marks = mark_problems(entry, rules, playing)
    if Problem.MALFORMED in marks:
        return marks
    if entry.house is not None and entry.house.ramsch is not None:
        return marks
    return _game_problems(entry, rules) + marks


def line_questions(entry: WrittenGame, rules: HouseRules) -> tuple[Question, ...]:
    """Return what is allowed but worth asking, for a line without problems.

    These apply to any line; is_ramsch_missing() adds the question of a Ramsch round.
    """
    if entry.declarer is not None:
        is_worthless = rules.target and entry.contract is Contract.NULL
        return () if is_worthless else questions_in(entry)
    all_passed = rules.plays_ramsch_when_passed and is_ramsch_missing(entry, rules)
    return codes_that_apply((Question.RAMSCH_EXPECTED, all_passed))


def is_ramsch_missing(entry: WrittenGame, rules: HouseRules) -> bool:
    """Tell whether a line of a Ramsch round is neither Ramsch nor Grand Hand (7.5)."""
    if entry.declarer is None:
        return entry.house is None or entry.house.ramsch is None
    return not (rules.grand_hand_in_ramsch and is_grand_hand(entry))


def _game_problems(entry: WrittenGame, rules: HouseRules) -> tuple[Problem, ...]:
    """Check the game itself by the values of the club."""
    problems = game_problems(entry)
    value = entry.written_value
    if value is not None and not is_official(rules):
        problems = tuple(p for p in problems if p not in VALUE_PROBLEMS)
        is_number = has_written_value(entry)
        is_decided = entry.kind is ResultKind.REFEREE and not is_number
        problems += codes_that_apply(
            (
                Problem.WRITTEN_VALUE_IMPOSSIBLE,
                is_number and not is_possible_score(value, rules),
            ),
            (
                Problem.REFEREE_VALUE_IMPOSSIBLE,
                is_decided and value not in POSSIBLE_VALUES,
            ),
        )
    return target_problems(entry, problems) if rules.target else problems


VALUE_PROBLEMS = frozenset(
    {Problem.WRITTEN_VALUE_IMPOSSIBLE, Problem.REFEREE_VALUE_IMPOSSIBLE}
)


@lru_cache(maxsize=64)
def factors(rules: HouseRules) -> frozenset[int]:
    """Return everything that can multiply a game (7.1, 7.2).

    >>> sorted(factors(HouseRules(kontra=True, bock_split=True)))
    [1, 2, 4, 8]
    """
    kontra = 2 if rules.kontra or rules.ramsch_kontra else 0
    bock = int(rules.has_bock)
    return frozenset(1 << doublings for doublings in range(kontra + bock + 1))


def is_possible_score(number: int, rules: HouseRules) -> bool:
    """Tell whether a declarer can write this signed number (K12 under house rules).

    >>> rules = HouseRules(kontra=True)
    >>> is_possible_score(-192, rules), is_possible_score(92, rules)
    (True, True)
    >>> is_possible_score(92, HouseRules(bock_split=True)), is_possible_score(31, rules)
    (True, False)
    """
    size = abs(number)
    if rules.target:
        most = 120 + 2 * max(BONUS_POINTS.values())
        return any(size % f == 0 and size // f <= most for f in factors(rules))
    lost = (number < 0) is not rules.lowest_wins
    times = [f * (1 + lost) for f in factors(rules)]
    return any(size % t == 0 and size // t in POSSIBLE_VALUES for t in times)
