"""The key of a table, its phones and the pen."""

import datetime
import secrets
from dataclasses import dataclass

from django.core.exceptions import ValidationError
from django.db import transaction
from django.db.models import Exists, OuterRef, QuerySet
from django.utils import timezone

from tournaments.people.models import User
from tournaments.sheets.models import ScoreSheet, TableDevice, TableKey
from tournaments.sheets.table.selectors import end_of, next_sequence_of, token_hash
from tournaments.sheets.writing import (
    KEY_CODE_LENGTH,
    PEN_FIELDS,
    fresh_codes,
    locked_sheet,
    pass_pen,
)
from tournaments.words.choices import KeyEnd

STALE = datetime.timedelta(seconds=10)  # the precision of "last seen"


class KeyHasEnded(ValidationError):
    """Nothing can be written with this key any more; ``end`` says why."""

    def __init__(self, end: KeyEnd):
        super().__init__(str(end.label), code=end)
        self.end = end


@dataclass(frozen=True, slots=True)
class PenGrant:
    """The epoch of a phone that took the pen, and the number of the next line."""

    epoch: int
    next_sequence: int


@transaction.atomic
def give_key(*, sheet: ScoreSheet, by: User | None) -> TableKey:
    """Return the valid key of a list, or create one.

    Raises ``KeyHasEnded`` for a list that can no longer be written on.
    """
    locked = locked_sheet(sheet)
    present = TableKey.objects.valid().filter(sheet=locked).first()
    key = present or TableKey(sheet=locked, by=by, made_at=timezone.now())
    key.sheet = locked
    if end := end_of(key):
        raise KeyHasEnded(end)
    if present is None:
        [key.code] = fresh_codes(TableKey, 1, letters=KEY_CODE_LENGTH)
        key.save(force_insert=True)
    return key


@transaction.atomic
def give_keys(*, sheets: QuerySet[ScoreSheet], by: User | None) -> int:
    """Create a key for each list that has none; return how many were created."""
    valid = TableKey.objects.valid().filter(sheet=OuterRef("pk"))
    without = list(sheets.exclude(Exists(valid)).select_for_update(of=("self",)))
    now = timezone.now()
    codes = fresh_codes(TableKey, len(without), letters=KEY_CODE_LENGTH)
    TableKey.objects.bulk_create(
        TableKey(sheet=sheet, code=code, by=by, made_at=now)
        for sheet, code in zip(without, codes, strict=True)
    )
    return len(without)


@transaction.atomic
def revoke_key(*, sheet: ScoreSheet) -> None:
    """Revoke the key of a list; the pen returns to the desk."""
    locked = locked_sheet(sheet)
    keys = TableKey.objects.valid().filter(sheet=locked)
    keys.update(revoked_at=timezone.now())
    hand_over_pen(locked, to_table=False)


@transaction.atomic
def renew_key(*, sheet: ScoreSheet, by: User | None) -> TableKey:
    """Give a list a new key; phones that were paired with the old one are shut out."""
    revoke_key(sheet=sheet)
    return give_key(sheet=sheet, by=by)


@transaction.atomic
def pair_phone(*, key: TableKey) -> str:
    """Pair a phone with ``key``; return its token, which is not stored."""
    token = secrets.token_urlsafe(32)
    now = timezone.now()
    TableDevice.objects.create(
        key=key, token_hash=token_hash(token), paired_at=now, seen_at=now
    )
    return token


def note_seen(*, device: TableDevice) -> None:
    """Store when a phone was last seen, to about ten seconds."""
    now = timezone.now()
    if now - device.seen_at > STALE:
        with transaction.atomic():
            TableDevice.objects.filter(pk=device.pk).update(seen_at=now)


@transaction.atomic
def take_pen(
    *, device: TableDevice, pen_id: str | None = None, is_second: bool = False
) -> PenGrant:
    """Let ``device`` write from now on, and nobody else. Raises ``KeyHasEnded``.

    ``is_second`` is for the second list of the table, which has its own pen. If the
    last request comes again, known by its ``pen_id``, it gets the same answer but does
    not take the pen: another phone may have taken it meanwhile.
    """
    sheet = locked_sheet(device.key.sheet)
    # Read again under the lock: it may have changed since.
    device = TableDevice.objects.select_related("key").get(pk=device.pk)
    device.key.sheet = sheet
    if end := end_of(device.key):
        raise KeyHasEnded(end)
    give = give_second_pen if is_second else give_pen
    epoch = give(device, sheet, pen_id)
    return PenGrant(epoch, next_sequence_of(sheet, is_second=is_second))


def give_pen(device: TableDevice, sheet: ScoreSheet, pen_id: str | None) -> int:
    """Give a phone the pen of a locked list and return its epoch."""
    if pen_id is None or pen_id != device.pen_id or device.epoch is None:
        hand_over_pen(sheet, to_table=True)
        device.epoch, device.pen_id = sheet.pen_epoch, pen_id or ""
        device.seen_at = timezone.now()
        device.save(update_fields=["epoch", "pen_id", "seen_at"])
    return device.epoch


def give_second_pen(device: TableDevice, sheet: ScoreSheet, pen_id: str | None) -> int:
    """Give a phone the pen of the second list and return its epoch."""
    is_repeated = pen_id is not None and pen_id == device.second_pen_id
    if device.second_epoch is None or not is_repeated:
        sheet.store(second_epoch=sheet.second_epoch + 1)
        device.second_epoch, device.second_pen_id = sheet.second_epoch, pen_id or ""
        device.seen_at = timezone.now()
        device.save(update_fields=["second_epoch", "second_pen_id", "seen_at"])
    return device.second_epoch


@transaction.atomic
def take_pen_back(*, sheet: ScoreSheet) -> None:
    """Let the desk write from now on, until a phone takes the pen again."""
    hand_over_pen(locked_sheet(sheet), to_table=False)


def hand_over_pen(sheet: ScoreSheet, *, to_table: bool) -> None:
    """Pass the pen of a locked list and save it."""
    pass_pen(sheet, to_table=to_table)
    sheet.save(update_fields=PEN_FIELDS)
