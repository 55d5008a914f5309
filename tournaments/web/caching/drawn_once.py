"""Rendering something once for many readers, for each edition of an organisation."""

import hashlib
from collections.abc import Callable
from datetime import datetime
from threading import Lock
from typing import TypeVar
from weakref import WeakValueDictionary

from django.core.cache import caches
from django.urls import get_script_prefix
from django.utils import timezone
from django.utils.translation import get_language

from skatclub.release.build import EDITION
from tournaments.scope.edition_number import edition_number, next_release
from tournaments.scope.scope import organisation_in_scope
from tournaments.scope.withheld import is_for_visitors
from tournaments.words.decks import deck_name

Drawn = TypeVar("Drawn")
locks: "WeakValueDictionary[str, Lock]" = WeakValueDictionary()
locks_guard = Lock()


def draw_once(draw: Callable[[], Drawn], *parts: object) -> Drawn:
    """Return the result of ``draw``, kept for ``parts``, language, deck and prefix.

    ``parts`` is what is drawn, and the rights of the reader; the edition of the data is
    always part of the key. Other readers wait for the first instead of rendering the
    same, so that 500 readers cost one rendering. The result must not depend on the
    request, as other readers get it, too.
    """
    word = state_digest(*parts, get_language(), deck_name(), get_script_prefix())
    return kept(draw, word)


def kept(draw: Callable[[], Drawn], key: str) -> Drawn:
    """Return the result of ``draw``, which is kept in this process under ``key``."""
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
    """Return a digest of ``parts`` and the edition, the same in every process.

    It differs for visitors, who do not see everything. It changes every day, as coming
    events become past ones, and whenever something is released.
    """
    return digest(EDITION, *edition_state(), is_for_visitors(), *parts)


def digest(*parts: object) -> str:
    """Return a digest of ``parts`` alone."""
    return hashlib.sha256(repr(parts).encode()).hexdigest()[:32]


def edition_state() -> tuple[object, ...]:
    """Return what everything that is shown depends on: data and time."""
    edition = (organisation_in_scope(), edition_number())
    return (*edition, end_of(edition), timezone.localdate())


def end_of(edition: tuple[int, int]) -> datetime | None:
    """Return when something is released, by which an edition ends by itself."""
    cache, key, now = caches["drawn"], digest("end", edition), timezone.now()
    [end] = cache.get(key) or [now]
    if end is not None and end <= now:
        end = next_release(now)
        cache.set(key, [end])
    return end


def lock_for(key: str) -> Lock:
    """Return the lock of ``key``, which exists while it is in use."""
    with locks_guard:
        lock = locks.get(key)
        if lock is None:
            lock = locks[key] = Lock()
        return lock
