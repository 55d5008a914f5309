"""Fill the club at home: people, evenings, a finished tournament and a running one."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from random import Random

from django.db import transaction
from django.utils.translation import gettext as _

from tournaments.events.flow.services import close_series, release
from tournaments.events.models import Event, Series
from tournaments.events.planning.opening import create_event
from tournaments.events.planning.services import publish
from tournaments.events.seats.services import open_tables
from tournaments.leagues.models import Division
from tournaments.people.models import Player, User
from tournaments.people.services import (
    NewPerson,
    add_players,
    find_or_add_club,
    save_player,
)
from tournaments.sample.friday import SampleFriday, friday_evening
from tournaments.sample.leagues import SampleLeague, running_league
from tournaments.sample.lists import half_typed, play
from tournaments.sample.people import GUEST_CLUB, GUESTS, MEMBERS, WISHES
from tournaments.sample.seasons import running_season
from tournaments.sample.tandem import tandem_tournament
from tournaments.sample.tournaments import (
    SampleTournament,
    add_visitors,
    finished_tournament,
    running_tournament,
)
from tournaments.seasons.models import Season
from tournaments.seating.plans import plan
from tournaments.seating.problem import Entrant, SeatingProblem
from tournaments.sheets.models import ScoreSheet
from tournaments.sheets.tallies import years_put_off
from tournaments.sheets.writing import Written

PLACE = "Gasthaus Zum Grünen Baum"
SERIES = 2
WEEKS_AGO = {3: 22, 2: 19, 1: 23}  # how many people came how many weeks ago
PICKS = 2_000  # good enough; the full search takes seconds where the bound is far
PEOPLE_TODAY = 11  # two tables of four and one of three
WEEKS_SINCE = 6  # the tournament that is over
WEEKS_SINCE_TANDEM = 4
WEEKS_SINCE_FRIDAY = 5
CUT_SHORT = (2, 2, 1)  # weeks ago, series, table: time was up eight games early
STRUCK = 8


@dataclass(frozen=True, slots=True, kw_only=True)
class SampleClub:
    """What was built.

    ``today`` is the evening that is half played, ``season`` the one of all evenings,
    ``running`` the tournament that is in its second series, ``tournament`` the one
    that is over, ``tandem`` one of pairs, ``friday`` one by house rules, ``league`` the
    division in which the club plays.
    """

    today: Event
    season: Season
    league: Division
    past: tuple[Event, ...]
    tournament: Event
    tandem: Event
    friday: Event
    running: Event
    players: int
    lists: int
    games: int


@dataclass(frozen=True, slots=True, kw_only=True)
class SampleEvents:
    """What is no club evening, with its lists."""

    tournament: SampleTournament
    running: SampleTournament
    tandem: SampleTournament
    league: SampleLeague
    friday: SampleFriday

    @property
    def typed(self) -> list[Written]:
        """Return all lists that were typed."""
        return [
            *self.tournament.typed,
            *self.running.typed,
            *self.tandem.typed,
            *self.league.typed,
            *self.friday.typed,
        ]


@transaction.atomic
@years_put_off()
def build_sample_club(*, by: User, today: date, seed: int = 1) -> SampleClub:
    """Fill the club at home, typed by the hand of ``by``. Same seed, same games.

    Three past evenings with complete lists, some of them proved; and the evening of
    ``today``, in whose second series one list is finished, one half typed with an
    open question, and one empty. Two tournaments: one that is over, with its prizes
    paid, and one of today whose second series has begun; a tandem tournament with a
    substitute. A Friday by the house rules of the club. A league, whose third
    match day is provisional.
    """
    chance = Random(seed)
    people = add_people()
    visitors = add_visitors()
    events = add_events(people, visitors, today=today, by=by, seed=seed)
    past: list[Event] = []
    typed = events.typed
    for weeks, number in WEEKS_AGO.items():
        evening = evening_on(today - timedelta(weeks=weeks))
        tables = seated(evening, chance.sample(people, number), seed=f"{seed}/{weeks}")
        for sheet in tables:
            typed.append(play(sheet, by=by, chance=chance, struck=struck(sheet, weeks)))
        past.append(published(evening, by=by))
    tonight = evening_on(today)
    tables = seated(tonight, chance.sample(people, PEOPLE_TODAY), seed=f"{seed}/0")
    typed += typed_tonight(tables, by=by, chance=chance)
    return SampleClub(
        today=tonight,
        season=running_season(first=past[0].date),
        league=events.league.division,
        past=tuple(past),
        tournament=events.tournament.event,
        tandem=events.tandem.event,
        friday=events.friday.event,
        running=events.running.event,
        players=len(people) + len(visitors),
        lists=len(typed) + len(events.running.empty) + 1,
        games=sum(written.ledger.played for written in typed),
    )


def add_events(
    people: Sequence[Player],
    visitors: Sequence[Player],
    *,
    today: date,
    by: User,
    seed: int,
) -> SampleEvents:
    """Play everything that is no club evening, each with a chance of its own."""
    return SampleEvents(
        tournament=finished_tournament(
            people,
            visitors,
            day=today - timedelta(weeks=WEEKS_SINCE),
            by=by,
            chance=Random(f"{seed}/tournament"),
        ),
        running=running_tournament(
            people, visitors, day=today, by=by, chance=Random(f"{seed}/running")
        ),
        tandem=tandem_tournament(
            people,
            day=today - timedelta(weeks=WEEKS_SINCE_TANDEM),
            by=by,
            chance=Random(f"{seed}/tandem"),
        ),
        league=running_league(
            people, visitors, today=today, by=by, chance=Random(f"{seed}/league")
        ),
        friday=friday_evening(
            [person for person in people if not person.is_guest],
            day=today - timedelta(weeks=WEEKS_SINCE_FRIDAY),
            by=by,
            chance=Random(f"{seed}/friday"),
        ),
    )


def typed_tonight(
    sheets: Sequence[ScoreSheet], *, by: User, chance: Random
) -> list[Written]:
    """Play all lists but the last two: one is half typed, one stays empty."""
    *finished, half, _empty = sheets
    typed = [play(sheet, by=by, chance=chance) for sheet in finished]
    return [*typed, half_typed(half, by=by, chance=chance)]


def published(evening: Event, *, by: User) -> Event:
    """Close a past evening and publish its final results."""
    for series in evening.series.all():
        close_series(series=series, by=by)
    release(event=evening, is_released=True)
    return publish(event=evening, is_published=True)


def add_people() -> list[Player]:
    """Add the members, and the guests of another club."""
    guest_club = find_or_add_club(name=GUEST_CLUB)
    people = add_players(
        people=[
            *(NewPerson(first_name=first, last_name=last) for first, last in MEMBERS),
            *(
                NewPerson(
                    first_name=first, last_name=last, is_guest=True, club=guest_club
                )
                for first, last in GUESTS
            ),
        ]
    )
    for person in people:
        if wish := WISHES.get(person.last_name):
            person.privacy = wish
            save_player(player=person)
    return people


def evening_on(day: date) -> Event:
    """Create the club evening of a day."""
    return create_event(name=_("Club evening"), date=day, place=PLACE, series=SERIES)


def seated(evening: Event, people: Sequence[Player], *, seed: str) -> list[ScoreSheet]:
    """Draw the tables of all series and seat the people; guests sit apart."""
    entrants = tuple(
        Entrant(number=number, club=GUEST_CLUB if person.is_guest else None)
        for number, person in enumerate(people, 1)
    )
    problem = SeatingProblem(entrants=entrants)
    drawn = plan(problem, series=SERIES, seed=seed, picks=PICKS)
    sheets: list[ScoreSheet] = []
    for series, tables in zip(evening.series.all(), drawn.series, strict=True):
        sheets += seated_in(series, people, tables)
    return sheets


def seated_in(
    series: Series, people: Sequence[Player], tables: Sequence[Sequence[int]]
) -> list[ScoreSheet]:
    """Open the tables of one series."""
    seatings = [[people[number - 1] for number in table] for table in tables]
    return open_tables(series=series, seatings=seatings)


def struck(sheet: ScoreSheet, weeks: int) -> int:
    """Return how many games of a past list were not played."""
    is_cut_short = (weeks, sheet.series.number, sheet.table_number) == CUT_SHORT
    return STRUCK if is_cut_short else 0
