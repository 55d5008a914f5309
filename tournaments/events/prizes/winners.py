"""Reading who wins what by the ranking as it stands (rules 5.7)."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from scoring.ranking.standings import Placed
from tournaments.events.accounts import Payout, payouts
from tournaments.events.models import Entry, Event, Payment, TeamContest
from tournaments.events.prizes.selectors import PrizePlan, TeamPlan, prize_plan
from tournaments.events.results.rows import StandingRow, TeamRow
from tournaments.events.standings.selectors import Standings, rankings_of
from tournaments.words.choices import PaymentKind, Ranking

Won = tuple[Payout, list[Placed]]  # a prize, and the lines of the ranking that get it
Booked = tuple[int | None, str]  # (entry, "") of a person, (None, note) of a team


@dataclass(frozen=True, slots=True, kw_only=True)
class Winner:
    """One winner. ``key`` names the line in forms; None when it cannot be booked.

    ``paid`` is what was booked, in cents; None when nothing was. ``note`` is under
    what a team's prize is booked.
    """

    key: str | None
    place: int
    shared: bool
    name: str
    club: str
    points: int
    amount: int
    things: tuple[str, ...]
    entry_id: int | None
    paid: int | None
    note: str = ""

    @property
    def is_paid(self) -> bool:
        """Say whether nothing is owed any more, perhaps too much was paid."""
        return self.paid is not None and not self.owed

    @property
    def owed(self) -> int:
        """Return what has still to be paid."""
        return max(0, self.amount - (self.paid or 0))

    @property
    def excess(self) -> int:
        """Return what is to be given back: an earlier ranking paid more."""
        return max(0, (self.paid or 0) - self.amount)

    @property
    def by_lot(self) -> bool:
        """Say whether who shares the place draws lots for the things."""
        return self.shared and bool(self.things)


@dataclass(frozen=True, slots=True, kw_only=True)
class TeamWinners:
    """The prizes of one team ranking."""

    contest: TeamContest
    lines: tuple[Winner, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class PrizeList:
    """The prizes by the ranking as it stands.

    ``overpaid`` has the names of those who were paid more by an earlier ranking, and
    how much more; 0 for a thing. It stays paid (rules 5.8).
    """

    plan: PrizePlan
    standings: Standings
    people: tuple[Winner, ...]
    teams: tuple[TeamWinners, ...]
    rest: int
    overpaid: tuple[tuple[str, int], ...]

    @property
    def lines(self) -> tuple[Winner, ...]:
        return self.people + sum((each.lines for each in self.teams), ())

    @property
    def total(self) -> int:
        return sum(line.amount for line in self.lines)

    @property
    def open(self) -> int:
        """Return what has still to be paid."""
        return sum(line.owed for line in self.lines)

    @property
    def excess(self) -> int:
        """Return what is to be given back."""
        return sum(amount for _name, amount in self.overpaid)

    @property
    def open_lines(self) -> tuple[Winner, ...]:
        return tuple(line for line in self.lines if line.key and not line.is_paid)


def prize_list(event: Event) -> PrizeList:
    """Return who wins what by the ranking as it stands.

    The queries of all its rankings together, and five.
    """
    plan = prize_plan(event)
    words = [each.contest.word for each in plan.teams]
    standings, *of_contests = rankings_of(event, [Ranking.SINGLE, *words])
    entries = list(event.entries.select_related("player"))
    by_player = {entry.player_id: entry for entry in entries}
    paid = prizes_paid(event)
    single = winners(standings.places, plan)
    of_teams = [
        (each.contest, winners(ranked.places, each))
        for each, ranked in zip(plan.teams, of_contests, strict=True)
    ]
    people = [
        person_line(payout, one.entry, by_player.get(one.entry.player_id), paid)
        for payout, places in single
        for one in places
    ]
    teams = [team_winners(contest, found, paid) for contest, found in of_teams]
    lines = [*people, *(line for each in teams for line in each.lines)]
    groups = [single, *(found for _contest, found in of_teams)]
    return PrizeList(
        plan=plan,
        standings=standings,
        people=tuple(people),
        teams=tuple(teams),
        rest=sum(payout.rest for found in groups for payout, _places in found),
        overpaid=overpaid_in(paid, entries, lines),
    )


def team_winners(
    contest: TeamContest, found: Sequence[Won], paid: Mapping[Booked, int]
) -> TeamWinners:
    """Return who wins what in one team ranking. No query."""
    lines = (
        team_line(payout, one.entry, contest, paid)
        for payout, places in found
        for one in places
    )
    return TeamWinners(contest=contest, lines=tuple(lines))


def sizes_of(places: Sequence[Placed]) -> list[tuple[int, int]]:
    """Return (place, how many share it), best first."""
    sizes: dict[int, int] = {}
    for placed in places:
        sizes[placed.place] = sizes.get(placed.place, 0) + 1
    return list(sizes.items())


def winners(places: Sequence[Placed], plan: PrizePlan | TeamPlan) -> list[Won]:
    """Return each payout of a plan with the lines of the ranking that get it."""
    groups: dict[int, list[Placed]] = {}
    for placed in places:
        groups.setdefault(placed.place, []).append(placed)
    found = payouts(sizes_of(places), plan.amounts, plan.things)
    return [(payout, groups[payout.place]) for payout in found]


def person_line(
    payout: Payout,
    row: StandingRow,
    entry: Entry | None,
    paid: Mapping[Booked, int],
) -> Winner:
    """Return the line of a person in the prize list."""
    return Winner(
        key=f"entry-{entry.pk}" if entry else None,
        place=payout.place,
        shared=payout.size > 1,
        name=row.player,
        club=row.club,
        points=row.total,
        amount=payout.each,
        things=payout.texts,
        entry_id=entry.pk if entry else None,
        paid=paid.get((entry.pk, "")) if entry else None,
    )


def team_line(
    payout: Payout,
    row: TeamRow,
    contest: TeamContest,
    paid: Mapping[Booked, int],
) -> Winner:
    """Return the line of a team in the prize list.

    Two rankings may have teams of the same name: their prizes are booked apart.
    """
    note = row.team if contest.number == 1 else f"{contest.name}: {row.team}"
    return Winner(
        key=f"team-{row.team_id}",
        place=payout.place,
        shared=payout.size > 1,
        name=row.team,
        club="",
        points=row.total,
        amount=payout.each,
        things=payout.texts,
        entry_id=None,
        paid=paid.get((None, note)),
        note=note,
    )


def overpaid_in(
    paid: Mapping[Booked, int],
    entries: Sequence[Entry],
    lines: Sequence[Winner],
) -> tuple[tuple[str, int], ...]:
    """Return who was paid more than they have won, or wins nothing now. No query."""
    names = {entry.pk: entry.player.name for entry in entries}
    won = {
        (line.entry_id, "" if line.entry_id else line.note): line.amount
        for line in lines
    }
    return tuple(
        (names[key[0]] if key[0] else key[1], amount - won.get(key, 0))
        for key, amount in paid.items()
        if key not in won or amount > won[key]
    )


def prizes_paid(event: Event) -> dict[Booked, int]:
    """Return the prizes booked and not taken back, in cents. One query."""
    booked = Payment.objects.filter(
        event=event,
        kind=PaymentKind.PRIZE,
        reverts__isnull=True,
        reverted__isnull=True,
    )
    found: dict[Booked, int] = {}
    for entry, note, amount in booked.values_list("entry", "note", "amount"):
        key = (entry, "" if entry else note)
        found[key] = found.get(key, 0) - amount
    return found
