"""Recognising the people of a table: known, similar in sound, or new."""

import re
from collections import Counter
from collections.abc import Collection, Container, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cached_property, partial
from types import MappingProxyType
from typing import Any

from django.utils.translation import gettext as _

from tournaments.events.entrants import club_of, labels_of
from tournaments.files.columns.heads import Record, is_sum_row
from tournaments.files.columns.layout import Layout
from tournaments.files.imports.rows import BETWEEN, NEW_PERSON, FilePerson, RowFields
from tournaments.files.tables.cells import Head, Meaning, Purpose, read_head, unstruck
from tournaments.people.models import Club, Player
from tournaments.people.names.lines import (
    FAREWELL,
    GROUP,
    JOINED,
    REMARK,
    SIGN,
    RowName,
    cell_names,
    club_in,
    each_of,
    in_known_order,
    in_order,
    is_doubtful,
    is_harmless,
    line_name,
    looked_at,
    plain_key,
    two_cells,
    with_known_name,
    without_number,
)
from tournaments.people.names.names import (
    PersonName,
    apart_from_addition,
    fold,
    has_second_first,
    is_called,
    may_be_one,
)
from tournaments.people.selectors import (
    likenesses,
    name_problem,
    people_by_likeness,
    player_keys_by_spelling,
    similar_players,
)

NOBODY = PersonName(first="", last="")
# With such a column several rows may be of one person.
SEVERAL_ROWS = {
    *(Meaning.DATE, Meaning.YEAR, Meaning.EVENING, Meaning.ROUND, Meaning.TABLE)
}
Pair = tuple[FilePerson, FilePerson]  # one who is doubted, and who it may be


class KnownPeople:
    """The players by all that identifies them in a row, each with a ``label``.

    ``start_numbers`` are those of the players in the event.
    """

    def __init__(
        self,
        home: Club | None = None,
        *,
        start_numbers: Mapping[int, int] = MappingProxyType({}),
    ) -> None:
        self.start_numbers = start_numbers
        people = Player.objects.filter(removed_at=None).select_related("club")
        self.home, self.people = home, people
        self.by_name: dict[str, list[Player]] = {}
        self.by_number: dict[str, Player] = {}
        for player in people:
            self.by_name.setdefault(player.name_key, []).append(player)
            if player.member_number and not player.is_guest:
                self.by_number[player.member_number.upper()] = player
        self.by_likeness = people_by_likeness(people)
        by_pk = {player.pk: player for player in people}
        labels: dict[str, Any] = {**labels_of(people, with_clubs=True)}
        for label, player in labels.items():
            player.label = label
        spellings = player_keys_by_spelling().items()
        self.spelled = {key: by_pk[pk] for key, pk in spellings if pk in by_pk}

    @cached_property
    def first_names(self) -> set[str]:
        given = (fold(each.person_name.given) for each in self.people)
        return {re.split(r"[ -]", name)[0] for name in given} - {""}

    @cached_property
    def names(self) -> dict[str, PersonName]:
        """Return the names by how they are written, either way round."""
        names: dict[str, PersonName] = {}
        for each in self.people:
            name = replace(each.person_name, first=each.person_name.given)
            for text in (f"{name.first} {name.last}", f"{name.last} {name.first}"):
                names[fold(text)] = name
        return names

    def sounding_like(self, name: PersonName) -> tuple[Player, ...]:
        """Return the player meant before and those who sound alike."""
        similar = similar_players(name, self.by_likeness)
        earlier = self.spelled.get(name.key)
        return tuple(filter(None, dict.fromkeys((earlier, *similar))))

    def settle(
        self,
        person: FilePerson,
        namesakes: Sequence[Player],
        certain: Player | None,
        answers: RowFields,
    ) -> None:
        """Say who may be meant, and who is: the ``certain`` one, or as was answered.

        Nobody has another birthday; the certain one of an entry is only proposed.
        """
        twins = [*filter(None, [certain]), *namesakes]
        is_sure = certain is not None and not person.is_entry
        twins += () if is_sure else self.sounding_like(person.name)
        if not (person.problem or person.is_no_name):
            possible = filter(partial(may_be_born, person), twins)
            person.twins = tuple(dict.fromkeys(possible))
        earlier = self.spelled.get(person.name.key)
        known = str(earlier.pk) if earlier and not person.distinction else ""
        answer = answers.people.get(person.key, known)
        if person.twins and person.may_be_new and answer == person.new_value:
            person.answer = answer
            return
        person.is_certain = is_sure
        if not is_sure:
            meant = (each for each in person.twins if str(each.pk) == answer)
            certain = next(meant, certain)
            person.answer = str(certain.pk) if certain else ""
        person.player = certain

    def called(
        self, name: RowName, whence: str, among: Collection[int] | None
    ) -> list[Player]:
        """Return the players of a name, whichever part of it is the family name.

        Nobody is of another club than that ``whence`` they are said to come. In an
        event the club decides among several, then being ``among`` its people.
        """
        ways = (name.name, name.turned) if name.name.first else (name.name,)
        players = next(filter(None, (self.by_name.get(each.key) for each in ways)), [])
        if whence:
            clubs = ((each, self.own_club(each)) for each in players)
            players = [p for p, own in clubs if not own or is_called(own, whence)]
        if whence and among is not None and len(players) > 1:
            players = [each for each in players if fold(club_of(each)) == fold(whence)]
        if among and len(players) > 1:
            players = [each for each in players if each.pk in among]
        return players

    def meant(
        self,
        layout: Layout,
        names: Iterable[RowName],
        answers: RowFields,
        among: Collection[int] | None,
    ) -> tuple[dict[int, FilePerson], list[FilePerson]]:
        """Return who is meant in each row, and these people, each once.

        Numbers, and remarks in brackets, behind one name tell people apart; where it is
        somebody ``among`` those of an event, their clubs do, too. If each person of the
        table has one row, it is asked who another row with a name is.
        """
        clubs = {row.number: layout.text(row, Meaning.CLUB) for row in layout.records}
        has_row_each = bool(layout.labels) or not SEVERAL_ROWS & {*layout.meanings}
        groups: dict[tuple[str, str, str, int], list[RowName]] = {}
        for name in names:
            club = "" if among is None else fold(clubs[name.number])
            row = name.number * has_row_each
            at = (name.name.key, club, distinction_of(name), row)
            groups.setdefault(at, []).append(name)
        several = Counter(key for key, _number in {(k, n) for k, _club, n, _ in groups})
        by_row: dict[int, FilePerson] = {}
        people: list[FilePerson] = []
        firsts: dict[tuple[str, str, str], FilePerson] = {}
        for (key, club, number, _row), group in sorted(groups.items()):
            whence = next(filter(None, (clubs[each.number] for each in group)), "")
            namesakes = self.called(group[0], whence, among)
            person = self.person_meant(
                group, namesakes, answers, number, is_one=several[key] == 1
            )
            first = firsts.setdefault((key, club, number), person)
            if first is not person:
                ask_again(person, first, answers.people.get(person.key, ""))
            people.append(person)
            by_row |= {row.number: person for row in group}
        new = [each for each in people if each.is_new and each.may_be_new]
        for person, other in doubt_like_names(sorted(new, key=lambda each: each.row)):
            choose_row(person, other, answers.people.get(person.key, ""))
        return {at: one_meant(person) for at, person in by_row.items()}, people

    def own_club(self, player: Player) -> str:
        """Return the name of a player's club; empty if it is not known."""
        return club_of(player) or ("" if player.is_guest else str(self.home or ""))

    def person_meant(
        self,
        rows: Sequence[RowName],
        namesakes: Sequence[Player],
        answers: RowFields,
        number: str,
        *,
        is_one: bool,
    ) -> FilePerson:
        """Return a person with those who may be meant, and the one who is said to be.

        A ``number`` tells them apart if they are not the only one of the name in the
        table, or here.
        """
        typed = (each for each in rows if each.key in answers.typed)
        person = person_called(next(typed, rows[0]), answers)
        person.problem = result_problem(person.name)
        person.is_taken, person.may_be_new = True, is_one
        person.distinction = number * (not is_one)
        certain = namesakes
        if not is_one or len(namesakes) > 1:
            certain = [each for each in namesakes if each.member_number == number != ""]
        one = certain[0] if len(certain) == 1 else None
        self.settle(person, namesakes, one, answers)
        person.is_certain = person.is_certain and not person.is_corrected
        return person

    def namesakes(self, person: FilePerson) -> list[Player]:
        """Return the players with the name of a person, and no other birthday."""
        namesakes = self.by_name.get(person.name.key, ())
        return [*filter(partial(may_be_born, person), namesakes)]

    def certain_match(
        self, person: FilePerson, namesakes: Sequence[Player]
    ) -> Player | None:
        """Return the player whom a row of a list means beyond doubt.

        They have the same name and the same club or number; or the same name, if the
        row names no club and nobody else has it; or the number, if the names sound
        alike and the row is not about a guest.
        """
        for player in namesakes:
            is_numbered = bool(person.number) and person.number == player.member_number
            if is_numbered or fold(self.own_club(player)) == fold(person.club):
                return player
        if len(namesakes) == 1 and not person.has_club_cell:
            return namesakes[0]
        holder = self.by_number.get(person.number.upper())
        if holder is None or person.is_guest or person.problem:
            return None
        is_alike = holder in self.sounding_like(person.name)
        return holder if is_alike and may_be_born(person, holder) else None


def people_in_results(
    layout: Layout,
    rows: Collection[int],
    answers: RowFields,
    *,
    home: Club | None = None,
    among: Collection[int] | None = None,
) -> tuple[dict[int, RowName], dict[int, FilePerson], list[FilePerson]]:
    """Return the names by the numbers of their rows, who is meant in some, and these.

    A name without an answer is the same player as in the last import.
    """
    known = KnownPeople(home)
    names = corrected(names_in(layout, known, is_turned=answers.is_turned), answers)
    meant = [names[at] for at in sorted(names.keys() & rows)]
    return names, *known.meant(layout, meant, answers, among)


def person_called(
    name: RowName, answers: RowFields, first_names: Container[str] = ()
) -> FilePerson:
    """Return the person of a row, with the name as it was read or corrected."""
    typed, read = answers.typed.get(name.key), [name.name.last, name.name.first]
    if typed is not None:
        read = answers.read.get(name.key, read)[:2]
    return FilePerson(
        row=name.number,
        key=name.key,
        name=typed or name.name,
        text=name.text,
        rest=name.rest,
        read=BETWEEN.join(read),
        is_corrected=typed is not None,
        is_doubtful=typed is None and is_doubtful(name.name, first_names),
        club=name.club,
        team=name.team,
    )


def corrected(names: Iterable[RowName], answers: RowFields) -> dict[int, RowName]:
    """Return the names of rows by their numbers, each as the user corrected it once."""
    names = [*names]
    keys = {each.number: (each.name, distinction_of(each)) for each in names}
    typed = {
        keys[each.number]: answers.typed[each.key]
        for each in names
        if each.key in answers.typed
    }
    return {
        each.number: replace(each, name=name, turned=name)
        if (name := typed.get(keys[each.number]))
        else each
        for each in names
    }


def result_problem(name: PersonName) -> str:
    """Say why a result cannot be that of one person of the name; empty if it can.

    >>> names = [PersonName(first, "Ohm") for first in ("Max 2x", "Ida u. Eva", "Ida")]
    >>> [bool(result_problem(name)) for name in names]
    [True, True, False]
    """
    is_word = not (SIGN.search(name.first) or JOINED.search(name.first))
    text = _("“%(text)s” is no first name.") % {"text": name.first}
    return name_problem(name) or text * (not is_word)


def distinction_of(name: RowName) -> str:
    """Return the number or the brackets behind a name that tell it from another."""
    if (number := name.rest.strip("()")).isdecimal():
        return number
    remarks = (each[0] for each in REMARK.finditer(name.rest) if each[0][0] in "([{")
    heads = ((each, read_head(each, Purpose.PEOPLE)) for each in remarks)
    is_guest = Head(Meaning.GUEST)
    return ", ".join(
        each for each, head in heads if head != is_guest and not is_harmless(each)
    )


def names_in(
    layout: Layout,
    people: KnownPeople | None = None,
    clubs: Container[str] = (),
    *,
    is_turned: bool = False,
) -> list[RowName]:
    """Return the names in all records, in the order that is likelier for the column.

    Below the end of a mail stands its sender, who is nobody's name on the list.
    """
    known = people.names if people else {}
    first_names = people.first_names if people else ()
    names: list[RowName] = []
    is_over = False
    for record in layout.records:
        found = names_in_record(layout, record, clubs)
        text = found[0].text
        is_over = is_over or ends_mail(layout, record, text)
        is_club = layout.is_free and bool(club_in(text, clubs, is_known=False))
        is_no_name = is_over or is_club or is_sum_row(text, 0, 0)
        names += [
            replace(name, is_no_name=True) for name in found if is_no_name
        ] or found
    names = [with_known_name(name, known) for name in names]
    if not layout.purpose.has_results:
        names = [*with_doubts(layout, names, clubs, known)]
    named = [name for name in names if not name.is_no_name]
    ordered = iter(in_order(named, first_names, is_turned=is_turned))
    return [
        name if name.is_no_name else in_known_order(next(ordered), known).whole
        for name in names
    ]


def ends_mail(layout: Layout, record: Record, text: str) -> bool:
    """Tell whether a row is a farewell, in a table alone in its row."""
    is_line = layout.is_free or (
        not layout.purpose.has_results and len([*filter(None, record.cells)]) == 1
    )
    return is_line and bool(FAREWELL.fullmatch(without_number(text)))


def with_doubts(
    layout: Layout,
    names: Iterable[RowName],
    clubs: Container[str],
    known: Container[str],
) -> Iterator[RowName]:
    """Yield names with what has to be looked at, and the club that a line above names.

    It is that of the names up to an empty line.
    """
    is_entry = layout.purpose is Purpose.ENTRIES
    club, above = "", None
    for name in names:
        if name.is_no_name:
            club = club_in(name.text, clubs, is_known=not is_entry)
        elif above and not above.is_no_name and name.number > above.number + 1:
            club = ""
        above = name
        if name.is_no_name or name.is_several:
            name = replace(name, club="")
        else:
            is_line = layout.is_free and plain_key(name) not in known
            name = looked_at(name, clubs, is_entry=is_entry, is_line=is_line)
            name = replace(name, club=name.club or club)
        yield replace(name, name=NOBODY, turned=NOBODY) if name.is_no_name else name


def names_in_record(
    layout: Layout, record: Record, clubs: Container[str]
) -> list[RowName]:
    """Return the name in a record; of a line below no heads, it may be several."""
    text = partial(layout.text, record)
    if layout.is_free:
        cells = [*filter(None, map(unstruck, record.cells))]
        return cell_names(record.number, cells, clubs)
    last, first, addition = map(text, (Meaning.LAST, Meaning.FIRST, Meaning.ADDITION))
    has_two = bool(layout.columns(Meaning.LAST) or layout.columns(Meaning.FIRST))
    last = last if has_two and last else text(Meaning.NAME)
    whole = f"{last} {addition}" if not first else f"{last}, {first} {addition}"
    if has_two:
        name = two_cells(record.number, f"{first} {addition}", last)
        is_joined = bool(JOINED.search(whole) or GROUP.match(whole))
    else:
        clubs = () if layout.columns(Meaning.CLUB) else clubs
        name, is_joined = line_name(record.number, whole, clubs), True
    is_one = layout.purpose.has_results or not is_joined
    return [name] if is_one else each_of(name, whole, clubs)


def recognise_people(
    people: Sequence[FilePerson], known: KnownPeople, answers: RowFields
) -> Sequence[FilePerson]:
    """Return the rows with their players, or the rows they repeat."""
    first_rows: dict[object, int] = {}
    rows_by_number: dict[str, int] = {}
    for person in people:
        namesakes = known.namesakes(person)
        certain = known.certain_match(person, namesakes)
        known.settle(person, namesakes, certain, answers)
        keys: list[object] = [(person.name.key, fold(person.club), person.born)]
        if person.player:
            keys.append(person.player.pk)
            person.start_number = known.start_numbers.get(person.player.pk)
        keys *= not person.is_no_name  # nobody, whom no row repeats
        rows = (first_rows[key] for key in keys if key in first_rows)
        person.repeated_row = next(rows, None)
        compare_numbers(person, known, rows_by_number)
        for key in keys:
            first_rows.setdefault(key, person.row)
    doubt_like_names(each for each in people if each.is_new and not each.is_no_name)
    for person in people:
        person.is_ticked = is_number_ticked(person, answers)
        person.is_taken = is_row_taken(person, answers)
    return people


def choose_row(person: FilePerson, other: FilePerson, answer: str) -> None:
    """Follow the answer that somebody is the one in another row, or somebody new."""
    person.sound_alike.append(other)
    if answer in (person.new_value, other.row_value):
        person.answer = answer
        person.same_as = other if answer == other.row_value else None


def ask_again(person: FilePerson, first: FilePerson, answer: str) -> None:
    """Ask who is meant by a name that stands in another row of people already."""
    if person.problem:
        return
    person.doubt = _("has the name of row %(row)s") % {"row": first.row}
    person.is_certain = False
    if answer not in {str(twin.pk) for twin in person.twins}:
        person.player, person.answer = None, ""
    choose_row(person, first, answer)


def one_meant(person: FilePerson) -> FilePerson:
    """Return the person in another row whom this one is said to be, or this one."""
    return one_meant(person.same_as) if person.same_as else person


def doubt_like_names(newcomers: Iterable[FilePerson]) -> list[Pair]:
    """Doubt each new person of a table who may be another one of it; return both.

    Of a name with "sen." or the like and one without, that without is open.
    """
    pairs = []
    above: dict[str, list[FilePerson]] = {}
    for person in newcomers:
        alike: dict[str, FilePerson] = {}
        for key in likenesses(person.name):
            alike |= {each.key: each for each in above.setdefault(key, [])}
            above[key].append(person)
        for other in alike.values():
            if person.name != other.name and may_be_one(person.name, other.name):
                pairs += doubt_one_of(other, person)
    return pairs


def doubt_one_of(above: FilePerson, person: FilePerson) -> list[Pair]:
    """Doubt one of two people, unless it was corrected; return it and the other."""
    is_plain = not apart_from_addition(above.name)[1]
    is_turned = is_plain and bool(apart_from_addition(person.name)[1])
    other, doubted = (person, above) if is_turned else (above, person)
    text = _("sounds like row %(row)s") % {"row": other.row}
    if doubted.is_corrected or text in doubted.doubt.split(", "):
        return []
    doubted.is_likely_another = (
        not doubted.doubt or doubted.is_likely_another
    ) and has_second_first(above.name, person.name)
    doubted.doubt = ", ".join(filter(None, (doubted.doubt, text)))
    return [(doubted, other)]


def is_row_taken(person: FilePerson, answers: RowFields) -> bool:
    """Tell whether a row is brought in: by its tick, or if it is new here."""
    if not person.may_be_taken or person.start_number is not None:
        return False
    box, is_ticked = answers.boxes.get(person.key), person.key in answers.taken
    if box == person.take_value and person.key != answers.swapped:
        return is_ticked
    is_wanted = person.player is None or person.is_entry
    if person.twins and box:  # the person was chosen since
        is_namesake = not person.is_entry and box != NEW_PERSON
        return is_wanted and (is_ticked or is_namesake)
    waits = bool(person.doubt) and not person.is_likely_another
    return is_wanted and not (waits or person.is_doubtful)


def compare_numbers(
    person: FilePerson, known: KnownPeople, rows_by_number: dict[str, int]
) -> None:
    """Name the problem of a member number, if it has one.

    Guests are exempt, as on the form of a person: they have numbers of other clubs.
    """
    is_guest = person.player.is_guest if person.player else person.is_guest
    number = "" if is_guest else person.number.upper()
    if not number:
        return
    problem = ""
    if holder := known.by_number.get(number):
        problem = _("%(name)s has this member number already.") % {"name": holder}
    elif row := rows_by_number.get(number):
        problem = _("Row %(row)s has the same member number.") % {"row": row}
    if person.repeated_row is None:
        rows_by_number.setdefault(number, person.row)
    if person.is_new:
        person.problem = person.problem or problem
    elif person.has_other_number:
        person.conflict = problem


def is_number_ticked(person: FilePerson, answers: RowFields) -> bool:
    """Tell whether a number is adopted; if the player has none, it is by default.

    A tick counts only for the player and the old number it was set for.
    """
    if not person.is_offered or person.player is None:
        return False
    if answers.offered.get(person.key) == person.tick_value:
        return person.key in answers.ticks
    return not person.player.member_number


def may_be_born(person: FilePerson, player: Player) -> bool:
    """Tell whether one of the birthdays is not known, or both are the same."""
    return person.born in (None, player.birth_date) or player.birth_date is None
