"""Organisations and their host names."""

from typing import ClassVar

from django.core.validators import MaxValueValidator, RegexValidator
from django.db import models
from django.urls import reverse
from django.utils.dates import WEEKDAYS
from django.utils.functional import cached_property
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from tournaments.people.names.mentions import TypedLine
from tournaments.scope.models import Logged, Logs, choice_column, number_column
from tournaments.scope.scope import new_number
from tournaments.words.choices import LogKind, Rhythm
from tournaments.words.decks import Felt

LONGEST_TEXT = 20_000


class Organisation(Logged, models.Model):
    """A club or federation that keeps its books here, with its public data.

    Name and number are those of its home club, which does not exist before the set-up.
    ``short_name`` identifies it in the terminal, ``setup_code`` is a hash of the code
    for its set-up page. The logo was cleaned by ``logos``; ``logo_digest`` is part of
    its address, which may be cached for ever. Letters go out by ``mail_host``, or by
    the server that the settings name. Whoever knows the ``reply_code``, and the
    ``reply_word`` if there is one, may say whether they come. ``edition`` is the number
    of what visitors see now (``scope/scope.py``).
    """

    logs = Logs(LogKind.CLUB, hidden=("logo", "mail_password", "reply_word"))
    # It is named after its club, which comes later.
    log_label = ""

    short_name = models.SlugField(_("short name"), max_length=40, unique=True)
    setup_code = models.CharField(max_length=200, blank=True, editable=False)
    created_at = models.DateTimeField(auto_now_add=True)
    felt = choice_column(_("colour"), Felt.GREEN, max_length=10)
    logo = models.BinaryField(default=b"", blank=True)
    logo_digest = models.CharField(max_length=16, blank=True, editable=False)
    rhythm = choice_column(_("how often"), Rhythm.WEEKLY, max_length=12)
    weekday = models.PositiveSmallIntegerField(
        _("weekday"),
        choices=WEEKDAYS,
        null=True,
        blank=True,
        validators=[MaxValueValidator(6)],
    )
    start_time = models.CharField(
        pgettext_lazy("of a list", "Begin"),
        max_length=5,
        blank=True,
        validators=[
            RegexValidator(
                r"^([01]\d|2[0-3]):[0-5]\d$", _("Please write the time as 19:30.")
            )
        ],
    )
    place = TypedLine(pgettext_lazy("location", "Place"), max_length=120, blank=True)
    address = TypedLine(_("address of the place"), max_length=200, blank=True)
    town = TypedLine(_("Town of the club"), max_length=80, blank=True)
    welcome = TypedLine(_("a word to guests"), max_length=160, blank=True)
    email = models.EmailField(_("email"), blank=True)
    phone = models.CharField(_("telephone"), max_length=40, blank=True)
    imprint = models.TextField(_("Imprint"), max_length=LONGEST_TEXT, blank=True)
    privacy = models.TextField(_("Privacy"), max_length=LONGEST_TEXT, blank=True)
    photo_days = number_column(
        _("days that photos of lists are kept"), 1, 365, default=30
    )
    mail_host = models.CharField(
        _("Mail server"),
        max_length=253,
        blank=True,
        validators=[
            RegexValidator(
                r"^[A-Za-z0-9.-]+(:(6[0-4]|[1-5]?\d)?\d{1,3})?$",
                _("Please write it as smtp.example.org or smtp.example.org:465."),
            )
        ],
    )
    mail_user = models.CharField(_("User name"), max_length=200, blank=True)
    mail_password = models.CharField(max_length=200, blank=True, editable=False)
    mail_sender = models.EmailField(_("Sender of the letters"), blank=True)
    reply_code = models.CharField(max_length=40, blank=True, editable=False)
    reply_word = models.CharField(_("Password to say first"), max_length=40, blank=True)
    edition = models.BigIntegerField(default=new_number, editable=False)

    objects: ClassVar[models.Manager["Organisation"]] = models.Manager()

    class Meta:
        verbose_name = _("Our club")

    def __str__(self):
        return self.name or self.short_name

    @cached_property
    def club(self):
        """The home club, None before the set-up."""
        return self.clubs.filter(is_home=True).first()

    @property
    def name(self):
        return self.club.name if self.club else ""

    @property
    def felt_hex(self):
        return Felt(self.felt).hex

    @property
    def logo_url(self):
        return self.logo_digest and reverse(
            "organisations:logo", args=[self.logo_digest]
        )


class HostName(models.Model):
    """A host name of an organisation, such as "herz7.example".

    The organisation without one is found under every other name of this site.
    """

    organisation = models.ForeignKey(Organisation, models.CASCADE, "hosts")
    name = models.CharField(_("host name"), max_length=253, unique=True)

    class Meta:
        ordering = ["pk"]

    def __str__(self):
        return self.name
