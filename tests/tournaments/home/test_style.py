"""The page of the design is for those who change it."""

import pytest

from tests.factories import make_owner
from tests.tournaments.events.standings.test_standings import sign_in
from tournaments.home.views import COLOURS

pytestmark = pytest.mark.django_db


def test_it_shows_every_colour_and_part(client):
    sign_in(client, make_owner())

    html = client.get("/style/").text

    assert all(f"swatch-{colour}" in html for colour in COLOURS)
    for part in ("rank-card", "next-step", "badge-differs", "segmented", "errorlist"):
        assert part in html
