"""What people say themselves before an event: that they want to play, or come."""

import uuid

from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from tournaments.scope.models import Logged, Logs, Part, optional_link, unique
from tournaments.words.choices import Answer, LogKind


class Registration(Logged, Part):
    """Somebody who entered themselves; an entry once they are known as a ``player``.

    ``is_waiting`` is stored, not counted: a place that was promised stays. The log
    names nobody, so that whoever takes their registration back is forgotten.
    """

    part_of = "event"
    logs = Logs(
        LogKind.ENTRIES,
        {"event": "event_id"},
        hidden=("first_name", "last_name", "club", "number", "mail"),
    )

    event = models.ForeignKey("tournaments.Event", models.CASCADE, "registrations")
    public_id = models.UUIDField(default=uuid.uuid4, editable=False)
    first_name = models.CharField(_("First name"), max_length=200, blank=True)
    last_name = models.CharField(_("Family name"), max_length=200)
    club = models.CharField(_("Club"), max_length=120, blank=True)
    number = models.CharField(_("Pass number"), max_length=20, blank=True)
    mail = models.EmailField(_("Email address"), blank=True)
    is_waiting = models.BooleanField(
        pgettext_lazy("for a place", "waits"), default=False
    )
    player = optional_link(
        "tournaments.Player",
        models.PROTECT,
        "registrations",
        verbose_name=_("Player"),
    )
    at = models.DateTimeField(default=timezone.now, editable=False)

    class Meta:
        verbose_name = _("Registration")
        verbose_name_plural = _("Registrations")
        ordering = ["pk"]
        constraints = [unique("sent_once", "event", "public_id")]

    def __str__(self):
        return f"{self.first_name} {self.last_name}".strip()

    @property
    def log_label(self):
        """The initials, which say enough for as long as anybody asks."""
        return " ".join(f"{each[0]}." for each in str(self).split())


class Reply(Part):
    """Whether somebody comes to an evening; of several answers the last one counts."""

    part_of = "event"

    event = models.ForeignKey("tournaments.Event", models.CASCADE, "replies")
    player = models.ForeignKey("tournaments.Player", models.PROTECT, "replies")
    answer = models.CharField(max_length=5, choices=Answer)
    at = models.DateTimeField(default=timezone.now, editable=False)

    class Meta:
        verbose_name = _("Reply")
        verbose_name_plural = _("Replies")
        constraints = [unique("one_reply_per_person", "event", "player")]

    def __str__(self):
        return f"{self.player}: {self.get_answer_display()}"
