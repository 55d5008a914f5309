"""Reading numbers: from addresses, and as people write them in forms and files."""

import re
from typing import NamedTuple

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


MINUSES = str.maketrans("‐‑‒–—−﹣－", "-" * 8)
AMOUNT = {
    thousands: re.compile(
        r"(?P<whole>[0-9]{1,3}"
        rf"(?P<sign>[ '’{thousands}])[0-9]{{3}}(?:(?P=sign)[0-9]{{3}})*"
        r"|[0-9]{0,30})(?:[.,](?P<decimals>[0-9]+))?"
    )
    for thousands in ".,"
}


class Amount(NamedTuple):
    """A written number: its sign, and the digits before and after the comma."""

    is_negative: bool
    whole: str
    decimals: str


def read_amount(text: str, *, thousands: str = ".") -> Amount:
    """Return the parts of a number as people write it; ``ValueError`` if it is none.

    Groups of three are parted by the sign for ``thousands``, by spaces of any kind or
    by apostrophes; a minus of any kind stands in front or behind.

    >>> read_amount("−1.234,50"), read_amount("1 000 –").whole
    (Amount(is_negative=True, whole='1234', decimals='50'), '1000')
    """
    tidy = " ".join(text.translate(MINUSES).split())
    number = tidy.removesuffix("-") if tidy[:1] not in "+-" else tidy[1:]
    match = AMOUNT[thousands].fullmatch(number.strip())
    if match is None or not (match["whole"] or match["decimals"]):
        raise ValueError(text)
    whole = re.sub(r"[^0-9]", "", match["whole"])
    return Amount("-" in tidy, whole, match["decimals"] or "")


def read_whole_number(text: str, *, thousands: str = ".") -> int:
    """Return the whole number in ``text``; raise ``ValueError`` if it is none.

    Up to two zeros after the comma are no fraction; three could be thousands in
    another language and are refused.

    >>> [read_whole_number(text) for text in ("-1.000", "48 -", "1\u202f234", "12,00")]
    [-1000, -48, 1234, 12]
    >>> read_whole_number("1,000")
    Traceback (most recent call last):
    ValueError: 1,000
    """
    amount = read_amount(text, thousands=thousands)
    if not amount.whole or amount.decimals not in ("", "0", "00"):
        raise ValueError(text)
    number = int(amount.whole)
    return -number if amount.is_negative else number
