"""Amounts as they are written and typed."""

import pytest
from django import forms
from django.utils.translation import override

from tournaments.web.fields.number import MoneyField, read_money
from tournaments.words import formats


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


@pytest.mark.parametrize(
    ("text", "cents"),
    [
        ("5", 500),
        ("5,50", 550),
        ("5.50 €", 550),
        (" 5,5 ", 550),
        ("5 €", 500),
        ("€ 5", 500),
        ("5 Euro", 500),
        ("5 EUR", 500),
        ("5,-", 500),
        ("5,--", 500),
        (",50", 50),
        ("50 ct", 50),
        ("50 Cent", 50),
        ("0", 0),
        ("1.234,50", 123450),
        ("1 234,50 €", 123450),
        ("-2,50", -250),
        ("−2,50 €", -250),
    ],
)
def test_an_amount_is_read_as_people_write_it(text, cents):
    assert read_money(text) == cents


@pytest.mark.parametrize(
    "text",
    ["", "€", "fünf", "5,505", "5,5,5", "1e3", "5 5", "nan", "--5", "٥", "5" * 999],
)
def test_what_is_no_amount_is_refused(text):
    with pytest.raises(ValueError):  # noqa: PT011
        read_money(text)


def test_the_field_keeps_cents_and_shows_euros():
    form = PriceForm({"price": "5,50 €", "change": "-1"})

    assert form.is_valid()
    assert form.cleaned_data == {"price": 550, "change": -100}
    with override("de"):
        assert 'value="5,50"' in str(PriceForm(initial={"price": 550})["price"])


@pytest.mark.parametrize("text", ["-1", "x", "999999999", "5\x00"])
def test_the_field_says_what_is_wrong(text):
    assert PriceForm({"price": text}).errors["price"]


def test_an_amount_comes_back_as_it_was_typed():
    assert 'value="5 Taler"' in str(PriceForm({"price": "5 Taler"})["price"])
