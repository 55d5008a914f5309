"""Responses with a paper, and the names of their files."""

import re

from django.http import HttpResponse
from django.utils import timezone
from django.utils.http import content_disposition_header
from django.utils.translation import gettext as _

from tournaments.events.models import Event
from tournaments.organisations.selectors import letterhead
from tournaments.papers.canvas.frames import PLAIN_FRAME, PageFrame, drawing_inside
from tournaments.papers.canvas.paper import Paper, pdf_bytes
from tournaments.words.formats import clock_time, short_date

UNSAFE = re.compile(r'[\\/:*?"<>|\x00-\x1f\x7f]+')
LONGEST_PART = 80


def pdf_response(
    paper: Paper, name: str, *, title: str, subject: str, rules: str = ""
) -> HttpResponse:
    """Return a PDF that opens in the browser; ``name`` is its file name when saved.

    ``title`` and ``subject`` describe the file; ``rules`` are the house rules named on
    each page. Two queries.
    """
    with drawing_inside(club_page_frame(rules)):
        content = pdf_bytes(paper.draw, title=title, subject=subject)
    return HttpResponse(
        content,
        content_type="application/pdf",
        headers={"Content-Disposition": content_disposition(f"{name}.pdf")},
    )


def club_page_frame(rules: str = "") -> PageFrame:
    """Return the frame of pages printed now, with club and time. Two queries."""
    organisation = letterhead()
    now = timezone.now()
    words = {"date": short_date(now), "time": clock_time(now)}
    return PageFrame(
        club=organisation.name if organisation else "",
        colour=organisation.ink if organisation else PLAIN_FRAME.colour,
        logo=organisation.logo if organisation else b"",
        rules=rules,
        printed=_("printed on %(date)s, %(time)s") % words,
    )


def file_name(*parts: str) -> str:
    """Return a name valid on every system, such as "Herbstpokal – Startkarten".

    >>> file_name('Skat: "Saison 2026/27"', "Preise")
    'Skat Saison 2026-27 – Preise'
    """
    without_slashes = (UNSAFE.sub(" ", part.replace("/", "-")) for part in parts)
    safe = (" ".join(part.split()) for part in without_slashes)
    return " – ".join(filter(None, (part[:LONGEST_PART].strip(" .") for part in safe)))


def event_file_name(event: Event, *parts: str) -> str:
    """Return the name of a file about an event: its name and day, then ``parts``."""
    day = short_date(event.date)
    title = event.name if day in event.name else f"{event.name} {day}"
    return file_name(title, *parts)


def content_disposition(name: str, *, is_saved: bool = False) -> str:
    """Return the header that names a file, with an ASCII fallback where needed."""
    return content_disposition_header(is_saved, name) or "inline"
