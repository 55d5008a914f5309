from datetime import UTC, date, datetime, time

import pytest
from django.utils.translation import override

from tournaments.words import formats


@pytest.mark.parametrize(
    ("value", "number", "signed"),
    [(48, "48", "+48"), (-44, "−44", "−44"), (0, "0", "0"), (None, "", "")],
)
def test_numbers_have_a_real_minus(value, number, signed):
    assert formats.number(value) == number
    assert formats.signed(value) == signed


@pytest.mark.parametrize(
    ("language", "long", "short", "clock"),
    [
        ("de", "3. Mai 2025", "03.05.2025", "19:30"),
        ("en", "3 May 2025", "3 May 2025", "19:30"),
    ],
)
def test_dates_follow_the_reader(language, long, short, clock):
    with override(language):
        assert formats.long_date(date(2025, 5, 3)) == long
        assert formats.short_date(date(2025, 5, 3)) == short
        assert formats.clock_time(time(19, 30)) == clock


def test_a_stored_moment_is_shown_in_local_time_and_a_missing_one_is_empty():
    for text_of in (formats.long_date, formats.short_date, formats.clock_time):
        assert text_of(None) == ""
    midnight = datetime(2026, 7, 5, 22, 30, tzinfo=UTC)

    with override("de"):
        assert formats.clock_time(midnight) == "00:30"
        assert formats.short_date(midnight) == "06.07.2026"


def test_words_are_enumerated():
    names = ["Anna", "Bernd", "Carla"]
    with override("de"):
        texts = [formats.enumeration(names[:count]) for count in range(4)]
    assert texts == ["", "Anna", "Anna und Bernd", "Anna, Bernd und Carla"]


def test_shares_are_in_percent_and_sums_in_groups():
    with override("de"):
        assert formats.percent(1, 3) == "33,3\u00a0%"
        assert formats.percent(0, 0) == "–"
        assert (formats.number(9999), formats.number(1218423)) == ("9999", "1.218.423")
        assert formats.number(-12000) == "−12.000"
