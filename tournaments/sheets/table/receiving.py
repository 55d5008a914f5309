"""The lines that the phones of a table send: each once, in one order."""

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass, field

from django.core.exceptions import ValidationError
from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from scoring.notation.errors import NotationError
from scoring.notation.lists import Strike, Substitution, read_item
from scoring.notation.reading import NotedLine
from scoring.playing.play import lines_depend
from tournaments.scope.prepared import Prepared
from tournaments.sheets.ledger import Ledger
from tournaments.sheets.models import Game, ReceivedLine, ScoreSheet, TableDevice
from tournaments.sheets.refusals import ImpossibleLine
from tournaments.sheets.selectors import ledger_of
from tournaments.sheets.table.selectors import end_of, next_sequence_of
from tournaments.sheets.table.services import KeyHasEnded, note_seen
from tournaments.sheets.typing.services import (
    last_line,
    put_line_out,
    write_last_lines,
    write_on,
)
from tournaments.sheets.writing import Written, locked_sheet, put_rows
from tournaments.words.games import notation_error_text

TAKE_OUT = "-"  # what is sent to take the last line out again


class OldPen(ValidationError):
    """Somebody else has taken the pen; ``epoch`` is theirs."""

    def __init__(self, epoch: int):
        super().__init__(_("Somebody else has taken the pen."), code="epoch")
        self.epoch = epoch


class OutOfSequence(ValidationError):
    """Lines before this one are missing, or it was sent before."""

    def __init__(self, next_sequence: int):
        super().__init__(_("Lines before this one are missing."), code="sequence")
        self.next_sequence = next_sequence


@dataclass(frozen=True, slots=True, kw_only=True)
class SentLine:
    """A line as a phone sends it. ``before`` is what stood there, if it says so."""

    line_id: str
    epoch: int
    sequence: int
    number: int
    text: str
    before: str | None = None

    @property
    def fingerprint(self) -> str:
        """What must be the same when the same id comes again."""
        return hashlib.sha256(f"{self.number}:{self.text}".encode()).hexdigest()

    @property
    def takes_out(self) -> bool:
        """Whether it takes the last line out again."""
        return self.text.strip() == TAKE_OUT


@dataclass(frozen=True, slots=True, kw_only=True)
class Answer:
    """What a phone is told of a line that is durable here."""

    repeated: bool
    sequence: int
    number: int
    score: int


@dataclass(slots=True)
class Received:
    """The answers to lines in their order, and why the next one was refused."""

    answers: list[Answer] = field(default_factory=list)
    refusal: ValidationError | None = None


def receive_line(
    *, device: TableDevice, line: SentLine, receiver: "type[Receiver] | None" = None
) -> Answer:
    """Write a line that a phone sent and keep its receipt, both or neither.

    The same request again gets the same answer, also after the pen or the list has
    gone on. Raises ``KeyHasEnded``, ``OldPen``, ``OutOfSequence``, ``LineIsTaken``,
    and ``ImpossibleLine`` with all that is wrong with the line.
    """
    received = receive_lines(device=device, lines=[line], receiver=receiver)
    if received.refusal is not None:
        raise received.refusal
    return received.answers[0]


@transaction.atomic
def receive_lines(
    *,
    device: TableDevice,
    lines: Sequence[SentLine],
    receiver: "type[Receiver] | None" = None,
) -> Received:
    """Write lines one after the other, up to the first that is refused.

    As if each was sent alone, but the list is read and reckoned once for all that
    only go on with it. ``receiver`` is who writes them, usually on the list.
    """
    writer = receiver or Receiver
    table = writer(device, locked_sheet(device.key.sheet), lines)
    for line in lines:
        try:
            table.take(line)
        except ValidationError as refusal:
            table.received.refusal = refusal
            break
    table.write_noted()
    note_seen(device=device)
    return table.received


class Receiver:
    """The locked list of a table while lines for it are received.

    New lines are ``noted`` first and written together.
    """

    is_second = False

    def __init__(
        self, device: TableDevice, sheet: ScoreSheet, lines: Sequence[SentLine]
    ):
        self.device = device
        self.sheet = sheet
        device.key.sheet = sheet
        self.receipts = receipts_of(sheet, [line.line_id for line in lines])
        self.received = Received()
        self.noted: list[tuple[SentLine, Game]] = []
        self._ledger: Ledger | None = None
        self._expected: int | None = None

    @property
    def ledger(self) -> Ledger:
        """The list in memory, read when the first line has to be written."""
        if self._ledger is None:
            self._ledger = self.read()
        return self._ledger

    @property
    def expected(self) -> int:
        """The sequence number that the next line must have."""
        if self._expected is None:
            self._expected = next_sequence_of(self.sheet, is_second=self.is_second)
        return self._expected + len(self.noted)

    # What is another one for the second list of a table.

    @property
    def epoch(self) -> int:
        """The epoch of the pen."""
        return self.sheet.pen_epoch

    @property
    def epoch_of_device(self) -> int | None:
        """The epoch in which this phone took the pen."""
        return self.device.epoch

    @property
    def is_out(self) -> bool:
        """Whether a phone has the pen at all."""
        return self.sheet.pen_is_out

    def read(self) -> Ledger:
        """Read the list that is written."""
        return ledger_of(self.sheet)

    def go_on(self, games: Sequence[Game]) -> Written:
        """Write games that were checked behind the last one."""
        return write_last_lines(self.ledger, games)

    def write_over(self, line: SentLine, noted: NotedLine) -> Written:
        """Write a line over one that is there."""
        return write_on(self.ledger, line.number, noted, by=None, before=line.before)

    def put_out(self, line: SentLine) -> Written:
        """Take a line out."""
        return put_line_out(self.ledger, line.number, by=None, before=line.before)

    # What is the same for both.

    def take(self, line: SentLine) -> None:
        """Receive the next line. Raises what ``receive_line`` does."""
        if any(earlier.line_id == line.line_id for earlier, _game in self.noted):
            self.write_noted()
        if line.line_id in self.receipts:
            # What was noted is written first: answers keep the order of the lines.
            self.write_noted()
            again = answer_again(self.receipts[line.line_id], line, self.is_second)
            self.received.answers.append(again)
            return
        self.require_pen(line)
        if line.takes_out:
            self.write_noted()
            self.take_out(line)
            return
        noted = noted_in(line)
        if line.number == self.ledger.played + len(self.noted) + 1:
            self.note(line, noted)
        else:
            self.write_noted()
            self.put(line, noted)

    def require_pen(self, line: SentLine) -> None:
        """Refuse who may not write, and a line that is not the next one."""
        if end := end_of(self.device.key):
            raise KeyHasEnded(end)
        # Who takes the key back takes the pen, too, and was quicker then.
        if not line.epoch == self.epoch_of_device == self.epoch or not self.is_out:
            raise OldPen(self.epoch)
        if line.sequence != self.expected:
            raise OutOfSequence(self.expected)

    def note(self, line: SentLine, noted: NotedLine) -> None:
        """Note a line that goes on with the list."""
        if lines_depend(self.ledger.rules):
            self.write_noted()
        waiting = [game for _line, game in self.noted]
        game = last_line(self.ledger, noted, waiting, seen=line.before)
        self.noted.append((line, game))

    def write_noted(self) -> None:
        """Write what was noted, each line a step of its own."""
        if not self.noted:
            return
        lines, games = zip(*self.noted, strict=True)
        self.noted = []
        self.keep(lines, self.go_on(games))

    def put(self, line: SentLine, noted: NotedLine) -> None:
        """Write a line over one that is there; refuse one that leaves a gap."""
        with transaction.atomic():
            written = self.write_over(line, noted)
        self.keep([line], written)

    def take_out(self, line: SentLine) -> None:
        """Take the last line out again."""
        if line.number != self.ledger.played:
            raise ImpossibleLine(
                _("Only the last line can be taken out."), code="not-last"
            )
        with transaction.atomic():
            written = self.put_out(line)
        self.keep([line], written)

    def keep(self, lines: Sequence[SentLine], written: Written) -> None:
        """Keep the receipts of lines that were written, and answer them."""
        now, rows = timezone.now(), written.board.rows
        kept = [
            ReceivedLine(
                sheet=self.sheet,
                device=self.device,
                is_second=self.is_second,
                line_id=line.line_id,
                epoch=line.epoch,
                sequence=line.sequence,
                number=line.number,
                fingerprint=line.fingerprint,
                score=rows[line.number - 1].score,
                at=now,
            )
            for line in lines
        ]
        put_rows(kept)
        self.receipts |= {receipt.line_id: receipt for receipt in kept}
        self._expected = lines[-1].sequence + 1
        self.received.answers += (
            Answer(
                repeated=False,
                sequence=receipt.sequence,
                number=receipt.number,
                score=receipt.score,
            )
            for receipt in kept
        )


RECEIPT = Prepared(
    lambda pk, line_id: ScoreSheet(pk=pk).table_lines.filter(line_id=line_id).order_by()
)


def receipts_of(sheet: ScoreSheet, ids: Sequence[str]) -> dict[str, ReceivedLine]:
    """Return the receipts of the lines that came before, by their ids. One query."""
    kept = sheet.table_lines.filter(line_id__in=ids).order_by()
    found = RECEIPT.rows(sheet.pk, ids[0]) if len(ids) == 1 else kept
    return {receipt.line_id: receipt for receipt in found}


def answer_again(receipt: ReceivedLine, line: SentLine, is_second: bool) -> Answer:
    """Return what was answered to a line that is here. An id means one line."""
    same_list = receipt.is_second == is_second
    if not same_list or receipt.fingerprint != line.fingerprint:
        raise ImpossibleLine(
            _("Another line was sent with this id already."), code="id"
        )
    return Answer(
        repeated=True,
        sequence=receipt.sequence,
        number=receipt.number,
        score=receipt.score,
    )


def noted_in(line: SentLine) -> NotedLine:
    """Read what was sent as a game. Raises ``ImpossibleLine``."""
    try:
        noted = read_item(line.text)
    except NotationError as error:
        raise ImpossibleLine(notation_error_text(error), code=error.code) from error
    if isinstance(noted, Strike | Substitution):
        raise ImpossibleLine(
            _("Struck games and substitutes are entered at the desk."), code="desk"
        )
    return noted
