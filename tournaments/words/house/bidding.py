"""What the coefficients of the bidding stand for in a target score (rules 7.6)."""

from collections.abc import Mapping
from dataclasses import dataclass

from django.utils.functional import Promise
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from scoring.game.contracts import BASE_VALUE
from scoring.house.rules import HouseRules
from scoring.playing.target import COEFFICIENTS, UNDERTAKINGS, Holding
from tournaments.words.decks import contract_name

HOLDING_TEXT: Mapping[Holding, Promise] = {
    Holding.CLUBS_WITHOUT_SPADES: _("Jack of clubs without the jack of spades"),
    Holding.CLUBS_SPADES: _("Jacks of clubs and spades"),
    Holding.CLUBS_SPADES_HEARTS: _("Jacks of clubs, spades and hearts"),
    Holding.ALL_JACKS_AND_ACE: _("All four jacks and the ace of trumps"),
    Holding.ALL_ELEVEN: _("All four jacks and all seven trumps"),
    Holding.WITHOUT_CLUBS: _("No jack of clubs"),
    Holding.WITHOUT_CLUBS_SPADES: _("No jack of clubs and no jack of spades"),
    Holding.ONLY_DIAMONDS: _("Only the jack of diamonds"),
    Holding.NO_JACK_BUT_ACE: _("No jack, but the ace of trumps"),
    Holding.WIN: _("to win"),
    Holding.WITHOUT_SKAT: _("without the skat"),
    Holding.NINETY_WITHOUT_SKAT: _("without the skat, 90 card points"),
    Holding.ALL_TRICKS_WITHOUT_SKAT: _("without the skat, all tricks"),
    Holding.OPEN_WITHOUT_SKAT: _("without the skat, all tricks, ouvert"),
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Coefficient:
    """A row of the table: a holding, an undertaking or a base value."""

    name: str
    text: str


def coefficients_of(rules: HouseRules) -> tuple[Coefficient, ...]:
    """Return the table for the bidding; empty where nobody plays for a target."""
    if not rules.target:
        return ()
    holdings = (
        Coefficient(name=str(HOLDING_TEXT[holding]), text=str(count))
        for holding, count in COEFFICIENTS.items()
    )
    undertakings = (
        Coefficient(name=str(HOLDING_TEXT[holding]), text=f"+{count}")
        for holding, count in UNDERTAKINGS.items()
    )
    base_values = (
        Coefficient(
            name=gettext("Base value of %(contract)s")
            % {"contract": contract_name(contract)},
            text=str(value),
        )
        for contract, value in BASE_VALUE.items()
    )
    return (*holdings, *undertakings, *base_values)
