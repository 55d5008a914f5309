"""Making, uploading and restoring backups on request."""

from collections.abc import Iterable
from pathlib import Path

from django.utils import timezone

from skatclub.backups.folder import (
    ASKED,
    BROUGHT,
    carry_over,
    choose_second_place,
    copies_folder,
    new_name,
    scratch,
    stored_copies,
)
from skatclub.backups.making import back_up, pack
from skatclub.backups.reading import opened
from skatclub.backups.restoring import restore


def make_copy() -> Path:
    """Make a backup now. Raises ``NoCopy`` with a message."""
    return back_up(ASKED, at=timezone.now())


def store_brought_copy(pieces: Iterable[bytes]) -> Path:
    """Store an uploaded backup and return its path.

    A bare database file is packed as a backup. Raises ``CopyRefused``.
    """
    folder = copies_folder()
    with scratch(folder) as place:
        file = Path(place) / "file"
        with file.open("wb") as target:
            target.writelines(pieces)
        with opened(file, folder=folder) as copy:
            manifest = copy.manifest
            word = manifest.clubs[0] if len(manifest.clubs) == 1 else ""
            path = new_name(folder, word=word, at=manifest.made_at, purpose=BROUGHT)
            if not manifest.files:
                pack(copy.database, manifest, file)
            file.replace(path)
    return path


def set_second_place(path: str) -> None:
    """Set the second folder for all backups, and copy the last one there."""
    choose_second_place(path)
    if copies := stored_copies():
        carry_over(copies[0].path)


def restore_copy(path: Path) -> Path:
    """Restore a backup and return the path of a backup of the previous state.

    Raises ``CopyRefused``, ``NoCopy`` or ``NotRestored`` without changing anything.
    """
    with opened(path, folder=copies_folder()) as copy:
        return restore(copy, at=timezone.now())
