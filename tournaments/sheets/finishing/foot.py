"""Writing the foot of the paper: the totals that prove a list or replace its games."""

from collections.abc import Mapping
from dataclasses import dataclass

from django.core.exceptions import ValidationError
from django.db import transaction
from django.utils.translation import gettext as _

from tournaments.people.models import User
from tournaments.sheets.ledger import Ledger
from tournaments.sheets.models import ScoreSheet, Seat
from tournaments.sheets.refusals import FootIsTaken
from tournaments.sheets.writing import (
    Edit,
    SheetUpdate,
    ledger_for_writing,
    locked_ledger,
    settle_sheet,
    write_step,
)
from tournaments.words.choices import Action

SEAT_FIELDS = ("paper_points", "paper_won", "paper_lost", "paper_total")
SHEET_FIELDS = ("paper_games", "paper_passed_in")


@dataclass(frozen=True, slots=True, kw_only=True)
class FootNumbers:
    """The foot of the paper for one place; None for a number that was not typed."""

    points: int | None = None
    won: int | None = None
    lost: int | None = None
    total: int | None = None


@transaction.atomic
def write_foot(
    *,
    sheet: ScoreSheet,
    by: User,
    seats: Mapping[int, FootNumbers],
    passed_in: int | None = None,
    games: int | None = None,
    reason: str = "",
    before: str | None = None,
) -> SheetUpdate:
    """Write the totals of the paper; ``reason`` says why they may differ.

    ``before`` is the foot as the writer saw it (``whole_foot_text``). Raises
    ``FootIsTaken`` if it has changed since, ``ValidationError`` for numbers that no
    list can have, ``SheetIsFinished``.
    """
    ledger = locked_ledger(sheet)
    present = whole_foot_text(ledger)
    if before is not None and before != present:
        raise FootIsTaken(text=present)
    changes: list[Edit] = []
    for seat in ledger.seats:
        numbers = seats.get(seat.place, FootNumbers())
        after = numbers_text(numbers.points, numbers.won, numbers.lost, numbers.total)
        if after != seat_foot_text(seat):
            changes.append((Action.FOOT, seat.place, seat_foot_text(seat), after))
            save_seat_foot(seat, after)
    after = numbers_text(games, passed_in)
    if after != sheet_foot_text(ledger.sheet):
        changes.append((Action.FOOT, None, sheet_foot_text(ledger.sheet), after))
        save_sheet_foot(ledger.sheet, after)
    if reason != ledger.sheet.mismatch_reason:
        changes.append((Action.REASON, None, ledger.sheet.mismatch_reason, reason))
        save_reason(ledger.sheet, reason)
    return write_step(ledger, by, changes)


@transaction.atomic
def set_totals_only(*, sheet: ScoreSheet, by: User, totals_only: bool) -> SheetUpdate:
    """Switch between typing games and typing only the totals of a list.

    Games that were typed already are kept. They do not count as long as only the totals
    do, and count again after switching back.
    """
    ledger = ledger_for_writing(sheet)
    if ledger.sheet.totals_only == totals_only:
        return settle_sheet(ledger, by)
    if totals_only and ledger.substitutions:
        raise ValidationError(
            _("A list with a substitute needs its games."), code="substitute"
        )
    before, after = ("games", "totals") if totals_only else ("totals", "games")
    save_mode(ledger.sheet, after)
    return write_step(ledger, by, [(Action.MODE, None, before, after)])


def numbers_text(*numbers: int | None) -> str:
    """Return numbers as the history remembers them; "" if none was typed.

    >>> numbers_text(318, 12, None), numbers_text(None, None)
    ('318/12/', '')
    """
    if all(number is None for number in numbers):
        return ""
    return "/".join("" if number is None else str(number) for number in numbers)


def numbers_in_text(text: str, count: int) -> list[int | None]:
    """Return the numbers in a text of ``numbers_text``.

    >>> numbers_in_text("318/12/", 3), numbers_in_text("", 2)
    ([318, 12, None], [None, None])
    """
    parts = text.split("/") if text else [""] * count
    return [int(part) if part else None for part in parts]


def whole_foot_text(ledger: Ledger) -> str:
    """Return the whole foot in one line, to tell whether it was changed."""
    parts = [f"{seat.place}: {seat_foot_text(seat)}" for seat in ledger.seats]
    parts += [sheet_foot_text(ledger.sheet), ledger.sheet.mismatch_reason]
    return " · ".join(parts)


def seat_foot_text(seat: Seat) -> str:
    """Return the foot of a place as the history remembers it."""
    return numbers_text(*seat.paper_numbers)


def sheet_foot_text(sheet: ScoreSheet) -> str:
    """Return games and passed-in games of the foot as the history remembers them."""
    return numbers_text(sheet.paper_games, sheet.paper_passed_in)


def save_seat_foot(seat: Seat, text: str) -> None:
    """Write the foot of a place."""
    for name, number in zip(SEAT_FIELDS, numbers_in_text(text, 4), strict=True):
        setattr(seat, name, number)
    seat.clean_fields(exclude=["sheet", "series", "player"])
    seat.save(update_fields=list(SEAT_FIELDS))


def save_sheet_foot(sheet: ScoreSheet, text: str) -> None:
    """Write the numbers of games and of passed-in games of the foot."""
    for name, number in zip(SHEET_FIELDS, numbers_in_text(text, 2), strict=True):
        setattr(sheet, name, number)
    sheet.clean_fields(exclude=["series", "code"])
    sheet.save(update_fields=list(SHEET_FIELDS))


def save_reason(sheet: ScoreSheet, reason: str) -> None:
    """Write why the paper may differ."""
    sheet.mismatch_reason = reason
    sheet.clean_fields(exclude=["series", "code"])
    sheet.save(update_fields=["mismatch_reason"])


def save_mode(sheet: ScoreSheet, mode: str) -> None:
    """Write whether games or only totals are typed."""
    sheet.totals_only = mode == "totals"
    sheet.save(update_fields=["totals_only"])
