"""Writing down, with a change, whom to tell of it."""

from collections.abc import Collection, Iterable
from datetime import datetime, timedelta

from django.db.models import Q
from django.utils import timezone

from skatclub.machine.letters import can_send
from tournaments.notices.models import MAIL, Notice, Subscription
from tournaments.people.mail.selectors import recipients
from tournaments.programme.models import Event, Series
from tournaments.web.later import begin_named
from tournaments.words.notices import NoticeKind, NoticeState

SENDER = "tournaments.api.notices.work.send_notices"
"""The work that sends. By its name, as a page is: it knows the topics above."""
MAIL_SENDER = "tournaments.public.mail.work.send_letters"
OVERDUE = timedelta(hours=1)
"""A sender that was ordered so long ago does not come any more."""


def notify_programs(
    kind: NoticeKind,
    *,
    event: Event | None = None,
    series: Series | None = None,
    about: str = "",
    revision: int | None = None,
) -> None:
    """Write a notice for each program that wants to know; called with the change.

    What happens to a list may move a season as well, which is told by the same call.
    One query where nobody wants to know anything.
    """
    wanted = list(Subscription.objects.filter(is_active=True))
    if not wanted:
        return
    now = timezone.now()
    kinds = {kind} if kind == NoticeKind.TEST else {kind, NoticeKind.SEASON}
    rows = [
        Notice(
            subscription=one,
            kind=each,
            event=event,
            series=series,
            about=about,
            revision=revision,
            queue=queue_name(each, event=event, about=about),
            at=now,
            due_at=now,
        )
        for one in wanted
        for each in NoticeKind
        if each in kinds and one.wants(each)
    ]
    schedule_senders(store_notices(rows), now)


def notify_people(event: Event) -> None:
    """Write a letter about released results for everybody who asked for them.

    Who has one about this event gets no other; where the first was held back it is
    tried now. Nothing is written where no mail can be sent: one that comes months
    later is news to nobody. One query where nobody asked.
    """
    if not can_send() or not (asked := list(recipients())):
        return
    mail, _is_new = Subscription.objects.get_or_create(address=MAIL)
    now = timezone.now()
    letters = [
        Notice(
            subscription=mail,
            kind=NoticeKind.EVENT,
            event=event,
            recipient=one,
            queue=f"mail {one.pk}",
            at=now,
            due_at=now,
        )
        for one in asked
    ]
    Notice.objects.bulk_create(letters, ignore_conflicts=True)
    own = Notice.objects.filter(subscription=mail, event=event)
    own.filter(state=NoticeState.WAITING, due_at=None).update(due_at=now)
    schedule_sender(mail.pk, now)


def store_notices(rows: Iterable[Notice]) -> set[int]:
    """Store notices; return the keys of who gets them."""
    return {row.subscription_id for row in Notice.objects.bulk_create(rows)}


def queue_name(kind: NoticeKind, *, event: Event | None, about: str) -> str:
    """Return the word of those that arrive one after the other."""
    what = "list" if kind in (NoticeKind.FINISHED, NoticeKind.CORRECTED) else kind
    return f"{what} {event.pk if event else ''} {about}".strip()


def retry_held_notices(events: Collection[int]) -> None:
    """Let what was held back be tried anew: who may read these events has changed."""
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
    """Let somebody send to each of these at that moment, unless they are ordered."""
    for key in sorted(subscriptions):
        schedule_sender(key, at)


def schedule_sender(subscription: int, at: datetime) -> None:
    """Order a sender for that moment; one that comes sooner will do."""
    later = Q(next_look_at=None) | Q(next_look_at__gt=at)
    lost = Q(next_look_at__lt=timezone.now() - OVERDUE)
    rows = Subscription.objects.filter(later | lost, pk=subscription)
    if rows.update(next_look_at=at):
        is_mail = Subscription.objects.filter(pk=subscription, address=MAIL).exists()
        sender = MAIL_SENDER if is_mail else SENDER
        begin_named(sender, at=at, subscription=subscription)
