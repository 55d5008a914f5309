"""Prizes: the plan, the winners by the current ranking, and both in words (5.7)."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain
from typing import Any, NamedTuple

from django.utils.translation import gettext as _

from scoring.ranking.standings import Placed
from tournaments.events.accounts import (
    Contender,
    Payout,
    Race,
    give_prizes,
    pot_of,
    prizes_for_the_field,
    prizes_in_shares,
    winners_in,
)
from tournaments.events.entrants import count_entries, count_seated
from tournaments.events.entries.selectors import entry_fees
from tournaments.events.models import Entry, Event, Prize, TeamContest, TeamMember
from tournaments.events.models.money import LONGEST_NOTE
from tournaments.events.money.selectors import PersonMoney, valid_payments
from tournaments.events.standings.selectors import Standings, rankings_of
from tournaments.words.choices import PaymentKind, PrizeMode, PrizesEach, Ranking
from tournaments.words.formats import money


@dataclass(frozen=True, kw_only=True)
class PlacePrizes:
    """The prizes of a ranking by place: ``amounts`` in cents, and things as ``texts``.

    ``values`` has what the things are worth, as far as it is known. ``word`` is that of
    the ranking, or the number of a series whose results alone count.
    """

    amounts: dict[int, int]
    texts: dict[int, str]
    values: dict[int, int]
    word: str | int = Ranking.SINGLE
    contest: TeamContest | None = None

    @property
    def label(self) -> str:
        if self.contest:
            return self.contest.label
        if isinstance(self.word, int):
            return _("Series %(number)s") % {"number": self.word}
        return str(Ranking(self.word).label)

    @property
    def things(self) -> dict[int, str]:
        """The things with their value, as they are shown."""
        return {
            place: f"{text} ({money(value)})"
            if (value := self.values.get(place))
            else text
            for place, text in self.texts.items()
        }

    def lines(self) -> list[tuple[int, int, str]]:
        """Return (place, amount, thing) for each place that wins something."""
        return [
            (place, self.amounts.get(place, 0), self.things.get(place, ""))
            for place in sorted(self.amounts.keys() | self.things.keys())
        ]


@dataclass(frozen=True, kw_only=True)
class PrizePlan(PlacePrizes):
    """The prizes of the single ranking and of the others, and the pot they come from.

    ``people`` is the number of entry fees that make the ``income``; the ``pot`` is
    the part of it that is paid out. ``others`` has the plan of each further ranking
    with prizes: classes, series and teams.
    """

    people: int
    income: int
    pot: int
    others: tuple[PlacePrizes, ...]

    @property
    def total(self) -> int:
        return sum(sum(plan.amounts.values()) for plan in (self, *self.others))

    @property
    def value(self) -> int:
        """What the things are worth, as far as it is known; no money moves for them."""
        return sum(sum(plan.values.values()) for plan in (self, *self.others))

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
        return not (self.total or self.things or self.others)


@dataclass(slots=True, kw_only=True)
class Winner:
    """A line of the prize list: one person or team that wins a prize.

    ``place`` is that of the ranking; the ``prize`` is that of a better place if
    somebody before them passed it on. ``gap`` is how many points the next better place
    is ahead, or for the best the next one behind. ``owner`` is the key of the person or
    team, ``called`` their name as it is read out.
    A booking has the ``note``, which names the things in any language.
    ``key`` identifies the line in forms; it is None if nothing can be booked for it.
    ``paid`` is the booked amount in cents; None if nothing was booked. ``instead`` are
    the things that a person was given, if they are not those of the line.
    """

    place: int
    prize: int
    shared: bool
    name: str
    club: str
    points: int
    gap: int
    amount: int
    things: tuple[str, ...]
    note: str
    owner: int
    called: str = ""
    members: tuple[str, ...] = ()
    key: str | None = None
    entry_id: int | None = None
    team_id: int | None = None
    paid: int | None = None
    instead: str = ""
    has_things: bool = True

    @property
    def to_note(self) -> str:
        """What a booking says of the things that they get with it."""
        if self.has_things or not self.note:
            return ""
        by_lot = _("%(things)s (by lot)") % {"things": self.note}
        return by_lot[:LONGEST_NOTE] if self.by_lot else self.note

    def is_noted(self, note: str) -> bool:
        """Whether a booking with this note handed out the things of the line."""
        return note == self.note or (self.by_lot and note.startswith(f"{self.note} ("))

    @property
    def rest(self) -> str:
        """What they have not got yet, in words."""
        things = () if self.has_things else self.things
        return " + ".join([money(self.owed)] * bool(self.owed) + [*things])

    @property
    def worth(self) -> str:
        """What each person on the place wins: money and things."""
        amount = [money(self.amount)] if self.amount else []
        return " + ".join([*amount, *self.things])

    @property
    def text(self) -> str:
        """What is won, in words; of things on a shared place, that lots decide."""
        by_lot = _("%(prize)s by lot") % {"prize": self.worth}
        return by_lot if self.by_lot else self.worth

    @property
    def moved_up(self) -> bool:
        return self.prize < self.place

    @property
    def is_paid(self) -> bool:
        """Whether nothing is owed any more; perhaps too much was paid."""
        return self.paid is not None and not self.owed and self.has_things

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


class Step(NamedTuple):
    """A prize as it is announced, with its mark on the page and those beside it.

    The mark is that of the prize, whoever it is passed on to.
    """

    mark: str
    label: str
    line: Winner
    before: str
    after: str


@dataclass(frozen=True, slots=True, kw_only=True)
class PrizeList:
    """The prizes by the current ranking; ``others`` has those of further rankings.

    ``rankings`` are the single ranking, those of all teams, and others with prizes.
    ``overpaid`` has the names of those whom an earlier ranking paid more, with the
    difference; 0 for a thing. These prizes stay paid (rules 5.8). While a list is
    missing, it has all who were paid, with the whole amount. ``rest`` is what could
    not be divided, in cents. The ``absent`` pass their prizes on.
    """

    plan: PrizePlan
    rankings: list[Standings]
    people: list[Winner]
    others: list[tuple[PlacePrizes, list[Winner]]]
    rest: int
    overpaid: tuple[tuple[str, int, str], ...]
    absent: list[Entry]

    @property
    def standings(self) -> Standings:
        return self.rankings[0]

    @property
    def lines(self) -> list[Winner]:
        return [*self.people, *(line for _plan, lines in self.others for line in lines)]

    @property
    def steps(self) -> list[Step]:
        """The prizes as they are announced, the best of the single ranking last."""
        parts = [*((plan.label, lines) for plan, lines in self.others)]
        if self.people:
            parts.append((_("Single") if parts else "", self.people))
        told = [
            (f"p{part}-{position}", label, lines[position])
            for part, (label, lines) in enumerate(parts)
            for position in reversed(range(len(lines)))
        ]
        marks = ["who", *(mark for mark, _label, _line in told), ""]
        return [
            Step(*step, before, after)
            for step, before, after in zip(told, marks, marks[2:], strict=False)
        ]

    @property
    def total(self) -> int:
        return sum(line.amount for line in self.lines)

    @property
    def due(self) -> int:
        """What was won; while a list is missing, what is planned."""
        return self.total if self.standings.is_complete else self.plan.total

    @property
    def unclaimed(self) -> list[str]:
        """The further rankings whose prizes nobody wins once all lists are in."""
        is_final = self.standings.is_complete
        return [plan.label for plan, lines in self.others if is_final and not lines]

    @property
    def open(self) -> int:
        """The amount still to be paid."""
        return sum(line.owed for line in self.lines)

    @property
    def excess(self) -> int:
        """The amount to be given back; nothing is while a list is missing."""
        is_known = self.standings.is_complete
        return sum(amount for _name, amount, _thing in self.overpaid if is_known)

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
    groups: dict[Any, list[Prize]] = {}
    for prize in prizes:
        groups.setdefault(prize.contest or Ranking(prize.ranking), []).append(prize)
    single = prizes_by_place(event, groups.pop(Ranking.SINGLE, []), pot)
    if event.prize_mode == PrizeMode.FIELD:
        winners = winners_in(people, event.prize_percent)
        grid = event.prize_rounding
        single["amounts"] = prizes_for_the_field(pot, winners, grid=grid)
    others = [
        PlacePrizes(
            word=word,
            contest=group if isinstance(group, TeamContest) else None,
            **prizes_by_place(event, groups[group], pot),
        )
        for group in sorted(groups, key=order_of_rankings)
        for word in words_of(event, group)
    ]
    return PrizePlan(
        people=people,
        income=pot_of(people=people, fee=event.entry_fee),
        pot=pot,
        others=tuple(others),
        **single,
    )


def order_of_rankings(group: TeamContest | Ranking) -> tuple[int, int]:
    """Return the order in which prizes stand: classes, series and then teams."""
    if isinstance(group, TeamContest):
        return 1, group.number
    return 0, list(Ranking).index(group)


def words_of(event: Event, group: TeamContest | Ranking) -> list[str | int]:
    """Return the rankings that win the prizes of a group: of series, each of them."""
    if isinstance(group, TeamContest):
        return [group.word]
    if group == Ranking.LISTS:
        return list(event.series.order_by("number").values_list("number", flat=True))
    return [group]


def prizes_by_place(event: Event, prizes: Sequence[Prize], pot: int) -> dict[str, Any]:
    """Return the amounts by place, shares of the pot or fixed ones, and the things."""
    amounts = {prize.place: prize.amount for prize in prizes if prize.amount}
    if event.prize_mode == PrizeMode.SHARES:
        percents = {prize.place: prize.percent for prize in prizes if prize.percent}
        amounts = prizes_in_shares(pot, percents, grid=event.prize_rounding)
    return {
        "amounts": amounts,
        "texts": {prize.place: prize.text for prize in prizes if prize.text},
        "values": {prize.place: prize.value for prize in prizes if prize.value},
    }


def prize_list(event: Event) -> PrizeList:
    """Return the winners by the current ranking, without those who are absent."""
    plan = prize_plan(event)
    rankings = rankings_of(event, also=[other.word for other in plan.others])
    by_word = {each.series or each.word: each for each in rankings}
    plans = [prizes for prizes in (plan, *plan.others) if prizes.word in by_word]
    entered = event.entries.select_related("player")
    entries = {entry.player_id: entry for entry in entered}
    absent = [entry for entry in entries.values() if entry.misses_prizes]
    races = races_of(event, plans, by_word)
    give_prizes(races, {entry.player_id for entry in absent})
    winners = [
        [
            winner(won, prizes, by_word[prizes.word].places, position, entries)
            for position, won in sorted(race.won.items())
        ]
        for race, prizes in zip(races, plans, strict=True)
    ]
    lines = [*chain(*winners)]
    payouts = chain(*({*race.won.values()} for race in races))
    return PrizeList(
        plan=plan,
        rankings=rankings,
        people=winners[0],
        others=list(zip(plans[1:], winners[1:], strict=True)),
        rest=sum(payout.rest for payout in payouts),
        overpaid=tuple(find_paid(event, lines, is_final=rankings[0].is_complete)),
        absent=absent,
    )


def find_paid(
    event: Event, lines: Sequence[Winner], *, is_final: bool
) -> Iterator[tuple[str, int, str]]:
    """Set what was paid of each line, and yield what is not theirs who have got it.

    While a list is missing that is all. A thing goes with the note of its booking.
    """
    names, paid, notes = prizes_paid(event)
    spread_paid(lines, paid)
    won: Counter[str] = Counter()
    for key, group in group_by_key(lines).items():
        own = notes.get(key, [])
        for line in group:
            if line.entry_id and line.note:
                line.has_things = any(line.is_noted(note) for note in own)
        stray = [note for note in own if not any(each.is_noted(note) for each in group)]
        group[-1].instead = ", ".join(filter(None, stray))
        if is_final:
            won[key], notes[key] = sum(line.amount for line in group), stray
    for key, amount in paid.items():
        things = ", ".join(filter(None, notes[key]))
        excess = max(0, amount - won[key])
        if key not in won or excess or things:
            yield names[key], excess, things


def group_by_key(lines: Iterable[Winner]) -> dict[str, list[Winner]]:
    groups: dict[str, list[Winner]] = {}
    for line in lines:
        groups.setdefault(line.key or "", []).append(line)
    return groups


def races_of(
    event: Event, plans: Sequence[PlacePrizes], rankings: Mapping[str | int, Standings]
) -> list[Race]:
    """Return each ranking with its prizes, and the people behind each line."""
    members: dict[int, set[int]] = {}
    if contests := [plan.contest for plan in plans if plan.contest]:
        of_teams = TeamMember.objects.filter(contest__in=contests)
        for team, player in of_teams.values_list("team", "entry__player"):
            members.setdefault(team, set()).add(player)
    once = event.prizes_each
    return [
        Race(
            lines=[
                Contender(
                    line.place,
                    frozenset(
                        members.get(line.entry.owner, ())
                        if plan.contest
                        else {line.entry.owner}
                    ),
                )
                for line in rankings[plan.word].places
            ],
            amounts=plan.amounts,
            things=plan.texts,
            values=plan.values,
            is_shared=once == PrizesEach.ONE
            or (once == PrizesEach.BESIDE and not plan.contest),
        )
        for plan in plans
    ]


def winner(
    payout: Payout,
    plan: PlacePrizes,
    places: Sequence[Placed],
    position: int,
    entries: Mapping[int, Entry],
) -> Winner:
    """Return the line of a person or a team; without an entry nothing is booked."""
    place, row = places[position].place, places[position].entry
    team = getattr(row, "team_id", None)
    entry = None if team else entries.get(row.player_id)
    key = f"team-{team}" if team else f"entry-{entry.pk}" if entry else None
    better = [line.entry.total for line in places if line.place < place]
    others = better[-1:] or [line.entry.total for line in places if line.place > place]
    return Winner(
        place=place,
        prize=payout.place,
        shared=payout.size > 1,
        name=row.name,
        club=row.club,
        points=row.total,
        gap=abs(others[0] - row.total) if others else 0,
        amount=payout.each,
        things=tuple(
            thing
            for number, thing in sorted(plan.things.items())
            if 0 <= number - payout.place < payout.size
        ),
        note=", ".join(payout.texts)[:LONGEST_NOTE],
        owner=row.owner,
        called=entry.player.name if entry else row.name,
        members=row.unnamed if team else (),
        key=key,
        entry_id=entry.pk if entry else None,
        team_id=team,
    )


def spread_paid(lines: Sequence[Winner], paid: Mapping[str, int]) -> None:
    """Set what was paid of each line; of several of one person, in their order."""
    left = dict(paid)
    further = Counter(line.key for line in lines)
    for line in lines:
        further[line.key] -= 1
        if line.key in left:
            amount = left[line.key]
            share = min(amount, line.amount) if further[line.key] else amount
            left[line.key] -= share
            line.paid = share if share or not line.amount else None


def share_out(lines: Iterable[Winner], people: Iterable[PersonMoney]) -> None:
    """Give each of ``people`` the lines of the prizes that they have won themselves."""
    won: dict[int, list[Winner]] = {}
    for line in lines:
        if line.entry_id:
            won.setdefault(line.entry_id, []).append(line)
    for person in people:
        person.won = won.get(person.entry.pk, ()) if person.entry else ()


def prizes_paid(
    event: Event,
) -> tuple[dict[str, str], dict[str, int], dict[str, list[str]]]:
    """Return who has got a prize that was not taken back, the cents, and the notes.

    All are keyed as the lines of the prize list. A team that was dissolved has the
    name under which its prize was booked.
    """
    payments = valid_payments(event, PaymentKind.PRIZE)
    names: dict[str, str] = {}
    paid: Counter[str] = Counter()
    notes: dict[str, list[str]] = {}
    for payment in payments.select_related("entry__player", "team"):
        key = name = payment.note
        if payment.entry:
            key, name = f"entry-{payment.entry.pk}", payment.entry.player.name
        elif payment.team:
            key, name = f"team-{payment.team.pk}", payment.team.name
        names[key] = name
        paid[key] -= payment.amount
        notes.setdefault(key, []).append(payment.note if payment.entry else "")
    return names, paid, notes


def overpaid_text(prizes: PrizeList) -> str:
    """Return who was paid too much, or so far; empty if nobody was."""
    waiting = {line.note: line.name for line in prizes.lines if not line.has_things}
    found = []
    for name, amount, thing in prizes.overpaid:
        said = thing
        if thing in waiting and prizes.standings.is_complete:
            said = _("%(thing)s, now for %(name)s")
            said %= {"thing": thing, "name": waiting[thing]}
        parts = [money(amount) if amount else "", said]
        found.append(f"{name} ({' + '.join(filter(None, parts)) or _('handed out')})")
    names = ", ".join(found)
    text = _("By the ranking as it stands too much was paid: %(names)s.")
    if not prizes.standings.is_complete:
        text = _("Already paid: %(names)s. The last lists show whether it was right.")
    return text % {"names": names} if names else ""


def pot_note(event: Event) -> str:
    """Return how much of the entry fees is paid, and what is not in the pot."""
    paid = sum(fee.received for fee in entry_fees(event))
    text = _("So far %(amount)s of the entry fees are paid.")
    texts = [text % {"amount": money(paid)}] if event.entry_fee else []
    if event.passed_in_fee or event.loss_steps.exists():
        texts.append(_("Loss money is not in the pot; the club keeps it."))
    return " ".join(texts)


def differing_text(line: Winner) -> str:
    """Return what somebody got that is not the prize, or is still to get."""
    texts = [_("got: %(things)s") % {"things": line.instead}] if line.instead else []
    if line.excess:
        texts.append(_("%(amount)s too much") % {"amount": money(line.excess)})
    elif line.paid is not None and line.rest:
        texts.append(_("still %(amount)s") % {"amount": line.rest})
    return "\n".join(texts)
