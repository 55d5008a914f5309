"""What fields make of days, times, amounts, numbers and orders as people type them."""

import datetime
import re
from pathlib import Path

import pytest
from django import forms
from django.core.exceptions import ValidationError
from django.http import QueryDict
from django.urls import get_resolver
from django.utils.translation import override

from tests.tournaments.web.test_forms import all_forms
from tournaments.web.fields import DayField, DayRefused, TiesField, TimeField, read_day
from tournaments.web.forms import MoneyField, WholeNumberField, read_money
from tournaments.words import formats
from tournaments.words.citations import ties_words

ROOT = Path(__file__).resolve().parents[3]
TODAY = datetime.date(2026, 11, 20)


class DayForm(forms.Form):
    day = DayField()


DAYS = {
    "2026-11-22": ("22.11.2026", "22.11.26", "22.11.", "22,11,2026", "2026-11-22"),
    "2026-05-03": ("3. Mai 2026", "So, 3.5.26"),
    "2027-01-03": (" 3. 1. ",),
    "1998-05-01": ("1.5.98",),
}


def test_a_day_is_read_as_one_writes_it():
    for day, texts in DAYS.items():
        assert {str(read_day(text, today=TODAY)) for text in texts} == {day}


def test_what_is_no_day_and_a_birth_without_a_year_is_refused():
    for text in ("gestern", "22", "31.2.2026", "29.2.", "2026-13-01"):
        with pytest.raises(DayRefused):
            read_day(text, today=TODAY)
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


def test_a_time_is_read_as_one_says_it():
    begins = TimeField()
    for text, time in (("19:30", "19:30"), ("19.30 Uhr", "19:30"), ("7 Uhr", "07:00")):
        assert begins.clean(text) == time
    assert begins.clean("19") == "19:00"
    for text in ("25:00", "abends", "19:75"):
        with override("de"), pytest.raises(ValidationError) as refusal:
            begins.clean(text)
        assert f"„{text}“ ist keine Uhrzeit." in refusal.value.messages[0]


class PriceForm(forms.Form):
    price = MoneyField(required=False)
    change = MoneyField(required=False, negative=True)


@pytest.mark.parametrize(
    ("cents", "german", "english"),
    [
        (550, "5,50 €", "5.50 €"),
        (5, "0,05 €", "0.05 €"),
        (0, "0,00 €", "0.00 €"),
        (-50, "−0,50 €", "−0.50 €"),
        (123456, "1234,56 €", "1234.56 €"),
        (None, "", ""),
    ],
)
def test_an_amount_is_written_in_the_readers_language(cents, german, english):
    with override("de"):
        assert formats.money(cents) == german
    with override("en"):
        assert formats.money(cents) == english


CENTS = {
    500: ("5", "5 €", "€ 5", "5 Euro", "5 EUR", "5,-", "5,--"),
    550: ("5,50", "5.50 €", " 5,5 "),
    50: (",50", "50 ct", "50 Cent"),
    0: ("0",),
    123450: ("1.234,50", "1 234,50 €"),
    -250: ("-2,50", "−2,50 €"),
}
NO_AMOUNTS = ("", "€", "fünf", "5,505", "5,5,5", "1e3", "5 5", "nan", "--5", "٥")


def test_an_amount_is_read_as_people_write_it():
    for cents, texts in CENTS.items():
        assert {read_money(text) for text in texts} == {cents}
    for text in (*NO_AMOUNTS, "5" * 999):
        with pytest.raises(ValueError):  # noqa: PT011
            read_money(text)


def test_the_field_keeps_cents_and_shows_euros():
    form = PriceForm({"price": "5,50 €", "change": "-1"})

    assert form.is_valid()
    assert form.cleaned_data == {"price": 550, "change": -100}
    with override("de"):
        assert 'value="5,50"' in str(PriceForm(initial={"price": 550})["price"])


def test_the_field_says_what_is_wrong_and_keeps_what_was_typed():
    for text in ("-1", "x", "999999999", "5\x00"):
        assert PriceForm({"price": text}).errors["price"]
    assert 'value="5 Taler"' in str(PriceForm({"price": "5 Taler"})["price"])


class PointsForm(forms.Form):
    points = WholeNumberField(min_value=-20_000, max_value=20_000)
    series = WholeNumberField(min_value=1, required=False)


NUMBERS = {
    48: ("48", "+48"),
    -48: ("-48", "−48", "– 48", "48-", "48 −"),
    -1000: ("-1.000",),
    12345: ("12.345", "12 345", "12\u00a0345", "12\u202f345", "12'345"),
    12: ("12,00",),
    7: ("007",),
}
NO_NUMBERS = "1.0000 1.00.000 1,000 1,5 --5 -5- ٥ 5e3 x -"


def test_a_number_is_read_as_it_is_written_in_german_or_refused_by_name():
    field = PointsForm().fields["points"]
    with override("de"):
        for number, texts in NUMBERS.items():
            assert {field.clean(text) for text in texts} == {number}
        for text in (*NO_NUMBERS.split(), "1 00"):
            errors = PointsForm({"points": text}).errors["points"]
            assert errors == [f"„{text}“ ist keine ganze Zahl."]


def test_thousands_are_parted_as_in_the_readers_language():
    with override("en"):
        assert PointsForm({"points": "-1,000"}).is_valid()
        assert PointsForm({"points": "-1.000"}).errors["points"]


def test_a_number_out_of_bounds_is_named_with_the_bound():
    with override("de"):
        form = PointsForm({"points": "30.000", "series": "0"})

        assert form.errors["points"] == ["„30000“ ist zu groß; höchstens 20000."]
        assert form.errors["series"] == ["„0“ ist zu klein; mindestens 1."]


def test_the_keypad_has_a_minus_where_one_may_be_typed():
    form = PointsForm(initial={"points": -120})

    assert 'type="text" name="points" value="-120" inputmode="text"' in str(form)
    assert 'type="text" name="series" inputmode="numeric"' in str(form)


def test_no_form_has_a_number_field_of_django():
    assert get_resolver().url_patterns  # with the views all forms are imported

    plain = {
        f"{form.__module__}.{form.__name__}.{name}"
        for form in all_forms(forms.BaseForm)
        for name, field in form.base_fields.items()
        if isinstance(field, forms.IntegerField)
        and not isinstance(field, WholeNumberField)
    }

    assert plain == set()


def test_nothing_makes_a_field_that_a_scroll_wheel_changes():
    written = [*ROOT.glob("tournaments/**/*.py"), *ROOT.glob("templates/**/*.html")]
    plain = re.compile(r"forms\.IntegerField\(|NumberInput|type=.?number")

    assert [path.name for path in written if plain.search(path.read_text())] == []


class TiesForm(forms.Form):
    ties = TiesField(label="Ties")


def test_an_order_is_stored_as_it_was_arranged_if_it_can_be():
    """The club's own order of tie-breaks (rules 5.6)."""
    for sent, stored in (
        ("ties=last-series&ties=&ties=won&ties=", "last-series,won"),
        ("ties=won,fewer-lost", "won,fewer-lost"),
        ("ties=&ties=&ties=&ties=", "none"),
    ):
        form = TiesForm(QueryDict(sent))
        assert form.is_valid()
        assert form.cleaned_data["ties"] == stored
    for sent in ("ties=won&ties=won", "ties=age", "ties=lot", ""):
        assert "ties" in TiesForm(QueryDict(sent)).errors


def test_the_stored_order_stands_in_the_choices_and_begins_with_the_official_one():
    text = TiesForm(initial={"ties": "last-series,won"}).as_p()

    options = text.split('value="')[1:]
    chosen = [each.split('"')[0] for each in options if " selected" in each]
    assert chosen == ["last-series", "won", "", ""]
    assert TiesForm()["ties"].initial == "won,fewer-lost"
    assert "required" not in text  # a browser lets every step stay empty
    assert ties_words("last-series,won") == (
        "bessere letzte Serie, mehr gewonnene Spiele, dann Los"
    )
    assert ties_words("none") == "gleicher Platz"
