"""The review of a column of names: turned as a whole, corrected in place."""

from django import forms

from tournaments.members.names import PersonName, tidy

ORDERS = [("0", ""), ("1", "")]
MOST_DIGITS = 6  # no text has more lines


class ColumnReview(forms.Form):
    """Which way the names were read when they were shown, and what was typed over."""

    turned = forms.ChoiceField(required=False, choices=ORDERS, widget=forms.HiddenInput)

    @property
    def is_reviewed(self):
        """Tell whether the rows that come were ticked by somebody who saw them."""
        return bool(self.data.get("turned")) and "turn" not in self.data

    @property
    def wanted_order(self):
        """Return whether to read the column turned; None as long as nobody said."""
        said = self.data.get("turn") or self.cleaned_data.get("turned")
        return said == "1" if said else None

    @property
    def shown_turned(self):
        return self.cleaned_data.get("turned") == "1"

    def typed_names(self):
        """Return what stands in the two fields of each row, by its number."""
        return {
            int(number): PersonName(
                first=tidy(self.data.get(f"first-{number}", "")),
                last=tidy(self.data[f"last-{number}"]),
            )
            for number in (key.removeprefix("last-") for key in self.data)
            if f"last-{number}" in self.data and is_number(number)
        }


def is_number(text):
    """Tell whether ``text`` can be the number of a row."""
    return text.isascii() and text.isdigit() and len(text) <= MOST_DIGITS
