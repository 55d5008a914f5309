"""What many tests begin with."""

import copy
from pathlib import Path

import pytest

from tests.tournaments.leagues.matches import (
    WINS,
    make_division,
    make_teams,
    played_day,
    secretary,
)
from tournaments.scope.scope import Audience, shown_to
from tournaments.seating import search

# Commands, files and jobs say themselves who reads, or do without.
NOBODY_READS = {"files", "management"}


@pytest.fixture(autouse=True)
def readers(request):
    """Let a test ask for names as everybody reads them, as a page does."""
    room = request.path.relative_to(Path(__file__).parent).parts[0]
    if room in NOBODY_READS:
        yield
        return
    with shown_to(Audience.PUBLIC):
        yield


@pytest.fixture(autouse=True)
def little_patience(monkeypatch):
    """Give up early where tables of three could be shared better.

    How well tables are drawn is shown in ``seating``.
    """
    monkeypatch.setattr(search, "PATIENCE_FOR_THREES", 3_000)


@pytest.fixture
def erika(client, db):
    """A secretary, signed in at ``client``."""
    erika = secretary()
    client.force_login(erika)
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
