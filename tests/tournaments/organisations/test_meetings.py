"""The days on which a club meets."""

from datetime import date

import pytest

from tournaments.organisations.words import next_meeting
from tournaments.words.choices import Rhythm

SUNDAY, FRIDAY = 6, 4
THE_22ND = date(2026, 11, 22)  # a Sunday


@pytest.mark.parametrize(
    ("rhythm", "weekday", "day"),
    [
        (Rhythm.WEEKLY, SUNDAY, date(2026, 11, 22)),
        (Rhythm.WEEKLY, FRIDAY, date(2026, 11, 27)),
        (Rhythm.FIRST, SUNDAY, date(2026, 12, 6)),
        (Rhythm.SECOND, FRIDAY, date(2026, 12, 11)),
        (Rhythm.FOURTH, SUNDAY, date(2026, 11, 22)),
        (Rhythm.LAST, SUNDAY, date(2026, 11, 29)),
        (Rhythm.FORTNIGHTLY, SUNDAY, date(2026, 11, 22)),
    ],
)
def test_the_next_day_of_each_rhythm(rhythm, weekday, day):
    assert next_meeting(rhythm, weekday, start=THE_22ND) == day


def test_every_other_week_counts_from_the_last_meeting():
    last = date(2026, 11, 15)

    found = next_meeting(Rhythm.FORTNIGHTLY, SUNDAY, start=THE_22ND, last=last)
    moved = next_meeting(Rhythm.FORTNIGHTLY, FRIDAY, start=THE_22ND, last=last)

    assert found == date(2026, 11, 29)
    assert moved == date(2026, 11, 27)


def test_a_day_that_has_its_evening_is_passed_over():
    found = next_meeting(Rhythm.WEEKLY, SUNDAY, start=THE_22ND, taken={THE_22ND})

    assert found == date(2026, 11, 29)
