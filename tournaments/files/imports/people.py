"""People written to and read from tables."""

import datetime
from collections.abc import Container, Iterable, Mapping, Sequence
from dataclasses import replace
from types import MappingProxyType

from django.core.exceptions import ValidationError
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tournaments.files.imports.recognising import (
    NO_ANSWERS,
    Answers,
    FilePerson,
    recognise_people,
)
from tournaments.files.imports.table_files import Table, TableRefused
from tournaments.files.spreadsheets.spreadsheets import Spreadsheet
from tournaments.people.models import Club, Player
from tournaments.people.names.names import PersonName, fold
from tournaments.people.names.numbers import read_club_number, read_member_number
from tournaments.people.names.pasted import corrected_names, read_column
from tournaments.people.selectors import home_club, known_first_names, name_problem
from tournaments.web.fields.day import read_day
from tournaments.words.choices import Gender, Privacy

# Folded heads of columns: ours in both languages, and those of other programs.
HEADS: dict[str, tuple[str, ...]] = {
    "first": ("vorname", "first name"),
    "last": ("nachname", "familienname", "family name", "last name", "surname"),
    "name": ("name", "spieler", "player"),
    "club": ("verein", "club"),
    "guest": ("gast", "guest"),
    "club_number": ("vereinsnummer", "vereinsnr", "club number"),
    "number": (
        *("mitgliedsnummer", "mitgliedsnr", "member number", "passnummer", "passnr"),
        *("pass-nr", "spielerpass", "pass", "pass number", "nummer", "nr"),
    ),
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


def people_spreadsheet(people: Iterable[Player]) -> Spreadsheet:
    """Return people as a spreadsheet; their clubs must have been fetched."""
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
    typed_names: Mapping[int, PersonName] = MappingProxyType({}),
    are_typed_turned: bool = False,
    corrected_before: Container[int] = (),
    answers: Answers = NO_ANSWERS,
) -> list[FilePerson]:
    """Read people from a table and recognise known ones. Four queries.

    ``typed_names`` are by row, as typed in the preview, with first and last name
    swapped if ``are_typed_turned``; ``corrected_before`` are rows corrected in an
    earlier preview. Raises ``TableRefused`` if no column holds names.
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
    names_by_row = names_both_ways(records)
    names_shown = [
        (row, names[are_typed_turned]) for row, names in names_by_row.items()
    ]
    corrections = corrected_names(names_shown, typed_names, corrected_before)
    names = {row: names[is_turned] for row, names in names_by_row.items()} | corrections
    people = [
        replace(
            read_person(row, record, home, names[row]), is_corrected=row in corrections
        )
        for row, record in records
    ]
    return recognise_people(people, home, answers)


def read_person(
    row: int, record: Mapping[str, str], home: Club | None, name: PersonName
) -> FilePerson:
    """Return the person in a row; with a problem if it cannot be read."""
    club = record.get("club", "")
    try:
        club_number = read_club_number(record.get("club_number", ""))
        is_home = not club or (home is not None and means_club(home, club, club_number))
        return FilePerson(
            row=row,
            name=name,
            club=home.name
            if home and is_home and not is_yes(record, "guest")
            else club,
            has_club_cell=bool(club) or is_yes(record, "guest"),
            is_guest=is_yes(record, "guest", otherwise=not is_home),
            is_active=is_yes(record, "active", otherwise=True),
            number=read_member_number(record.get("number", "")),
            club_number=club_number,
            privacy=privacy_in(record.get("privacy", "")),
            gender=gender_in(record.get("gender", "")),
            born=birthday_in(record.get("born", "")),
            problem=name_problem(name) or length_problem(record),
        )
    except ValueError as error:
        return FilePerson(row=row, name=name, problem=str(error))
    except ValidationError as refusal:
        return FilePerson(row=row, name=name, problem=refusal.messages[0])


def means_club(club: Club, name: str, number: str) -> bool:
    """Tell whether a name or a number in a row means this club."""
    return fold(name) == fold(club.name) or bool(number and number == club.number)


def names_both_ways(
    records: Sequence[tuple[int, Mapping[str, str]]],
) -> dict[int, tuple[PersonName, PersonName]]:
    """Return the likelier reading of each row's name, and the swapped one.

    Names are in one column or in two. One query.
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


def is_yes(record: Mapping[str, str], column: str, *, otherwise: bool = False) -> bool:
    """Tell whether a cell says yes. Raises ``ValueError`` with a sentence."""
    word = fold(record.get(column, ""))
    if column not in record or (not word and otherwise):
        return otherwise
    if word not in YES | NO:
        raise ValueError(_("“%(word)s” is neither yes nor no.") % {"word": word})
    return word in YES


def gender_in(text: str) -> str:
    """Return the stored value of a gender. Raises ``ValueError`` with a sentence."""
    if not text:
        return ""
    words = {gender.value: gender for gender in Gender}
    words |= {fold(str(gender.label)): gender for gender in Gender} | GENDERS
    try:
        return words[fold(text)].value
    except KeyError:
        message = _("“%(word)s” is no gender known here.") % {"word": text}
        raise ValueError(message) from None


def privacy_in(text: str) -> str:
    """Return the stored kind of public name. Raises ``ValueError`` with a sentence.

    Unknown words are never ignored: one that is misread would reveal a name.
    """
    if not text:
        return Privacy.FULL.value
    word = fold(text)
    for privacy, label in PRIVACY_WORDS.items():
        if word in (fold(str(label)), privacy.value):
            return privacy.value
    raise ValueError(_("“%(word)s” is no kind of public name.") % {"word": text})


def birthday_in(text: str) -> datetime.date | None:
    """Return a day in German or international notation.

    Raises ``ValueError`` with a sentence.

    >>> birthday_in("3.2.1961") == birthday_in("1961-02-03")
    True
    """
    if not text:
        return None
    try:
        return read_day(text, today=timezone.localdate(), is_past=True)
    except ValueError:
        raise ValueError(_("“%(text)s” is no day.") % {"text": text}) from None


def length_problem(record: Mapping[str, str]) -> str:
    """Say which cells are too long to be stored; empty if none are."""
    if len(record.get("club", "")) > 120 or len(record.get("number", "")) > 20:
        return _("The club or the member number is too long.")
    return ""
