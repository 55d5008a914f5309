from django.db import models
from django.utils.translation import gettext_lazy as _

from tournaments.people.models import User
from tournaments.scope.models import Owned, Part, once, unique
from tournaments.sheets.models import ScoreSheet


class ApiKey(Owned):
    """The key of another program; only its hash is stored.

    The program acts through a closed account of its own, which holds its rights and is
    named in the history of a list.
    """

    name = models.CharField(_("Name"), max_length=60)
    digest = models.CharField(max_length=64, editable=False)
    account = models.OneToOneField(User, models.PROTECT, related_name="api_key")
    created_at = models.DateTimeField(auto_now_add=True)
    last_used_on = models.DateField(null=True, blank=True, editable=False)
    revoked_at = models.DateTimeField(null=True, blank=True, editable=False)

    class Meta:
        ordering = ["name"]
        constraints = [once("one_key_per_name", "name", said=_("This name is taken."))]

    def __str__(self):
        return self.name


class ApiLine(Part):
    """A line that came in through the interface; its id stands for it forever."""

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
        constraints = [unique("one_line_per_id", "key", "line_id")]

    def __str__(self):
        return f"{self.line_id}: {self.text}"
