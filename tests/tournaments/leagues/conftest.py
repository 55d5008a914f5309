import pytest

from tests.factories import make_secretary
from tests.tournaments.leagues.pages import sign_in


@pytest.fixture
def erika(client):
    """A secretary who is signed in."""
    erika = make_secretary()
    sign_in(client, erika)
    return erika
