"""Whose turn it is to write: the threads of a process queue, first come first served.

SQLite lets one write at a time and has the others look again and again, up to a tenth
of a second apart. Whoever looks at the wrong moment is overtaken, and where forty
tables write without a pause somebody looked in vain for twenty seconds.
"""

from collections import deque
from functools import cache
from threading import Event, Lock


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
