"""Reading the prize plan: the pot, the prize of each place."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from django.db.models import Count, Q

from tournaments.choices import EntryStatus, PrizeMode
from tournaments.competitions.accounts import (
    pot_of,
    prizes_for_the_field,
    prizes_in_shares,
    winners_in,
)
from tournaments.competitions.models import Competition, Prize
from tournaments.sheets.models import Seat

HERE = (EntryStatus.PRESENT, EntryStatus.LEFT)


@dataclass(frozen=True, slots=True, kw_only=True)
class PrizePlan:
    """What is paid on which place, in cents, and the pot it comes from.

    ``people`` is how many entry fees make the pot; ``things`` are prizes that are no
    money, by place.
    """

    people: int
    pot: int
    amounts: dict[int, int]
    things: dict[int, str]
    team_amounts: dict[int, int]
    team_things: dict[int, str]

    @property
    def total(self) -> int:
        return sum(self.amounts.values()) + sum(self.team_amounts.values())

    @property
    def excess(self) -> int:
        """Return what the plan pays beyond the pot; 0 while nobody is registered."""
        return max(0, self.total - self.pot) if self.people else 0

    @property
    def kept(self) -> int:
        """Return what of the pot is not paid out."""
        return max(0, self.pot - self.total)

    @property
    def is_empty(self) -> bool:
        return not (self.total or self.things or self.team_things)

    def lines(self) -> list[tuple[int, int, str]]:
        """Return the plan as (place, amount, thing)."""
        return plan_lines(self.amounts, self.things)

    def team_lines(self) -> list[tuple[int, int, str]]:
        """Return the plan for teams as (place, amount, thing)."""
        return plan_lines(self.team_amounts, self.team_things)


def plan_lines(
    amounts: dict[int, int], things: dict[int, str]
) -> list[tuple[int, int, str]]:
    """Return (place, amount, thing) for each place that wins something."""
    return [
        (place, amounts.get(place, 0), things.get(place, ""))
        for place in sorted(amounts.keys() | things.keys())
    ]


def prize_plan(competition: Competition) -> PrizePlan:
    """Return the plan as it is stored. Two or three queries."""
    return planned(competition, list(competition.prizes.all()), payers(competition))


def payers(competition: Competition) -> int:
    """Return how many people pay into the pot. One or two queries.

    Who came; before the first has come, who is registered; where nobody is
    registered at all, who sits at a table.
    """
    counts = competition.entries.aggregate(
        here=Count("pk", filter=Q(status__in=HERE)),
        registered=Count("pk", filter=Q(status=EntryStatus.REGISTERED)),
    )
    if counts["here"] or counts["registered"]:
        return int(counts["here"] or counts["registered"])
    seats = Seat.objects.filter(series__competition=competition)
    return seats.order_by().values("player").distinct().count()


def planned(
    competition: Competition, prizes: Sequence[Prize], people: int
) -> PrizePlan:
    """Return what ``prizes`` mean for so many people. No query."""
    pot = pot_of(
        people=people, fee=competition.entry_fee, percent=competition.pot_percent
    )
    grid = competition.prize_rounding
    single = [prize for prize in prizes if not prize.for_teams]
    teams = [prize for prize in prizes if prize.for_teams]
    match competition.prize_mode:
        case PrizeMode.SHARES:
            amounts = prizes_in_shares(pot, percents_in(single), grid=grid)
            team_amounts = prizes_in_shares(pot, percents_in(teams), grid=grid)
        case PrizeMode.FIELD:
            winners = winners_in(people, competition.prize_percent)
            amounts = prizes_for_the_field(pot, winners, grid=grid)
            team_amounts = amounts_in(teams)
        case _:
            amounts, team_amounts = amounts_in(single), amounts_in(teams)
    return PrizePlan(
        people=people,
        pot=pot,
        amounts=amounts,
        things={prize.place: prize.text for prize in single if prize.text},
        team_amounts=team_amounts,
        team_things={prize.place: prize.text for prize in teams if prize.text},
    )


def percents_in(prizes: Iterable[Prize]) -> dict[int, int]:
    """Return the shares by place."""
    return {prize.place: prize.percent for prize in prizes if prize.percent}


def amounts_in(prizes: Iterable[Prize]) -> dict[int, int]:
    """Return the fixed amounts by place."""
    return {prize.place: prize.amount for prize in prizes if prize.amount}
