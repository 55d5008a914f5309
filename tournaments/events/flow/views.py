"""The course of an event: reopening a closed series, releasing results."""

from django.contrib import messages
from django.core.exceptions import ValidationError
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_safe

from tournaments.events.flow import services
from tournaments.events.flow.forms import ReopenSeriesForm
from tournaments.events.flow.reopenings import event_reopenings, place_changes
from tournaments.events.pages import editable_event, editable_series, readable_event
from tournaments.events.standings.selectors import list_counts
from tournaments.web.access import button_for, form_for, writer
from tournaments.web.answers import YES_OR_NO, show_form, unknown_answer
from tournaments.words.rights import Right


@form_for(Right.JUDGE)
def reopen_series(request: HttpRequest, pk: int, number: int) -> HttpResponse:
    series = editable_series(request, pk, number)
    form = ReopenSeriesForm(request.POST or None, series=series, by=writer(request))
    if form.is_valid() and (reopening := form.save()):
        messages.success(
            request,
            _("Series %(number)s is open again; later series stay.")
            % {"number": number},
        )
        return redirect("events:reopening", pk, reopening.pk)
    return show_form(
        request,
        "tournaments/events/flow/reopen_series.html",
        series=series,
        event=series.event,
        form=form,
    )


@require_safe
def reopening(request: HttpRequest, pk: int, reopening: int) -> HttpResponse:
    event = readable_event(request, pk)
    row = get_object_or_404(event_reopenings(event), pk=reopening)
    context = {"event": event, "reopening": row, "changes": place_changes(row)}
    return render(request, "tournaments/events/flow/reopening.html", context)


@button_for(Right.RUN)
def release(request: HttpRequest, pk: int) -> HttpResponse:
    event = editable_event(request, pk)
    is_released = YES_OR_NO.get(request.POST.get("released", ""))
    if is_released is None:
        return unknown_answer()
    confirmed = "confirmed" in request.POST
    try:
        services.release(event=event, is_released=is_released, confirmed=confirmed)
    except services.SeriesWithoutTables as question:
        context = {"event": event, "question": question.messages[0]}
        return render(request, "tournaments/events/flow/release.html", context)
    except ValidationError as refusal:
        text = _("Not released, lists are missing: %(lists)s.")
        messages.error(request, text % {"lists": ", ".join(refusal.messages)})
    else:
        text = (
            _("The results are released; nothing is provisional any more.")
            if is_released
            else _("The results are provisional again.")
        )
        messages.success(request, text)
        if is_released and (unproved := list_counts(event)["unproved"]):
            words = ngettext(
                "%(count)s list is not proved yet.",
                "%(count)s lists are not proved yet.",
                unproved,
            )
            messages.warning(request, words % {"count": unproved})
    return redirect("events:standings", pk)
