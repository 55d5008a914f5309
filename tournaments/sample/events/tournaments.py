"""Two tournaments of the invented club: a finished one and one under way."""

from collections.abc import Sequence
from datetime import date
from random import Random

from django.utils.translation import gettext as _

from tournaments.events.draws.drawing import DrawWish
from tournaments.events.draws.services import draw_tables
from tournaments.events.entries.services import (
    mark_present,
    register_people,
)
from tournaments.events.flow.services import close_series, release
from tournaments.events.models import Entry, Event, Prize, Series, TeamContest
from tournaments.events.money.services import pay_fee
from tournaments.events.planning.opening import set_up_event
from tournaments.events.planning.services import publish_event
from tournaments.events.prizes.services import pay_prizes, save_prize_plan
from tournaments.events.teams.services import add_contest, create_club_teams
from tournaments.people.models import Player, User
from tournaments.sample.cast import Cast
from tournaments.sample.lists import begin_list, play_list
from tournaments.sheets.models import ScoreSheet
from tournaments.words.choices import EventKind, PrizeMode

HALL = "Stadthalle Nebelhausen"
SERIES = 3
DAYS_SINCE = 45  # the tournament that is over
TEAM = 4
FEE = 1_000  # cents
SHARES = (30, 20, 12, 8, 5)  # percent of the pot
TEAM_SHARES = (12, 8, 5)
HAM_PLACE = 6
HOME = 12  # members among the 48 of the tournament that is over
RUNNING_HOME = 8
RUNNING_VISITORS = 22  # three clubs whole, with the two guests


def play_finished_tournament(cast: Cast) -> Event:
    """Play a tournament of 48 to its end, with fees and prizes paid, and release it.

    The three series are drawn in advance, as for start cards.
    """
    by, chance = cast.by, cast.random_for("tournament")
    people = [*cast.members[:HOME], *cast.guests, *cast.visitors]
    event = open_tournament(_("Autumn cup"), people, day=cast.day(DAYS_SINCE), by=by)
    draw_series(event, 1, SERIES, by=by, chance=chance)
    for series in event.series.all():
        play_series(series, by=by, chance=chance)
    event = release(event=event, is_released=True)
    pay_prizes(event=event, by=by)
    return event


def play_running_tournament(cast: Cast) -> Event:
    """Play the first series of a tournament of 32 and begin a list of the second."""
    by, chance = cast.by, cast.random_for("running")
    members, visitors = cast.members[-RUNNING_HOME:], cast.visitors[:RUNNING_VISITORS]
    people = [*members, *cast.guests, *visitors]
    event = open_tournament(_("Four clubs cup"), people, day=cast.today, by=by)
    first, second = event.series.filter(number__lte=2)
    draw_series(event, 1, 1, by=by, chance=chance)
    play_series(first, by=by, chance=chance)
    draw_series(event, 2, 2, by=by, chance=chance)
    begin_list(sheets_of(second)[0], by=by, chance=chance)
    return event


def play_series(series: Series, *, by: User, chance: Random) -> None:
    """Play all lists of a series and close it."""
    for sheet in sheets_of(series):
        play_list(sheet, by=by, chance=chance)
    close_series(series=series, by=by)


def open_tournament(
    name: str, people: Sequence[Player], *, day: date, by: User
) -> Event:
    """Open a published tournament; all have come, have paid and play in teams."""
    new_event = Event(name=name, date=day, entry_fee=FEE)
    event, _entries = event_with_entries(new_event, people, series=SERIES, by=by)
    contest = add_contest(event=event, name=_("Teams"), size=TEAM)
    create_club_teams(contest=contest)
    save_prize_plan(event=event, prizes=prize_plan(contest))
    return publish_event(event=event, is_published=True)


def event_with_entries(
    event: Event, people: Sequence[Player], *, series: int, by: User
) -> tuple[Event, list[Entry]]:
    """Open a tournament with shares as prizes; all have come and have paid."""
    event.kind, event.place = EventKind.TOURNAMENT, HALL
    event.prize_mode = PrizeMode.SHARES
    event = set_up_event(event=event, series=series)
    entries = register_people(event=event, people=people)
    for entry in entries:
        mark_present(entry=entry)
        pay_fee(entry=entry, by=by)
    return event, entries


def prize_plan(contest: TeamContest) -> list[Prize]:
    """Return the prize plan: shares of the pot, and a ham."""
    return [
        *(Prize(place=place, percent=share) for place, share in enumerate(SHARES, 1)),
        Prize(place=HAM_PLACE, text=_("A smoked ham")),
        *(
            Prize(place=place, percent=share, contest=contest)
            for place, share in enumerate(TEAM_SHARES, 1)
        ),
    ]


def draw_series(
    event: Event, first: int, last: int, *, by: User, chance: Random
) -> None:
    """Draw several series; club mates and team mates sit apart."""
    wish = DrawWish(first=first, last=last, seed=str(chance.randrange(1_000_000)))
    # Without a time limit, so that every machine draws the same tables.
    draw_tables(event=event, wish=wish, by=by, seconds=None)


def sheets_of(series: Series) -> list[ScoreSheet]:
    """Return the lists of a series by table, with their event."""
    sheets = ScoreSheet.objects.filter(series=series).with_event()
    return list(sheets.order_by("table_number"))
