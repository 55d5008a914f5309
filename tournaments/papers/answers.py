"""Answering with a paper: under the club's name, and with a name of its own."""

import re
from typing import Protocol

from django.http import HttpResponse
from django.utils import timezone
from django.utils.http import content_disposition_header
from django.utils.translation import gettext as _

from tournaments.events.models import Event
from tournaments.organisations.selectors import letterhead
from tournaments.papers.canvas.frames import PLAIN, PageFrame, framed
from tournaments.words.formats import clock_time, short_date

UNSAFE = re.compile(r'[\\/:*?"<>|\x00-\x1f\x7f]+')
LONGEST_PART = 80


class Printable(Protocol):
    """Whatever knows how to become a file."""

    def to_pdf(self) -> bytes:
        """Return the file."""


def pdf(paper: Printable, name: str, *, rules: str = "") -> HttpResponse:
    """Answer with a PDF that opens in the browser and has a name when saved.

    ``rules`` name the house rules on each page. Two queries.
    """
    with framed(frame_of(rules)):
        content = paper.to_pdf()
    return HttpResponse(
        content,
        content_type="application/pdf",
        headers={"Content-Disposition": disposition(f"{name}.pdf")},
    )


def frame_of(rules: str = "") -> PageFrame:
    """Return what stands around every sheet that is printed now. Two queries."""
    own = letterhead()
    now = timezone.now()
    words = {"date": short_date(now), "time": clock_time(now)}
    return PageFrame(
        club=own.name if own else "",
        colour=own.ink if own else PLAIN.colour,
        logo=own.logo if own else b"",
        rules=rules,
        printed=_("printed on %(date)s, %(time)s") % words,
    )


def file_name(*parts: str) -> str:
    """Return a name that every system takes, such as "Herbstpokal – Startkarten".

    >>> file_name('Skat: "Saison 2026/27"', "Preise")
    'Skat Saison 2026-27 – Preise'
    """
    plain = (UNSAFE.sub(" ", part.replace("/", "-")) for part in parts)
    safe = (" ".join(part.split()) for part in plain)
    return " – ".join(filter(None, (part[:LONGEST_PART].strip(" .") for part in safe)))


def file_of(event: Event, *parts: str) -> str:
    """Return the name of a file about an event: its name, its day, what it is."""
    day = short_date(event.date)
    called = event.name if day in event.name else f"{event.name} {day}"
    return file_name(called, *parts)


def disposition(name: str, *, is_saved: bool = False) -> str:
    """Return the header that names a file, in both forms where it is not plain."""
    return content_disposition_header(is_saved, name) or "inline"
