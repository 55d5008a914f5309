import pytest

from tests.tournaments.files.events import make_full_event
from tournaments.events.models import Event


@pytest.fixture(scope="module")
def full_event(module_db):
    return make_full_event()


@pytest.fixture
def event(full_event, db):
    """An evening with everything that a file can hold, made once for a module."""
    return Event.objects.get(pk=full_event.pk)
