"""The rules of a club as one value (rules 7, 10 and 11)."""

from collections.abc import Mapping
from dataclasses import dataclass, fields
from enum import StrEnum
from operator import attrgetter
from types import MappingProxyType
from typing import Any

from scoring.game.contracts import NULL_VALUE
from scoring.house.kinds import (
    MOST_ROUNDS,
    MOST_SUM,
    MOST_VALUE,
    Contradiction,
    Group,
    Mention,
    Option,
    cents,
    choice,
    names,
    number,
    switch,
    text,
)
from scoring.lists.systems import System


class RamschScoring(StrEnum):
    """What a Ramsch pays after everybody has passed (rules 7.4)."""

    FEWEST_POINTS = "fewest-points"  # fewest card points earn a prize, shared if equal
    FEWEST_WINS = "fewest-wins"  # the same as one won game of that value
    WINNER = "winner"  # the winner earns a prize, nobody if equal
    MOST_PAYS = "most-pays"  # most card points cost as many game points


class Schieberamsch(StrEnum):
    """The two families of Schieberamsch (rules 7.5)."""

    MINUS = "minus"  # the loser writes minus their card points, doubled by pushes
    MARKS = "marks"  # tenths of card points; the lowest sum wins (seed S2)


class WhoMarks(StrEnum):
    LOSER = "loser"  # the player with most card points; all of them if equal
    EVERYBODY = "everybody"


class Ties(StrEnum):
    """What players who share the most card points write."""

    FULL = "full"
    HALF = "half"


class SkatGoes(StrEnum):
    """The player who gets the card points of the skat in a Ramsch."""

    LAST_TRICK = "last-trick"
    MOST_POINTS = "most-points"
    ASIDE = "aside"  # nobody: the three have fewer than 120 together


def null_value(*, hand: bool, ouvert: bool) -> Any:
    """Return the option for the value of a Null game, official by default."""
    official = NULL_VALUE[hand, ouvert]
    return number(Group.NULL, official, most=MOST_VALUE, mention=Mention.ELSEWHERE)


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
    ramsch_after_kontra: bool = switch(
        Group.KONTRA,
        needs=(Contradiction.KONTRA_MISSING, Contradiction.RAMSCH_ROUND_WITHOUT_RAMSCH),
    )

    # Bock (7.2): ``bock_value`` is the raw value from which a game starts a round, 0
    # for none, ``bock_value_bare`` without the levels above the game. A Schneider
    # starts none while Bock is running, unless ``bock_schneider_in_bock``; with
    # ``bock_each_reason`` a game starts as many rounds as it has reasons for.
    # ``bock_quiet_rounds`` starts one after so many full rounds without
    # Bock. ``bock_by_hand``: the writer doubles games that the rules would not.
    bock_split: bool = switch(Group.BOCK, starts_bock=True)
    bock_value: int = number(Group.BOCK, most=MOST_VALUE, starts_bock=True)
    bock_lost_kontra: bool = switch(
        Group.BOCK, starts_bock=True, needs=(Contradiction.KONTRA_MISSING,)
    )
    bock_re: bool = switch(
        Group.BOCK, starts_bock=True, needs=(Contradiction.KONTRA_MISSING,)
    )
    bock_schneider: bool = switch(Group.BOCK, starts_bock=True)
    bock_schneider_in_bock: bool = switch(Group.BOCK)
    bock_value_bare: bool = switch(Group.BOCK)
    bock_each_reason: bool = switch(Group.BOCK, mention=Mention.ELSEWHERE)
    bock_quiet_rounds: int = number(Group.BOCK, most=MOST_ROUNDS, starts_bock=True)
    bock_by_hand: bool = switch(Group.BOCK, starts_bock=True, mention=Mention.ELSEWHERE)
    bock_counts_passed_in: bool = switch(Group.BOCK, True)
    ramsch_after_bock: bool = switch(
        Group.BOCK,
        needs=(
            Contradiction.RAMSCH_AFTER_NO_BOCK,
            Contradiction.RAMSCH_ROUND_WITHOUT_RAMSCH,
        ),
    )

    # Until 1998 a lost Hand game was not doubled (1.5, C33)
    lost_hand_once: bool = switch(Group.LOST)

    # Named extra levels (7.3), each one level in suit games; Null values
    extra_levels: tuple[str, ...] = names(Group.EXTRA_LEVELS, longest=200)
    extra_levels_in_grand: bool = switch(Group.EXTRA_LEVELS)
    null: int = null_value(hand=False, ouvert=False)
    null_hand: int = null_value(hand=True, ouvert=False)
    null_ouvert: int = null_value(hand=False, ouvert=True)
    null_ouvert_hand: int = null_value(hand=True, ouvert=True)
    null_revolution: int = number(Group.NULL, most=MOST_VALUE)

    # Ramsch after everybody has passed (7.4)
    ramsch: RamschScoring | None = choice(
        Group.PASSED_IN, RamschScoring, mention=Mention.ELSEWHERE
    )
    ramsch_prize: int = number(
        Group.PASSED_IN, 20, most=MOST_VALUE, mention=Mention.ELSEWHERE
    )

    # Schieberamsch (7.5): in Ramsch rounds of a list, or as the whole event.
    # ``announced_virgin`` is what a missed one costs; 0: nobody announces it.
    schieberamsch: Schieberamsch | None = choice(Group.SCHIEBERAMSCH, Schieberamsch)
    only_ramsch: bool = switch(
        Group.SCHIEBERAMSCH,
        needs=(Contradiction.ONLY_RAMSCH_OF_NO_KIND, Contradiction.RAMSCH_TO_A_TARGET),
    )
    who_marks: WhoMarks = choice(Group.SCHIEBERAMSCH, WhoMarks, WhoMarks.LOSER)
    ramsch_ties: Ties = choice(
        Group.SCHIEBERAMSCH, Ties, Ties.FULL, mention=Mention.ALWAYS
    )
    ramsch_skat: SkatGoes = choice(
        Group.SCHIEBERAMSCH, SkatGoes, SkatGoes.LAST_TRICK, mention=Mention.ELSEWHERE
    )
    push_jacks: bool = switch(Group.SCHIEBERAMSCH, True)
    push_doubles: bool = switch(Group.SCHIEBERAMSCH, True, mention=Mention.ON)
    virgin_doubles: bool = switch(Group.SCHIEBERAMSCH, True, mention=Mention.ON)
    announced_virgin: int = number(
        Group.SCHIEBERAMSCH, most=MOST_VALUE, needs=(Contradiction.NOTHING_PUSHED,)
    )
    ramsch_kontra: bool = switch(Group.SCHIEBERAMSCH)
    march: int = number(
        Group.SCHIEBERAMSCH, 120, most=MOST_VALUE, mention=Mention.ALWAYS
    )
    march_counts_pushes: bool = switch(Group.SCHIEBERAMSCH)
    ramsch_cap: int = number(Group.SCHIEBERAMSCH, most=MOST_SUM)
    grand_hand_in_ramsch: bool = switch(Group.SCHIEBERAMSCH)
    same_dealer_after_grand_hand: bool = switch(
        Group.SCHIEBERAMSCH, needs=(Contradiction.NO_GRAND_HAND,)
    )
    grand_hand_without_bock: bool = switch(
        Group.SCHIEBERAMSCH, needs=(Contradiction.NO_GRAND_HAND,)
    )

    # An evening without bidding: forehand plays, seven contracts each (7.7)
    forced_games: bool = switch(Group.FORCED, needs=(Contradiction.FORCED_RAMSCH,))

    # First to a target (7.6); loser points up to a limit (11.6); 0 for none.
    # ``defenders_write``: of a won game they write the value as loser points.
    target: int = number(Group.ENDING, most=MOST_SUM)
    loser_points: int = number(
        Group.ENDING, most=MOST_SUM, needs=(Contradiction.TWO_ENDS,)
    )
    defenders_write: bool = switch(Group.ENDING)

    # Settlement in money by pairwise difference (3.5); amounts are rounded to
    # ``grid_cents``
    stake_cents: str = text(Group.MONEY, longest=10, pattern=STAKE_PATTERN)
    cap_cents: int = cents(Group.MONEY)
    grid_cents: int = cents(Group.MONEY, 1, least=1)
    losers_pay_pot: bool = switch(Group.MONEY)

    @property
    def null_values(self) -> Mapping[tuple[bool, bool], int]:
        """The fixed values of the Null games by (Hand, ouvert) (rules 1.1)."""
        return {
            (False, False): self.null,
            (True, False): self.null_hand,
            (False, True): self.null_ouvert,
            (True, True): self.null_ouvert_hand,
        }

    @property
    def has_bock(self) -> bool:
        """Tell whether games are doubled in rounds, whatever starts them (7.2)."""
        return any(bock_values(self))

    @property
    def has_rounds(self) -> bool:
        """Tell whether a game depends on those before it (7.1, 7.2, 7.5)."""
        return (
            self.has_bock
            or self.ramsch_after_kontra
            or self.same_dealer_after_grand_hand
        )

    @property
    def plays_ramsch(self) -> bool:
        """Tell whether a line can be a Ramsch (7.4, 7.5)."""
        return self.ramsch is not None or self.schieberamsch is not None

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
    def list_system(self) -> System:
        """How a list is rated: sums of another kind have no bonus (7.5, 7.6).

        >>> HouseRules(target=500).list_system is System.PLAIN
        True
        """
        return System.PLAIN if self.only_ramsch or self.ends_early else self.system


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
