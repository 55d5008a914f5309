"""Work that takes longer than a page, in a process beside those that serve."""

import logging
import os
import subprocess
import sys
from datetime import timedelta
from threading import Event, Thread
from typing import Any

from django.conf import settings
from django.db import DatabaseError, connection
from django.utils import timezone
from django_tasks.base import TaskResultStatus
from django_tasks.signals import task_enqueued
from django_tasks_db.models import DBTaskResult

MOST_TRIES = 3
"""So often a task may take its worker down with it."""
KEPT = timedelta(days=14)
"""Tasks that are over are kept so long, for whoever wants to know what went wrong."""
EVERY_MINUTE = 60
PATIENCE = 5
"""Seconds a process has to end by itself."""

log = logging.getLogger(__name__)


class WorkerDied(Exception):
    """A task whose worker came to its end each time."""


def take_up_again(worker: str) -> None:
    """Put back what the worker of this name left undone when it died.

    Only one process has the name at a time, so nobody is working on it any more.
    """
    for result in DBTaskResult.objects.running():
        if result.worker_ids[-1:] != [worker]:
            continue
        if len(result.worker_ids) < MOST_TRIES:
            result.status = TaskResultStatus.READY
            result.save(update_fields=["status"])
        else:
            result.set_failed(WorkerDied(worker))


def forget_finished() -> None:
    """Delete the tasks that have been over for long."""
    DBTaskResult.objects.finished().filter(
        finished_at__lt=timezone.now() - KEPT
    ).delete()


def is_any_left() -> bool:
    """Tell whether something waits for a worker, or was left undone by one."""
    try:
        waiting = DBTaskResult.objects.ready() | DBTaskResult.objects.running()
        return waiting.exists()
    except DatabaseError:
        log.exception("The tasks cannot be read")
        return False
    finally:
        connection.close()


def start_worker() -> subprocess.Popen[bytes]:
    """Start a process that does what waits and ends; the log has what goes wrong."""
    manage = str(settings.BASE_DIR / "manage.py")
    options = ("--worker-id=up", "--batch", "--no-startup-delay")
    return subprocess.Popen(
        [sys.executable, manage, "worker", *options],
        cwd=settings.BASE_DIR,
        env=os.environ | {"SKATCLUB_DATA": str(settings.DATA_DIR)},
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        start_new_session=True,
    )


class Helper:
    """Starts a worker beside a single server, whenever there is something to do.

    A process, not a thread: a draw keeps a core busy for a minute, and a hall of
    phones would wait. It is gone when nothing is left, so that a small machine has its
    memory for itself.
    """

    def __init__(self) -> None:
        self.news = Event()
        self.is_over = False
        self.process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        task_enqueued.connect(self.call)
        Thread(target=self.watch, daemon=True).start()

    def call(self, **_news: Any) -> None:
        self.news.set()

    def watch(self) -> None:
        while not self.is_over:
            self.news.clear()
            if is_any_left():
                self.process = start_worker()
                self.process.wait()
            self.news.wait(timeout=EVERY_MINUTE)

    def stop(self) -> None:
        """End the worker; what it leaves undone is taken up by the next one."""
        task_enqueued.disconnect(self.call)
        self.is_over = True
        self.news.set()
        if self.process is not None and self.process.poll() is None:
            self.process.terminate()
            try:
                self.process.wait(timeout=PATIENCE)
            except subprocess.TimeoutExpired:
                self.process.kill()
                self.process.wait()
