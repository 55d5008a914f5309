"""Columns of what people type freely: visitors read them without hidden names.

Whoever types a reason, a place or the name of a team may name anybody in it. The text
is stored as it was typed; a person who hides later is hidden there, too.
"""

from typing import Any

from django.db import models
from django.db.models.query_utils import DeferredAttribute

from tournaments.people.names.mentions import public_text, reader_mentions

PLAIN = (models.SlugField, models.CharField, models.TextField)


class PublicText(str):
    """What visitors read of a text; ``typed`` is what is saved of it."""

    typed: str


def as_typed(value: Any) -> Any:
    """Return a value of a row as it was typed, whoever reads."""
    return getattr(value, "typed", value)


class TypedAttribute(DeferredAttribute):
    """The text of a row as the reader may see it."""

    field: "TypedField"

    def __get__(self, instance: Any, cls: Any = None) -> Any:
        text = super().__get__(instance, cls)
        if instance is None or not text:
            return text
        public = self.field.public_text(text, instance)
        if public == text:
            return text
        shown = PublicText(public)
        shown.typed = text
        return shown

    def __set__(self, instance: Any, value: Any) -> None:
        instance.__dict__[self.field.attname] = as_typed(value)


class TypedField(models.Field):
    """A text in which people may be named.

    ``about`` is the lookup from a person to the rows that may name them by the family
    name alone, such as the teams they play in.
    """

    descriptor_class = TypedAttribute

    def __init__(self, *arguments: Any, about: str = "", **named: Any):
        self.about = about
        super().__init__(*arguments, **named)

    def public_text(self, text: str, row: Any) -> str:
        """Return what the reader may see of a text of ``row``."""
        return public_text(text, row, self.about)

    def deconstruct(self) -> Any:
        """To the database it is a text like any other."""
        name, _path, arguments, named = super().deconstruct()
        plain = next(base for base in type(self).__mro__ if base in PLAIN)
        return name, f"django.db.models.{plain.__name__}", arguments, named

    def get_prep_value(self, value: Any) -> Any:
        return super().get_prep_value(as_typed(value))


class TypedLine(TypedField, models.CharField):
    """A line that people type freely."""


class TypedSlug(TypedField, models.SlugField):
    """The word of a row in addresses and names of files, made of its name.

    Where it names somebody, visitors read the ``public_id`` instead.
    """

    def public_text(self, text: str, row: Any) -> str:
        return str(row.public_id) if reader_mentions().names_somebody(text) else text


class TypedText(TypedField, models.TextField):
    """A text of several lines that people type freely."""
