"""The key of a table, the pen, and the lines that its phones send."""

import datetime
import hashlib
import secrets
from dataclasses import dataclass

from django.core.exceptions import ValidationError
from django.db import transaction
from django.db.models import Exists, OuterRef, QuerySet
from django.utils import timezone
from django.utils.translation import gettext as _

from scoring.notation.errors import NotationError
from scoring.notation.lists import Strike, Substitution, read_item
from tournaments.people.models import User
from tournaments.sheets.codes import OF_A_KEY, fresh_codes
from tournaments.sheets.models import ReceivedLine, ScoreSheet, TableDevice, TableKey
from tournaments.sheets.refusals import ImpossibleLine
from tournaments.sheets.table.selectors import end_of, hashed, next_sequence_of
from tournaments.sheets.typing.services import delete_line, record_line
from tournaments.sheets.writing import PEN, Written, pass_pen
from tournaments.words.choices import KeyEnd
from tournaments.words.games import notation_error_text

TAKE_OUT = "-"  # what is sent to take the last line out again
STALE = datetime.timedelta(seconds=10)  # how exactly "last heard of" is kept


class KeyHasEnded(ValidationError):
    """Nothing can be written with this key any more; ``end`` says why."""

    def __init__(self, end: KeyEnd):
        super().__init__(str(end.label), code=end)
        self.end = end


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


@dataclass(frozen=True, slots=True, kw_only=True)
class Answer:
    """What a phone is told of a line that is durable here."""

    repeated: bool
    sequence: int
    number: int
    score: int


@transaction.atomic
def give_key(*, sheet: ScoreSheet, by: User | None) -> TableKey:
    """Return the valid key of a list; make one where there is none.

    Raises ``KeyHasEnded`` for a list of which nothing is left to write.
    """
    locked = locked_sheet(sheet)
    present = TableKey.objects.valid().filter(sheet=locked).first()
    key = present or TableKey(sheet=locked, by=by, made_at=timezone.now())
    key.sheet = locked
    if end := end_of(key):
        raise KeyHasEnded(end)
    if present is None:
        [key.code] = fresh_codes(TableKey, 1, letters=OF_A_KEY)
        key.save(force_insert=True)
    return key


@transaction.atomic
def give_keys(*, sheets: QuerySet[ScoreSheet], by: User | None) -> int:
    """Make a key for each of the lists that has none; return for how many."""
    valid = TableKey.objects.valid().filter(sheet=OuterRef("pk"))
    without = list(sheets.exclude(Exists(valid)).select_for_update(of=("self",)))
    now = timezone.now()
    codes = fresh_codes(TableKey, len(without), letters=OF_A_KEY)
    TableKey.objects.bulk_create(
        TableKey(sheet=sheet, code=code, by=by, made_at=now)
        for sheet, code in zip(without, codes, strict=True)
    )
    return len(without)


@transaction.atomic
def revoke_key(*, sheet: ScoreSheet) -> None:
    """Let nobody write with the key of a list any more; the pen comes back."""
    locked = locked_sheet(sheet)
    keys = TableKey.objects.valid().filter(sheet=locked)
    keys.update(revoked_at=timezone.now())
    put_pen(locked, to_table=False)


@transaction.atomic
def renew_key(*, sheet: ScoreSheet, by: User | None) -> TableKey:
    """Give a list another key: what was paired with the old one is shut out."""
    revoke_key(sheet=sheet)
    return give_key(sheet=sheet, by=by)


@transaction.atomic
def pair(*, key: TableKey) -> str:
    """Let one more phone write with ``key``; return its token, which is not kept."""
    token = secrets.token_urlsafe(32)
    now = timezone.now()
    TableDevice.objects.create(
        key=key, token_hash=hashed(token), paired_at=now, seen_at=now
    )
    return token


def note_seen(*, device: TableDevice) -> None:
    """Remember that a phone was heard of, to about ten seconds."""
    now = timezone.now()
    if now - device.seen_at > STALE:
        TableDevice.objects.filter(pk=device.pk).update(seen_at=now)


@transaction.atomic
def take_pen(*, device: TableDevice) -> ScoreSheet:
    """Let ``device`` write from now on, and nobody else. Raises ``KeyHasEnded``."""
    sheet = locked_sheet(device.key.sheet)
    # Read again under the lock: it may have been taken back just now.
    key = TableKey.objects.get(pk=device.key_id)
    key.sheet = sheet
    if end := end_of(key):
        raise KeyHasEnded(end)
    put_pen(sheet, to_table=True)
    device.epoch = sheet.pen_epoch
    device.save(update_fields=["epoch"])
    return sheet


@transaction.atomic
def take_pen_back(*, sheet: ScoreSheet) -> None:
    """Let the desk write from now on, and no phone until it takes the pen again."""
    put_pen(locked_sheet(sheet), to_table=False)


@transaction.atomic
def receive_line(*, device: TableDevice, line: SentLine) -> Answer:
    """Write a line that a phone sent and keep its receipt, both or neither.

    The same request again gets the same answer, also after the pen or the list has
    gone on. Raises ``KeyHasEnded``, ``OldPen``, ``OutOfSequence``, ``LineIsTaken``,
    and ``ImpossibleLine`` with all that is wrong with the line.
    """
    sheet = locked_sheet(device.key.sheet)
    receipt = sheet.table_lines.filter(line_id=line.line_id).order_by().first()
    if receipt is not None:
        return answer_again(receipt, line)
    device.key.sheet = sheet
    if end := end_of(device.key):
        raise KeyHasEnded(end)
    # Who takes the key back takes the pen, too, and was quicker then.
    if not sheet.pen_is_out or not line.epoch == device.epoch == sheet.pen_epoch:
        raise OldPen(sheet.pen_epoch)
    expected = next_sequence_of(sheet)
    if line.sequence != expected:
        raise OutOfSequence(expected)
    score = score_of(write(sheet, line), line.number)
    ReceivedLine.objects.create(
        sheet=sheet,
        device=device,
        line_id=line.line_id,
        epoch=line.epoch,
        sequence=line.sequence,
        number=line.number,
        fingerprint=line.fingerprint,
        score=score,
        at=timezone.now(),
    )
    return Answer(
        repeated=False, sequence=line.sequence, number=line.number, score=score
    )


def answer_again(receipt: ReceivedLine, line: SentLine) -> Answer:
    """Return what was answered to a line that is here. An id means one line."""
    if receipt.fingerprint != line.fingerprint:
        raise ImpossibleLine(
            _("Another line was sent with this id already."), code="id"
        )
    return Answer(
        repeated=True,
        sequence=receipt.sequence,
        number=receipt.number,
        score=receipt.score,
    )


def write(sheet: ScoreSheet, line: SentLine) -> Written:
    """Write the line on the list, or take the last one out again."""
    if line.text.strip() == TAKE_OUT:
        if line.number != sheet.games.count():
            raise ImpossibleLine(
                _("Only the last line can be taken out."), code="not-last"
            )
        return delete_line(sheet=sheet, number=line.number, by=None, before=line.before)
    try:
        noted = read_item(line.text)
    except NotationError as error:
        raise ImpossibleLine(notation_error_text(error), code=error.code) from error
    if isinstance(noted, Strike | Substitution):
        raise ImpossibleLine(
            _("Struck games and substitutes are entered at the desk."), code="desk"
        )
    return record_line(
        sheet=sheet, number=line.number, noted=noted, by=None, before=line.before
    )


def score_of(written: Written, number: int) -> int:
    """Return what a written line counts; 0 for one that was taken out."""
    return written.board.rows[number - 1].score


def locked_sheet(sheet: ScoreSheet) -> ScoreSheet:
    """Lock a list: whoever writes on it or passes its pen waits."""
    together = ScoreSheet.objects.select_related("series__event")
    return together.select_for_update(of=("self",)).get(pk=sheet.pk)


def put_pen(sheet: ScoreSheet, *, to_table: bool) -> None:
    """Pass the pen of a locked list on."""
    pass_pen(sheet, to_table=to_table)
    sheet.save(update_fields=PEN)
