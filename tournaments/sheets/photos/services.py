"""Storing and deleting the photo of a paper list."""

from datetime import datetime
from functools import partial

from django.db import transaction
from django.db.models.functions import Coalesce
from django.utils import timezone

from tournaments.people.models import User
from tournaments.sheets.models import ListPhoto, ScoreSheet
from tournaments.sheets.photos.pictures import redrawn_photo
from tournaments.sheets.photos.store import (
    drop_photo,
    drop_stray_photos,
    store_photo,
)


@transaction.atomic
def add_photo(*, sheet: ScoreSheet, content: bytes, by: User) -> ListPhoto:
    """Store the photo of a list instead of the one before.

    Raises ``ValidationError`` for a file that is no picture.
    """
    picture = redrawn_photo(content)
    # Somebody who sends another photo at the same moment waits here.
    ScoreSheet.objects.select_for_update().get(pk=sheet.pk)
    delete_photo(sheet=sheet)
    photo = ListPhoto(
        sheet=sheet, name=store_photo(picture), taken_at=timezone.now(), by=by
    )
    photo.check_and_save()
    return photo


def delete_photo(*, sheet: ScoreSheet) -> None:
    """Delete the photo of a list, if it has one."""
    for photo in ListPhoto.objects.filter(sheet=sheet):
        photo.delete()
        transaction.on_commit(partial(drop_photo, photo.name))


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
    drop_stray_photos(used=set(ListPhoto.objects.values_list("name", flat=True)))
