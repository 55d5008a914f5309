"""Sending waiting notices: in order, repeatedly, by one sender at a time."""

from collections.abc import Callable, Mapping
from datetime import datetime, timedelta
from functools import partial
from time import monotonic

from django.db import transaction
from django.db.models import Exists, Min, OuterRef, Q, QuerySet
from django.utils import timezone

from tournaments.api.notices.bodies import is_readable, notice_body
from tournaments.api.notices.posting import Outcome, post
from tournaments.api.notices.signing import signed_headers
from tournaments.notices.models import Notice, Subscription
from tournaments.notices.services import schedule_sender
from tournaments.programme.models import Event, Series
from tournaments.scope.withheld import UNTIL_RELEASED
from tournaments.words.notices import NoticeFault, NoticeState

Post = Callable[[str, Mapping[str, str], str], Outcome]
IsReadable = Callable[[Notice], bool]
Now = Callable[[], datetime]
PAUSES = (
    *(timedelta(seconds=5), timedelta(minutes=5), timedelta(minutes=30)),
    *(timedelta(hours=hours) for hours in (2, 5, 10, 14, 20, 24)),
)
"""Between ten tries, as Standard Webhooks proposes: over three days in all."""
LEASE = timedelta(seconds=90)
"""How long other senders wait; longer than a try can take, renewed for each."""
AT_A_TIME = 20
"""Seconds of sending before other work has its turn."""
RETENTION = timedelta(days=30)
"""How long a notice can be sent again after it arrived or was given up."""


def send_due(
    subscription: int,
    *,
    post: Post = post,
    now: Now = timezone.now,
    at_a_time: float = AT_A_TIME,
) -> int:
    """Send the due notices of one program; return the number of tries."""
    deliver = partial(deliver_notice, post=post, now=now)
    return send_in_turn(subscription, deliver, now=now, at_a_time=at_a_time)


def send_in_turn(
    subscription: int,
    deliver: Callable[[Notice], object],
    *,
    now: Now = timezone.now,
    at_a_time: float = AT_A_TIME,
) -> int:
    """Try to deliver the due notices one by one; return the number of tries.

    A later sender is ordered before the first try, in case this one dies.
    """
    end = monotonic() + at_a_time
    clear_order(subscription, now())
    tries = 0
    if first_due(subscription, now()) and claim_sending(subscription, now()):
        while monotonic() < end and (notice := first_due(subscription, now())):
            if not extend_lease(subscription, now()):
                break
            deliver(notice)
            tries += 1
        release_sending(subscription, now())
    order_next(subscription, now())
    return tries


def clear_order(subscription: int, now: datetime) -> None:
    """Note that the sender who was ordered is at work."""
    rows = Subscription.objects.filter(pk=subscription, next_look_at__lte=now)
    rows.update(next_look_at=None)


@transaction.atomic
def claim_sending(subscription: int, now: datetime) -> bool:
    """Keep other senders away, and order one in case this one dies.

    False if another one is at work.
    """
    free = Q(busy_until=None) | Q(busy_until__lte=now)
    rows = Subscription.objects.filter(free, pk=subscription)
    is_ours = bool(rows.update(busy_until=now + LEASE))
    schedule_sender(subscription, now + LEASE)
    return is_ours


def extend_lease(subscription: int, now: datetime) -> bool:
    """Keep other senders away for one more try; False for an inactive program."""
    rows = Subscription.objects.filter(pk=subscription, is_active=True)
    return bool(rows.update(busy_until=now + LEASE))


def release_sending(subscription: int, now: datetime) -> None:
    """Let others send, and delete notices that were settled long ago."""
    Subscription.objects.filter(pk=subscription).update(busy_until=None)
    rows = Notice.objects.filter(subscription=subscription, at__lt=now - RETENTION)
    # A letter stays as long as its event, so that nobody gets it twice.
    rows.filter(recipient=None).exclude(state=NoticeState.WAITING).delete()


def order_next(subscription: int, now: datetime) -> None:
    """Order a sender for when the next notice is due, if any is waiting."""
    due = waiting_notices(subscription).aggregate(at=Min("due_at"))["at"]
    if due is not None:
        schedule_sender(subscription, max(due, now))


def waiting_notices(subscription: int) -> QuerySet[Notice]:
    """Return the waiting notices of an active program, the first of each queue."""
    return Notice.objects.filter(
        subscription=subscription,
        subscription__is_active=True,
        state=NoticeState.WAITING,
    ).exclude(has_earlier_in_queue())


def has_earlier_in_queue() -> Exists:
    """Return the condition that an earlier notice of the same queue is waiting."""
    earlier = Notice.objects.filter(
        subscription=OuterRef("subscription"),
        queue=OuterRef("queue"),
        state=NoticeState.WAITING,
        pk__lt=OuterRef("pk"),
    )
    return Exists(earlier)


def first_due(subscription: int, now: datetime) -> Notice | None:
    """Return the notice to send first, None if none is due."""
    rows = (
        waiting_notices(subscription).filter(due_at__lte=now).order_by("due_at", "pk")
    )
    ties = ("subscription", "event", "series__event", "recipient__player")
    return rows.select_related(*ties).first()


def deliver_notice(notice: Notice, *, post: Post, now: Now) -> None:
    """Try once to send a notice, and record the outcome."""
    if not is_readable(notice):
        hold_back_notice(notice, now())
        return
    body = notice.body or notice_body(notice)
    if not body:
        notice.delete()
        return
    if not notice.body:
        if_still_waiting(notice).update(body=body)
    subscription = notice.subscription
    headers = signed_headers(subscription.secret, notice.message_id, body, now())
    record_outcome(notice, post(subscription.address, headers, body), now())


@transaction.atomic
def hold_back_notice(
    notice: Notice, now: datetime, is_readable: IsReadable = is_readable
) -> None:
    """Hold a notice back until its subject is public, with the event locked.

    A release at the same moment waits, and then finds the notice held back.
    """
    list(Event.objects.select_for_update().filter(pk=notice.event_id or 0))
    if is_readable(notice):
        return
    until = None
    if notice.series_id is not None and notice.event and notice.event.is_published:
        until = release_time(notice.series_id, now)
    if_still_waiting(notice).update(due_at=until)


def release_time(series: int, now: datetime) -> datetime | None:
    """Return when a series becomes public by itself; None if it never does."""
    row = Series.objects.get(pk=series)
    moments = [moment for moment in (row.draw_from, row.results_from) if moment]
    last = max(moments, default=now)
    return None if last >= UNTIL_RELEASED else last


def if_still_waiting(notice: Notice) -> QuerySet[Notice]:
    """Return the notice as a queryset, empty if it was settled meanwhile."""
    return Notice.objects.filter(pk=notice.pk, state=NoticeState.WAITING)


@transaction.atomic
def record_outcome(notice: Notice, outcome: Outcome, now: datetime) -> None:
    """Record the outcome of a try; after the last one a notice is given up."""
    tries = notice.tries + 1
    state, due = NoticeState.SENT, None
    if outcome.fault is not None:
        is_last = tries > len(PAUSES) or outcome.fault == NoticeFault.NO_MAILBOX
        state = NoticeState.GIVEN_UP if is_last else NoticeState.WAITING
        due = None if is_last else now + PAUSES[tries - 1]
    if_still_waiting(notice).update(
        state=state,
        due_at=due,
        tries=tries,
        fault=outcome.fault or "",
        status=outcome.status,
        tried_at=now,
    )
    if outcome.fault == NoticeFault.GONE:
        switch_off_program(notice.subscription, fault=NoticeFault.GONE)


def switch_off_program(subscription: Subscription, *, fault: NoticeFault) -> None:
    """Make a program inactive; its waiting notices are given up with ``fault``."""
    Subscription.objects.filter(pk=subscription.pk).update(is_active=False)
    rows = Notice.objects.filter(subscription=subscription, state=NoticeState.WAITING)
    rows.update(state=NoticeState.GIVEN_UP, due_at=None, fault=fault)
