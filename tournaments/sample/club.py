"""Filling the home club: people, years of evenings, tournaments, leagues, seasons."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date

from django.db import transaction
from django.utils.translation import gettext as _

from tournaments.events.models import Event
from tournaments.events.planning.opening import create_event
from tournaments.events.seats.services import open_tables
from tournaments.leagues.models import Division
from tournaments.people.models import Player, User
from tournaments.sample.cast import Cast, add_cast
from tournaments.sample.events.evenings import SERIES, play_past_evenings
from tournaments.sample.events.friday import play_friday_evening
from tournaments.sample.events.tandem import play_tandem_tournament
from tournaments.sample.events.tournaments import (
    play_finished_tournament,
    play_running_tournament,
)
from tournaments.sample.leagues import play_leagues
from tournaments.sample.lists import play_list, type_half_list
from tournaments.sample.organisation import PLACE, introduce_club
from tournaments.sample.people import GUEST_CLUB
from tournaments.sample.seasons import publish_seasons
from tournaments.seasons.models import Season
from tournaments.seating.plans import plan_series
from tournaments.seating.problem import Entrant, SeatingProblem
from tournaments.sheets.models import ScoreSheet
from tournaments.sheets.tallies import postponed_years

PICKS = 2_000  # good enough; a full search takes seconds if the bound is far away
PEOPLE_TODAY = 11  # two tables of four and one of three
WEEKS = 142  # the running season and the two before


@dataclass(frozen=True, slots=True, kw_only=True)
class SampleClub:
    """The events and seasons that were built.

    ``today`` is the evening being played, ``past`` are the earlier ones, latest first,
    and ``seasons`` cover all of them, current one first. ``running`` is the tournament
    in its second series, ``tournament`` the finished one, ``tandem`` one of pairs and
    ``friday`` one by house rules; ``leagues`` are the divisions in which the club
    plays, current one first.
    """

    today: Event
    past: list[Event]
    seasons: list[Season]
    leagues: list[Division]
    tournament: Event
    tandem: Event
    friday: Event
    running: Event


@transaction.atomic
@postponed_years()
def build_sample_club(
    *, by: User, today: date, seed: int = 1, weeks: int = WEEKS
) -> SampleClub:
    """Fill the home club as the account ``by``. The same seed gives the same games.

    There are evenings of the last ``weeks`` with complete lists, some of them proved,
    and that of ``today``: in its second series one list is finished, one half typed
    with an open question, and one empty. There is a finished tournament with its prizes
    paid, one of today whose second series has begun, a tandem tournament with a
    substitute, and a Friday by house rules. There is a league whose third match day is
    provisional, and the previous one if that is recent enough.
    """
    introduce_club(today=today)
    cast = add_cast(today=today, by=by, seed=seed)
    past = play_past_evenings(cast, weeks=weeks)
    tonight = play_tonight(cast)
    days = [evening.date for evening in (tonight, *past)]
    return SampleClub(
        today=tonight,
        past=past,
        seasons=publish_seasons(days, today=today),
        leagues=play_leagues(cast, since=days[-1]),
        tournament=play_finished_tournament(cast),
        tandem=play_tandem_tournament(cast),
        friday=play_friday_evening(cast),
        running=play_running_tournament(cast),
    )


def play_tonight(cast: Cast) -> Event:
    """Play all lists of tonight except two: one is half typed, one stays empty."""
    by, chance = cast.by, cast.random_for("tonight")
    evening = create_event(
        name=_("Club evening"), date=cast.today, place=PLACE, series=SERIES
    )
    people = chance.sample([*cast.members, *cast.guests], PEOPLE_TODAY)
    *finished, half_played, _empty = draw_and_seat(evening, people, seed=str(cast.seed))
    for sheet in finished:
        play_list(sheet, by=by, chance=chance)
    type_half_list(half_played, by=by, chance=chance)
    return evening


def draw_and_seat(
    evening: Event, people: Sequence[Player], *, seed: str
) -> list[ScoreSheet]:
    """Draw the tables of all series and seat the players; guests sit apart."""
    entrants = tuple(
        Entrant(number=number, club=GUEST_CLUB if person.is_guest else None)
        for number, person in enumerate(people, 1)
    )
    problem = SeatingProblem(entrants=entrants)
    planned = plan_series(problem, series=SERIES, seed=seed, picks=PICKS)
    sheets: list[ScoreSheet] = []
    for series, tables in zip(evening.series.all(), planned.series, strict=True):
        seatings = [[people[number - 1] for number in table] for table in tables]
        sheets += open_tables(series=series, seatings=seatings)
    return sheets
