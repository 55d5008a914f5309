"""Why a row of results holds none, and where sums or seats of rows do not fit."""

from collections.abc import Mapping
from dataclasses import dataclass

from django.db.models import TextChoices
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from tournaments.words.formats import number


class FaultReason(TextChoices):
    """The reason why a row, or an evening in it, holds no result, as it is told."""

    SUMS = "sums", _("a row of sums")
    NO_NAME = "no-name", _("no name")
    NO_DAY = "no-day", _("no day")
    NO_SUCH_DAY = "no-such-day", _("%(text)s does not exist.")
    NO_YEAR = "no-year", _("no year")
    NO_NUMBER = "no-number", _("“%(text)s” under “%(head)s” is no whole number.")
    TOO_FAR = "too-far", _("“%(text)s” under “%(head)s” cannot be right.")
    NO_RESULT = "no-result", _("no result")
    NOTE = "note", _("a note")
    TO_COME = "to-come", _("this day is still to come")
    HEADS = "heads", _("the heads again")
    OUT = (
        "out",
        _("“%(text)s” stands here. If this result counts, please take it out below."),
    )
    SEAT = "seat", _("%(text)s has this place too (row %(row)s).")
    TWICE = "twice", _("%(text)s is in this series in row %(row)s too.")
    OTHER_SERIES = "other-series", _("waits for row %(row)s, of the same evening")


UNREAD = {
    *(FaultReason.NO_NUMBER, FaultReason.TOO_FAR),
    *(FaultReason.TWICE, FaultReason.OUT),
}
WHY_NOT = {
    FaultReason.NO_DAY: _("“%(text)s” is no day."),
    FaultReason.NO_YEAR: _(
        "“%(text)s” is no single year. Please bring in a row or a column for each year."
    ),
    FaultReason.NO_NAME: _("No name stands here for “%(text)s”."),
    FaultReason.NO_RESULT: _("“%(text)s” is no result."),
}


@dataclass(frozen=True, slots=True)
class RowFault:
    """Why there is no result; with the text and the head of the cell to blame.

    If it is another ``row``, the text is the name in it.
    """

    reason: FaultReason
    text: str = ""
    head: str = ""
    row: int = 0

    def __str__(self) -> str:
        """Say why there is no result, quoting the cell to blame."""
        label = self.reason.label
        text = WHY_NOT.get(self.reason, label) if self.text else label
        return str(text) % {"text": self.text, "head": self.head, "row": self.row}


@dataclass(frozen=True, slots=True)
class WrongSum:
    """A row of sums that is not the sum of its column."""

    row: int
    head: str
    stated: int
    added_up: int

    def __str__(self) -> str:
        return gettext(
            "Row %(row)s: “%(head)s” says %(table)s, the rows above make %(sum)s."
        ) % {
            "row": self.row,
            "head": self.head,
            "table": number(self.stated),
            "sum": number(self.added_up),
        }


@dataclass(frozen=True, slots=True, kw_only=True)
class Seated:
    """A person on a ``seat``, which names the table too, of a series.

    The same person with the same ``numbers`` is only written twice.
    """

    row: int
    name: str
    person: object
    series: object
    numbers: object
    seat: tuple[object, ...] = ()


def seat_faults(seated: Mapping[int, Seated]) -> dict[int, RowFault]:
    """Return what is wrong where two sit on one seat, or one person sits on two."""
    faults: dict[int, RowFault] = {}
    first: dict[object, int] = {}
    for at, each in seated.items():
        keys: dict[FaultReason, object] = {FaultReason.TWICE: each.person}
        if each.seat and all(each.seat):
            keys[FaultReason.SEAT] = each.seat
        for reason, key in keys.items():
            above = first.setdefault((reason, each.series, key), at)
            other = seated[above]
            if above == at or (each.person, each.numbers) == (
                other.person,
                other.numbers,
            ):
                continue
            faults.setdefault(at, RowFault(reason, other.name, row=other.row))
            faults.setdefault(above, RowFault(reason, each.name, row=each.row))
    return faults
