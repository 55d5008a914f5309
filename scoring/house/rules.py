"""The rules of a club as one value (rules 7, 10 and 11)."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum

from scoring.game.contracts import NULL_VALUE
from scoring.lists.systems import System


class RamschScoring(StrEnum):
    """What a Ramsch pays after everybody has passed (rules 7.4)."""

    FEWEST_POINTS = "fewest-points"  # fewest card points earn a prize, shared if equal
    FEWEST_WINS = "fewest-wins"  # the same as one won game of that value
    WINNER = "winner"  # the winner earns a prize, nobody if equal
    MOST_PAYS = "most-pays"  # most card points cost as many game points


class Schieberamsch(StrEnum):
    """The two families of Schieberamsch (rules 7.5)."""

    MINUS = "minus"  # the loser writes minus his card points, doubled by pushes
    MARKS = "marks"  # tenths of card points; the lowest sum wins (seed S2)


class WhoMarks(StrEnum):
    LOSER = "loser"  # who has most card points; all of them if equal
    EVERYBODY = "everybody"


class Ties(StrEnum):
    """What several with the most card points write."""

    FULL = "full"
    HALF = "half"


class SkatGoes(StrEnum):
    """Who gets the card points of the skat in a Ramsch."""

    LAST_TRICK = "last-trick"
    MOST_POINTS = "most-points"
    ASIDE = "aside"  # nobody: the three have fewer than 120 together


@dataclass(frozen=True, slots=True, kw_only=True)
class HouseRules:
    """How a game and a list are counted; the default is official Skat.

    Every option is a plain value and switched off by default, so that the official
    rules are the same object with the options absent. Values are game points or
    card points; ``stake_cents`` and ``cap_cents`` are money.
    """

    system: System = System.SEEGER_FABIAN

    # Kontra and Re (7.1)
    kontra: bool = False
    ramsch_after_kontra: bool = False

    # Bock (7.2): the triggers, each a switch; ``bock_value`` is the raw value from
    # which a game triggers, 0 for none; ``bock_quiet_rounds`` starts a round after
    # so many full rounds without Bock, 0 for none. ``bock_by_hand``: the writer
    # doubles games that the rules would not.
    bock_by_hand: bool = False
    bock_split: bool = False
    bock_value: int = 0
    bock_lost_kontra: bool = False
    bock_re: bool = False
    bock_schneider: bool = False
    bock_quiet_rounds: int = 0
    bock_counts_passed_in: bool = True
    ramsch_after_bock: bool = False

    # Named extra levels (7.3), each one level in suit games; Null values
    extra_levels: tuple[str, ...] = ()
    extra_levels_in_grand: bool = False
    null: int = NULL_VALUE[False, False]
    null_hand: int = NULL_VALUE[True, False]
    null_ouvert: int = NULL_VALUE[False, True]
    null_ouvert_hand: int = NULL_VALUE[True, True]
    null_revolution: int = 0

    # Ramsch when all passed (7.4)
    ramsch: RamschScoring | None = None
    ramsch_prize: int = 20

    # Schieberamsch (7.5): in Ramsch rounds of a list, or as the whole event
    schieberamsch: Schieberamsch | None = None
    only_ramsch: bool = False
    who_marks: WhoMarks = WhoMarks.LOSER
    ramsch_ties: Ties = Ties.FULL
    ramsch_skat: SkatGoes = SkatGoes.LAST_TRICK
    push_jacks: bool = True
    push_doubles: bool = True
    virgin_doubles: bool = True
    announced_virgin: int = 0  # what a missed one costs; 0: nobody announces it
    ramsch_kontra: bool = False
    march: int = 120
    march_counts_pushes: bool = False
    ramsch_cap: int = 0
    grand_hand_in_ramsch: bool = False
    same_dealer_after_grand_hand: bool = False

    # An evening without bidding: forehand plays, seven contracts each (7.7)
    forced_games: bool = False

    # First to a target (7.6); loser points up to a limit (11.6); 0 for none.
    # ``defenders_write``: of a won game they write the value as loser points.
    target: int = 0
    loser_points: int = 0
    defenders_write: bool = False

    # Settlement in money by pairwise difference (3.5); the stake is a fraction of
    # a cent per point, "1/10"; amounts are rounded to ``grid_cents``
    stake_cents: str = ""
    cap_cents: int = 0
    grid_cents: int = 1
    losers_pay_pot: bool = False

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
        return bool(
            self.bock_by_hand
            or self.bock_split
            or self.bock_value
            or self.bock_lost_kontra
            or self.bock_re
            or self.bock_schneider
            or self.bock_quiet_rounds
        )

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
    def ends_early(self) -> bool:
        """Tell whether a sum of points ends the list (7.6, 11.6)."""
        return bool(self.target or self.loser_points)

    @property
    def list_system(self) -> System:
        """How a list is rated: no bonus beside sums of another kind (7.5, 7.6).

        >>> HouseRules(target=500).list_system is System.PLAIN
        True
        """
        return System.PLAIN if self.only_ramsch or self.ends_early else self.system


OFFICIAL = HouseRules()
"""Official Skat, rated by Seeger-Fabian."""


NO_HOUSE_RULE = frozenset(
    {"stake_cents", "cap_cents", "grid_cents", "losers_pay_pot", "system"}
)
"""The options that change no result: money (3.5), and how a list is rated."""


def is_official(rules: HouseRules) -> bool:
    """Tell whether games and lists count as the ISkO says, whatever the system.

    Settlement in money changes no result and is therefore no house rule (3.5).
    """
    return all(
        getattr(rules, name) == getattr(OFFICIAL, name)
        for name in HouseRules.__slots__
        if name not in NO_HOUSE_RULE
    )
