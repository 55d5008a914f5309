"""Text areas in which every line is read by itself, and refused with its number."""

from collections.abc import Callable, Iterable, Iterator, Sized
from contextlib import contextmanager
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _


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
        problem = _("Line %(line)s: %(why)s")
        raise ValidationError(
            [problem % {"line": number, "why": why} for why in refusal.messages]
        ) from refusal


def refuse_many(lines: Sized, most: int, text: Any) -> None:
    """Refuse more than ``most`` lines with a text that names this number."""
    if len(lines) > most:
        raise ValidationError(text, params={"most": most})
