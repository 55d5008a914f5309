"""Recording consents to results by mail, withdrawals, and invalid addresses."""

from django.db import transaction
from django.utils import timezone

from tournaments.people.models import MailAddress, Player, User


@transaction.atomic
def record_consent(*, player: Player, address: str, by: User) -> MailAddress:
    """Record a person's consent to results by mail, with their address.

    The same address keeps the day of its consent; another address is a new consent.
    Raises ``ValidationError`` for an invalid address.
    """
    Player.objects.select_for_update().get(pk=player.pk)
    row = MailAddress.objects.filter(player=player).first()
    if row is None or row.address != address:
        row = row or MailAddress(player=player)
        row.address, row.agreed_at, row.recorded_by = address, timezone.now(), by
    row.withdrawn_at = row.refused_at = None
    return row.check_and_save()


@transaction.atomic
def withdraw_consent(*, mail: MailAddress) -> None:
    """Withdraw a consent and delete the address, if not yet done.

    Waiting mail is not sent either, as sending asks for the address.
    """
    rows = MailAddress.objects.filter(pk=mail.pk, withdrawn_at=None)
    rows.update(address="", refused_at=None, withdrawn_at=timezone.now())


def mark_refused(*, mail: MailAddress) -> None:
    """Record that the server does not know the address, unless it has changed."""
    rows = MailAddress.objects.filter(pk=mail.pk, address=mail.address)
    rows.update(refused_at=timezone.now())


def keep_one_address(*, kept: Player, gone: Player) -> None:
    """Delete the address of a merged entry if the kept one has a consent, too."""
    if MailAddress.objects.filter(player=kept).exists():
        MailAddress.objects.filter(player=gone).delete()
