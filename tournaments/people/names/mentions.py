"""People mentioned in free text, replaced by their public names for visitors.

Reasons, remarks and notes are typed with the full names that the club knows.
"""

import re
from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any

from django.apps import apps
from django.db import models
from django.db.models import F, Q
from django.db.models.query_utils import DeferredAttribute
from django.utils.text import slugify
from django.utils.translation import gettext as _

from tournaments.people.names.names import APOSTROPHES, ONE_APOSTROPHE, fold
from tournaments.scope.scope import (
    Audience,
    audience,
    is_public,
    organisation_or_none,
    remembered,
)
from tournaments.words.choices import Privacy

Player = Any  # its model stands on the names


@dataclass(frozen=True, slots=True)
class Mentions:
    """The public replacement for each spelling of a name."""

    names: Mapping[str, str] = field(default_factory=dict)
    pattern: re.Pattern[str] | None = None

    def __bool__(self) -> bool:
        return self.pattern is not None

    def public_text(self, text: str) -> str:
        """Return ``text`` with public names in place of whole words that are names."""
        if self.pattern is None:
            return text
        return self.pattern.sub(lambda match: self.names[match[0]], text)

    def names_somebody(self, word: str) -> bool:
        """Return whether a word of addresses, made of a name, names one of them."""
        naming = words_that_name(tuple(self.names))
        return bool(naming and naming.search(word))

    def public_copy(self, value: Any) -> Any:
        """Return a copy of a part of a document with public names in all texts.

        >>> person = apps.get_model("tournaments", "Player")
        >>> anna = person(first_name="Anna", last_name="Köster", privacy="short")
        >>> mentions_of([anna]).public_copy({"note": ["Anna Köster zahlt"]})
        {'note': ['Anna K. zahlt']}
        """
        if isinstance(value, dict):
            copy = {key: self.public_copy(inner) for key, inner in value.items()}
            if self.names_somebody(value.get("slug", "")):
                copy["slug"] = value["id"]
            return copy
        if isinstance(value, list):
            return [self.public_copy(inner) for inner in value]
        return self.public_text(value) if isinstance(value, str) else value


NO_MENTIONS = Mentions()


def mentions_of(people: Iterable[Player], known_here: Collection[int] = ()) -> Mentions:
    """Return the replacements for the names of ``people``.

    The family name alone stands for players whose key is in ``known_here``. If several
    share it and one of them is not to be named, a neutral name replaces it.
    """
    public_names: dict[str, set[str]] = defaultdict(set)
    for player in people:
        for spelling in spellings(player, with_last_name=player.pk in known_here):
            is_shy = player.privacy != Privacy.FULL
            public_names[spelling].add(player.public_name if is_shy else spelling)
    names = {
        spelling: replacements.pop() if len(replacements) == 1 else _("N. N.")
        for spelling, replacements in public_names.items()
    }
    if all(spelling == replacements for spelling, replacements in names.items()):
        return NO_MENTIONS
    return mentions_from(names)


@lru_cache(maxsize=64)
def words_that_name(names: tuple[str, ...]) -> re.Pattern[str] | None:
    """Return what finds these names in words of addresses."""
    spelled = {slugify(fold(name)) for name in names} - {""}
    if not spelled:
        return None
    return re.compile(rf"(?<![^-])(?:{'|'.join(sorted(spelled))})s?(?![^-])")


def mentions_from(names: Mapping[str, str]) -> Mentions:
    words = "|".join(map(re.escape, sorted(names, key=len, reverse=True)))
    # The name may be in the genitive: "Kösters Karte".
    return Mentions(names, re.compile(rf"(?<!\w)(?:{words})(?=s?(?!\w))"))


def spellings(player: Player, *, with_last_name: bool) -> set[str]:
    """Return the spellings of the name of ``player``.

    A single name counts as a family name, as it may mean several people.

    >>> person = apps.get_model("tournaments", "Player")
    >>> anna = person(first_name="Anna", last_name="Köster")
    >>> sorted(spellings(anna, with_last_name=False))
    ['ANNA KÖSTER', 'Anna Köster', 'KÖSTER, ANNA', 'Köster, Anna']
    >>> arc = person(first_name="Ida", last_name="d'Arc")
    >>> "Ida d’Arc" in spellings(arc, with_last_name=False)
    True
    """
    last = player.last_name
    firsts = {player.first_name, player.given_name} - {""}
    names = {f"{first} {last}" for first in firsts}
    names |= {f"{last}, {first}" for first in firsts}
    if with_last_name:
        names.add(last)
    names |= {spelled.upper() for spelled in names}
    plain = {spelled.translate(ONE_APOSTROPHE) for spelled in names}
    return names | {each.replace("'", mark) for each in plain for mark in APOSTROPHES}


def mentions_for_reader(known_here: Q) -> Mentions:
    """Return the replacements for the current reader.

    ``known_here`` selects the people concerned, who may be mentioned by family name
    alone; of the others only those matter who do not want to be named in full. The club
    reads everything as it was typed.
    """
    if not is_public():
        return NO_MENTIONS
    people = all_players().filter(known_here | ~Q(privacy=Privacy.FULL))
    players = list(people.annotate(is_here=known_here))
    return mentions_of(players, {player.pk for player in players if player.is_here})


def all_players() -> Any:
    return apps.get_model("tournaments", "Player").objects.all()


def public_text(text: str, row: Any, about: str = "") -> str:
    """Return a text of ``row`` as the current reader may see it.

    ``about`` leads from a person to the rows that may name them by the family name
    alone.
    """
    mentions = reader_mentions()
    if about and mentions:
        memory, key = remembered.get(), (organisation_or_none(), about)
        if key not in memory:
            memory[key] = mentions_by_row(about)
        mentions = memory[key].get(row.id, mentions)
    return mentions.public_text(text)


def reader_mentions() -> Mentions:
    """Return the replacements for people in texts of any kind."""
    if audience.get(None) is not Audience.PUBLIC:
        return NO_MENTIONS
    memory, here = remembered.get(), organisation_or_none()
    if here not in memory:
        memory[here] = mentions_of_the_shy()
    mentions: Mentions = memory[here]
    return mentions


def mentions_of_the_shy() -> Mentions:
    return mentions_of(all_players().exclude(privacy=Privacy.FULL))


def mentions_by_row(about: str) -> dict[int, Mentions]:
    """Return the replacements for the rows that a shy person belongs to.

    Others who share a family name there make it ambiguous.
    """
    shy = list(all_players().exclude(privacy=Privacy.FULL))
    people = all_players().filter(last_name__in={player.last_name for player in shy})
    by_row: dict[int, list[Player]] = defaultdict(list)
    for player in people.annotate(of_row=F(about)).exclude(of_row=None):
        by_row[player.of_row].append(player)
    return {
        row: mentions_of([*players, *shy], {player.pk for player in players})
        for row, players in by_row.items()
    }


PLAIN = (models.SlugField, models.CharField, models.TextField)


class PublicText(str):
    """What visitors read of a text; ``typed`` is what is saved of it."""

    typed: str


def as_typed(value: Any) -> Any:
    """Return a value of a row as it was typed, whoever reads."""
    return getattr(value, "typed", value)


class TypedAttribute(DeferredAttribute):
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
