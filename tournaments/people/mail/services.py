"""Writing who gets results by mail: a consent, its end, an address nobody has."""

from django.db import transaction
from django.utils import timezone

from tournaments.people.models import MailAddress, Player, User


@transaction.atomic
def record_consent(*, player: Player, address: str, by: User) -> MailAddress:
    """Write down that somebody asked for results, and where they get them.

    Whoever asked before keeps the day of the consent; another address is a new one.
    Raises ``ValidationError`` for what is no address.
    """
    Player.objects.select_for_update().get(pk=player.pk)
    row = MailAddress.objects.filter(player=player).first()
    if row is None or row.address != address:
        row = row or MailAddress(player=player)
        row.address, row.agreed_at, row.recorded_by = address, timezone.now(), by
    row.withdrawn_at = row.refused_at = None
    row.full_clean()
    row.save()
    return row


@transaction.atomic
def withdraw_consent(*, mail: MailAddress) -> None:
    """Send somebody nothing more, and forget the address. A second time does nothing.

    Mail that waits to be sent is not sent either: whoever sends asks for the address.
    """
    rows = MailAddress.objects.filter(pk=mail.pk, withdrawn_at=None)
    rows.update(address="", refused_at=None, withdrawn_at=timezone.now())


def mark_refused(*, mail: MailAddress) -> None:
    """Note that the address is unknown where it leads, unless it is another by now."""
    rows = MailAddress.objects.filter(pk=mail.pk, address=mail.address)
    rows.update(refused_at=timezone.now())


def keep_one_address(*, kept: Player, gone: Player) -> None:
    """Forget the address of a second entry where the first has said something, too."""
    if MailAddress.objects.filter(player=kept).exists():
        MailAddress.objects.filter(player=gone).delete()
