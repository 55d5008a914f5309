"""No line is lost, doubled or reordered, whatever the network does."""

import pytest

from tests.bench.table_faults import run_of
from tests.factories import make_secretary, make_sheet

pytestmark = [pytest.mark.django_db, pytest.mark.database]
GAMES = 16


@pytest.mark.parametrize("seed", range(1, 7))
def test_every_line_arrives_once_and_in_order(seed):
    outcome = run_of(make_sheet(), seed, GAMES, make_secretary())

    assert (outcome.lost, outcome.doubled, outcome.reordered) == (0, 0, 0)
    assert outcome.lines >= GAMES
    assert outcome.faults
