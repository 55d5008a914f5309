"""Notices to a program that fails, from a sender that is killed: ``bench notices``.

The sender is a real worker and is killed by the system wherever it is; only the pauses
between tries are skipped, by moving what waits to the present.
"""

import json
import subprocess
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from itertools import pairwise
from random import Random
from threading import Event as Signal
from time import perf_counter

from django.db import connection
from django.test.utils import override_settings
from django.utils import timezone
from django_tasks_db.models import DBTaskResult

from tests.bench.rows import Row, Scale
from tests.bench.served import started
from tests.factories import make_evening
from tests.tournaments.api.notices.receiver import Receiver, receiving
from tournaments.api.notices.signing import new_secret
from tournaments.events.planning.services import publish_event
from tournaments.notices.models import Notice, Subscription
from tournaments.notices.services import notify_programs, schedule_sender
from tournaments.words.notices import NoticeKind, NoticeState

LISTS = 40
REFUSES = 0.3
PATIENCE = 120
"""Seconds for one sender; more is a mistake."""
MOST_ROUNDS = 100
"""Senders that work to the end; more is a mistake, too."""


@dataclass(slots=True)
class Program:
    """What is told: refuses three of ten, and can wait for the moment to kill."""

    chance: Random
    answers: Counter[int] = field(default_factory=Counter)
    arrived: list[str] = field(default_factory=list)
    kill_at: int | None = None
    is_time: Signal = field(default_factory=Signal)

    def take(self, request: Mapping[str, str]) -> int:
        status = 503 if self.chance.random() < REFUSES else 204
        self.answers[status] += 1
        if status == 204:
            self.arrived.append(request["id"])
        if self.kill_at is not None and self.answers.total() >= self.kill_at:
            self.is_time.set()
        return status


def measure_notices(scale: Scale, seed: int) -> Iterator[Row]:
    """Tell a program of many lists while it refuses and its sender is killed."""
    program = Program(Random(seed))
    home = override_settings(PRIVATE_NOTICES=True)
    with home, receiving(Receiver(program.take)) as address:
        subscription = Subscription.objects.create(
            address=address, kinds=NoticeKind.FINISHED, secret=new_secret()
        )
        told = happen(scale.notices)
        start = perf_counter()
        for number in range(scale.kills):
            program.kill_at = (number + 1) * scale.notices // (scale.kills + 1)
            kill_one(program, subscription.pk)
        program.kill_at = None
        rounds = send_the_rest(subscription.pk)
        seconds = perf_counter() - start
    yield from outcome(scale, program, told, rounds, seconds)


def happen(count: int) -> dict[str, tuple[str, int]]:
    """Let so many lists be finished; return what each notice is about."""
    event = publish_event(event=make_evening(), is_published=True)
    series = event.series.get()
    for number in range(count):
        notify_programs(
            NoticeKind.FINISHED,
            event=event,
            series=series,
            about=f"L{number % LISTS:03}",
            revision=number,
        )
    return {row.message_id: (row.about, row.revision) for row in Notice.objects.all()}


def kill_one(program: Program, subscription: int) -> None:
    """Start a sender and kill it when the program has seen enough of it."""
    program.is_time.clear()
    with sender(subscription) as process:
        while process.poll() is None and not program.is_time.wait(timeout=0.01):
            pass
        process.kill()


def send_the_rest(subscription: int) -> int:
    """Let senders work until nothing waits; return how many it took."""
    waiting = Notice.objects.filter(state=NoticeState.WAITING)
    for rounds in range(MOST_ROUNDS):
        if not waiting.exists():
            return rounds
        with sender(subscription) as process:
            code = process.wait(timeout=PATIENCE)
        if code:
            raise ChildProcessError(f"a sender ended with {code}")
    raise TimeoutError(f"still waiting after {MOST_ROUNDS} senders: {waiting[0]}")


@contextmanager
def sender(subscription: int) -> Iterator[subprocess.Popen[str]]:
    """Start a worker after the pauses, and after the lease of one that died."""
    now = timezone.now()
    DBTaskResult.objects.all().delete()
    Notice.objects.filter(state=NoticeState.WAITING).update(due_at=now)
    Subscription.objects.update(busy_until=None, next_look_at=None)
    schedule_sender(subscription, now)
    with started("notices_sender") as process:
        assert process.stdin
        task = {"database": str(connection.settings_dict["NAME"])}
        process.stdin.write(f"{json.dumps(task)}\n")
        process.stdin.flush()
        try:
            yield process
        finally:
            process.kill()


def outcome(
    scale: Scale,
    program: Program,
    told: dict[str, tuple[str, int]],
    rounds: int,
    seconds: float,
) -> Iterator[Row]:
    """Compare what arrived with what was told."""
    often = Counter(program.arrived)
    sizes = f"{scale.notices} notices, {LISTS} lists"
    lost = len(told.keys() - often.keys())
    strangers = len(often.keys() - told.keys())
    yield Row(
        what="lost, or with another id",
        sizes=f"{sizes}, {scale.kills} kills",
        measured=f"{lost} and {strangers}",
        target="none",
        is_met=lost == strangers == 0,
    )
    mixed = disorder(program.arrived, told)
    yield Row(
        what="before an earlier one of its list",
        sizes=f"{program.answers[503]} of {program.answers.total()} tries refused",
        measured=f"{mixed}",
        target="none",
        is_met=mixed == 0,
    )
    yield Row(
        what="arrived more than once",
        sizes=f"{rounds} senders after the kills",
        measured=f"{sum(often.values()) - len(often)}",
    )
    yield Row(
        what="until all had arrived, no pauses",
        sizes=f"{program.answers.total() / seconds:.0f} tries a second, with starts",
        measured=f"{seconds:.1f} s",
    )


def disorder(arrived: list[str], told: dict[str, tuple[str, int]]) -> int:
    """Return how often something came before an earlier one of its list."""
    by_list = defaultdict(list)
    for message in arrived:
        code, revision = told[message]
        by_list[code].append(revision)
    return sum(
        later < sooner
        for numbers in by_list.values()
        for sooner, later in pairwise(numbers)
    )
