import uuid

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from tournaments.programme.models import Event, Series
from tournaments.scope.models import OncePerOrganisation, Owned, Part
from tournaments.words.notices import NoticeFault, NoticeKind, NoticeState

LONGEST_ADDRESS = 300
MAIL = "mailto:"
"""The address of the subscription that stands for all people who get mail."""


class Subscription(Owned):
    """The address of another program that is notified of what happens here.

    ``kinds`` are values of ``NoticeKind``, separated by spaces. ``secret`` signs what
    is sent, so it is stored in plain text and shown once. Until ``busy_until`` a sender
    works on it, or has died; a sender is scheduled for ``next_look_at``.

    One subscription, created automatically, stands for the people who asked for mail
    (``MAIL``).
    """

    address = models.URLField(_("address"), max_length=LONGEST_ADDRESS)
    kinds = models.CharField(max_length=100)
    secret = models.CharField(max_length=64, editable=False)
    is_active = models.BooleanField(default=True, editable=False)
    created_at = models.DateTimeField(auto_now_add=True)
    busy_until = models.DateTimeField(null=True, editable=False)
    next_look_at = models.DateTimeField(null=True, editable=False)

    class Meta:
        ordering = ["pk"]
        constraints = [
            OncePerOrganisation(
                fields=["organisation", "address"],
                name="one_subscription_per_address",
                violation_error_message=_("This address is told already."),
            )
        ]

    def __str__(self):
        return self.address

    def wants(self, kind):
        """Tell whether this program wants notices of a kind; a test it always gets."""
        return kind == NoticeKind.TEST or kind in self.kinds.split()

    @property
    def kind_labels(self):
        return [NoticeKind(kind).label for kind in self.kinds.split()]


class Notice(Part):
    """A message to another program: written with the change, sent afterwards.

    Notices of the same ``queue`` arrive in the order of the changes. ``about`` is the
    code of a list or the key of a season. ``recipient`` is a person who gets the notice
    by mail, once per event; then no program gets it. ``due_at`` is empty as long as
    nobody may read what it is about. ``body`` is built at the first try and then kept.
    """

    part_of = "subscription"

    subscription = models.ForeignKey(
        Subscription, models.CASCADE, related_name="notices"
    )
    public_id = models.UUIDField(default=uuid.uuid4, editable=False)
    kind = models.CharField(max_length=15, choices=NoticeKind)
    queue = models.CharField(max_length=40)
    event = models.ForeignKey(Event, models.CASCADE, related_name="+", null=True)
    series = models.ForeignKey(Series, models.CASCADE, related_name="+", null=True)
    about = models.CharField(max_length=20, blank=True)
    revision = models.PositiveIntegerField(null=True)
    at = models.DateTimeField()
    state = models.CharField(
        max_length=8, choices=NoticeState, default=NoticeState.WAITING
    )
    due_at = models.DateTimeField(null=True)
    tries = models.PositiveSmallIntegerField(default=0)
    body = models.TextField(blank=True)
    fault = models.CharField(max_length=12, choices=NoticeFault, blank=True)
    status = models.PositiveSmallIntegerField(null=True)
    tried_at = models.DateTimeField(null=True)

    class Meta:
        ordering = ["-pk"]
        indexes = [
            models.Index(
                fields=["subscription", "queue"],
                condition=Q(state="waiting"),
                name="notices_that_wait",
            )
        ]
        constraints = [
            models.UniqueConstraint(fields=["public_id"], name="one_notice_per_id"),
        ]

    def __str__(self):
        return f"{self.kind} {self.about}".strip()

    @property
    def message_id(self):
        """Return the id by which the receiver knows a notice that is sent again."""
        return f"msg_{self.public_id.hex}"
