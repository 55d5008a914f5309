"""Numbers, dates and names as text; the only place that formats them."""

from collections.abc import Sequence
from datetime import date, datetime, time
from decimal import Decimal
from fractions import Fraction
from typing import Protocol, TypeVar

from django.utils import formats, timezone
from django.utils.html import format_html
from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext

from scoring.seasons.rules import Unit

Moment = TypeVar("Moment", bound=date | time)


class Ranked(Protocol):
    @property
    def place(self) -> int | None: ...

    @property
    def shared(self) -> bool: ...


CENT = Decimal("0.01")
GROUPED_FROM = 10_000
MINUS = "\u2212"
"""The minus sign of printed numbers; a hyphen is too short beside a plus."""


def number(value: int | None, among: int = 0) -> str:
    """Return a whole number with a real minus; nothing for None.

    From five digits on it is written in groups of three, as in print, and so are
    smaller ones that share a column with ``among``.

    >>> number(48), number(-2173), number(None)
    ('48', '−2173', '')
    """
    if value is None:
        return ""
    if max(abs(value), abs(among)) < GROUPED_FROM:
        return str(value).replace("-", MINUS)
    grouped = formats.number_format(value, 0, use_l10n=True, force_grouping=True)
    return grouped.replace("-", MINUS)


def ordinal(place: int) -> str:
    """Return the number of a place, with the dot that German writes behind it."""
    return pgettext("ordinal", "%(number)s") % {"number": place}


def place_text(ranked: Ranked) -> str:
    """Return a place as tables show it: "2.", "=2." if it is shared, or a dash."""
    if ranked.place is None:
        return "–"
    return f"={ordinal(ranked.place)}" if ranked.shared else ordinal(ranked.place)


def signed(value: int | None) -> str:
    """Return a whole number with its sign; zero has none; nothing for None.

    >>> signed(48), signed(-44), signed(0), signed(None)
    ('+48', '−44', '0', '')
    """
    return f"+{number(value)}" if value and value > 0 else number(value)


def money(cents: int | None) -> str:
    """Return an amount of whole cents as it is written; nothing for None.

    In German "5,50 €", with a real minus: "−0,50 €".
    """
    if cents is None:
        return ""
    comma = formats.get_format("DECIMAL_SEPARATOR")
    euros, cent_part = divmod(abs(cents), 100)
    return f"{MINUS if cents < 0 else ''}{euros}{comma}{cent_part:02d} €"


def average(value: Decimal | None) -> str:
    """Return a mean with two decimals, a real minus and the reader's comma."""
    if value is None:
        return ""
    return formats.number_format(value, 2, use_l10n=True).replace("-", MINUS)


def exact(value: Fraction) -> str:
    """Return a result that may be a fraction: whole, or with two decimals."""
    return number(int(value)) if value.denominator == 1 else mean(value)


def mean(value: Fraction | None) -> str:
    """Return an exact mean with two decimals, half away from zero; a dash for none."""
    return "–" if value is None else average(hundredths(value))


def figure_text(value: object) -> str:
    """Return what a table shows of a value; a dash for a number that nobody knows.

    >>> figure_text(None), figure_text(-48), figure_text(Fraction(6, 3))
    ('–', '−48', '2')
    """
    if isinstance(value, Fraction):
        return exact(value)
    if isinstance(value, Decimal):
        return average(value)
    if isinstance(value, int):
        return number(value)
    return "–" if value is None else str(value)


def hundredths(value: Fraction) -> Decimal:
    """Return ``value`` rounded to two decimals, half away from zero.

    >>> hundredths(Fraction(-2000, 3)), hundredths(Fraction(1, 8))
    (Decimal('-666.67'), Decimal('0.13'))
    """
    doubled = int(abs(value) * 200)
    cents = (doubled + 1) // 2
    return (Decimal(cents) / 100 * (-1 if value < 0 else 1)).quantize(CENT)


def whole_or_hundredths(value: Fraction) -> int | Decimal:
    """Return a whole number as it is, anything else with two decimals.

    >>> whole_or_hundredths(Fraction(7)), whole_or_hundredths(Fraction(5, 2))
    (7, Decimal('2.50'))
    """
    return int(value) if value.denominator == 1 else hundredths(value)


def percent(count: int, of: int) -> str:
    """Return a share in percent with one decimal; a dash where there is nothing."""
    if not of:
        return "–"
    return f"{formats.number_format(tenths(count, of), 1, use_l10n=True)}\u00a0%"


def tenths(count: int, of: int) -> Decimal:
    """Return ``count`` of ``of`` in percent, rounded half up to one decimal.

    >>> tenths(1, 3), tenths(1, 16)
    (Decimal('33.3'), Decimal('6.3'))
    """
    return Decimal((count * 2000 + of) // (2 * of)) / 10


def series_name(number: int) -> str:
    return _("Series %(number)s") % {"number": number}


def long_date(day: date | datetime | None) -> str:
    return day_text(day, "DATE_FORMAT")


def short_date(day: date | datetime | None) -> str:
    return day_text(day, "SHORT_DATE_FORMAT")


def day_text(day: date | datetime | None, pattern: str) -> str:
    """Return a day in a format of Django's; nothing for None."""
    return "" if day is None else formats.date_format(local(day), pattern)


def with_date(name: str, day: date) -> str:
    """Return a name with its day, unless the name already has it."""
    date_text = long_date(day)
    return name if date_text in name else f"{name}, {date_text}"


def weekday_date(day: date | datetime | None) -> str:
    """Return a day of the near future with its weekday, in the reader's language."""
    return day_text(day, pgettext("date format", "l, j F"))


def day_and_month(day: date | datetime | None) -> str:
    """Return a day without its year, short enough for the head of a column."""
    return day_text(day, pgettext("date format", "j M"))


def days_on_an_axis(days: Sequence[date]) -> list[str]:
    """Return days in short, with their years if there are several."""
    if len({day.year for day in days}) < 2:
        return [day_and_month(day) for day in days]
    pattern = pgettext("date format", "j M y")
    return [formats.date_format(day, pattern) for day in days]


def month_and_year(day: date | datetime | None) -> str:
    """Return a day without its number, for the axis of several years."""
    return day_text(day, pgettext("date format", "M y"))


def clock_time(moment: time | datetime | None) -> str:
    return "" if moment is None else formats.time_format(local(moment), "TIME_FORMAT")


def local(moment: Moment) -> Moment:
    """Return a stored moment in local time; anything else as it is."""
    if isinstance(moment, datetime) and timezone.is_aware(moment):
        return timezone.localtime(moment)  # type: ignore[return-value]
    return moment


def enumeration(words: Sequence[str], pattern: str = "") -> str:
    """Return words as an enumeration: Anna, Bernd and Carla, or as ``pattern`` says."""
    if len(words) < 2:
        return "".join(words)
    pattern = pattern or _("%(words)s and %(last)s")
    return pattern % {"words": ", ".join(words[:-1]), "last": words[-1]}


def struck_out(text: object, word: object) -> str:
    """Return a text that is struck through, and say why to screen readers."""
    said = '<s>{}</s><span class="visually-hidden"> {}</span>'
    return format_html(said, text, word)


def unit_count(unit: Unit, count: int) -> str:
    """Return a number of units: "24 lists", "1 evening"."""
    if unit is Unit.LIST:
        text = ngettext("%(count)s list", "%(count)s lists", count)
    elif unit is Unit.SERIES:
        text = ngettext("%(count)s series", "%(count)s series", count)
    elif unit is Unit.GAME:
        text = ngettext("%(count)s game", "%(count)s games", count)
    else:
        text = ngettext("%(count)s evening", "%(count)s evenings", count)
    return text % {"count": count}
