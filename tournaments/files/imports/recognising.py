"""The people of a table as they are here: known, alike by sound, or new."""

import datetime
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, field, replace

from django.utils.translation import gettext as _

from tournaments.people.models import Club, Player
from tournaments.people.names.names import PersonName, fold
from tournaments.people.selectors import (
    name_key,
    people_by_sound,
    spelled_people,
    twins_of,
)
from tournaments.words.choices import Privacy

NOBODY_HERE = "new"


@dataclass(frozen=True, slots=True, kw_only=True)
class FilePerson:
    """A row of a table of people: as it was read, and who it is here already.

    ``twins`` are people here who sound alike, of whom ``answer`` says who is meant.
    ``conflict`` says why a known person cannot get the number of the row.
    """

    row: int
    name: PersonName
    club: str = ""
    is_club_said: bool = True
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
    twins: tuple[Player, ...] = ()
    answer: str = ""
    conflict: str = ""
    is_ticked: bool = False

    @property
    def is_new(self) -> bool:
        return self.known is None and self.repeats is None

    @property
    def is_open(self) -> bool:
        """Tell whether somebody has to say who this is."""
        return self.is_new and bool(self.twins) and not self.answer

    @property
    def has_other_number(self) -> bool:
        """Tell whether a known person has no number here, or another one."""
        if self.known is None or self.repeats is not None or not self.number:
            return False
        return self.number.upper() != self.known.member_number.upper()

    @property
    def is_offered(self) -> bool:
        return self.has_other_number and not (self.conflict or self.problem)

    @property
    def is_respelled(self) -> bool:
        """Tell whether the known person is written otherwise here."""
        return self.known is not None and self.known.name_key != name_key(self.name)

    @property
    def mark(self) -> str:
        """Return what a tick speaks of: whose number, and which one they had."""
        return f"{self.known.pk} {self.known.member_number}" if self.known else ""

    @property
    def place(self) -> str:
        """Return by which word it is remembered that a tick was offered."""
        return f"{self.row}-{self.known.pk}" if self.known else ""

    @property
    def choices(self) -> list[tuple[Player, bool]]:
        """Return the people who may be meant, and whether somebody said so."""
        return [(each, str(each.pk) == self.answer) for each in self.twins]


@dataclass(frozen=True, slots=True, kw_only=True)
class Answers:
    """What somebody has said of the rows.

    ``people`` are by row, as is what was ``ticked``; ``offered`` are the places where
    a tick could be set, as an empty box is not sent.
    """

    people: Mapping[int, str] = field(default_factory=dict)
    ticked: Mapping[int, str] = field(default_factory=dict)
    offered: Collection[str] = ()


UNASKED = Answers()


class Known:
    """Everybody here, by what a row can be recognised by. Two queries."""

    def __init__(self, home: Club | None) -> None:
        people = Player.objects.filter(removed_at=None).select_related("club")
        self.home = home
        self.by_name: dict[str, list[Player]] = {}
        self.by_number: dict[str, Player] = {}
        for player in people:
            self.by_name.setdefault(player.name_key, []).append(player)
            if player.member_number and not player.is_guest:
                self.by_number[player.member_number.upper()] = player
        self.by_sound = people_by_sound(people)
        by_pk = {player.pk: player for player in people}
        spelled = spelled_people().items()
        self.spelled = {key: by_pk[pk] for key, pk in spelled if pk in by_pk}

    def twins(self, person: FilePerson) -> tuple[Player, ...]:
        """Return who was meant before, or sounds alike and has no other birthday."""
        if person.problem:
            return ()
        before = self.spelled.get(name_key(person.name))
        found = (before, *twins_of(person.name, self.by_sound))
        return tuple(
            each
            for each in dict.fromkeys(found)
            if each is not None and not is_born_apart(person, each)
        )

    def before(self, person: FilePerson) -> str:
        """Return by which answer a name was recognised before; empty for none."""
        player = self.spelled.get(name_key(person.name))
        return str(player.pk) if player else ""

    def same(self, person: FilePerson) -> Player | None:
        """Return whom a row means beyond doubt.

        Name and club or number are the same; or the name alone, where the row says no
        club and one person has it; or else the number of a member and the sound.
        """
        namesakes = [
            each
            for each in self.by_name.get(name_key(person.name), ())
            if not is_born_apart(person, each)
        ]
        for player in namesakes:
            is_numbered = bool(person.number) and person.number == player.member_number
            if is_numbered or is_same_club(person, player, self.home):
                return player
        if len(namesakes) == 1 and not person.is_club_said:
            return namesakes[0]
        holder = None if person.is_guest else self.by_number.get(person.number.upper())
        return holder if holder in self.twins(person) else None


def recognised(
    people: Iterable[FilePerson], home: Club | None, answers: Answers
) -> list[FilePerson]:
    """Say of everybody whether they are known here, or stand further up.

    Two queries.
    """
    known = Known(home)
    seen: dict[object, int] = {}
    rows: dict[str, int] = {}
    marked = []
    for person in people:
        said = answers.people.get(person.row, known.before(person))
        who = with_person(person, known, said)
        keys: list[object] = [(name_key(who.name), fold(who.club), who.born)]
        keys += [who.known.pk] if who.known else []
        above = next((seen[key] for key in keys if key in seen), None)
        own = with_number(replace(who, repeats=above), known, rows)
        marked.append(replace(own, is_ticked=is_ticked(own, answers)))
        for key in keys:
            seen.setdefault(key, person.row)
    return marked


def with_person(person: FilePerson, known: Known, answer: str) -> FilePerson:
    """Return a row with the person it means, or with those who may be meant."""
    if same := known.same(person):
        return replace(person, known=same)
    twins = known.twins(person)
    chosen = next((each for each in twins if str(each.pk) == answer), None)
    is_said = chosen is not None or answer == NOBODY_HERE
    return replace(person, twins=twins, known=chosen, answer=answer if is_said else "")


def with_number(person: FilePerson, known: Known, rows: dict[str, int]) -> FilePerson:
    """Mark whom the association would take for somebody else, and note the number.

    As on the form of one person, guests bring numbers of clubs we know nothing of.
    """
    is_guest = person.known.is_guest if person.known else person.is_guest
    number = "" if is_guest else person.number.upper()
    if not number:
        return person
    said = number_problem(known.by_number.get(number), rows.get(number))
    if person.repeats is None:
        rows.setdefault(number, person.row)
    if person.is_new:
        return replace(person, problem=person.problem or said)
    return replace(person, conflict=said) if person.has_other_number else person


def number_problem(holder: Player | None, row: int | None) -> str:
    """Return who has a member number already; empty if nobody has."""
    if holder is not None:
        return _("%(name)s has this member number already.") % {"name": holder}
    if row is not None:
        return _("Row %(row)s has the same member number.") % {"row": row}
    return ""


def is_ticked(person: FilePerson, answers: Answers) -> bool:
    """Tell whether a number is taken over: a missing one is, unless somebody said no.

    A tick counts only for the person and the number it was set beside.
    """
    if not person.is_offered or person.known is None:
        return False
    if person.place in answers.offered:
        return answers.ticked.get(person.row) == person.mark
    return not person.known.member_number


def is_same_club(person: FilePerson, player: Player, home: Club | None) -> bool:
    """Tell whether the club lets somebody of the same name be the same."""
    own = player.club or (None if player.is_guest else home)
    club = own.name if own else ""
    return fold(club) == fold(person.club)


def is_born_apart(person: FilePerson, player: Player) -> bool:
    """Tell whether two are known to be born on different days."""
    return bool(person.born and player.birth_date and person.born != player.birth_date)
