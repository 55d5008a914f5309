"""Receiving several lists at once, each as a file or as a picture of its code."""

from collections.abc import Iterable
from dataclasses import dataclass

from django.core.files import File
from django.utils.translation import gettext as _

from tournaments.events.models import Event
from tournaments.files.event.reading.reading import MOST_BYTES, FileRefused
from tournaments.files.lists.pictures import is_picture, list_in_picture
from tournaments.files.lists.services import receive_list
from tournaments.people.models import User
from tournaments.sheets.models import ArrivedList
from tournaments.words.choices import ArrivalRoute


@dataclass(frozen=True, slots=True)
class Arrivals:
    """The lists that arrived, and a sentence for each file that was refused."""

    lists: tuple[ArrivedList, ...]
    refusals: tuple[str, ...]


def receive_files(*, event: Event, files: Iterable[File], by: User) -> Arrivals:
    """Receive each file by itself, so that a refused one does not hold up others."""
    lists, refusals = [], []
    for file in files:
        try:
            lists.append(
                receive_file(event=event, content=file.read(MOST_BYTES), by=by)
            )
        except FileRefused as refusal:
            words = {"file": file.name, "reason": " ".join(refusal.messages)}
            refusals.append(_("%(file)s: %(reason)s") % words)
    return Arrivals(tuple(lists), tuple(refusals))


def receive_file(*, event: Event, content: bytes, by: User) -> ArrivedList:
    """Receive a list as a file or as a picture of its code. Raises ``FileRefused``."""
    if is_picture(content):
        return receive_scanned(event=event, text=list_in_picture(content), by=by)
    return receive_list(event=event, content=content, route=ArrivalRoute.FILE, by=by)


def receive_scanned(*, event: Event, text: str, by: User) -> ArrivedList:
    """Receive a list as the text of its scanned code. Raises ``FileRefused``."""
    return receive_list(
        event=event, content=text.encode(), route=ArrivalRoute.QR, by=by
    )
