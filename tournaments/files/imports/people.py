"""People written to and read from tables, as members or for an event."""

import datetime
from collections.abc import Container, Iterable, Mapping
from dataclasses import dataclass, field, replace
from functools import cache

from django.conf import settings
from django.core.exceptions import ValidationError
from django.utils import timezone, translation
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tournaments.events.entrants import entries_of
from tournaments.events.models import Event
from tournaments.files.columns.layout import Layout, Record, names_in
from tournaments.files.columns.names import RowName, is_doubtful
from tournaments.files.imports.recognising import (
    Answers,
    FilePerson,
    KnownPeople,
    recognise_people,
)
from tournaments.files.spreadsheets.spreadsheets import Spreadsheet
from tournaments.files.tables.cells import Meaning, Reading, day_in
from tournaments.people.models import Club, Player
from tournaments.people.names.names import PersonName, fold
from tournaments.people.names.numbers import read_club_number, read_member_number
from tournaments.people.selectors import home_club, known_first_names, name_problem
from tournaments.web.fields.day import read_day
from tournaments.words.choices import Gender, Privacy

LONGEST_CLUB = 120
YES = {"ja", "j", "yes", "y", "x", "1", "true", "wahr"}
NO = {"", "nein", "n", "no", "0", "false", "falsch"}
GENDERS = {
    "w": Gender.FEMALE.value,
    "f": Gender.FEMALE.value,
    "m": Gender.MALE.value,
    "d": Gender.DIVERSE.value,
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


@dataclass(frozen=True, slots=True, kw_only=True)
class Review:
    """What the user changed in the names: their order and single ones.

    ``typed`` are the names by row, as typed below names in the order ``was_turned``;
    ``by_hand`` are the rows that were corrected before.
    """

    is_turned: bool = False
    was_turned: bool = False
    typed: Mapping[str, PersonName] = field(default_factory=dict)
    by_hand: Container[str] = ()


@dataclass(frozen=True, slots=True)
class Row:
    """A record of a table of people, to be read by the meanings of its columns."""

    layout: Layout
    record: Record

    def text(self, meaning: Meaning) -> str:
        return self.layout.text(self.record, meaning)

    def club(self, name: RowName) -> str:
        """Return the club in a row, or in the line that was read as a whole."""
        return name.club or ("" if self.layout.is_free else self.text(Meaning.CLUB))

    def is_yes(self, meaning: Meaning, *, otherwise: bool) -> bool:
        """Tell whether a cell says yes. Raises ``ValueError`` with a sentence."""
        word = fold(self.text(meaning))
        if not self.layout.columns(meaning) or (not word and otherwise):
            return otherwise
        if word not in YES | NO:
            raise ValueError(_("“%(word)s” is neither yes nor no.") % {"word": word})
        return word in YES


@dataclass(frozen=True, slots=True)
class ReviewedName:
    """A name in a table, as it was read or corrected."""

    row_name: RowName
    is_corrected: bool = False
    is_doubtful: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Status:
    """How people play whose row names neither a club nor a guest."""

    is_guest: bool = False
    club: str = ""


def read_people(
    layout: Layout, review: Review, answers: Answers, status: Status
) -> list[FilePerson]:
    """Read people from a table and recognise known ones. Five queries."""
    home = home_club()
    records = {record.number: record for record in layout.records}
    people = [
        read_person(Row(layout, records[each.row_name.number]), each, home, status)
        for each in reviewed_names(layout, review)
    ]
    return recognise_people(people, KnownPeople(home), answers)


def read_entries(
    layout: Layout, review: Review, answers: Answers, event: Event
) -> list[FilePerson]:
    """Read who wants to take part in an event. Six queries."""
    records = {record.number: record for record in layout.records}
    people = []
    for each in reviewed_names(layout, review):
        name = each.row_name
        row = Row(layout, records[name.number])
        club = row.club(name)
        people.append(
            replace(
                person_called(each),
                club=club,
                has_club_cell=bool(club),
                is_guest=True,
                team=(name.team or row.text(Meaning.TEAM))[:LONGEST_CLUB],
                problem=row_problem(each, club),
            )
        )
    numbers = {entry.player_id: entry.start_number for entry in entries_of(event)}
    known = KnownPeople(home_club(), asks_namesakes=True, start_numbers=numbers)
    return recognise_people(people, known, answers)


def reviewed_names(layout: Layout, review: Review) -> list[ReviewedName]:
    """Return the names in a table with the user's corrections. Two queries.

    A typed name counts if it differs from the one that was shown, or if it was typed
    before.
    """
    first_names = known_first_names()
    clubs = {fold(name) for name in Club.objects.values_list("name", flat=True)}
    ways = [
        names_in(layout, first_names=first_names, clubs=clubs, is_turned=is_turned)
        for is_turned in (review.was_turned, review.is_turned)
    ]
    reviewed = []
    for shown, name in zip(*ways, strict=True):
        typed = review.typed.get(name.key)
        is_typed = typed is not None and (
            typed != shown.name or name.key in review.by_hand
        )
        reviewed.append(
            ReviewedName(
                replace(name, name=typed, is_no_name=False) if is_typed else name,
                is_corrected=is_typed,
                is_doubtful=not is_typed and is_doubtful(name.name, first_names),
            )
        )
    return reviewed


def person_called(each: ReviewedName) -> FilePerson:
    """Return a person of whom only the name has been read."""
    name = each.row_name
    return FilePerson(
        row=name.number,
        key=name.key,
        name=name.name,
        text=name.text,
        rest=name.rest,
        is_no_name=name.is_no_name,
        is_corrected=each.is_corrected,
        is_doubtful=each.is_doubtful and not name.is_no_name,
    )


def row_problem(each: ReviewedName, club: str, number: str = "") -> str:
    """Say why a row cannot come in; lines that hold no name have no problem."""
    if each.row_name.is_no_name:
        return ""
    if len(club) > LONGEST_CLUB or len(number) > 20:
        return _("The club or the member number is too long.")
    if "\ufffd" in f"{each.row_name.name.first}{each.row_name.name.last}":
        return _("Letters of this name are lost.")
    return name_problem(each.row_name.name)


def read_person(
    row: Row, each: ReviewedName, home: Club | None, status: Status
) -> FilePerson:
    """Return the person in a row; with a problem if it cannot be read."""
    person = person_called(each)
    club = row.club(each.row_name)
    number = row.text(Meaning.NUMBER)
    says_whence = any(
        row.layout.columns(meaning) for meaning in (Meaning.CLUB, Meaning.GUEST)
    )
    if status.is_guest and not (club or says_whence):
        club = status.club
    try:
        club_number = read_club_number(row.text(Meaning.CLUB_NUMBER))
        is_home = not club or (home is not None and means_club(home, club, club_number))
        is_home = is_home and not (status.is_guest and not says_whence)
        is_guest = row.is_yes(Meaning.GUEST, otherwise=not is_home)
        says_guest = is_guest and bool(row.text(Meaning.GUEST))
        return replace(
            person,
            club=home.name if home and is_home and not says_guest else club,
            has_club_cell=bool(club) or says_guest,
            is_guest=is_guest,
            is_active=row.is_yes(Meaning.ACTIVE, otherwise=True),
            number=read_member_number(number),
            club_number=club_number,
            privacy=privacy_in(row.text(Meaning.PRIVACY)),
            gender=gender_in(row.text(Meaning.GENDER)),
            born=birthday_in(row.text(Meaning.BORN), row.layout.reading),
            problem=row_problem(each, club, number),
        )
    except ValueError as error:
        return replace(person, problem=str(error))
    except ValidationError as refusal:
        return replace(person, problem=refusal.messages[0])


def means_club(club: Club, name: str, number: str) -> bool:
    """Tell whether a name or a number in a row means this club."""
    return fold(name) == fold(club.name) or bool(number and number == club.number)


def in_all_languages(words: Iterable[tuple[str, object]]) -> dict[str, str]:
    """Return stored values by their folded labels in every language of the site."""
    values: dict[str, str] = {}
    pairs = list(words)
    for language, _name in settings.LANGUAGES:
        with translation.override(language):
            values |= {fold(str(label)): value for value, label in pairs}
    return values | {value: value for value, _label in pairs}


@cache
def gender_words() -> dict[str, str]:
    return in_all_languages((gender.value, gender.label) for gender in Gender)


@cache
def privacy_words() -> dict[str, str]:
    return in_all_languages((kind.value, text) for kind, text in PRIVACY_WORDS.items())


def gender_in(text: str) -> str:
    """Return the stored value of a gender. Raises ``ValueError`` with a sentence."""
    try:
        return (gender_words() | GENDERS | {"": ""})[fold(text)]
    except KeyError:
        message = _("“%(word)s” is no gender known here.") % {"word": text}
        raise ValueError(message) from None


def privacy_in(text: str) -> str:
    """Return the stored kind of public name. Raises ``ValueError`` with a sentence.

    Unknown words are never ignored: one that is misread would reveal a name.
    """
    try:
        return privacy_words()[fold(text)] if text else Privacy.FULL.value
    except KeyError:
        message = _("“%(word)s” is no kind of public name.") % {"word": text}
        raise ValueError(message) from None


def birthday_in(text: str, reading: Reading) -> datetime.date | None:
    """Return a day in German or international notation.

    Raises ``ValueError`` with a sentence.

    >>> german = Reading()
    >>> birthday_in("3.2.1961", german) == birthday_in("1961-02-03", german)
    True
    """
    if not text:
        return None
    day = day_in(text, reading=reading)
    try:
        if day is None or day > timezone.localdate():
            return read_day(text, today=timezone.localdate(), is_past=True)
    except ValueError:
        raise ValueError(_("“%(text)s” is no day.") % {"text": text}) from None
    return day
