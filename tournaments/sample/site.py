"""A site of many invented clubs: neighbours who visit each other, and their league.

The federation is the first organisation and answers at every address that belongs to no
other; each club has its own host name, such as ``herz-sieben.localhost``.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from random import Random

from django.db import transaction
from django.utils.text import slugify
from django.utils.translation import gettext as _

from tournaments.federation.services import accept_federation, name_club, update_ratings
from tournaments.leagues.groups.results import confirm_group
from tournaments.leagues.models import Division, League
from tournaments.leagues.services import create_league, publish_league, save_division
from tournaments.organisations.models import HostName, Organisation
from tournaments.organisations.selectors import own_organisation
from tournaments.organisations.services import add_organisation, save_organisation
from tournaments.people.models import Player, User
from tournaments.people.names.names import fold
from tournaments.people.services import (
    add_players,
    find_or_add_club,
    save_player,
)
from tournaments.sample.cast import Cast, new_guest
from tournaments.sample.events.evenings import play_past_evenings
from tournaments.sample.leagues import (
    LINE_UP,
    TEAMS,
    add_second_person,
    add_team,
    plan_group,
    play_group,
)
from tournaments.sample.people import Regular
from tournaments.sample.seasons import publish_seasons
from tournaments.scope.scope import organisation_in_scope, scope
from tournaments.sheets.tallies import postponed_years
from tournaments.words.choices import Rhythm
from tournaments.words.felts import Felt

FEDERATION = "Skatverband Musterland"
MEMBERS = 12
GUESTS = 2
# The lengths have no common divisor, so that all clubs and people have unique names.
CLUBS = (
    *("Herz Sieben", "Karo Ass", "Pik König", "Kreuz Dame", "Grand Ouvert"),
    *("Null Hand", "Schellen Daus"),
)
TOWNS = (
    *("Musterstadt", "Erlengrund", "Kaltenborn", "Wiesenthal", "Altenforst"),
    *("Lindenau", "Moosach", "Birkenfelde", "Steinhude am Berg"),
)
FIRST_NAMES = (
    *("Anke", "Bert", "Christa", "Dirk", "Edith", "Frank", "Gerda", "Horst", "Inge"),
    *("Jens", "Karin", "Ludwig", "Marion", "Nils", "Olga", "Paul", "Ruth", "Sven"),
    *("Tanja", "Udo", "Vera", "Werner", "Yvonne"),
)
LAST_NAMES = (
    *("Ahlers", "Bäcker", "Classen", "Dreyer", "Ebeling", "Fink", "Grothe", "Hansen"),
    *("Iversen", "Jansen", "Kruse", "Lorenz", "Mertens", "Neumann", "Otten", "Pohl"),
    *("Quandt", "Rieger", "Sommer", "Thiele", "Ulrich", "Vogt", "Winkler", "Zander"),
    *("Zobel",),
)
MOST_CLUBS = min(len(CLUBS) * len(TOWNS), len(FIRST_NAMES) * len(LAST_NAMES) // MEMBERS)
"""The number of clubs for which there are unique names."""
DAYS_AGO, DAYS_AHEAD = 21, 28  # the league's match days


@dataclass(frozen=True, slots=True, kw_only=True)
class SampleNeighbour:
    """A club of the site with its host name and its people."""

    name: str
    number: int
    organisation: Organisation
    host: HostName
    people: tuple[Player, ...]


@transaction.atomic
def build_sample_site(
    *, by: User, clubs: int, today: date, seed: int, weeks: int
) -> list[SampleNeighbour]:
    """Add clubs to the site, and their league to the federation in scope.

    ``by`` is the federation's account; each club gets one with the same name and
    password.
    """
    neighbours = [add_neighbour(number, by=by) for number in range(clubs)]
    for neighbour in neighbours:
        visitors = neighbours[(neighbour.number + 1) % clubs]
        with scope(neighbour.organisation.pk):
            play_club(neighbour, visitors, today=today, seed=seed, weeks=weeks)
    play_federation(neighbours, by=by, today=today, seed=seed)
    for neighbour in neighbours:
        join_federation(neighbour, by=by)
    update_ratings()
    return neighbours


def join_federation(neighbour: SampleNeighbour, *, by: User) -> None:
    """Let the federation in scope claim a club, and the club agree."""
    federation = organisation_in_scope()
    name_club(address=neighbour.host.name, by=by)
    with scope(neighbour.organisation.pk):
        accept_federation(other=federation, by=User.objects.get(username=by.username))


def add_neighbour(number: int, *, by: User) -> SampleNeighbour:
    """Add a club with its colour, weekday, account and members."""
    town = TOWNS[number % len(TOWNS)]
    name = f"{CLUBS[number % len(CLUBS)]} {town}"
    registered = add_organisation(name=name, host=f"{slugify(fold(name))}.localhost")
    with scope(registered.organisation.pk):
        club = own_organisation() or registered.organisation
        club.felt = Felt.values[number % len(Felt.values)]
        club.rhythm, club.weekday, club.start_time = Rhythm.WEEKLY, number % 7, "19:30"
        club.place, club.town = f"Gasthof Zur Post {town}", town
        save_organisation(organisation=club)
        User(username=by.username, role=by.role, password=by.password).save()
        people = add_players(
            people=[
                Player(first_name=regular.first_name, last_name=regular.last_name)
                for regular in regulars_of(number)
            ]
        )
    return SampleNeighbour(
        name=name,
        number=number,
        organisation=club,
        host=registered.host,
        people=tuple(people),
    )


def regulars_of(number: int) -> list[Regular]:
    """Return the regulars of the club with that number."""
    first = number * MEMBERS
    chance = Random(number)
    return [
        Regular(
            FIRST_NAMES[index % len(FIRST_NAMES)],
            LAST_NAMES[index % len(LAST_NAMES)],
            chance.randint(1, 9),
            chance.randint(4, 9),
        )
        for index in range(first, first + MEMBERS)
    ]


def last_club_day(number: int, today: date) -> date:
    """Return the last day on which the club with that number met."""
    return today - timedelta(days=(today.weekday() - number % 7) % 7)


@postponed_years()
def play_club(
    neighbour: SampleNeighbour,
    visitors: SampleNeighbour,
    *,
    today: date,
    seed: int,
    weeks: int,
) -> None:
    """Play the evenings of a club, with two guests of another, and its season."""
    guests = add_visitors(visitors.name, visitors.people[:GUESTS])
    regulars = [*regulars_of(neighbour.number), *regulars_of(visitors.number)[:GUESTS]]
    cast = Cast(
        regulars=dict(zip(regulars, [*neighbour.people, *guests], strict=True)),
        one_time_guests={},
        visitors=[],
        today=last_club_day(neighbour.number, today),
        by=User.objects.get(),
        seed=seed + neighbour.number,
        place=neighbour.organisation.place,
    )
    days = [evening.date for evening in play_past_evenings(cast, weeks=weeks)]
    publish_seasons(days, today=today)


def add_visitors(club: str, people: Sequence[Player]) -> list[Player]:
    """Add people of another organisation as guests, with the same public ids."""
    home = find_or_add_club(name=club)
    guests = add_players(
        people=[
            new_guest(person.first_name, person.last_name, home) for person in people
        ]
    )
    for copy, original in zip(guests, people, strict=True):
        copy.public_id = original.public_id
        save_player(player=copy)
    return guests


def play_federation(
    neighbours: Sequence[SampleNeighbour], *, by: User, today: date, seed: int
) -> None:
    """Play a match day in each division of four clubs, and plan the next."""
    chance = Random(seed)
    second = add_second_person()
    league = create_league(
        name=_("State league"), season=str(today.year), series_per_day=2
    )
    for number in range(len(neighbours) // TEAMS):
        group = neighbours[number * TEAMS : (number + 1) * TEAMS]
        line_ups = {
            club.name: add_visitors(club.name, club.people[:LINE_UP]) for club in group
        }
        play_division(league, number + 1, line_ups, (by, second), today, chance)
    publish_league(league=league, is_published=True)


def play_division(
    league: League,
    number: int,
    line_ups: Mapping[str, Sequence[Player]],
    accounts: tuple[User, User],
    today: date,
    chance: Random,
) -> None:
    """Play and confirm a match day of four clubs, and plan another."""
    by, second = accounts
    name = _("Division %(number)s") % {"number": number}
    division = save_division(division=Division(league=league, name=name))
    teams = [add_team(division, players) for players in line_ups.values()]
    past_day = today - timedelta(days=DAYS_AGO)
    group = plan_group(division, teams, number=1, day=past_day)
    play_group(group, teams, (TEAMS,) * TEAMS, by=by, chance=chance)
    confirm_group(group=group, by=second)
    next_day = today + timedelta(days=DAYS_AHEAD)
    plan_group(division, teams, number=2, day=next_day)
