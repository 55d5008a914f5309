"""Copies of a whole organisation stand on their own feet."""

import pytest
from django.db import connection

from tests.bench.clones import APART, clone_organisations
from tests.bench.people import add_crowd, add_secretary, open_lists
from tournaments.apps import FIRST_KEY
from tournaments.organisations.models import HostName, Organisation
from tournaments.scope.scope import scope
from tournaments.sheets.models import Game, ScoreSheet

COPIES = 2


@pytest.mark.skipif(connection.vendor != "postgresql", reason="generates series")
@pytest.mark.usefixtures("many_organisations")
def test_each_copy_has_its_own_rows_and_address(db, client):
    HostName.objects.create(organisation_id=FIRST_KEY, name="club0.localhost")
    (sheet,) = open_lists(
        1, typed=3, seed=7, by=add_secretary("erika"), people=add_crowd(4, "Kopie")
    )

    clone_organisations(COPIES)

    assert Organisation.objects.count() == 1 + COPIES
    for copy in range(1, 1 + COPIES):
        with scope(FIRST_KEY + copy * APART):
            assert ScoreSheet.objects.get().pk == sheet.pk + copy * APART
            assert Game.objects.count() == 3
            address = ScoreSheet.objects.get().get_absolute_url()
        page = client.get(address, headers={"host": f"club{copy}.localhost"})
        assert page.status_code == 200
        other = client.get(address, headers={"host": "club0.localhost"})
        assert other.status_code == 404
