"""Numbers that pages are asked for, in addresses and in fields that no form reads."""

from skatclub.middleware import LARGEST

LONGEST = len(str(LARGEST))
MOST_LINES = 999
"""No list has a line beyond."""


def whole_number(text: object, *, most: int = LARGEST) -> int | None:
    """Return the number that ``text`` is, up to ``most``; None for anything else.

    Python refuses to read more than 4,300 digits and no database stores twenty, so
    everything that is sent instead of a key or a count comes through here.

    >>> [whole_number(text) for text in ("12", "012", "-1", "²", "", None)]
    [12, 12, None, None, None, None]
    >>> [whole_number(text) for text in ("2147483647", "2147483648", "9" * 5000)]
    [2147483647, None, None]
    >>> whole_number("1000", most=999)
    """
    digits = str(text)
    if len(digits) > LONGEST or not (digits.isascii() and digits.isdecimal()):
        return None
    number = int(digits)
    return number if number <= most else None
