"""Deleting old photos of paper lists in a background worker."""

from datetime import timedelta

from django.utils import timezone

from tournaments.organisations.selectors import own_organisation
from tournaments.sheets.photos.services import drop_due_photos
from tournaments.web.later import later


@later
def let_photos_go() -> None:
    """Delete the photos that the organisation in scope has kept long enough."""
    if organisation := own_organisation():
        days = timedelta(days=organisation.photo_days)
        drop_due_photos(until=timezone.now() - days)
