"""People written to and read from tables, as members or for an event."""

import datetime
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache, partial
from typing import Any

from django.conf import settings
from django.core.exceptions import ValidationError
from django.db import transaction
from django.db.models import Model
from django.utils import timezone, translation
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tournaments.events.entrants import entries_of
from tournaments.events.entries.services import register_people
from tournaments.events.models import Entry, Event, TeamContest
from tournaments.events.teams.services import join_teams
from tournaments.files.columns.heads import Record
from tournaments.files.columns.layout import Layout
from tournaments.files.imports.back import Made, unchanged_since_import
from tournaments.files.imports.recognising import (
    KnownPeople,
    names_in,
    person_called,
    recognise_people,
)
from tournaments.files.imports.rows import (
    BETWEEN,
    COMPLETED,
    FilePerson,
    RowFields,
)
from tournaments.files.tables.cells import (
    NAMES,
    STROKE,
    Meaning,
    Purpose,
    Reading,
    day_in,
    unstruck,
)
from tournaments.people.forms import GUEST, MEMBER
from tournaments.people.models import Club, Player
from tournaments.people.names.lines import BIRTHDAY, LEFT, SEVERAL, STANDING, RowName
from tournaments.people.names.names import (
    Visitor,
    fold,
    is_called,
    read_club_number,
    read_member_number,
    read_parts,
    tidy,
)
from tournaments.people.selectors import (
    home_club,
    name_problem,
)
from tournaments.people.services import create_players
from tournaments.scope.models import update_many
from tournaments.web.fields import DayRefused, read_birthday
from tournaments.web.spreadsheets import Spreadsheet
from tournaments.words.choices import Gender, Privacy

LONGEST_CLUB = 120
LONGEST_MEMBERSHIP = 60  # years
YES = {"ja", "j", "yes", "y", "x", "1", "true", "wahr", "aktiv"}
NO = {"", "nein", "n", "no", "0", "false", "falsch", "passiv", "inaktiv", "ruhend"}
GUESTS = re.compile(r"\bgaeste|\bgast\b|^\(g\)$")  # in folded texts
GENDERS = {
    "": "",
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
    layout: Layout, answers: RowFields, *, is_guest: bool = False, club: str = ""
) -> Sequence[FilePerson]:
    """Read people from a table and recognise known ones.

    Where a row names neither a club nor a guest, ``is_guest`` and ``club`` count.
    """
    home, people = home_club(), []
    known = KnownPeople(home)
    for record, person in reviewed_people(layout, answers, known):
        is_active = person.is_active and not LEFT.search(person.doubt)
        number = layout.text(record, Meaning.NUMBER)
        try:
            read_details(layout, record, person)
            person.is_active = is_yes(
                layout, record, Meaning.ACTIVE, otherwise=is_active
            )
            read_club(layout, record, person, home, is_guest=is_guest, guest_club=club)
        except ValueError as error:
            person.problem = str(error)
        except ValidationError as refusal:
            person.problem = refusal.messages[0]
        settle_club(person, answers, home)
        person.problem = row_problem(person, number)
        people.append(person)
    recognise_people(people, known, answers)
    activate_again(people)
    return people


def activate_again(people: Iterable[FilePerson]) -> None:
    """Let those on the list be active whom only results of former years brought in."""
    inactive = {
        each.player.pk: each
        for each in people
        if each.is_active and each.player and not each.player.is_active
    }
    for pk in unchanged_since_import(inactive):
        inactive[pk].is_active_again = True


def read_entries(
    layout: Layout, answers: RowFields, event: Event
) -> Sequence[FilePerson]:
    """Read who wants to take part in an event."""
    home, people = home_club(), []
    numbers = {entry.player_id: entry.start_number for entry in entries_of(event)}
    known = KnownPeople(home, start_numbers=numbers)
    for record, person in reviewed_people(layout, answers, known):
        person.has_club_cell = bool(person.club)
        person.is_guest = not (home and is_called(home.name, person.club))
        person.is_entry = True
        person.team = person.team or layout.text(record, Meaning.TEAM)
        person.team = person.team[:LONGEST_CLUB]
        settle_club(person, answers, home)
        person.problem = row_problem(person)
        people.append(person)
    return recognise_people(people, known, answers)


def reviewed_people(
    layout: Layout, answers: RowFields, known: KnownPeople
) -> Iterator[tuple[Record, FilePerson]]:
    """Yield each name with the user's corrections, and its record."""
    clubs = {fold(name) for name in Club.objects.values_list("name", flat=True)}
    names = names_in(layout, known, clubs, is_turned=answers.is_turned)
    records = {record.number: record for record in layout.records}
    heading = ""
    for name in names:
        record = records[name.number]
        person = person_called(name, answers, known.first_names)
        person.is_no_name = name.is_no_name and not person.is_corrected
        heading = name.text if person.is_no_name else heading
        # Who only swaps the parts has not yet answered what stands beside them.
        swapped = read_parts(name.name.last, name.name.first)
        is_new = person.is_corrected and person.name != swapped
        is_settled = is_new or name.key in answers.clubs | answers.guests
        doubts = dict.fromkeys(doubts_about(layout, record, name, heading))
        if layout.purpose is Purpose.PEOPLE:
            read_standing(person, doubts, heading)
        if not person.is_no_name:
            left = (each for each in doubts if not is_settled or LEFT.search(each))
            person.doubt = ", ".join(left)
        person.problem = str(SEVERAL) if name.is_several and not is_new else ""
        person.is_guest = any(GUESTS.search(fold(each)) for each in (heading, *doubts))
        if not (layout.is_free or person.club):
            person.club = layout.text(record, Meaning.CLUB)
        yield record, person


def read_standing(person: FilePerson, doubts: dict[str, None], heading: str) -> None:
    """Read whether somebody is active: beside the name, or else in a line above.

    What stands beside two people stays among the ``doubts``.
    """
    words = {} if "-" in person.key else {d: STANDING.fullmatch(d) for d in doubts}
    beside = next(filter(None, words.values()), None)
    said = beside or STANDING.fullmatch(heading)
    person.is_active = said is None or bool(said["active"])
    if beside:
        del doubts[beside[0]]


def doubts_about(
    layout: Layout, record: Record, name: RowName, heading: str
) -> Iterator[str]:
    """Yield what of a row has to be looked at, as words by which somebody has left."""
    yield from filter(None, [name.doubt, heading if LEFT.search(heading) else ""])
    for head, cell, meaning in zip(
        layout.heads, record.cells, layout.meanings, strict=True
    ):
        if STROKE in cell and (layout.is_free or meaning in NAMES):
            yield _("struck out: %(text)s") % {"text": unstruck(cell)}
        elif meaning is Meaning.NOTHING and (
            LEFT.search(cell) or STANDING.fullmatch(cell) or fold(cell) == "gast"
        ):
            yield cell
        elif LEFT.search(head) and cell.strip("0.-/ ") and fold(cell) not in NO:
            yield f"{head}: {cell}"


def row_problem(person: FilePerson, number: str = "") -> str:
    """Say why a row cannot come in; lines that hold no name have no problem."""
    if person.is_no_name or person.problem:
        return person.problem
    if len(person.club) > LONGEST_CLUB or len(number) > 20:
        return _("The club or the member number is too long.")
    if "\ufffd" in f"{person.name.first}{person.name.last}":
        return _("Letters of this name are lost.")
    return name_problem(person.name)


def read_club(
    layout: Layout,
    record: Record,
    person: FilePerson,
    home: Club | None,
    *,
    is_guest: bool,
    guest_club: str,
) -> None:
    """Read of which club a person is, and whether they are a guest."""
    text = partial(layout.text, record)
    is_guest = is_guest or person.is_guest
    says_whence = bool(layout.columns(Meaning.CLUB) or layout.columns(Meaning.GUEST))
    club = person.club or (guest_club if is_guest and not says_whence else "")
    person.club_number = read_club_number(text(Meaning.CLUB_NUMBER))
    is_home = not (club or person.is_guest) and (says_whence or not is_guest)
    if home and club and (says_whence or not is_guest):
        is_ours = is_called(home.name, club)
        is_home = is_ours or person.club_number == home.number != ""
    person.is_guest = is_yes(layout, record, Meaning.GUEST, otherwise=not is_home)
    says_guest = person.is_guest and bool(text(Meaning.GUEST))
    person.club = home.name if home and is_home and not says_guest else club
    person.has_club_cell = bool(club) or says_guest


def settle_club(person: FilePerson, answers: RowFields, home: Club | None) -> None:
    """Correct the club, and whether somebody is a guest, as the user says.

    Somebody of another club is a guest, unless it is said that they are not.
    """
    ours = home.name if home else ""
    typed, said = answers.clubs.get(person.key), answers.guests.get(person.key)
    read = person.club
    club = read if typed is None else typed
    is_ours = bool(ours) and is_called(ours, club)
    person.club = ours if is_ours else club
    if typed is not None:
        person.has_club_cell = bool(typed)
        person.is_guest = not is_ours if typed else person.is_guest
    guessed = person.is_guest
    if said is not None:
        person.is_guest = said
        if typed is None and said is (fold(person.club) == fold(ours)):
            person.club = "" if said else ours
    shown = person.club if typed is None else read
    word = GUEST if guessed else MEMBER
    person.read = BETWEEN.join((person.read, shown, word))


def read_details(layout: Layout, record: Record, person: FilePerson) -> None:
    """Read what is said of one person alone; in a row of two it is read for neither.

    Raises ``ValueError`` or ``ValidationError`` with a sentence.
    """
    text = partial(layout.text, record)
    person.privacy = word_in(text(Meaning.PRIVACY), Meaning.PRIVACY)
    person.said = frozenset(filter(text, layout.places))
    own = (Meaning.NUMBER, Meaning.GENDER, Meaning.BORN)
    number, gender, born = map(text, own)
    if "-" in person.key:
        rest = (person.rest, number, gender, born)
        person.rest = ", ".join(filter(None, rest))
        return
    days = list(BIRTHDAY.finditer(person.rest))
    days = [each for each in days if each["word"]] or days
    day = days[0] if len(days) == 1 and not (born or days[0]["other"]) else None
    if day and (day["word"] or is_long_ago(day["day"], layout.reading)):
        born = day["day"]
        person.rest = person.rest.replace(day[0], "")
    elif day:
        why = _("%(day)s (of birth? Please write “geb.” before it)") % {"day": day[0]}
        person.rest = person.rest.replace(day[0], why)
    person.rest = ", ".join(filter(None, person.rest.split(", ")))
    person.number = read_member_number(number)
    person.gender = word_in(gender, Meaning.GENDER)
    person.born = birthday_in(born, layout.reading)


def is_long_ago(text: str, reading: Reading) -> bool:
    """Tell whether a day is too long ago for that of an entry, so a birthday."""
    try:
        day = birthday_in(text, reading)
    except (ValueError, ValidationError):
        return False
    years = timezone.localdate().year - day.year if day else 0
    # "1.2.24" may be 1924 or an entry of 2024.
    is_sure = years < 100 or (day is not None and str(day.year) in text)
    return is_sure and years > LONGEST_MEMBERSHIP


def is_yes(
    layout: Layout, record: Record, meaning: Meaning, *, otherwise: bool
) -> bool:
    """Tell whether a cell says yes. Raises ``ValueError`` with a sentence."""
    word = layout.text(record, meaning)
    if not layout.columns(meaning) or (not word and otherwise):
        return otherwise
    return bool(word_in(word, meaning))


@cache
def words_of(meaning: Meaning) -> Mapping[str, object]:
    """Return what the words in a column stand for, by the folded word.

    Labels are known in every language of the site.
    """
    if meaning not in (Meaning.GENDER, Meaning.PRIVACY):
        return dict.fromkeys(YES, True) | dict.fromkeys(NO, False)
    labels: Mapping[Any, object] = PRIVACY_WORDS
    words: dict[str, object] = {"": Privacy.FULL}
    if meaning is Meaning.GENDER:
        labels, words = {gender: gender.label for gender in Gender}, {**GENDERS}
    for language, _name in settings.LANGUAGES:
        with translation.override(language):
            words |= {fold(str(label)): value for value, label in labels.items()}
    return words | {str(value): value for value in labels}


UNKNOWN_WORD = {
    Meaning.GENDER: gettext_lazy("“%(word)s” is no gender known here."),
    Meaning.PRIVACY: gettext_lazy("“%(word)s” is no kind of public name."),
}


def word_in(text: str, meaning: Meaning) -> Any:
    """Return what a word in a column stands for. Raises ``ValueError``.

    Unknown words are never ignored: one that is misread would reveal a name.
    """
    try:
        return words_of(meaning)[fold(text)]
    except KeyError:
        neither = gettext_lazy("“%(word)s” is neither yes nor no.")
        message = UNKNOWN_WORD.get(meaning, neither) % {"word": text}
        raise ValueError(message) from None


def birthday_in(text: str, reading: Reading) -> datetime.date | None:
    """Return a day in German or international notation.

    Raises ``ValueError`` or ``ValidationError`` with a sentence.

    >>> german = Reading()
    >>> birthday_in("3.2.1961", german) == birthday_in("1961-02-03", german)
    True
    """
    if not text:
        return None
    day, german = day_in(text, reading=reading), text
    if day:
        year = str(day.year)
        german = f"{day:%d.%m.}{year if year in text else year[2:]}"
    try:
        return read_birthday(german, today=timezone.localdate())
    except DayRefused:
        raise ValueError(_("“%(text)s” is no day.") % {"text": text}) from None


@transaction.atomic
def import_people(*, people: Sequence[FilePerson]) -> Made:
    """Add new people, and complete known ones. A few queries."""
    return Made([*add_new_people(people)], complete_people(people))


def complete_people(people: Iterable[FilePerson]) -> list[tuple[Model, str, str]]:
    """Write what a table adds to known players; return the changes.

    What somebody has written there since it was shown stays.
    """
    by_player = {each.player.pk: each for each in people if each.player and each.added}
    changes: list[tuple[Model, str, str]] = []
    players = list(Player.objects.select_for_update().filter(pk__in=by_player))
    for player in players:
        person = by_player[player.pk]
        for column, value in person.added.items():
            before = getattr(player, column)
            if before == getattr(person.player, column):
                changes.append((player, column, str(before or "")))
                setattr(player, column, value)
    update_many(players, [*COMPLETED, "member_number"])
    return changes


def add_new_people(people: Iterable[FilePerson]) -> list[Player]:
    """Add the new people and their new clubs."""
    clubs = {fold(club.name): club for club in Club.objects.all()}
    players: list[Player] = []
    for person in people:
        if not person.is_taken:
            continue
        key = fold(person.club)
        if key and key not in clubs:
            club = Club(name=tidy(person.club), number=person.club_number)
            clubs[key] = club.check_and_save(force_insert=True)
        players.append(
            Player(
                first_name=person.name.first,
                last_name=person.name.last,
                club=clubs.get(key),
                is_guest=person.is_guest,
                is_active=person.is_active,
                member_number=person.number,
                gender=person.gender,
                birth_date=person.born,
                privacy=person.privacy,
            )
        )
    return create_players(players)


@transaction.atomic
def import_entries(
    *, event: Event, people: Sequence[FilePerson], contest: TeamContest | None
) -> Made:
    """Register the people who are taken, and put them into the teams they name."""
    taken = [person for person in people if person.is_taken]
    entries = register_people(
        event=event,
        people=[
            person.player or Visitor(name=person.name, club=person.club)
            for person in taken
        ],
    )
    known = {person.player.pk for person in taken if person.player}
    added = [entry.player for entry in entries if entry.player_id not in known]
    made = Made([*entries, *added])
    if contest is not None:
        stored_teams = set(contest.teams.values_list("pk", flat=True))
        by_number = {entry.start_number: entry for entry in event.entries.all()}
        there = [
            (person, by_number[person.start_number])
            for person in people
            if person.start_number is not None
        ]
        teams: dict[str, list[Entry]] = {}
        for person, entry in (*there, *zip(taken, entries, strict=True)):
            if person.team:
                teams.setdefault(person.team, []).append(entry)
        joined = join_teams(contest=contest, teams=teams)
        made.rows.extend(team for team in joined if team.pk not in stored_teams)
    return made
