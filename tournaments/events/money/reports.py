"""What the treasurer keeps: the money of an event, and of each person in a year."""

from collections import Counter
from collections.abc import Callable, Iterable
from fractions import Fraction
from itertools import accumulate
from operator import attrgetter
from types import SimpleNamespace
from typing import Any, NamedTuple

from django.db.models import QuerySet, Sum
from django.urls import reverse
from django.utils.html import format_html
from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from tournaments.events.entries.selectors import (
    credits_of,
    entry_fees,
)
from tournaments.events.models import Entry, Event, Payment
from tournaments.events.money.awards import (
    PrizeList,
    overpaid_text,
    prize_list,
    share_out,
)
from tournaments.events.money.selectors import (
    DeskLine,
    PersonMoney,
    cash_desk,
    list_money,
    people_by_event,
    people_money,
)
from tournaments.people.models import Player
from tournaments.sheets.models import ScoreSheet
from tournaments.web.faces import BOLD
from tournaments.web.tables import (
    PERSON,
    TOTAL,
    Column,
    Space,
    Teller,
    figure,
    told,
)
from tournaments.words.choices import PaymentKind
from tournaments.words.formats import clock_time, money, short_date

NOT_EARNED = (PaymentKind.FLOAT, PaymentKind.CREDIT)


class EventReport(NamedTuple):
    """The money of an event: of its people, by kind, and how many took part."""

    event: Event
    people: list[PersonMoney]
    desk: list[DeskLine]
    prizes: PrizeList

    @property
    def remains(self) -> int:
        """What the club has of it: neither the change fund nor credits are its own."""
        return sum(
            line.booked
            for line in self.desk
            if line.kind and line.kind not in NOT_EARNED
        )

    @property
    def notes(self) -> list[str]:
        """Return in words what remains, was counted, and is missing, and who owes."""
        text = _(
            "%(amount)s remain with the club, without the change fund and without what "
            "people have paid ahead or owe."
        )
        texts = [text % {"amount": money(self.remains)}]
        if value := self.prizes.plan.value:
            text = _("The things among the prizes are worth %(amount)s.")
            texts.append(text % {"amount": money(value)})
        lacking = [each for each in self.people if each.unpaid]
        owing = [f"{each.name} {money(each.unpaid)}" for each in lacking]
        if owing:
            texts.append(f"{_('Not paid yet')}: {'; '.join(owing)}.")
        texts += given_back(sum(person.excess for person in self.people))
        return [*texts, *counted_texts(self.event), *prize_texts(self.prizes)]

    @property
    def in_all(self) -> SimpleNamespace:
        """The row below the people, with the sums of their amounts."""
        names = ("due", "cash", "from_ahead", "unpaid", "excess", "prize")
        sums = {name: sum(map(attrgetter(name), self.people)) for name in names}
        return SimpleNamespace(name=_("Together"), entry=None, things="", **sums)

    @property
    def counts(self) -> list[tuple[str, list[tuple[str, int]]]]:
        """Return how many took part by club and by strength, each under its head."""
        came = [
            person.entry
            for person in self.people
            if person.entry and person.entry.is_attending
        ]
        none = pgettext("nothing", "none")
        by_club = Counter(str(entry.player.club or none) for entry in came)
        by_group = Counter(entry.group or entry.player.group for entry in came)
        counted = [(_("Club"), sorted(by_club.items(), key=lambda row: (-row[1], row)))]
        if any(by_group):
            groups = sorted(by_group.items(), key=lambda row: (row[0] is None, row))
            named = [(str(group or none), count) for group, count in groups]
            counted.append((_("Strength group"), named))
        return counted


def given_back(excess: int) -> list[str]:
    """Return the sentence on what people paid too much; none without any."""
    text = _("%(amount)s to be given back")
    return [f"{text % {'amount': money(excess)}}."] if excess else []


def counted_texts(event: Event) -> list[str]:
    """Return what was counted in the drawer last, and how far it was off."""
    count = event.cash_counts.filter(sheet=None).select_related("by").last()
    if count is None:
        return [_("Nobody has counted the drawer yet.")]
    text = _("Counted at %(time)s by %(by)s: %(counted)s; booked by then: %(booked)s.")
    sums = {"counted": money(count.counted), "booked": money(count.expected)}
    texts = [text % {"time": clock_time(count.at), "by": count.by, **sums}]
    if count.missing:
        text = _("The drawer was %(amount)s short when it was counted.")
        texts.append(text % {"amount": money(count.missing)})
    elif count.difference:
        text = _("There was %(amount)s too much in the drawer when it was counted.")
        texts.append(text % {"amount": money(count.difference)})
    return texts


def prize_texts(prizes: PrizeList) -> list[str]:
    """Return who got too much, or has still to get something, after a correction."""
    still = _("still %(amount)s")
    lines = [
        f"{line.name}: {still % {'amount': line.rest}}."
        for line in prizes.lines
        if line.paid is not None and line.rest and not line.excess
    ]
    return list(filter(None, [overpaid_text(prizes), *lines]))


def event_report(event: Event) -> EventReport:
    lists, fees = list_money(event), entry_fees(event)
    people, prizes = people_money(lists=lists, fees=fees), prize_list(event)
    share_out(prizes.lines, people)
    desk = cash_desk(event, lists=lists, fees=fees, prizes=prizes.due)
    return EventReport(event, people, desk, prizes)


def cents(
    name: str, head: Any, value: Teller, *, width: int = 0, **more: Any
) -> Column:
    """Return a column of amounts: in files numbers of euros, else with the unit."""
    return figure(
        name,
        head,
        lambda line: Fraction(told(value, line), 100),
        text=lambda line: money(amount) if (amount := told(value, line)) else "–",
        width=width,
        **more,
    )


def report_columns() -> list[Column]:
    """Return everything about the money of people at one event."""
    return [
        Column("number", _("No."), number_of, paper=Space(11, "right")),
        Column("name", _("Name"), "name", paper=Space(41)),
        Column("club", _("Club"), club_of, paper=Space(30), needed=club_of),
        Column("group", _("Strength group"), group_of),
        cents("due", _("Due"), "due", width=17),
        cents("paid", _("in cash"), "cash", width=17),
        cents("credit", _("without cash"), "from_ahead", width=17, needed="from_ahead"),
        cents("open", _("open"), "unpaid", width=17, needed="unpaid"),
        cents("back", _("to give back"), "excess", needed="excess"),
        cents("prize", _("Prize"), "prize", width=17, needed="prize", font=BOLD),
        Column("things", _("Things"), "things", paper=Space(23), needed="things"),
    ]


def number_of(person: PersonMoney) -> Any:
    return person.entry.start_number if person.entry else ""


def club_of(person: PersonMoney) -> str:
    return str(person.entry.player.club or "") if person.entry else ""


def group_of(person: PersonMoney) -> int | None:
    return (person.entry.group or person.entry.player.group) if person.entry else None


def desk_columns() -> list[Column]:
    return [
        Column("kind", _("What"), desk_label, paper=Space(60)),
        cents("due", _("Expected"), "due", width=24),
        cents("booked", _("Booked"), "booked", width=24),
        cents("difference", _("Difference"), "difference", width=24),
    ]


def desk_label(line: DeskLine) -> str:
    return str(line.kind.label) if line.kind else _("In the drawer")


class StatementLine(NamedTuple):
    """One event on the statement of a person, with their credit behind it, in cents."""

    event: Event
    money: PersonMoney
    credit: int

    @property
    def ahead(self) -> int:
        """What they have paid ahead or paid back, less what they got of it."""
        return self.money.fee.sum_of(PaymentKind.CREDIT) if self.money.fee else 0

    @property
    def prize(self) -> int:
        return -self.money.fee.sum_of(PaymentKind.PRIZE) if self.money.fee else 0


class Statement(NamedTuple):
    """The money of one person in a year; ``before`` is their credit when it began."""

    player: Player
    year: int
    before: int
    lines: list[StatementLine]
    of_teams: int = 0  # what their pairs and teams won

    @property
    def credit(self) -> int:
        return self.lines[-1].credit if self.lines else self.before

    def total(self, path: str) -> int:
        return sum(attrgetter(path)(line) for line in self.lines)

    @property
    def open(self) -> int:
        return self.total("money.open")

    @property
    def notes(self) -> list[str]:
        """Return in words the credit at both ends of the year, and what is left."""
        begin = _("At the beginning: %(credit)s.") % {
            "credit": credit_text(self.before)
        }
        end = _("At the end: %(credit)s.") % {"credit": credit_text(self.credit)}
        text = _("%(amount)s of the dues are neither paid nor on credit.")
        left = [text % {"amount": money(self.open)}] if self.open else []
        left += given_back(self.total("money.excess"))
        return [begin, end, *left, *team_prizes_notes(self.of_teams)]


def team_prizes_of(year: int) -> QuerySet[Payment]:
    """Return what was paid in a year to pairs and teams, who share it themselves."""
    paid = Payment.objects.filter(kind=PaymentKind.PRIZE, entry=None)
    return paid.filter(event__date__year=year).order_by()


def team_prizes_notes(amount: int) -> list[str]:
    text = _("Prizes of pairs and teams are not in these sums: %(amount)s.")
    return [text % {"amount": money(amount)}] if amount else []


def year_notes(year: int) -> list[str]:
    paid = team_prizes_of(year).aggregate(total=Sum("amount"))["total"]
    return team_prizes_notes(-(paid or 0))


def credit_text(credit: int) -> str:
    if credit < 0:
        return _("owes %(amount)s") % {"amount": money(-credit)}
    return _("%(amount)s paid ahead") % {"amount": money(credit)}


def statements(year: int, player: Player | None = None) -> list[Statement]:
    """Return the statements of everybody with money in a year, or of one, by name."""
    entries = Entry.objects.filter(event__date__year=year).order_by("start_number")
    lists = ScoreSheet.objects.filter(series__event__date__year=year)
    if player:
        entries = entries.filter(player=player)
        lists = lists.filter(results__player=player).distinct()
    rows: dict[int, list[tuple[Event, PersonMoney]]] = {}
    for event, people in people_by_event(entries, lists):
        for person in people:
            rows.setdefault(person.player_id, []).append((event, person))
    if player:
        rows = {pk: own for pk, own in rows.items() if pk == player.pk}
    before = credits_of(rows, event__date__year__lt=year)
    players = Player.every.in_bulk(list(rows))
    paid = team_prizes_of(year).values_list("team__members__entry__player")
    of_teams = dict(paid.annotate(Sum("amount")))
    found = (
        Statement(players[pk], year, before.get(pk, 0), lines, -of_teams.get(pk, 0))
        for pk, own in rows.items()
        if any(lines := statement_lines(own, before.get(pk, 0)))
    )
    return sorted(found, key=lambda each: each.player.sort_key)


def statement_lines(
    rows: Iterable[tuple[Event, PersonMoney]], before: int
) -> list[StatementLine]:
    """Return the lines of events at which money was due or moved."""
    lines = [StatementLine(event, person, 0) for event, person in rows]
    moved = [each for each in lines if each.money.due or each.money.has_booked]
    changes = (each.ahead - each.money.on_credit for each in moved)
    credits_after = list(accumulate(changes, initial=before))[1:]
    return [
        each._replace(credit=credit)
        for each, credit in zip(moved, credits_after, strict=True)
    ]


def statement_columns() -> list[Column]:
    return [
        Column(
            "date",
            _("Date"),
            lambda line: line.event.date.isoformat(),
            text=lambda line: short_date(line.event.date),
            page={},
            paper=Space(21),
        ),
        Column("event", _("Event"), "event.name", page=PERSON, paper=Space(37)),
        *sum_columns(lambda path: path, width=17),
        cents("after", _("Credit then"), "credit", page=TOTAL, width=20, font=BOLD),
    ]


def year_columns() -> list[Column]:
    """Return the sums of people over a year, the names leading to their statements."""
    return [
        Column(
            "name",
            _("Name"),
            "player.sorted_name",
            html=lambda each: format_html(
                '<a href="{}">{}</a>',
                reverse("events:person-money", args=[each.year, each.player.pk]),
                each.player.sorted_name,
            ),
            page=PERSON,
            paper=Space(58),
        ),
        *sum_columns(lambda path: lambda each: each.total(path), width=17),
        cents("after", _("Credit then"), "credit", page=TOTAL, width=20, font=BOLD),
    ]


def sum_columns(tell: Callable[[str], Teller], *, width: int) -> list[Column]:
    """Return what people had to pay, how they did, and what they got.

    A statement on paper says in words what is to be given back: it has no room for it.
    """
    heads = {
        "money.due": _("Due"),
        "money.cash": _("in cash"),
        "money.from_ahead": _("without cash"),
        "ahead": _("paid in"),
        "money.unpaid": _("open"),
        "prize": _("Prize"),
    }
    excess = tell("money.excess")
    return [
        *(
            cents(path.rpartition(".")[2], head, tell(path), width=width)
            for path, head in heads.items()
        ),
        cents("back", _("to give back"), excess, needed=excess),
    ]
