from django.db import models
from django.utils.translation import gettext_lazy as _

from tournaments.scope.models import Owned, once


class KnownHeads(Owned):
    """What the columns of an imported table meant.

    ``digest`` is of the column headings; a table with the same headings is read the
    same way.
    """

    digest = models.CharField(max_length=64, editable=False)
    meanings = models.CharField(_("Columns"), max_length=1200)

    class Meta:
        constraints = [once("heads_are_known_once", "digest")]

    def __str__(self):
        return self.meanings
