"""Codes that are read aloud and typed from paper without mistakes."""

import secrets

from django.db.models import Model
from django.utils.crypto import salted_hmac

# Without the letters and digits that are mistaken for one another on paper.
LETTERS = "ABCDEFGHJKLMNPQRSTUVWXYZ23456789"
LIST_CODE_LENGTH = 6
KEY_CODE_LENGTH = 8
CARD_CODE_LENGTH = 6


def fresh_codes(model: type[Model], count: int, *, letters: int) -> set[str]:
    """Return so many codes that no row has, of whichever organisation it is.

    One query, or one more by bad luck.
    """
    codes: set[str] = set()
    while len(codes) < count:
        codes |= {
            "".join(secrets.choice(LETTERS) for _letter in range(letters))
            for _code in range(count - len(codes))
        }
        taken = model._base_manager.filter(code__in=codes)
        codes -= set(taken.values_list("code", flat=True))
    return codes


def card_code(*, event: int, player: int) -> str:
    """Return what the start card of a player says, and nobody else can work out.

    Nothing is stored: it holds as long as the secret of this installation.
    """
    digest = salted_hmac("start card", f"{event} {player}", algorithm="sha256").digest()
    return "".join(LETTERS[byte % len(LETTERS)] for byte in digest[:CARD_CODE_LENGTH])
