"""Reading the cash desk: the money due, booked and counted."""

from dataclasses import dataclass

from tournaments.events.models import CashCount, Event
from tournaments.events.money.selectors import EntryFee, ListMoney, sums_by
from tournaments.events.prizes.selectors import PrizePlan
from tournaments.words.choices import PaymentKind


@dataclass(frozen=True, slots=True, kw_only=True)
class DeskLine:
    """One kind of money at the cash desk, in cents."""

    kind: PaymentKind
    due: int
    booked: int

    @property
    def difference(self) -> int:
        return self.booked - self.due


@dataclass(frozen=True, slots=True, kw_only=True)
class CashDesk:
    """The money due and booked, in cents, and the last cash count."""

    lines: tuple[DeskLine, ...]
    last_count: CashCount | None

    @property
    def due(self) -> int:
        return sum(line.due for line in self.lines)

    @property
    def booked(self) -> int:
        return sum(line.booked for line in self.lines)

    @property
    def difference(self) -> int:
        return self.booked - self.due

    @property
    def is_stale(self) -> bool:
        """Whether something was booked since the drawer was counted."""
        return self.last_count is not None and self.last_count.expected != self.booked

    @property
    def count_difference(self) -> int | None:
        """The counted amount minus what was booked at that time."""
        if self.last_count is None:
            return None
        return self.last_count.counted - self.last_count.expected

    @property
    def missing(self) -> int:
        """The amount missing when the drawer was counted."""
        return max(0, -(self.count_difference or 0))


def cash_desk(
    event: Event,
    *,
    lists: list[ListMoney],
    fees: list[EntryFee],
    plan: PrizePlan,
) -> CashDesk:
    """Return the cash desk with its sums. Two queries."""
    booked = sums_by("kind", event.payments.all())
    due: dict[str, int] = {
        PaymentKind.FEE: sum(fee.due for fee in fees),
        PaymentKind.LOSS: sum(account.due for account in lists),
        PaymentKind.PRIZE: -plan.total,
    }
    lines = [
        DeskLine(
            kind=kind,
            due=due[kind] if kind in due else booked.get(kind, 0),
            booked=booked.get(kind, 0),
        )
        for kind in (
            PaymentKind.FLOAT,
            PaymentKind.FEE,
            PaymentKind.LOSS,
            PaymentKind.PRIZE,
            PaymentKind.OTHER,
        )
    ]
    return CashDesk(
        lines=tuple(lines),
        last_count=event.cash_counts.filter(sheet__isnull=True)
        .select_related("by")
        .last(),
    )
