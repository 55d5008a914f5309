"""A copy as work for a worker: read the public pages, send what has changed."""

import time
from collections.abc import Callable

from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _

from skatclub import static_files
from tournaments.public.copying import copy_site, own_host
from tournaments.public.upload import store
from tournaments.public.upload.sending import Sent, Stopped, place_at, send
from tournaments.public.upload.store import CopyJob
from tournaments.public.upload.targets import Target
from tournaments.web.later import begin, later

PULSE = 0.5
"""Seconds between two signs of life."""


def start() -> None:
    """Begin a copy, unless one is on its way."""
    require_idle()
    require_target()
    store.ask_to_stop(False)
    store.write_job(CopyJob(began_at=time.time()))
    begin(run_copy)


def run_now() -> CopyJob:
    """Make a copy at once, as the command does; return how it went."""
    require_idle()
    require_target()
    store.ask_to_stop(False)
    return work(CopyJob(began_at=time.time()))


def follow_release() -> None:
    """Begin a copy where the owner wants one after each release.

    One that waits for a worker will read the release, too; after one that reads or
    sends already there is another.
    """
    if store.is_by_itself():
        store.ask_again(True)
        go_on()


def go_on() -> None:
    """Begin the copy that is asked for, unless one is on its way."""
    known, place = store.job(), store.target()
    is_idle = known is None or not known.is_active
    if store.is_asked_again() and is_idle and place is not None and place.is_ready:
        start()


def stop() -> None:
    """Ask the copy on its way to stop; one that waits for a worker ends at once."""
    store.ask_again(False)
    known = store.job()
    if known is None or not known.is_active:
        return
    store.ask_to_stop(True)
    if known.stage == store.WAITING:
        end(known, store.STOPPED)


def require_idle() -> None:
    """Refuse to do two things at once."""
    known = store.job()
    if known is not None and known.is_active:
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
    known = store.job()
    if known is not None and (known.is_active or store.is_asked_again()):
        work(known)


def work(job: CopyJob) -> CopyJob:
    """Read the public pages, send them, and write down how it went."""
    store.ask_again(False)
    store.write_job(job)
    sent = Sent(sums=store.sent_before())
    try:
        make_and_send(require_target(), job, sent)
    except Stopped:
        end(job, store.STOPPED)
    except ValidationError as refusal:
        end(job, store.FAILED, " ".join(refusal.messages))
    except Exception as mishap:
        end(job, store.FAILED, f"{type(mishap).__name__}")
        raise
    else:
        end(job, store.DONE)
    go_on()
    return job


def make_and_send(target: Target, job: CopyJob, sent: Sent) -> None:
    """Do both halves; what was sent is written down whatever happens."""

    def count(done: int, total: int) -> None:
        job.done, job.total = done, total
        job.new, job.changed, job.removed = sent.new, sent.changed, sent.removed
        job.same, job.size = sent.same, sent.size

    tell = Pulse(job, count)
    job.stage = store.READING
    static_files.collect()
    copy_site(store.site_folder(), host=own_host(), tell=lambda done: tell(done, 0))
    job.stage = store.SENDING
    before = store.sent_before()
    try:
        with place_at(target) as place:
            send(store.site_folder(), place, sent_before=before, sent=sent, tell=tell)
    finally:
        count(0, 0)
        store.keep_sent(sent.sums)


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
        if store.is_asked_to_stop():
            raise Stopped
        store.write_job(self.job)


def end(job: CopyJob, stage: str, message: str = "") -> None:
    """Write down how a copy ended."""
    job.stage, job.message, job.ended_at = stage, message, time.time()
    store.write_job(job)
