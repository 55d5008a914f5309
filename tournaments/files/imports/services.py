"""Storing what a table brings in: all of it or nothing."""

from collections.abc import Container, Iterable, Sequence

from django.db import transaction
from django.db.models import Model

from tournaments.events.entries.services import register_people
from tournaments.events.models import Entry, Event, TeamContest
from tournaments.events.seats.services import open_table
from tournaments.events.teams.services import join_teams
from tournaments.files.columns.layout import Layout
from tournaments.files.imports.back import FOOT, Made
from tournaments.files.imports.recognising import FilePerson
from tournaments.files.imports.results import FileList
from tournaments.files.models import KnownHeads
from tournaments.people.models import Club, Player, User
from tournaments.people.names.names import Visitor, fold, tidy
from tournaments.people.selectors import name_key
from tournaments.people.services import create_players, remember_spellings
from tournaments.scope.log import update_many
from tournaments.sheets.finishing.foot import FootNumbers, set_totals_only, write_foot
from tournaments.sheets.finishing.services import finish_sheet
from tournaments.sheets.models import ScoreSheet


@transaction.atomic
def import_people(*, people: Sequence[FilePerson]) -> Made:
    """Add new people and assign the ticked numbers. A few queries.

    The choices among names that sound alike are remembered.
    """
    remember_spellings(
        people={
            name_key(person.name): person.player
            for person in people
            if person.twins and person.answer
        }
    )
    clubs = stored_clubs()
    added = add_new_people(people)
    return Made([*added, *new_clubs(added, clubs)], give_numbers(people))


def stored_clubs() -> set[int]:
    return set(Club.objects.values_list("pk", flat=True))


def new_clubs(people: Iterable[Player], before: Container[int]) -> list[Club]:
    """Return the clubs of people that came in with them."""
    clubs = {player.club_id: player.club for player in people if player.club}
    return [club for key, club in clubs.items() if key not in before]


def give_numbers(people: Iterable[FilePerson]) -> list[tuple[Model, str, str]]:
    """Give known players the ticked numbers; return what was changed."""
    numbers = {
        person.player.pk: person.number
        for person in people
        if person.player and person.is_ticked
    }
    players = list(Player.objects.select_for_update().filter(pk__in=numbers))
    changes: list[tuple[Model, str, str]] = []
    for player in players:
        changes.append((player, "member_number", player.member_number))
        player.member_number = numbers[player.pk]
    update_many(players, ["member_number"])
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
            club.check_and_save(force_insert=True)
            clubs[key] = club
        player = Player(
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
        players.append(player)
    return create_players(players)


@transaction.atomic
def import_entries(
    *, event: Event, people: Sequence[FilePerson], contest: TeamContest | None
) -> Made:
    """Register the people who are taken, and put them into the teams they name."""
    taken = [person for person in people if person.is_taken]
    remember_spellings(
        people={
            name_key(person.name): person.player for person in taken if person.twins
        }
    )
    clubs = stored_clubs()
    entries = register_people(
        event=event,
        people=[
            person.player or Visitor(name=person.name, club=person.club)
            for person in taken
        ],
    )
    known = {person.player.pk for person in taken if person.player}
    added = [entry.player for entry in entries if entry.player_id not in known]
    made = Made([*entries, *added, *new_clubs(added, clubs)])
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


@transaction.atomic
def remember_meanings(*, layout: Layout) -> None:
    """Store the meanings of the columns under these heads."""
    if layout.head is not None:
        KnownHeads.objects.update_or_create(
            digest=layout.digest, defaults={"meanings": ",".join(layout.meanings)}
        )


@transaction.atomic
def import_results(*, event: Event, lists: Sequence[FileList], by: User) -> Made:
    """Write the totals of new lists and finish them.

    If a second person checks every list, finishing is left to them. Refusals of
    services are raised; then nothing is written.
    """
    remember_spellings(
        people={
            name_key(seat.name): seat.player
            for file_list in lists
            for seat in file_list.seats
            if seat.twins and seat.player
        }
    )
    made = Made()
    series = {row.number: row for row in event.series.all()}
    for file_list in lists:
        if file_list.is_stored or file_list.problem:
            continue
        sheet = file_list.sheet or open_table(
            series=series[file_list.series],
            players=[seat.player for seat in file_list.seats if seat.player],
            table_number=file_list.table,
        )
        write_totals(sheet, file_list, by=by)
        if not event.second_person:
            finish_sheet(sheet=sheet, by=by)
        if file_list.sheet:
            made.changes.append((sheet, FOOT, ""))
        else:
            made.rows.append(sheet)
    return made


def write_totals(sheet: ScoreSheet, file_list: FileList, *, by: User) -> None:
    """Write the foot of a list whose games are not known."""
    games = file_list.games or sheet.games_planned
    solos = sum(seat.won + seat.lost for seat in file_list.seats)
    passed_in = (
        file_list.passed_in if file_list.passed_in is not None else games - solos
    )
    set_totals_only(sheet=sheet, by=by, totals_only=True)
    write_foot(
        sheet=sheet,
        by=by,
        seats={
            seat.place: FootNumbers(points=seat.points, won=seat.won, lost=seat.lost)
            for seat in file_list.seats
        },
        passed_in=passed_in,
        games=None if games == sheet.games_planned else games,
    )
