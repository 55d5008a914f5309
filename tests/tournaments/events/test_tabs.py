"""The labels of an event's tabs."""

import pytest
from django.utils.translation import override

from tournaments.events.models import TeamContest
from tournaments.events.tabs import teams_label


@pytest.mark.parametrize(
    ("contests", "label"),
    [
        ([], "Teams"),
        (["Tandems am Rhein"], "Tandems am Rhein"),
        (["Paare", "Vereine"], "Teams"),
    ],
)
def test_the_tab_of_the_teams_is_called_by_their_only_ranking(contests, label):
    with override("en"):
        assert teams_label(contests) == label


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("name", "label"),
    [("Mannschaften", "Teams"), ("Teams", "Teams"), ("Tandems", "Tandems")],
)
def test_the_usual_name_of_a_team_ranking_is_the_readers_word(name, label):
    with override("en"):
        assert str(TeamContest(name=name)) == label
