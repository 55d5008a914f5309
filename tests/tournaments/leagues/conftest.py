import copy

import pytest

from tests.tournaments.leagues.matches import make_division, make_teams, plan, set_up
from tournaments.leagues.models import League


@pytest.fixture(scope="module")
def made_teams(module_db):
    division = make_division(promoted=1, relegated=1)
    return division, make_teams(division)


@pytest.fixture
def four_teams(made_teams, db):
    """Return what gives a division, under some rule of its own, and its four teams."""

    def with_rules(**rules):
        division, teams = copy.deepcopy(made_teams)
        League.objects.filter(pk=division.league_id).update(**rules)
        division.league.refresh_from_db()
        return division, teams

    return with_rules


@pytest.fixture
def begun(four_teams, erika):
    """Return what sets up a match of the four teams: the group and its teams."""

    def with_rules(*present, **rules):
        division, teams = four_teams(**rules)
        return set_up(plan(division, teams), teams, present, by=erika), teams

    return with_rules


@pytest.fixture
def of_four(four_teams):
    return four_teams()


@pytest.fixture
def division(of_four):
    return of_four[0]


@pytest.fixture
def teams(of_four):
    return of_four[1]


@pytest.fixture
def group(division, teams):
    """A group of the four teams that was not set up yet."""
    return plan(division, teams)
