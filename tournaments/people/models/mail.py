"""Where somebody gets the results by mail, and that they asked for it."""

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from tournaments.people.models.persons import Player
from tournaments.scope.models import Part


class MailAddress(Part):
    """A person's address, with the consent to get results there.

    A consent that was withdrawn leaves the day and no address. ``refused_at``: the
    mail server of the address does not know it, so nothing more is sent there. No
    history is kept of it: nobody needs to know where somebody got mail once.
    """

    part_of = "player"

    player = models.OneToOneField(
        Player, on_delete=models.CASCADE, related_name="mail_address"
    )
    address = models.EmailField(_("email address"), blank=True)
    agreed_at = models.DateTimeField()
    recorded_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+"
    )
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
