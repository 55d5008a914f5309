"""Draws that take longer, as ``manage.py worker`` works on them."""

from collections.abc import Callable
from time import monotonic

from django.core.exceptions import ValidationError
from django.db import transaction
from django.utils.translation import gettext as _

from tournaments.events.draws.drawing import (
    DrawAnswer,
    answer_from,
    answer_to,
    question_from,
)
from tournaments.events.draws.jobs import ACTIVE, end_job, report_progress
from tournaments.events.draws.reports import draw_report
from tournaments.events.draws.services import refusal_of, store_draw
from tournaments.events.models import Draw, DrawJob
from tournaments.people.names.names import Audience, shown_to
from tournaments.seating.errors import SeatingError
from tournaments.web.later import later
from tournaments.words.choices import JobState

PULSE = 0.5
"""Seconds between two signs of life."""


class JobIsOver(Exception):
    """The job has been ended elsewhere; its result is no longer wanted."""


class Pulse:
    """Reports the progress of the search to the job, and tells the search to stop."""

    def __init__(self, job: DrawJob, clock: Callable[[], float] = monotonic) -> None:
        self.job = job
        self.clock = clock
        self.next_at = clock()
        self.is_stopping = False

    def progress(self, picks: int, price: int) -> None:
        if self.clock() < self.next_at:
            return
        self.next_at = self.clock() + PULSE
        state = report_progress(job=self.job, picks=picks, price=price)
        if state is None:
            raise JobIsOver
        self.is_stopping = state == JobState.STOPPING

    def should_stop(self) -> bool:
        return self.is_stopping


@later
@shown_to(Audience.PUBLIC)
def run_draw(*, job: int) -> None:
    """Work on the job with this key, unless it has been deleted."""
    jobs = DrawJob.objects.select_related("event", "by", "repeats")
    if draw_job := jobs.filter(pk=job).first():
        run_job(job=draw_job)


def run_job(*, job: DrawJob) -> str:
    """Draw what a job asks for and seat everybody; return the final state of the job.

    If anything goes wrong, the job says so and nobody is seated.
    """
    question = question_from(job.question)
    pulse = Pulse(job)
    stop_after = answer_from(job.repeats.answer)[1] if job.repeats else None
    try:
        answer = answer_to(
            question,
            on_progress=pulse.progress,
            should_stop=pulse.should_stop,
            stop_after=stop_after,
        )
        finish_job(job=job, answer=answer)
    except JobIsOver:
        pass
    except SeatingError as error:
        fail_job(job, refusal_of(error))
    except ValidationError as refusal:
        fail_job(job, refusal)
    except Exception:
        end_job(job=job, state=JobState.FAILED, message=_("The draw has failed."))
        raise
    job.refresh_from_db()
    return job.state


def fail_job(job: DrawJob, refusal: ValidationError) -> None:
    """End a job with the reason for its failure."""
    message = " ".join(refusal.messages)
    end_job(job=job, state=JobState.FAILED, message=message)


@transaction.atomic
def finish_job(*, job: DrawJob, answer: DrawAnswer) -> None:
    """Seat everybody, or compare a repeated draw, and end the job."""
    locked = DrawJob.objects.select_for_update().filter(pk=job.pk, state__in=ACTIVE)
    if locked.first() is None:
        raise JobIsOver
    message = ""
    if job.repeats:
        message = repeat_outcome(job.repeats, answer)
    else:
        question = question_from(job.question)
        store_draw(event=job.event, question=question, answer=answer, by=job.by)
    locked.update(picks=answer.picks)
    end_job(job=job, state=JobState.DONE, message=message)


def repeat_outcome(draw: Draw, answer: DrawAnswer) -> str:
    """Return the outcome of drawing again, in words."""
    stored, checks = answer_from(draw.answer)
    if answer.checks != checks:
        return _("The comparison was stopped; nothing can be said.")
    return repeat_text(draw, agrees=answer.tables == stored)


def repeat_text(draw: Draw, *, agrees: bool) -> str:
    """Return in words whether a repeated draw agrees with the stored one."""
    if not agrees:
        return _("Drawn again: other tables come out. Please report this.")
    if draw_report(draw).changes:
        return _(
            "Drawn again: the same tables come out as were drawn then. Since then "
            "some were changed by hand."
        )
    return _("Drawn again: the same tables come out as were drawn then.")
