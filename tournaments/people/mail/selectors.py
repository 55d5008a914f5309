"""The recipients of results by mail."""

from django.db.models import Count, Q, QuerySet

from tournaments.people.models import MailAddress


def recipients() -> QuerySet[MailAddress]:
    """Return the addresses that results are sent to."""
    return MailAddress.objects.exclude(address="").filter(refused_at=None)


def mail_addresses() -> QuerySet[MailAddress]:
    """Return all consents, even withdrawn ones, with the person and the recorder."""
    return MailAddress.objects.select_related("player", "recorded_by")


def recipient_counts() -> dict[str, int]:
    """Return the number of recipients and of invalid addresses. One query."""
    active = ~Q(address="")
    return MailAddress.objects.aggregate(
        active=Count("pk", filter=active & Q(refused_at=None)),
        refused=Count("pk", filter=active & Q(refused_at__isnull=False)),
    )
