"""A form field for the club's own order of tie-breaks."""

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from scoring.ranking.standings import (
    NO_TIES,
    TIE_BREAKS,
    TIE_CHAIN,
    read_ties,
    ties_text,
)
from tournaments.words.choices import CriterionChoice

LONGEST_TIES = 60
USUAL_TIES = ties_text(TIE_CHAIN[1:])
STEPS = [
    ("", pgettext_lazy("tie-break", "nothing more")),
    *((step.value, CriterionChoice(step).label) for step in TIE_BREAKS),
]


def check_ties(text):
    """Raise ``ValidationError`` for an invalid order or a repeated tie-break."""
    try:
        read_ties(text)
    except ValueError:
        raise ValidationError(_("Please choose each tie-break only once.")) from None


class TiesWidget(forms.MultiWidget):
    """A select for each step, all with one name, so that addresses can contain them."""

    def __init__(self, attrs=None):
        first, then = (
            pgettext_lazy("tie-break", "first"),
            pgettext_lazy("tie-break", "then"),
        )
        labels = [first, *[then] * (len(TIE_BREAKS) - 1)]
        selects = [
            forms.Select(attrs={"aria-label": label}, choices=STEPS) for label in labels
        ]
        super().__init__(selects, attrs)
        self.widgets_names = [""] * len(selects)

    def use_required_attribute(self, initial):
        """Let each select stay empty, as no step is a valid answer."""
        return False

    def decompress(self, value):
        steps = [] if value in (None, "", NO_TIES) else value.split(",")
        return [*steps, *[""] * len(TIE_BREAKS)][: len(TIE_BREAKS)]

    def value_from_datadict(self, data, files, name):
        if name not in data:
            return ""
        steps = data.getlist(name) if hasattr(data, "getlist") else [data[name]]
        return ",".join(filter(None, steps)) or NO_TIES

    def value_omitted_from_data(self, data, files, name):
        return name not in data


class TiesField(forms.CharField):
    """An order of tie-breaks, as it is stored."""

    widget = TiesWidget
    default_validators = [check_ties]

    def __init__(self, **kwargs):
        kwargs.setdefault("initial", USUAL_TIES)
        kwargs.setdefault(
            "help_text",
            _(
                "What is equal in all of these is decided by lot. If nothing is chosen "
                "at all, there is no lot: equal results share the place."
            ),
        )
        super().__init__(max_length=LONGEST_TIES, **kwargs)
