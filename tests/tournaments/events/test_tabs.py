"""The labels of an event's tabs."""

import pytest
from django.utils.translation import override

from tournaments.events.tabs import teams_label


@pytest.mark.parametrize(
    ("contests", "label"),
    [
        ([], "Teams"),
        (["Mannschaften"], "Teams"),
        (["Tandems am Rhein"], "Tandems am Rhein"),
        (["Paare", "Vereine"], "Teams"),
    ],
)
def test_the_usual_name_of_the_teams_is_the_readers_word(contests, label):
    with override("en"):
        assert teams_label(contests) == label
