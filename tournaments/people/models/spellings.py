"""How lists of others write the people who are known here."""

from django.db import models
from django.utils.translation import gettext_lazy as _

from tournaments.people.models.persons import Player
from tournaments.scope.models import OncePerOrganisation, Owned


class Spelling(Owned):
    """A name in a list that means somebody who is written otherwise here.

    Somebody said so when the list came in; the next list asks no more. ``name_key`` is
    the folded name.
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
