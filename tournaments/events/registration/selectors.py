"""Reading a pre-registration: pasted lines or a file, before anything is saved."""

import csv
import re
from collections.abc import Container, Sequence
from dataclasses import dataclass, fields, replace

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
# Between the two people of a pair; a slash in a club has no space beside it.
PAIR = re.compile(r"\s+/\s*|\s*/\s+")


@dataclass(frozen=True, slots=True, kw_only=True)
class NamedPerson:
    """A person named in a line; the two of a pair differ by ``part``."""

    line: int
    text: str
    visitor: Visitor
    team: str = ""
    part: int = 0
    remarks: str = ""  # words beside the name
    turned: PersonName | None = None  # if nothing says which is the family name


@dataclass(frozen=True, slots=True, kw_only=True)
class RegistrationLine(NamedPerson):
    """A person of a pre-registration, with the known people of that name.

    ``namesakes`` has the likeliest first; ``match`` is certainly the same person, and
    ``start_number`` is set if they take part already.
    """

    namesakes: tuple[Player, ...] = ()
    match: Player | None = None
    start_number: int | None = None
    is_repeated: bool = False
    problem: str = ""

    @property
    def key(self) -> str:
        """The suffix of this person's field names in the form."""
        return f"{self.line}-{self.part}" if self.part else str(self.line)

    @property
    def is_open(self) -> bool:
        """Whether the person is still to be entered in the event."""
        return self.start_number is None and not self.is_repeated


def read_registration(
    text: str, event: Event, *, is_turned: bool
) -> list[RegistrationLine]:
    """Return the people in the lines of ``text`` that are not empty. Three queries.

    A line is a guest in one line, or cells separated by semicolons or tabs: family
    name, first name, club, unless a first line of headings, which may be separated by
    commas, sets another order. A heading "Team" marks the team; "Anna / Bernd" is a
    pair. Where nothing else tells which word is the family name, common first names
    do; ``is_turned`` reads the names the other way round.
    """
    people = in_name_order(people_in_text(text), is_turned=is_turned)
    players_by_key = players_by_name_key(person.visitor.name for person in people)
    numbers = {entry.player_id: entry.start_number for entry in entries_of(event)}
    keys: set[tuple[str, str]] = set()
    lines = []
    for person in people:
        visitor = person.visitor
        namesakes = players_by_key.get(name_key(visitor.name), [])
        match = certain_match(visitor, namesakes)
        key = (name_key(visitor.name), fold(visitor.club))
        lines.append(
            RegistrationLine(
                **{item.name: getattr(person, item.name) for item in fields(person)},
                namesakes=tuple(sorted(namesakes, key=lambda player: player != match)),
                match=match,
                start_number=numbers.get(match.pk) if match else None,
                is_repeated=key in keys,
                problem=visitor_problem(visitor),
            )
        )
        keys.add(key)
    return lines


def in_name_order(
    people: Sequence[NamedPerson], *, is_turned: bool
) -> list[NamedPerson]:
    """Return the people with their names in the likelier order, or the other one."""
    pairs = [(person.visitor.name, person.turned) for person in people if person.turned]
    if reads_better_turned(pairs) is is_turned:
        return list(people)
    return [
        replace(person, visitor=replace(person.visitor, name=person.turned))
        if person.turned
        else person
        for person in people
    ]


def people_in_text(text: str) -> list[NamedPerson]:
    """Return the people named in the lines that are not empty. One query."""
    lines = [
        (number, line)
        for number, line in enumerate(text.splitlines(), start=1)
        if tidy(line).strip(" ,;")
    ]
    delimiter = delimiter_of(lines[0][1]) if lines else ""
    columns = (
        column_meanings(cells_in_line(lines[0][1], delimiter)) if delimiter else []
    )
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
        for person in people_in_row(number, cells_in_line(line, delimiter), columns)
    ]


def people_in_row(
    number: int, cells: Sequence[str], columns: Sequence[str]
) -> list[NamedPerson]:
    """Return the person of a row; several if every cell is a name with a comma.

    >>> people_in_row(1, ["Meier, Hans", "Pik Sieben"], [])[0].visitor
    Visitor(name=PersonName(first='Hans', last='Meier'), club='Pik Sieben')
    >>> row = people_in_row(1, ["Ohm, Anna", "Uhl, Bo"], [])
    >>> [person.visitor.name.first for person in row]
    ['Anna', 'Bo']
    """
    filled = [cell for cell in cells if cell]
    if not columns and len(filled) > 1 and all("," in cell for cell in filled):
        return [
            NamedPerson(
                line=number,
                part=part,
                text=cell,
                visitor=Visitor(name=read_name(cell), club=""),
            )
            for part, cell in enumerate(filled, 1)
        ]
    if not columns and "," in cells[0]:
        columns = (LAST, CLUB)
    return [
        NamedPerson(
            line=number,
            text=", ".join(filled),
            visitor=visitor_in_row(cells, columns or USUAL_COLUMNS),
            team=team_in_row(cells, columns),
            turned=turned_name(cells, columns),
        )
    ]


def turned_name(cells: Sequence[str], columns: Sequence[str]) -> PersonName | None:
    """Return the name of a row the other way round; None if the headings tell.

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
    """Return the person of a line, or both of a pair; a club at the end is for both.

    >>> pair = people_in_line(1, "Ohm Anna / Uhl Bernd, Karo", ())
    >>> [person.visitor.club for person in pair]
    ['Karo', 'Karo']
    >>> people_in_line(1, "Anna Ohm / Bernd Uhl", ())[1].team
    'Anna Ohm / Bernd Uhl'
    """
    line = tidy(line)
    parts = [part for part in PAIR.split(line) if part]
    if len(parts) < 2:
        name, comma, club = line.partition(",")
        name, remarks = without_remarks(name)
        return [
            NamedPerson(
                line=number,
                text=line,
                visitor=read_visitor(f"{name}{comma}{club}", clubs=clubs),
                turned=None if comma else read_family_first(name),
                remarks=remarks,
            )
        ]
    _last, comma, club = parts[-1].partition(",")
    texts = [part if "," in part else f"{part}{comma}{club}" for part in parts]
    visitors = [read_visitor(text, clubs=clubs) for text in texts]
    names = [visitor.name for visitor in visitors]
    team = " / ".join(f"{name.first} {name.last}".strip() for name in names)
    return [
        NamedPerson(line=number, part=part, text=text, visitor=visitor, team=team)
        for part, (text, visitor) in enumerate(zip(texts, visitors, strict=True), 1)
    ]


def team_in_row(cells: Sequence[str], columns: Sequence[str]) -> str:
    """Return the team named in a row of cells; empty if there is none."""
    cell_by_column = dict(zip(columns, cells, strict=False))
    return cell_by_column.get(TEAM, "")[:LONGEST_CLUB]


def delimiter_of(first: str) -> str:
    """Return the sign between cells; empty if a line is a guest in one line.

    Such a line may contain a comma too: only headings show that it separates cells.

    >>> delimiter_of("Meier;Hans"), delimiter_of("Nachname,Vorname,Verein")
    (';', ',')
    >>> delimiter_of("Meier, Hans, Pik Sieben")
    ''
    """
    for sign in ";\t":
        if sign in first:
            return sign
    columns = column_meanings(cells_in_line(first, ","))
    return "," if FIRST in columns else ""


def cells_in_line(line: str, delimiter: str) -> list[str]:
    """Return the cells of a line; a line that is no valid CSV stays whole."""
    try:
        return [tidy(cell) for cell in next(csv.reader([line], delimiter=delimiter))]
    except csv.Error:
        return [tidy(line)]


def column_meanings(cells: Sequence[str]) -> list[str]:
    """Return the meaning of each column if ``cells`` are headings; else an empty list.

    >>> column_meanings(["Nr.", "Vorname", "Nachname", "Verein"])
    ['', 'first', 'last', 'club']
    >>> column_meanings(["Meier", "Hans"])
    []
    """
    columns = [HEADINGS.get(fold(cell), "") for cell in cells]
    return columns if LAST in columns else []


def visitor_in_row(cells: Sequence[str], columns: Sequence[str]) -> Visitor:
    """Return the person in a row of cells with these ``columns``.

    >>> visitor_in_row(["Meier", "Hans", "Pik Sieben"], USUAL_COLUMNS)
    Visitor(name=PersonName(first='Hans', last='Meier'), club='Pik Sieben')
    >>> visitor_in_row(["Hans Meier"], ["last"]).name
    PersonName(first='Hans', last='Meier')
    """
    cell_by_column = {
        column: cell for column, cell in zip(columns, cells, strict=False) if cell
    }
    last, first = cell_by_column.get(LAST, ""), cell_by_column.get(FIRST, "")
    name = PersonName(first=first, last=last) if FIRST in columns else read_name(last)
    return Visitor(name=name, club=cell_by_column.get(CLUB, ""))


def certain_match(visitor: Visitor, namesakes: Sequence[Player]) -> Player | None:
    """Return the namesake who is certainly meant: from that club, or the only one."""
    if visitor.club:
        club = fold(visitor.club)
        namesakes = [
            player
            for player in namesakes
            if player.club and fold(player.club.name) == club
        ]
    return namesakes[0] if len(namesakes) == 1 else None


def visitor_problem(visitor: Visitor) -> str:
    """Return why a visitor cannot be registered; empty if they can."""
    if len(visitor.club) > LONGEST_CLUB:
        return _("A club has at most %(most)d letters.") % {"most": LONGEST_CLUB}
    return name_problem(visitor.name)
