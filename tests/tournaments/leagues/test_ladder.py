"""The ladder of a league, and the links to its table."""

import pytest
from django.urls import reverse

from tests.tournaments.leagues.matches import (
    FIRST,
    WINS,
    make_division,
    played_day,
    secretary,
)
from tournaments.leagues.models import Division, MatchGroup
from tournaments.leagues.selectors import division_days
from tournaments.leagues.services import publish_league, withdraw_team

pytestmark = pytest.mark.django_db
SECOND_WINS = {"A": 1, "B": 6, "C": 2, "D": 3}


@pytest.fixture(scope="module")
def two_days(made_teams):
    played_day(*made_teams, WINS, number=1)
    played_day(*made_teams, SECOND_WINS, number=2)
    return made_teams[0].pk


@pytest.fixture
def division(two_days, db):
    return Division.objects.get(pk=two_days)


def test_the_ladder_ends_with_the_places_of_the_table_without_who_withdrew(division):
    found = division_days(division, user=secretary())
    gone = division.teams.order_by("pk")[0]
    withdraw_team(team=gone, on=FIRST, reason="zu wenige")
    after = division_days(division, user=secretary()).ladder.places

    assert found.ladder.days == (1, 2)
    for line in found.table.lines:
        assert found.ladder.places[line.team.pk][-1] == line.row.place
    assert after.keys() == found.ladder.places.keys() - {gone.pk}
    assert all(len(places) == 2 for places in after.values())


def test_the_page_draws_a_line_for_each_team(client, division):
    client.force_login(secretary())

    page = client.get(division.get_absolute_url())

    drawn = page.context["charts"]["wide"]
    assert len(drawn.lines) == 4
    assert [step.text for step in drawn.steps] == ["1. Tag", "2. Tag"]
    assert drawn.lines[0].y == drawn.marks[0].y
    MatchGroup.objects.filter(match_day__number=2).update(event=None)
    assert client.get(division.get_absolute_url()).context["charts"] is None


def test_a_single_league_is_opened_directly_and_several_are_listed(client, division):
    leagues = reverse("leagues:league-list")
    assert client.get(leagues).status_code == 200
    publish_league(league=division.league, is_published=True)

    answer = client.get(leagues, follow=True)

    assert [address for address, _status in answer.redirect_chain] == [
        division.league.get_absolute_url(),
        division.get_absolute_url(),
    ]
    assert f'href="{leagues}?all=yes"' in answer.text
    assert client.get(leagues, {"all": "yes"}).status_code == 200
    another = make_division(season="2027")
    publish_league(league=another.league, is_published=True)
    assert len(client.get(leagues).context["leagues"]) == 2
