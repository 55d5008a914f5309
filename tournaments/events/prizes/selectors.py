"""Reading the prize plan: the pot and the prize of each place."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from tournaments.events.accounts import (
    pot_of,
    prizes_for_the_field,
    prizes_in_shares,
    winners_in,
)
from tournaments.events.entrants import count_entries, count_seated
from tournaments.events.models import Event, Prize, TeamContest
from tournaments.words.choices import PrizeMode


@dataclass(frozen=True, slots=True, kw_only=True)
class PlacePrizes:
    """The prizes of a ranking by place: ``amounts`` in cents, and ``things``."""

    amounts: dict[int, int]
    things: dict[int, str]

    def lines(self) -> list[tuple[int, int, str]]:
        """Return (place, amount, thing) for each place that wins something."""
        return [
            (place, self.amounts.get(place, 0), self.things.get(place, ""))
            for place in sorted(self.amounts.keys() | self.things.keys())
        ]


@dataclass(frozen=True, slots=True, kw_only=True)
class TeamPlan(PlacePrizes):
    """The prizes of a team ranking."""

    contest: TeamContest


@dataclass(frozen=True, slots=True, kw_only=True)
class PrizePlan(PlacePrizes):
    """The prizes of the single ranking and of the teams, and the pot they come from.

    ``people`` is the number of entry fees that make the ``income``; the ``pot`` is
    the part of it that is paid out. ``teams`` has the plan of each team ranking with
    prizes.
    """

    people: int
    income: int
    pot: int
    teams: tuple[TeamPlan, ...]

    @property
    def total(self) -> int:
        of_teams = sum(sum(plan.amounts.values()) for plan in self.teams)
        return sum(self.amounts.values()) + of_teams

    @property
    def excess(self) -> int:
        """What the plan pays beyond the pot; 0 while nobody is registered."""
        return max(0, self.total - self.pot) if self.people else 0

    @property
    def kept(self) -> int:
        """The part of the entry fees that is not paid out."""
        return max(0, self.income - self.total)

    @property
    def is_empty(self) -> bool:
        return not (self.total or self.things or self.teams)


def prize_plan(event: Event) -> PrizePlan:
    """Return the stored plan. Two or three queries."""
    prizes = list(event.prizes.select_related("contest"))
    return plan_for(event, prizes, count_payers(event))


def count_payers(event: Event) -> int:
    """Return the number of people who pay into the pot. One or two queries.

    They are the people who came. Until the first has come, they are those registered,
    and if nobody is registered at all, those at a table.
    """
    counts = count_entries(event)
    return counts.attending or counts.registered or count_seated(event)


def plan_for(event: Event, prizes: Sequence[Prize], people: int) -> PrizePlan:
    """Return the plan that ``prizes`` make with this number of people. No query."""
    fee = event.entry_fee
    pot = pot_of(people=people, fee=fee, percent=event.pot_percent)
    single = [prize for prize in prizes if prize.contest is None]
    amounts = amounts_in(event, single, pot)
    if event.prize_mode == PrizeMode.FIELD:
        winners = winners_in(people, event.prize_percent)
        amounts = prizes_for_the_field(pot, winners, grid=event.prize_rounding)
    return PrizePlan(
        people=people,
        income=pot_of(people=people, fee=fee),
        pot=pot,
        amounts=amounts,
        things=things_in(single),
        teams=tuple(team_plans(event, prizes, pot)),
    )


def team_plans(event: Event, prizes: Iterable[Prize], pot: int) -> Iterator[TeamPlan]:
    """Yield the plan of each team ranking with prizes, by number."""
    by_contest: dict[TeamContest, list[Prize]] = {}
    for prize in prizes:
        if prize.contest is not None:
            by_contest.setdefault(prize.contest, []).append(prize)
    for contest, own in sorted(by_contest.items(), key=lambda pair: pair[0].number):
        yield TeamPlan(
            contest=contest,
            amounts=amounts_in(event, own, pot),
            things=things_in(own),
        )


def amounts_in(event: Event, prizes: Iterable[Prize], pot: int) -> dict[int, int]:
    """Return the amounts by place, in cents: shares of the pot, or fixed ones."""
    if event.prize_mode == PrizeMode.SHARES:
        percents = {prize.place: prize.percent for prize in prizes if prize.percent}
        return prizes_in_shares(pot, percents, grid=event.prize_rounding)
    return {prize.place: prize.amount for prize in prizes if prize.amount}


def things_in(prizes: Iterable[Prize]) -> dict[int, str]:
    """Return the things by place."""
    return {prize.place: prize.text for prize in prizes if prize.text}
