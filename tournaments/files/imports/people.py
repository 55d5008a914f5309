"""People as a table for files, and from one."""

import datetime
from collections.abc import Container, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from types import MappingProxyType

from django.core.exceptions import ValidationError
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tournaments.files.imports.table_files import Table, TableRefused
from tournaments.files.spreadsheets.spreadsheets import Spreadsheet
from tournaments.people.models import Club, Player
from tournaments.people.names.names import PersonName, fold
from tournaments.people.names.numbers import read_club_number, read_member_number
from tournaments.people.names.pasted import corrected, read_column
from tournaments.people.selectors import (
    home_club,
    known_first_names,
    name_key,
    numbers_of_members,
    problem_with,
)
from tournaments.web.fields.day import read_day
from tournaments.words.choices import Gender, Privacy

# Heads of columns, folded: ours in both languages, and what others write.
HEADS: dict[str, tuple[str, ...]] = {
    "first": ("vorname", "first name"),
    "last": ("nachname", "familienname", "family name", "last name", "surname"),
    "name": ("name", "spieler", "player"),
    "club": ("verein", "club"),
    "guest": ("gast", "guest"),
    "club_number": ("vereinsnummer", "vereinsnr", "club number"),
    "number": ("mitgliedsnummer", "mitgliedsnr", "nummer", "nr", "member number"),
    "gender": ("geschlecht", "gender"),
    "born": ("geburtsdatum", "geboren", "geb", "date of birth"),
    "active": ("aktiv", "active"),
    "privacy": ("name in der oeffentlichkeit", "name in public"),
}
YES = {"ja", "j", "yes", "y", "x", "1", "true", "wahr"}
NO = {"", "nein", "n", "no", "0", "false", "falsch"}
GENDERS = {
    "w": Gender.FEMALE,
    "f": Gender.FEMALE,
    "m": Gender.MALE,
    "d": Gender.DIVERSE,
}
PRIVACY_WORDS = {
    Privacy.FULL: gettext_lazy("full name"),
    Privacy.SHORT: gettext_lazy("short name"),
    Privacy.FIRST: gettext_lazy("first name only"),
    Privacy.HIDDEN: gettext_lazy("hidden"),
}


@dataclass(frozen=True, slots=True, kw_only=True)
class FilePerson:
    """A row of a table of people: as it was read, and who it is here already."""

    row: int
    name: PersonName
    club: str = ""
    is_guest: bool = False
    is_active: bool = True
    number: str = ""
    club_number: str = ""
    gender: str = ""
    born: datetime.date | None = None
    privacy: str = Privacy.FULL.value
    problem: str = ""
    known: Player | None = None
    repeats: int | None = None
    is_corrected: bool = False

    @property
    def is_new(self) -> bool:
        return self.known is None and self.repeats is None


def people_spreadsheet(people: Iterable[Player]) -> Spreadsheet:
    """Return people as a table; they come with their clubs."""
    return Spreadsheet(
        title=_("People"),
        heads=(
            _("Family name"),
            _("First name"),
            _("Club"),
            _("Club number"),
            _("Guest"),
            _("Member number"),
            _("Gender"),
            _("Date of birth"),
            _("Active"),
            _("Name in public"),
        ),
        rows=[
            (
                person.last_name,
                person.first_name,
                person.club.name if person.club else "",
                person.club.dotted_number if person.club else "",
                yes_or_no(person.is_guest),
                person.member_number,
                str(Gender(person.gender).label) if person.gender else "",
                person.birth_date.isoformat() if person.birth_date else "",
                yes_or_no(person.is_active),
                str(PRIVACY_WORDS[Privacy(person.privacy)]),
            )
            for person in people
        ],
    )


def yes_or_no(value: bool) -> str:
    return _("yes") if value else _("no")


def read_people(
    table: Table,
    *,
    is_turned: bool = False,
    typed: Mapping[int, PersonName] = MappingProxyType({}),
    typed_turned: bool = False,
    by_hand: Container[int] = (),
) -> list[FilePerson]:
    """Read people from a table and look who is known. Four queries.

    ``typed`` are names by row that somebody has corrected where they were shown,
    turned or not, or ``by_hand`` before. Raises ``TableRefused`` when no column has
    names.
    """
    columns = table.columns(HEADS)
    if not {"last", "name"} & columns.keys():
        raise TableRefused(
            _(
                "The first line must name the columns: at least “Name”, or “Family "
                "name” and “First name”."
            ),
            code="heads",
        )
    home = home_club()
    records = table.records(HEADS)
    both = both_ways(records)
    shown = [(row, names[typed_turned]) for row, names in both.items()]
    corrections = corrected(shown, typed, by_hand)
    names = {row: names[is_turned] for row, names in both.items()} | corrections
    found = [
        replace(
            read_person(row, record, home, names[row]), is_corrected=row in corrections
        )
        for row, record in records
    ]
    return with_number_problems(recognised(found, home))


def read_person(
    row: int, record: Mapping[str, str], home: Club | None, name: PersonName
) -> FilePerson:
    """Read one row."""
    club = record.get("club", "")
    at_home = not club or (home is not None and fold(club) == fold(home.name))
    try:
        return FilePerson(
            row=row,
            name=name,
            club=home.name if home and at_home and not said(record, "guest") else club,
            is_guest=said(record, "guest", otherwise=not at_home),
            is_active=said(record, "active", otherwise=True),
            number=read_member_number(record.get("number", "")),
            club_number=read_club_number(record.get("club_number", "")),
            privacy=privacy_in(record.get("privacy", "")),
            gender=gender_in(record.get("gender", "")),
            born=day_in(record.get("born", "")),
            problem=problem_with(name) or too_long(record),
        )
    except ValueError as error:
        return FilePerson(row=row, name=name, problem=str(error))
    except ValidationError as refusal:
        return FilePerson(row=row, name=name, problem=refusal.messages[0])


def both_ways(
    records: Sequence[tuple[int, Mapping[str, str]]],
) -> dict[int, tuple[PersonName, PersonName]]:
    """Return the name of each row, as it is likelier and the other way round.

    It is written in one column or in two. One query.
    """
    if not any("last" in record or "first" in record for _row, record in records):
        lines = [(row, record["name"]) for row, record in records]
        column = read_column(lines, first_names=known_first_names())
        return {
            line.number: (line.name, column.name_of(line, is_turned=True))
            for line in column.lines
        }
    cells = [
        (row, record.get("first", ""), record.get("last", record.get("name", "")))
        for row, record in records
    ]
    return {
        row: (PersonName(first=first, last=last), PersonName(first=last, last=first))
        for row, first, last in cells
    }


def said(record: Mapping[str, str], column: str, *, otherwise: bool = False) -> bool:
    """Return yes or no of a cell. Raises ``ValueError`` with a sentence."""
    word = fold(record.get(column, ""))
    if column not in record or (not word and otherwise):
        return otherwise
    if word not in YES | NO:
        raise ValueError(_("“%(word)s” is neither yes nor no.") % {"word": word})
    return word in YES


def gender_in(text: str) -> str:
    """Return the stored word for a gender. Raises ``ValueError`` with a sentence."""
    if not text:
        return ""
    word = fold(text)
    labels = {fold(str(gender.label)): gender for gender in Gender}
    values = {gender.value: gender for gender in Gender}
    found = GENDERS.get(word) or labels.get(word) or values.get(word)
    if found is None:
        raise ValueError(_("“%(word)s” is no gender known here.") % {"word": text})
    return found.value


def privacy_in(text: str) -> str:
    """Return the stored word for a public name. Raises ``ValueError`` with a sentence.

    What stands there is never ignored: a word that is misread would show a name.
    """
    if not text:
        return Privacy.FULL.value
    word = fold(text)
    for privacy, label in PRIVACY_WORDS.items():
        if word in (fold(str(label)), privacy.value):
            return privacy.value
    raise ValueError(_("“%(word)s” is no kind of public name.") % {"word": text})


def day_in(text: str) -> datetime.date | None:
    """Return a day written in German or in the international way.

    Raises ``ValueError`` with a sentence.

    >>> day_in("3.2.1961") == day_in("1961-02-03")
    True
    """
    if not text:
        return None
    try:
        return read_day(text, today=timezone.localdate(), is_past=True)
    except ValueError:
        raise ValueError(_("“%(text)s” is no day.") % {"text": text}) from None


def too_long(record: Mapping[str, str]) -> str:
    """Return what to say about cells nobody can store."""
    if len(record.get("club", "")) > 120 or len(record.get("number", "")) > 20:
        return _("The club or the member number is too long.")
    return ""


def recognised(people: list[FilePerson], home: Club | None) -> list[FilePerson]:
    """Say of everybody whether they are known here, or stand further up. One query."""
    keys = {name_key(person.name) for person in people}
    known: dict[str, list[Player]] = {}
    for player in Player.objects.filter(name_key__in=keys).select_related("club"):
        known.setdefault(player.name_key, []).append(player)
    seen: dict[tuple[str, str, datetime.date | None], int] = {}
    marked = []
    for person in people:
        key = (name_key(person.name), fold(person.club), person.born)
        marked.append(
            replace(
                person,
                known=next(
                    (p for p in known.get(key[0], ()) if is_same(person, p, home)),
                    None,
                ),
                repeats=seen.get(key),
            )
        )
        seen.setdefault(key, person.row)
    return marked


def with_number_problems(people: list[FilePerson]) -> list[FilePerson]:
    """Mark whom the association would take for somebody else. One query.

    As on the form of one person, guests bring numbers of clubs we know nothing of.
    """
    holders = numbers_of_members()
    rows: dict[str, int] = {}
    marked = []
    for person in people:
        number = "" if person.is_guest else person.number.upper()
        problem = person.problem
        if number and person.is_new and not problem:
            problem = number_problem(holders.get(number), rows.get(number))
        if number and person.repeats is None:
            rows.setdefault(number, person.row)
        marked.append(replace(person, problem=problem))
    return marked


def number_problem(holder: Player | None, row: int | None) -> str:
    """Return who has a member number already; empty if nobody has."""
    if holder is not None:
        return _("%(name)s has this member number already.") % {"name": holder}
    if row is not None:
        return _("Row %(row)s has the same member number.") % {"row": row}
    return ""


def is_same(person: FilePerson, player: Player, home: Club | None) -> bool:
    """Tell whether club and birth let somebody of the same name be the same."""
    own = player.club or (None if player.is_guest else home)
    club = own.name if own else ""
    born_apart = person.born and player.birth_date and person.born != player.birth_date
    return fold(club) == fold(person.club) and not born_apart
