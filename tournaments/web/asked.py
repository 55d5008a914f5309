"""Numbers that pages are asked for, in addresses and in fields that no form reads."""

from skatclub.middleware import LARGEST

LONGEST = len(str(LARGEST))
MOST_LINES = 999
"""No list has a line beyond."""


def whole(text: object, *, most: int = LARGEST) -> int | None:
    """Return the number that ``text`` is, up to ``most``; None for anything else.

    Python refuses to read more than 4,300 digits and no database stores twenty, so
    everything that is sent instead of a key or a count comes through here.

    >>> whole("12"), whole("012"), whole("-1"), whole("²"), whole(""), whole(None)
    (12, 12, None, None, None, None)
    >>> whole("2147483647"), whole("2147483648"), whole("9" * 5000)
    (2147483647, None, None)
    >>> whole("1000", most=999)
    """
    sent = str(text)
    if len(sent) > LONGEST or not (sent.isascii() and sent.isdecimal()):
        return None
    number = int(sent)
    return number if number <= most else None
