"""Helpers for pages about people, and the recording of exports."""

from collections.abc import Callable
from functools import wraps

from django.http import HttpRequest, HttpResponseBase
from django.shortcuts import get_object_or_404

from tournaments.people.deeds import record_export
from tournaments.people.models import Player
from tournaments.words.choices import ExportedFile

View = Callable[..., HttpResponseBase]


def recording_exports(
    file: ExportedFile, view: View, about: Callable[[int], int | None] = int
) -> View:
    """Let a view that returns a file record the export.

    Visitors only get public files, which are not recorded. ``about`` turns the key in
    the address into that of the object whose history shows the export.
    """

    @wraps(view)
    def noting(request: HttpRequest, **arguments: object) -> HttpResponseBase:
        answer = view(request, **arguments)
        is_file = answer.has_header("Content-Disposition") and request.method == "GET"
        if is_file and answer.status_code == 200 and request.user.is_authenticated:
            key = arguments.get("pk")
            number = about(key) if isinstance(key, int) else None
            record_export(file, by=request.user, about=number)
        return answer

    return noting


def editable_person(request: HttpRequest, pk: int) -> Player:
    """Return a person the account may change who was not removed, or 404."""
    people = Player.objects.editable_by(request.user).filter(removed_at__isnull=True)
    return get_object_or_404(people.select_related("club"), pk=pk)
