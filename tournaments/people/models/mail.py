"""Addresses for results by mail."""

from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from tournaments.people.models.persons import Player
from tournaments.scope.models import Part


class MailAddress(Part):
    """The address of a person who agreed to get results by mail; gone with that."""

    part_of = "player"

    player = models.OneToOneField(
        Player, on_delete=models.CASCADE, related_name="mail_address"
    )
    address = models.EmailField(_("email address"))
    agreed_at = models.DateTimeField(default=timezone.now, editable=False)

    class Meta:
        ordering = ["player__name_key", "pk"]
        verbose_name = _("email address")
        verbose_name_plural = _("email addresses")

    def __str__(self):
        return self.address
