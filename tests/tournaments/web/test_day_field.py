"""Days and times as they are typed, in any language of the browser."""

import datetime

import pytest
from django import forms
from django.utils.translation import override

from tournaments.web.fields.day import DayField, DayRefused, TimeField, read_day

TODAY = datetime.date(2026, 11, 20)


class DayForm(forms.Form):
    day = DayField()
    born = DayField(required=False, is_past=True)
    begins = TimeField(required=False)


@pytest.mark.parametrize(
    ("text", "day"),
    [
        ("22.11.2026", datetime.date(2026, 11, 22)),
        ("22.11.26", datetime.date(2026, 11, 22)),
        ("22.11.", datetime.date(2026, 11, 22)),
        (" 3. 1. ", datetime.date(2027, 1, 3)),
        ("22,11,2026", datetime.date(2026, 11, 22)),
        ("2026-11-22", datetime.date(2026, 11, 22)),
        ("1.5.98", datetime.date(1998, 5, 1)),
        ("3. Mai 2026", datetime.date(2026, 5, 3)),
        ("So, 3.5.26", datetime.date(2026, 5, 3)),
    ],
)
def test_a_day_is_read_as_one_writes_it(text, day):
    assert read_day(text, today=TODAY) == day


@pytest.mark.parametrize("text", ["gestern", "22", "31.2.2026", "29.2.", "2026-13-01"])
def test_what_is_no_day_is_refused(text):
    with pytest.raises(DayRefused):
        read_day(text, today=TODAY)


def test_a_birth_without_a_year_is_refused():
    with pytest.raises(DayRefused):
        read_day("3.2.", today=TODAY, is_past=True)


def test_a_field_shows_the_day_in_the_language_of_the_page():
    form = DayForm(initial={"day": datetime.date(2026, 11, 2)})

    with override("de"):
        assert 'value="02.11.2026"' in str(form["day"])
    with override("en"):
        assert 'value="2026-11-02"' in str(form["day"])


@pytest.mark.parametrize(
    ("text", "error"),
    [
        ("übermorgen", "„übermorgen“ ist kein Datum."),
        ("31.2.2026", "Den 31.2.2026 gibt es im Kalender nicht."),
        ("1.1.1800", "Bitte prüfen Sie das Jahr."),
    ],
)
def test_the_error_says_what_was_not_understood(text, error):
    with override("de"):
        form = DayForm({"day": text})

        assert form.errors["day"][0].startswith(error)


@pytest.mark.parametrize(
    ("text", "time"),
    [("19:30", "19:30"), ("19.30 Uhr", "19:30"), ("19", "19:00"), ("7 Uhr", "07:00")],
)
def test_a_time_is_read_as_one_says_it(text, time):
    form = DayForm({"day": "1.1.2026", "begins": text})

    assert form.is_valid()
    assert form.cleaned_data["begins"] == time


@pytest.mark.parametrize("text", ["25:00", "abends", "19:75"])
def test_what_is_no_time_is_refused(text):
    with override("de"):
        form = DayForm({"day": "1.1.2026", "begins": text})

        assert f"„{text}“ ist keine Uhrzeit." in form.errors["begins"][0]
