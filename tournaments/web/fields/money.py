"""A form field for amounts of money in German notation, with a value in cents."""

import re

from django import forms
from django.core.exceptions import ValidationError
from django.utils import formats
from django.utils.translation import gettext_lazy as _

from tournaments.web.numbers import read_amount
from tournaments.words.formats import MINUS, money

MOST_CENTS = 10_000_000
LONGEST_AMOUNT = 30
CENTS = re.compile(r"(?P<cents>[0-9]{1,7}) ?(?:cents?|ct\.?|c)", re.IGNORECASE)
NO_CENTS = re.compile(r"[.,][-–—]{1,2}$")
CURRENCY = re.compile(r"^(?:€|eur(?:o)?)|(?:€|eur(?:o)?)$", re.IGNORECASE)


def read_money(text, *, thousands="."):
    """Return the amount in ``text`` in cents. Raises ``ValueError`` if it is none.

    >>> [read_money(text) for text in ("5", "5,50", "5.50 €", "5,5", "5,-", "50 ct")]
    [500, 550, 550, 550, 500, 50]
    >>> read_money("1.234,50"), read_money("-2 Euro"), read_money(",50")
    (123450, -200, 50)
    """
    tidy = " ".join(text.split())
    if match := CENTS.fullmatch(tidy):
        return int(match["cents"])
    number = NO_CENTS.sub("", CURRENCY.sub("", tidy).strip())
    amount = read_amount(number, thousands=thousands)
    if len(amount.decimals) > 2:
        raise ValueError(text)
    cents = int((amount.whole or "0") + amount.decimals.ljust(2, "0"))
    return -cents if amount.is_negative else cents


def money_input(cents):
    """Return an amount for an input, without the currency."""
    return money(cents).removesuffix(" €").replace(MINUS, "-")


class MoneyField(forms.CharField):
    """An amount in euros; its value is in cents, or None if left empty."""

    default_error_messages = {
        "amount": _("This is no amount. Write it like 5 or 5,50."),
        "negative": _("An amount below zero is not possible here."),
        "large": _("This amount is too large."),
    }

    def __init__(self, *, negative=False, **kwargs):
        self.negative = negative
        kwargs.setdefault("max_length", LONGEST_AMOUNT)
        super().__init__(**kwargs)

    def widget_attrs(self, widget):
        attrs = {"inputmode": "decimal", "autocomplete": "off", "size": "8"}
        return {**super().widget_attrs(widget), **attrs}

    def prepare_value(self, value):
        return money_input(value) if isinstance(value, int) else value

    def to_python(self, value):
        text = super().to_python(value)
        if not text:
            return None
        try:
            sign = formats.get_format("THOUSAND_SEPARATOR")
            cents = read_money(text, thousands=sign)
        except ValueError:
            raise self.refusal("amount") from None
        if cents < 0 and not self.negative:
            raise self.refusal("negative")
        if abs(cents) > MOST_CENTS:
            raise self.refusal("large")
        return cents

    def run_validators(self, value):
        """Skip the validators of the length, as the value is a number."""

    def validate(self, value):
        if value is None and self.required:
            raise self.refusal("required")

    def has_changed(self, initial, data):
        try:
            return self.to_python(data) != initial
        except ValidationError:
            return True

    def refusal(self, code):
        return ValidationError(self.error_messages[code], code=code)
