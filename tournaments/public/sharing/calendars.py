"""Dates as a calendar that programs can subscribe to (RFC 5545)."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta

LONGEST_LINE = 75  # bytes, without the end of the line
SOME_HOURS = "PT4H"  # the usual length of an evening; clubs give no end
# The site's time zone (settings.TIME_ZONE) and its summer time.
ZONE = "Europe/Berlin"
CLOCKS = """\
BEGIN:VTIMEZONE
TZID:Europe/Berlin
BEGIN:DAYLIGHT
TZOFFSETFROM:+0100
TZOFFSETTO:+0200
TZNAME:CEST
DTSTART:19700329T020000
RRULE:FREQ=YEARLY;BYMONTH=3;BYDAY=-1SU
END:DAYLIGHT
BEGIN:STANDARD
TZOFFSETFROM:+0200
TZOFFSETTO:+0100
TZNAME:CET
DTSTART:19701025T030000
RRULE:FREQ=YEARLY;BYMONTH=10;BYDAY=-1SU
END:STANDARD
END:VTIMEZONE"""


@dataclass(frozen=True, slots=True, kw_only=True)
class CalendarDate:
    """A date in the calendar; without a ``time`` such as "19:30" it takes all day.

    ``changes`` counts the changes since it was created.
    """

    uid: str
    day: date
    time: str
    title: str
    place: str
    url: str
    changed_at: datetime
    changes: int


def calendar_text(name: str, dates: Iterable[CalendarDate]) -> str:
    """Return a calendar as text, with long lines folded."""
    lines = [
        "BEGIN:VCALENDAR",
        "VERSION:2.0",
        "PRODID:-//Skatclub//Skatclub//DE",
        "METHOD:PUBLISH",
        f"NAME:{escaped_text(name)}",
        f"X-WR-CALNAME:{escaped_text(name)}",
        "REFRESH-INTERVAL;VALUE=DURATION:PT6H",
        *CLOCKS.splitlines(),
    ]
    for calendar_date in dates:
        lines += date_lines(calendar_date)
    lines.append("END:VCALENDAR")
    return "".join(f"{folded_line(line)}\r\n" for line in lines)


def date_lines(calendar_date: CalendarDate) -> Iterator[str]:
    """Yield the lines of one date."""
    yield "BEGIN:VEVENT"
    yield f"UID:{calendar_date.uid}"
    yield f"DTSTAMP:{calendar_date.changed_at.astimezone(UTC):%Y%m%dT%H%M%SZ}"
    yield f"SEQUENCE:{calendar_date.changes}"
    if calendar_date.time:
        begin = f"{calendar_date.day:%Y%m%d}T{calendar_date.time.replace(':', '')}00"
        yield f"DTSTART;TZID={ZONE}:{begin}"
        yield f"DURATION:{SOME_HOURS}"
    else:
        yield f"DTSTART;VALUE=DATE:{calendar_date.day:%Y%m%d}"
        yield f"DTEND;VALUE=DATE:{calendar_date.day + timedelta(days=1):%Y%m%d}"
        # Nobody is busy from midnight to midnight.
        yield "TRANSP:TRANSPARENT"
    yield f"SUMMARY:{escaped_text(calendar_date.title)}"
    if calendar_date.place:
        yield f"LOCATION:{escaped_text(calendar_date.place)}"
    if calendar_date.url:
        yield f"URL:{calendar_date.url}"
    yield "END:VEVENT"


def escaped_text(text: str) -> str:
    r"""Return ``text`` with the characters escaped that separate values.

    >>> escaped_text("Krug; Hof, links")
    'Krug\\; Hof\\, links'
    """
    for sign in ("\\", ";", ","):
        text = text.replace(sign, f"\\{sign}")
    return "\\n".join(text.splitlines())


def folded_line(line: str) -> str:
    """Return a line folded into pieces of at most 75 bytes, between letters.

    >>> [len(part.encode()) for part in folded_line("ü" * 60).split("\\r\\n")]
    [74, 47]
    """
    pieces, piece = [], ""
    for letter in line:
        if len(f"{piece}{letter}".encode()) > LONGEST_LINE:
            pieces.append(piece)
            piece = " "
        piece += letter
    return "\r\n".join([*pieces, piece])
