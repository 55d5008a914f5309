"""Writing the foot of the paper: the totals that prove a list or replace its games."""

from collections.abc import Mapping
from dataclasses import dataclass

from django.core.exceptions import ValidationError
from django.db import transaction
from django.utils.translation import gettext as _

from tournaments.people.models import User
from tournaments.sheets.ledger import Ledger
from tournaments.sheets.models import ScoreSheet, Seat
from tournaments.sheets.writing import (
    Edit,
    FootIsTaken,
    SheetUpdate,
    ledger_for_writing,
    locked_ledger,
    settle_sheet,
    write_step,
)
from tournaments.words.choices import Action

SEAT_FIELDS = ("paper_points", "paper_won", "paper_lost", "paper_total")
SHEET_FIELDS = ("paper_games", "paper_passed_in")
FootRow = Seat | ScoreSheet  # the two rows that have numbers of the foot


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
        changes += change_foot(seat, seat.place, after)
    changes += change_foot(ledger.sheet, None, numbers_text(games, passed_in))
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
    parts = [f"{seat.place}: {foot_text(seat)}" for seat in ledger.seats]
    parts += [foot_text(ledger.sheet), ledger.sheet.mismatch_reason]
    return " · ".join(parts)


def foot_fields(row: FootRow) -> tuple[str, ...]:
    """Return the columns of a row that stand at the foot of the paper."""
    return SEAT_FIELDS if isinstance(row, Seat) else SHEET_FIELDS


def foot_text(row: FootRow) -> str:
    """Return the foot of a place, or of the list, as the history remembers it."""
    return numbers_text(*(getattr(row, name) for name in foot_fields(row)))


def set_foot(row: FootRow, text: str) -> None:
    """Write the foot of a place, or of the list, without saving it."""
    names = foot_fields(row)
    for name, number in zip(names, numbers_in_text(text, len(names)), strict=True):
        setattr(row, name, number)


def save_foot(row: FootRow, text: str) -> None:
    """Write the foot of a place, or of the list."""
    names = foot_fields(row)
    set_foot(row, text)
    row.clean_fields(exclude={field.name for field in row._meta.fields} - {*names})
    row.save(update_fields=names)


def change_foot(row: FootRow, place: int | None, text: str) -> list[Edit]:
    """Write the foot of a place, or of the list; return the edit, if it differs."""
    before = foot_text(row)
    if text == before:
        return []
    save_foot(row, text)
    return [(Action.FOOT, place, before, text)]


def save_reason(sheet: ScoreSheet, reason: str) -> None:
    """Write why the paper may differ."""
    sheet.mismatch_reason = reason
    sheet.clean_fields(exclude=["series", "code"])
    sheet.save(update_fields=["mismatch_reason"])


def save_mode(sheet: ScoreSheet, mode: str) -> None:
    """Write whether games or only totals are typed."""
    sheet.store(totals_only=mode == "totals")
