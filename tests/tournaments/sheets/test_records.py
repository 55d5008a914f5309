"""What is never removed stays, whoever deletes what it belongs to."""

import pytest
from django.db.models import ProtectedError

from tests.factories import EIGHT_GAMES, make_sheet, type_games
from tournaments.sheets.finishing.services import finish_sheet
from tournaments.sheets.models import Change, ListVersion, ScoreSheet
from tournaments.sheets.seats import delete_lists

pytestmark = pytest.mark.django_db


@pytest.fixture
def finished(erika):
    sheet = make_sheet()
    type_games(sheet, EIGHT_GAMES, by=erika)
    finish_sheet(sheet=sheet, by=erika, cut_short=True)
    return sheet


@pytest.mark.parametrize("other", [Change, ListVersion])
def test_neither_history_nor_versions_go_with_a_list(finished, other):
    other.objects.all().delete()

    with pytest.raises(ProtectedError):
        finished.delete()


def test_lists_that_are_replaced_go_with_all_their_records(finished):
    delete_lists(ScoreSheet.objects.filter(pk=finished.pk))

    assert not Change.objects.exists()
    assert not ListVersion.objects.exists()
