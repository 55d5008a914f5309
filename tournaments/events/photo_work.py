"""Letting the photos of paper lists go, done by a worker beside the pages."""

from datetime import timedelta

from django.utils import timezone

from tournaments.organisations.selectors import own_organisation
from tournaments.sheets.photos.services import drop_due_photos
from tournaments.web.later import later


@later
def let_photos_go() -> None:
    """Delete the photos that the organisation in scope has kept long enough."""
    if own := own_organisation():
        drop_due_photos(until=timezone.now() - timedelta(days=own.photo_days))
