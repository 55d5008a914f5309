"""What an option of the house rules can be; ``HouseRules`` is the table of options."""

from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any

MOST_VALUE = 999
MOST_SUM = 20_000
MOST_CENTS = 10_000_000


class Group(StrEnum):
    """The groups of options, in the order in which a form asks for them."""

    KONTRA = "kontra"
    BOCK = "bock"
    PASSED_IN = "passed-in"
    SCHIEBERAMSCH = "schieberamsch"
    ENDING = "ending"
    MONEY = "money"  # changes no result, so it is no house rule (3.5)


class OptionKind(StrEnum):
    """How the value of an option is written."""

    SWITCH = "switch"
    NUMBER = "number"
    CENTS = "cents"
    CHOICE = "choice"
    TEXT = "text"


class Mention(StrEnum):
    """When the rules on the wall have a sentence for an option."""

    CHANGED = "changed"  # it is not as in official Skat
    ALWAYS = "always"
    ELSEWHERE = "elsewhere"  # the sentence of another option has its value


@dataclass(frozen=True, slots=True, kw_only=True)
class Option:
    """A row of the table: how an option is written, and what depends on it.

    ``starts_bock`` says that it can start a Bock round.
    """

    kind: OptionKind
    group: Group
    default: object
    least: int = 0
    most: int = 0
    choices: type[StrEnum] | None = None
    longest: int = 0
    pattern: str = ""
    mention: Mention = Mention.CHANGED
    starts_bock: bool = False

    @property
    def is_switch(self) -> bool:
        """Tell whether the option is on or off."""
        return self.kind is OptionKind.SWITCH

    @property
    def is_house_rule(self) -> bool:
        """Tell whether the option changes results."""
        return self.group is not Group.MONEY

    def is_mentioned(self, value: object) -> bool:
        """Tell whether the rules have a sentence for this value."""
        if self.mention is Mention.CHANGED:
            return value != self.default
        return self.mention is Mention.ALWAYS


def option(kind: OptionKind, group: Group, default: object, **details: Any) -> Any:
    """Return a field of the rules with its row of the table."""
    row = Option(kind=kind, group=group, default=default, **details)
    return field(default=default, metadata={"option": row})


def switch(group: Group, default: bool = False, **details: Any) -> Any:
    """Return an option that is on or off."""
    return option(OptionKind.SWITCH, group, default, **details)


def number(group: Group, default: int = 0, *, most: int, **details: Any) -> Any:
    """Return an option that is a whole number up to ``most``."""
    return option(OptionKind.NUMBER, group, default, most=most, **details)


def cents(group: Group, default: int = 0, **details: Any) -> Any:
    """Return an option that is an amount of money."""
    return option(OptionKind.CENTS, group, default, most=MOST_CENTS, **details)


def choice(
    group: Group, choices: type[StrEnum], default: StrEnum | None = None, **details: Any
) -> Any:
    """Return an option that is one of ``choices``, or none of them."""
    return option(OptionKind.CHOICE, group, default, choices=choices, **details)


def text(group: Group, *, longest: int, pattern: str) -> Any:
    """Return an option that is a text matching ``pattern``."""
    return option(OptionKind.TEXT, group, "", longest=longest, pattern=pattern)
