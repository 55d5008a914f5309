"""The kinds of paper of an event; their values are part of addresses."""

from django.db import models
from django.utils.translation import gettext_lazy as _

from tournaments.web.access import Rights
from tournaments.words.rights import Right


class PaperKind(models.TextChoices):
    """Everything the print page offers, in the order an event needs it."""

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


# Not every reader may see the money, or the codes with all dates of birth.
ASKS_FOR = {PaperKind.RECEIPTS: Right.MONEY, PaperKind.EMERGENCY: Right.RUN}
# These are hung up or handed on, so people appear by the names they chose.
FOR_EVERYBODY = frozenset(
    {
        PaperKind.DRAW_BY_TABLE,
        PaperKind.DRAW_BY_NAME,
        PaperKind.STANDINGS,
        PaperKind.POSTER,
        PaperKind.PRIZES,
    }
)
# These have codes that lead phones to the site.
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
    """Return the kinds of paper that a reader with these rights may print."""
    return [
        kind for kind in PaperKind if kind not in ASKS_FOR or ASKS_FOR[kind] in rights
    ]
