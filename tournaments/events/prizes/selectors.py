"""Reading the prize plan: the pot, the prize of each place."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from django.db.models import Count, Q

from tournaments.events.accounts import (
    pot_of,
    prizes_for_the_field,
    prizes_in_shares,
    winners_in,
)
from tournaments.events.models import ATTENDING, Event, Prize, TeamContest
from tournaments.sheets.models import Seat
from tournaments.words.choices import EntryStatus, PrizeMode


@dataclass(frozen=True, slots=True, kw_only=True)
class TeamPlan:
    """What is paid on which place of a team ranking, in cents; things by place."""

    contest: TeamContest
    amounts: dict[int, int]
    things: dict[int, str]

    def lines(self) -> list[tuple[int, int, str]]:
        """Return the plan as (place, amount, thing)."""
        return plan_lines(self.amounts, self.things)


@dataclass(frozen=True, slots=True, kw_only=True)
class PrizePlan:
    """What is paid on which place, in cents, and the pot it comes from.

    ``people`` is how many entry fees make the ``income``, of which the ``pot`` is
    paid out; ``things`` are prizes that are no money, by place. ``teams`` has the
    plan of each team ranking that wins prizes.
    """

    people: int
    income: int
    pot: int
    amounts: dict[int, int]
    things: dict[int, str]
    teams: tuple[TeamPlan, ...]

    @property
    def total(self) -> int:
        of_teams = sum(sum(plan.amounts.values()) for plan in self.teams)
        return sum(self.amounts.values()) + of_teams

    @property
    def excess(self) -> int:
        """Return what the plan pays beyond the pot; 0 while nobody is registered."""
        return max(0, self.total - self.pot) if self.people else 0

    @property
    def kept(self) -> int:
        """Return what of the entry fees is not paid out."""
        return max(0, self.income - self.total)

    @property
    def is_empty(self) -> bool:
        return not (self.total or self.things or self.teams)

    def lines(self) -> list[tuple[int, int, str]]:
        """Return the plan as (place, amount, thing)."""
        return plan_lines(self.amounts, self.things)


def plan_lines(
    amounts: dict[int, int], things: dict[int, str]
) -> list[tuple[int, int, str]]:
    """Return (place, amount, thing) for each place that wins something."""
    return [
        (place, amounts.get(place, 0), things.get(place, ""))
        for place in sorted(amounts.keys() | things.keys())
    ]


def prize_plan(event: Event) -> PrizePlan:
    """Return the plan as it is stored. Two or three queries."""
    prizes = list(event.prizes.select_related("contest"))
    return planned(event, prizes, payers(event))


def payers(event: Event) -> int:
    """Return how many people pay into the pot. One or two queries.

    Who came; before the first has come, who is registered; where nobody is
    registered at all, who sits at a table.
    """
    counts = event.entries.aggregate(
        here=Count("pk", filter=Q(status__in=ATTENDING)),
        registered=Count("pk", filter=Q(status=EntryStatus.REGISTERED)),
    )
    if counts["here"] or counts["registered"]:
        return int(counts["here"] or counts["registered"])
    seats = Seat.objects.filter(series__event=event)
    return seats.order_by().values("player").distinct().count()


def planned(event: Event, prizes: Sequence[Prize], people: int) -> PrizePlan:
    """Return what ``prizes`` mean for so many people. No query."""
    fee = event.entry_fee
    pot = pot_of(people=people, fee=fee, percent=event.pot_percent)
    grid = event.prize_rounding
    single = [prize for prize in prizes if prize.contest is None]
    match event.prize_mode:
        case PrizeMode.SHARES:
            amounts = prizes_in_shares(pot, percents_in(single), grid=grid)
        case PrizeMode.FIELD:
            winners = winners_in(people, event.prize_percent)
            amounts = prizes_for_the_field(pot, winners, grid=grid)
        case _:
            amounts = amounts_in(single)
    return PrizePlan(
        people=people,
        income=pot_of(people=people, fee=fee),
        pot=pot,
        amounts=amounts,
        things={prize.place: prize.text for prize in single if prize.text},
        teams=tuple(team_plans(event, prizes, pot)),
    )


def team_plans(event: Event, prizes: Iterable[Prize], pot: int) -> Iterator[TeamPlan]:
    """Give the plan of each team ranking that wins prizes, by its number."""
    by_contest: dict[TeamContest, list[Prize]] = {}
    for prize in prizes:
        if prize.contest is not None:
            by_contest.setdefault(prize.contest, []).append(prize)
    for contest, own in sorted(by_contest.items(), key=lambda pair: pair[0].number):
        if event.prize_mode == PrizeMode.SHARES:
            grid = event.prize_rounding
            amounts = prizes_in_shares(pot, percents_in(own), grid=grid)
        else:
            amounts = amounts_in(own)
        things = {prize.place: prize.text for prize in own if prize.text}
        yield TeamPlan(contest=contest, amounts=amounts, things=things)


def percents_in(prizes: Iterable[Prize]) -> dict[int, int]:
    """Return the shares by place."""
    return {prize.place: prize.percent for prize in prizes if prize.percent}


def amounts_in(prizes: Iterable[Prize]) -> dict[int, int]:
    """Return the fixed amounts by place."""
    return {prize.place: prize.amount for prize in prizes if prize.amount}
