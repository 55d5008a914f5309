"""Prizes: the plan, the winners by the current ranking, and both in words (5.7)."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain
from operator import attrgetter
from typing import Any

from django.utils.translation import gettext as _

from scoring.ranking.standings import Placed
from tournaments.events.accounts import (
    Payout,
    payouts,
    pot_of,
    prizes_for_the_field,
    prizes_in_shares,
    winners_in,
)
from tournaments.events.entrants import count_entries, count_seated
from tournaments.events.models import Event, Prize, TeamContest
from tournaments.events.money.selectors import valid_payments
from tournaments.events.standings.selectors import Standings, rankings_of
from tournaments.words.choices import PaymentKind, PrizeMode, Ranking
from tournaments.words.formats import money


@dataclass(frozen=True, kw_only=True)
class PlacePrizes:
    """The prizes of a ranking by place: ``amounts`` in cents, and ``things``."""

    amounts: dict[int, int]
    things: dict[int, str]
    contest: TeamContest | None = None

    def lines(self) -> list[tuple[int, int, str]]:
        """Return (place, amount, thing) for each place that wins something."""
        return [
            (place, self.amounts.get(place, 0), self.things.get(place, ""))
            for place in sorted(self.amounts.keys() | self.things.keys())
        ]


@dataclass(frozen=True, kw_only=True)
class PrizePlan(PlacePrizes):
    """The prizes of the single ranking and of the teams, and the pot they come from.

    ``people`` is the number of entry fees that make the ``income``; the ``pot`` is
    the part of it that is paid out. ``teams`` has the plan of each team ranking with
    prizes.
    """

    people: int
    income: int
    pot: int
    teams: tuple[PlacePrizes, ...]

    @property
    def total(self) -> int:
        return sum(sum(plan.amounts.values()) for plan in (self, *self.teams))

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


@dataclass(frozen=True, slots=True, kw_only=True)
class Winner:
    """A line of the prize list: one person or team that wins a prize.

    ``key`` identifies the line in forms; it is None if nothing can be booked for it.
    ``paid`` is the booked amount in cents; None if nothing was booked.
    """

    place: int
    shared: bool
    name: str
    club: str
    points: int
    amount: int
    things: tuple[str, ...]
    key: str | None = None
    entry_id: int | None = None
    team_id: int | None = None
    paid: int | None = None

    @property
    def is_paid(self) -> bool:
        """Whether nothing is owed any more; perhaps too much was paid."""
        return self.paid is not None and not self.owed

    @property
    def owed(self) -> int:
        """The amount still to be paid."""
        return max(0, self.amount - (self.paid or 0))

    @property
    def excess(self) -> int:
        """The amount to be given back because an earlier ranking paid more."""
        return max(0, (self.paid or 0) - self.amount)

    @property
    def by_lot(self) -> bool:
        """Whether those who share the place draw lots for the things."""
        return self.shared and bool(self.things)


@dataclass(frozen=True, slots=True, kw_only=True)
class PrizeList:
    """The prizes by the current ranking; ``teams`` has those of each team ranking.

    ``overpaid`` has the names of those whom an earlier ranking paid more, with the
    difference; 0 for a thing. These prizes stay paid (rules 5.8). While a list is
    missing, it has all who were paid, with the whole amount. ``rest`` is what could
    not be divided, in cents.
    """

    plan: PrizePlan
    standings: Standings
    people: list[Winner]
    teams: list[tuple[TeamContest, list[Winner]]]
    rest: int
    overpaid: tuple[tuple[str, int], ...]

    @property
    def lines(self) -> list[Winner]:
        return [*self.people, *(line for _team, lines in self.teams for line in lines)]

    @property
    def total(self) -> int:
        return sum(line.amount for line in self.lines)

    @property
    def open(self) -> int:
        """The amount still to be paid."""
        return sum(line.owed for line in self.lines)

    @property
    def excess(self) -> int:
        """The amount to be given back; nothing is while a list is missing."""
        is_known = self.standings.is_complete
        return sum(amount for _name, amount in self.overpaid if is_known)

    @property
    def open_lines(self) -> tuple[Winner, ...]:
        return tuple(line for line in self.lines if line.key and not line.is_paid)


def prize_plan(event: Event) -> PrizePlan:
    prizes = list(event.prizes.select_related("contest"))
    return plan_for(event, prizes, count_payers(event))


def count_payers(event: Event) -> int:
    """Return the number of people who pay into the pot.

    They are the people who came. Until the first has come, they are those registered,
    and if nobody is registered at all, those at a table.
    """
    counts = count_entries(event)
    came = counts["present"] + counts["left"]
    return came or counts["registered"] or count_seated(event)


def plan_for(event: Event, prizes: Sequence[Prize], people: int) -> PrizePlan:
    """Return the plan that ``prizes`` make with this number of people."""
    pot = pot_of(people=people, fee=event.entry_fee, percent=event.pot_percent)
    single = prizes_by_place(event, [each for each in prizes if not each.contest], pot)
    if event.prize_mode == PrizeMode.FIELD:
        winners = winners_in(people, event.prize_percent)
        grid = event.prize_rounding
        single["amounts"] = prizes_for_the_field(pot, winners, grid=grid)
    contests = {prize.contest for prize in prizes if prize.contest}
    return PrizePlan(
        people=people,
        income=pot_of(people=people, fee=event.entry_fee),
        pot=pot,
        teams=tuple(
            PlacePrizes(
                contest=contest,
                **prizes_by_place(
                    event, [each for each in prizes if each.contest == contest], pot
                ),
            )
            for contest in sorted(contests, key=attrgetter("number"))
        ),
        **single,
    )


def prizes_by_place(event: Event, prizes: Sequence[Prize], pot: int) -> dict[str, Any]:
    """Return the amounts by place, shares of the pot or fixed ones, and the things."""
    amounts = {prize.place: prize.amount for prize in prizes if prize.amount}
    if event.prize_mode == PrizeMode.SHARES:
        percents = {prize.place: prize.percent for prize in prizes if prize.percent}
        amounts = prizes_in_shares(pot, percents, grid=event.prize_rounding)
    things = {prize.place: prize.text for prize in prizes if prize.text}
    return {"amounts": amounts, "things": things}


def prize_list(event: Event) -> PrizeList:
    """Return the winners by the current ranking."""
    plan = prize_plan(event)
    words = [team.contest.word for team in plan.teams if team.contest]
    rankings = rankings_of(event, [Ranking.SINGLE, *words])
    entries = {entry.player_id: entry.pk for entry in event.entries.all()}
    names, paid = prizes_paid(event)
    rest, winners = 0, []
    for ranking, prizes in zip(rankings, (plan, *plan.teams), strict=True):
        won_at = {each.place: each for each in payouts_of(ranking.places, prizes)}
        rest += sum(payout.rest for payout in won_at.values())
        lines = [line for line in ranking.places if line.place in won_at]
        winners.append(
            [winner(won_at[each.place], each.entry, entries, paid) for each in lines]
        )
    people, *of_teams = winners
    decided = [*chain(*winners)] if rankings[0].is_complete else []
    won = {line.key: line.amount for line in decided}
    return PrizeList(
        plan=plan,
        standings=rankings[0],
        people=people,
        teams=[
            (team.contest, lines)
            for team, lines in zip(plan.teams, of_teams, strict=True)
            if team.contest
        ],
        rest=rest,
        overpaid=tuple(
            (names[key], amount - won.get(key, 0))
            for key, amount in paid.items()
            if key not in won or amount > won[key]
        ),
    )


def payouts_of(places: Iterable[Placed], plan: PlacePrizes) -> list[Payout]:
    sizes = Counter(line.place for line in places)
    return payouts(sizes.items(), plan.amounts, plan.things)


def winner(
    payout: Payout, row: Any, entries: Mapping[int, int], paid: Mapping[str, int]
) -> Winner:
    """Return the line of a person or a team; without an entry nothing is booked."""
    team = getattr(row, "team_id", None)
    entry = None if team else entries.get(row.player_id)
    key = f"team-{team}" if team else f"entry-{entry}" if entry else None
    return Winner(
        place=payout.place,
        shared=payout.size > 1,
        name=row.name,
        club=row.club,
        points=row.total,
        amount=payout.each,
        things=payout.texts,
        key=key,
        entry_id=entry,
        team_id=team,
        paid=paid.get(key) if key else None,
    )


def prizes_paid(event: Event) -> tuple[dict[str, str], dict[str, int]]:
    """Return who has got a prize that was not taken back, and the cents.

    Both are keyed as the lines of the prize list. A team that was dissolved has the
    name under which its prize was booked.
    """
    payments = valid_payments(event, PaymentKind.PRIZE)
    names: dict[str, str] = {}
    paid: Counter[str] = Counter()
    for payment in payments.select_related("entry__player", "team"):
        key = name = payment.note
        if payment.entry:
            key, name = f"entry-{payment.entry.pk}", payment.entry.player.name
        elif payment.team:
            key, name = f"team-{payment.team.pk}", payment.team.name
        names[key] = name
        paid[key] -= payment.amount
    return names, paid


def overpaid_text(prizes: PrizeList) -> str:
    """Return who was paid too much, or so far; empty if nobody was."""
    names = ", ".join(
        f"{name} ({money(amount) if amount else _('handed out')})"
        for name, amount in prizes.overpaid
    )
    text = _("By the ranking as it stands too much was paid: %(names)s.")
    if not prizes.standings.is_complete:
        text = _("Already paid: %(names)s. The last lists show whether it was right.")
    return text % {"names": names} if names else ""


def received_lines(line: Winner, *, is_final: bool) -> list[str]:
    """Return what a winner has received and, after the last list, what is missing."""
    if line.paid is None:
        return []
    received = [money(line.paid) if line.paid else _("handed out")]
    if is_final and line.owed:
        received.append(_("still %(amount)s") % {"amount": money(line.owed)})
    if is_final and line.excess:
        received.append(_("%(amount)s too much") % {"amount": money(line.excess)})
    return received


def prize_text(payout: Payout) -> str:
    """Return what each person on a place wins: money, things, or lots for things."""
    amount = [money(payout.each)] if payout.each else []
    text = " + ".join([*amount, *payout.texts])
    is_by_lot = payout.texts and payout.size > 1
    return _("%(prize)s by lot") % {"prize": text} if is_by_lot else text
