"""Tables that write their lists on phones: nothing lost, and nobody waits.

First seeded runs over a network that fails in seven ways; then phones that come back
all at once with a whole list each, and a hall that writes while the desk types.
"""

import json
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextvars import copy_context
from dataclasses import dataclass, field
from functools import partial
from time import perf_counter, sleep

from django.db import connection

from tests.bench.people import FOUR, GAMES, add_crowd, add_secretary, open_lists
from tests.bench.rows import Row, Scale, Spent, milliseconds
from tests.bench.saving import post
from tests.bench.served import Answer, Phone, nobody_else_sees, phone, site
from tests.bench.table_faults import Outcome, lines_of, run_of
from tournaments.people.models import User
from tournaments.sheets.models import Game, ScoreSheet
from tournaments.sheets.table.services import give_key, pair_phone

MOST_SECONDS = 10  # for all phones that come back at once
MOST_WAITING = 0.150  # from a tap to "saved", in a full hall
EVERY = 1.0  # seconds between two games of a table; a real one takes three minutes


def measure_phones(scale: Scale, seed: int) -> Iterator[Row]:
    """Run with faults, come back at once, write at once."""
    desk = add_secretary(f"phones-{seed}")
    people = add_crowd(FOUR, "Telefon")
    yield from fault_rows(scale, seed, desk, people)
    if row := nobody_else_sees("phones that come back"):
        yield row
        return
    with site(1) as (served,):
        for how, send in RETURNING.items():
            returned = clients(scale.returning, seed, desk, people, served.port)
            yield return_row(returned, how, send)
        tables = clients(scale.tables, seed, desk, people, served.port)
        yield from hall_rows(tables, scale, desk, people, served.port, seed)


def fault_rows(
    scale: Scale, seed: int, desk: User, people: Sequence[object]
) -> Iterator[Row]:
    """Play lists over a bad network; count what was lost, doubled or reordered."""
    outcomes: list[Outcome] = []
    for run in range(scale.fault_runs):
        sheet = a_list(desk, people)
        outcomes.append(run_of(sheet, seed * 100_000 + run, scale.fault_games, desk))
    faults = sum((outcome.faults for outcome in outcomes), Counter[str]())
    lines = sum(outcome.lines for outcome in outcomes)
    yield Row(
        what="a network that fails",
        sizes=f"{len(outcomes)} runs, {scale.fault_games} games",
        measured=f"{lines} lines, {faults.total()} faults of {len(faults)} kinds",
    )
    for name in ("lost", "doubled", "reordered"):
        count = sum(getattr(outcome, name) for outcome in outcomes)
        yield Row(
            what=f"… {name}",
            sizes=f"{lines} lines",
            measured=str(count),
            target="none",
            is_met=not count,
        )


def a_list(desk: User, people: Sequence[object]) -> ScoreSheet:
    """Open one more list."""
    (sheet,) = open_lists(1, typed=0, seed=1, by=desk, people=people)  # type: ignore[arg-type]
    return sheet


@dataclass(slots=True, kw_only=True)
class Table:
    """One phone over HTTP, with the list that it is going to send."""

    code: str
    token: str
    line: Phone
    texts: list[str]
    times: list[float] = field(default_factory=list)
    refused: int = 0

    def ask(self, path: str, body: dict[str, object]) -> Answer:
        headers = {
            "Authorization": f"Bearer {self.token}",
            "Content-Type": "application/json",
        }
        return self.line.ask(
            "POST", f"/table/{self.code}/{path}", headers, json.dumps(body)
        )

    def send_all(self, every: float = 0) -> None:
        """Take the pen and send the list, a line ``every`` so many seconds."""
        lines = self.lines()
        start = perf_counter()
        for number, line in enumerate(lines, 1):
            sleep(max(0, start + number * every - perf_counter()) if every else 0)
            answer = self.ask("lines/", line)
            self.times.append(answer.seconds)
            self.refused += answer.status != 200
        self.line.hang_up()

    def send_together(self, every: float = 0) -> None:
        """Take the pen and send the list in one request, as after an absence."""
        answer = self.ask("batch/", {"lines": self.lines()})
        self.times.append(answer.seconds)
        answers = json.loads(answer.text)["answers"]
        self.refused += sum(each["status"] != 200 for each in answers)
        self.line.hang_up()

    def lines(self) -> list[dict[str, object]]:
        """Take the pen; return the whole list as it is sent."""
        epoch = json.loads(self.ask("pen/", {}).text)["epoch"]
        return [
            {
                "id": f"{number}",
                "epoch": epoch,
                "sequence": number,
                "number": number,
                "text": text,
            }
            for number, text in enumerate(self.texts, 1)
        ]


Sending = Callable[[Table, float], None]
RETURNING: dict[str, Sending] = {
    "together": Table.send_together,
    "line by line": Table.send_all,
}


def clients(
    count: int, seed: int, desk: User, people: Sequence[object], port: int
) -> list[Table]:
    """Return phones that were let in, each with a list of its own to write."""
    return [
        Table(
            code=sheet.code,
            token=pair_phone(key=give_key(sheet=sheet, by=None)),
            line=Phone(port),
            texts=lines_of(seed + index, GAMES),
        )
        for index, sheet in enumerate(a_list(desk, people) for _ in range(count))
    ]


def at_once(
    tables: Sequence[Table], every: float = 0, send: Sending = Table.send_all
) -> float:
    """Let all tables send at once; return the seconds until the last is done."""
    start = perf_counter()
    with ThreadPoolExecutor(max_workers=len(tables)) as pool:
        waiting = [
            pool.submit(copy_context().run, partial(send, table, every))
            for table in tables
        ]
        for each in waiting:
            each.result()
    return perf_counter() - start


def arrived(tables: Sequence[Table]) -> int:
    """Return how many lines of the tables are in the database."""
    return Game.objects.filter(sheet__code__in=[each.code for each in tables]).count()


def return_row(tables: Sequence[Table], how: str, send: Sending) -> Row:
    """Let phones that were away come back at once, with a whole list each."""
    seconds = at_once(tables, send=send)
    lines = sum(len(table.texts) for table in tables)
    is_whole = arrived(tables) == lines and not any(each.refused for each in tables)
    return Row(
        what=f"phones that come back at once, {how}",
        sizes=f"{len(tables)} phones, {GAMES} games each",
        measured=f"{seconds:.1f} s, {arrived(tables)} of {lines} lines",
        target=f"≤ {MOST_SECONDS} s, all of them",
        is_met=is_whole and seconds <= MOST_SECONDS,
    )


def hall_rows(
    tables: Sequence[Table],
    scale: Scale,
    desk: User,
    people: Sequence[object],
    port: int,
    seed: int,
) -> Iterator[Row]:
    """Let a hall write, a game a second at each table, while the desk types a list."""
    for table in tables:
        table.texts = table.texts[: scale.table_games]
    typed, browser, times = a_list(desk, people), phone(port, desk), list[float]()
    browser.get(typed.get_absolute_url())
    texts = lines_of(seed, scale.table_games)

    def type_it() -> None:
        for number, text in enumerate(texts, 1):
            times.append(post(browser, typed, number, text))
            sleep(EVERY)
        connection.close()

    with ThreadPoolExecutor(max_workers=1) as beside:
        typing = beside.submit(copy_context().run, type_it)
        at_once(tables, EVERY)
        typing.result()
    spent = Spent(tuple(each for table in tables for each in table.times))
    p95, at_desk = spent.slowest(95), Spent(tuple(times)).slowest(95)
    yield Row(
        what="from a tap to saved, 95 %",
        sizes=f"{len(tables)} tables, a game a second",
        measured=f"{milliseconds(p95)}, desk {milliseconds(at_desk)}",
        target=f"≤ {milliseconds(MOST_WAITING)}",
        is_met=p95 <= MOST_WAITING,
    )
    refused = sum(table.refused for table in tables)
    lines = sum(len(table.texts) for table in tables)
    yield Row(
        what="… refused or missing",
        sizes=f"{lines} lines",
        measured=str(refused + lines - arrived(tables)),
        target="none",
        is_met=not refused and arrived(tables) == lines,
    )
