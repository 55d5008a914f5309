import pytest
from django.conf import settings
from django.test import Client

from tests.factories import make_secretary, make_sheet


@pytest.fixture
def erika(transactional_db):
    return make_secretary()


@pytest.fixture
def sheet(transactional_db):
    return make_sheet()


@pytest.fixture
def sign_in(live_server):
    """Put the session of an account into a browser, without the page for it."""

    def sign(context, user):
        client = Client()
        client.force_login(user)
        name = settings.SESSION_COOKIE_NAME
        context.add_cookies(
            [
                {
                    "name": name,
                    "value": client.cookies[name].value,
                    "url": live_server.url,
                }
            ]
        )
        return context

    return sign


@pytest.fixture
def desk(page, live_server, sign_in, erika):
    """Return the browser of Erika; ``faults`` collects what its console says."""
    sign_in(page.context, erika)
    page.faults = []
    page.on("pageerror", lambda error: page.faults.append(str(error)))
    yield page
    assert page.faults == []
