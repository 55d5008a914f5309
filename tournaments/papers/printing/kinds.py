"""The kinds of paper of an event; the values stand in addresses."""

from django.db import models
from django.utils.translation import gettext_lazy as _

from tournaments.web.access import Rights
from tournaments.words.rights import Right


class PaperKind(models.TextChoices):
    """Everything the print page offers, in the order of an event."""

    START_CARDS = "start-cards", _("Start cards")
    DRAW_BY_TABLE = "draw-by-table", _("Draw by table")
    DRAW_BY_NAME = "draw-by-name", _("Draw by name")
    PLACE_CARDS = "place-cards", _("Place cards")
    TABLE_SIGNS = "table-signs", _("Table signs")
    LOTS = "lots", _("Lots for a hat")
    LISTS = "lists", _("Lists with names and code")
    BLANK_LISTS = "blank-lists", _("Blank lists")
    TYPED_LISTS = "typed-lists", _("Typed lists")
    STANDINGS = "standings", _("Standings")
    POSTER = "poster", _("Standings as a poster (A3)")
    PRIZES = "prizes", _("Prize list")
    CERTIFICATES = "certificates", _("Certificates")
    RECEIPTS = "receipts", _("Receipts")
    RULES = "rules", _("Rules for the wall")
    EMERGENCY = "emergency", _("Emergency pack")


# Money, and the file with everybody's dates of birth, are not for every reader.
ASKS_FOR = {PaperKind.RECEIPTS: Right.MONEY, PaperKind.EMERGENCY: Right.RUN}
# They hang in the hall or are handed on: people stand on them as they wish.
FOR_EVERYBODY = frozenset(
    {
        PaperKind.DRAW_BY_TABLE,
        PaperKind.DRAW_BY_NAME,
        PaperKind.STANDINGS,
        PaperKind.POSTER,
        PaperKind.PRIZES,
    }
)
# Their codes lead phones to the site.
WITH_ADDRESSES = frozenset(
    {
        PaperKind.START_CARDS,
        PaperKind.PLACE_CARDS,
        PaperKind.LISTS,
        PaperKind.TYPED_LISTS,
        PaperKind.EMERGENCY,
    }
)
OF_A_SERIES = frozenset(
    {
        PaperKind.DRAW_BY_TABLE,
        PaperKind.DRAW_BY_NAME,
        PaperKind.PLACE_CARDS,
        PaperKind.LISTS,
        PaperKind.TYPED_LISTS,
    }
)


def kinds_for(rights: Rights) -> list[PaperKind]:
    """Return the kinds of paper for a reader with these rights."""
    return [
        kind for kind in PaperKind if kind not in ASKS_FOR or ASKS_FOR[kind] in rights
    ]
