"""The course of an event: its clock, its series, the referee, what visitors see."""

from typing import Any

from django.contrib import messages
from django.core.exceptions import ValidationError
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from skatclub.machine.networks.reach import way_to
from tournaments.events.flow import services
from tournaments.events.flow.forms import (
    AdjustmentForm,
    ClockForm,
    ReopenListForm,
    ReopenSeriesForm,
    TakeBackForm,
    VisibilityForm,
)
from tournaments.events.flow.selectors import (
    BeamerPage,
    ClockFace,
    RankingPage,
    beamer_pages,
    clock_face,
    event_reopenings,
    objections_in,
    place_changes,
    waiting_series,
)
from tournaments.events.models import Adjustment, Event
from tournaments.events.pages import (
    UNCHANGED,
    editable_event,
    editable_series,
    event_form,
    event_page,
    is_up_to_date,
    readable_event,
)
from tournaments.events.results import adjustments_of, standing_adjustments
from tournaments.events.standings.selectors import list_counts
from tournaments.events.standings.views import standings_title
from tournaments.events.standings.words import nobody_text
from tournaments.people.selectors import for_everybody
from tournaments.scope.scope import read_by_visitors
from tournaments.sheets.views import editable_sheet
from tournaments.web.access import button_for, form_for, may, public_page, writer
from tournaments.web.answers import YES_OR_NO, posted, saved, unknown_answer
from tournaments.web.kept_pages import digest
from tournaments.web.numbers import whole_number
from tournaments.web.requests import is_fragment
from tournaments.words.formats import series_name
from tournaments.words.rights import Right

ROOM = "tournaments/events/flow"
Shown = dict[str, Any]


@event_form(ReopenSeriesForm, Right.JUDGE, for_writers=True)
def reopen_series(_request: HttpRequest, event: Event, number: int) -> Shown:
    return {"series": get_object_or_404(event.series, number=number)}


@event_page
def reopening(_request: HttpRequest, event: Event, reopening: int) -> Shown:
    row = get_object_or_404(event_reopenings(event), pk=reopening)
    return {"reopening": row, "changes": place_changes(row)}


@button_for(Right.RUN)
def release(request: HttpRequest, pk: int) -> HttpResponse:
    event = editable_event(request, pk)
    is_released = YES_OR_NO.get(request.POST.get("released", ""))
    if is_released is None:
        return unknown_answer()
    known = {
        "confirmed": "confirmed" in request.POST,
        "published": "published" in request.POST and may(request, Right.EVENTS),
    }
    try:
        services.release(event=event, is_released=is_released, **known)
    except services.SeriesWithoutTables as question:
        context = {"event": event, "question": question.messages[0], **known}
        return render(request, f"{ROOM}/release.html", context)
    except ValidationError as refusal:
        text = _("Not released, lists are missing: %(lists)s.")
        messages.error(request, text % {"lists": "; ".join(refusal.messages)})
    else:
        text = _("The results are provisional again.")
        if is_released:
            text = _("The results are released; nothing is provisional any more.")
        messages.success(request, text)
        if is_released and (unproved := list_counts(event)["unproved"]):
            words = ngettext(
                "%(count)s list is not proved yet.",
                "%(count)s lists are not proved yet.",
                unproved,
            )
            messages.warning(request, words % {"count": unproved})
        if known["published"]:
            return redirect("papers:press", pk)
    return redirect("events:standings", pk)


@event_form(AdjustmentForm, Right.JUDGE, back="events:adjustments")
def adjustments(_request: HttpRequest, event: Event) -> Shown:
    decisions = adjustments_of(event)
    return {
        "adjustments": decisions,
        "standing": standing_adjustments(decisions),
        "objections": objections_in(event),
    }


@event_form(TakeBackForm, Right.JUDGE, back="events:adjustments", for_writers=True)
def take_back(_request: HttpRequest, event: Event, adjustment: int) -> Shown:
    rows = Adjustment.objects.select_related("series", "player")
    return {"adjustment": get_object_or_404(rows, pk=adjustment, series__event=event)}


@event_form(VisibilityForm, Right.RUN, back="events:visibility", for_writers=True)
def visibility(_request: HttpRequest, _event: Event) -> Shown:
    return {}


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
    part = "_clock" if is_fragment(request) else "clock"
    return render(request, f"{ROOM}/{part}.html", context)


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
    part = "_beamer" if is_fragment(request) else "beamer"
    return render(request, f"{ROOM}/{part}.html", context)


def page_heading(page: BeamerPage) -> dict[str, str]:
    if isinstance(page, RankingPage):
        standings = page.standings
        return {"title": standings_title(standings), "nobody": nobody_text(standings)}
    return {"title": f"{series_name(page.series.number)}: {_('Who sits where')}"}


@form_for(Right.JUDGE)
def reopen_list(request: HttpRequest, pk: int) -> HttpResponse:
    """Open a finished list again, which takes the release of its event back."""
    sheet = editable_sheet(request, pk)
    form = ReopenListForm(posted(request), sheet=sheet, by=writer(request))
    if saved(request, form):
        # The cursor is in the last line, from which all others can be reached by keys.
        return redirect(f"{sheet.get_absolute_url()}?line={sheet.games.count()}")
    context = {"sheet": sheet, "form": form}
    return render(request, "tournaments/sheets/finishing/reopen.html", context)
