"""What those at a table say of their list before it is finished."""

from django.core.exceptions import ValidationError
from django.db import transaction
from django.utils import timezone
from django.utils.crypto import constant_time_compare
from django.utils.translation import gettext as _

from tournaments.people.models import Player
from tournaments.sheets.codes import card_code
from tournaments.sheets.models import Confirmation, ScoreSheet, TableDevice
from tournaments.sheets.selectors import ledger_of
from tournaments.sheets.table.receiving import OutOfSequence
from tournaments.sheets.table.selectors import end_of, next_sequence_of
from tournaments.sheets.table.services import KeyHasEnded, note_seen
from tournaments.sheets.writing import locked_sheet
from tournaments.words.choices import ConfirmedOn


class WrongCard(ValidationError):
    """The code that was typed stands on no card, or on somebody else's."""


@transaction.atomic
def confirm_list(
    *,
    device: TableDevice,
    place: int,
    sequence: int,
    is_right: bool,
    remark: str = "",
    card: str = "",
) -> Confirmation:
    """Write down what the player on a place says of the list they were shown.

    ``sequence`` is the next number of the list as they saw it, ``card`` the code of
    their start card where they typed one. Raises ``OutOfSequence`` where the list has
    gone on since, ``KeyHasEnded``, ``WrongCard``, and ``ValidationError`` while games
    are missing or for a place where nobody sits.
    """
    sheet = locked_sheet(device.key.sheet)
    device.key.sheet = sheet
    require_current_list(device, sequence)
    player = player_on(sheet, place)
    if card:
        require_card(card, sheet, player)
    said = Confirmation(
        sheet=sheet,
        player=player,
        place=place,
        # Counted like a step, so that whoever has the list open gets to know of it.
        revision=sheet.revision + 1,
        at=timezone.now(),
        on=ConfirmedOn.CARD if card else confirmation_place(device),
        is_right=is_right,
        remark=remark,
    )
    said.full_clean()
    said.save(force_insert=True)
    sheet.revision = said.revision
    sheet.save(update_fields=["revision"])
    note_seen(device=device)
    return said


def confirmation_place(device: TableDevice) -> ConfirmedOn:
    """Return on which phone it is said: one that wrote this list, or another.

    Whoever has the code of the table can open its page, so neither says who pressed.
    """
    has_written = device.epoch is not None
    return ConfirmedOn.TABLE if has_written else ConfirmedOn.PHONE


def require_card(card: str, sheet: ScoreSheet, player: Player) -> None:
    """Refuse a code that does not stand on the start card of ``player``."""
    expected = card_code(event=sheet.series.event_id, player=player.pk)
    if not constant_time_compare(card.strip().upper(), expected):
        raise WrongCard(_("This code is not on the start card of that player."), "card")


def require_current_list(device: TableDevice, sequence: int) -> None:
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
