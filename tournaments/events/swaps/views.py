"""The tables of one series, and changing places at them by hand."""

from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _

from tournaments.events.draws.words import change_lines
from tournaments.events.models import Draw, Event, Series
from tournaments.events.pages import editable_series
from tournaments.events.swaps.forms import SwapForm
from tournaments.events.swaps.selectors import seated_series, swap_preview
from tournaments.events.swaps.services import undo_swap
from tournaments.web.access import button_for, form_for, may, public_page, writer
from tournaments.web.answers import refusals_as_messages, show_form
from tournaments.words.rights import Right


@public_page
def show_seated(request: HttpRequest, pk: int, number: int) -> HttpResponse:
    series = get_object_or_404(
        Series.objects.select_related("event"),
        event__in=Event.objects.visible_to(request.user),
        event=pk,
        number=number,
    )
    return show_series(request, series)


def show_series(
    request: HttpRequest, series: Series, form: SwapForm | None = None
) -> HttpResponse:
    """Answer with the tables of a series; a secretary may change places."""
    seated = seated_series(series)
    if may(request, Right.RUN) and seated.movable and form is None:
        form = SwapForm(seated=seated, by=request.user)
    return show_form(
        request,
        "tournaments/events/swaps/draw_series.html",
        event=series.event,
        series=series,
        # The foreign key would show visitors a seed that gives away a hidden series.
        draw=Draw.objects.filter(pk=series.draw_id or 0).first(),
        seated=seated,
        form=form,
    )


@form_for(Right.RUN)
def swap_seats(request: HttpRequest, pk: int, number: int) -> HttpResponse:
    """Ask whether two people should change places, and let them."""
    series = editable_series(request, pk, number)
    seated = seated_series(series)
    data = request.POST if request.method == "POST" else request.GET
    form = SwapForm(data, seated=seated, by=writer(request))
    if not form.is_valid():
        return show_series(request, series, form)
    if request.method == "POST" and (exchange := form.save()):
        text = _("%(first)s and %(second)s have changed places.")
        messages.success(
            request, text % {"first": exchange.first, "second": exchange.second}
        )
        return redirect("events:draw-series", pk, number)
    if form.errors:
        return show_series(request, series, form)
    first, second = form.pair
    preview = swap_preview(series, first, second)
    more, less = change_lines(preview.change)
    context: dict[str, Any] = {
        "event": series.event,
        "series": series,
        "preview": preview,
        "more": more,
        "less": less,
        "reason": form.cleaned_data["reason"],
        "written": sorted(
            {person.table for person in form.pair if not person.is_untouched}
        ),
        "seen": seated.revision,
    }
    return render(request, "tournaments/events/swaps/draw_swap.html", context)


@button_for(Right.RUN)
def undo_last_swap(request: HttpRequest, pk: int, number: int) -> HttpResponse:
    series = editable_series(request, pk, number)
    with refusals_as_messages(request):
        undone = undo_swap(
            series=series, by=writer(request), revision=request.POST.get("seen", "")
        )
        text = _("%(first)s and %(second)s sit where they sat before.")
        names = {"first": undone.first, "second": undone.second}
        messages.success(request, text % names)
    return redirect("events:draw-series", pk, number)
