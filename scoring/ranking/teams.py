"""Teams in a tournament: the results of their people added up (rules 6.3, 6.5)."""

from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction

from scoring.ranking.standings import Countable, tie_chain


@dataclass(frozen=True, slots=True, kw_only=True)
class TeamRule:
    """How a team is counted: its size, how many of its results count, 4/3 or not.

    The best ``counting`` results count in each series; 0 counts all.
    """

    size: int
    counting: int = 0
    scale_short: bool = False
    lowest_wins: bool = False

    @property
    def needed(self) -> int:
        """How many results of a full team count."""
        return self.counting or self.size

    def worth(self, result: Countable) -> tuple[int, int, int]:
        """Return what ranks the results of one team; few points may be good (7.5)."""
        total, won, few_lost = tie_chain(result)
        return (-total if self.lowest_wins else total, won, few_lost)


@dataclass(frozen=True, slots=True, kw_only=True)
class TeamSum:
    """What a team has in one series; ``counted`` is how many results are in it."""

    total: int
    won: int
    lost: int
    counted: int
    is_scaled: bool


def team_sum(results: Iterable[Countable], rule: TeamRule, *, players: int) -> TeamSum:
    """Add up what a team has in one series.

    ``players`` is how many play for the team, with or without a finished list: a short
    team is scaled by this number. Scaled points are rounded to whole ones in each
    series, so that a printed line adds up; won and lost games are not scaled.

    >>> from types import SimpleNamespace
    >>> def played(*totals):
    ...     return [SimpleNamespace(total=each, won=9, lost=1) for each in totals]
    >>> four = TeamRule(size=4, scale_short=True)
    >>> team_sum(played(1000, 900, 801), four, players=3).total
    3601
    >>> team_sum(played(1000, 900, 801), four, players=4).total
    2701
    """
    best = sorted(results, key=rule.worth, reverse=True)[: rule.needed]
    total = sum(result.total for result in best)
    is_scaled = rule.scale_short and 0 < players < rule.needed
    return TeamSum(
        total=whole_points(Fraction(total * rule.needed, players))
        if is_scaled
        else total,
        won=sum(result.won for result in best),
        lost=sum(result.lost for result in best),
        counted=len(best),
        is_scaled=is_scaled,
    )


def whole_points(points: Fraction) -> int:
    """Return whole points; a half goes away from zero.

    >>> halves = Fraction(5, 2), Fraction(-5, 2), Fraction(10, 3)
    >>> [whole_points(half) for half in halves]
    [3, -3, 3]
    """
    size = int(abs(points) + Fraction(1, 2))
    return size if points > 0 else -size
