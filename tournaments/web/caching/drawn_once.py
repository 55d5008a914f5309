"""Rendering something once for many readers, until it changes."""

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
    """Return the result of ``draw``, cached for ``parts``, language, deck and edition.

    ``parts`` is everything else that the result depends on: the revision of the data,
    the rights of the reader. Other readers wait for the first instead of rendering the
    same, so that 500 readers cost one rendering. The result must not depend on the
    request, as other readers get it, too.
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
    """Return a digest of ``parts`` that is the same in every process.

    It differs for visitors, who do not see everything, and after a backup was restored,
    when the same revision may belong to another state.
    """
    state = (EDITION, last_restored(), is_for_visitors(), *parts)
    return hashlib.sha256(repr(state).encode()).hexdigest()[:32]


def lock_for(key: str) -> Lock:
    """Return the lock of ``key``, which exists while it is in use."""
    with locks_guard:
        lock = locks.get(key)
        if lock is None:
            lock = locks[key] = Lock()
        return lock
