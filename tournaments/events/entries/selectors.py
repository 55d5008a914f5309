"""Reading which tables no longer fit, and the names to tick at the check-in."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from itertools import chain, groupby
from operator import attrgetter
from typing import Any, NamedTuple

from django.db.models import Case, Count, F, Q, QuerySet, Sum, When
from django.urls import reverse
from django.utils.translation import gettext as _

from tournaments.events.entrants import (
    FEWEST_SEATS,
    Door,
    entries_of,
    marks_of_namesakes,
    next_series,
    three_sits_this_year,
)
from tournaments.events.entries.replies import recent_players
from tournaments.events.models import Entry, Event, Payment
from tournaments.events.teams.selectors import series_text
from tournaments.people.models import Player
from tournaments.sheets.models import ScoreSheet, Seat, Substitution
from tournaments.words.choices import Answer, EntryStatus, PaymentKind, SheetState
from tournaments.words.formats import enumeration


@dataclass(frozen=True, slots=True, kw_only=True)
class SeatingChange:
    """A series whose tables no longer fit the people who are here.

    ``unseated`` play but have no seat; ``vacant`` are the seats at empty lists of
    people who do not play, by person.
    ``chairs`` are the numbers of the tables of three whose list is still empty.
    ``waiting`` play from the next series on, though this one may not have begun.
    """

    series: int
    unseated: tuple[Entry, ...] = ()
    vacant: tuple[Any, ...] = ()
    chairs: tuple[int, ...] = ()
    waiting: tuple[Entry, ...] = ()

    @property
    def is_needed(self) -> bool:
        """Whether anything needs to be done about the series."""
        return bool(self.unseated or self.vacant or (self.waiting and self.chairs))


class Vacancy(NamedTuple):
    """People of a series who have gone and whose seats nobody takes over."""

    series: int
    absentees: list[Player]
    tables: list[ScoreSheet]


class Latecomer(NamedTuple):
    """A player who is here without a seat; ``can_join`` if each series has a chair.

    ``vacant`` are the seats to take over from people who have gone.
    """

    entry: Entry
    series: tuple[int, ...]
    can_join: bool
    vacant: tuple[Any, ...] = ()

    @property
    def series_text(self) -> str:
        return enumeration(list(map(str, self.series)))

    @property
    def takeover(self) -> str:
        """What the button says that gives the player the seats of others."""
        text = _("%(player)s takes over %(seats)s")
        seat_text = _("place %(place)s at table %(table)s (series %(series)s)")
        seats = [
            seat_text
            % {
                "place": seat.place,
                "table": seat.sheet.table_number,
                "series": seat.sheet.series.number,
            }
            for seat in self.vacant
        ]
        return text % {"player": self.entry.player, "seats": enumeration(seats)}


@dataclass(frozen=True, slots=True)
class SeatingGaps:
    """All series whose tables do not fit the people who are here.

    ``abandoned`` are the seats of people who have gone at lists that are half typed.
    """

    event: Event
    changes: tuple[SeatingChange, ...] = ()
    abandoned: tuple[Any, ...] = ()

    @property
    def latecomers(self) -> list[Latecomer]:
        """The players without a seat, with the series they would miss."""
        missed: dict[Entry, list[SeatingChange]] = {}
        for change in self.changes:
            for entry in change.unseated:
                missed.setdefault(entry, []).append(change)
        return [
            Latecomer(
                entry,
                tuple(each.series for each in own),
                all(each.vacant or each.chairs for each in own),
                tuple(each.vacant[0] for each in own if each.vacant),
            )
            for entry, own in missed.items()
        ]

    @property
    def has_no_chair(self) -> bool:
        """Whether somebody waits for whom not every series has a chair."""
        return not all(late.can_join for late in self.latecomers)

    @property
    def vacancies(self) -> list[Vacancy]:
        joining = {late.entry for late in self.latecomers if late.can_join}
        vacancies = []
        for change in self.changes:
            if seats := change.vacant[len(joining.intersection(change.unseated)) :]:
                sheets = dict.fromkeys(seat.sheet for seat in seats)
                tables = sorted(sheets, key=attrgetter("table_number"))
                people = [seat.player for seat in seats]
                vacancies.append(Vacancy(change.series, people, tables))
        return vacancies

    @property
    def redraw(self) -> tuple[str, str] | None:
        """The words and the address of what draws all these series anew."""
        stuck = (late.series for late in self.latecomers if not late.can_join)
        numbers = {*chain(*stuck), *(vacancy.series for vacancy in self.vacancies)}
        if not numbers or self.event.is_released:
            return None
        first, last = min(numbers), max(numbers)
        address = reverse("events:draw", args=[self.event.pk])
        text = _("Draw %(series)s anew") % {"series": series_text(first, last)}
        return text, f"{address}?series={first}&last={last}&replace=on"

    @property
    def early(self) -> list[Latecomer]:
        """The players who may still join the series before their first one."""
        return [
            Latecomer(entry, (change.series,), can_join=True)
            for change in self.changes
            for entry in change.waiting
        ]


def seating_gaps(event: Event) -> SeatingGaps:
    """Return which series have tables that no longer fit; none for events by hand."""
    entries = list(entries_of(event))
    if not entries:
        return SeatingGaps(event)
    first = next_series(event)
    open_lists = ScoreSheet.objects.filter(
        series__event=event, series__number__gte=first - 1, series__closed_at=None
    ).order_by("series__number", "table_number")
    sheets = list(open_lists.select_related("series").annotate(typed=Count("games")))
    seats: dict[int, dict[int, Any]] = {}
    for model in (Seat, Substitution):
        for row in model.objects.filter(sheet__in=sheets).select_related("player"):
            seats.setdefault(row.sheet_id, {})[row.player_id] = row
    changes = []
    for number, group in groupby(sheets, key=lambda sheet: sheet.series.number):
        tables = list(group)
        if not all(sheet.is_finished for sheet in tables):
            read = seating_change if number >= first else joinable_series
            changes.append(read(number, tables, seats, entries))
    needed = tuple(change for change in changes if change.is_needed)
    return SeatingGaps(event, needed, tuple(abandoned_seats(sheets, seats, entries)))


def abandoned_seats(
    sheets: Iterable[ScoreSheet],
    seats: dict[int, dict[int, Any]],
    entries: Iterable[Entry],
) -> Iterator[Any]:
    """Give the seats of people who left after a series whose list is half typed."""
    leavers = {entry.player_id: entry.until_series for entry in entries}
    for sheet in sheets:
        if sheet.state != SheetState.EMPTY and not sheet.is_finished:
            # Of each place the last who took it over.
            places = {row.place: row for row in seats.get(sheet.pk, {}).values()}
            for row in places.values():
                if leavers.get(row.player_id) == sheet.series.number:
                    row.sheet = sheet
                    yield row


def seating_change(
    number: int,
    sheets: Iterable[ScoreSheet],
    seats: dict[int, dict[int, Any]],
    entries: Iterable[Entry],
) -> SeatingChange:
    empty = [sheet for sheet in sheets if sheet.state == SheetState.EMPTY]
    seated = {pk for sheet in sheets for pk in seats.get(sheet.pk, ())}
    away = {entry.player_id for entry in entries if entry.misses(number)}
    vacant = []
    for sheet in empty:
        for seat in seats.get(sheet.pk, {}).values():
            if seat.player_id in away:
                seat.sheet = sheet
                vacant.append(seat)
    return SeatingChange(
        series=number,
        unseated=tuple(
            entry
            for entry in entries
            if entry.plays(number) and entry.player_id not in seated
        ),
        # In all series in the same order, so that one person takes over from one.
        vacant=tuple(sorted(vacant, key=attrgetter("player_id"))),
        chairs=free_chairs(empty),
    )


def joinable_series(
    number: int,
    sheets: Sequence[ScoreSheet],
    seats: dict[int, dict[int, Any]],
    entries: Iterable[Entry],
) -> SeatingChange:
    """Return the players who could join a series that counts as begun by its tables.

    It may not have begun at all: paper lists are typed after play.
    """
    if any(
        sheet.state != SheetState.EMPTY or sheet.series.clock_started_at
        for sheet in sheets
    ):
        return SeatingChange(series=number)
    seated = {pk for sheet in sheets for pk in seats.get(sheet.pk, ())}
    return SeatingChange(
        series=number,
        chairs=free_chairs(sheets),
        waiting=tuple(
            entry
            for entry in entries
            if entry.status == EntryStatus.PRESENT
            and entry.from_series == number + 1
            and entry.player_id not in seated
        ),
    )


def free_chairs(sheets: Iterable[ScoreSheet]) -> tuple[int, ...]:
    return tuple(
        sheet.table_number for sheet in sheets if sheet.table_size == FEWEST_SEATS
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class EntryFee:
    """The entry fee of one person, in cents.

    ``missing`` is up to the whole fee, due or not. ``booked`` are all their bookings by
    kind, and by whether they moved no cash. ``credit`` is what they have paid ahead,
    below zero what they owe, of all events; ``owing`` is the part of what was put on
    credit at this event that they still owe, ``owing_later`` at events after it.
    """

    entry: Entry
    due: int
    missing: int
    booked: Mapping[tuple[str, bool], int]
    credit: int = 0
    owing: int = 0
    owing_later: int = 0

    def sum_of(self, *kinds: str, only_on_credit: bool = False) -> int:
        return sum(
            amount
            for (kind, on_credit), amount in self.booked.items()
            if kind in kinds and on_credit >= only_on_credit
        )

    @property
    def paid(self) -> int:
        return self.sum_of(PaymentKind.FEE)

    @property
    def received(self) -> int:
        """The part of the fee that is paid, and not only on credit."""
        on_credit = self.sum_of(PaymentKind.FEE, only_on_credit=True)
        return self.paid - max(0, min(self.owing, on_credit))

    @property
    def debt(self) -> int:
        """What may be paid at this event: what they owe up to its day."""
        return max(0, -self.credit - self.owing_later)

    @property
    def from_credit(self) -> int:
        """The part of the missing fee that was paid ahead."""
        return max(0, min(self.credit, self.missing))

    @property
    def open(self) -> int:
        return self.due - self.paid

    @property
    def excess(self) -> int:
        """The amount to be given back."""
        return max(0, -self.open)


def sums_by(column: str, payments: QuerySet[Payment]) -> dict[Any, int]:
    return dict(payments.order_by().values_list(column).annotate(Sum("amount")))


def credits_of(players: Iterable[Any], **only: Any) -> dict[int, int]:
    """Return by person what they have paid ahead, below zero what they owe. One query.

    They owe what was put on credit and not paid back, at whichever event; ``only``
    looks up payments to leave others out.
    """
    moves = Q(on_credit=True) | Q(kind=PaymentKind.CREDIT)
    payments = Payment.objects.filter(moves, entry__player__in=players, **only)
    amount = Case(When(on_credit=True, then=-F("amount")), default=F("amount"))
    sums = payments.order_by().values_list("entry__player").annotate(sum=Sum(amount))
    return {player: credit for player, credit in sums if credit}


class Owing(NamedTuple):
    player: int
    day: date
    amount: int


def owing_of(credits_by_player: Mapping[int, int]) -> dict[int, Owing]:
    """Return by entry what was put on credit there and is still owed. One query.

    Whoever pays a part pays the debts of the earliest events first.
    """
    left = {pk: -credit for pk, credit in credits_by_player.items() if credit < 0}
    if not left:
        return {}
    payments = Payment.objects.filter(on_credit=True, entry__player__in=left)
    latest = payments.order_by("-entry__event__date", "-entry__event")
    columns = latest.values_list("entry__player", "entry", "entry__event__date")
    owing = {}
    for player, entry, day, amount in columns.annotate(Sum("amount")):
        owing[entry] = Owing(player, day, max(0, min(amount, left[player])))
        left[player] -= owing[entry].amount
    return owing


def entry_fees(event: Event) -> list[EntryFee]:
    return fees_of(event.entries.all())


def fees_of(entries: QuerySet[Entry]) -> list[EntryFee]:
    """Return the fees by start number, due from those who came or paid in advance."""
    payments = Payment.objects.filter(entry__in=entries.order_by()).order_by()
    rows = payments.values_list("entry", "kind", "on_credit").annotate(Sum("amount"))
    sums: dict[int, dict[tuple[str, bool], int]] = {}
    for pk, kind, on_credit, amount in rows:
        sums.setdefault(pk, {})[kind, on_credit] = amount
    ahead = credits_of(entries.order_by().values("player"))
    owing = owing_of(ahead)
    fees = []
    for entry in entries.select_related("player__club", "event"):
        booked, whole = sums.get(entry.pk, {}), entry.event.entry_fee
        paid = sum(booked.get((PaymentKind.FEE, way), 0) for way in (False, True))
        in_advance = entry.status == EntryStatus.REGISTERED and paid
        fees.append(
            EntryFee(
                entry=entry,
                due=whole if entry.is_attending or in_advance else 0,
                missing=max(0, whole - paid),
                booked=booked,
                credit=ahead.get(entry.player_id, 0),
                owing=owing[entry.pk].amount if entry.pk in owing else 0,
                owing_later=sum(
                    each.amount
                    for each in owing.values()
                    if each.player == entry.player_id and each.day > entry.event.date
                ),
            )
        )
    return fees


class RollName(NamedTuple):
    """A person who may be ticked; ``threes`` counts tables of three this year.

    A ``mark`` parts them from a namesake.
    """

    player: Player
    entry: Entry | None = None
    table: int | None = None
    threes: int = 0
    fee: EntryFee | None = None
    mark: str = ""
    answer: str = ""

    @property
    def says(self) -> str:
        """The answer of somebody who is not here, where no heading has it."""
        has_heading = not self.entry and self.answer in PROMISES
        if self.is_here or has_heading or not self.answer:
            return ""
        return str(Answer(self.answer).label)

    @property
    def is_here(self) -> bool:
        if self.entry:
            return self.entry.status == EntryStatus.PRESENT
        return self.table is not None


PROMISES: dict[str, str] = {Answer.YES: "promised", Answer.LATER: "later"}


class Roll(NamedTuple):
    """Everybody who may come: entered, promised, regular, other members, guests."""

    listed: Sequence[RollName] = ()
    promised: Sequence[RollName] = ()
    later: Sequence[RollName] = ()
    regulars: Sequence[RollName] = ()
    members: Sequence[RollName] = ()
    guests: Sequence[RollName] = ()

    @property
    def is_empty(self) -> bool:
        return not any(self)

    @property
    def here(self) -> list[RollName]:
        """The people who are here, the highest start number first."""
        return sorted(
            (name for name in self.listed if name.is_here),
            key=lambda name: name.entry.start_number if name.entry else 0,
            reverse=True,
        )

    @property
    def open_fees(self) -> int:
        """The cents that the people who are here still pay, or have paid ahead."""
        return sum(fee.missing for fee in self.due_fees)

    @property
    def from_credit(self) -> int:
        return sum(fee.from_credit for fee in self.due_fees)

    @property
    def cash(self) -> int:
        return self.open_fees - self.from_credit

    @property
    def due_fees(self) -> list[EntryFee]:
        fees = [name.fee for name in self.listed if name.is_here]
        return [fee for fee in fees if fee and fee.due]

    @property
    def debtors(self) -> list[EntryFee]:
        """The fees of those who owe something from earlier and are here."""
        fees = [name.fee for name in self.listed if name.is_here]
        return [fee for fee in fees if fee and fee.debt]

    def group(self, group: str) -> list[Player]:
        """Return the people of a group that one button checks in."""
        groups = {
            "listed": self.expected_now,
            "promised": self.promised,
            "regulars": self.regulars,
            "members": self.members,
        }
        names = groups.get(group, ())
        return [name.player for name in names if name.answer != Answer.NO]

    @property
    def most_are_missing(self) -> bool:
        """Whether more than half would be absent, substitutes aside."""
        return 2 * len(self.expected) > len(self.invited)

    @property
    def invited(self) -> list[RollName]:
        """Everybody on the list but the substitutes."""
        return [
            name for name in self.listed if not (name.entry and name.entry.substitute)
        ]

    @property
    def missing(self) -> list[RollName]:
        """The people who are registered and may still come."""
        return [
            name
            for name in self.listed
            if name.entry and name.entry.status == EntryStatus.REGISTERED
        ]

    @property
    def expected(self) -> list[RollName]:
        """The missing ones; substitutes come only where somebody is absent."""
        return [
            name for name in self.missing if name.entry and not name.entry.substitute
        ]

    @property
    def expected_now(self) -> list[RollName]:
        """The expected ones who have not said that they come later or not at all."""
        return [name for name in self.expected if name.answer in ("", Answer.YES)]


def roll_of(event: Event, door: Door) -> Roll:
    seats = Seat.objects.filter(series__event=event).order_by("series__number")
    tables = dict(seats.values_list("player", "sheet__table_number"))
    regulars = set(recent_players(event).values_list("player", flat=True))
    replies = dict(event.replies.values_list("player", "answer"))
    entries = {entry.player: entry for entry in door.entries_by_number.values()}
    people = [*entries, *door.other_players.values()]
    sits = three_sits_this_year(event, [player.pk for player in people])
    fee_of = {fee.entry.player_id: fee for fee in entry_fees(event)}
    marks = marks_of_namesakes(people)
    groups: dict[str, list[RollName]] = {}
    # By family name, as on a paper list.
    for player in sorted(people, key=attrgetter("sort_key")):
        entry, table = entries.get(player), tables.get(player.pk)
        fee, mark = fee_of.get(player.pk), marks.get(player.pk, "")
        answer = replies.get(player.pk, "")
        name = RollName(player, entry, table, sits[player.pk], fee, mark, answer)
        group = "guests" if player.is_guest else "members"
        if entry or name.is_here:
            group = "listed"
        elif promise := PROMISES.get(answer):
            group = promise
        elif player.pk in regulars:
            group = "regulars"
        groups.setdefault(group, []).append(name)
    return Roll(**groups)
