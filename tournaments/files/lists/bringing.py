"""Several lists at once, each as a file or as a picture of its code."""

from collections.abc import Iterable
from dataclasses import dataclass

from django.core.files import File
from django.utils.translation import gettext as _

from tournaments.events.models import Event
from tournaments.files.event.reading.reading import MOST_BYTES, FileRefused
from tournaments.files.lists.pictures import is_picture, list_in_picture
from tournaments.files.lists.services import arrive
from tournaments.people.models import User
from tournaments.sheets.models import ArrivedList
from tournaments.words.choices import ArrivalRoute


@dataclass(frozen=True, slots=True)
class Brought:
    """The lists that have arrived, and a sentence for each file that is none."""

    arrived: tuple[ArrivedList, ...]
    refused: tuple[str, ...]


def bring_files(*, event: Event, files: Iterable[File], by: User) -> Brought:
    """Take in each file by itself: one that is refused holds up no other."""
    arrived, refused = [], []
    for file in files:
        try:
            arrived.append(bring(event=event, content=file.read(MOST_BYTES), by=by))
        except FileRefused as refusal:
            words = {"file": file.name, "reason": " ".join(refusal.messages)}
            refused.append(_("%(file)s: %(reason)s") % words)
    return Brought(tuple(arrived), tuple(refused))


def bring(*, event: Event, content: bytes, by: User) -> ArrivedList:
    """Take in a list as a file, or as a picture of its code. Raises ``FileRefused``."""
    if is_picture(content):
        return bring_read(event=event, text=list_in_picture(content), by=by)
    return arrive(event=event, content=content, route=ArrivalRoute.FILE, by=by)


def bring_read(*, event: Event, text: str, by: User) -> ArrivedList:
    """Take in a list whose code was read here. Raises ``FileRefused``."""
    return arrive(event=event, content=text.encode(), route=ArrivalRoute.QR, by=by)
