"""Reading numbers from addresses, and from fields that no form validates."""

from skatclub.middleware import LARGEST

LONGEST = len(str(LARGEST))
MOST_LINES = 999
"""The highest line number of a list."""


def whole_number(text: object, *, most: int = LARGEST) -> int | None:
    """Return the whole number in ``text`` up to ``most``, None for anything else.

    Python refuses more than 4,300 digits and databases more than nineteen, so all
    keys and counts in requests are read with this function.

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
