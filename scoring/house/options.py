"""House rules as a line of options: ``kontra,bock-value=120,no-push-doubles``."""

from dataclasses import fields
from enum import StrEnum

from scoring.house.rules import (
    OFFICIAL,
    HouseRules,
    RamschScoring,
    Schieberamsch,
    SkatGoes,
    Ties,
    WhoMarks,
)

OPTION_NAMES = tuple(
    field.name.replace("_", "-")
    for field in fields(HouseRules)
    if field.name != "system"
)
"""Every option by the name of its field; the list system is asked for elsewhere."""

CHOICES: dict[str, type[StrEnum]] = {
    "ramsch": RamschScoring,
    "schieberamsch": Schieberamsch,
    "who-marks": WhoMarks,
    "ramsch-ties": Ties,
    "ramsch-skat": SkatGoes,
}


class UnknownOption(ValueError):
    """An option that no rules have, or a value it cannot have.

    ``expected`` is what may stand there: names of options, or values; empty for a
    number or a text.
    """

    def __init__(self, option: str, expected: tuple[str, ...] = ()) -> None:
        super().__init__(f"{option!r} is no option of house rules")
        self.option = option
        self.expected = expected


def read_options(text: str) -> HouseRules:
    """Return official Skat changed by the options of ``text``, commas between.

    A switch stands alone or behind ``no-``; the others have a value behind an equals
    sign, several names with a plus between. Raises UnknownOption.

    >>> rules = read_options("kontra,bock-value=120,extra-levels=Spitze+Contra")
    >>> rules.kontra, rules.bock_value, rules.extra_levels
    (True, 120, ('Spitze', 'Contra'))
    >>> read_options("no-push-doubles").push_doubles
    False
    """
    values: dict[str, object] = {}
    for part in text.split(","):
        option = part.strip()
        if option:
            name, value = read_option(option)
            values[name.replace("-", "_")] = value
    return HouseRules(**values)  # type: ignore[arg-type]


def read_option(option: str) -> tuple[str, object]:
    """Return the name of one option and its value. Raises UnknownOption.

    >>> read_option("schieberamsch=marks")
    ('schieberamsch', <Schieberamsch.MARKS: 'marks'>)
    """
    name, equals, value = (part.strip() for part in option.partition("="))
    switched_off = name.removeprefix("no-")
    if not equals and switched_off in OPTION_NAMES and is_switch(switched_off):
        return switched_off, name == switched_off
    if name not in OPTION_NAMES:
        raise UnknownOption(option, OPTION_NAMES)
    if is_switch(name) or not value:
        raise UnknownOption(option, values_of(name))
    return name, read_value(name, value, option)


def is_switch(name: str) -> bool:
    return isinstance(default_of(name), bool)


def default_of(name: str) -> object:
    return getattr(OFFICIAL, name.replace("-", "_"))


def values_of(name: str) -> tuple[str, ...]:
    """Return the words an option can have; none for a number or a text."""
    if is_switch(name):
        return (name, f"no-{name}")
    return tuple(choice.value for choice in CHOICES.get(name, ()))


def read_value(name: str, value: str, option: str) -> object:
    """Return the value of an option that is no switch. Raises UnknownOption."""
    if name in CHOICES:
        if value not in values_of(name):
            raise UnknownOption(option, values_of(name))
        return CHOICES[name](value)
    default = default_of(name)
    if isinstance(default, tuple):
        return tuple(part.strip() for part in value.split("+") if part.strip())
    if isinstance(default, int):
        if not (value.isascii() and value.isdigit() and len(value) < 8):
            raise UnknownOption(option)
        return int(value)
    return value
