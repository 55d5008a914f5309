"""Pages of a league are sent again only after a change."""

import pytest
from django.urls import reverse

from tests.tournaments.leagues.matches import (
    plan,
    secretary,
    set_up,
)
from tournaments.leagues.services import (
    publish_league,
)

pytestmark = pytest.mark.django_db


@pytest.fixture
def match(client, four_teams):
    division, teams = four_teams()
    group = set_up(plan(division, teams), teams, by=secretary())
    publish_league(league=division.league, is_published=True)
    client.get(reverse("leagues:league-list"))  # brings the cookie of the forms
    return group


def pages_of(group):
    division = group.match_day.division
    team = group.sides.first().team
    keys = {
        "division": division.pk,
        "division-plan": division.pk,
        "division-teams": division.pk,
        "division-players": division.pk,
        "team": team.pk,
        "group": group.pk,
        "group-seats": group.pk,
    }
    return {name: reverse(f"leagues:{name}", args=[pk]) for name, pk in keys.items()}


def changed(client, group, tags):
    """Return the pages that come again, and remember their tags."""
    again = set()
    for name, address in pages_of(group).items():
        answer = client.get(address, headers={"If-None-Match": tags.get(name, "-")})
        if answer.status_code != 304:
            again.add(name)
            tags[name] = answer.headers["ETag"]
    return again


def test_those_who_may_not_read_a_league_learn_nothing_of_it(client, match):
    tags = {}
    assert changed(client, match, tags) == set(pages_of(match))
    assert changed(client, match, tags) == set()

    publish_league(league=match.match_day.division.league, is_published=False)

    for name, address in pages_of(match).items():
        answer = client.get(address, headers={"If-None-Match": tags[name]})
        assert answer.status_code == 404
