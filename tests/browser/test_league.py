"""The pages of a league pass axe and fit a phone."""

import pytest
from django.urls import reverse

from tests.browser.test_accessibility import faults_on
from tests.tournaments.leagues.matches import (
    known,
    make_division,
    make_teams,
    plan,
    play_series,
    played_day,
    set_up,
)
from tournaments.leagues.services import withdraw_team

pytestmark = pytest.mark.django_db(transaction=True)


def pages_of(division, group, planned):
    names = {
        "league-edit": division.league_id,
        "league-delete": division.league_id,
        "division-edit": division.pk,
        "division-teams": division.pk,
        "division-plan": division.pk,
        "division-players": division.pk,
        "match-day-create": division.pk,
        "match-day": planned.match_day_id,
        "team-edit": group.host_id,
        "team-line-up": group.host_id,
        "group-seats": group.pk,
        "group-people": group.pk,
        "group-edit": group.pk,
        "group-set-up": planned.pk,
    }
    paths = [reverse(f"leagues:{name}", args=[pk]) for name, pk in names.items()]
    person = [division.pk, known("A1").pk]
    return [
        reverse("leagues:league-list"),
        reverse("leagues:league-create"),
        *paths,
        division.get_absolute_url(),
        group.get_absolute_url(),
        group.host.get_absolute_url(),
        reverse("leagues:division-person", args=person),
    ]


def test_the_pages_of_a_league_pass_and_do_not_scroll_sideways(erika, signed_in, site):
    division = make_division("Staffel Ost", rounds=1, promoted=1, relegated=1)
    teams = make_teams(division)
    match = plan(division, teams, host=teams[0])
    match = set_up(match, teams, (4, 4, 4, 3), by=erika)
    play_series(match, {"A": 2, "B": 1}, by=erika)
    played_day(division, teams, {"C": 3}, number=2)
    planned = plan(division, teams, number=3)
    withdraw_team(team=teams[3], on="2026-03-01", reason="Auflösung")
    signed_in(erika)

    assert faults_on(site, pages_of(division, match, planned)) == {}
