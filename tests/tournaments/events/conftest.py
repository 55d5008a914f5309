import pytest

from tests.factories import make_evening


@pytest.fixture
def evening(db):
    return make_evening()
