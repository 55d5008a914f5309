"""The second screens: the clock of a series, and the ranking in large type."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone

from skatclub.machine.networks.joining import way_to
from tournaments.events.flow.forms import ClockForm
from tournaments.events.flow.selectors import ClockFace, clock_face
from tournaments.events.models import Event
from tournaments.events.pages import (
    UNCHANGED,
    editable_series,
    is_up_to_date,
    readable_event,
)
from tournaments.events.screens.selectors import (
    BeamerPage,
    RankingPage,
    beamer_pages,
    waiting_series,
)
from tournaments.events.standings.views import standings_title
from tournaments.events.standings.words import nobody_text
from tournaments.people.privacy.readers import for_everybody
from tournaments.scope.withheld import read_by_visitors
from tournaments.web.access import button_for, public_page, writer
from tournaments.web.caching.drawn_once import digest
from tournaments.web.numbers import whole_number
from tournaments.web.requests import is_fragment
from tournaments.words.rights import Right


@public_page
def clock(request: HttpRequest, pk: int) -> HttpResponse:
    event = readable_event(request, pk)
    face = clock_face(event)
    way_in = hall_code(request, event)
    revision = f"{face.revision if face else 'none'}-{digest(way_in)[:8]}"
    if is_up_to_date(request, revision):
        return HttpResponse(status=UNCHANGED)
    context = {
        "event": event,
        "face": face,
        "revision": revision,
        **way_in,
        **(seconds_of(face) if face else {}),
    }
    template = (
        "tournaments/events/screens/_clock.html"
        if is_fragment(request)
        else "tournaments/events/screens/clock.html"
    )
    return render(request, template, context)


def hall_code(request: HttpRequest, event: Event) -> dict[str, str]:
    """Return what leads phones in the hall to an event, if it is published."""
    if not event.is_published:
        return {}
    return way_to(request, reverse("events:me", args=[event.pk]))


def seconds_of(face: ClockFace) -> dict[str, object]:
    """Return the times of the clock, from which a script counts on."""
    now = timezone.now()
    goal = face.ends_at or face.started_at
    seconds = int(abs((goal - now).total_seconds())) if goal else 0
    return {
        "now": int(now.timestamp() * 1000),
        "goal": int(goal.timestamp() * 1000) if goal else None,
        "is_over": bool(face.ends_at and face.ends_at <= now),
        "shown": f"{seconds // 3600}:{seconds // 60 % 60:02}:{seconds % 60:02}",
    }


@button_for(Right.RUN)
def set_clock(request: HttpRequest, pk: int, number: int) -> HttpResponse:
    series = editable_series(request, pk, number)
    form = ClockForm(request.POST, series=series, by=writer(request))
    if not (form.is_valid() and form.save()):
        for errors in form.errors.values():
            messages.error(request, " ".join(map(str, errors)))
    return redirect("events:clock", pk)


@public_page
@for_everybody
def beamer(request: HttpRequest, pk: int) -> HttpResponse:
    # It is read by the whole hall, so it has only what visitors may see.
    with read_by_visitors(timezone.now()):
        return beamer_page(request, readable_event(request, pk))


def beamer_page(request: HttpRequest, event: Event) -> HttpResponse:
    number = whole_number(request.GET.get("page")) or 1
    way_in = hall_code(request, event)
    waiting = waiting_series(event)
    ranking = request.GET.get("ranking")
    pages = beamer_pages(event, ranking or "")
    revision = digest(pages, ranking, way_in, waiting and waiting.pk)
    is_alone = request.GET.get("pages") == "1"
    if is_alone and is_up_to_date(request, revision):
        return HttpResponse(status=UNCHANGED)
    index = (number - 1) % len(pages)
    page = pages[index]
    context = {
        "event": event,
        "page": page,
        "number": index + 1,
        "pages": len(pages),
        "next": (index + 1) % len(pages) + 1,
        "revision": revision,
        "ranking": ranking or "",
        **page_heading(page),
        **way_in,
    }
    template = (
        "tournaments/events/screens/_beamer.html"
        if is_fragment(request)
        else "tournaments/events/screens/beamer.html"
    )
    return render(request, template, context)


def page_heading(page: BeamerPage) -> dict[str, str]:
    """Return the heading of a page, and the text shown when it has no rows."""
    if isinstance(page, RankingPage):
        standings = page.standings
        return {"title": standings_title(standings), "nobody": nobody_text(standings)}
    return {"title": page.title}
