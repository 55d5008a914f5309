"""Addresses and consents for results by mail."""

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from tournaments.people.models.persons import Player
from tournaments.scope.columns import account_column
from tournaments.scope.models import Part


class MailAddress(Part):
    """A person's address, with their consent to get results there.

    A withdrawn consent leaves its day and no address. With ``refused_at``, the mail
    server does not know the address, so nothing more is sent there. There is no
    history, as nobody needs to know former addresses.
    """

    part_of = "player"

    player = models.OneToOneField(
        Player, on_delete=models.CASCADE, related_name="mail_address"
    )
    address = models.EmailField(_("email address"), blank=True)
    agreed_at = models.DateTimeField()
    recorded_by = account_column(null=False)
    withdrawn_at = models.DateTimeField(null=True, blank=True)
    refused_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["player__name_key", "pk"]
        verbose_name = _("email address")
        verbose_name_plural = _("email addresses")
        constraints = [
            models.CheckConstraint(
                condition=Q(withdrawn_at__isnull=True) ^ Q(address=""),
                name="whoever_withdrew_has_no_address",
            )
        ]

    def __str__(self):
        return self.address
