"""Reading and showing the numbers of clubs and members (rules 6.5)."""

import re

from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _

# State association, its regional group, the club: 2, 2 and 3 digits.
CLUB_NUMBER = re.compile(r"(\d{2})[. ]?(\d{2})[. ]?(\d{3})", re.ASCII)
MEMBER_NUMBER = re.compile(r"(?=.*[0-9])[\w./ -]{1,20}", re.ASCII)


def read_club_number(text: str) -> str:
    """Return the seven digits of a club number typed with or without dots.

    An empty text is no number. Raises ``ValidationError`` for anything else.

    >>> read_club_number("04.43.006"), read_club_number(" 0443006 ")
    ('0443006', '0443006')
    """
    text = text.strip()
    match = CLUB_NUMBER.fullmatch(text)
    if text and not match:
        raise ValidationError(_("A club number has seven digits, such as 04.43.006."))
    return "".join(match.groups()) if match else ""


def club_number(digits: str) -> str:
    """Return a stored club number with dots, LL.VV.VVV.

    >>> club_number("0443006"), club_number("")
    ('04.43.006', '')
    """
    return ".".join((digits[:2], digits[2:4], digits[4:])) if digits else ""


def read_member_number(text: str) -> str:
    """Return a member number without stray spaces.

    The associations do not publish their formats, so the check covers only what all
    have in common: a digit, and nothing but letters, digits, dots, dashes, slashes and
    spaces. It detects a name or a note in the wrong field. Raises ``ValidationError``.

    >>> read_member_number(" 04-4711 ")
    '04-4711'
    """
    text = " ".join(text.split())
    if text and not MEMBER_NUMBER.fullmatch(text):
        raise ValidationError(
            _(
                "A member number has at least one digit, and otherwise only letters, "
                "dots, dashes and slashes."
            )
        )
    return text
