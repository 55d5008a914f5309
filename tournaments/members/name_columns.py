"""A column of names as people paste it: which part is the family name, in all lines.

A comma says that the family name stands first. Nothing else does, so for the other
lines it is decided once, by the first names that are known, and can be turned.
"""

import re
from collections.abc import Container, Iterable
from dataclasses import dataclass
from enum import StrEnum

from tournaments.members.first_names import FIRST_NAMES
from tournaments.members.names import (
    PersonName,
    fold,
    read_family_first,
    read_name,
    tidy,
)

NUMBER = re.compile(r"\s*\d{1,4}(?:[.):]\s*|[ \t;]+)")
CELLS = re.compile(r"[\t;]")
LAST_HEADS = "nachname", "familienname", "name", "family name", "last name", "surname"
HEADS = dict.fromkeys(LAST_HEADS, "last") | {"vorname": "first", "first name": "first"}


class Parted(StrEnum):
    """What stands between family name and first name."""

    WORDS = "words"
    COMMA = "comma"
    CELLS = "cells"


@dataclass(frozen=True, slots=True, kw_only=True)
class ColumnLine:
    """A line of the column, read both ways; ``rest`` is what is no name."""

    number: int
    text: str
    parted: Parted
    straight: PersonName
    turned: PersonName
    rest: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class NameColumn:
    """All lines, and whether they are read the other way round.

    A comma is believed, unless ``has_only_commas`` leaves nothing else to turn.
    """

    lines: tuple[ColumnLine, ...]
    is_turned: bool
    has_only_commas: bool

    def name_of(self, line: ColumnLine, *, is_turned: bool | None = None) -> PersonName:
        """Return the name of a line, in the order of the column or in the given one."""
        turn = self.is_turned if is_turned is None else is_turned
        can_turn = line.parted is not Parted.COMMA or self.has_only_commas
        return line.turned if turn and can_turn else line.straight


def read_column(
    lines: Iterable[tuple[int, str]],
    *,
    is_turned: bool | None = None,
    first_names: Container[str] = (),
) -> NameColumn:
    """Read the numbered ``lines`` of a column, and guess their order if it is not said.

    ``first_names`` are folded names that are known beside the common ones.

    >>> column = read_column([(1, "Müller Günter"), (2, "3. Ida Kurz")], is_turned=True)
    >>> column.name_of(column.lines[0])
    PersonName(first='Günter', last='Müller')
    """
    found = tuple(read_line(number, line) for number, line in lines)
    plain = tuple(line for line in found if line.parted is not Parted.COMMA)
    if is_turned is None:
        is_turned = is_family_elsewhere(plain or found, first_names)
    return NameColumn(lines=found, is_turned=is_turned, has_only_commas=not plain)


def read_text(
    text: str, *, is_turned: bool | None = None, first_names: Container[str] = ()
) -> NameColumn:
    """Read a column from the lines that say something; a head names nobody.

    >>> column = read_text("Vorname;Nachname\\nXaver;Yps")
    >>> column.lines[0].number, column.name_of(column.lines[0])
    (2, PersonName(first='Xaver', last='Yps'))
    """
    lines = [
        (number, line)
        for number, line in enumerate(text.splitlines(), start=1)
        if tidy(line)
    ]
    if lines and (order := head_of(lines[0][1])):
        lines = lines[1:]
        if is_turned is None and len(order) > 1:
            is_turned = order[0] == "first"
    return read_column(lines, is_turned=is_turned, first_names=first_names)


def head_of(line: str) -> list[str]:
    """Return what the columns of a head hold, in their order; nothing for no head.

    >>> head_of("Nr.;Vorname;Nachname"), head_of("Name"), head_of("Kurz;Ida")
    (['first', 'last'], ['last'], [])
    """
    cells = [fold(cell).strip('".') for cell in CELLS.split(line)]
    order = [HEADS[cell] for cell in cells if cell in HEADS]
    is_head = "last" in order and (len(order) == 2 or len(cells) == 1)
    return order if is_head else []


def is_family_elsewhere(
    lines: Iterable[ColumnLine], first_names: Container[str]
) -> bool:
    """Tell whether more first names are known when the lines are read turned."""
    votes = 0
    for line in lines:
        votes += is_first_name(line.turned.first, first_names)
        votes -= is_first_name(line.straight.first, first_names)
    return votes > 0


def is_first_name(text: str, first_names: Container[str]) -> bool:
    """Tell whether ``text`` begins with a first name that is known.

    >>> is_first_name("Hans-Peter", ()), is_first_name("Kurz", ())
    (True, False)
    """
    word = re.split(r"[ -]", fold(text))[0]
    return word in FIRST_NAMES or word in first_names


def read_line(number: int, line: str) -> ColumnLine:
    """Read a line both ways, without the number that it may have in a list.

    >>> read_line(1, "5. Ernst Lindemann").straight
    PersonName(first='Ernst', last='Lindemann')
    >>> read_line(1, "Schmidt;Hans").straight == read_line(1, "Schmidt, Hans").straight
    True
    """
    body = NUMBER.sub("", line, count=1) if NUMBER.match(line) else line
    body = body if tidy(body) else line
    cells = [tidy(cell).strip('"') for cell in CELLS.split(body)]
    cells, parted = [cell for cell in cells if cell], Parted.CELLS
    if len(cells) < 2:
        cells = [tidy(cell) for cell in tidy(" ".join(cells)).split(",", 2)]
        parted = Parted.COMMA
    text = tidy(line)
    if len(cells) < 2:
        return ColumnLine(
            number=number,
            text=text,
            parted=Parted.WORDS,
            straight=read_name(cells[0]),
            turned=read_family_first(cells[0]),
        )
    last, first, *rest = cells
    return ColumnLine(
        number=number,
        text=text,
        parted=parted,
        straight=PersonName(first=first, last=last),
        turned=PersonName(first=last, last=first),
        rest=", ".join(rest),
    )
