"""Codes that can be read aloud and typed from paper without mistakes."""

import secrets

from django.db.models import Model
from django.utils.crypto import salted_hmac

# Without letters and digits that are easily confused on paper.
LETTERS = "ABCDEFGHJKLMNPQRSTUVWXYZ23456789"
LIST_CODE_LENGTH = 6
KEY_CODE_LENGTH = 8
CARD_CODE_LENGTH = 6


def fresh_codes(model: type[Model], count: int, *, letters: int) -> set[str]:
    """Return ``count`` codes that no row of any organisation has.

    One query; more if a code happens to be in use.
    """
    codes: set[str] = set()
    while len(codes) < count:
        codes |= {
            "".join(secrets.choice(LETTERS) for _letter in range(letters))
            for _code in range(count - len(codes))
        }
        in_use = model._base_manager.filter(code__in=codes)
        codes -= set(in_use.values_list("code", flat=True))
    return codes


def card_code(*, event: int, player: int) -> str:
    """Return the code of a player's start card, which nobody else can work out.

    Nothing is stored: the code is valid as long as the secret of this installation.
    """
    digest = salted_hmac("start card", f"{event} {player}", algorithm="sha256").digest()
    return "".join(LETTERS[byte % len(LETTERS)] for byte in digest[:CARD_CODE_LENGTH])
