from django.db import models
from django.utils.translation import gettext_lazy as _

from tournaments.people.models import User
from tournaments.scope.models import OncePerOrganisation, Owned, Part
from tournaments.sheets.models import ScoreSheet


class ApiKey(Owned):
    """What another program shows to be let in; only a hash of it is kept.

    It reads and writes by a closed account of its own, so that the history of a list
    names it, and what it may do is what that account may do.
    """

    name = models.CharField(_("name"), max_length=60)
    digest = models.CharField(max_length=64, editable=False)
    account = models.OneToOneField(User, models.PROTECT, related_name="api_key")
    created_at = models.DateTimeField(auto_now_add=True)
    last_used_on = models.DateField(null=True, blank=True, editable=False)
    revoked_at = models.DateTimeField(null=True, blank=True, editable=False)

    class Meta:
        ordering = ["name"]
        constraints = [
            OncePerOrganisation(
                fields=["organisation", "name"],
                name="one_key_per_name",
                violation_error_message=_("There is a key of this name already."),
            )
        ]

    def __str__(self):
        return self.name


class ApiLine(Part):
    """A line that came in by the interface: its id means this line for ever."""

    part_of = "key"

    key = models.ForeignKey(ApiKey, models.CASCADE, related_name="lines")
    line_id = models.CharField(max_length=64)
    sheet = models.ForeignKey(ScoreSheet, models.CASCADE, related_name="+")
    number = models.PositiveSmallIntegerField()
    text = models.CharField(max_length=300)
    score = models.IntegerField()
    at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["pk"]
        constraints = [
            models.UniqueConstraint(fields=["key", "line_id"], name="one_line_per_id")
        ]

    def __str__(self):
        return f"{self.line_id}: {self.text}"
