"""Uploaded files, kept between the preview and the confirmation of an import."""

import os
import re
import secrets
import time
from collections.abc import Iterable
from pathlib import Path

from django.conf import settings

from tournaments.files.event.reading import MOST_BYTES
from tournaments.web.requests import refuse_above

DAY = 24 * 60 * 60
TOKEN = re.compile(r"[\w-]{20,40}")
refuse_large_files = refuse_above(MOST_BYTES)


def keep_content(content: bytes, *, owner: int) -> str:
    """Keep a file for a day; return the token under which its owner finds it."""
    return keep_pieces([content], owner=owner)


def keep_pieces(pieces: Iterable[bytes], *, owner: int) -> str:
    """Keep a file that is never in memory as a whole; return its token."""
    folder = upload_folder()
    drop_old_files(folder)
    token = secrets.token_urlsafe(24)
    handle = os.open(
        folder / f"{owner}-{token}", os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600
    )
    with os.fdopen(handle, "wb") as file:
        file.writelines(pieces)
    return token


def upload_path(token: str, *, owner: int) -> Path | None:
    """Return the path of a file of ``owner``; None for what cannot be a token."""
    if not TOKEN.fullmatch(token):
        return None
    return upload_folder() / f"{owner}-{token}"


def upload_content(token: str, *, owner: int) -> bytes | None:
    """Return the content of a file of ``owner``; None if it is gone."""
    path = upload_path(token, owner=owner)
    try:
        return path.read_bytes() if path else None
    except FileNotFoundError:
        return None


def drop_file(token: str, *, owner: int) -> None:
    if path := upload_path(token, owner=owner):
        path.unlink(missing_ok=True)


def upload_folder() -> Path:
    """Return the folder of uploads, readable by the site's own user only."""
    folder = Path(settings.UPLOADS)
    folder.mkdir(mode=0o700, exist_ok=True)
    return folder


def drop_old_files(folder: Path) -> None:
    """Delete the files whose owners have not come back within a day."""
    yesterday = time.time() - DAY
    for path in folder.iterdir():
        if path.stat().st_mtime < yesterday:
            path.unlink(missing_ok=True)
