"""How often somebody may guess the one-time code."""

from contextlib import suppress

from django.core.cache import cache

KEY = "set-up-attempts"
MOST_ATTEMPTS = 10
SECONDS = 60


def has_too_many_attempts():
    return cache.get(KEY, 0) >= MOST_ATTEMPTS


def count_attempt():
    """Count a wrong code; the count is forgotten a minute after the first."""
    if not cache.add(KEY, 1, timeout=SECONDS):
        # The minute may end between the two.
        with suppress(ValueError):
            cache.incr(KEY)
