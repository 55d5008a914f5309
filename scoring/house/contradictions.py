"""Options that need one another, or that cannot be played together (rules 7)."""

from collections.abc import Callable, Mapping

from scoring.house.kinds import Contradiction
from scoring.house.rules import OPTIONS, HouseRules

CONDITIONS: Mapping[Contradiction, Callable[[HouseRules], bool]] = {
    Contradiction.RAMSCH_ROUND_WITHOUT_RAMSCH: lambda rules: not rules.plays_ramsch,
    Contradiction.RAMSCH_AFTER_NO_BOCK: lambda rules: not rules.has_bock,
    Contradiction.ONLY_RAMSCH_OF_NO_KIND: lambda rules: rules.schieberamsch is None,
    Contradiction.KONTRA_MISSING: lambda rules: (
        not (rules.kontra or rules.ramsch_kontra)
    ),
    Contradiction.TWO_ENDS: lambda rules: bool(rules.target),
    Contradiction.RAMSCH_TO_A_TARGET: lambda rules: rules.ends_early,
}
"""When an option with this contradiction among its ``needs`` cannot be played."""

OPTION_TO_CHANGE: Mapping[Contradiction, str] = {
    Contradiction.RAMSCH_ROUND_WITHOUT_RAMSCH: "ramsch",
    Contradiction.ONLY_RAMSCH_OF_NO_KIND: "schieberamsch",
    Contradiction.KONTRA_MISSING: "kontra",
    Contradiction.RAMSCH_TO_A_TARGET: "target",
}
"""The option to change, where it is not the one that has the need."""


def contradictions(rules: HouseRules) -> dict[str, Contradiction]:
    """Return the contradictions in ``rules`` by the option that should change.

    >>> contradictions(HouseRules(only_ramsch=True))
    {'schieberamsch': <Contradiction.ONLY_RAMSCH_OF_NO_KIND: 'only-ramsch-of-no-kind'>}
    >>> contradictions(HouseRules())
    {}
    """
    return {
        OPTION_TO_CHANGE.get(code, name): code
        for name, option in OPTIONS.items()
        if option.needs and getattr(rules, name)
        for code in option.needs
        if CONDITIONS[code](rules)
    }
