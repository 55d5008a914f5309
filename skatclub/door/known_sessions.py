"""The sessions that this process has found in the database: those of the desk.

Whoever waits is told from visitors before anything is asked of the database.
An invented cookie is no session; a real one waits once with the visitors.
"""

from collections import OrderedDict
from threading import Lock

MOST = 1000

_known: OrderedDict[str, None] = OrderedDict()
_lock = Lock()


def note_session(key: str) -> None:
    """Remember a session that was found, and forget the one used longest ago."""
    with _lock:
        _known[key] = None
        _known.move_to_end(key)
        if len(_known) > MOST:
            _known.popitem(last=False)


def forget_session(key: str) -> None:
    with _lock:
        _known.pop(key, None)


def is_known(key: str | None) -> bool:
    return key in _known
