"""Reading the tallies of lists, together with their events."""

from django.db.models import QuerySet

from tournaments.sheets.models import ListTally

EVENT = "sheet__series__event"


def list_rows(*, published_only: bool) -> QuerySet[ListTally]:
    """Return the tallies of all lists, or only those of published events."""
    rows = ListTally.objects.order_by()
    return rows.filter(**{f"{EVENT}__is_published": True}) if published_only else rows
