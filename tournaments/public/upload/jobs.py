"""A copy as work for a worker: read the public pages, send what has changed."""

import time
from collections.abc import Callable

from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _

from skatclub import static_files
from tournaments.public.copying import copy_site, own_host_name
from tournaments.public.upload import store
from tournaments.public.upload.sending import SendResult, Stopped, open_place, send_copy
from tournaments.public.upload.store import CopyJob
from tournaments.public.upload.targets import Target
from tournaments.web.later import begin, later

PULSE = 0.5
"""Seconds between two signs of life."""


def start_copy() -> None:
    """Begin a copy, unless one is on its way."""
    require_idle()
    require_target()
    store.request_stop(False)
    store.write_job(CopyJob(began_at=time.time()))
    begin(run_copy)


def run_copy_now() -> CopyJob:
    """Make a copy at once, as the command does; return how it went."""
    require_idle()
    require_target()
    store.request_stop(False)
    return work_on(CopyJob(began_at=time.time()))


def copy_after_release() -> None:
    """Begin a copy where the owner wants one after each release.

    One that waits for a worker will read the release, too; after one that reads or
    sends already there is another.
    """
    if store.is_by_itself():
        store.request_copy(True)
        start_requested_copy()


def start_requested_copy() -> None:
    """Begin the copy that is asked for, unless one is on its way."""
    job, target = store.job(), store.target()
    is_idle = job is None or not job.is_active
    if store.is_copy_requested() and is_idle and target is not None and target.is_ready:
        start_copy()


def stop_copy() -> None:
    """Ask the copy on its way to stop; one that waits for a worker ends at once."""
    store.request_copy(False)
    job = store.job()
    if job is None or not job.is_active:
        return
    store.request_stop(True)
    if job.stage == store.WAITING:
        end_job(job, store.STOPPED)


def require_idle() -> None:
    """Refuse to do two things at once."""
    job = store.job()
    if job is not None and job.is_active:
        raise ValidationError(_("A copy is on its way already."), code="running")


def require_target() -> Target:
    """Return where the copy goes; refuse where that is not settled."""
    target = store.target()
    if target is None or not target.is_ready:
        raise ValidationError(_("Please say first where the copy goes."), code="target")
    return target


@later
def run_copy() -> None:
    """Make the copy that was asked for, unless it was stopped meanwhile.

    After a release it is made however late a worker comes.
    """
    job = store.job()
    if job is not None and (job.is_active or store.is_copy_requested()):
        work_on(job)


def work_on(job: CopyJob) -> CopyJob:
    """Read the public pages, send them, and write down how it went."""
    store.request_copy(False)
    store.write_job(job)
    result = SendResult(sums=store.sums_sent())
    try:
        make_and_send(require_target(), job, result)
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


def make_and_send(target: Target, job: CopyJob, result: SendResult) -> None:
    """Do both halves; what was sent is written down whatever happens."""

    def count(done: int, total: int) -> None:
        job.done, job.total = done, total
        job.new, job.changed, job.removed = result.new, result.changed, result.removed
        job.same, job.size = result.same, result.size

    pulse = Pulse(job, count)
    job.stage = store.READING
    static_files.collect()
    copy_site(
        store.site_folder(), host=own_host_name(), tell=lambda done: pulse(done, 0)
    )
    job.stage = store.SENDING
    sums_before = store.sums_sent()
    try:
        with open_place(target) as place:
            send_copy(
                store.site_folder(),
                place,
                sent_before=sums_before,
                result=result,
                tell=pulse,
            )
    finally:
        count(0, 0)
        store.save_sums_sent(result.sums)


class Pulse:
    """Writes down how far a job is, and hears whether it shall stop."""

    def __init__(self, job: CopyJob, count: Callable[[int, int], None]):
        self.job = job
        self.count = count
        self.next_at = 0.0

    def __call__(self, done: int, total: int) -> None:
        self.count(done, total)
        if time.monotonic() < self.next_at:
            return
        self.next_at = time.monotonic() + PULSE
        if store.is_stop_requested():
            raise Stopped
        store.write_job(self.job)


def end_job(job: CopyJob, stage: str, message: str = "") -> None:
    """Write down how a copy ended."""
    job.stage, job.message, job.ended_at = stage, message, time.time()
    store.write_job(job)
