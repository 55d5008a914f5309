"""Different spellings of players in lists from elsewhere."""

from django.db import models
from django.utils.translation import gettext_lazy as _

from tournaments.people.models.persons import Player
from tournaments.scope.models import OncePerOrganisation, Owned


class Spelling(Owned):
    """A name in a list that stands for a player with another spelling.

    A user assigned it when importing the list, so that the next import does not ask.
    ``name_key`` is the folded name.
    """

    player = models.ForeignKey(
        Player, on_delete=models.CASCADE, related_name="spellings"
    )
    name_key = models.CharField(max_length=450, editable=False)

    class Meta:
        verbose_name = _("spelling")
        verbose_name_plural = _("spellings")
        constraints = [
            OncePerOrganisation(
                fields=["organisation", "name_key"], name="one_person_per_spelling"
            )
        ]

    def __str__(self):
        return self.name_key
