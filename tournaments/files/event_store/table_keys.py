"""Keeping phones connected to their lists while a file replaces the event.

Files hold no keys, phones or photos, and replacing an event must neither lock out the
phones on its tables nor lose the photos of its paper.
"""

from dataclasses import dataclass, replace

from tournaments.events.models import Event
from tournaments.sheets.models import (
    ListPhoto,
    ReceivedLine,
    ScoreSheet,
    TableDevice,
    TableKey,
)


@dataclass(frozen=True, slots=True, kw_only=True)
class TableAccess:
    """Keys, phones, receipts and photos of an event's lists, and the pens' epochs."""

    keys: tuple[TableKey, ...] = ()
    devices: tuple[TableDevice, ...] = ()
    receipts: tuple[ReceivedLine, ...] = ()
    photos: tuple[ListPhoto, ...] = ()
    epochs: tuple[tuple[int, int, int], ...] = ()

    def of(self, sheets: set[int]) -> "TableAccess":
        """Return the part that belongs to some lists."""
        keys = tuple(key for key in self.keys if key.sheet_id in sheets)
        numbers = {key.pk for key in keys}
        return replace(
            self,
            keys=keys,
            devices=tuple(row for row in self.devices if row.key_id in numbers),
            receipts=tuple(row for row in self.receipts if row.sheet_id in sheets),
            photos=tuple(row for row in self.photos if row.sheet_id in sheets),
        )


def table_access_of(event: Event | None) -> TableAccess:
    """Return what lets the tables of an event write. Five queries."""
    if event is None:
        return TableAccess()
    sheets = ScoreSheet.objects.filter(series__event=event)
    return TableAccess(
        keys=tuple(TableKey.objects.filter(sheet__in=sheets)),
        devices=tuple(TableDevice.objects.filter(key__sheet__in=sheets)),
        receipts=tuple(ReceivedLine.objects.filter(sheet__in=sheets)),
        photos=tuple(ListPhoto.objects.filter(sheet__in=sheets)),
        epochs=tuple(
            sheets.exclude(pen_epoch=0, second_epoch=0).values_list(
                "pk", "pen_epoch", "second_epoch"
            )
        ),
    )


def restore_table_access(access: TableAccess) -> None:
    """Readmit the phones of lists that still exist; the desk has the pen.

    The list has been replaced, so phones that wrote belong to an older epoch: they
    keep their unsent lines, and their users decide.
    """
    numbers = {key.sheet_id for key in access.keys} | {pk for pk, *_ in access.epochs}
    numbers |= {photo.sheet_id for photo in access.photos}
    existing = set(
        ScoreSheet.objects.filter(pk__in=numbers).values_list("pk", flat=True)
    )
    for pk, epoch, second_epoch in access.epochs:
        ScoreSheet.objects.filter(pk=pk).update(
            pen_epoch=epoch + 1, second_epoch=second_epoch + 1
        )
    remaining = access.of(existing)
    TableKey.objects.bulk_create(remaining.keys)
    TableDevice.objects.bulk_create(remaining.devices)
    ReceivedLine.objects.bulk_create(remaining.receipts)
    ListPhoto.objects.bulk_create(remaining.photos)
