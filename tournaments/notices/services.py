"""Storing notices together with the change that they are about."""

from collections.abc import Collection, Iterable
from datetime import datetime, timedelta

from django.db.models import Q
from django.utils import timezone

from tournaments.notices.models import Notice, Subscription
from tournaments.programme.models import Event, Series
from tournaments.web.later import begin_by_name
from tournaments.words.notices import NoticeKind, NoticeState

SENDER = "tournaments.api.notices.work.send_notices"
"""The job that sends. It is named, not imported: it uses topics above this one."""
OVERDUE = timedelta(hours=1)
"""A sender that was scheduled so long ago will no longer run."""


def notify_programs(
    kind: NoticeKind,
    *,
    event: Event | None = None,
    series: Series | None = None,
    about: str = "",
    revision: int | None = None,
) -> None:
    """Store a notice for each program that wants one; called with the change.

    What happens to a list may also change a season: the same call stores a notice of
    that. One query if there is no subscription.
    """
    subscriptions = list(Subscription.objects.filter(is_active=True))
    if not subscriptions:
        return
    now = timezone.now()
    kinds = {kind} if kind == NoticeKind.TEST else {kind, NoticeKind.SEASON}
    rows = [
        Notice(
            subscription=subscription,
            kind=wanted,
            event=event,
            series=series,
            about=about,
            revision=revision,
            queue=queue_name(wanted, event=event, about=about),
            at=now,
            due_at=now,
        )
        for subscription in subscriptions
        for wanted in NoticeKind
        if wanted in kinds and subscription.wants(wanted)
    ]
    schedule_senders(store_notices(rows), now)


def store_notices(rows: Iterable[Notice]) -> set[int]:
    """Store notices; return the keys of their subscriptions."""
    return {row.subscription_id for row in Notice.objects.bulk_create(rows)}


def queue_name(kind: NoticeKind, *, event: Event | None, about: str) -> str:
    """Return the name of the queue whose notices arrive one after the other."""
    topic = "list" if kind in (NoticeKind.FINISHED, NoticeKind.CORRECTED) else kind
    return f"{topic} {event.pk if event else ''} {about}".strip()


def retry_held_notices(events: Collection[int]) -> None:
    """Try held notices again: the people who may read these events have changed."""
    never_tried = Q(due_at=None) | Q(body="")
    held = Notice.objects.filter(
        never_tried, event__in=events, state=NoticeState.WAITING
    )
    keys = set(held.values_list("subscription", flat=True))
    if keys:
        now = timezone.now()
        held.update(due_at=now)
        schedule_senders(keys, now)


def schedule_senders(subscriptions: Iterable[int], at: datetime) -> None:
    """Schedule a sender for each subscription that has none yet."""
    for key in sorted(subscriptions):
        schedule_sender(key, at)


def schedule_sender(subscription: int, at: datetime) -> None:
    """Schedule a sender for that moment, unless one comes earlier anyway."""
    later = Q(next_look_at=None) | Q(next_look_at__gt=at)
    lost = Q(next_look_at__lt=timezone.now() - OVERDUE)
    rows = Subscription.objects.filter(later | lost, pk=subscription)
    if rows.update(next_look_at=at):
        begin_by_name(SENDER, at=at, subscription=subscription)
