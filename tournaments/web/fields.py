"""Form fields for days and times in German notation, in any browser."""

import datetime
import re
from collections.abc import Callable, Iterable, Iterator, Sized
from contextlib import contextmanager
from typing import Any, NamedTuple

from django import forms
from django.core.exceptions import ValidationError
from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from scoring.ranking.standings import (
    NO_TIES,
    TIE_BREAKS,
    TIE_CHAIN,
    read_ties,
    ties_text,
)
from tournaments.words.choices import CriterionChoice

FIRST_DAY, LAST_DAY = datetime.date(1886, 1, 1), datetime.date(2199, 12, 31)
FIRST_BIRTHDAY, TEN_YEARS = datetime.date(1900, 1, 1), datetime.timedelta(days=3653)
LONGEST = 40
WEEKDAY = r"(?:[a-z]{2,10}[., ]+)?"
DIGITS = re.compile(
    WEEKDAY + r"(?P<day>[0-9]{1,2})(?P<sign>[./-]) ?(?P<month>[0-9]{1,2})"
    r"(?:[./-] ?(?P<year>[0-9]{4}|'?[0-9]{2})?)?(?: [0-9]{1,2}:[0-9]{2}(?::[0-9]{2})?)?"
)
ISO = re.compile(
    r"(?P<year>[0-9]{4})[-/.](?P<month>[0-9]{1,2})[-/.](?P<day>[0-9]{1,2})(?:[t ].*)?"
)
SPELLED = re.compile(
    WEEKDAY + r"(?P<day>[0-9]{1,2})\.? ?(?P<name>[a-z]{3,9})\.? ?"
    r"(?P<year>[0-9]{4}|'?[0-9]{2})?"
)
COMPACT = re.compile(r"(?P<year>(?:19|20)[0-9]{2})(?P<month>[0-9]{2})(?P<day>[0-9]{2})")
TYPED = re.compile(  # in a file, 3,5 is a number
    r"(?P<day>[0-9]{1,2})[., /-]+(?P<month>[0-9]{1,2})"
    r"(?:[., /-]+(?P<year>[0-9]{4}|[0-9]{2})?)?"
)
MONTHS = "janfebmaeaprmaijunjulaugsepoktnovdez"
OTHER_MONTHS = {"mar": 3, "mrz": 3, "may": 5, "oct": 10, "dec": 12}
FIRST_OF_1900 = 50  # 50 is 1950, 49 is 2049
TIME = re.compile(
    r"(?P<hour>[0-9]{1,2})(?:[:.h ]?(?P<minute>[0-9]{2}))?(?: ?(?:uhr|h))?"
)
NOT_A_DAY = _("“%(text)s” is not a day. Write it like %(example)s.")
NO_SUCH_DAY = _("There is no %(text)s in the calendar.")
NO_YEAR = _("“%(text)s” lacks the year. Write it like %(example)s.")
NOT_A_TIME = _("“%(text)s” is not a time. Write it like 19:30.")


class DayRefused(ValueError):
    """The text is not a day; the argument says why."""


class WrittenDay(NamedTuple):
    """A day as it is written; the year may be missing or have two digits."""

    day: int
    month: int
    year: str


def written_day(text: str, *, is_month_first: bool = False) -> WrittenDay | None:
    """Return the day in a cell or a field, whether it exists or not; None for no day.

    >>> written_day("Fr, 5.1.07"), written_day("12. März")
    (WrittenDay(day=5, month=1, year='07'), WrittenDay(day=12, month=3, year=''))
    >>> written_day("1998-03-12") == written_day("19980312"), written_day("12,5")
    (True, None)
    """
    tidy = " ".join(text.casefold().replace("ä", "ae").split())
    for pattern in (ISO, DIGITS, COMPACT, SPELLED):
        if match := pattern.fullmatch(tidy):
            break
    else:
        return None
    words = match.groupdict()
    name = words.get("name")
    month = month_number(name) if name else int(words["month"])
    day = int(words["day"])
    if is_month_first and words.get("sign") in ("/", "-"):
        day, month = month, day
    return WrittenDay(day, month, (words["year"] or "").lstrip("'")) if month else None


def month_number(name: str) -> int:
    """Return the number of the month of this name; 0 for none."""
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
    if len(text) > 2:
        return year
    return year + (1900 if year >= FIRST_OF_1900 else 2000)


def typed_day(text: str) -> WrittenDay | None:
    """Return the day in a field, where commas and spaces may part it, too."""
    if day := written_day(text):
        return day
    match = TYPED.fullmatch(" ".join(text.split()))
    if match is None:
        return None
    return WrittenDay(int(match["day"]), int(match["month"]), match["year"] or "")


def read_day(
    text: str, *, today: datetime.date, is_past: bool = False
) -> datetime.date:
    """Return the day in ``text``: the nearest one, or the latest past one.

    >>> today = datetime.date(2026, 12, 30)
    >>> for text in ("22.11.", "5.1.", "22.11.26", "22. November 2026", "2026-11-22"):
    ...     print(read_day(text, today=today))
    2026-11-22
    2027-01-05
    2026-11-22
    2026-11-22
    2026-11-22
    >>> print(read_day("3.2.28", today=today, is_past=True))
    1928-02-03
    """
    written = typed_day(text)
    if written is None:
        raise DayRefused(NOT_A_DAY)
    if is_past and not written.year:
        raise DayRefused(NO_YEAR)
    years = possible_years(written.year, today, is_past=is_past)
    days = list(existing_days(years, written.month, written.day))
    if is_past:
        days = [date for date in days if date <= today] or days
    if not days:
        raise DayRefused(NO_SUCH_DAY)
    return min(days, key=lambda date: abs(date - today))


def read_birthday(text: str, *, today: datetime.date) -> datetime.date:
    """Return the day somebody who plays was born; nobody plays before they are ten.

    Raises ``ValidationError`` for a day to come or too long ago.

    >>> today = datetime.date(2026, 11, 27)
    >>> [read_birthday(text, today=today).year for text in ("1.1.26", "1.1.16")]
    [1926, 2016]
    """
    day = read_day(text, today=today - TEN_YEARS, is_past=True)
    if not FIRST_BIRTHDAY <= day <= today:
        raise ValidationError(_("Nobody who plays was born then."))
    return day


def ordered_days(
    first: datetime.date, last: datetime.date, *, today: datetime.date
) -> tuple[datetime.date, datetime.date]:
    """Return two days written without a year, the second after the first.

    If they span New Year, the current period is meant, or else the next.

    >>> day, today = datetime.date, datetime.date(2026, 11, 22)
    >>> print(*ordered_days(day(2027, 2, 1), day(2027, 1, 31), today=today))
    2026-02-01 2027-01-31
    >>> print(*ordered_days(day(2026, 9, 1), day(2026, 8, 31), today=today))
    2026-09-01 2027-08-31
    """
    if first <= last:
        return first, last
    earlier_first = next(existing_days([first.year - 1], first.month, first.day), first)
    if earlier_first <= today <= last:
        return earlier_first, last
    return first, next(existing_days([last.year + 1], last.month, last.day), last)


def lacks_year(text: str) -> bool:
    """Return whether ``text`` is a day without a year.

    >>> lacks_year("1.2."), lacks_year("1.2.26"), lacks_year("2026-02-01")
    (True, False, False)
    """
    written = typed_day(text)
    return written is not None and not written.year


def possible_years(text: str, today: datetime.date, *, is_past: bool) -> list[int]:
    """Return the years that four, two or no digits may stand for."""
    if not text:
        return [today.year + step for step in (-1, 0, 1)]
    if is_past and len(text) == 2:
        return [century + int(text) for century in (1900, 2000)]
    return [full_year(text)]


def existing_days(years: list[int], month: int, day: int) -> Iterator[datetime.date]:
    for year in years:
        try:
            yield datetime.date(year, month, day)
        except ValueError:
            continue


def read_time(text: str) -> str:
    """Return a time of day as 19:30. Raises ``ValueError`` if ``text`` is none.

    >>> [read_time(text) for text in ("19", "19:30", "19.30 Uhr", "1930", "7 Uhr")]
    ['19:00', '19:30', '19:30', '19:30', '07:00']
    """
    match = TIME.fullmatch(" ".join(text.lower().split()))
    if match is None:
        raise ValueError(text)
    time = datetime.time(int(match["hour"]), int(match["minute"] or 0))
    return time.isoformat("minutes")


class DayInput(forms.DateInput):
    """An input for a day; a script adds a calendar to pick from."""

    def __init__(self, attrs: dict[str, Any] | None = None) -> None:
        words = {"data-day": _("Pick from the calendar"), "autocomplete": "off"}
        size = {"size": "10", "maxlength": str(LONGEST)}
        super().__init__({"inputmode": "decimal", **words, **size, **(attrs or {})})


class DayField(forms.DateField):
    """A day in German notation; its errors explain what was not understood."""

    widget = DayInput

    def __init__(self, *, is_past: bool = False, **kwargs: Any) -> None:
        self.is_past = is_past
        super().__init__(**kwargs)

    def read(self, text: str, *, today: datetime.date) -> datetime.date:
        return read_day(text, today=today, is_past=self.is_past)

    def to_python(self, value: Any) -> datetime.date | None:
        if value in self.empty_values or isinstance(value, datetime.date):
            return super().to_python(value)
        text = str(value).strip()[:LONGEST]
        today = timezone.localdate()
        try:
            day = self.read(text, today=today)
        except DayRefused as refusal:
            example = DayInput().format_value(today)
            words = {"text": text, "example": example}
            raise ValidationError(refusal.args[0], params=words) from refusal
        if not FIRST_DAY <= day <= LAST_DAY:
            raise ValidationError(_("Please check the year."))
        return day


class BirthdayField(DayField):
    def read(self, text: str, *, today: datetime.date) -> datetime.date:
        return read_birthday(text, today=today)


class TimeField(forms.CharField):
    """A time of day in German notation; its value is like 19:30, or empty."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**kwargs | {"max_length": LONGEST})

    def widget_attrs(self, widget: forms.Widget) -> dict[str, Any]:
        attrs = {"autocomplete": "off", "size": "5", "placeholder": "19:30"}
        return {**super().widget_attrs(widget), **attrs}

    def to_python(self, value: Any) -> str:
        text = super().to_python(value)
        if not text:
            return ""
        try:
            return read_time(text)
        except ValueError:
            words = {"text": text[:LONGEST]}
            raise ValidationError(NOT_A_TIME, params=words) from None


def lines_input(rows: int) -> forms.Textarea:
    """Return the widget of a text in which names stand, one or more to a line."""
    return forms.Textarea(
        attrs={"rows": rows, "spellcheck": "false", "autocomplete": "off"}
    )


def read_each(texts: Iterable[Any], read: Callable[[Any], Any]) -> list[Any]:
    """Return what ``read`` makes of each text, or refuse with the problems of all."""
    values, problems = [], []
    for text in texts:
        try:
            values.append(read(text))
        except ValidationError as refusal:
            problems.append(refusal)
    if problems:
        raise ValidationError(problems)
    return values


def read_lines(lines: Iterable[str], read: Callable[[str], Any]) -> list[Any]:
    """Read each line as ``read_each`` does; problems have the number of the line."""

    def read_numbered(numbered: tuple[int, str]) -> Any:
        number, line = numbered
        with problems_of_line(number):
            return read(line)

    return read_each(enumerate(lines, start=1), read_numbered)


@contextmanager
def problems_of_line(number: int) -> Iterator[None]:
    """Put the number of a line in front of its problems."""
    try:
        yield
    except ValidationError as refusal:
        problem = _("Line %(number)s: %(message)s")
        raise ValidationError(
            [problem % {"number": number, "message": why} for why in refusal.messages]
        ) from refusal


def refuse_many(lines: Sized, most: int, text: Any) -> None:
    """Refuse more than ``most`` lines with a text that names this number."""
    if len(lines) > most:
        raise ValidationError(text, params={"most": most})


LONGEST_TIES = 60
USUAL_TIES = ties_text(TIE_CHAIN[1:])
STEPS = [
    ("", pgettext_lazy("tie-break", "nothing more")),
    *((step.value, CriterionChoice(step).label) for step in TIE_BREAKS),
]


def check_ties(text):
    """Raise ``ValidationError`` for an invalid order or a repeated tie-break."""
    try:
        read_ties(text)
    except ValueError:
        raise ValidationError(_("Please choose each tie-break only once.")) from None


class TiesWidget(forms.MultiWidget):
    """A select for each step, all with one name, so that addresses can contain them."""

    def __init__(self, attrs=None):
        first, then = (
            pgettext_lazy("tie-break", "first"),
            pgettext_lazy("tie-break", "then"),
        )
        labels = [first, *[then] * (len(TIE_BREAKS) - 1)]
        selects = [
            forms.Select(attrs={"aria-label": label}, choices=STEPS) for label in labels
        ]
        super().__init__(selects, attrs)
        self.widgets_names = [""] * len(selects)

    def use_required_attribute(self, initial):
        """Let each select stay empty, as no step is a valid answer."""
        return False

    def decompress(self, value):
        steps = [] if value in (None, "", NO_TIES) else value.split(",")
        return [*steps, *[""] * len(TIE_BREAKS)][: len(TIE_BREAKS)]

    def value_from_datadict(self, data, files, name):
        if name not in data:
            return ""
        steps = data.getlist(name) if hasattr(data, "getlist") else [data[name]]
        return ",".join(filter(None, steps)) or NO_TIES

    def value_omitted_from_data(self, data, files, name):
        return name not in data


class TiesField(forms.CharField):
    """An order of tie-breaks, as it is stored."""

    widget = TiesWidget
    default_validators = [check_ties]

    def __init__(self, **kwargs):
        kwargs.setdefault("initial", USUAL_TIES)
        kwargs.setdefault(
            "help_text",
            _(
                "What is equal in all of these is decided by lot. If nothing is chosen "
                "at all, there is no lot: equal results share the place."
            ),
        )
        super().__init__(max_length=LONGEST_TIES, **kwargs)
