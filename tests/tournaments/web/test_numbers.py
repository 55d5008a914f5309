"""Texts that are no number, or a far too large one, are ignored."""

import pytest

from tests.factories import make_evening, make_player, make_secretary, make_sheet
from tests.tournaments.seasons.seasons import make_season
from tournaments.people.models import User

# What addresses are asked like this, is asked of all of them elsewhere.
NONSENSE = ("9" * 30, "9" * 4301, "²", "-1", "1\x00")
DRAW = {"first": "1", "last": "1", "mode": "lot", "tables": "fours", "seed": "7"}
WRITTEN = [
    ("/seasons/1/evenings/", "events", {}),
    ("/seasons/1/lots/", "people", {}),
    ("/events/2/draw/", "players", DRAW),
    ("/events/2/draw/people/", "players", {}),
    ("/events/1/draw/", "first", DRAW),
    ("/events/1/draw/", "groups", DRAW),
    ("/events/1/lots/", "place", {}),
    ("/events/1/entries/call/", "here", {}),
    ("/events/1/money/fees/one/", "open", {}),
    ("/events/1/1/copy/", "source", {}),
    ("/lists/1/lines/", "number", {"text": "1k1"}),
    ("/lists/1/buttons/", "number", {}),
    ("/lists/1/foot/", "points_1", {}),
]


@pytest.fixture(scope="module")
def club(first_keys):
    """A writer, with a list, an evening without entries and a season."""
    make_secretary()
    make_sheet()
    make_evening()
    make_player("Emil")
    make_season()


def test_no_field_breaks_at_what_is_no_number(client, club, db):
    client.raise_request_exception = False
    client.force_login(User.objects.get())

    answers = {
        (address, name, word[:31]): client.post(
            address, more | {name: word}
        ).status_code
        for address, name, more in WRITTEN
        for word in NONSENSE
    }

    assert {asked: status for asked, status in answers.items() if status >= 500} == {}
