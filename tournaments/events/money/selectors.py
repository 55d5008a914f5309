"""Reading the money of an event: due, booked, and counted in the cash desk."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from operator import attrgetter
from typing import Any, NamedTuple

from django.db.models import Count, Exists, OuterRef, Prefetch, Q, QuerySet, Sum
from django.utils.translation import gettext as _

from scoring.house.rules import HouseRules
from scoring.house.settlement import settle_list
from tournaments.events.accounts import Step, loss_money, passed_in_money
from tournaments.events.entries.replies import RECENT_EVENINGS
from tournaments.events.entries.selectors import (
    EntryFee,
    entry_fees,
    fees_of,
    sums_by,
)
from tournaments.events.models import Entry, Event, Payment
from tournaments.sheets.models import Result, ScoreSheet, Seat
from tournaments.words.choices import EntryStatus, PaymentKind
from tournaments.words.formats import money


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayerMoney:
    """What one person pays for one list, in cents; ``lost`` counts games.

    ``paid`` is what was booked for them alone. ``settled`` is what they get or pay for
    the difference to the others at the table; None without a stake.
    """

    player_id: int
    name: str
    place: int
    lost: int
    loss: int
    passed_in: int
    paid: int
    settled: int | None

    @property
    def due(self) -> int:
        return self.loss + self.passed_in


@dataclass(frozen=True, slots=True, kw_only=True)
class ListMoney:
    """The money due and booked for one list, in cents.

    ``writer`` is the person who kept the list; ``passed_in`` counts games. Nothing is
    due before the list is finished.
    """

    sheet: ScoreSheet
    writer: str
    passed_in: int
    players: tuple[PlayerMoney, ...]
    booked: int

    @property
    def due(self) -> int:
        return sum(player.due for player in self.players)

    @property
    def open(self) -> int:
        """The missing amount; negative if too much was handed in."""
        return self.due - self.booked

    @property
    def is_by_person(self) -> bool:
        """Whether nobody handed in money of others, so that it is known who owes."""
        return self.booked == sum(player.paid for player in self.players)

    @property
    def lacks_unnamed(self) -> bool:
        """Whether money is missing, and nobody knows whose."""
        return self.sheet.is_finished and self.open > 0 and not self.is_by_person

    @property
    def is_settled(self) -> bool:
        return self.sheet.is_finished and not self.open

    @property
    def is_to_settle(self) -> bool:
        """Whether a finished list lacks money, or too much was handed in."""
        return bool(self.open) and (self.sheet.is_finished or bool(self.booked))

    @property
    def shows_settlement(self) -> bool:
        """Whether the players settle the difference of their totals."""
        return any(player.settled is not None for player in self.players)


@dataclass(slots=True, kw_only=True)
class PersonMoney:
    """Everything one person pays or gets at an event, in cents.

    ``owed`` are the lists whose loss money they have not paid, each with the amount;
    ``excess`` is to be given back; ``won`` are their lines in the prize list.
    """

    player_id: int
    name: str
    fee: EntryFee | None = None
    loss: int = 0
    excess: int = 0
    owed: list[tuple[ScoreSheet, int]] = field(default_factory=list)
    settled: int | None = None
    won: Sequence[Any] = ()

    @property
    def entry(self) -> Entry | None:
        return self.fee.entry if self.fee else None

    @property
    def number(self) -> int:
        """The start number; without an entry, one behind all others."""
        return self.entry.start_number if self.entry else 10**6

    @property
    def due(self) -> int:
        return self.loss + (self.fee.due if self.fee else 0)

    @property
    def paid(self) -> int:
        """What was booked for them alone, and not for a whole list."""
        kinds = PaymentKind.FEE, PaymentKind.LOSS
        return self.fee.sum_of(*kinds) if self.fee else 0

    @property
    def on_credit(self) -> int:
        """The part of what was booked for them that moved no cash."""
        kinds = PaymentKind.FEE, PaymentKind.LOSS
        return self.fee.sum_of(*kinds, only_on_credit=True) if self.fee else 0

    @property
    def owing(self) -> int:
        """The part of it that was not paid ahead and is not paid since."""
        return self.fee.owing if self.fee else 0

    @property
    def from_ahead(self) -> int:
        return self.on_credit - self.owing

    @property
    def has_booked(self) -> bool:
        return any(self.fee.booked.values()) if self.fee else False

    @property
    def cash(self) -> int:
        """What they have paid in cash, also with a whole list."""
        return max(self.paid, self.due - self.open) - self.on_credit

    @property
    def prize(self) -> int:
        return sum(line.amount for line in self.won)

    @property
    def things(self) -> str:
        """What they won beside money; it is not theirs yet if they draw lots for it."""
        things = [(thing, line) for line in self.won for thing in line.things]
        by_lot = _("%(things)s (by lot)")
        return ", ".join(
            by_lot % {"things": thing} if line.by_lot else thing
            for thing, line in things
        )

    @property
    def owed_loss(self) -> int:
        return sum(amount for _sheet, amount in self.owed)

    @property
    def open(self) -> int:
        return self.owed_loss + (max(0, self.fee.open) if self.fee else 0)

    @property
    def unpaid(self) -> int:
        """What is open, or only on credit: nobody has seen this money."""
        return self.open + self.owing

    @property
    def payable(self) -> int:
        """What they may pay now: what is open, or the fee in advance."""
        is_ahead = self.entry and self.entry.status == EntryStatus.REGISTERED
        return self.owed_loss + self.fee.missing if is_ahead and self.fee else self.open

    @property
    def from_credit(self) -> int:
        """The part of what they may pay that they have paid ahead."""
        return max(0, min(self.fee.credit, self.payable)) if self.fee else 0

    def bookings(self, credit: int) -> Iterator[dict[str, Any]]:
        """Yield what to book when they pay: first ``credit`` cents without cash."""
        fee = (PaymentKind.FEE, None, self.payable - self.owed_loss)
        losses = ((PaymentKind.LOSS, *owed) for owed in self.owed)
        for kind, sheet, due in (fee, *losses):
            part = min(credit, due)
            credit -= part
            for cents, on_credit in ((part, True), (due - part, False)):
                if cents:
                    about = {"kind": kind, "sheet": sheet, "entry": self.entry}
                    yield about | {"amount": cents, "on_credit": on_credit}


class LeftOpen(NamedTuple):
    """What people have not paid at an earlier event."""

    event: Event
    people: list[PersonMoney]

    @property
    def total(self) -> int:
        return sum(person.open for person in self.people)


class OpenMoney(NamedTuple):
    """What an event lacks, in cents: of people, and of lists nobody paid for alone.

    Loss money is collected with the lists until somebody pays for themselves; from then
    on each person owes their own, but for lists whose money was handed in.
    """

    is_by_person: bool
    people: list[tuple[PersonMoney, int]]
    lists: list[ListMoney]
    excess: int

    @property
    def total(self) -> int:
        lists = sum(account.open for account in self.lists)
        return lists + sum(amount for _person, amount in self.people)

    @property
    def text(self) -> str:
        people = [f"{each.name}: {money(cents)}" for each, cents in self.people]
        lists = [f"{each.sheet.long_name}: {money(each.open)}" for each in self.lists]
        return " · ".join([*people, *lists])


class DeskLine(NamedTuple):
    """One kind of money at the cash desk, or all of it under no kind, in cents."""

    kind: PaymentKind | None
    due: int
    booked: int

    @property
    def difference(self) -> int:
        return self.booked - self.due


def steps_of(event: Event) -> list[Step]:
    return [Step(step.from_loss, step.amount) for step in event.loss_steps.all()]


def takes_loss_money(event: Event, lists: Iterable[ListMoney]) -> bool:
    """Return whether lists bring money, by the rules or by a booking."""
    has_money = any(account.due or account.booked for account in lists)
    return has_money or bool(event.passed_in_fee) or bool(steps_of(event))


def list_money(
    event: Event, *, sheet: ScoreSheet | None = None, stake: Fraction | None = None
) -> list[ListMoney]:
    """Return the money of every list, or of one, by series and table.

    The pairwise settlement follows the house rules; ``stake`` in cents per point
    replaces theirs (3.5).
    """
    lists = ScoreSheet.objects.filter(series__event=event)
    return money_of_lists(lists if sheet is None else lists.filter(pk=sheet.pk), stake)


def money_of_lists(
    lists: QuerySet[ScoreSheet], stake: Fraction | None = None
) -> list[ListMoney]:
    """Return the money of lists of any events, by series and table."""
    lists = lists.select_related("series__event__rule_set")
    # A Ramsch has no declarer either, but it has marks.
    is_passed_in = Q(games__declarer__isnull=True, games__house="")
    passed_in = Count("games", filter=is_passed_in, distinct=True)
    results = Prefetch("results", Result.objects.select_related("player"))
    lists = lists.prefetch_related(results, "series__event__loss_steps")
    lists = lists.annotate(passed_in=passed_in)
    sheets = list(lists.order_by("series__number", "table_number"))
    rules: dict[int, HouseRules] = {}
    for event in {each.series.event for each in sheets}:
        rules[event.pk] = event.as_rules()
        if stake is not None:
            rules[event.pk] = replace(rules[event.pk], stake_cents=str(stake))
    writers = writers_by_list(sheet.pk for sheet in sheets)
    bookings = Payment.objects.filter(sheet__in=sheets, kind=PaymentKind.LOSS)
    booked = sums_by("sheet", bookings)
    own = bookings.filter(entry__isnull=False).order_by()
    by_person = own.values_list("sheet", "entry__player").annotate(Sum("amount"))
    paid = {(sheet_pk, player): amount for sheet_pk, player, amount in by_person}
    return [
        ListMoney(
            sheet=sheet,
            writer=writers.get(sheet.pk, ""),
            passed_in=passed_in_games(sheet),
            players=tuple(players_money(sheet, rules[sheet.series.event_id], paid)),
            booked=booked.get(sheet.pk, 0),
        )
        for sheet in sheets
    ]


def writers_by_list(sheets: Iterable[int | None]) -> dict[int, str]:
    """Return who kept each list: the person who began on its first place."""
    seats = Seat.objects.filter(sheet__in=set(filter(None, sheets)), place=1)
    return {seat.sheet_id: seat.player.name for seat in seats.select_related("player")}


def passed_in_games(sheet: ScoreSheet) -> int:
    """Return the number of passed-in games of a list with this count."""
    if sheet.totals_only:
        return sheet.paper_passed_in or 0
    return int(getattr(sheet, "passed_in", 0))


def players_money(
    sheet: ScoreSheet, rules: HouseRules, paid: dict[tuple[int, int], int]
) -> Iterator[PlayerMoney]:
    """Yield what each person of one finished list pays.

    People pay loss money for the games they lost themselves. Passed-in games and the
    settlement belong to the place: the person who sat there last pays or gets them.
    """
    event, rows = sheet.series.event, list(sheet.results.all())
    steps = steps_of(event)
    last = {row.place: row for row in sorted(rows, key=lambda row: row.first_game)}
    totals = dict.fromkeys(last, 0)
    for row in rows:
        totals[row.place] += row.total
    settlement = settle_list(tuple(totals.values()), rules) if totals else None
    shares = dict(zip(totals, settlement.shares, strict=True)) if settlement else {}
    passed_in = passed_in_money(
        passed_in_games(sheet), fee=event.passed_in_fee, free=event.passed_in_free
    )
    for row in rows:
        sat_last = last[row.place] is row
        yield PlayerMoney(
            player_id=row.player_id,
            name=row.player.name,
            place=row.place,
            lost=row.lost,
            loss=loss_money(row.lost, steps),
            passed_in=passed_in if sat_last else 0,
            paid=paid.get((sheet.pk, row.player_id), 0),
            settled=shares.get(row.place) if sat_last else None,
        )


def payments_of(event: Event) -> QuerySet[Payment]:
    """Return all bookings, the latest first, with ``is_reverted`` if taken back."""
    return (
        event.payments.select_related("entry__player", "sheet__series", "by", "reverts")
        .annotate(is_reverted=Exists(Payment.objects.filter(reverts=OuterRef("pk"))))
        .order_by("-pk")
    )


def valid_payments(event: Event, *kinds: str) -> QuerySet[Payment]:
    """Return the bookings of these kinds that were not taken back."""
    return event.payments.filter(
        kind__in=kinds, reverts__isnull=True, reverted__isnull=True
    )


def cash_taken_in(event: Event) -> QuerySet[Payment]:
    """Return the valid bookings for which people get a receipt."""
    kinds = (PaymentKind.FEE, PaymentKind.LOSS, PaymentKind.CREDIT, PaymentKind.OTHER)
    return valid_payments(event, *kinds).filter(amount__gt=0, on_credit=False)


def people_money(
    *, lists: Iterable[ListMoney], fees: Iterable[EntryFee]
) -> list[PersonMoney]:
    """Return what everybody pays, by start number and name."""
    people = {
        fee.entry.player_id: PersonMoney(
            player_id=fee.entry.player_id,
            name=fee.entry.player.sorted_name,
            fee=fee,
            excess=fee.excess,
        )
        for fee in fees
    }
    for account in lists:
        for player in account.players:
            newcomer = PersonMoney(player_id=player.player_id, name=player.name)
            person = people.setdefault(player.player_id, newcomer)
            person.loss += player.due
            person.excess += max(0, player.paid - player.due)
            if account.is_by_person and player.due > player.paid:
                person.owed.append((account.sheet, player.due - player.paid))
            if player.settled is not None:
                person.settled = (person.settled or 0) + player.settled
    return sorted(people.values(), key=attrgetter("number", "name"))


def open_money(*, lists: Sequence[ListMoney], fees: Iterable[EntryFee]) -> OpenMoney:
    people = people_money(lists=lists, fees=fees)
    by_person = any(player.paid for each in lists for player in each.players)
    owed = [
        (person, person.open - (0 if by_person else person.owed_loss))
        for person in people
    ]
    return OpenMoney(
        by_person,
        [(person, amount) for person, amount in owed if amount],
        [
            each
            for each in lists
            if each.open > 0 and not (by_person and each.is_by_person)
        ],
        sum(person.excess for person in people),
    )


def unpaid_money(event: Event) -> OpenMoney | None:
    """Return what an event lacks, or gives back; None where nobody books dues."""
    kinds = (PaymentKind.FEE, PaymentKind.LOSS)
    if not event.payments.filter(kind__in=kinds).exists():
        return None
    found = open_money(lists=list_money(event), fees=entry_fees(event))
    return found if found.total or found.excess else None


def people_by_event(
    entries: QuerySet[Entry], lists: QuerySet[ScoreSheet]
) -> Iterator[tuple[Event, list[PersonMoney]]]:
    """Yield the events of entries and lists by date, each with what its people pay."""
    events: dict[Event, tuple[list[ListMoney], list[EntryFee]]] = {}
    for account in money_of_lists(lists):
        events.setdefault(account.sheet.series.event, ([], []))[0].append(account)
    for fee in fees_of(entries):
        events.setdefault(fee.entry.event, ([], []))[1].append(fee)
    for event in sorted(events, key=attrgetter("date", "pk")):
        of_lists, of_entries = events[event]
        yield event, people_money(lists=of_lists, fees=of_entries)


def left_open(event: Event) -> LeftOpen | None:
    """Return the last event of its kind before at which people still owe something.

    It is one of the last few in which somebody's money was booked: elsewhere nobody
    counts it here.
    """
    kinds = (PaymentKind.FEE, PaymentKind.LOSS)
    booked = Payment.objects.filter(
        event=OuterRef("pk"), kind__in=kinds, entry__isnull=False
    )
    before = Event.objects.filter(Exists(booked), kind=event.kind)
    before = before.filter(Q(date__lt=event.date) | Q(date=event.date, pk__lt=event.pk))
    latest = before.order_by("-date", "-pk").values_list("pk", flat=True)
    recent = list(latest[:RECENT_EVENINGS])
    entries = Entry.objects.filter(event__in=recent)
    lists = ScoreSheet.objects.filter(series__event__in=recent)
    for earlier, people in reversed([*people_by_event(entries, lists)]):
        owing = [person for person in people if person.entry and person.open]
        if owing:
            return LeftOpen(earlier, owing)
    return None


def cash_desk(
    event: Event, *, lists: list[ListMoney], fees: list[EntryFee], prizes: int
) -> list[DeskLine]:
    """Return all kinds of money, and their sum; ``prizes`` cents are to be paid.

    What was booked without cash counts as its kind, and against the credits.
    """
    booked = sums_by("kind", event.payments.all())
    without_cash = sums_by("on_credit", event.payments.all()).get(True, 0)
    if credit := booked.pop(PaymentKind.CREDIT, 0) - without_cash:
        booked[PaymentKind.CREDIT] = credit
    due = booked | {
        PaymentKind.FEE: sum(fee.due for fee in fees),
        PaymentKind.LOSS: sum(account.due for account in lists),
        PaymentKind.PRIZE: -prizes,
    }
    names = ("FLOAT", "FEE", "LOSS", "PRIZE", "CREDIT", "OTHER")
    kinds = [PaymentKind[name] for name in names if name != "CREDIT" or credit]
    lines = [DeskLine(kind, due.get(kind, 0), booked.get(kind, 0)) for kind in kinds]
    in_all = sum(line.due for line in lines), sum(line.booked for line in lines)
    return [*lines, DeskLine(None, *in_all)]
