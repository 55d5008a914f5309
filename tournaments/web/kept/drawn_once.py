"""What is drawn once for many readers and kept as long as it stays the same."""

import hashlib
from collections.abc import Callable
from threading import Lock
from typing import TypeVar
from weakref import WeakValueDictionary

from django.core.cache import caches
from django.urls import get_script_prefix
from django.utils.translation import get_language

from skatclub.backups.restored import last_restored
from skatclub.release.build import EDITION
from tournaments.scope.withheld import is_for_visitors
from tournaments.words.decks import deck_name

Drawn = TypeVar("Drawn")
locks: "WeakValueDictionary[str, Lock]" = WeakValueDictionary()
locks_guard = Lock()


def draw_once(draw: Callable[[], Drawn], *parts: object) -> Drawn:
    """Return what ``draw`` makes, made once for ``parts``, language, deck and edition.

    ``parts`` name everything else on which it depends: the revision of the data, who
    may read it. Another reader waits for the first one instead of drawing the
    same, so that 500 readers cost one drawing. What ``draw`` makes must not depend on
    a request: other readers get it, too.
    """
    key = state_digest(*parts, get_language(), deck_name(), get_script_prefix())
    cache = caches["drawn"]
    drawing: Drawn | None = cache.get(key)
    if drawing is not None:
        return drawing
    with lock_for(key):
        drawing = cache.get(key)
        if drawing is None:
            drawing = draw()
            cache.set(key, drawing)
    return drawing


def state_digest(*parts: object) -> str:
    """Return a short word for ``parts`` that is the same in every process.

    It is another one for visitors, who do not read everything, and after a backup was
    put back: the same revision may be of a state that is no more.
    """
    state = (EDITION, last_restored(), is_for_visitors(), *parts)
    return hashlib.sha256(repr(state).encode()).hexdigest()[:32]


def lock_for(key: str) -> Lock:
    """Return the one lock of ``key``; it goes when nobody holds it any more."""
    with locks_guard:
        lock = locks.get(key)
        if lock is None:
            lock = locks[key] = Lock()
        return lock
