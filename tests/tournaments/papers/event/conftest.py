import pytest

from tests.factories import make_secretary
from tests.tournaments.papers.events import make_event
from tournaments.events.models import Event
from tournaments.sheets.models import ScoreSheet
from tournaments.sheets.seats import delete_lists


@pytest.fixture(scope="module")
def played_and_released(module_db):
    """An event of one series that visitors read."""
    event = make_event(make_secretary())
    delete_lists(ScoreSheet.objects.filter(series__number=2))
    event.series.filter(number=2).delete()
    Event.objects.update(is_published=True, is_released=True)
    return event


@pytest.fixture
def event(played_and_released, db):
    return Event.objects.get(pk=played_and_released.pk)
