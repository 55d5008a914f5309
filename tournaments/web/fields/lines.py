"""Text areas in which every line is read by itself, and refused with its number."""

from collections.abc import Callable, Iterable, Iterator, Sized
from contextlib import contextmanager
from typing import Any

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


def lines_input(rows: int) -> forms.Textarea:
    """Return the widget of a text in which names stand, one or more to a line."""
    return forms.Textarea(
        attrs={"rows": rows, "spellcheck": "false", "autocomplete": "off"}
    )


def read_each(texts: Iterable[Any], read: Callable[[Any], Any]) -> list[Any]:
    """Return what ``read`` makes of each text, or refuse with the problems of all."""
    values, problems = [], []
    for text in texts:
        try:
            values.append(read(text))
        except ValidationError as refusal:
            problems.append(refusal)
    if problems:
        raise ValidationError(problems)
    return values


def read_lines(lines: Iterable[str], read: Callable[[str], Any]) -> list[Any]:
    """Read each line as ``read_each`` does; problems have the number of the line."""

    def read_numbered(numbered: tuple[int, str]) -> Any:
        number, line = numbered
        with problems_of_line(number):
            return read(line)

    return read_each(enumerate(lines, start=1), read_numbered)


@contextmanager
def problems_of_line(number: int) -> Iterator[None]:
    """Put the number of a line in front of its problems."""
    try:
        yield
    except ValidationError as refusal:
        problem = _("Line %(number)s: %(message)s")
        raise ValidationError(
            [problem % {"number": number, "message": why} for why in refusal.messages]
        ) from refusal


def refuse_many(lines: Sized, most: int, text: Any) -> None:
    """Refuse more than ``most`` lines with a text that names this number."""
    if len(lines) > most:
        raise ValidationError(text, params={"most": most})


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
