"""A list as text that fits into a QR code.

The first line names the list. The lines follow as typed at the desk, then the foot of
the paper by place.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field

from scoring.notation.lists import Strike, read_list
from scoring.notation.reading import NotedLine

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
