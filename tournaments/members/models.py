"""Who may sit down: clubs, people and the accounts that write."""

import uuid

from django.contrib.auth.models import AbstractUser
from django.core.validators import RegexValidator
from django.db import models
from django.db.models import Q
from django.urls import reverse
from django.utils.translation import gettext_lazy as _
from simple_history.models import HistoricalRecords

from tournaments.choices import Gender, Role
from tournaments.members.names import fold, search_key

MOST_SOUGHT = 100


class User(AbstractUser):
    """An account. Secretaries write, readers read; a player needs none."""

    role = models.CharField(_("role"), max_length=10, choices=Role, default=Role.READER)

    @property
    def is_secretary(self):
        return self.is_active and self.role == Role.SECRETARY


class Club(models.Model):
    """A Skat club: the one at home here, and those guests come from."""

    name = models.CharField(_("name"), max_length=120, unique=True)
    number = models.CharField(
        _("club number"),
        max_length=7,
        blank=True,
        validators=[RegexValidator(r"^\d{7}$", _("A club number has seven digits."))],
    )
    is_home = models.BooleanField(_("our club"), default=False)
    history = HistoricalRecords()

    class Meta:
        verbose_name = _("club")
        verbose_name_plural = _("clubs")
        ordering = ["name"]
        constraints = [
            models.UniqueConstraint(
                fields=["is_home"],
                condition=Q(is_home=True),
                name="one_club_is_at_home",
                violation_error_message=_("There is a club at home already."),
            )
        ]

    def __str__(self):
        return self.name


class PlayerQuerySet(models.QuerySet):
    def active(self):
        return self.filter(is_active=True)

    def inactive(self):
        return self.filter(is_active=False)

    def members(self):
        return self.filter(is_guest=False)

    def guests(self):
        return self.filter(is_guest=True)

    def editable_by(self, user):
        return self if getattr(user, "is_secretary", False) else self.none()

    def matching(self, text):
        """Return people in whose name each word of ``text`` begins a word.

        Nobody types more than a few words; a database counts the conditions.
        """
        found = self
        for word in fold(text[:MOST_SOUGHT]).split():
            found = found.filter(search_key__contains=f" {word}")
        return found


class Player(models.Model):
    """A person who plays: a member of the club, or a guest.

    ``public_id`` is the same wherever the person is known; event files carry it.
    """

    public_id = models.UUIDField(default=uuid.uuid4, unique=True, editable=False)
    first_name = models.CharField(_("first name"), max_length=200, blank=True)
    last_name = models.CharField(_("last name"), max_length=200)
    name_key = models.CharField(max_length=450, editable=False, db_index=True)
    search_key = models.CharField(max_length=900, editable=False)
    club = models.ForeignKey(
        Club,
        verbose_name=_("club"),
        on_delete=models.PROTECT,
        related_name="players",
        null=True,
        blank=True,
    )
    is_guest = models.BooleanField(_("guest"), default=False)
    is_active = models.BooleanField(_("active"), default=True)
    member_number = models.CharField(_("member number"), max_length=20, blank=True)
    gender = models.CharField(_("gender"), max_length=8, choices=Gender, blank=True)
    birth_date = models.DateField(_("date of birth"), null=True, blank=True)
    created_at = models.DateTimeField(auto_now_add=True)
    history = HistoricalRecords()

    objects = PlayerQuerySet.as_manager()

    class Meta:
        verbose_name = _("player")
        verbose_name_plural = _("players")
        ordering = ["name_key", "pk"]
        constraints = [
            models.CheckConstraint(
                condition=~Q(last_name=""), name="a_player_has_a_name"
            )
        ]

    def __str__(self):
        return self.name

    def get_absolute_url(self):
        return reverse("members:detail", args=[self.pk])

    @property
    def name(self):
        return f"{self.first_name} {self.last_name}".strip()

    @property
    def sorted_name(self):
        if not self.first_name:
            return self.last_name
        return f"{self.last_name}, {self.first_name}"

    def clean(self):
        self.fold_name()

    def fold_name(self):
        """Write the folded spellings; services call this before every save."""
        self.name_key = fold(f"{self.last_name} {self.first_name}")[:450]
        # The leading space lets a search for the beginning of a word find the first.
        self.search_key = f" {search_key(self.name)}"[:900]
