"""Reading who gets results by mail."""

from django.db.models import Count, Q, QuerySet

from tournaments.people.models import MailAddress


def recipients() -> QuerySet[MailAddress]:
    """Return the addresses to which results are sent."""
    return MailAddress.objects.exclude(address="").filter(refused_at=None)


def mail_addresses() -> QuerySet[MailAddress]:
    """Return whoever asked for results, also once, with the person and who wrote it."""
    return MailAddress.objects.select_related("player", "recorded_by")


def recipient_counts() -> dict[str, int]:
    """Return how many get results, and how many addresses nobody has. One query."""
    active = ~Q(address="")
    return MailAddress.objects.aggregate(
        active=Count("pk", filter=active & Q(refused_at=None)),
        refused=Count("pk", filter=active & Q(refused_at__isnull=False)),
    )
