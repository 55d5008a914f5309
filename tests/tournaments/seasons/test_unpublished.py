"""Visitors learn nothing of unpublished events, wherever events are added up."""

import re

import pytest

from scoring.seasons.rules import SeasonRule
from tests.factories import finish_list, make_user
from tests.tournaments.leagues.matches import (
    make_division,
    make_teams,
    plan,
    play_series,
    played_day,
    secretary,
    set_up,
)
from tests.tournaments.people.names.test_privacy import addresses, answered
from tests.tournaments.seasons.seasons import make_season, played_evening
from tournaments.events.models import Event
from tournaments.events.planning.services import publish_event
from tournaments.leagues.services import publish_league
from tournaments.seasons.services import publish_season
from tournaments.sheets.finishing.services import reopen_sheet, strike_rest
from tournaments.sheets.models import ScoreSheet
from tournaments.sheets.seats import delete_lists

pytestmark = pytest.mark.django_db

ADDED_UP = (
    "seasons",
    "leagues",
    "members",
    "records",
    "all-time",
    "paper",
    "downloads",
)
ONLY_THERE = ("Xaver", "Zenzi", "Heimlich", "Verstohlen")
PASSING = re.compile(r"[A-Za-z0-9]{64}|\d{4}-\d\d-\d\dT[\d:]+Z")


@pytest.fixture(scope="module")
def club(first_keys):
    """A public season and a public league, each with an unpublished event."""
    erika = secretary()
    hidden = played_evening(1, 1, erika, players=("Xaver", "Zenzi", "Anna"), games=3)
    rename(hidden, "Heimlicher Abend")
    public = played_evening(0, 2, erika, games=2)
    publish_season(season=make_season(SeasonRule()), is_published=True)
    teams = make_teams(division := make_division(match_days=2), "ABC", people=4)
    played_day(division, teams, {"A": 3, "B": 2, "C": 1})
    group = set_up(plan(division, teams, number=2), teams, by=erika)
    play_series(group, {"A": 1, "B": 4, "C": 2}, by=erika, close=False)
    publish_league(league=division.league, is_published=True)
    rename(group.event, "Verstohlenes Spiel")
    publish_event(event=public, is_published=True)
    publish_event(event=Event.objects.get(pk=hidden.pk), is_published=False)
    publish_event(event=Event.objects.get(pk=group.event_id), is_published=False)
    return erika


def rename(event, name):
    Event.objects.filter(pk=event.pk).update(name=name)


def added_up():
    """Return the addresses of whatever is made of more than one event.

    The keys are those of everything that is not published, and more.
    """
    found = addresses(keys=[1, 2, 4, 6])
    return ["/", *(each for each in found if each.split("/")[1] in ADDED_UP)]


def play_on(erika):
    """Add points to the unpublished events."""
    hidden = Event.objects.exclude(is_published=True)
    sheets = ScoreSheet.objects.filter(series__event__in=hidden)
    for sheet in sheets.order_by("pk"):
        reopen_sheet(sheet=sheet, by=erika, reason="ein Spiel fehlt")
        strike_rest(sheet=sheet, by=erika, struck=False)
        finish_list(sheet, ["1g2", "2g3-"], by=erika)


def settled(found):
    """Return answers without the parts that differ each time."""
    return {
        address: PASSING.sub("", text.partition("\n")[2])
        for address, text in found.items()
    }


@pytest.mark.usefixtures("standing_clock")
def test_unpublished_events_leave_no_trace_in_public_sums(client, club):
    found = answered(client, added_up())
    settled_before = settled(found)
    play_on(club)
    settled_after = settled(answered(client, found))

    told = {
        address: words
        for address, text in found.items()
        if (words := [word for word in ONLY_THERE if word in text])
    }
    assert told == {}
    hidden = Event.objects.exclude(is_published=True)
    for sheet in ScoreSheet.objects.filter(series__event__in=hidden):
        assert f'"/lists/{sheet.pk}/' not in "\n".join(found.values())
    # Points won there change no number.
    assert settled_after == settled_before
    kinds = {tuple(address.strip("/").split("/")[:2]) for address in found}
    assert {("seasons", "1"), ("paper", "seasons"), ("downloads", "divisions")} <= kinds


NUMBERS = [
    "/seasons/1/",
    "/seasons/1/results/",
    "/paper/seasons/1/",
    "/downloads/seasons/1/csv/",
    "/downloads/seasons/1/xlsx/",
    "/leagues/divisions/1/",
    "/leagues/matches/2/",
    "/leagues/teams/1/",
    "/paper/divisions/1/",
    "/downloads/divisions/1/ods/",
    "/downloads/divisions/1/players/csv/",
    "/members/3/",
    "/all-time/",
    "/records/",
]


def test_accounts_read_everything(client, club):
    client.force_login(make_user())
    before = settled(answered(client, NUMBERS))
    play_on(club)
    after = settled(answered(client, NUMBERS))

    assert {each for each in NUMBERS if before[each] == after[each]} == set()
    assert "Besucher sehen diese Tabelle ohne das" in after["/seasons/1/"]
    assert "Heimlicher Abend, 16.01.2026" in after["/seasons/1/"]
    assert "Besucher sehen diese Tabelle ohne das" in after["/leagues/divisions/1/"]


SEASON = "Hier zählen nur veröffentlichte Abende; gespielt wurden mehr."
LEAGUE = "Hier zählen nur veröffentlichte Begegnungen; es gibt weitere."
MATCH = "Plätze und Ergebnisse dieser Begegnung sind nicht veröffentlicht."
TOLD = {
    "/seasons/1/": SEASON,
    "/seasons/1/results/": SEASON,
    "/seasons/1/people/3/": SEASON,
    "/paper/seasons/1/": SEASON,
    "/downloads/seasons/1/csv/": SEASON,
    "/downloads/seasons/1/ods/": SEASON,
    "/leagues/divisions/1/": LEAGUE,
    "/leagues/divisions/1/players/": LEAGUE,
    "/leagues/teams/1/": LEAGUE,
    "/paper/divisions/1/": LEAGUE,
    "/paper/divisions/1/players/": LEAGUE,
    "/downloads/divisions/1/csv/": LEAGUE,
    "/leagues/matches/2/": MATCH,
    "/leagues/matches/2/seats/": MATCH,
}


def test_visitors_are_told_that_there_is_more(client, club):
    partial = answered(client, TOLD)
    publish_everything()
    whole = answered(client, TOLD)

    assert {each for each in TOLD if TOLD[each] not in partial[each]} == set()
    assert {each for each in TOLD if TOLD[each] in whole[each]} == set()


def publish_everything():
    for event in Event.objects.exclude(is_published=True):
        publish_event(event=event, is_published=True)


def test_a_season_of_hidden_evenings_does_not_look_unplayed(client, club):
    for event in Event.objects.filter(is_published=True):
        publish_event(event=event, is_published=False)

    page = client.get("/seasons/1/").text

    assert SEASON in page
    assert "Noch keine Liste ist abgeschlossen" not in page


def test_an_evening_without_a_list_is_not_mentioned(client, club):
    delete = Event.objects.get(name="Heimlicher Abend")
    delete_lists(ScoreSheet.objects.filter(series__event=delete))

    assert SEASON not in client.get("/seasons/1/").text
