"""Drawing lots between equal places, and taking them back."""

import secrets

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _

from tournaments.events.lots.services import draw_lot, take_back_lot
from tournaments.events.models import Event
from tournaments.events.pages import editable_event
from tournaments.events.results.ties import lots_of, ties_in
from tournaments.events.standings.selectors import rankings_of
from tournaments.web.access import button_for, form_for, writer
from tournaments.web.answers import refusals_as_messages
from tournaments.web.numbers import whole_number
from tournaments.words.choices import Ranking
from tournaments.words.rights import Right


@form_for(Right.RUN)
def show_lots(request: HttpRequest, pk: int) -> HttpResponse:
    event = editable_event(request, pk)
    if request.method == "POST":
        draw_requested_lot(request, event)
        return redirect("events:lots", pk)
    rankings = rankings_of(event)
    context = {
        "event": event,
        "standings": rankings[0],
        "rankings": [(standings, ties_in(standings)) for standings in rankings],
        "draws": lots_of(event),
    }
    return render(request, "tournaments/events/lots/lots.html", context)


def draw_requested_lot(request: HttpRequest, event: Event) -> None:
    """Draw lots for the requested place, and report the result."""
    word, place = (
        request.POST.get("ranking", ""),
        whole_number(request.POST.get("place")),
    )
    if place is None:
        raise Http404
    try:
        with refusals_as_messages(request):
            draw = draw_lot(
                event=event,
                ranking=word or Ranking.SINGLE,
                place=place,
                seed=str(secrets.randbelow(900_000) + 100_000),
                by=writer(request),
            )
            text = _("The lot has decided place %(place)s.")
            messages.success(request, text % {"place": draw.place})
    except KeyError as unknown:
        raise Http404 from unknown


@button_for(Right.RUN)
def take_back_lots(request: HttpRequest, pk: int, lot: int) -> HttpResponse:
    event = editable_event(request, pk)
    draw = get_object_or_404(event.lots.select_related("event"), pk=lot)
    take_back_lot(draw=draw, by=writer(request))
    messages.success(
        request,
        _("The lot for place %(place)s counts for nothing any more.")
        % {"place": draw.place},
    )
    return redirect("events:lots", pk)
