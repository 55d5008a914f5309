"""Beside a running site: a copy after each hour of changes, and one when it stops.

What is kept for some days only goes on the same round.
"""

import logging
from collections.abc import Callable
from threading import Event, Thread

from django.db import connection

from skatclub.backups.making import NoCopy, back_up_if_due

FIRST_LOOK = 60  # seconds; the start belongs to whoever waits for it
EVERY = 300
logger = logging.getLogger(__name__)


class Keeper(Thread):
    """Looks every five minutes whether a copy is due, and what is to go."""

    def __init__(self, let_go: Callable[[], None]) -> None:
        super().__init__(name="backups", daemon=True)
        self.is_over = Event()
        self.let_go = let_go

    def run(self) -> None:
        wait = FIRST_LOOK
        while not self.is_over.wait(wait):
            wait = EVERY
            look_after()
            self.tidy()
        connection.close()

    def tidy(self) -> None:
        try:
            self.let_go()
        except Exception:
            logger.exception("What is old stays")

    def stop(self) -> None:
        """Make the copy of the evening: what changed since the last one."""
        self.is_over.set()
        self.join()
        look_after(at_the_end=True)


def look_after(*, at_the_end: bool = False) -> None:
    """Make a copy if it is time; a failure is noted for the page and in the log."""
    try:
        back_up_if_due(at_the_end=at_the_end)
    except NoCopy as problem:
        logger.warning("No backup: %s", problem.messages[0])
    except Exception:
        logger.exception("No backup")
