"""A form field for whole numbers as people write them."""

from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.db import models
from django.utils import formats
from django.utils.translation import gettext_lazy as _

from tournaments.web.numbers import read_whole_number

LONGEST_SHOWN = 40


def form_field(column: Any, **kwargs: Any) -> Any:
    """Return the form field of a model's column; whole numbers are text to type."""
    if isinstance(column, models.IntegerField) and not column.choices:
        kwargs.setdefault("form_class", WholeNumberField)
    return column.formfield(**kwargs)


class WholeNumberField(forms.IntegerField):
    """A whole number in text, which no scroll wheel changes."""

    widget = forms.TextInput
    default_error_messages = {
        "invalid": _("“%(value)s” is not a whole number."),
        "min_value": _("“%(value)s” is too small; at least %(limit_value)s."),
        "max_value": _("“%(value)s” is too large; at most %(limit_value)s."),
    }

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
            sign = formats.get_format("THOUSAND_SEPARATOR")
            return read_whole_number(text, thousands=sign)
        except ValueError:
            shown = {"value": text[:LONGEST_SHOWN]}
            raise ValidationError(
                self.error_messages["invalid"], params=shown
            ) from None
