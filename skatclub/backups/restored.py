"""When a backup was last put back; empty where that has never happened."""

from functools import lru_cache

from django.conf import settings

from skatclub.machine.private_files import read, write

NAME = "restored"


@lru_cache(maxsize=1)
def last_restored() -> str:
    """Return the moment as it was when this process began, or put one back itself."""
    return read(settings.DATA_DIR / NAME)


def note_restored(moment: str) -> None:
    """Write down that a backup was put back."""
    write(settings.DATA_DIR / NAME, moment)
    last_restored.cache_clear()
