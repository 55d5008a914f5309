import pytest

from tests.factories import make_sheet


@pytest.fixture
def sheet(transactional_db):
    """A short list: each row that the desk shows is drawn again at every line."""
    return make_sheet(rounds=3)


@pytest.fixture
def long_sheet(transactional_db):
    return make_sheet()


@pytest.fixture
def desk(page, live_server, sign_in, erika):
    """Return the browser of Erika; ``faults`` collects what its console says."""
    sign_in(page.context, erika)
    page.faults = []
    page.on("pageerror", lambda error: page.faults.append(str(error)))
    yield page
    assert page.faults == []
