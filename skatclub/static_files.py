"""Collect the static files only when one of them has changed."""

import hashlib
from pathlib import Path

from django.conf import settings
from django.contrib.staticfiles.finders import get_finders
from django.core.management import call_command

# What packages bring along and no page asks for; compressing it took most of the time.
UNUSED = ["django_tables2", "htmax-*", "htmx-4*", "htmx-2.js", "ext"]


def collect() -> bool:
    """Bring the collected files up to date; tell whether that was necessary."""
    stamp = Path(settings.STATIC_ROOT) / ".stamp"
    wanted = fingerprint()
    if stamp.exists() and stamp.read_text(encoding="ascii") == wanted:
        return False
    call_command(
        "collectstatic",
        interactive=False,
        clear=True,
        verbosity=0,
        ignore_patterns=UNUSED,
    )
    stamp.write_text(wanted, encoding="ascii")
    return True


def fingerprint() -> str:
    """Return a digest of name, size and time of every static file that is used."""
    digest = hashlib.sha256()
    for finder in get_finders():
        for name, storage in finder.list(UNUSED):
            found = Path(storage.path(name)).stat()
            digest.update(f"{name} {found.st_size} {found.st_mtime_ns}\n".encode())
    return digest.hexdigest()
