import copy

import pytest

from tests.factories import make_secretary, make_sheet


@pytest.fixture
def erika(db):
    return make_secretary()


@pytest.fixture
def erika_online(client, erika):
    client.force_login(erika)
    return client


@pytest.fixture(scope="module")
def made_sheet(module_db):
    return make_sheet()


@pytest.fixture
def sheet(made_sheet, db):
    return copy.deepcopy(made_sheet)
