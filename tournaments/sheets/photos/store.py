"""The files of photos: in a separate folder, so that no backup keeps them longer.

There is one folder for each organisation, readable only by the user of the server.
"""

import os
import secrets
import shutil
import time
from collections.abc import Collection
from pathlib import Path

from django.conf import settings

from tournaments.scope.scope import organisation_in_scope

HOUR = 60 * 60  # seconds that a file may be without its row


def photo_folder() -> Path:
    """Return the folder of the organisation in scope."""
    folder = Path(settings.PHOTOS) / str(organisation_in_scope())
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    return folder


def store_photo(content: bytes) -> str:
    """Store a picture and return its name."""
    name = secrets.token_hex(16)
    handle = os.open(photo_folder() / name, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    with os.fdopen(handle, "wb") as file:
        file.write(content)
    return name


def read_photo(name: str) -> bytes | None:
    """Return a picture; None if it is gone, as after a backup was restored."""
    try:
        return (photo_folder() / name).read_bytes()
    except FileNotFoundError:
        return None


def drop_photo(name: str) -> None:
    (photo_folder() / name).unlink(missing_ok=True)


def drop_all_photos(organisation: int) -> None:
    """Delete all photos of an organisation that is deleted."""
    shutil.rmtree(Path(settings.PHOTOS) / str(organisation), ignore_errors=True)


def drop_stray_photos(*, used: Collection[str]) -> None:
    """Delete the photos whose names are not ``used`` by any list."""
    latest = time.time() - HOUR
    for path in photo_folder().iterdir():
        if path.name not in used and path.stat().st_mtime < latest:
            path.unlink(missing_ok=True)
