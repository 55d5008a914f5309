"""Game to text: the one canonical line of a game; a list that fits into a QR code.

The first line names the list. The lines follow as typed at the desk, then the foot of
the paper by place.
"""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import lru_cache

from scoring.game.written_games import (
    BASE_VALUE,
    NULL_VALUE,
    TICKS,
    Contract,
    ResultKind,
    WrittenGame,
    with_implied_levels,
)
from scoring.notation.grammar import (
    KIND_MARK,
    LETTER,
    LEVELS,
    NULL_WORD,
    WITHOUT,
    Spelling,
)
from scoring.notation.house import write_marks
from scoring.notation.reading import NotedLine, Strike, counts_as_lost, read_list

HEAD = re.compile(
    r"skat\s+1\s+(?P<code>[A-Z0-9]{1,8})\s+(?P<series>\d{1,2})/(?P<table>\d{1,3})",
    re.IGNORECASE,
)
FOOT = re.compile(r"=\s*(?P<place>[0-5])\s+(?P<numbers>[-−+0-9/]+)")
COUNTS = {False: 2, True: 4}  # numbers of the whole list, of a place
LONGEST_LINE = 300


class NoDocument(ValueError):
    """A text that is no list; ``line`` is the first that cannot be read."""

    def __init__(self, line: int, text: str):
        super().__init__(f"{line}: {text}")
        self.line, self.text = line, text


class PlaceTwice(NoDocument):
    """A foot with a second line for the same place; this is the second."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ListText:
    """The content of such a text.

    ``foot`` has points, won, lost and total by place, and under place 0 the games
    played and those passed in.
    """

    code: str
    series: int
    table: int
    lines: tuple[str, ...] = ()
    is_struck: bool = False
    foot: Mapping[int, tuple[int | None, ...]] = field(default_factory=dict)

    @property
    def head(self) -> str:
        """The first line, which names the list."""
        return f"skat 1 {self.code} {self.series}/{self.table}"


def write_document(document: ListText) -> str:
    r"""Return a list as text.

    >>> write_document(ListText(code="K7M2PQ", series=1, table=3, lines=("2k2", "e"),
    ...     foot={1: (48, 1, 0, None)}))
    'skat 1 K7M2PQ 1/3\n2k2\ne\n=1 48/1/0/\n'
    """
    return "\n".join(
        [
            document.head,
            *document.lines,
            *(["x"] if document.is_struck else []),
            *(
                f"={place} {numbers_text(numbers)}"
                for place, numbers in document.foot.items()
                if any(number is not None for number in numbers)
            ),
            "",
        ]
    )


def numbers_text(numbers: tuple[int | None, ...]) -> str:
    """Return the numbers of a foot, an empty part for a missing one."""
    return "/".join("" if number is None else str(number) for number in numbers)


def is_document(text: str) -> bool:
    """Tell whether a text begins as such a list does."""
    return HEAD.match(text.removeprefix("\ufeff").lstrip()) is not None


def read_document(text: str) -> ListText:
    r"""Read a list. Raises ``NoDocument`` for the first line that cannot be read.

    >>> read = read_document("skat 1 k7m2pq 1/3\n2k2\nx\n=0 1/0\n")
    >>> read.code, read.lines, read.is_struck, read.foot
    ('K7M2PQ', ('2k2',), True, {0: (1, 0)})
    """
    first, *others = text.removeprefix("\ufeff").strip().splitlines() or [""]
    head = HEAD.fullmatch(first.strip())
    if head is None:
        raise NoDocument(1, first)
    foot, lines = {}, []
    for number, line in enumerate(others, 2):
        if line.startswith("="):
            place, numbers = read_foot(number, line)
            if place in foot:
                raise PlaceTwice(number, line)
            foot[place] = numbers
        else:
            lines.append((number, line))
    games, is_struck = read_games(lines)
    return ListText(
        code=head["code"].upper(),
        series=int(head["series"]),
        table=int(head["table"]),
        lines=games,
        is_struck=is_struck,
        foot=foot,
    )


def read_games(lines: list[tuple[int, str]]) -> tuple[tuple[str, ...], bool]:
    """Return the games, and whether the rest was struck. Raises ``NoDocument``."""
    games: list[str] = []
    is_struck = False
    for number, line in lines:
        for item in read_list(line):
            is_game = isinstance(item.content, NotedLine) and not is_struck
            if len(line) > LONGEST_LINE or not (
                is_game or isinstance(item.content, Strike)
            ):
                raise NoDocument(number, line)
            if is_game:
                games.append(item.text)
            is_struck = not is_game
    return tuple(games), is_struck


def read_foot(number: int, line: str) -> tuple[int, tuple[int | None, ...]]:
    """Return place and numbers of a line of the foot. Raises ``NoDocument``."""
    match = FOOT.fullmatch(line.strip())
    if match is None:
        raise NoDocument(number, line)
    place = int(match["place"])
    parts = match["numbers"].replace("−", "-").split("/")
    try:
        numbers = tuple(int(part) if part else None for part in parts)
    except ValueError:
        raise NoDocument(number, line) from None
    if len(numbers) != COUNTS[place > 0]:
        raise NoDocument(number, line)
    return place, numbers


MARK_BY_KIND = {kind: mark for mark, kind in KIND_MARK.items()}

BID_SIGN = {Spelling.LETTERS: "r", Spelling.NUMPAD: "/"}
CHECK_SIGN = {Spelling.LETTERS: "=", Spelling.NUMPAD: "//"}
RUNNING_SIGN = {Spelling.LETTERS: ":", Spelling.NUMPAD: "///"}


# A line is written when it is saved, and again by every page that shows it.
@lru_cache(maxsize=4096)
def write_line(noted: NotedLine, spelling: Spelling = Spelling.LETTERS) -> str:
    """Return the text that read_line() reads as ``noted``.

    Holds for everything that can be written. There are no signs for ``skat_taken``
    or for what no game can have, such as the tops of a possible Null; levels that
    are implied come back ticked.

    >>> null = WrittenGame(declarer=2, contract=Contract.NULL, hand=True)
    >>> noted = NotedLine(entry=null)
    >>> write_line(noted), write_line(noted, Spelling.NUMPAD)
    ('2nh', '235')
    """
    entry = noted.entry
    text = "".join(game_parts(entry, spelling))
    if noted.check_value is not None:
        # Without a sign it would be read as the score of a lost game.
        plus = "+" * (noted.check_value > 0 and counts_as_lost(entry))
        text += f"{CHECK_SIGN[spelling]}{plus}{noted.check_value}"
    if noted.check_running is not None:
        text += f"{RUNNING_SIGN[spelling]}{noted.check_running}"
    return f"{text} # {noted.remark}" if noted.remark else text


def game_parts(entry: WrittenGame, spelling: Spelling) -> Iterator[str]:
    """Yield the parts of a line in their order, without its checks."""
    marks = write_marks(entry.house, numpad=spelling is Spelling.NUMPAD)
    if entry.declarer is None:
        yield marks or ("e" if spelling is Spelling.LETTERS else "0")
        return
    yield str(entry.declarer)
    yield bare_game_text(entry, spelling)
    if not entry.won and not has_sign(entry):
        yield "-"
    yield from result_parts(entry, spelling)
    if entry.picked is not None and entry.picked is not Contract.NULL:
        yield f">{trump_text(entry.picked, entry, spelling)}"
    yield marks


def result_parts(entry: WrittenGame, spelling: Spelling) -> Iterator[str]:
    """Yield bid and result; a bid after a game without tops would be read as tops."""
    bid = "" if entry.bid is None else f"{BID_SIGN[spelling]}{entry.bid}"
    overbid = "" if entry.overbid_value is None else f"ü{entry.overbid_value}"
    is_without_tops = entry.contract in BASE_VALUE and entry.matadors is None
    if not is_without_tops:
        yield bid + overbid
    if entry.card_points is not None:
        yield f"@{entry.card_points}"
    if entry.kind is not ResultKind.PLAYED:
        yield f"!{MARK_BY_KIND[entry.kind]}{decided_value(entry)}"
    if is_without_tops:
        yield bid + overbid


def bare_game_text(entry: WrittenGame, spelling: Spelling) -> str:
    """Return contract, tops and levels; or the signed value that stands for them."""
    if entry.contract is None:
        has_value = entry.written_value is not None and not decided_value(entry)
        return f"{entry.written_value:+}" if has_value else ""
    if entry.contract is not Contract.NULL:
        return trump_text(entry.contract, entry, spelling) + level_text(entry, spelling)
    if spelling is Spelling.NUMPAD:
        return str(NULL_VALUE[entry.hand, entry.ouvert])
    return f"n{NULL_WORD[entry.hand, entry.ouvert]}"


def trump_text(contract: Contract, entry: WrittenGame, spelling: Spelling) -> str:
    """Return a suit or Grand with its tops."""
    is_numpad = spelling is Spelling.NUMPAD
    word = str(BASE_VALUE[contract]) if is_numpad else LETTER[contract]
    if entry.matadors is None:
        return word
    return f"{word}{WITHOUT[spelling] * entry.without}{entry.matadors}"


def level_text(entry: WrittenGame, spelling: Spelling) -> str:
    """Return the levels of a suit or Grand game without the implied ones."""
    # Card points and bid are written too: levels that follow from them are not.
    full = with_implied_levels(replace(entry, card_points=None, kind=ResultKind.PLAYED))
    ticks = {name for name in TICKS if getattr(full, name)}
    for letters, pad, names in LEVELS:
        if names == ticks:
            return pad if spelling is Spelling.NUMPAD else letters
    return ""


def has_sign(entry: WrittenGame) -> bool:
    """Tell whether the sign of a written value shows that the game is lost."""
    written = entry.written_value
    return entry.contract is None and written is not None and written < 0


def decided_value(entry: WrittenGame) -> str:
    """Return the value a referee decided; empty if only the winner was decided."""
    written = entry.written_value
    is_decided = entry.kind is ResultKind.REFEREE and written is not None
    return str(written) if is_decided and not has_sign(entry) else ""
