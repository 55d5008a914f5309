"""Reading the tallies of lists, with the event each list belongs to."""

from django.db.models import QuerySet

from tournaments.sheets.models import ListTally

EVENT = "sheet__series__event"


def list_rows(*, published_only: bool) -> QuerySet[ListTally]:
    """Return the lists that a reader may see."""
    rows = ListTally.objects.order_by()
    return rows.filter(**{f"{EVENT}__is_published": True}) if published_only else rows
