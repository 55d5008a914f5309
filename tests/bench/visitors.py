"""A hall of phones on the standings of the event that is just being typed.

They look while games are saved in the same event and one of its lists is finished;
first everybody arrives, then everybody stays. With one process, then with several.
"""

from collections.abc import Iterator, Sequence
from contextvars import copy_context
from dataclasses import dataclass, field
from itertools import cycle
from random import Random
from threading import Event as Signal
from threading import Thread
from time import perf_counter

from django.db import connection
from django.urls import reverse

from scoring.notation.writing import write_line
from tests.bench.hall import HallPhone, Seen, arriving, run_apart, steady
from tests.bench.people import (
    FOUR,
    GAMES,
    add_crowd,
    add_secretary,
    finished_event,
    noted_list,
)
from tests.bench.rows import Row, Scale, Spent, milliseconds
from tests.bench.saving import post
from tests.bench.served import Phone, Served, nobody_else_sees, phone, site
from tournaments.events.models import Event, Series
from tournaments.events.seats.services import open_table
from tournaments.people.models import User
from tournaments.sheets.finishing.services import finish_sheet
from tournaments.sheets.models import ScoreSheet

MOST_READING, MOST_SAVING = 0.5, 0.05
SAVES_A_SECOND = 2
ARRIVING = 5  # seconds in which everybody opens the page
EVERY = 10  # seconds after which everybody looks again
TABLES = 6


@dataclass(slots=True, kw_only=True)
class Desk:
    """The secretary, who types on lists of the event and finishes one of them."""

    phone: Phone
    sheets: Sequence[ScoreSheet]
    texts: Sequence[str]
    by: User
    times: list[float] = field(default_factory=list)
    over: Signal = field(default_factory=Signal)
    numbers: dict[int, int] = field(default_factory=dict)

    def type_on(self, seconds: float) -> None:
        """Save two games a second; in the middle finish the first list."""
        start = perf_counter()
        has_finished = False
        for turn, sheet in enumerate(cycle(self.sheets[1:])):
            wait = start + turn / SAVES_A_SECOND - perf_counter()
            if self.over.wait(max(0, wait)):
                break
            if not has_finished and perf_counter() - start > seconds / 2:
                finish_sheet(sheet=self.sheets[0], by=self.by, cut_short=True)
                has_finished = True
            number = self.numbers.get(sheet.pk, 0) + 1
            if number > GAMES:
                break
            self.times.append(post(self.phone, sheet, number, self.texts[number - 1]))
            self.numbers[sheet.pk] = number
        connection.close()


def measure_visitors(scale: Scale, seed: int) -> Iterator[Row]:
    """Fill the hall, with one process that serves and with several."""
    if row := nobody_else_sees("visitors"):
        yield row
        return
    secretary = add_secretary(f"visitors-{seed}")
    crowd = add_crowd(scale.players, "Saal")
    typing = add_crowd(TABLES * FOUR, "Tisch")
    for workers in sorted({1, scale.workers}):
        event = finished_event(crowd, series=scale.series, seed=seed + workers)
        sheets = open_in(event, typing)
        with site(workers) as processes:
            desk = desk_at(processes[0], sheets, seed, by=secretary)
            yield from hall_rows(processes, event, desk, scale, seed)


def open_in(event: Event, people: Sequence[object]) -> list[ScoreSheet]:
    """Open lists of a last series, which are going to be typed."""
    number = event.series.count() + 1
    series = Series.objects.create(event=event, number=number)
    return [
        open_table(series=series, players=people[start : start + FOUR])  # type: ignore[arg-type]
        for start in range(0, len(people), FOUR)
    ]


def desk_at(
    served: Served, sheets: Sequence[ScoreSheet], seed: int, *, by: User
) -> Desk:
    """Return the secretary with a list that can be finished and others to type."""
    texts = [write_line(noted) for noted in noted_list(seed)]
    desk = Desk(phone=phone(served.port, by), sheets=sheets, texts=texts, by=by)
    for sheet in sheets:
        desk.phone.get(sheet.get_absolute_url())
        post(desk.phone, sheet, 1, texts[0])
        desk.numbers[sheet.pk] = 1
    return desk


def hall_rows(
    processes: Sequence[Served],
    event: Event,
    desk: Desk,
    scale: Scale,
    seed: int,
) -> Iterator[Row]:
    """Let everybody arrive and stay, and say how long they waited."""
    path = reverse("events:standings", args=[event.pk])
    phones = [
        HallPhone(processes[number % len(processes)].port, path)
        for number in range(scale.phones)
    ]
    count = len(processes)
    sizes = f"{scale.phones} phones, {count} process{'es' * (count > 1)}"
    seconds = scale.phone_seconds
    # A thread begins without an organisation and without readers.
    typing = [desk.type_on, min(ARRIVING, seconds) + seconds]
    typist = Thread(target=copy_context().run, args=typing)
    typist.start()
    try:
        chance = Random(seed)
        come, stay = run_apart(evening(phones, seconds, chance))
    finally:
        desk.over.set()
        typist.join()
        desk.phone.hang_up()
    yield reading_row(f"arriving within {min(ARRIVING, seconds)} s", sizes, come)
    yield reading_row("staying", sizes, stay)
    saved = Spent(tuple(desk.times))
    slow = saved.slowest(95)
    yield Row(
        what="… games saved meanwhile, 95 %",
        sizes=f"{len(desk.times)} games in the same event",
        measured=f"{milliseconds(slow)}, {saved.text}",
        target=f"≤ {milliseconds(MOST_SAVING)}",
        is_met=slow <= MOST_SAVING,
    )


async def evening(
    phones: list[HallPhone], seconds: float, chance: Random
) -> tuple[Seen, Seen]:
    """Let everybody come, stay and go."""
    come = await arriving(phones, min(ARRIVING, seconds), chance)
    stay = await steady(phones, seconds, min(EVERY, seconds / 2), chance)
    for each in phones:
        each.hang_up()
    return come, stay


def reading_row(what: str, sizes: str, seen: Seen) -> Row:
    """Say how long all but one in a hundred waited, and how many got no page."""
    spent = Spent(tuple(seen.times or [0.0]))
    slow = spent.slowest(99)
    same = sum(status == 304 for status in seen.statuses)
    wrong = seen.failed + sum(status not in (200, 304) for status in seen.statuses)
    return Row(
        what=f"{what}, 99 %",
        sizes=sizes,
        measured=f"{milliseconds(slow)}, {spent.text}; {same} of "
        f"{len(seen.times)} unchanged, {wrong} failed",
        target=f"≤ {milliseconds(MOST_READING)}, none fails",
        is_met=slow <= MOST_READING and not wrong,
    )
