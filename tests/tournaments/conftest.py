"""What many tests begin with."""

import copy

import pytest

from tests.tournaments.leagues.matches import (
    WINS,
    make_division,
    make_teams,
    played_day,
    secretary,
)
from tests.tournaments.leagues.pages import sign_in


@pytest.fixture
def erika(client, db):
    """A secretary, signed in at ``client``."""
    erika = secretary()
    sign_in(client, erika)
    return erika


@pytest.fixture(scope="module")
def played_league(module_db):
    division = make_division(promoted=1, relegated=1)
    teams = make_teams(division)
    return division, teams, played_day(division, teams, WINS)


@pytest.fixture
def league(played_league, db):
    """A division, its teams and a day on which A won before B, C and D."""
    return copy.deepcopy(played_league)
