"""Deleting the photos of paper lists that were kept long enough."""

from datetime import timedelta

from django.utils import timezone

from tournaments.organisations.models import Organisation
from tournaments.scope.scope import scope
from tournaments.sheets.photos.services import drop_due_photos


def let_photos_go() -> None:
    """Delete the photos that their organisations have kept long enough."""
    for organisation, days in Organisation.objects.values_list("pk", "photo_days"):
        with scope(organisation):
            drop_due_photos(until=timezone.now() - timedelta(days=days))
