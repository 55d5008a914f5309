"""Storing and deleting the photo of a paper list."""

import os
import secrets
import shutil
import time
from datetime import datetime
from functools import partial
from io import BytesIO
from pathlib import Path

from django.conf import settings
from django.db import transaction
from django.db.models.functions import Coalesce
from django.utils import timezone
from PIL import Image

from tournaments.people.models import User
from tournaments.scope.scope import organisation_in_scope
from tournaments.sheets.models import ListPhoto, ScoreSheet
from tournaments.web.pictures import MOST_PIXELS, read_picture

MOST_BYTES = 15 * 1024 * 1024
SIDE = 2000
STORED_BYTES = 600_000
QUALITIES = (82, 70, 55, 40)  # the first that makes it small enough is used


def redrawn_photo(content: bytes) -> bytes:
    """Return a photo as a JPEG without the place and time that cameras store.

    Raises ``ValidationError`` for a file that is no picture, broken or too large.
    """
    picture = read_picture(content, mode="RGB", most_pixels=MOST_PIXELS, side=SIDE)
    picture.thumbnail((SIDE, SIDE))
    clean = Image.new("RGB", picture.size)
    clean.paste(picture)
    for quality in QUALITIES:
        clean.save(out := BytesIO(), "JPEG", quality=quality, optimize=True)
        if out.tell() <= STORED_BYTES:
            break
    return out.getvalue()


HOUR = 60 * 60  # seconds that a file may be without its row


def photo_folder() -> Path:
    """Return the folder of the organisation in scope."""
    folder = Path(settings.PHOTOS) / str(organisation_in_scope())
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    return folder


def read_photo(name: str) -> bytes | None:
    """Return a picture; None if it is gone, as after a backup was restored."""
    try:
        return (photo_folder() / name).read_bytes()
    except FileNotFoundError:
        return None


def drop_all_photos(organisation: int) -> None:
    """Delete all photos of an organisation that is deleted."""
    shutil.rmtree(Path(settings.PHOTOS) / str(organisation), ignore_errors=True)


@transaction.atomic
def add_photo(*, sheet: ScoreSheet, content: bytes, by: User) -> ListPhoto:
    """Store the photo of a list instead of the one before.

    Raises ``ValidationError`` for a file that is no picture.
    """
    picture = redrawn_photo(content)
    # Somebody who sends another photo at the same moment waits here.
    ScoreSheet.objects.select_for_update().get(pk=sheet.pk)
    delete_photo(sheet=sheet)
    name = secrets.token_hex(16)
    handle = os.open(photo_folder() / name, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    with os.fdopen(handle, "wb") as file:
        file.write(picture)
    photo = ListPhoto(sheet=sheet, name=name, taken_at=timezone.now(), by=by)
    photo.check_and_save()
    return photo


def delete_photo(*, sheet: ScoreSheet) -> None:
    for photo in ListPhoto.objects.filter(sheet=sheet):
        photo.delete()
        file = photo_folder() / photo.name
        transaction.on_commit(partial(file.unlink, missing_ok=True))


@transaction.atomic
def place_photo(
    *, photo: ListPhoto, turned: int, first_line: int | None, last_line: int | None
) -> ListPhoto:
    """Write how a photo is rotated, and where its first and last game are."""
    photo.turned = turned
    photo.first_line, photo.last_line = first_line, last_line
    photo.full_clean()
    photo.save(update_fields=["turned", "first_line", "last_line"])
    return photo


def drop_due_photos(*, until: datetime) -> None:
    """Delete the photos of lists that were finished before ``until``.

    A list that was never finished counts from the day of its photo.
    """
    photos = ListPhoto.objects.annotate(
        since=Coalesce("sheet__finished_at", "taken_at")
    )
    photos.filter(since__lt=until).delete()
    used = set(ListPhoto.objects.values_list("name", flat=True))
    latest = time.time() - HOUR
    for path in photo_folder().iterdir():
        if path.name not in used and path.stat().st_mtime < latest:
            path.unlink(missing_ok=True)
