"""What many tests of events begin with."""

import pytest

from tests.factories import make_secretary


@pytest.fixture
def erika(client, db):
    """A secretary, signed in at ``client``."""
    user = make_secretary()
    client.force_login(user, backend="django.contrib.auth.backends.ModelBackend")
    return user
