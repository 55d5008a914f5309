"""Options that need one another, or that cannot be played together (rules 7).

An option is on if it is not as in official Skat; ``option=value`` is one value of it.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum
from itertools import starmap

from scoring.house.rules import OPTIONS, HouseRules

BOCK = tuple(name for name, option in OPTIONS.items() if option.starts_bock)


class Why(StrEnum):
    """Why two options do not go together."""

    NOBODY_BIDS = "nobody-bids"
    NO_DECLARER = "no-declarer"
    ALWAYS_RAMSCH = "always-ramsch"
    NEVER_PUSHED = "never-pushed"
    DECLARER_ALONE = "declarer-alone"
    LOST_GAMES_ALONE = "lost-games-alone"
    ONE_END = "one-end"
    NO_VALUES = "no-values"


@dataclass(frozen=True, slots=True)
class Contradiction:
    """An option, and what contradicts it: one of ``others`` it needs, if there is
    no reason ``why`` they do not go together.
    """

    option: str
    others: tuple[str, ...]
    why: Why | None = None


NEEDS: tuple[tuple[str, tuple[str, ...]], ...] = (
    ("bock_lost_kontra", ("kontra", "ramsch_kontra")),
    ("bock_lost_kontra", ("kontra", "grand_hand_in_ramsch")),
    ("bock_re", ("kontra", "ramsch_kontra")),
    ("ramsch_after_bock", BOCK),
    ("ramsch_after_bock", ("ramsch", "schieberamsch")),
    ("schieberamsch=marks", ("only_ramsch",)),
    ("only_ramsch", ("schieberamsch",)),
    ("who_marks", ("schieberamsch",)),
    ("ramsch_kontra", ("schieberamsch",)),
    ("ramsch_cap", ("schieberamsch", "ramsch=most-pays")),
    ("grand_hand_in_ramsch", ("schieberamsch",)),
    ("cap_cents", ("stake_cents",)),
    ("losers_pay_pot", ("stake_cents",)),
)
"""What an option needs: one of the others. A prize, a march and a grid need nothing:
they always have an amount, which counts where it is asked for."""

EXCLUSIONS: tuple[tuple[str, str, Why, str], ...] = (
    ("kontra", "only_ramsch", Why.NOBODY_BIDS, ""),
    ("bock_split", "only_ramsch", Why.NO_DECLARER, "grand_hand_in_ramsch"),
    ("bock_value", "only_ramsch", Why.NO_DECLARER, "grand_hand_in_ramsch"),
    ("bock_lost_kontra", "only_ramsch", Why.NO_DECLARER, "grand_hand_in_ramsch"),
    ("bock_schneider", "only_ramsch", Why.NO_DECLARER, "grand_hand_in_ramsch"),
    ("ramsch_after_bock", "only_ramsch", Why.ALWAYS_RAMSCH, ""),
    ("ramsch", "only_ramsch", Why.NOBODY_BIDS, ""),
    ("schieberamsch", "ramsch", Why.NEVER_PUSHED, "ramsch_after_bock"),
    ("target", "bock_value", Why.NO_VALUES, ""),
    ("target", "ramsch", Why.DECLARER_ALONE, ""),
    ("target", "schieberamsch", Why.DECLARER_ALONE, ""),
    ("loser_points", "ramsch", Why.LOST_GAMES_ALONE, ""),
    ("loser_points", "schieberamsch", Why.LOST_GAMES_ALONE, ""),
    ("loser_points", "target", Why.ONE_END, ""),
)
"""Two options that exclude each other, and why, unless a third is on.

``only_ramsch`` needs Schieberamsch, which excludes a target and loser points.
"""


def contradictions(rules: HouseRules) -> tuple[Contradiction, ...]:
    """Return every contradiction in ``rules``, in the order of the tables.

    >>> contradictions(HouseRules(only_ramsch=True))
    (Contradiction(option='only_ramsch', others=('schieberamsch',), why=None),)
    >>> contradictions(HouseRules())
    ()
    """
    return tuple(found_contradictions(rules))


def found_contradictions(rules: HouseRules) -> Iterator[Contradiction]:
    """Yield the first need of each option that is not met, and the exclusions."""
    unmet: dict[str, tuple[str, ...]] = {}
    for term, others in NEEDS:
        if holds(rules, term) and not any(holds(rules, other) for other in others):
            unmet.setdefault(option_of(term), tuple(map(option_of, others)))
    yield from starmap(Contradiction, unmet.items())
    for option, other, why, unless in EXCLUSIONS:
        is_allowed = bool(unless) and holds(rules, unless)
        if holds(rules, option) and holds(rules, other) and not is_allowed:
            yield Contradiction(option, (other,), why)


def holds(rules: HouseRules, term: str) -> bool:
    """Tell whether an option is on, or has the value that is named.

    >>> holds(HouseRules(march=12), "march"), holds(HouseRules(), "ramsch=most-pays")
    (True, False)
    """
    name, _, value = term.partition("=")
    current = getattr(rules, name)
    return bool(current == value if value else current != OPTIONS[name].default)


def option_of(term: str) -> str:
    """Return the option that a term is about."""
    return term.partition("=")[0]
