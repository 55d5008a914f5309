"""Reading a cell of an old table: as a number, a day, a name or nothing."""

import datetime
import re

from tournaments.people.names.names import fold
from tournaments.web.numbers import read_whole_number

FIRST_YEAR, LAST_YEAR = 1886, 2199
CENTURY = 100
TOO_LARGE = 10_000_000  # for a result, even of many years
DAY = re.compile(
    r"(?:[a-z]{2,10}[., ]+)?(?P<day>[0-9]{1,2})[./-] ?(?P<month>[0-9]{1,2})"
    r"(?:[./-] ?(?P<year>[0-9]{4}|[0-9]{2})?)?"
)
ISO = re.compile(
    r"(?P<year>[0-9]{4})-(?P<month>[0-9]{1,2})-(?P<day>[0-9]{1,2})(?:[t ].*)?"
)
SPELLED = re.compile(
    r"(?:[a-z]{2,10}[., ]+)?(?P<day>[0-9]{1,2})\. ?(?P<name>[a-z]{3,9})\.? ?"
    r"(?P<year>[0-9]{4})?"
)
COMPACT = re.compile(r"(?P<year>(?:19|20)[0-9]{2})(?P<month>[0-9]{2})(?P<day>[0-9]{2})")
MONTHS = "janfebmaeaprmaijunjulaugsepoktnovdez"
OTHER_MONTHS = {"mar": 3, "mrz": 3, "may": 5, "oct": 10, "dec": 12}
YEAR = re.compile(r"(?<![0-9])(?:19|20)[0-9]{2}(?![0-9])")
EMPTY = frozenset(
    {"", "-", "--", "---", "x", "/", "–", "—", "n.a.", "na", "entsch.", "fehlt"}
)
DITTO = frozenset({'"', "''", "”", "dito", "ditto", "do."})
LETTERS = re.compile(r"[^\W\d_]{2}")


def is_empty(text: str) -> bool:
    """Tell whether a cell is empty or holds a placeholder.

    >>> is_empty(" - "), is_empty("0")
    (True, False)
    """
    return text.strip().casefold() in EMPTY


def whole_number_in(text: str) -> int | None:
    """Return the whole number in a cell; None if it holds something else.

    >>> texts = ("1.234", "−120", "1234,00", "12,5", "Anna")
    >>> [whole_number_in(text) for text in texts]
    [1234, -120, 1234, None, None]
    """
    try:
        number = read_whole_number(text)
    except ValueError:
        return None
    return number if abs(number) < TOO_LARGE else None


def is_whole_number(text: str) -> bool:
    """Tell whether a cell holds a whole number, even one too long for a result.

    >>> [is_whole_number(text) for text in ("1.234", "99999999999", "x12")]
    [True, True, False]
    """
    return whole_number_in(text) is not None or bool(re.fullmatch("[-−+]?[0-9]+", text))


def is_fraction(text: str) -> bool:
    """Tell whether a cell holds a number with decimals.

    >>> is_fraction("812,4"), is_fraction("1.234"), is_fraction("3.50 DM")
    (True, False, True)
    """
    amount = re.sub(r"(?i)\s*(€|eur|euro|dm|%)$", "", text.strip())
    return bool(re.fullmatch(r"-?[0-9. ]*[0-9][.,][0-9]{1,6}", amount)) and (
        whole_number_in(amount) is None or amount != text.strip()
    )


def day_in(text: str, year: int | None = None) -> datetime.date | None:
    """Return the day that a cell names, in ``year`` if it names none.

    >>> for text in ("12.03.1998", "Fr, 5.1.07", "1998-03-12", "19980312"):
    ...     print(day_in(text))
    1998-03-12
    2007-01-05
    1998-03-12
    1998-03-12
    >>> print(day_in("12.3."), day_in("12.3.", 1998), day_in("12. März 98"))
    None 1998-03-12 None
    """
    folded = fold(text)
    match = numeric_day(folded)
    if match is not None:
        month = int(match["month"])
    else:
        match = SPELLED.fullmatch(folded)
        month = month_number(match["name"]) if match else 0
    if match is None or not 1 <= month <= 12:
        return None
    day_year = full_year(match["year"]) if match["year"] else year
    if day_year is None or not FIRST_YEAR <= day_year <= LAST_YEAR:
        return None
    try:
        return datetime.date(day_year, month, int(match["day"]))
    except ValueError:
        return None


def numeric_day(folded: str) -> re.Match[str] | None:
    """Return the match of a day that is written in digits."""
    return ISO.fullmatch(folded) or DAY.fullmatch(folded) or COMPACT.fullmatch(folded)


def is_impossible_day(text: str) -> bool:
    """Tell whether a cell looks like a day but is not in the calendar.

    >>> days = ("31.02.2009", "28.02.2009", "gestern")
    >>> [is_impossible_day(text) for text in days]
    [True, False, False]
    """
    match = numeric_day(fold(text))
    if match is None or not match["year"] or day_in(text) is not None:
        return False
    return FIRST_YEAR <= full_year(match["year"]) <= LAST_YEAR


def month_number(name: str) -> int:
    """Return the number of the month with this folded name; 0 for none."""
    short = name[:3]
    at = MONTHS.find(short)
    if at >= 0 and at % 3 == 0:
        return at // 3 + 1
    return OTHER_MONTHS.get(short, 0)


def full_year(text: str) -> int:
    """Return a year that may be written with two digits.

    >>> full_year("98"), full_year("07"), full_year("1998")
    (1998, 2007, 1998)
    """
    year = int(text)
    if year >= CENTURY:
        return year
    return year + (1900 if year >= 50 else 2000)


def is_day(text: str) -> bool:
    """Tell whether a cell names a day, with or without a year."""
    return day_in(text, 2000) is not None


def is_word(text: str) -> bool:
    """Tell whether a cell holds letters, as a name does, and no number or day."""
    return (
        bool(LETTERS.search(text))
        and whole_number_in(text) is None
        and not is_day(text)
    )


def year_in(text: str) -> int | None:
    """Return the year that a text names; None if it names none or several.

    >>> year_in("Ergebnisse 1998"), year_in("Saison 1998/1999")
    (1998, None)
    """
    years = {int(year) for year in YEAR.findall(text)}
    return years.pop() if len(years) == 1 else None
