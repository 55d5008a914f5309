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

NEW_PERSON = "new"


@dataclass(frozen=True, slots=True, kw_only=True)
class FilePerson:
    """A row of a table of people: as it was read, and who it is here already.

    ``twins`` are people here who sound alike, of whom ``answer`` says who is meant.
    ``conflict`` says why a known person cannot get the number of the row.
    """

    row: int
    name: PersonName
    club: str = ""
    has_club_cell: bool = True
    is_guest: bool = False
    is_active: bool = True
    number: str = ""
    club_number: str = ""
    gender: str = ""
    born: datetime.date | None = None
    privacy: str = Privacy.FULL.value
    problem: str = ""
    player: Player | None = None
    repeated_row: int | None = None
    is_corrected: bool = False
    twins: tuple[Player, ...] = ()
    answer: str = ""
    conflict: str = ""
    is_ticked: bool = False

    @property
    def is_new(self) -> bool:
        return self.player is None and self.repeated_row is None

    @property
    def needs_answer(self) -> bool:
        """Tell whether somebody has to say who this is."""
        return self.is_new and bool(self.twins) and not self.answer

    @property
    def has_other_number(self) -> bool:
        """Tell whether a known person has no number here, or another one."""
        if self.player is None or self.repeated_row is not None or not self.number:
            return False
        return self.number.upper() != self.player.member_number.upper()

    @property
    def is_offered(self) -> bool:
        return self.has_other_number and not (self.conflict or self.problem)

    @property
    def is_respelled(self) -> bool:
        """Tell whether the known person is written otherwise here."""
        return self.player is not None and self.player.name_key != name_key(self.name)

    @property
    def tick_value(self) -> str:
        """Return what a tick speaks of: whose number, and which one they had."""
        return f"{self.player.pk} {self.player.member_number}" if self.player else ""

    @property
    def tick_key(self) -> str:
        """Return by which word it is remembered that a tick was offered."""
        return f"{self.row}-{self.player.pk}" if self.player else ""

    @property
    def choices(self) -> list[tuple[Player, bool]]:
        """Return the people who may be meant, and whether somebody said so."""
        return [(twin, str(twin.pk) == self.answer) for twin in self.twins]


@dataclass(frozen=True, slots=True, kw_only=True)
class Answers:
    """What somebody has said of the rows.

    ``people`` are by row, as is what was ``ticked``; ``offered`` are the places where
    a tick could be set, as an empty box is not sent.
    """

    people: Mapping[int, str] = field(default_factory=dict)
    ticks: Mapping[int, str] = field(default_factory=dict)
    offered_ticks: Collection[str] = ()


NO_ANSWERS = Answers()


class KnownPeople:
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
        spellings = spelled_people().items()
        self.spelled = {key: by_pk[pk] for key, pk in spellings if pk in by_pk}

    def twins(self, person: FilePerson) -> tuple[Player, ...]:
        """Return who was meant before, or sounds alike and has no other birthday."""
        if person.problem:
            return ()
        earlier = self.spelled.get(name_key(person.name))
        candidates = (earlier, *twins_of(person.name, self.by_sound))
        return tuple(
            player
            for player in dict.fromkeys(candidates)
            if player is not None and not has_other_birthday(person, player)
        )

    def earlier_answer(self, person: FilePerson) -> str:
        """Return by which answer a name was recognised before; empty for none."""
        player = self.spelled.get(name_key(person.name))
        return str(player.pk) if player else ""

    def certain_match(self, person: FilePerson) -> Player | None:
        """Return whom a row means beyond doubt.

        Name and club or number are the same; or the name alone, where the row says no
        club and one person has it; or else the number of a member and the sound.
        """
        namesakes = [
            namesake
            for namesake in self.by_name.get(name_key(person.name), ())
            if not has_other_birthday(person, namesake)
        ]
        for player in namesakes:
            is_numbered = bool(person.number) and person.number == player.member_number
            if is_numbered or is_same_club(person, player, self.home):
                return player
        if len(namesakes) == 1 and not person.has_club_cell:
            return namesakes[0]
        holder = None if person.is_guest else self.by_number.get(person.number.upper())
        return holder if holder in self.twins(person) else None


def recognise_people(
    people: Iterable[FilePerson], home: Club | None, answers: Answers
) -> list[FilePerson]:
    """Say of everybody whether they are known here, or stand further up.

    Two queries.
    """
    known = KnownPeople(home)
    first_rows: dict[object, int] = {}
    rows_by_number: dict[str, int] = {}
    recognised_rows = []
    for person in people:
        answer = answers.people.get(person.row, known.earlier_answer(person))
        matched = with_player(person, known, answer)
        keys: list[object] = [
            (name_key(matched.name), fold(matched.club), matched.born)
        ]
        keys += [matched.player.pk] if matched.player else []
        above = next((first_rows[key] for key in keys if key in first_rows), None)
        numbered = with_number_problem(
            replace(matched, repeated_row=above), known, rows_by_number
        )
        recognised_rows.append(
            replace(numbered, is_ticked=is_number_ticked(numbered, answers))
        )
        for key in keys:
            first_rows.setdefault(key, person.row)
    return recognised_rows


def with_player(person: FilePerson, known: KnownPeople, answer: str) -> FilePerson:
    """Return a row with the person it means, or with those who may be meant."""
    if player := known.certain_match(person):
        return replace(person, player=player)
    twins = known.twins(person)
    chosen_twin = next((twin for twin in twins if str(twin.pk) == answer), None)
    is_answered = chosen_twin is not None or answer == NEW_PERSON
    return replace(
        person, twins=twins, player=chosen_twin, answer=answer if is_answered else ""
    )


def with_number_problem(
    person: FilePerson, known: KnownPeople, rows_by_number: dict[str, int]
) -> FilePerson:
    """Mark whom the association would take for somebody else, and note the number.

    As on the form of one person, guests bring numbers of clubs we know nothing of.
    """
    is_guest = person.player.is_guest if person.player else person.is_guest
    number = "" if is_guest else person.number.upper()
    if not number:
        return person
    problem = number_problem(known.by_number.get(number), rows_by_number.get(number))
    if person.repeated_row is None:
        rows_by_number.setdefault(number, person.row)
    if person.is_new:
        return replace(person, problem=person.problem or problem)
    return replace(person, conflict=problem) if person.has_other_number else person


def number_problem(holder: Player | None, row: int | None) -> str:
    """Return who has a member number already; empty if nobody has."""
    if holder is not None:
        return _("%(name)s has this member number already.") % {"name": holder}
    if row is not None:
        return _("Row %(row)s has the same member number.") % {"row": row}
    return ""


def is_number_ticked(person: FilePerson, answers: Answers) -> bool:
    """Tell whether a number is taken over: a missing one is, unless somebody said no.

    A tick counts only for the person and the number it was set beside.
    """
    if not person.is_offered or person.player is None:
        return False
    if person.tick_key in answers.offered_ticks:
        return answers.ticks.get(person.row) == person.tick_value
    return not person.player.member_number


def is_same_club(person: FilePerson, player: Player, home: Club | None) -> bool:
    """Tell whether the club lets somebody of the same name be the same."""
    player_club = player.club or (None if player.is_guest else home)
    club = player_club.name if player_club else ""
    return fold(club) == fold(person.club)


def has_other_birthday(person: FilePerson, player: Player) -> bool:
    """Tell whether two are known to be born on different days."""
    return bool(person.born and player.birth_date and person.born != player.birth_date)
