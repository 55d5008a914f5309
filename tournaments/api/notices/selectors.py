"""Reading keys, subscriptions and deliveries of notices."""

from dataclasses import dataclass

from django.db.models import Count, Max, Q, QuerySet

from tournaments.api.models import ApiKey
from tournaments.notices.models import MAIL, Notice, Subscription
from tournaments.words.notices import NoticeFault, NoticeState
from tournaments.words.rights import Role

MOST_DELIVERIES = 50


@dataclass(frozen=True, slots=True, kw_only=True)
class Delivery:
    """A notice as its page shows it; ``failure`` is empty unless the last try failed.

    ``status`` is the number that the receiver answered with, None without one.
    """

    notice: Notice
    subject: str
    failure: str
    status: int | None


def api_keys() -> list[ApiKey]:
    """Return the keys of other programs, valid ones first. One query."""
    rows = ApiKey.objects.select_related("account")
    return sorted(rows, key=lambda key: (key.revoked_at is not None, key.name))


def may_write(key: ApiKey) -> bool:
    """Return whether a program may write with this key."""
    return key.account.role == Role.TYPIST


def programs() -> QuerySet[Subscription]:
    """Return the subscriptions of programs, without the mail to people."""
    return Subscription.objects.exclude(address=MAIL)


def counted_subscriptions() -> QuerySet[Subscription]:
    """Return the programs with their counts of waiting and lost notices. One query."""
    waiting = Count("notices", filter=Q(notices__state=NoticeState.WAITING))
    given_up = Count("notices", filter=Q(notices__state=NoticeState.GIVEN_UP))
    return programs().annotate(
        waiting=waiting, given_up=given_up, tried_at=Max("notices__tried_at")
    )


def deliveries_to(subscription: Subscription) -> list[Delivery]:
    """Return the last notices to a program, the newest first. One query."""
    rows = subscription.notices.select_related("event", "series__event")[
        :MOST_DELIVERIES
    ]
    return [
        Delivery(
            notice=row,
            subject=notice_subject(row),
            failure=str(NoticeFault(row.fault).label) if row.fault else "",
            status=row.status if row.fault == NoticeFault.REFUSED else None,
        )
        for row in rows
    ]


def notice_subject(notice: Notice) -> str:
    """Return the event a notice is about, with the code of the list."""
    name = notice.event.name if notice.event else ""
    is_list = notice.series_id is not None and notice.about
    return f"{name}, {notice.about}" if is_list else name
