"""The colours a club may choose for its band, its screens and its papers."""

from django.db import models
from django.utils.translation import gettext_lazy as _


class Felt(models.TextChoices):
    """The cloth of a card table, on which the same light text is readable everywhere.

    Screens take the matching shades from ``felts.css``.
    """

    GREEN = "green", _("felt green")
    BLUE = "blue", _("bottle blue")
    WINE = "wine", _("wine red")
    SLATE = "slate", _("slate")

    @property
    def hex(self) -> str:
        """The colour itself, for paper and for the frame of a phone's browser."""
        return HEX[self]


HEX = {
    Felt.GREEN: "#0b3d2c",
    Felt.BLUE: "#10324f",
    Felt.WINE: "#571524",
    Felt.SLATE: "#2c353d",
}
