"""Django's SQLite, except that the threads of one process write in turns."""

from collections import deque
from functools import cache
from threading import Event, Lock
from typing import Any

from django.db import OperationalError
from django.db.backends.sqlite3 import base

from skatclub.machine.commits import TellsBeforeCommit


class Turns:
    """A lock that is handed on in the order in which it was asked for."""

    def __init__(self) -> None:
        self.lock = Lock()
        self.waiting: deque[Event] = deque()
        self.is_taken = False

    def take(self, seconds: float) -> bool:
        """Wait for the turn; return whether it came within ``seconds``."""
        with self.lock:
            if not self.is_taken:
                self.is_taken = True
                return True
            mine = Event()
            self.waiting.append(mine)
        if mine.wait(seconds):
            return True
        with self.lock:
            if mine.is_set():
                return True
            self.waiting.remove(mine)
            return False

    def give_back(self) -> None:
        """Let the next one write who waits."""
        with self.lock:
            if self.waiting:
                self.waiting.popleft().set()
            else:
                self.is_taken = False


@cache
def turns_on(name: str) -> Turns:
    """Return the turns of a database, the same ones for every thread."""
    return Turns()


USUAL = 5  # seconds, as Python's own for SQLite


class DatabaseWrapper(TellsBeforeCommit, base.DatabaseWrapper):
    """A connection whose transactions wait for their turn, and not for ever.

    They wait as long as the ``timeout`` of the database says, for the other threads
    and then once more for other programs; after that the database is called locked,
    as SQLite itself does.
    """

    turn: Turns | None = None  # of this thread, while it writes

    def _start_transaction_under_autocommit(self) -> None:
        self.take_turn()
        try:
            super()._start_transaction_under_autocommit()  # type: ignore[misc]
        except BaseException:
            self.give_turn_back()
            raise

    def _commit(self) -> Any:
        done = super()._commit()  # type: ignore[misc]
        self.give_turn_back()
        return done

    def _rollback(self) -> Any:
        try:
            return super()._rollback()  # type: ignore[misc]
        finally:
            self.give_turn_back()

    def _close(self) -> Any:
        try:
            return super()._close()  # type: ignore[misc]
        finally:
            self.give_turn_back()

    def take_turn(self) -> None:
        """Wait until this thread may write. Raises ``OperationalError``."""
        if self.turn or self.is_in_memory_db():
            return
        turns = turns_on(str(self.settings_dict["NAME"]))
        if not turns.take(self.settings_dict["OPTIONS"].get("timeout", USUAL)):
            raise OperationalError("database is locked: others are writing")
        self.turn = turns

    def give_turn_back(self) -> None:
        """Let the next thread write, if this one could."""
        turns, self.turn = self.turn, None
        if turns:
            turns.give_back()
