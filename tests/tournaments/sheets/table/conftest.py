import pytest

from tests.tournaments.sheets.table.phones import Phone


@pytest.fixture
def phone(client, sheet, erika):
    return Phone(client, sheet)
