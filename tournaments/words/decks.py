"""The faces of the cards: French suits, German suits, four tournament colours.

Readers choose a deck for the screen, and whoever prints chooses one for the paper. Like
the language, the deck is known while a page is made, so that no function has to pass it
on.
"""

from collections.abc import Mapping
from contextvars import ContextVar
from functools import partial

from django.db import models
from django.http import (
    HttpRequest,
    HttpResponse,
    HttpResponseRedirect,
)
from django.utils.functional import Promise, lazy
from django.utils.http import url_has_allowed_host_and_scheme
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy
from django.views.decorators.csrf import csrf_exempt

from scoring.game.written_games import Contract
from tournaments.scope.scope import bound

COOKIE = "deck"
ONE_YEAR = 365 * 24 * 3600


class Deck(models.TextChoices):
    FRENCH = "french", pgettext_lazy("cards", "French")
    GERMAN = "german", pgettext_lazy("cards", "German")
    FOUR_COLOURS = "four-colours", pgettext_lazy("cards", "four colours")


FRENCH: Mapping[Contract, Promise] = {
    Contract.DIAMONDS: pgettext_lazy("contract", "Diamonds"),
    Contract.HEARTS: pgettext_lazy("contract", "Hearts"),
    Contract.SPADES: pgettext_lazy("contract", "Spades"),
    Contract.CLUBS: pgettext_lazy("contract", "Clubs"),
    Contract.GRAND: pgettext_lazy("contract", "Grand"),
    Contract.NULL: pgettext_lazy("contract", "Null"),
}
GERMAN: Mapping[Contract, Promise] = {
    **FRENCH,
    Contract.DIAMONDS: pgettext_lazy("contract", "Bells"),
    Contract.HEARTS: pgettext_lazy("contract", "Red"),
    Contract.SPADES: pgettext_lazy("contract", "Green"),
    Contract.CLUBS: pgettext_lazy("contract", "Acorns"),
}
SIGNS: Mapping[Deck, Mapping[Contract, str]] = {
    Deck.FRENCH: {
        Contract.CLUBS: "♣",
        Contract.SPADES: "♠",
        Contract.HEARTS: "♥",
        Contract.DIAMONDS: "♦",
    },
    # Few fonts have the German suits; these are their letters in the shorthand.
    Deck.GERMAN: {
        Contract.CLUBS: "Ei",
        Contract.SPADES: "Gn",
        Contract.HEARTS: "Ro",
        Contract.DIAMONDS: "Sc",
    },
}
FACES: Mapping[Contract, str] = {
    Contract.CLUBS: "acorns",
    Contract.SPADES: "leaves",
    Contract.HEARTS: "hearts",
    Contract.DIAMONDS: "bells",
}
"""The drawings of the German suits; red hearts are the same in both decks."""

deck_shown: ContextVar[Deck] = ContextVar("deck", default=Deck.FRENCH)


showing = partial(bound, deck_shown)


def deck_name() -> str:
    return deck_shown.get().value


def contract_name(contract: Contract, *, short: bool = False) -> str:
    """Return the name of a contract; ``short`` gives a suit's sign."""
    if short and (sign := suit_sign(contract)):
        return sign
    names = GERMAN if deck_shown.get() is Deck.GERMAN else FRENCH
    return str(names[contract])


contract_label = lazy(contract_name, str)


def suit_sign(contract: Contract) -> str:
    """Return the sign of a suit in a text; nothing for Grand and Null."""
    deck = Deck.GERMAN if deck_shown.get() is Deck.GERMAN else Deck.FRENCH
    return SIGNS[deck].get(contract, "")


def suit_face(contract: Contract | None) -> str:
    """Return the drawing of a suit; nothing where trumps are none."""
    if contract is None or contract not in FACES:
        return ""
    return FACES[contract] if deck_shown.get() is Deck.GERMAN else contract.value


@csrf_exempt  # a page for everybody has no token, and the choice of cards harms nobody
def choose_deck(request: HttpRequest) -> HttpResponse:
    """Remember the deck that the reader has chosen, and return to the page."""
    back = request.POST.get("next", "")
    safe = url_has_allowed_host_and_scheme(
        back, allowed_hosts={request.get_host()}, require_https=request.is_secure()
    )
    # Not redirect(): that would look up a view by a name that a stranger sent.
    response = HttpResponseRedirect(back if safe and back[0] == "/" else "/")
    deck = request.POST.get("deck", "")
    if deck in set(Deck.values):
        response.set_cookie(
            COOKIE,
            deck,
            max_age=ONE_YEAR,
            httponly=True,
            samesite="Lax",
            secure=request.is_secure(),
        )
    return response


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
