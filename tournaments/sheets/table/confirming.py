"""What those at a table say of their list before it is finished."""

from django.core.exceptions import ValidationError
from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from tournaments.people.models import Player
from tournaments.sheets.models import Confirmation, ScoreSheet, TableDevice
from tournaments.sheets.selectors import ledger_of
from tournaments.sheets.table.receiving import OutOfSequence
from tournaments.sheets.table.selectors import end_of, next_sequence_of
from tournaments.sheets.table.services import KeyHasEnded, note_seen
from tournaments.sheets.writing import locked_sheet
from tournaments.words.choices import ConfirmedOn


@transaction.atomic
def confirm_list(
    *,
    device: TableDevice,
    place: int,
    sequence: int,
    is_right: bool,
    remark: str = "",
) -> Confirmation:
    """Write down what the player on a place says of the list they were shown.

    ``sequence`` is the next number of the list as they saw it. Raises
    ``OutOfSequence`` where it has gone on since, ``KeyHasEnded``, and
    ``ValidationError`` while games are missing or for a place where nobody sits.
    """
    sheet = locked_sheet(device.key.sheet)
    device.key.sheet = sheet
    require_seen(device, sequence)
    said = Confirmation(
        sheet=sheet,
        player=player_on(sheet, place),
        place=place,
        # Counted like a step, so that whoever has the list open gets to know of it.
        revision=sheet.revision + 1,
        at=timezone.now(),
        on=ConfirmedOn.TABLE,
        is_right=is_right,
        remark=remark,
    )
    said.full_clean()
    said.save(force_insert=True)
    sheet.revision = said.revision
    sheet.save(update_fields=["revision"])
    note_seen(device=device)
    return said


def require_seen(device: TableDevice, sequence: int) -> None:
    """Refuse who has no say any more, and who saw another state of the list."""
    if end := end_of(device.key):
        raise KeyHasEnded(end)
    expected = next_sequence_of(device.key.sheet)
    if sequence != expected:
        raise OutOfSequence(expected)


def player_on(sheet: ScoreSheet, place: int) -> Player:
    """Return who sat on a place at the end of a list on which no game is missing."""
    ledger = ledger_of(sheet)
    if not ledger.is_complete:
        raise ValidationError(_("Games are still missing."), code="incomplete")
    seat = ledger.seat(place)
    if seat is None:
        words = _("There is no place %(place)s at this table.") % {"place": place}
        raise ValidationError(words, code="place")
    later = [each.player for each in ledger.substitutions if each.place == place]
    return later[-1] if later else seat.player
