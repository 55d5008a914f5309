"""What the pages about people have in common: who may be changed."""

from django.http import HttpRequest
from django.shortcuts import get_object_or_404

from tournaments.people.models import Player


def editable_person(request: HttpRequest, pk: int) -> Player:
    """Return a person that the account may change and who was not removed, or 404."""
    people = Player.objects.editable_by(request.user).filter(removed_at__isnull=True)
    return get_object_or_404(people.select_related("club"), pk=pk)
