"""The rules of a club as one value (rules 7, 10 and 11).

``HouseRules`` is the table of options; as text they are a line of options:
``kontra,bock-value=120,target=500``.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from enum import StrEnum
from operator import attrgetter
from types import MappingProxyType
from typing import Any

from scoring.game.written_games import BIDS
from scoring.lists.sheets import System

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
        return self.kind is OptionKind.SWITCH

    @property
    def is_house_rule(self) -> bool:
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
    return option(OptionKind.SWITCH, group, default, **details)


def number(group: Group, default: int = 0, *, most: int, **details: Any) -> Any:
    return option(OptionKind.NUMBER, group, default, most=most, **details)


def cents(group: Group, default: int = 0, **details: Any) -> Any:
    return option(OptionKind.CENTS, group, default, most=MOST_CENTS, **details)


def choice(
    group: Group, choices: type[StrEnum], default: StrEnum | None = None, **details: Any
) -> Any:
    return option(OptionKind.CHOICE, group, default, choices=choices, **details)


def text(group: Group, *, longest: int, pattern: str) -> Any:
    return option(OptionKind.TEXT, group, "", longest=longest, pattern=pattern)


class RamschScoring(StrEnum):
    """What a Ramsch pays after everybody has passed (rules 7.4)."""

    FEWEST_POINTS = "fewest-points"  # fewest card points earn a prize, shared if equal
    MOST_PAYS = "most-pays"  # most card points cost as many game points


class Schieberamsch(StrEnum):
    """The two families of Schieberamsch (rules 7.5)."""

    MINUS = "minus"  # the loser writes minus their card points, doubled by pushes
    MARKS = "marks"  # tenths of card points; the lowest sum wins (seed S2)


class WhoMarks(StrEnum):
    LOSER = "loser"  # the player with most card points; all of them if equal
    EVERYBODY = "everybody"


STAKE_PATTERN = r"^([0-9]{1,5}(/[1-9][0-9]{0,3}|[.,][0-9]{1,3})?)?$"


@dataclass(frozen=True, slots=True, kw_only=True)
class HouseRules:
    """How a game and a list are counted; the default is official Skat.

    The only table of the options: a row has the name, the kind, the group and the
    official value, so official Skat is the same object with every option at its
    default. Values are game points or card points; the stake is a fraction of a cent,
    "1/10".
    """

    system: System = System.SEEGER_FABIAN

    # Kontra and Re (7.1)
    kontra: bool = switch(Group.KONTRA)

    # Bock (7.2): ``bock_value`` is the value from which a game starts a round, before
    # anything doubles it, 0 for none. A Schneider starts none while Bock is running.
    bock_split: bool = switch(Group.BOCK, starts_bock=True)
    bock_value: int = number(Group.BOCK, most=BIDS[-1], starts_bock=True)
    bock_lost_kontra: bool = switch(Group.BOCK, starts_bock=True)
    bock_re: bool = switch(Group.BOCK, starts_bock=True)
    bock_schneider: bool = switch(Group.BOCK, starts_bock=True)
    ramsch_after_bock: bool = switch(Group.BOCK)

    # Ramsch after everybody has passed (7.4)
    ramsch: RamschScoring | None = choice(
        Group.PASSED_IN, RamschScoring, mention=Mention.ELSEWHERE
    )
    ramsch_prize: int = number(
        Group.PASSED_IN, 20, least=1, most=MOST_VALUE, mention=Mention.ELSEWHERE
    )

    # Schieberamsch (7.5): in Ramsch rounds of a list, or as the whole event
    schieberamsch: Schieberamsch | None = choice(Group.SCHIEBERAMSCH, Schieberamsch)
    only_ramsch: bool = switch(Group.SCHIEBERAMSCH, mention=Mention.ELSEWHERE)
    who_marks: WhoMarks = choice(
        Group.SCHIEBERAMSCH, WhoMarks, WhoMarks.LOSER, mention=Mention.ALWAYS
    )
    ramsch_kontra: bool = switch(Group.SCHIEBERAMSCH)
    march: int = number(
        Group.SCHIEBERAMSCH, 120, most=MOST_VALUE, mention=Mention.ALWAYS
    )
    ramsch_cap: int = number(Group.SCHIEBERAMSCH, most=MOST_SUM)
    grand_hand_in_ramsch: bool = switch(Group.SCHIEBERAMSCH)

    # First to a target (7.6); loser points up to a limit (11.6); 0 for none
    target: int = number(Group.ENDING, most=MOST_SUM)
    loser_points: int = number(Group.ENDING, most=MOST_SUM)

    # Settlement in money by pairwise difference (3.5); amounts are rounded to
    # ``grid_cents``
    stake_cents: str = text(Group.MONEY, longest=10, pattern=STAKE_PATTERN)
    cap_cents: int = cents(Group.MONEY)
    grid_cents: int = cents(Group.MONEY, 1, least=1)
    losers_pay_pot: bool = switch(Group.MONEY)

    @property
    def has_bock(self) -> bool:
        """Tell whether games are doubled in rounds, whatever starts them (7.2).

        Only then a game depends on those before it.
        """
        return any(bock_values(self))

    @property
    def plays_ramsch(self) -> bool:
        """Tell whether a line can be a Ramsch (7.4, 7.5)."""
        return self.ramsch is not None or self.schieberamsch is not None

    @property
    def plays_ramsch_when_passed(self) -> bool:
        """Tell whether a Ramsch is played when everybody has passed (7.4).

        Schieberamsch is, unless it has rounds of its own.

        >>> HouseRules(schieberamsch=Schieberamsch.MINUS).plays_ramsch_when_passed
        True
        """
        is_pushed = self.schieberamsch is not None
        has_rounds = self.only_ramsch or self.ramsch_after_bock
        return self.ramsch is not None or (is_pushed and not has_rounds)

    @property
    def lowest_wins(self) -> bool:
        """Tell whether the lowest sum wins: marks of Schieberamsch alone (7.5)."""
        return self.only_ramsch and self.schieberamsch is Schieberamsch.MARKS

    @property
    def rewards_absence(self) -> bool:
        """Tell whether a missed list would be an advantage: games only cost points.

        >>> HouseRules(loser_points=301).rewards_absence
        True
        """
        return bool(self.only_ramsch or self.loser_points)

    @property
    def ends_early(self) -> bool:
        """Tell whether a sum of points ends the list (7.6, 11.6)."""
        return bool(self.target or self.loser_points)

    @property
    def has_no_bonus(self) -> bool:
        """Tell whether only game points count, whatever system the event has chosen."""
        return self.only_ramsch or self.ends_early

    @property
    def list_system(self) -> System:
        """How a list is rated: sums of another kind have no bonus (7.5, 7.6).

        >>> HouseRules(target=500).list_system is System.PLAIN
        True
        """
        return System.PLAIN if self.has_no_bonus else self.system


OFFICIAL = HouseRules()
"""Official Skat, rated by Seeger-Fabian."""


OPTIONS: Mapping[str, Option] = MappingProxyType(
    {
        rule.name: rule.metadata["option"]
        for rule in fields(HouseRules)
        if "option" in rule.metadata
    }
)
"""Every option by its name; the list system is set elsewhere."""

bock_values = attrgetter(*(name for name in OPTIONS if OPTIONS[name].starts_bock))
house_values = attrgetter(*(name for name in OPTIONS if OPTIONS[name].is_house_rule))


def is_official(rules: HouseRules) -> bool:
    """Tell whether games and lists count as the ISkO says, whatever the system.

    Settlement in money changes no result and is therefore no house rule (3.5).
    """
    return bool(house_values(rules) == house_values(OFFICIAL))


PRESETS: Mapping[str, HouseRules] = MappingProxyType(
    {
        # Kontra, Bock and a Ramsch when all pass: the usual game of a pub (7.1, 7.2)
        "friday": HouseRules(
            kontra=True,
            bock_split=True,
            bock_lost_kontra=True,
            bock_re=True,
            ramsch=RamschScoring.MOST_PAYS,
        ),
        # Pushing instead of passing in: the loser writes minus their card points (7.5)
        "pushing": HouseRules(
            schieberamsch=Schieberamsch.MINUS, ramsch_cap=250, grand_hand_in_ramsch=True
        ),
        # Nothing but Ramsch, in tenths of card points: seed S2 (7.5)
        "marks": HouseRules(
            schieberamsch=Schieberamsch.MARKS,
            only_ramsch=True,
            who_marks=WhoMarks.EVERYBODY,
            ramsch_kontra=True,
            grand_hand_in_ramsch=True,
        ),
        # First to a target: the Italian seed S3 (7.6)
        "target": HouseRules(target=500),
        # Loser points: the first to reach the limit pays (11.6)
        "bierlachs": HouseRules(loser_points=301),
    }
)


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
    return OPTIONS[name.replace("-", "_")]


def read_value(option: Option, value: str) -> object:
    """Return the value of an option that is not a switch. Raises ValueError."""
    if option.choices is not None:
        return option.choices(value)
    if option.kind in {OptionKind.NUMBER, OptionKind.CENTS}:
        is_number = value.isascii() and value.isdigit() and len(value) <= 8
        if not (is_number and option.least <= int(value) <= option.most):
            raise ValueError(value)
        return int(value)
    if len(value) > option.longest or not re.search(option.pattern, value):
        raise ValueError(value)
    return value


def options_text(rules: HouseRules) -> str:
    """Return every option that differs from official Skat, in the order of the table.

    Reading it gives the same rules, except for the list system.

    >>> options_text(HouseRules(target=500, kontra=True, march=12))
    'kontra,march=12,target=500'
    """
    return ",".join(
        option_text(name.replace("_", "-"), getattr(rules, name))
        for name, option in OPTIONS.items()
        if getattr(rules, name) != option.default
    )


def option_text(name: str, value: object) -> str:
    """Return an option with its value.

    >>> option_text("target", 500)
    'target=500'
    """
    if isinstance(value, bool):
        return name if value else f"no-{name}"
    return f"{name}={value}"
