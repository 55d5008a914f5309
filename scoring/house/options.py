"""House rules as a line of options: ``kontra,bock-value=120,target=500``."""

import re
from collections.abc import Iterator

from scoring.house.kinds import Option, OptionKind
from scoring.house.rules import OPTIONS, HouseRules

OPTION_NAMES = tuple(name.replace("_", "-") for name in OPTIONS)
COMMA = re.compile(r",(?![0-9])")  # that of "0,5" belongs to the number


class UnknownOption(ValueError):
    """An option that no rules have, or a value it cannot have."""

    def __init__(self, option: str) -> None:
        super().__init__(f"{option!r} is no option of house rules")
        self.option = option


def read_options(text: str) -> HouseRules:
    """Return official Skat changed by the options of ``text``, separated by commas.

    A switch stands alone or after ``no-``; the others have a value after an equals
    sign. Raises UnknownOption.

    >>> rules = read_options("kontra,bock-value=120,no-bock-re")
    >>> rules.kontra, rules.bock_value, rules.bock_re
    (True, 120, False)
    """
    parts = (part.strip() for part in COMMA.split(text))
    values = dict(read_option(part) for part in parts if part)
    return HouseRules(**values)  # type: ignore[arg-type]


def read_option(text: str) -> tuple[str, object]:
    """Return the name of one option and its value. Raises UnknownOption.

    >>> read_option("schieberamsch=marks")
    ('schieberamsch', <Schieberamsch.MARKS: 'marks'>)
    """
    name, equals, value = (part.strip() for part in text.partition("="))
    switched = name.removeprefix("no-")
    if not equals and switched in OPTION_NAMES and option_of(switched).is_switch:
        return switched.replace("-", "_"), name == switched
    if name not in OPTION_NAMES or option_of(name).is_switch or not value:
        raise UnknownOption(text)
    try:
        return name.replace("-", "_"), read_value(option_of(name), value)
    except ValueError:
        raise UnknownOption(text) from None


def option_of(name: str) -> Option:
    """Return the option with this written name."""
    return OPTIONS[name.replace("-", "_")]


def read_value(option: Option, value: str) -> object:
    """Return the value of an option that is not a switch. Raises ValueError."""
    if option.choices is not None:
        return option.choices(value)
    if option.kind in {OptionKind.NUMBER, OptionKind.CENTS}:
        return read_number(option, value)
    if len(value) > option.longest or not re.search(option.pattern, value):
        raise ValueError(value)
    return value


def read_number(option: Option, value: str) -> int:
    """Return a number that the option can have. Raises ValueError."""
    is_number = value.isascii() and value.isdigit() and len(value) <= 8
    if not (is_number and option.least <= int(value) <= option.most):
        raise ValueError(value)
    return int(value)


def options_text(rules: HouseRules) -> str:
    """Return every option that differs from official Skat, in the order of the table.

    Reading it gives the same rules, except for the list system.

    >>> options_text(HouseRules(target=500, kontra=True, march=12))
    'kontra,march=12,target=500'
    """
    return ",".join(changed_options(rules))


def changed_options(rules: HouseRules) -> Iterator[str]:
    """Yield the text of each option that differs from official Skat."""
    for name, option in OPTIONS.items():
        value = getattr(rules, name)
        if value != option.default:
            yield option_text(name.replace("_", "-"), value)


def option_text(name: str, value: object) -> str:
    """Return an option with its value.

    >>> option_text("target", 500)
    'target=500'
    """
    if isinstance(value, bool):
        return name if value else f"no-{name}"
    return f"{name}={value}"
