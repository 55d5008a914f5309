"""The home club, and the clubs of guests."""

from django.core.validators import RegexValidator
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from tournaments.people.names.numbers import club_number
from tournaments.people.names.typed import TypedLine
from tournaments.scope.log import Logged, Logs
from tournaments.scope.models import OncePerOrganisation, Owned
from tournaments.words.choices import LogKind


class Club(Logged, Owned):
    """A Skat club: the home club or one that guests come from."""

    logs = Logs(LogKind.PEOPLE)

    public = ("name", "number")

    name = TypedLine(_("name"), max_length=120)
    number = models.CharField(
        _("club number"),
        max_length=7,
        blank=True,
        validators=[RegexValidator(r"^\d{7}$", _("A club number has seven digits."))],
    )
    is_home = models.BooleanField(_("our club"), default=False)

    class Meta:
        verbose_name = _("club")
        verbose_name_plural = _("clubs")
        ordering = ["name"]
        constraints = [
            OncePerOrganisation(
                fields=["organisation", "name"],
                name="one_club_per_name",
                violation_error_message=_(
                    "There is a club of this name: “Members and guests” shows it under "
                    "“Clubs”, where it can be given another name."
                ),
            ),
            models.UniqueConstraint(
                fields=["organisation"],
                condition=Q(is_home=True),
                name="one_club_is_at_home",
                violation_error_message=_("There is a club at home already."),
            ),
        ]

    def __str__(self):
        return self.name

    @property
    def dotted_number(self):
        return club_number(self.number)
