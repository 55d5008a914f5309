"""Draws in the background: their progress, and stopping them."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from tournaments.events.draws.jobs import ACTIVE, interruption_text, is_silent, stop_job
from tournaments.events.models import DrawJob, Event
from tournaments.web.access import button_for
from tournaments.web.requests.htmx import is_fragment
from tournaments.words.choices import JobState
from tournaments.words.rights import Right

RELOAD = 286  # htmx stops polling at this status


def readable_job(request: HttpRequest, pk: int, job: int) -> DrawJob:
    return get_object_or_404(
        DrawJob.objects.select_related("event", "repeats"),
        event__in=Event.objects.visible_to(request.user),
        event=pk,
        pk=job,
    )


@require_safe
def show_job(request: HttpRequest, pk: int, job: int) -> HttpResponse:
    draw_job = readable_job(request, pk, job)
    job_is_silent = is_silent(draw_job)
    is_active = draw_job.state in ACTIVE and not job_is_silent
    if draw_job.state == JobState.DONE and not draw_job.repeats_id:
        tables = reverse("events:draw-series", args=[pk, draw_job.first_series])
        return lead_to(request, tables)
    context = {
        "event": draw_job.event,
        "job": draw_job,
        "is_active": is_active,
        "percent": 100 * draw_job.picks // max(1, draw_job.most_picks),
        "message": interruption_text() if job_is_silent else draw_job.message,
    }
    template = "tournaments/events/draws/draw_job.html"
    if is_fragment(request):
        template += "#progress"
    status = 200 if is_active or not is_fragment(request) else RELOAD
    return render(request, template, context, status=status)


def lead_to(request: HttpRequest, address: str) -> HttpResponse:
    """Lead to ``address``, even where only a part of a page was asked for."""
    if is_fragment(request):
        return HttpResponse(status=204, headers={"HX-Redirect": address})
    return redirect(address)


@button_for(Right.RUN)
def stop_draw(request: HttpRequest, pk: int, job: int) -> HttpResponse:
    draw_job = get_object_or_404(
        DrawJob,
        event__in=Event.objects.editable_by(request.user),
        event=pk,
        pk=job,
    )
    if not stop_job(job=draw_job):
        messages.info(request, _("The draw is over already."))
    return redirect("events:draw-job", pk, job)
