"""Many lines: games, remarks, and the two lines that are no games."""

import re
from dataclasses import dataclass

from scoring.notation.errors import NotationError
from scoring.notation.reading import NotedLine, read_line


@dataclass(frozen=True, slots=True)
class Strike:
    """Time is up: the rest of the list is struck."""


@dataclass(frozen=True, slots=True)
class Substitution:
    """Another player sits on ``place`` from here on."""

    place: int
    name: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ListItem:
    """A line of a text that is not empty; ``line`` counts all lines from 1."""

    line: int
    text: str
    content: NotedLine | Strike | Substitution | NotationError


def read_item(
    text: str, *, values_only: bool = False
) -> NotedLine | Strike | Substitution:
    """Return a game, or one of the two lines that are none: ``x`` and ``s2=Name``.

    Raises NotationError.

    >>> read_item("x"), read_item("s2=Meier")
    (Strike(), Substitution(place=2, name='Meier'))
    """
    body = text.partition("#")[0]
    word = body.strip().lower()
    if word == "x":
        return Strike()
    if word.startswith("s"):
        return read_substitution(body)
    return read_line(text, values_only=values_only)


def read_substitution(body: str) -> Substitution:
    """Return a substitution: its place and the name. Raises NotationError."""
    position = 0
    for code, pattern in SUBSTITUTION:
        match = pattern.match(body, position)
        if match is None:
            column = len(body) - len(body[position:].lstrip()) + 1
            raise NotationError(column, (code,), body[column - 1 : column], code)
        position = match.end()
    place, _, name = body.strip()[1:].partition("=")
    return Substitution(int(place), " ".join(name.split()))


SUBSTITUTION = (
    ("s", re.compile(r"\s*[sS]")),
    ("seat", re.compile(r"\s*[1-5]")),
    ("equals", re.compile(r"\s*=")),
    ("name", re.compile(r"\s*\S")),
)


def read_list(text: str) -> tuple[ListItem, ...]:
    r"""Read every line of ``text`` that is neither empty nor a remark alone.

    Never raises: a line that cannot be read holds its error.

    >>> [item.line for item in read_list("2k2h\n\n# a remark\ne")]
    [1, 4]
    """
    items = []
    for number, line in enumerate(LINE_END.split(text.removeprefix("\ufeff")), 1):
        if not line.partition("#")[0].strip():
            continue
        content: NotedLine | Strike | Substitution | NotationError
        try:
            content = read_item(line)
        except NotationError as error:
            content = error
        items.append(ListItem(line=number, text=line.strip(), content=content))
    return tuple(items)


LINE_END = re.compile(r"\r\n|\r|\n")
