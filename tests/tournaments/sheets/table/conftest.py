import pytest

from tests.factories import make_secretary, make_sheet
from tests.tournaments.sheets.table.phones import Phone


@pytest.fixture
def erika(db):
    return make_secretary()


@pytest.fixture
def sheet(db):
    return make_sheet()


@pytest.fixture
def phone(client, sheet, erika):
    return Phone(client, sheet)
