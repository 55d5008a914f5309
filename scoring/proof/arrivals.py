"""An arrived list beside the one that is here: is it new, and is it in order?

Nothing is decided here: where two versions differ a person decides which one stays.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum

from scoring.game.written_games import WrittenGame
from scoring.house.rules import OFFICIAL, HouseRules
from scoring.notation.documents import write_line
from scoring.notation.grammar import Spelling
from scoring.notation.reading import NotedLine
from scoring.proof.alignment import Discord, Discrepancy, discords


class ArrivalStatus(StrEnum):
    """How an arrived list relates to the one here."""

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
    """Return a game in shorthand."""
    return write_line(NotedLine(entry=game), Spelling.LETTERS)


def arrival_status(
    here: ListState, there: ListState, *, others: bool = False, doubts: bool = False
) -> ArrivalStatus:
    """Return how ``there`` relates to ``here``.

    ``others``: other people sit there, ``doubts``: its proof has found something. A
    list that only says less than the one here is a duplicate.

    >>> from scoring.game.written_games import PASSED_IN
    >>> one, two = ListState(games=(PASSED_IN,)), ListState(games=(PASSED_IN,) * 2)
    >>> arrival_status(one, two).value, arrival_status(two, one).value
    ('ready', 'duplicate')
    """
    if contradicts(here, there):
        return ArrivalStatus.CONFLICT
    if others:
        return ArrivalStatus.REVIEW
    if not adds_something(here, there):
        return ArrivalStatus.DUPLICATE
    return ArrivalStatus.REVIEW if doubts else ArrivalStatus.READY


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
    return bool(places_that_differ(here, there))


def places_that_differ(here: ListState, there: ListState) -> list[int]:
    """Return the places whose feet differ in the two."""
    return [
        place
        for place, text in there.foot.items()
        if text and here.foot.get(place) and here.foot[place] != text
    ]


def adds_something(here: ListState, there: ListState) -> bool:
    """Tell whether ``there`` agrees with ``here`` and says more."""
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
        pairs += discord_pairs(discord)
        our_line += len(discord.first)
        their_line += len(discord.second)
    agree(len(ours) + 1, len(theirs) + 1)
    return tuple(pairs)


def start_of(discord: Discord, our_line: int, their_line: int) -> tuple[int, int]:
    """Return the lines at which a difference begins, of which one may be missing."""
    if discord.first:
        return discord.first[0], their_line + discord.first[0] - our_line
    return our_line + discord.second[0] - their_line, discord.second[0]


def discord_pairs(discord: Discord) -> list[Pair]:
    """Return the lines of one difference in pairs."""
    if discord.kind is Discrepancy.ONLY_FIRST:
        return [Pair(here=discord.first[0], there=None, differs=True)]
    if discord.kind is Discrepancy.ONLY_SECOND:
        return [Pair(here=None, there=discord.second[0], differs=True)]
    return [
        Pair(here=our_line, there=their_line, differs=True)
        for our_line, their_line in zip(discord.first, discord.second, strict=True)
    ]
