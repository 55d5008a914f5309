"""The players at a table confirm their list before it is finished."""

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
    """The typed code is on no start card, or on that of another player."""


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
    """Store what the player on a place says about the list they were shown.

    ``sequence`` is the next number of the list as they saw it, ``card`` the code of
    their start card if they typed it. Raises ``OutOfSequence`` if the list has gone on
    since, ``KeyHasEnded``, ``WrongCard``, and ``ValidationError`` while games are
    missing or for a place without a player.
    """
    sheet = locked_sheet(device.key.sheet)
    device.key.sheet = sheet
    require_current_list(device, sequence)
    player = player_on(sheet, place)
    if card:
        require_card(card, sheet, player)
    confirmation = Confirmation(
        sheet=sheet,
        player=player,
        place=place,
        # Counted like a step, so that everybody who has the list open is told.
        revision=sheet.revision + 1,
        at=timezone.now(),
        on=ConfirmedOn.CARD if card else confirmation_place(device),
        is_right=is_right,
        remark=remark,
    )
    confirmation.check_and_save(force_insert=True)
    sheet.store(revision=confirmation.revision)
    note_seen(device=device)
    return confirmation


def confirmation_place(device: TableDevice) -> ConfirmedOn:
    """Return on which phone it was confirmed: one that wrote this list, or another.

    Everybody who has the code of the table can open its page, so neither tells who
    pressed the button.
    """
    has_written = device.epoch is not None
    return ConfirmedOn.TABLE if has_written else ConfirmedOn.PHONE


def require_card(card: str, sheet: ScoreSheet, player: Player) -> None:
    """Refuse a code that is not on the start card of ``player``."""
    expected = card_code(event=sheet.series.event_id, player=player.pk)
    if not constant_time_compare(card.strip().upper(), expected):
        raise WrongCard(_("This code is not on the start card of that player."), "card")


def require_current_list(device: TableDevice, sequence: int) -> None:
    """Refuse a phone whose key has ended, or that saw another state of the list."""
    if end := end_of(device.key):
        raise KeyHasEnded(end)
    expected = next_sequence_of(device.key.sheet)
    if sequence != expected:
        raise OutOfSequence(expected)


def player_on(sheet: ScoreSheet, place: int) -> Player:
    """Return the last player on a place of a complete list."""
    ledger = ledger_of(sheet)
    if not ledger.is_complete:
        raise ValidationError(_("Games are still missing."), code="incomplete")
    seat = ledger.seat(place)
    if seat is None:
        words = _("There is no place %(place)s at this table.") % {"place": place}
        raise ValidationError(words, code="place")
    later = [change.player for change in ledger.substitutions if change.place == place]
    return later[-1] if later else seat.player
