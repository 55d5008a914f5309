"""The differences between two lists of one table (M10), and a list that has arrived.

Is it new, and is it in order? Nothing is decided here: where two versions differ a
person decides which one stays.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum
from itertools import zip_longest

from scoring.game.written_games import PASSED_IN, WrittenGame, with_implied_levels
from scoring.house.rules import OFFICIAL, HouseRules
from scoring.lists.sheets import PlaceScore
from scoring.notation.documents import write_line
from scoring.notation.grammar import Spelling
from scoring.notation.reading import NotedLine
from scoring.playing.play import play
from scoring.proof.detective.case import worth_under


class Discrepancy(StrEnum):
    DIFFERS = "differs"
    ONLY_FIRST = "only-first"
    ONLY_SECOND = "only-second"
    SWAPPED = "swapped"


@dataclass(frozen=True, slots=True, kw_only=True)
class Discord:
    """One place where the lists differ; line numbers count from 1.

    ``first`` and ``second`` are the lines of the two lists: none in the list
    that lacks the game, two where neighbours are swapped. ``same_score``: only
    details differ, the points are the same.
    """

    kind: Discrepancy
    first: tuple[int, ...]
    second: tuple[int, ...]
    same_score: bool = False


# Costs in tenths of a missing game. A line that shares nothing costs less than leaving
# out one game and adding another, so lists of equal length stay line by line.
GAP = 10
SWAP = 12
ONE_PART = 7
NO_PART = 16

STEPS = {"pair": (1, 1), "first": (1, 0), "second": (0, 1), "swap": (2, 2)}


def discords(
    first: Sequence[WrittenGame],
    second: Sequence[WrittenGame],
    *,
    rules: HouseRules = OFFICIAL,
    players: int = 4,
) -> tuple[Discord, ...]:
    """Return where two lists of the same games differ, in the order of the games.

    A list of which only the values were typed is compared by declarer and score.
    ``rules`` say what the lines count; the dealer does not matter.

    >>> anna, bernd = WrittenGame(declarer=1, written_value=48), WrittenGame(declarer=2,
    ...     written_value=18)
    >>> [(d.kind.value, d.first) for d in discords([anna, bernd], [bernd])]
    [('only-first', (1,))]
    """
    keys = [keys_of(entries, rules, players) for entries in (first, second)]
    differences: list[Discord] = []
    first_left, second_left = len(first), len(second)
    steps = best_steps(*keys)
    while first_left or second_left:
        step = steps[first_left][second_left]
        back_one, back_other = STEPS[step]
        first_left, second_left = first_left - back_one, second_left - back_other
        if step != "pair" or pair_cost(keys[0][first_left], keys[1][second_left]):
            differences.append(discord(step, first_left, second_left, keys))
    return tuple(reversed(differences))


def first_discord(
    first: Sequence[WrittenGame],
    second: Sequence[WrittenGame],
    *,
    rules: HouseRules = OFFICIAL,
    players: int = 4,
) -> int | None:
    """Return the first game in which two lists differ, as far as both go.

    None where they agree. Lists that are being written are compared line by line.

    >>> anna, bernd = WrittenGame(declarer=1, written_value=48), WrittenGame(declarer=2,
    ...     written_value=18)
    >>> first_discord([anna, bernd], [anna, anna]), first_discord([anna], [])
    (2, None)
    """
    keys = [keys_of(entries, rules, players) for entries in (first, second)]
    pairs = enumerate(zip(*keys, strict=False), 1)
    return next((number for number, pair in pairs if pair_cost(*pair)), None)


@dataclass(frozen=True, slots=True)
class Key:
    """What is compared of a line: the game, its declarer, and its score."""

    game: WrittenGame  # without declarer, bid and card points
    declarer: int | None
    scores: tuple[PlaceScore, ...]
    only_value: bool


def keys_of(
    entries: Sequence[WrittenGame], rules: HouseRules, players: int
) -> list[Key]:
    worth = worth_under(rules, players)
    lines = play(entries, rules, players=players)
    return [
        key_of(line.entry, worth(line.entry, line.turn, line.number).scores)
        for line in lines
    ]


def key_of(entry: WrittenGame, scores: tuple[PlaceScore, ...]) -> Key:
    """Return what is compared of an entry with its scores."""
    if entry.declarer is None and not scores:
        return Key(game=PASSED_IN, declarer=None, scores=(), only_value=False)
    game = replace(
        with_implied_levels(entry),
        declarer=None,
        bid=None,
        card_points=None,
        skat_taken=None,
    )
    return Key(
        game=game,
        declarer=entry.declarer,
        scores=scores,
        only_value=entry.contract is None and entry.declarer is not None,
    )


def points_in(key: Key) -> tuple[int, ...]:
    """Return the points of a line; of a Ramsch with the places that write them."""
    if key.declarer is not None:
        return tuple(score.points for score in key.scores[:1])
    return tuple(number for s in key.scores for number in (s.place, s.points))


def pair_cost(first: Key, second: Key) -> int:
    """Return how much two lines differ; 0 for the same game."""
    same_place = first.declarer == second.declarer
    if same_place and first.game == second.game:
        return 0  # a round before it may differ, and its score with it
    same_score = points_in(first) == points_in(second)
    if same_place and same_score:
        return 0 if first.only_value or second.only_value else ONE_PART
    if same_place or same_score or first.game == second.game:
        return ONE_PART
    return NO_PART


def best_steps(first: Sequence[Key], second: Sequence[Key]) -> list[list[str]]:
    """Return the best last step for every pair of beginnings of the two lists."""
    costs = [[GAP * other for other in range(len(second) + 1)]]
    steps = [["second"] * (len(second) + 1)]
    for one in range(1, len(first) + 1):
        costs.append([GAP * one])
        steps.append(["first"])
        for other in range(1, len(second) + 1):
            options = [
                (
                    costs[one - 1][other - 1]
                    + pair_cost(first[one - 1], second[other - 1]),
                    "pair",
                ),
                (costs[one - 1][other] + GAP, "first"),
                (costs[one][other - 1] + GAP, "second"),
            ]
            if is_swap(first, second, one, other):
                options.append((costs[one - 2][other - 2] + SWAP, "swap"))
            cost, step = min(options, key=lambda option: option[0])
            costs[one].append(cost)
            steps[one].append(step)
    return steps


def is_swap(first: Sequence[Key], second: Sequence[Key], one: int, other: int) -> bool:
    """Tell whether the last two lines of these beginnings changed places."""
    return (
        one > 1
        and other > 1
        and not pair_cost(first[one - 1], second[other - 2])
        and not pair_cost(first[one - 2], second[other - 1])
    )


def discord(step: str, one: int, other: int, keys: Sequence[Sequence[Key]]) -> Discord:
    """Return the difference that a step stands for; the indexes are those before it."""
    if step == "swap":
        return Discord(
            kind=Discrepancy.SWAPPED,
            first=(one + 1, one + 2),
            second=(other + 1, other + 2),
            same_score=True,
        )
    if step == "first":
        return Discord(kind=Discrepancy.ONLY_FIRST, first=(one + 1,), second=())
    if step == "second":
        return Discord(kind=Discrepancy.ONLY_SECOND, first=(), second=(other + 1,))
    ours, theirs = keys[0][one], keys[1][other]
    return Discord(
        kind=Discrepancy.DIFFERS,
        first=(one + 1,),
        second=(other + 1,),
        same_score=points_in(ours) == points_in(theirs)
        and ours.declarer == theirs.declarer,
    )


class ArrivalStatus(StrEnum):
    READY = "ready"
    DUPLICATE = "duplicate"
    REVIEW = "review"
    CONFLICT = "conflict"


@dataclass(frozen=True, slots=True, kw_only=True)
class ListState:
    """A list as it is: games, foot by place as text, whether the rest is struck."""

    games: tuple[WrittenGame, ...] = ()
    foot: Mapping[int, str] = field(default_factory=dict)
    is_struck: bool = False

    @property
    def texts(self) -> tuple[str, ...]:
        """The games in shorthand, without checks and remarks."""
        return tuple(map(shorthand_of, self.games))


def shorthand_of(game: WrittenGame) -> str:
    return write_line(NotedLine(entry=game), Spelling.LETTERS)


def arrival_status(
    here: ListState, there: ListState, *, others: bool = False, doubts: bool = False
) -> ArrivalStatus:
    """Return how ``there`` relates to ``here``.

    ``others``: other people sit there, ``doubts``: its proof has found something. A
    list that only says less than the one here is a duplicate.

    >>> one, two = ListState(games=(PASSED_IN,)), ListState(games=(PASSED_IN,) * 2)
    >>> arrival_status(one, two).value, arrival_status(two, one).value
    ('ready', 'duplicate')
    """
    if contradicts(here, there):
        return ArrivalStatus.CONFLICT
    if others:
        return ArrivalStatus.REVIEW
    new_foot = any(
        text and not here.foot.get(place) for place, text in there.foot.items()
    )
    newly_struck = there.is_struck and not here.is_struck
    if not (len(there.games) > len(here.games) or newly_struck or new_foot):
        return ArrivalStatus.DUPLICATE
    return ArrivalStatus.REVIEW if doubts else ArrivalStatus.READY


def contradicts(here: ListState, there: ListState) -> bool:
    ours, theirs = here.texts, there.texts
    shared = min(len(ours), len(theirs))
    if ours[:shared] != theirs[:shared]:
        return True
    if here.is_struck and len(theirs) > len(ours):
        return True
    if there.is_struck and len(ours) > len(theirs):
        return True
    return bool(places_that_differ(here, there))


def places_that_differ(here: ListState, there: ListState) -> list[int]:
    return [
        place
        for place, text in there.foot.items()
        if text and here.foot.get(place) and here.foot[place] != text
    ]


@dataclass(frozen=True, slots=True, kw_only=True)
class Pair:
    """One line of both versions beside each other; None where a version lacks it."""

    here: int | None
    there: int | None
    differs: bool


def pairs_of(
    here: ListState, there: ListState, *, rules: HouseRules = OFFICIAL, players: int = 4
) -> tuple[Pair, ...]:
    """Return all lines of two versions, each game in both beside each other."""
    ours, theirs = here.texts, there.texts
    pairs: list[Pair] = []
    our_line = their_line = 1

    def agree(our_end: int, their_end: int) -> None:
        nonlocal our_line, their_line
        while our_line < our_end and their_line < their_end:
            differs = ours[our_line - 1] != theirs[their_line - 1]
            pairs.append(Pair(here=our_line, there=their_line, differs=differs))
            our_line, their_line = our_line + 1, their_line + 1

    for discord in discords(here.games, there.games, rules=rules, players=players):
        agree(*start_of(discord, our_line, their_line))
        lines = zip_longest(discord.first, discord.second)
        pairs += [Pair(here=our, there=their, differs=True) for our, their in lines]
        our_line += len(discord.first)
        their_line += len(discord.second)
    agree(len(ours) + 1, len(theirs) + 1)
    return tuple(pairs)


def start_of(discord: Discord, our_line: int, their_line: int) -> tuple[int, int]:
    """Return the lines at which a difference begins, of which one may be missing."""
    if discord.first:
        return discord.first[0], their_line + discord.first[0] - our_line
    return our_line + discord.second[0] - their_line, discord.second[0]
