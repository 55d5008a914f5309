"""Finding the family names in a pasted column of names.

Only a comma shows that the family name comes first. Otherwise known first names decide
for all lines with the same separator, and the user can reverse the order.
"""

import re
from collections.abc import Container, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum

from tournaments.people.names.first_names import FIRST_NAMES
from tournaments.people.names.names import (
    PersonName,
    fold,
    read_family_first,
    read_name,
    tidy,
)

NUMBER = re.compile(r"\s*\d{1,4}(?:[.):]\s*|[ \t;]+)")
CELLS = re.compile(r"[\t;]")
# Remarks in brackets, dates and other numbers, email addresses.
NO_NAME = re.compile(
    r"[(\[{][^)\]}]*[)\]}]?|(?<!\S)[+\d][\d./:-]*(?!\S)|(?<!\S)\S*@\S*"
)
LAST_HEADS = "nachname", "familienname", "name", "family name", "last name", "surname"
HEADS = dict.fromkeys(LAST_HEADS, "last") | {"vorname": "first", "first name": "first"}


class Separator(StrEnum):
    """The separator between family name and first name."""

    WORDS = "words"
    COMMA = "comma"
    CELLS = "cells"


@dataclass(frozen=True, slots=True, kw_only=True)
class ColumnLine:
    """A line of the column, read in both orders; ``rest`` does not belong to the name.

    ``name`` is in the more likely order, ``turned`` in the other.
    """

    number: int
    text: str
    separator: Separator
    name: PersonName
    turned: PersonName
    rest: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class NameColumn:
    """All lines; lines with a comma are only reversed if all lines have one."""

    lines: tuple[ColumnLine, ...]
    has_only_commas: bool

    def name_of(self, line: ColumnLine, *, is_turned: bool) -> PersonName:
        """Return the name of a line, in the more likely or the other order."""
        can_turn = line.separator is not Separator.COMMA or self.has_only_commas
        return line.turned if is_turned and can_turn else line.name

    def names(self, *, is_turned: bool) -> dict[int, PersonName]:
        """Return the names by line number."""
        return {
            line.number: self.name_of(line, is_turned=is_turned) for line in self.lines
        }


def read_column(
    lines: Iterable[tuple[int, str]],
    *,
    first_names: Container[str] = (),
    order: Sequence[str] = (),
) -> NameColumn:
    """Read the numbered ``lines`` of a column; a heading may give the ``order``.

    ``first_names`` are folded names known in addition to the common ones.

    >>> column = read_column([(1, "Müller Günter"), (2, "3. Ida Kurz")])
    >>> column.name_of(column.lines[0], is_turned=True)
    PersonName(first='Günter', last='Müller')
    """
    column_lines = [read_line(number, line) for number, line in lines]
    has_only_commas = all(line.separator is Separator.COMMA for line in column_lines)
    is_turned = {
        kind: order[0] == "first"
        if len(order) > 1
        else reads_better_turned(
            [
                (column_line.name, column_line.turned)
                for column_line in column_lines
                if column_line.separator is kind
            ],
            first_names,
        )
        for kind in Separator
        if kind is not Separator.COMMA or has_only_commas
    }
    return NameColumn(
        lines=tuple(
            replace(line, name=line.turned, turned=line.name)
            if is_turned.get(line.separator)
            else line
            for line in column_lines
        ),
        has_only_commas=has_only_commas,
    )


def without_number(line: str) -> str:
    """Return a line without its number in a list.

    >>> without_number("3. Ida Kurz"), without_number("7.")
    ('Ida Kurz', '7.')
    """
    number = NUMBER.match(line)
    rest = line[number.end() :] if number else ""
    return rest if tidy(rest) else line


def without_remarks(text: str) -> tuple[str, str]:
    """Return a text without the parts that cannot belong to a name, and those parts.

    >>> without_remarks("Groß Jürgen (Gast) 12.03.1970")
    ('Groß Jürgen', '(Gast), 12.03.1970')
    """
    remarks = (tidy(remark) for remark in NO_NAME.findall(text))
    return tidy(NO_NAME.sub(" ", text)), ", ".join(filter(None, remarks))


def read_text(text: str, *, first_names: Container[str] = ()) -> NameColumn:
    """Read a column from the lines that are not empty, skipping a heading.

    >>> [line.name.first for line in read_text("Vorname;Nachname\\nXaver;Yps").lines]
    ['Xaver']
    """
    lines = [
        (number, line)
        for number, line in enumerate(text.splitlines(), start=1)
        if tidy(line)
    ]
    order = columns_in_head(lines[0][1]) if lines else []
    return read_column(
        lines[1:] if order else lines, first_names=first_names, order=order
    )


def corrected_names(
    lines: Iterable[tuple[int, PersonName]],
    typed: Mapping[int, PersonName],
    by_hand: Container[int] = (),
) -> dict[int, PersonName]:
    """Return the names that the user has corrected, by line number.

    ``lines`` are the names as shown. A ``typed`` name counts if it differs, or if the
    line was corrected ``by_hand`` before.

    >>> shown, other = read_name("Ida Kurz"), read_name("Ina Kurz")
    >>> corrected_names([(1, shown)], {1: other})[1].first
    'Ina'
    >>> corrected_names([(1, shown)], {1: shown})
    {}
    """
    return {
        number: typed[number]
        for number, shown_name in lines
        if number in typed and (typed[number] != shown_name or number in by_hand)
    }


def columns_in_head(line: str) -> list[str]:
    """Return the kinds of name in the columns of a heading, empty if it is none.

    >>> [columns_in_head(line) for line in ("Nr.;Vorname;Nachname", "Name", "Kurz;Ida")]
    [['first', 'last'], ['last'], []]
    """
    cells = [fold(cell).strip('".') for cell in CELLS.split(line)]
    order = [HEADS[cell] for cell in cells if cell in HEADS]
    is_head = "last" in order and (len(order) == 2 or len(cells) == 1)
    return order if is_head else []


def reads_better_turned(
    names: Iterable[tuple[PersonName, PersonName]], first_names: Container[str] = ()
) -> bool:
    """Return whether the second reading of names has more known first names."""
    votes = 0
    for name, turned in names:
        votes += is_first_name(turned.first, first_names)
        votes -= is_first_name(name.first, first_names)
    return votes > 0


def is_doubtful(name: PersonName, first_names: Container[str] = ()) -> bool:
    """Return whether known first names suggest the other order.

    >>> is_doubtful(read_name("Müller Günter")), is_doubtful(read_name("Peter Paul"))
    (True, False)
    """
    speaks_for_it = is_first_name(name.first, first_names)
    return is_first_name(name.last, first_names) and not speaks_for_it


def is_first_name(text: str, first_names: Container[str]) -> bool:
    """Return whether ``text`` begins with a known first name.

    >>> is_first_name("Hans-Peter", ()), is_first_name("Kurz", ())
    (True, False)
    """
    word = re.split(r"[ -]", fold(text))[0]
    return word in FIRST_NAMES or word in first_names


def read_line(number: int, line: str) -> ColumnLine:
    """Read a line in both orders, without its number in a list.

    >>> read_line(1, "5. Ernst Lindemann").name
    PersonName(first='Ernst', last='Lindemann')
    >>> read_line(1, "Schmidt;Hans").name == read_line(1, "Schmidt, Hans").name
    True
    >>> read_line(1, "Schmidt, Hans; Pik Sieben").rest
    'Pik Sieben'
    """
    parts = [without_remarks(cell) for cell in CELLS.split(without_number(line))]
    cells = [cell for cell in (text.strip('"') for text, _remark in parts) if cell]
    remarks = [remark for _text, remark in parts if remark]
    separator = Separator.CELLS
    if len(cells) < 2 or "," in cells[0]:
        name, *rest = cells or [""]
        cells = [*map(tidy, tidy(name).split(",", 2)), *rest]
        separator = Separator.COMMA
    text = tidy(line)
    if len(cells) < 2:
        return ColumnLine(
            number=number,
            text=text,
            separator=Separator.WORDS,
            name=read_name(*cells),
            turned=read_family_first(*cells),
            rest=", ".join(remarks),
        )
    last, first, *rest = cells
    return ColumnLine(
        number=number,
        text=text,
        separator=separator,
        name=PersonName(first=first, last=last),
        turned=PersonName(first=last, last=first),
        rest=", ".join([*rest, *remarks]),
    )
