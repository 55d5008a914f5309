"""Reading the winners of prizes by the current ranking (rules 5.7)."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from scoring.ranking.standings import Placed
from tournaments.events.accounts import Payout, payouts
from tournaments.events.models import Entry, Event, TeamContest
from tournaments.events.money.selectors import valid_payments
from tournaments.events.prizes.selectors import PlacePrizes, PrizePlan, prize_plan
from tournaments.events.results.rows import RankedRow, StandingRow, TeamRow
from tournaments.events.standings.selectors import Standings, rankings_of
from tournaments.words.choices import PaymentKind, Ranking

# A payout and the lines of the ranking that get it.
Award = tuple[Payout, list[Placed]]


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
class TeamWinners:
    """The winners of one team ranking."""

    contest: TeamContest
    lines: tuple[Winner, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class PrizeList:
    """The prizes by the current ranking.

    ``overpaid`` has the names of those whom an earlier ranking paid more, with the
    difference; 0 for a thing. These prizes stay paid (rules 5.8). Nobody is while a
    list is missing. ``rest`` is what could not be divided, in cents.
    """

    plan: PrizePlan
    standings: Standings
    people: tuple[Winner, ...]
    teams: tuple[TeamWinners, ...]
    rest: int
    overpaid: tuple[tuple[str, int], ...]

    @property
    def lines(self) -> tuple[Winner, ...]:
        return self.people + sum((team.lines for team in self.teams), ())

    @property
    def total(self) -> int:
        return sum(line.amount for line in self.lines)

    @property
    def open(self) -> int:
        """The amount still to be paid."""
        return sum(line.owed for line in self.lines)

    @property
    def excess(self) -> int:
        """The amount to be given back."""
        return sum(amount for _name, amount in self.overpaid)

    @property
    def open_lines(self) -> tuple[Winner, ...]:
        return tuple(line for line in self.lines if line.key and not line.is_paid)


def prize_list(event: Event) -> PrizeList:
    """Return the winners by the current ranking.

    The queries of all its rankings together, and five.
    """
    plan = prize_plan(event)
    words = [team_plan.contest.word for team_plan in plan.teams]
    standings, *team_standings = rankings_of(event, [Ranking.SINGLE, *words])
    entry_of = {entry.player_id: entry for entry in event.entries.all()}
    names, paid = prizes_paid(event)
    single = awards(standings.places, plan)
    people = [
        person_winner(payout, line.entry, entry_of.get(line.entry.player_id), paid)
        for payout, lines in single
        for line in lines
    ]
    rest = sum(payout.rest for payout, _lines in single)
    teams = []
    for team_plan, ranking in zip(plan.teams, team_standings, strict=True):
        team_awards = awards(ranking.places, team_plan)
        rest += sum(payout.rest for payout, _lines in team_awards)
        winners = [
            team_winner(payout, line.entry, paid)
            for payout, lines in team_awards
            for line in lines
        ]
        teams.append(TeamWinners(contest=team_plan.contest, lines=tuple(winners)))
    lines = [*people, *(line for team in teams for line in team.lines)]
    return PrizeList(
        plan=plan,
        standings=standings,
        people=tuple(people),
        teams=tuple(teams),
        rest=rest,
        overpaid=overpayments(names, paid, lines) if standings.is_complete else (),
    )


def awards(places: Sequence[Placed], plan: PlacePrizes) -> list[Award]:
    """Return each payout of a plan with the lines of the ranking that get it."""
    groups: dict[int, list[Placed]] = {}
    for line in places:
        groups.setdefault(line.place, []).append(line)
    return [(payout, groups[payout.place]) for payout in payouts_of(places, plan)]


def payouts_of(places: Iterable[Placed], plan: PlacePrizes) -> list[Payout]:
    """Return the payout of each place of a ranking, best first."""
    sizes = Counter(line.place for line in places)
    return payouts(sizes.items(), plan.amounts, plan.things)


def person_winner(
    payout: Payout,
    row: StandingRow,
    entry: Entry | None,
    paid: Mapping[str, int],
) -> Winner:
    """Return the line of a person in the prize list."""
    if entry is None:
        return winner(payout, row)
    key = entry_key(entry.pk)
    return winner(payout, row, key=key, entry_id=entry.pk, paid=paid.get(key))


def team_winner(payout: Payout, row: TeamRow, paid: Mapping[str, int]) -> Winner:
    """Return the line of a team in the prize list."""
    key = team_key(row.team_id)
    return winner(payout, row, key=key, team_id=row.team_id, paid=paid.get(key))


def winner(payout: Payout, row: RankedRow, **values: Any) -> Winner:
    """Return a line of the prize list; without ``values`` nothing can be booked."""
    return Winner(
        place=payout.place,
        shared=payout.size > 1,
        name=row.name,
        club=row.club,
        points=row.total,
        amount=payout.each,
        things=payout.texts,
        **values,
    )


def entry_key(pk: int) -> str:
    return f"entry-{pk}"


def team_key(pk: int) -> str:
    return f"team-{pk}"


def overpayments(
    names: Mapping[str, str], paid: Mapping[str, int], lines: Sequence[Winner]
) -> tuple[tuple[str, int], ...]:
    """Return those who were paid more than they win now, with the excess. No query."""
    won = {line.key: line.amount for line in lines}
    return tuple(
        (names[key], amount - won.get(key, 0))
        for key, amount in paid.items()
        if key not in won or amount > won[key]
    )


def prizes_paid(event: Event) -> tuple[dict[str, str], dict[str, int]]:
    """Return who has got a prize that was not taken back, and the cents. One query.

    Both are keyed as the lines of the prize list. A team that was dissolved has the
    name under which its prize was booked.
    """
    payments = valid_payments(event, PaymentKind.PRIZE)
    names: dict[str, str] = {}
    paid: Counter[str] = Counter()
    for payment in payments.select_related("entry__player", "team"):
        if payment.entry:
            key, name = entry_key(payment.entry.pk), payment.entry.player.name
        elif payment.team:
            key, name = team_key(payment.team.pk), payment.team.name
        else:
            key = name = payment.note
        names[key] = name
        paid[key] -= payment.amount
    return names, paid
