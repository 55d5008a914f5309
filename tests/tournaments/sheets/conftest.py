import pytest

from tests.factories import make_secretary, make_sheet


@pytest.fixture
def erika(db):
    return make_secretary()


@pytest.fixture
def erika_online(client, erika):
    client.force_login(erika)
    return client


@pytest.fixture
def sheet(db):
    return make_sheet()
