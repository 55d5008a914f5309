"""A list that arrived beside the one that is here: is it news, and is it in order?

Nothing here decides: where two versions differ a person does, line by line.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum

from scoring.game.written_games import WrittenGame
from scoring.house.rules import OFFICIAL, HouseRules
from scoring.notation.grammar import Spelling
from scoring.notation.reading import NotedLine
from scoring.notation.writing import write_line
from scoring.proof.alignment import Discord, Discrepancy, discords


class Standing(StrEnum):
    """What an arrived list is to the one here."""

    READY = "ready"
    DUPLICATE = "duplicate"
    REVIEW = "review"
    CONFLICT = "conflict"


class Side(StrEnum):
    """Which of two versions is meant."""

    HERE = "here"
    THERE = "there"


@dataclass(frozen=True, slots=True, kw_only=True)
class ListState:
    """A list as it stands: games, foot by place as text, whether the rest is struck."""

    games: tuple[WrittenGame, ...] = ()
    foot: Mapping[int, str] = field(default_factory=dict)
    is_struck: bool = False

    @property
    def texts(self) -> tuple[str, ...]:
        """The games in shorthand, without what is not part of a game."""
        return tuple(map(game_text, self.games))


def game_text(game: WrittenGame) -> str:
    """Return a game in shorthand."""
    return write_line(NotedLine(entry=game), Spelling.LETTERS)


def standing_of(
    here: ListState, there: ListState, *, others: bool = False, doubts: bool = False
) -> Standing:
    """Return what ``there`` is to ``here``.

    ``others``: other people sit there, ``doubts``: its proof has found something. A
    list that only says less than the one here brings nothing.

    >>> from scoring.game.written_games import PASSED_IN
    >>> one, two = ListState(games=(PASSED_IN,)), ListState(games=(PASSED_IN,) * 2)
    >>> standing_of(one, two).value, standing_of(two, one).value
    ('ready', 'duplicate')
    """
    if contradicts(here, there):
        return Standing.CONFLICT
    if others:
        return Standing.REVIEW
    if not brings(here, there):
        return Standing.DUPLICATE
    return Standing.REVIEW if doubts else Standing.READY


def contradicts(here: ListState, there: ListState) -> bool:
    """Tell whether the two cannot both be right."""
    ours, theirs = here.texts, there.texts
    shared = min(len(ours), len(theirs))
    if ours[:shared] != theirs[:shared]:
        return True
    if here.is_struck and len(theirs) > len(ours):
        return True
    if there.is_struck and len(ours) > len(theirs):
        return True
    return bool(feet_apart(here, there))


def feet_apart(here: ListState, there: ListState) -> list[int]:
    """Return the places of whose foot the two say different things."""
    return [
        place
        for place, text in there.foot.items()
        if text and here.foot.get(place) and here.foot[place] != text
    ]


def brings(here: ListState, there: ListState) -> bool:
    """Tell whether ``there`` says anything that ``here`` does not, and agrees."""
    has_foot = any(
        text and not here.foot.get(place) for place, text in there.foot.items()
    )
    is_struck = there.is_struck and not here.is_struck
    return len(there.games) > len(here.games) or is_struck or has_foot


@dataclass(frozen=True, slots=True, kw_only=True)
class Pair:
    """One line of both versions beside each other; None where a version lacks it."""

    here: int | None
    there: int | None
    differs: bool


def pairs_of(
    here: ListState, there: ListState, *, rules: HouseRules = OFFICIAL, players: int = 4
) -> tuple[Pair, ...]:
    """Return all lines of two versions, the same game beside itself."""
    ours, theirs = here.texts, there.texts
    pairs: list[Pair] = []
    own = other = 1

    def agree(until_own: int, until_other: int) -> None:
        nonlocal own, other
        while own < until_own and other < until_other:
            differs = ours[own - 1] != theirs[other - 1]
            pairs.append(Pair(here=own, there=other, differs=differs))
            own, other = own + 1, other + 1

    for each in discords(here.games, there.games, rules=rules, players=players):
        agree(*before(each, own, other))
        pairs += paired(each)
        own, other = own + len(each.first), other + len(each.second)
    agree(len(ours) + 1, len(theirs) + 1)
    return tuple(pairs)


def before(each: Discord, own: int, other: int) -> tuple[int, int]:
    """Return the lines at which a difference begins, of which one may lack."""
    if each.first:
        return each.first[0], other + each.first[0] - own
    return own + each.second[0] - other, each.second[0]


def paired(each: Discord) -> list[Pair]:
    """Return the lines of one difference."""
    if each.kind is Discrepancy.ONLY_FIRST:
        return [Pair(here=each.first[0], there=None, differs=True)]
    if each.kind is Discrepancy.ONLY_SECOND:
        return [Pair(here=None, there=each.second[0], differs=True)]
    return [
        Pair(here=own, there=other, differs=True)
        for own, other in zip(each.first, each.second, strict=True)
    ]


Kept = tuple[Side, int]  # whose line, and which


def mixed(pairs: Sequence[Pair], chosen: Mapping[int, Side]) -> list[Kept]:
    """Return the lines that stay, by what was ``chosen`` for each pair that differs.

    Where nothing differs the line here stays, with what was noted beside it.

    >>> mixed([Pair(here=1, there=None, differs=True)], {0: Side.THERE})
    []
    """
    kept: list[Kept] = []
    for index, pair in enumerate(pairs):
        side = chosen[index] if pair.differs else Side.HERE
        line = pair.here if side is Side.HERE else pair.there
        if line is not None:
            kept.append((side, line))
    return kept
