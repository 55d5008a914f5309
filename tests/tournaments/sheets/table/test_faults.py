"""No line is lost, doubled or reordered, whatever the network does.

A phone at a table, a network that fails, a desk that interferes: one seeded run. The
phone keeps to docs/table-protocol.md and nothing else. Its disk survives, its memory
does not. What the server accepted is written down as it happens and compared with the
list in the end.
"""

import json
from collections import Counter
from dataclasses import dataclass, field
from random import Random

import pytest
from django.db import transaction
from django.test import Client

from scoring.notation.documents import write_line
from scoring.notation.reading import read_line
from tests.factories import make_secretary, make_sheet
from tests.tournaments.sheets.paper import sample_texts
from tournaments.sheets.models import Game, ReceivedLine
from tournaments.sheets.table.services import give_key, pair_phone, take_pen_back
from tournaments.sheets.typing.services import record_line

FAULTS = ("lost", "answer lost", "twice", "late", "reordered", "cut", "killed")
HEALTHY = 0.55
CRASHES = 0.02
CORRECTS, INTERFERES, OFFLINE, TOGETHER = 0.08, 0.05, 0.15, 0.5
MOST_TRIES = 2000


class Unanswered(Exception):
    """No answer came; the request may have arrived."""


class Crashed(Exception):
    """The phone was switched off between two steps."""


@dataclass(kw_only=True)
class Kept:
    """A line on the disk of a phone."""

    line_id: str
    order: int
    number: int
    text: str
    state: str = "waiting"


@dataclass(kw_only=True)
class Outcome:
    """What became of a run; all but ``faults`` and ``lines`` has to be 0."""

    lines: int = 0
    faults: Counter = field(default_factory=Counter)
    lost: int = 0
    doubled: int = 0
    reordered: int = 0


@dataclass(kw_only=True)
class Wire:
    """The way to the server. What it accepts is written down in ``accepted``."""

    address: str
    chance: Random
    faults: Counter
    client: Client = field(default_factory=lambda: Client(SERVER_NAME="localhost"))
    is_healed: bool = False
    accepted: list = field(default_factory=list)
    late: list = field(default_factory=list)

    def ask(self, token, verb, path, body=None):
        """Send a request; raises ``Unanswered`` where the network fails."""
        while self.late and (self.is_healed or self.chance.random() < 0.4):
            self.late.pop(self.chance.randrange(len(self.late)))()
        if self.is_healed or self.chance.random() < HEALTHY:
            return self.deliver(token, verb, path, body)
        fault = self.chance.choice(FAULTS)
        self.faults[fault] += 1
        if fault == "twice":
            first = self.deliver(token, verb, path, body)
            self.deliver(token, verb, path, body)
            return first
        if fault in ("late", "reordered"):
            self.late.append(lambda: self.deliver(token, verb, path, body))
        elif fault in ("answer lost", "cut"):
            self.deliver(token, verb, path, body)
        elif fault == "killed":
            # The server dies before it has committed.
            with transaction.atomic():
                self.deliver(token, verb, path, body, is_kept=False)
                transaction.set_rollback(True)
        raise Unanswered(fault)

    def deliver(self, token, verb, path, body, *, is_kept=True):
        """Let a request arrive; write down what the server accepts."""
        answer = self.client.generic(
            verb,
            self.address + path,
            json.dumps(body or {}),
            content_type="application/json",
            headers={"Authorization": f"Bearer {token}"},
        )
        said = answer.json()
        lines = (body or {}).get("lines", [body])
        answers = said.get("answers", [said])
        for line, each in zip(lines, answers, strict=False):
            if is_kept and each.get("repeated") is False:
                self.accepted.append((line["id"], line["number"], line["text"]))
        return {**said, "status": answer.status_code}


@dataclass(kw_only=True)
class TablePhone:
    """A client of the protocol: ``disk`` and ``epoch`` survive a crash."""

    name: str
    token: str
    wire: Wire
    chance: Random
    disk: list = field(default_factory=list)
    epoch: int | None = None
    next: int | None = None
    there: list = field(default_factory=list)

    def step(self):
        """Perhaps switch the phone off, here and now."""
        if not self.wire.is_healed and self.chance.random() < CRASHES:
            self.wire.faults["phone crashed"] += 1
            raise Crashed

    def restart(self):
        self.next = None
        self.there = []

    @property
    def waiting(self):
        return [line for line in self.disk if line.state == "waiting"]

    def keep(self, number, text):
        """Write a line down; from now on it survives."""
        order = len(self.disk) + 1
        line_id = f"{self.name}-{order}-{self.chance.getrandbits(32):08x}"
        kept = Kept(line_id=line_id, order=order, number=number, text=text)
        self.disk.append(kept)

    def look(self):
        found = self.wire.ask(self.token, "GET", "")
        self.next = found["next_sequence"]
        self.there = [line["text"] for line in found["lines"]]
        return found

    def take_pen(self):
        """Look, let the person decide where both wrote, then take the pen."""
        self.look()
        for line in self.waiting:
            there = self.there[line.number - 1 : line.number]
            if there == [line.text]:
                line.state = "saved"
            elif there and self.chance.random() < 0.5:
                line.state = "aside"
            elif there:
                line.state = "replaced"
                self.keep(line.number, line.text)
        # Whether the pen was taken is not known until the answer is here.
        self.next = None
        self.step()
        wish = {"id": f"{self.name}-{self.chance.getrandbits(32):08x}"}
        taken = self.wire.ask(self.token, "POST", "pen/", wish)
        self.epoch, self.next = taken["epoch"], taken["next_sequence"]

    def sync(self):
        """Send what waits, one after the other."""
        is_unsure = self.next is None or self.epoch is None
        if is_unsure and self.look()["epoch"] != self.epoch:
            self.take_pen()
        for _try in range(MOST_TRIES):
            if not self.waiting:
                return
            if len(self.waiting) > 1 and self.chance.random() < TOGETHER:
                self.send_together(self.waiting)
            else:
                self.send(self.waiting[0])
            self.step()

    def sent(self, line, sequence):
        """Return a line as it is sent."""
        return {
            "id": line.line_id,
            "epoch": self.epoch,
            "sequence": sequence,
            "number": line.number,
            "text": line.text,
        }

    def send_together(self, lines):
        """Send all that waits in one request."""
        sent = [self.sent(line, at) for at, line in enumerate(lines, self.next or 0)]
        answers = self.wire.ask(self.token, "POST", "batch/", {"lines": sent})
        for line, answer in zip(lines, answers["answers"], strict=False):
            self.step()
            self.hear(line, answer)

    def send(self, line):
        said = self.wire.ask(
            self.token, "POST", "lines/", self.sent(line, self.next or 0)
        )
        self.step()
        self.hear(line, said)

    def hear(self, line, said):
        """Note what was answered to a line."""
        if said["status"] == 200:
            line.state = "saved"
            self.next = max(self.next or 0, said["sequence"] + 1)
        elif said.get("error") == "sequence":
            self.next = said["next_sequence"]
        elif said.get("error") == "epoch":
            self.take_pen()
        else:
            raise AssertionError(said)


def run_of(sheet, seed, games, desk):
    """Play one list over a bad network and return what became of it."""
    chance = Random(seed)
    outcome = Outcome()
    wire = Wire(address=f"/table/{sheet.code}/", chance=chance, faults=outcome.faults)
    phones = [
        TablePhone(
            name=f"{name}{seed}",
            token=pair_phone(key=give_key(sheet=sheet, by=None)),
            wire=wire,
            chance=chance,
        )
        for name in ("anna", "bernd")
    ]
    mine, other = phones
    texts, others = (sample_texts(games=games, seed=each) for each in (seed, seed + 1))
    is_contested = bool(seed % 2)
    number = 0
    while number < games:
        number += 1
        mine.keep(number, texts[number - 1])
        if chance.random() < CORRECTS:
            corrected = chance.randint(1, number)
            mine.keep(corrected, others[corrected - 1])
        if is_contested and chance.random() < INTERFERES:
            interfere(sheet, wire, other, desk, others)
        if chance.random() > OFFLINE:
            attempt(mine)
    heal(wire, mine)
    judge(sheet, wire, mine, outcome, is_contested=is_contested)
    return outcome


def attempt(phone):
    """Let the phone send what it can; it may crash, and the network may fail."""
    try:
        phone.sync()
    except Unanswered:
        return
    except Crashed:
        phone.restart()


def interfere(sheet, wire, other, desk, texts):
    """Let the desk or a second phone take the pen and change a line that is there."""
    count = sheet.games.count()
    if not count:
        return
    number = wire.chance.randint(1, count)
    wire.faults["pen taken"] += 1
    if wire.chance.random() < 0.5:
        take_pen_back(sheet=sheet)
        noted = read_line(texts[number - 1])
        record_line(sheet=sheet, number=number, noted=noted, by=desk)
        wire.accepted.append(("", number, texts[number - 1]))
        return
    other.keep(number, texts[number - 1])
    try:
        other.take_pen()
    except (Unanswered, Crashed):
        other.restart()
        return
    attempt(other)


def heal(wire, phone):
    """Let everything through that is still on its way, and the phone finish."""
    wire.is_healed = True
    phone.restart()
    phone.sync()
    phone.sync()


def judge(sheet, wire, phone, outcome, *, is_contested):
    """Compare what was accepted and what the phone believes with what is there."""
    receipts = list(
        ReceivedLine.objects.filter(sheet=sheet)
        .order_by("sequence")
        .values_list("line_id", "sequence")
    )
    ids = [line_id for line_id, _sequence in receipts]
    accepted = [line_id for line_id, _number, _text in wire.accepted if line_id]
    written = [write_line(game.as_noted()) for game in sheet.games.all()]
    believed = {line.line_id for line in phone.disk if line.state == "saved"}
    outcome.lines = len(receipts)
    outcome.lost = len(set(accepted) - set(ids)) + len(phone.waiting)
    if not is_contested:
        # Nobody else wrote, so whatever the phone wrote down has arrived.
        outcome.lost += len(believed - set(ids))
        outcome.lost += sum(line.state != "saved" for line in phone.disk)
    outcome.doubled = len(accepted) - len(set(accepted)) + len(ids) - len(set(ids))
    sequences = [sequence for _line_id, sequence in receipts]
    outcome.reordered = int(ids != accepted)
    outcome.reordered += int(sequences != list(range(1, len(sequences) + 1)))
    outcome.reordered += int(written != replayed(wire.accepted))
    own = [line.line_id for line in phone.disk if line.line_id in set(ids)]
    outcome.reordered += int(own != [each for each in ids if each in set(own)])


def replayed(accepted):
    """Return the list that comes of all accepted writes in their order."""
    lines = []
    for _line_id, number, text in accepted:
        lines[number - 1 : number] = [text]
    return lines


pytestmark = [pytest.mark.django_db, pytest.mark.database]
GAMES = 16


@pytest.mark.parametrize("seed", range(1, 7))
def test_every_line_arrives_once_and_in_order(seed):
    outcome = run_of(make_sheet(), seed, GAMES, make_secretary())

    assert (outcome.lost, outcome.doubled, outcome.reordered) == (0, 0, 0)
    assert outcome.lines >= GAMES
    assert outcome.faults


def test_the_judge_sees_a_line_that_is_gone_and_one_out_of_place():
    chance = Random(1)
    sheet, outcome = make_sheet(), Outcome()
    make_secretary()
    wire = Wire(address=f"/table/{sheet.code}/", chance=chance, faults=outcome.faults)
    token = pair_phone(key=give_key(sheet=sheet, by=None))
    phone = TablePhone(name="anna", token=token, wire=wire, chance=chance)
    for number, text in enumerate(("2a1", "3g1", "e"), 1):
        phone.keep(number, text)
    heal(wire, phone)
    judge(sheet, wire, phone, outcome, is_contested=False)
    assert (outcome.lost, outcome.doubled, outcome.reordered) == (0, 0, 0)

    ReceivedLine.objects.filter(sequence=2).delete()
    Game.objects.filter(number=3).update(number=9)
    Game.objects.filter(number=2).delete()
    judge(sheet, wire, phone, outcome, is_contested=False)

    assert outcome.lost > 0
    assert outcome.reordered > 0
