"""Passwords that any Skat player would try first."""

import re

from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _

from tournaments.people.names.names import fold

GAME_WORDS = (
    *("skat", "club", "clubs", "klub", "verein", "freunde", "bruder", "brueder"),
    *("abend", "spiel", "spieler", "liste", "listen", "karte", "karten", "tisch"),
    *("kreuz", "pik", "herz", "karo", "eichel", "gruen", "rot", "schellen"),
    *("bube", "buben", "dame", "damen", "koenig", "ass", "asse", "daus", "unter"),
    *("ober", "zehn", "neun", "acht", "sieben", "grand", "null", "ouvert", "hand"),
    *("schneider", "schwarz", "ramsch", "bock", "kontra", "contra", "re"),
    *("einfach", "ohne", "mit", "vier", "spitzen", "trumpf", "stich", "reizen"),
    *("passwort", "password", "kennwort", "geheim"),
)
MOST_WORDS = 3
ONLY_GAME_WORDS = re.compile(
    rf"[\W\d_]*(?:(?:{'|'.join(GAME_WORDS)})[\W\d_]*){{1,{MOST_WORDS}}}"
)


class SkatWordsValidator:
    """Refuses up to three words of the game, with any digits and signs.

    Lists of common passwords do not contain "kreuzbube", but Skat players know it.
    """

    def validate(self, password, user=None):
        if ONLY_GAME_WORDS.fullmatch(fold(password)):
            raise ValidationError(
                _("Somebody who knows Skat guesses this password at once.")
            )

    def get_help_text(self):
        return _("Words of Skat alone, such as “kreuzbube1”, are refused.")
