"""Decisions of the referee about results."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.utils.translation import gettext as _

from tournaments.events.adjustments.forms import AdjustmentForm, TakeBackForm
from tournaments.events.adjustments.selectors import objections_in
from tournaments.events.models import Adjustment
from tournaments.events.pages import editable_event, requested_event
from tournaments.events.results.selectors import adjustments_of, standing_adjustments
from tournaments.web.access import form_for, may, writer, writes_with
from tournaments.web.answers import saved, show_form
from tournaments.words.rights import Right


@writes_with(Right.JUDGE)
def show_adjustments(request: HttpRequest, pk: int) -> HttpResponse:
    event = requested_event(request, pk)
    was_released, form = event.is_released, None
    if may(request, Right.JUDGE):
        form = AdjustmentForm(request.POST or None, event=event, by=writer(request))
        if saved(request, form, _("The decision counts in the standings now.")):
            if was_released:
                messages.warning(
                    request,
                    _("The results are provisional again: please release them anew."),
                )
            return redirect("events:adjustments", pk)
    adjustments = adjustments_of(event)
    return show_form(
        request,
        "tournaments/events/adjustments/adjustments.html",
        event=event,
        adjustments=adjustments,
        standing=standing_adjustments(adjustments),
        objections=objections_in(event),
        form=form,
    )


@form_for(Right.JUDGE)
def take_back_decision(request: HttpRequest, pk: int, adjustment: int) -> HttpResponse:
    event = editable_event(request, pk)
    rows = Adjustment.objects.select_related("series", "player")
    decision = get_object_or_404(rows, pk=adjustment, series__event=event)
    form = TakeBackForm(request.POST or None, adjustment=decision, by=writer(request))
    if saved(request, form, _("The decision is taken back.")):
        return redirect("events:adjustments", pk)
    return show_form(
        request,
        "tournaments/events/adjustments/take_back.html",
        event=event,
        adjustment=decision,
        form=form,
    )
