"""No page asks the database more often where there is more to show."""

import pytest
from django.core.cache import caches
from django.db import connection
from django.test.utils import CaptureQueriesContext

from tests.factories import (
    EIGHT_GAMES,
    make_evening,
    make_owner,
    make_player,
    make_players,
    make_secretary,
    make_sheet,
    make_user,
    type_games,
)
from tests.tournaments.files import events
from tests.tournaments.leagues.matches import (
    WINS,
    make_division,
    make_teams,
    played_day,
)
from tests.tournaments.seasons.seasons import make_season, played_evening
from tests.walk import paths
from tournaments.events.entries.services import add_entry, register_people
from tournaments.events.models import Event, Team
from tournaments.events.seats.services import open_table
from tournaments.events.teams.services import keep_apart, save_team
from tournaments.leagues.models import Division
from tournaments.people.models import Club, User
from tournaments.sheets.finishing.services import finish_sheet

GENDERS = ("female", "male", "female", "male", "female")
# Papers and files are counted where they are made.
ELSEWHERE = ("/paper/", "/downloads/")


@pytest.fixture(scope="module")
def club(first_keys):
    """A club with something of each kind, two or three where one is no list."""
    owner = make_owner("erika")
    gerda = make_secretary("gerda")
    home = Club.objects.create(name="Karo Einfach", is_home=True)
    *people, substitute = [
        make_player(f"Anna{letter} Abel", club=home, gender=gender)
        for letter, gender in zip("abcde", GENDERS, strict=True)
    ]
    event = make_evening("Preisskat", series=3, rounds=2)
    events.enter(event, people, owner)
    event.draws.update(question="")
    events.play(event, people, substitute, owner, gerda)
    events.type_totals(event, people, owner)
    events.pay(event, people, owner)
    make_season()
    division = make_division(match_days=9)
    played_day(division, make_teams(division), WINS)
    grow("first", owner)
    return owner.pk


def grow(name, by):
    """Add more of each kind, to the first event and division as to the club."""
    event = Event.objects.order_by("pk")[0]
    players = make_players(f"{name.title()} {letter}{name}" for letter in "klmn")
    entries = [add_entry(event=event, player=each) for each in players]
    keep_apart(first=entries[0], second=entries[1])
    for contest in event.contests.all():
        if contest.kind != "mixed":
            save_team(team=Team(contest=contest, name=name), entries=entries[:2])
    for series in event.series.all():
        sheet = open_table(series=series, players=players)
        type_games(sheet, EIGHT_GAMES, by=by)
        if series.number < 3:
            finish_sheet(sheet=sheet, by=by, cut_short=True)
    expected = make_players(f"{name.title()} {letter}{name}" for letter in "xyz")
    register_people(event=event, people=expected)
    weeks = 1 + Event.objects.count()
    played_evening(weeks, 1, by)
    division = Division.objects.order_by("pk")[0]
    number = division.match_days.count() + 1
    played_day(division, list(division.teams.order_by("pk"))[:4], WINS, number=number)
    make_teams(division, "E", people=2, prefix=name)
    make_user(f"{name}-reader")
    Club.objects.create(name=f"Pik {name}")
    make_sheet((f"A{name}", f"B{name}", f"C{name}"))


def costs(client, asked):
    """Return the number of queries of each page."""
    client.get("/")
    found = {}
    for path in asked:
        caches["drawn"].clear()
        with CaptureQueriesContext(connection) as queries:
            answer = client.get(path)
        if answer.status_code == 200:
            found[path] = len(queries)
    return found


@pytest.mark.usefixtures("bare_refusals")
def test_no_page_asks_more_where_there_is_more(client, club, db):
    owner = User.objects.get(pk=club)
    client.force_login(owner)
    before = costs(client, [each for each in paths() if not each.startswith(ELSEWHERE)])

    grow("second", owner)
    after = costs(client, before)

    more = {path for path in before if after.get(path, 0) > before[path]}
    assert more == set()
    assert len(before) > 100
