"""What the pages about people have in common: who may be changed, what is noted."""

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
    """Let a view that answers with a file write down who took it along.

    Visitors get what is public anyway, and leave no trace. ``about`` turns the key in
    the address into that of the thing whose history tells of it.
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
    """Return a person that the account may change and who was not removed, or 404."""
    people = Player.objects.editable_by(request.user).filter(removed_at__isnull=True)
    return get_object_or_404(people.select_related("club"), pk=pk)
