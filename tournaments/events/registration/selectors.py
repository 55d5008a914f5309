"""Reading a pre-registration: pasted lines or a file, before anything is saved."""

import csv
import re
from collections.abc import Container, Sequence
from dataclasses import dataclass, replace

from django.utils.translation import gettext as _

from tournaments.events.entrants import entries_of, players_by_name_key
from tournaments.events.models import Event
from tournaments.people.models import Club, Player
from tournaments.people.names.names import (
    PersonName,
    Visitor,
    fold,
    read_family_first,
    read_name,
    read_visitor,
    tidy,
)
from tournaments.people.names.pasted import (
    reads_better_turned,
    without_number,
    without_remarks,
)
from tournaments.people.selectors import name_key, name_problem

LONGEST_CLUB = 120
LAST, FIRST, CLUB, TEAM = "last", "first", "club", "team"
HEADINGS = {
    "name": LAST,
    "nachname": LAST,
    "familienname": LAST,
    "family name": LAST,
    "last name": LAST,
    "surname": LAST,
    "vorname": FIRST,
    "first name": FIRST,
    "verein": CLUB,
    "klub": CLUB,
    "club": CLUB,
    "team": TEAM,
    "mannschaft": TEAM,
    "tandem": TEAM,
    "paar": TEAM,
}
USUAL_COLUMNS = (LAST, FIRST, CLUB)
# Between the two of a pair; a club may have a slash, but no space beside it.
PAIR = re.compile(r"\s+/\s*|\s*/\s+")


@dataclass(frozen=True, slots=True, kw_only=True)
class NamedPerson:
    """Somebody a line names; a line with a pair names two, by ``part``."""

    line: int
    text: str
    visitor: Visitor
    team: str = ""
    part: int = 0
    rest: str = ""  # what is no name
    turned: PersonName | None = None  # where nothing says which is the family name


@dataclass(frozen=True, slots=True, kw_only=True)
class RegistrationLine:
    """A line of a pre-registration as it was read.

    ``known`` are the people of that name, the likeliest first; ``same`` is the one
    it surely is. ``start_number`` is set when that one takes part already.
    """

    line: int
    text: str
    visitor: Visitor
    namesakes: tuple[Player, ...] = ()
    match: Player | None = None
    start_number: int | None = None
    is_repeated: bool = False
    problem: str = ""
    team: str = ""
    part: int = 0
    rest: str = ""

    @property
    def key(self) -> str:
        """Return what the fields of this person are called by in a form."""
        return f"{self.line}-{self.part}" if self.part else str(self.line)

    @property
    def is_open(self) -> bool:
        """Tell whether the line still brings somebody new to the event."""
        return self.start_number is None and not self.is_repeated


def read_registration(
    text: str, event: Event, *, is_turned: bool = False
) -> list[RegistrationLine]:
    """Read a person from every line of ``text`` that is not empty. Three queries.

    A line is a guest in one line, or cells with semicolons or tabs between: family
    name, first name, club, or in the order of a first line with headings, which may
    have commas between. A heading "Team" names the team; "Anna / Bernd" is a pair.
    Where nothing says which word is the family name, common first names do;
    ``is_turned`` reads it the other way round.
    """
    people = in_name_order(people_in_text(text), is_turned=is_turned)
    known = players_by_name_key(each.visitor.name for each in people)
    numbers = {entry.player_id: entry.start_number for entry in entries_of(event)}
    seen: set[tuple[str, str]] = set()
    found = []
    for each in people:
        visitor = each.visitor
        namesakes = known.get(name_key(visitor.name), [])
        match = certain_match(visitor, namesakes)
        key = (name_key(visitor.name), fold(visitor.club))
        found.append(
            RegistrationLine(
                line=each.line,
                part=each.part,
                text=each.text,
                team=each.team,
                rest=each.rest,
                visitor=visitor,
                namesakes=tuple(sorted(namesakes, key=lambda player: player != match)),
                match=match,
                start_number=numbers.get(match.pk) if match else None,
                is_repeated=key in seen,
                problem=visitor_problem(visitor),
            )
        )
        seen.add(key)
    return found


def in_name_order(
    people: Sequence[NamedPerson], *, is_turned: bool
) -> list[NamedPerson]:
    """Return everybody in the likelier order of names, or the other way."""
    both = [(each.visitor.name, each.turned) for each in people if each.turned]
    if reads_better_turned(both) is is_turned:
        return list(people)
    return [
        replace(each, visitor=replace(each.visitor, name=each.turned))
        if each.turned
        else each
        for each in people
    ]


def people_in_text(text: str) -> list[NamedPerson]:
    """Return everybody whom the lines that are not empty name. One query."""
    lines = [
        (number, line)
        for number, line in enumerate(text.splitlines(), start=1)
        if tidy(line).strip(" ,;")
    ]
    delimiter = delimiter_of(lines[0][1]) if lines else ""
    columns = column_meanings(row_cells(lines[0][1], delimiter)) if delimiter else []
    if columns:
        lines = lines[1:]
    else:
        lines = [(number, without_number(line)) for number, line in lines]
    if not delimiter:
        clubs = {fold(name) for name in Club.objects.values_list("name", flat=True)}
        return [
            person
            for number, line in lines
            for person in people_in_line(number, line, clubs)
        ]
    return [
        person
        for number, line in lines
        for person in people_in_row(number, row_cells(line, delimiter), columns)
    ]


def people_in_row(
    number: int, cells: Sequence[str], columns: Sequence[str]
) -> list[NamedPerson]:
    """Return the person of a row; several where each cell is a name with a comma.

    >>> people_in_row(1, ["Meier, Hans", "Pik Sieben"], [])[0].visitor
    Visitor(name=PersonName(first='Hans', last='Meier'), club='Pik Sieben')
    >>> row = people_in_row(1, ["Ohm, Anna", "Uhl, Bo"], [])
    >>> [person.visitor.name.first for person in row]
    ['Anna', 'Bo']
    """
    named = [cell for cell in cells if cell]
    if not columns and len(named) > 1 and all("," in cell for cell in named):
        return [
            NamedPerson(
                line=number,
                part=part,
                text=cell,
                visitor=Visitor(name=read_name(cell), club=""),
            )
            for part, cell in enumerate(named, 1)
        ]
    if not columns and "," in cells[0]:
        columns = (LAST, CLUB)
    return [
        NamedPerson(
            line=number,
            text=", ".join(named),
            visitor=visitor_in_row(cells, columns or USUAL_COLUMNS),
            team=team_in_row(cells, columns),
            turned=turned_name(cells, columns),
        )
    ]


def turned_name(cells: Sequence[str], columns: Sequence[str]) -> PersonName | None:
    """Return the name of a row the other way round; None where the head says which.

    >>> turned_name(["Meier", "Hans"], [])
    PersonName(first='Meier', last='Hans')
    >>> turned_name(["Meier", "Hans"], ["last", "first"])
    >>> turned_name(["Meier Hans"], ["last"])
    PersonName(first='Hans', last='Meier')
    """
    if FIRST in columns:
        return None
    if columns:
        name = dict(zip(columns, cells, strict=False)).get(LAST, "")
        return None if "," in name else read_family_first(name)
    last, first, *_rest = [*cells, "", ""]
    return PersonName(first=last, last=first) if first else read_family_first(last)


def people_in_line(number: int, line: str, clubs: Container[str]) -> list[NamedPerson]:
    """Return the person of a line, or both of a pair; a club at the end is of both.

    >>> pair = people_in_line(1, "Ohm Anna / Uhl Bernd, Karo", ())
    >>> [person.visitor.club for person in pair]
    ['Karo', 'Karo']
    >>> people_in_line(1, "Anna Ohm / Bernd Uhl", ())[1].team
    'Anna Ohm / Bernd Uhl'
    """
    text = tidy(line)
    parts = [part for part in PAIR.split(text) if part]
    if len(parts) < 2:
        name, comma, behind = text.partition(",")
        name, rest = without_remarks(name)
        visitor = read_visitor(f"{name}{comma}{behind}", clubs=clubs)
        turned = None if comma else read_family_first(name)
        return [
            NamedPerson(
                line=number, text=text, visitor=visitor, turned=turned, rest=rest
            )
        ]
    _last, comma, club = parts[-1].partition(",")
    full = [part if "," in part else f"{part}{comma}{club}" for part in parts]
    visitors = [read_visitor(part, clubs=clubs) for part in full]
    team = " / ".join(
        " ".join(filter(None, (each.name.first, each.name.last))) for each in visitors
    )
    return [
        NamedPerson(line=number, part=part, text=own, visitor=visitor, team=team)
        for part, (own, visitor) in enumerate(zip(full, visitors, strict=True), 1)
    ]


def team_in_row(cells: Sequence[str], columns: Sequence[str]) -> str:
    """Return the team that a row of cells names; empty for none."""
    named = dict(zip(columns, cells, strict=False))
    return named.get(TEAM, "")[:LONGEST_CLUB]


def delimiter_of(first: str) -> str:
    """Return what stands between cells; empty where a line is a guest in one line.

    A comma stands in such a line, too: only headings say that it parts cells.

    >>> delimiter_of("Meier;Hans"), delimiter_of("Nachname,Vorname,Verein")
    (';', ',')
    >>> delimiter_of("Meier, Hans, Pik Sieben")
    ''
    """
    for sign in ";\t":
        if sign in first:
            return sign
    columns = column_meanings(row_cells(first, ","))
    return "," if FIRST in columns else ""


def row_cells(line: str, delimiter: str) -> list[str]:
    """Return the cells of a line; what no program could have written stays whole."""
    try:
        return [tidy(cell) for cell in next(csv.reader([line], delimiter=delimiter))]
    except csv.Error:
        return [tidy(line)]


def column_meanings(cells: Sequence[str]) -> list[str]:
    """Return what the columns mean, if the first line says so; empty otherwise.

    >>> column_meanings(["Nr.", "Vorname", "Nachname", "Verein"])
    ['', 'first', 'last', 'club']
    >>> column_meanings(["Meier", "Hans"])
    []
    """
    columns = [HEADINGS.get(fold(cell), "") for cell in cells]
    return columns if LAST in columns else []


def visitor_in_row(cells: Sequence[str], columns: Sequence[str]) -> Visitor:
    """Return the person whose cells stand under ``columns``.

    >>> visitor_in_row(["Meier", "Hans", "Pik Sieben"], USUAL_COLUMNS)
    Visitor(name=PersonName(first='Hans', last='Meier'), club='Pik Sieben')
    >>> visitor_in_row(["Hans Meier"], ["last"]).name
    PersonName(first='Hans', last='Meier')
    """
    named = {column: cell for column, cell in zip(columns, cells, strict=False) if cell}
    last, first = named.get(LAST, ""), named.get(FIRST, "")
    name = PersonName(first=first, last=last) if FIRST in columns else read_name(last)
    return Visitor(name=name, club=named.get(CLUB, ""))


def certain_match(visitor: Visitor, namesakes: Sequence[Player]) -> Player | None:
    """Return the namesake it surely is: the one of that club, or the only one."""
    if visitor.club:
        club = fold(visitor.club)
        namesakes = [
            each for each in namesakes if each.club and fold(each.club.name) == club
        ]
    return namesakes[0] if len(namesakes) == 1 else None


def visitor_problem(visitor: Visitor) -> str:
    """Return why nobody can be registered like this; empty if somebody can."""
    if len(visitor.club) > LONGEST_CLUB:
        return _("A club has at most %(most)d letters.") % {"most": LONGEST_CLUB}
    return name_problem(visitor.name)
