"""A form field for whole numbers as people write them."""

import re
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.core.validators import MaxValueValidator, MinValueValidator
from django.db import models
from django.utils import formats
from django.utils.translation import gettext_lazy as _

from tournaments.web.numbers import read_amount, read_whole_number
from tournaments.words.formats import MINUS, money

LONGEST_SHOWN = 40


def form_field(column: Any, **kwargs: Any) -> Any:
    """Return the field of a model's column; whole numbers are text, with its bounds."""
    if isinstance(column, models.IntegerField) and not column.choices:
        kwargs.setdefault("form_class", WholeNumberField)
        for each in column.validators:
            if isinstance(each, MinValueValidator):
                kwargs.setdefault("min_value", each.limit_value)
            elif isinstance(each, MaxValueValidator):
                kwargs.setdefault("max_value", each.limit_value)
    return column.formfield(**kwargs)


class WholeNumberField(forms.IntegerField):
    """A whole number in text, which no scroll wheel changes."""

    widget = forms.TextInput
    default_error_messages = {
        "invalid": _("“%(value)s” is not a whole number."),
        "min_value": _("“%(value)s” is too small; at least %(limit_value)s."),
        "max_value": _("“%(value)s” is too large; at most %(limit_value)s."),
    }

    def __init__(
        self,
        label: Any = None,
        min_value: Any = None,
        max_value: Any = None,
        **options: Any,
    ) -> None:
        limits = {"min_value": min_value, "max_value": max_value}
        super().__init__(label=label, **limits, **options)

    def widget_attrs(self, widget: forms.Widget) -> dict[str, Any]:
        # The keypads of some phones have no minus.
        is_positive = isinstance(self.min_value, int) and self.min_value >= 0
        mode = "numeric" if is_positive else "text"
        attrs = {"inputmode": mode, "autocomplete": "off", "size": "6"}
        return {**super().widget_attrs(widget), **attrs, **widget.attrs}

    def to_python(self, value: Any) -> int | None:
        if value in self.empty_values or isinstance(value, int):
            return super().to_python(value)
        text = str(value).strip()
        if not text:
            return None
        try:
            if len(text) <= LONGEST_AMOUNT and text.isascii() and text.isdecimal():
                return int(text)  # as most numbers are written
            sign = formats.get_format("THOUSAND_SEPARATOR")
            return read_whole_number(text, thousands=sign)
        except ValueError:
            shown = {"value": text[:LONGEST_SHOWN]}
            raise ValidationError(
                self.error_messages["invalid"], params=shown
            ) from None


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
