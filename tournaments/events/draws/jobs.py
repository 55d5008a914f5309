"""Draws that take longer: a worker draws and reports its progress."""

from datetime import timedelta

from django.core.exceptions import ValidationError
from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from tournaments.events.draws.drawing import DrawQuestion
from tournaments.events.log import locked_event
from tournaments.events.models import Draw, DrawJob, Event
from tournaments.people.models import User
from tournaments.words.choices import JobState

ACTIVE = (JobState.RUNNING, JobState.STOPPING)
SILENT_FOR = timedelta(seconds=30)
"""A worker that has not reported for so long is gone."""


@transaction.atomic
def start_job(
    *,
    event: Event,
    question: DrawQuestion,
    by: User,
    repeats: Draw | None = None,
) -> DrawJob:
    """Store a draw for a worker; the caller queues it with ``begin(run_draw)``.

    With ``repeats`` nobody is seated: the result is only compared with that draw.
    """
    locked_event(event.pk)
    require_no_job(event=event)
    job = DrawJob(
        event=event,
        mode=question.wish.mode,
        first_series=question.wish.first,
        last_series=question.wish.last,
        seed=question.wish.seed,
        question=question.to_text(),
        repeats=repeats,
        most_picks=question.most_picks,
        started_at=timezone.now(),
        by=by,
    )
    job.full_clean(exclude=["event", "by", "repeats"])
    job.save(force_insert=True)
    return job


def require_no_job(*, event: Event) -> None:
    """Refuse a second draw at the same time; a job without a worker does not count."""
    end_silent_jobs(event=event)
    if running_job(event):
        raise ValidationError(_("A draw is running already."), code="running")


def running_job(event: Event) -> DrawJob | None:
    """Return the draw that is being worked on, if there is one. One query."""
    return event.draw_jobs.filter(state__in=ACTIVE).last()


def end_silent_jobs(*, event: Event) -> int:
    """Mark the jobs whose worker is gone as interrupted; return how many."""
    silent = event.draw_jobs.filter(
        state__in=ACTIVE, seen_at__lt=timezone.now() - SILENT_FOR
    )
    return silent.update(state=JobState.FAILED, message=interruption_text()[:300])


def interruption_text() -> str:
    """Return the message of a job whose worker is gone."""
    return _("The draw was interrupted. Nothing was changed; please draw again.")


def is_silent(job: DrawJob) -> bool:
    """Return whether a job should be running but has not reported for too long."""
    seen_at = job.seen_at or timezone.now()
    return job.state in ACTIVE and seen_at < timezone.now() - SILENT_FOR


def report_progress(*, job: DrawJob, picks: int, price: int) -> str | None:
    """Store the progress of a job; return its state, None if it has been ended."""
    active = DrawJob.objects.filter(pk=job.pk, state__in=ACTIVE)
    if not active.update(picks=picks, price=price, seen_at=timezone.now()):
        return None
    state: str | None = active.values_list("state", flat=True).first()
    return state


def stop_job(*, job: DrawJob) -> bool:
    """Ask a running job to stop with the best draw so far; False if it is over.

    A job that still waits for a worker ends at once.
    """
    running = DrawJob.objects.filter(pk=job.pk, state=JobState.RUNNING)
    message = _("Stopped before it began.")
    return bool(
        running.filter(seen_at=None).update(state=JobState.FAILED, message=message)
        or running.update(state=JobState.STOPPING)
    )


def end_job(*, job: DrawJob, state: str, message: str = "") -> bool:
    """Store the end of a job; False if it was over already."""
    active = DrawJob.objects.filter(pk=job.pk, state__in=ACTIVE)
    return bool(active.update(state=state, message=message[:300]))
