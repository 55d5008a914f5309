"""The clubs of a federation, and the ratings of people across them."""

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _
from simple_history.models import HistoricalRecords

from tournaments.organisations.models import Organisation
from tournaments.scope.models import Owned, Part
from tournaments.words.choices import Bond


class Affiliation(Owned):
    """One side's claim: an organisation says that ``other`` is its club or federation.

    Each side keeps its claim in its own books, and the bond holds only while both
    exist. ``name`` is the name of the other at that time, for the history.
    """

    other = models.ForeignKey(
        Organisation, on_delete=models.CASCADE, related_name="affiliations_said_of"
    )
    bond = models.CharField(max_length=10, choices=Bond)
    name = models.CharField(max_length=120, blank=True, editable=False)
    said_at = models.DateTimeField(auto_now_add=True)
    said_by = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        on_delete=models.SET_NULL,
        related_name="+",
        null=True,
        blank=True,
    )
    history = HistoricalRecords()

    class Meta:
        verbose_name = _("affiliation")
        verbose_name_plural = _("affiliations")
        constraints = [
            models.UniqueConstraint(
                fields=["organisation", "other", "bond"],
                name="an_affiliation_is_said_once",
                violation_error_message=_("This was said already."),
            ),
            models.CheckConstraint(
                condition=Q(bond__in=Bond.values), name="bond_is_known"
            ),
            models.CheckConstraint(
                condition=~Q(organisation=models.F("other")),
                name="nobody_belongs_to_themselves",
                violation_error_message=_("This is the address of this page itself."),
            ),
        ]

    def __str__(self):
        return self.name or f"{self.organisation_id} {self.bond} {self.other_id}"


class RatingRun(Owned):
    """The last calculation of a federation's ratings.

    ``revision`` changes with everything the ratings depend on.
    """

    revision = models.CharField(max_length=32, blank=True)
    asked_at = models.DateTimeField()
    finished_at = models.DateTimeField(null=True, blank=True)
    lists = models.PositiveIntegerField(default=0)

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["organisation"], name="one_rating_run_per_organisation"
            )
        ]

    def __str__(self):
        return f"{self.organisation_id}: {self.revision}"


class RatedPerson(Owned):
    """A person of a federation: one row, however many clubs know them.

    No name is stored here: pages read it from the clubs' books, if it is still public.
    ``value`` and ``change`` are hundredths as in ``scoring.ranking.rating``; ``day`` is
    the last day of play, and ``change`` what that day brought.
    """

    public_id = models.UUIDField()
    value = models.IntegerField()
    change = models.IntegerField()
    lists = models.PositiveIntegerField()
    day = models.DateField()

    class Meta:
        verbose_name = _("rated person")
        ordering = ["-value", "public_id"]
        constraints = [
            models.UniqueConstraint(
                fields=["organisation", "public_id"], name="a_person_is_rated_once"
            )
        ]

    def __str__(self):
        return str(self.public_id)


class RatedEntry(Part):
    """One of the entries of a rated person: ``key`` is the key of a club's player.

    It is no foreign key: nothing ties the books of one organisation to another's.
    """

    part_of = "person"

    person = models.ForeignKey(
        RatedPerson, on_delete=models.CASCADE, related_name="entries"
    )
    key = models.PositiveBigIntegerField(db_index=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["person", "key"], name="an_entry_is_rated_once"
            )
        ]

    def __str__(self):
        return f"{self.person_id}: {self.key}"
