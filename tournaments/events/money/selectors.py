"""Reading money: what everybody owes, and what was booked."""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from fractions import Fraction

from django.db.models import Count, Exists, OuterRef, Q, QuerySet, Sum

from scoring.house.rules import HouseRules
from scoring.house.settlement import settle_list
from scoring.lists.systems import System
from tournaments.events.accounts import Step, loss_money, passed_in_money
from tournaments.events.models import ATTENDING, Entry, Event, Payment
from tournaments.programme.rule_sets import rules_in
from tournaments.sheets.models import Result, ScoreSheet, Seat
from tournaments.words.choices import EntryStatus, PaymentKind


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayerMoney:
    """What one person pays for one list, in cents; ``lost`` counts games.

    ``settled`` is what the difference to the others of the table brings or costs;
    None unless a stake was asked for.
    """

    player_id: int
    name: str
    place: int
    lost: int
    loss: int
    passed_in: int
    settled: int | None = None

    @property
    def due(self) -> int:
        return self.loss + self.passed_in


@dataclass(frozen=True, slots=True, kw_only=True)
class ListMoney:
    """One list: who kept it, what its players owe, what was handed in, in cents.

    ``passed_in`` counts games. Nothing is due before the list is finished.
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
        """What is missing; below zero when too much was handed in."""
        return self.due - self.booked

    @property
    def is_settled(self) -> bool:
        return self.sheet.is_finished and not self.open

    @property
    def is_to_settle(self) -> bool:
        """Say whether a finished list lacks money, or too much was handed in."""
        return bool(self.open) and (self.sheet.is_finished or bool(self.booked))

    @property
    def shows_settlement(self) -> bool:
        """Return whether its players settle the difference of their totals."""
        return any(player.settled is not None for player in self.players)


@dataclass(frozen=True, slots=True, kw_only=True)
class EntryFee:
    """The entry fee of one person, in cents; ``paid`` is what was booked."""

    entry: Entry
    due: int
    paid: int

    @property
    def open(self) -> int:
        return self.due - self.paid

    @property
    def state(self) -> str:
        """Return the state as a word: paid, open, over or free."""
        if self.paid < self.due:
            return "open"
        if self.paid > self.due:
            return "over"
        return "paid" if self.paid else "free"


@dataclass(frozen=True, slots=True, kw_only=True)
class PersonMoney:
    """Everything one person pays at an event, in cents.

    ``per_series`` has the money of each series' list in the series' order, None for
    a series without a finished list.
    """

    player_id: int
    name: str
    start_number: int | None
    fee: EntryFee | None
    per_series: tuple[int | None, ...]
    settled: int | None

    @property
    def loss(self) -> int:
        return sum(filter(None, self.per_series))

    @property
    def due(self) -> int:
        return self.loss + (self.fee.due if self.fee else 0)


def steps_of(event: Event) -> list[Step]:
    """Return the loss money of ``event`` as values. One query."""
    return [Step(step.from_loss, step.amount) for step in event.loss_steps.all()]


def takes_loss_money(event: Event, lists: Iterable[ListMoney]) -> bool:
    """Say whether lists bring money, by the rules or by a booking. One query."""
    is_booked = any(each.due or each.booked for each in lists)
    return is_booked or bool(event.passed_in_fee) or bool(steps_of(event))


def sheets_with_passed_in(
    event: Event, only: QuerySet[ScoreSheet] | None
) -> list[ScoreSheet]:
    """Return the lists with their passed-in games counted. One query."""
    # A Ramsch has no declarer either, but marks.
    nobody = Q(games__declarer__isnull=True, games__house="")
    passed_in = Count("games", filter=nobody, distinct=True)
    return list(
        (ScoreSheet.objects.all() if only is None else only)
        .filter(series__event=event)
        .select_related("series")
        .annotate(passed_in=passed_in)
        .order_by("series__number", "table_number")
    )


def list_money(
    event: Event,
    *,
    only: QuerySet[ScoreSheet] | None = None,
    stake: Fraction | None = None,
) -> list[ListMoney]:
    """Return the money of every list, by series and table. Five queries.

    ``only`` narrows it to some lists. The settlement by pairwise difference is that of
    the house rules; ``stake`` in cents per point takes the place of theirs (3.5).
    """
    rules = rules_in(event.rule_set, System(event.system))
    if stake is not None:
        rules = replace(rules, stake_cents=str(stake))
    sheets = sheets_with_passed_in(event, only)
    steps = steps_of(event)
    writers = writers_of(sheets)
    results: dict[int, list[Result]] = {}
    for row in Result.objects.filter(sheet__in=sheets).select_related("player"):
        results.setdefault(row.sheet_id, []).append(row)
    booked = booked_on(sheets)
    return [
        ListMoney(
            sheet=sheet,
            writer=writers.get(sheet.pk, ""),
            passed_in=passed_in_games(sheet),
            players=players_money(
                results.get(sheet.pk, []),
                steps=steps,
                passed_in=passed_in_money(
                    passed_in_games(sheet),
                    fee=event.passed_in_fee,
                    free=event.passed_in_free,
                ),
                rules=rules,
            ),
            booked=booked.get(sheet.pk, 0),
        )
        for sheet in sheets
    ]


def writers_of(sheets: list[ScoreSheet]) -> dict[int, str]:
    """Return who kept each list: whoever began on its first place. One query."""
    first_seats = Seat.objects.filter(sheet__in=sheets, place=1)
    return {
        seat.sheet_id: seat.player.name for seat in first_seats.select_related("player")
    }


def booked_on(sheets: list[ScoreSheet]) -> dict[int, int]:
    """Return the loss money that was handed in with each list. One query."""
    return dict(
        Payment.objects.filter(sheet__in=sheets, kind=PaymentKind.LOSS)
        .order_by()
        .values_list("sheet")
        .annotate(Sum("amount"))
    )


def passed_in_games(sheet: ScoreSheet) -> int:
    """Return how many games of a list were passed in; it comes from ``list_money``."""
    if sheet.totals_only:
        return sheet.paper_passed_in or 0
    return int(getattr(sheet, "passed_in", 0))


def players_money(
    rows: Iterable[Result],
    *,
    steps: list[Step],
    passed_in: int,
    rules: HouseRules,
) -> tuple[PlayerMoney, ...]:
    """Return what each person of one finished list pays. No query.

    Loss money counts the games somebody lost himself. Passed-in games and the
    settlement belong to the place: whoever sat there last pays or gets them.
    """
    rows = list(rows)
    last = {row.place: row for row in sorted(rows, key=lambda row: row.first_game)}
    totals = dict.fromkeys(last, 0)
    for row in rows:
        totals[row.place] += row.total
    found = settle_list(tuple(totals.values()), rules) if totals else None
    settled = dict(zip(totals, found.shares, strict=True)) if found else {}
    return tuple(
        PlayerMoney(
            player_id=row.player_id,
            name=row.player.name,
            place=row.place,
            lost=row.lost,
            loss=loss_money(row.lost, steps),
            passed_in=passed_in if last[row.place] is row else 0,
            settled=settled.get(row.place) if last[row.place] is row else None,
        )
        for row in rows
    )


def fees_paid(event: Event) -> dict[int, int]:
    """Return the entry fees booked, by the entry's key. One query."""
    return dict(
        Payment.objects.filter(event=event, kind=PaymentKind.FEE, entry__isnull=False)
        .order_by()
        .values_list("entry")
        .annotate(Sum("amount"))
    )


def entry_fees(event: Event) -> list[EntryFee]:
    """Return everybody with their entry fee, by start number. Two queries.

    Due is the fee of whoever came, and of whoever has paid in advance.
    """
    paid = fees_paid(event)
    return [
        EntryFee(
            entry=entry,
            due=fee_due(event, entry, paid.get(entry.pk, 0)),
            paid=paid.get(entry.pk, 0),
        )
        for entry in event.entries.select_related("player__club")
    ]


def fee_due(event: Event, entry: Entry, paid: int) -> int:
    """Return the entry fee that ``entry`` owes who has ``paid`` so much. No query."""
    in_advance = entry.status == EntryStatus.REGISTERED and paid
    return event.entry_fee if entry.status in ATTENDING or in_advance else 0


def payments_of(event: Event) -> QuerySet[Payment]:
    """Return all bookings, the latest first, with what they are about.

    ``is_reverted`` says whether one was taken back. One query.
    """
    return (
        event.payments.select_related("entry__player", "sheet__series", "by", "reverts")
        .annotate(is_reverted=Exists(Payment.objects.filter(reverts=OuterRef("pk"))))
        .order_by("-pk")
    )


def people_money(
    event: Event, *, lists: list[ListMoney], fees: list[EntryFee]
) -> list[PersonMoney]:
    """Return what everybody pays, by name. One query beside those of the arguments."""
    numbers = list(event.series.values_list("number", flat=True))
    by_player = {fee.entry.player_id: fee for fee in fees}
    names = {fee.entry.player_id: fee.entry.player.name for fee in fees}
    paid: dict[tuple[int, int], int] = {}
    settled: dict[int, int] = {}
    for one in lists:
        for player in one.players:
            names.setdefault(player.player_id, player.name)
            key = (player.player_id, one.sheet.series.number)
            paid[key] = paid.get(key, 0) + player.due
            if player.settled is not None:
                settled[player.player_id] = (
                    settled.get(player.player_id, 0) + player.settled
                )
    people = [
        PersonMoney(
            player_id=pk,
            name=name,
            start_number=by_player[pk].entry.start_number if pk in by_player else None,
            fee=by_player.get(pk),
            per_series=tuple(paid.get((pk, number)) for number in numbers),
            settled=settled.get(pk),
        )
        for pk, name in names.items()
    ]
    return sorted(
        people, key=lambda person: (person.start_number or 10**6, person.name)
    )
