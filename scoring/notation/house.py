"""The marks of house rules as text, after a game or instead of one (rules 7).

Official Skat has none of these signs, so its lines do not change. In letters a mark is
a letter, ``k`` or ``b1``; on the number pad it is a star with a digit, ``*1`` or
``*01``: a star alone is Hand. A Ramsch is ``r48/42/30``, on the number pad
``0/48/42/30``; the third number may be left out where it follows from 120.
"""

import re
from collections.abc import Callable, Iterator, Mapping
from functools import lru_cache, partial
from types import MappingProxyType
from typing import Any

from scoring.game.written_games import ALL_CARD_POINTS, HouseMarks, Kontra, Ramsch
from scoring.notation.grammar import HOUSE_MARK, HOUSE_MARKS, Unreadable

REPEATED = frozenset({"virgin"})
ONLY_IN_RAMSCH = frozenset({"pushes", "virgin", "march"})
RAMSCH_MARKS = ONLY_IN_RAMSCH | {"kontra", "re", "bock", "check", "running"}

SEPARATOR = r"(?:/(?!/)|-)"
POINTS = r"([0-9]{1,3})(?![0-9])"
RAMSCH = re.compile(
    rf"(?:r(?!e)|0/(?!/))(?:{POINTS}(?:{SEPARATOR}{POINTS}(?:{SEPARATOR}{POINTS})?)?)?"
)
MORE_POINTS = re.compile(SEPARATOR)


def read_ramsch(compact: str) -> tuple[tuple[int, int, int], int] | None:
    """Return the card points of a Ramsch and where its marks begin; None: no Ramsch.

    Raises Unreadable.

    >>> read_ramsch("r48/42")
    ((48, 42, 30), 6)
    """
    match = RAMSCH.match(compact)
    if match is None:
        return None
    first, second, third = match.groups()
    separator = MORE_POINTS.match(compact, match.end())
    if second is None or (third is None and separator):
        raise Unreadable(separator.end() if separator else match.end(), "ramsch-points")
    last = int(third) if third else ALL_CARD_POINTS - int(first) - int(second)
    if last < 0:
        raise Unreadable(match.end(), "ramsch-points")
    return (int(first), int(second), last), match.end()


def add_kontra(kontra: Kontra, argument: str, fields: dict[str, Any]) -> bool:
    """Note Kontra or Re; of both Re counts, which answers the Kontra."""
    fields["kontra"] = max(kontra, fields.get("kontra", Kontra.NONE))
    return True


def add_number(name: str, argument: str, fields: dict[str, Any]) -> bool:
    fields[name] = int(argument)
    return True


def collect_number(name: str, argument: str, fields: dict[str, Any]) -> bool:
    """Read a mark that a line may have several times."""
    numbers: tuple[int, ...] = fields.get(name, ())
    fields[name] = tuple(sorted({*numbers, int(argument)}))
    return int(argument) not in numbers


HOUSE_READERS: Mapping[str, Callable[[str, dict[str, Any]], bool]] = MappingProxyType(
    {
        "kontra": partial(add_kontra, Kontra.KONTRA),
        "re": partial(add_kontra, Kontra.RE),
        "bock": partial(add_number, "bock"),
        "pushes": partial(add_number, "pushes"),
        "virgin": partial(collect_number, "virgins"),
        "march": partial(add_number, "march"),
    }
)
"""Each puts its mark into the fields; False if it was there before."""


def marks_of(fields: Mapping[str, Any]) -> HouseMarks:
    fields = dict(fields)
    points = fields.pop("points", None)
    of_ramsch = {
        name: fields.pop(name)
        for name in ("virgins", "march", "pushes")
        if name in fields
    }
    ramsch = Ramsch(points=points, **of_ramsch) if points else None
    return HouseMarks(ramsch=ramsch, **fields)


def write_marks(marks: HouseMarks | None, *, numpad: bool = False) -> str:
    """Return the canonical text of ``marks``; nothing for official Skat.

    >>> write_marks(HouseMarks(kontra=Kontra.RE, bock=1))
    'reb1'
    >>> write_marks(HouseMarks(ramsch=Ramsch(points=(48, 42, 30), pushes=2)))
    'r48/42/30p2'
    """
    if marks is None:
        return ""
    text = ""
    if marks.ramsch is not None:
        text = ("0/" if numpad else "r") + "/".join(map(str, marks.ramsch.points))
    return text + "".join(
        f"{HOUSE_MARKS[name][numpad]}{argument}"
        for name, argument in marks_and_arguments(marks)
    )


def marks_and_arguments(marks: HouseMarks) -> Iterator[tuple[str, int | str]]:
    """Yield every mark with its argument, in their canonical order."""
    ramsch = marks.ramsch
    if ramsch is not None:
        if ramsch.pushes:
            yield "pushes", ramsch.pushes
        yield from (("virgin", place) for place in sorted(ramsch.virgins))
        if ramsch.march is not None:
            yield "march", ramsch.march
    if marks.kontra:
        yield ("re" if marks.kontra is Kontra.RE else "kontra"), ""
    if marks.bock is not None:
        yield "bock", marks.bock


STORED_MARK = re.compile(HOUSE_MARK)
NAME_BY_LETTERS = {letters: name for name, (letters, _, _) in HOUSE_MARKS.items()}


@lru_cache(maxsize=4096)
def read_stored_marks(text: str) -> HouseMarks | None:
    """Return the marks that write_marks() wrote in letters; None for an empty text.

    Raises ValueError for any other text.

    >>> read_stored_marks("kb0") == HouseMarks(kontra=Kontra.KONTRA, bock=0)
    True
    """
    if not text:
        return None
    fields: dict[str, Any] = {}
    position = 0
    try:
        ramsch = read_ramsch(text)
        if ramsch is not None:
            fields["points"], position = ramsch
    except Unreadable:
        position = len(text)
    while start := STORED_MARK.match(text, position):
        name = NAME_BY_LETTERS.get(start[0], "kontra")
        argument = HOUSE_MARKS[name][2].match(text, start.end())
        if argument is None:
            break
        HOUSE_READERS[name](argument[1], fields)
        position = argument.end()
    marks = marks_of(fields)
    if write_marks(marks) != text:
        raise ValueError(f"no marks of house rules: {text!r}")
    return marks
