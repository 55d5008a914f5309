"""The codes that lead from the paper to a list."""

import pytest

from tests.factories import make_sheet
from tournaments.organisations.services import add_organisation
from tournaments.scope.scope import scope
from tournaments.sheets import writing
from tournaments.sheets.models import ScoreSheet

pytestmark = [pytest.mark.django_db, pytest.mark.database]


def test_a_code_of_another_organisation_is_taken_too(many_organisations, monkeypatch):
    make_sheet()
    ScoreSheet.objects.update(code="A")
    other = add_organisation(name="Herz Sieben", host="herz7.localhost").organisation
    monkeypatch.setattr(writing, "LETTERS", "AB")

    with scope(other.pk):
        assert writing.fresh_codes(ScoreSheet, 1, letters=1) == {"B"}
