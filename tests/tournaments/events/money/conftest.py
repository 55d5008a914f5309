import pytest

from tests.factories import make_owner


@pytest.fixture
def erika(client, db):
    """The owner of the books, who may do everything with money, signed in."""
    owner = make_owner("erika")
    client.force_login(owner)
    return owner
