"""Despite failures every notice arrives, and those of a list in their order."""

import datetime
from collections import defaultdict
from random import Random

import pytest
from django.utils import timezone
from django_tasks_db.models import DBTaskResult

from tests.factories import make_evening
from tournaments.api.notices.posting import Outcome
from tournaments.api.notices.sending import LEASE, PAUSES, send_due
from tournaments.api.notices.services import send_again, switch_program
from tournaments.events.planning.services import publish_event
from tournaments.events.visibility.services import withhold
from tournaments.notices.models import Notice, Subscription
from tournaments.notices.services import notify_programs
from tournaments.scope.withheld import UNTIL_RELEASED
from tournaments.seasons.models import Season
from tournaments.words.notices import CHOOSABLE, NoticeFault, NoticeKind, NoticeState

pytestmark = pytest.mark.django_db
TAKEN, FAILED = Outcome(None, 204), Outcome(NoticeFault.REFUSED, 500)


class Killed(BaseException):
    """The sender died at this moment."""


class Clock:
    """A clock that the tests move on."""

    def __init__(self):
        # Notices that a test writes are due, however long it takes.
        self.now = timezone.now() + datetime.timedelta(hours=1)

    def __call__(self):
        return self.now

    def move(self, pause):
        self.now += pause


class Wire:
    """Records notices and answers with the next of ``outcomes``, then accepts all."""

    def __init__(self, *outcomes):
        self.outcomes, self.arrived = list(outcomes), []

    def __call__(self, address, headers, body):
        self.arrived.append((headers["Webhook-Id"], body))
        return self.outcomes.pop(0) if self.outcomes else TAKEN


@pytest.fixture
def clock():
    return Clock()


@pytest.fixture
def hook(db):
    return Subscription.objects.create(
        address="https://example.org/", kinds=" ".join(CHOOSABLE), secret="whsec_MTIz"
    )


@pytest.fixture
def evening(db):
    return publish_event(event=make_evening(), is_published=True)


def finished(evening, code="ABCD", revision=1):
    """Write the notice of a finished list, without the one about the season."""
    series = evening.series.get(number=1)
    notify_programs(
        NoticeKind.FINISHED,
        event=evening,
        series=series,
        about=code,
        revision=revision,
    )
    Notice.objects.filter(kind=NoticeKind.SEASON).delete()


def state():
    return list(Notice.objects.order_by("pk").values_list("state", flat=True))


def test_a_notice_says_what_happened_and_where_to_read_it(hook, evening, clock):
    finished(evening, "ABCD", 7)
    wire = Wire()

    tries = send_due(hook.pk, post=wire, now=clock)

    ((message, body),) = wire.arrived
    notice = Notice.objects.get()
    at = notice.at.astimezone(datetime.UTC).isoformat(timespec="seconds")
    assert (tries, message) == (1, notice.message_id)
    assert body == (
        f'{{"type":"list.finished","timestamp":"{at}","data":{{"event":'
        f'"{evening.slug}","series":1,"list":"ABCD","revision":7,"address":'
        f'"/api/v1/events/{evening.slug}/lists/ABCD/"}}}}'
    )
    assert (notice.state, notice.status, notice.fault) == ("sent", 204, "")
    assert send_due(hook.pk, post=wire, now=clock) == 0


def test_ten_tries_over_days_then_it_is_given_up(hook, evening, clock):
    finished(evening)
    wire = Wire(*[FAILED] * 20)

    for pause in PAUSES:
        assert send_due(hook.pk, post=wire, now=clock) == 1
        assert send_due(hook.pk, post=wire, now=clock) == 0
        clock.move(pause)
    assert state() == ["waiting"]
    send_due(hook.pk, post=wire, now=clock)

    assert state() == ["given-up"]
    assert len(wire.arrived) == 10
    assert len({message for message, _body in wire.arrived}) == 1
    assert len({body for _message, body in wire.arrived}) == 1
    assert sum(PAUSES, datetime.timedelta()) > datetime.timedelta(days=3)


def test_a_failure_delays_only_notices_of_the_same_list(hook, evening, clock):
    for code, revision in (("AAAA", 1), ("BBBB", 1), ("AAAA", 2)):
        finished(evening, code, revision)
    wire = Wire(FAILED)

    send_due(hook.pk, post=wire, now=clock)

    assert state() == ["waiting", "sent", "waiting"]
    clock.move(PAUSES[0])
    send_due(hook.pk, post=wire, now=clock)
    assert state() == ["sent"] * 3
    assert ['"AAAA"' in body for _id, body in wire.arrived] == [True, False, True, True]


def test_a_sender_is_ordered_for_the_next_try(hook, evening, clock):
    finished(evening)
    DBTaskResult.objects.all().delete()

    send_due(hook.pk, post=Wire(FAILED), now=clock)

    ordered = sorted(DBTaskResult.objects.values_list("run_after", flat=True))
    # One in case this one dies, and one for the next try.
    assert ordered == [clock.now + PAUSES[0], clock.now + LEASE]
    clock.move(PAUSES[0])
    DBTaskResult.objects.all().delete()
    send_due(hook.pk, post=Wire(), now=clock)
    send_due(hook.pk, post=Wire(), now=clock)
    assert DBTaskResult.objects.count() <= 1


def test_two_senders_never_work_at_once(hook, evening, clock):
    finished(evening)
    inner = []

    def post(*_request):
        inner.append(send_due(hook.pk, post=Wire(), now=clock))
        return TAKEN

    send_due(hook.pk, post=post, now=clock)

    assert inner == [0]


def test_a_program_that_unsubscribes_gets_no_more_notices(hook, evening, clock):
    finished(evening, "AAAA")
    finished(evening, "BBBB")

    send_due(hook.pk, post=Wire(Outcome(NoticeFault.GONE, 410)), now=clock)
    hook.refresh_from_db()

    assert not hook.is_active
    assert state() == ["given-up", "given-up"]
    finished(evening, "CCCC")
    assert len(state()) == 2


def test_nothing_is_sent_of_an_unpublished_event(hook, evening, clock):
    publish_event(event=evening, is_published=False)
    finished(evening)
    wire = Wire()

    send_due(hook.pk, post=wire, now=clock)
    assert (wire.arrived, Notice.objects.get().due_at) == ([], None)
    assert Notice.objects.get().body == ""

    publish_event(event=evening, is_published=True)
    send_due(hook.pk, post=wire, now=clock)
    assert len(wire.arrived) == 1


def test_a_notice_of_a_withheld_series_is_sent_at_its_release(hook, evening, clock):
    day = datetime.timedelta(days=1)
    withhold(event=evening, moments={1: {"results_from": UNTIL_RELEASED}})
    finished(evening)
    wire = Wire()
    send_due(hook.pk, post=wire, now=clock)
    assert Notice.objects.get().due_at is None

    withhold(event=evening, moments={1: {"results_from": clock.now + day}})
    send_due(hook.pk, post=wire, now=clock)
    assert Notice.objects.get().due_at == clock.now + day
    assert wire.arrived == []

    withhold(event=evening, moments={1: {"results_from": None}})
    send_due(hook.pk, post=wire, now=clock)
    assert len(wire.arrived) == 1


def test_a_notice_of_an_event_withdrawn_is_not_tried_again(hook, evening, clock):
    finished(evening)
    send_due(hook.pk, post=Wire(FAILED), now=clock)
    publish_event(event=evening, is_published=False)
    clock.move(PAUSES[0])
    wire = Wire()

    send_due(hook.pk, post=wire, now=clock)

    assert wire.arrived == []


def test_only_public_seasons_are_named(hook, evening, clock):
    season = Season.objects.create(
        name="Saison", first_date=evening.date, last_date=evening.date
    )
    wire = Wire()
    notify_programs(NoticeKind.SEASON, event=evening)
    send_due(hook.pk, post=wire, now=clock)
    assert (wire.arrived, state()) == ([], [])

    Season.objects.update(is_published=True)
    notify_programs(NoticeKind.SEASON, event=evening)
    notify_programs(NoticeKind.SEASON, about=str(season.pk))
    send_due(hook.pk, post=wire, now=clock)

    shown = f'"data":{{"seasons":[{{"season":{season.pk},"name":"Saison","page":'
    assert [shown in body for _id, body in wire.arrived] == [True, True]


def test_a_notice_is_sent_again_with_the_same_id(hook, evening, clock):
    finished(evening)
    wire = Wire(Outcome(NoticeFault.GONE, 410))
    send_due(hook.pk, post=wire, now=clock)
    switch_program(subscription=hook, is_active=True)
    hook.refresh_from_db()

    assert send_again(subscription=hook) == 1
    send_due(hook.pk, post=wire, now=clock)
    assert send_again(subscription=hook) == 0
    assert send_again(subscription=hook, notice=Notice.objects.get()) == 1
    send_due(hook.pk, post=wire, now=clock)

    assert state() == ["sent"]
    assert len(wire.arrived) == 3
    assert len(set(wire.arrived)) == 1


def test_notices_that_arrived_long_ago_are_deleted(hook, evening, clock):
    for code in ("AAAA", "BBBB", "CCCC"):
        finished(evening, code)
    send_due(hook.pk, post=Wire(), now=clock)
    long_ago = clock.now - datetime.timedelta(days=31)
    Notice.objects.exclude(about="BBBB").update(at=long_ago)
    Notice.objects.filter(about="CCCC").update(state="waiting", due_at=clock.now)

    send_due(hook.pk, post=Wire(FAILED), now=clock)

    left = Notice.objects.order_by("about").values_list("about", flat=True)
    assert list(left) == ["BBBB", "CCCC"]


class Unlucky:
    """Refuses 30 %, and kills the sender ``deaths`` times, before or after a notice."""

    def __init__(self, seed, deaths):
        self.chance, self.left = Random(seed), deaths
        self.deaths, self.arrived = [], []

    def __call__(self, _address, headers, _body):
        luck = self.chance.random()
        if luck < 0.08:
            self.die("before")
        if luck < 0.38:
            return FAILED
        self.arrived.append(headers["Webhook-Id"])
        if luck > 0.92:
            self.die("after")
        return TAKEN

    def die(self, when):
        if self.left:
            self.left -= 1
            self.deaths.append(when)
            raise Killed


def send_all(hook, post, clock):
    waiting = Notice.objects.filter(state=NoticeState.WAITING)
    while waiting.exists():
        try:
            send_due(hook.pk, post=post, now=clock)
        except Killed:
            clock.move(LEASE)
        clock.move(PAUSES[1])


def test_notices_arrive_in_order_though_receiver_and_sender_fail(hook, evening, clock):
    for number in range(120):
        finished(evening, f"L{number % 12:03}", number)
    told = {row.message_id: (row.about, row.revision) for row in Notice.objects.all()}
    wire = Unlucky(seed=7, deaths=20)

    send_all(hook, wire, clock)

    assert len(wire.deaths) == 20
    assert set(wire.deaths) == {"before", "after"}
    assert set(wire.arrived) == set(told)
    assert len(wire.arrived) > len(told)
    by_list = defaultdict(list)
    for message in wire.arrived:
        code, revision = told[message]
        by_list[code].append(revision)
    assert all(numbers == sorted(numbers) for numbers in by_list.values())
    assert set(state()) == {"sent"}
