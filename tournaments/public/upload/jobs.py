"""Copies made by a worker: read the public pages, send the changed files."""

import time

from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _

from skatclub import static_files
from tournaments.public.copying import copy_site, own_host_name
from tournaments.public.upload import store
from tournaments.public.upload.sending import Stopped, open_place, send_copy
from tournaments.public.upload.store import CopyJob
from tournaments.public.upload.targets import Target
from tournaments.web.later import begin, later

PULSE = 0.5
"""Seconds between two updates of the progress."""


def start_copy() -> None:
    """Start a copy, unless one is running."""
    store.write_job(new_job())
    begin(run_copy)


def run_copy_now() -> CopyJob:
    """Make a copy at once, for the command, and return its job."""
    return work_on(new_job())


def new_job() -> CopyJob:
    """Return a new job, or raise an error if a copy cannot start now."""
    require_idle()
    require_target()
    store.request_stop(False)
    return CopyJob(began_at=time.time())


def copy_after_release() -> None:
    """Start a copy if the owner wants one after each release.

    A copy that is still waiting for a worker will include the release; one that is
    already reading or sending is followed by another.
    """
    if store.is_by_itself():
        store.request_copy(True)
        start_requested_copy()


def start_requested_copy() -> None:
    """Start the copy that was requested, unless one is running."""
    job, target = store.job(), store.target()
    is_idle = job is None or not job.is_active
    if store.is_copy_requested() and is_idle and target is not None and target.is_ready:
        start_copy()


def stop_copy() -> None:
    """Ask the running copy to stop; one still waiting for a worker ends at once."""
    store.request_copy(False)
    job = store.job()
    if job is None or not job.is_active:
        return
    store.request_stop(True)
    if job.stage == store.WAITING:
        end_job(job, store.STOPPED)


def require_idle() -> None:
    """Raise an error if a copy is running."""
    job = store.job()
    if job is not None and job.is_active:
        raise ValidationError(_("A copy is on its way already."), code="running")


def require_target() -> Target:
    """Return the target of the copy, or raise an error if it is incomplete."""
    target = store.target()
    if target is None or not target.is_ready:
        raise ValidationError(_("Please say first where the copy goes."), code="target")
    return target


@later
def run_copy() -> None:
    """Make the copy that was requested, unless it was stopped meanwhile.

    After a release it is made even if the worker comes late.
    """
    job = store.job()
    if job is not None and (job.is_active or store.is_copy_requested()):
        work_on(job)


def work_on(job: CopyJob) -> CopyJob:
    """Read the public pages, send them, and record the outcome."""
    store.request_copy(False)
    store.write_job(job)
    try:
        make_and_send(require_target(), job)
    except Stopped:
        end_job(job, store.STOPPED)
    except ValidationError as refusal:
        end_job(job, store.FAILED, " ".join(refusal.messages))
    except Exception as mishap:
        end_job(job, store.FAILED, f"{type(mishap).__name__}")
        raise
    else:
        end_job(job, store.DONE)
    start_requested_copy()
    return job


def make_and_send(target: Target, job: CopyJob) -> None:
    """Make the copy and send it, recording the sent files even after an error."""
    pulse = Pulse(job)
    job.stage = store.READING
    static_files.collect()
    copy_site(
        store.site_folder(), host=own_host_name(), tell=lambda done: pulse(done, 0)
    )
    job.stage = store.SENDING
    sums = store.sums_sent()
    try:
        with open_place(target) as place:
            send_copy(store.site_folder(), place, sums=sums, job=job, tell=pulse)
    finally:
        job.done = job.total = 0
        store.save_sums_sent(sums)


class Pulse:
    """Records the progress of a job, and stops it on request."""

    def __init__(self, job: CopyJob):
        self.job = job
        self.next_at = 0.0

    def __call__(self, done: int, total: int) -> None:
        self.job.done, self.job.total = done, total
        if time.monotonic() < self.next_at:
            return
        self.next_at = time.monotonic() + PULSE
        if store.is_stop_requested():
            raise Stopped
        store.write_job(self.job)


def end_job(job: CopyJob, stage: str, message: str = "") -> None:
    """Record the end of a copy."""
    job.stage, job.message, job.ended_at = stage, message, time.time()
    store.write_job(job)
