"""Sending what waits: in order, again and again, and by one sender at a time."""

from collections.abc import Callable, Mapping
from datetime import datetime, timedelta
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
"""Between ten tries, as Standard Webhooks proposes: a good three days in all."""
LEASE = timedelta(seconds=90)
"""So long nobody else sends; longer than a try can take, and begun anew with each."""
AT_A_TIME = 20
"""Seconds of sending, after which other work has its turn."""
RETENTION = timedelta(days=30)
"""What has arrived, or was given up, can be sent again for so long."""


def send_due(
    subscription: int,
    *,
    post: Post = post,
    now: Now = timezone.now,
    at_a_time: float = AT_A_TIME,
) -> int:
    """Send what is due to one program; return how many tries that took."""

    def post_one(notice: Notice) -> None:
        deliver_notice(notice, post=post, now=now)

    return send_in_turn(subscription, post_one, now=now, at_a_time=at_a_time)


def send_in_turn(
    subscription: int,
    deliver: Callable[[Notice], object],
    *,
    now: Now = timezone.now,
    at_a_time: float = AT_A_TIME,
) -> int:
    """Try one after the other of what is due; return how many tries that took.

    Whatever happens here, a sender that comes later is ordered before the first try.
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
    """Note that the sender who was ordered has come."""
    rows = Subscription.objects.filter(pk=subscription, next_look_at__lte=now)
    rows.update(next_look_at=None)


@transaction.atomic
def claim_sending(subscription: int, now: datetime) -> bool:
    """Keep other senders away, and order the one who comes if this one dies.

    False if another one is at work.
    """
    free = Q(busy_until=None) | Q(busy_until__lte=now)
    rows = Subscription.objects.filter(free, pk=subscription)
    is_ours = bool(rows.update(busy_until=now + LEASE))
    schedule_sender(subscription, now + LEASE)
    return is_ours


def extend_lease(subscription: int, now: datetime) -> bool:
    """Keep others away for another try; False if this program is told no more."""
    rows = Subscription.objects.filter(pk=subscription, is_active=True)
    return bool(rows.update(busy_until=now + LEASE))


def release_sending(subscription: int, now: datetime) -> None:
    """Let others send, and forget what was settled long ago."""
    Subscription.objects.filter(pk=subscription).update(busy_until=None)
    rows = Notice.objects.filter(subscription=subscription, at__lt=now - RETENTION)
    # A letter stays as long as its event: nobody gets it twice.
    rows.filter(recipient=None).exclude(state=NoticeState.WAITING).delete()


def order_next(subscription: int, now: datetime) -> None:
    """Order a sender for the moment when something is due again, if anything is."""
    due = waiting_notices(subscription).aggregate(at=Min("due_at"))["at"]
    if due is not None:
        schedule_sender(subscription, max(due, now))


def waiting_notices(subscription: int) -> QuerySet[Notice]:
    """Return what waits to be sent to a program that is told."""
    return Notice.objects.filter(
        subscription=subscription,
        subscription__is_active=True,
        state=NoticeState.WAITING,
    ).exclude(has_earlier_in_queue())


def has_earlier_in_queue() -> Exists:
    """Return the condition that something of the same queue has to arrive before."""
    before = Notice.objects.filter(
        subscription=OuterRef("subscription"),
        queue=OuterRef("queue"),
        state=NoticeState.WAITING,
        pk__lt=OuterRef("pk"),
    )
    return Exists(before)


def first_due(subscription: int, now: datetime) -> Notice | None:
    """Return what is to be sent first, None if nothing is due."""
    rows = (
        waiting_notices(subscription).filter(due_at__lte=now).order_by("due_at", "pk")
    )
    ties = ("subscription", "event", "series__event", "recipient__player")
    return rows.select_related(*ties).first()


def deliver_notice(notice: Notice, *, post: Post, now: Now) -> None:
    """Try once to send a notice, and write down what became of it."""
    if not is_readable(notice):
        hold_back_notice(notice, now())
        return
    body = notice.body or notice_body(notice)
    if not body:
        notice.delete()
        return
    if not notice.body:
        if_still_waiting(notice).update(body=body)
    one = notice.subscription
    headers = signed_headers(one.secret, notice.message_id, body, now())
    record_outcome(notice, post(one.address, headers, body), now())


@transaction.atomic
def hold_back_notice(
    notice: Notice, now: datetime, is_readable: IsReadable = is_readable
) -> None:
    """Wait until everybody may read what a notice tells, with its event locked.

    Whoever publishes it at this moment waits, and finds what was held back.
    """
    list(Event.objects.select_for_update().filter(pk=notice.event_id or 0))
    if is_readable(notice):
        return
    until = None
    if notice.series_id is not None and notice.event and notice.event.is_published:
        until = shown_from(notice.series_id, now)
    if_still_waiting(notice).update(due_at=until)


def shown_from(series: int, now: datetime) -> datetime | None:
    """Return from when on visitors read a series, if it shows by itself one day."""
    row = Series.objects.get(pk=series)
    moments = [each for each in (row.draw_from, row.results_from) if each]
    last = max(moments, default=now)
    return None if last >= UNTIL_RELEASED else last


def if_still_waiting(notice: Notice) -> QuerySet[Notice]:
    """Return the notice, unless somebody has settled it meanwhile."""
    return Notice.objects.filter(pk=notice.pk, state=NoticeState.WAITING)


@transaction.atomic
def record_outcome(notice: Notice, outcome: Outcome, now: datetime) -> None:
    """Write down what became of a try; after the last one a notice is given up."""
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
    """Tell a program nothing more; what waits is given up, for this reason."""
    Subscription.objects.filter(pk=subscription.pk).update(is_active=False)
    rows = Notice.objects.filter(subscription=subscription, state=NoticeState.WAITING)
    rows.update(state=NoticeState.GIVEN_UP, due_at=None, fault=fault)
