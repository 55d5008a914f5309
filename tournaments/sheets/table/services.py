"""The key of a table, its phones and the pen."""

import datetime
import hashlib
import secrets
from collections.abc import Sequence
from dataclasses import dataclass

from django.core.exceptions import ValidationError
from django.db import transaction
from django.db.models import Exists, OuterRef, QuerySet
from django.utils import timezone
from django.utils.crypto import constant_time_compare
from django.utils.translation import gettext as _

from scoring.notation.grammar import NotationError
from scoring.notation.reading import NotedLine, Strike, Substitution, read_item
from scoring.playing.play import lines_depend
from tournaments.people.models import Player, User
from tournaments.sheets.board import board_of
from tournaments.sheets.ledger import Ledger, second_ledger
from tournaments.sheets.models import (
    Confirmation,
    Game,
    ReceivedLine,
    ScoreSheet,
    TableDevice,
    TableKey,
)
from tournaments.sheets.proof.services import store_second_list
from tournaments.sheets.selectors import ledger_of, second_list_of
from tournaments.sheets.table.selectors import (
    end_of,
    epoch_of,
    next_sequence_of,
    token_hash,
)
from tournaments.sheets.typing.services import (
    append_checked_games,
    checked_next_game,
    delete_on,
    present_text,
    record_on,
    require_line,
    require_room,
    require_unchanged,
)
from tournaments.sheets.writing import (
    KEY_CODE_LENGTH,
    PEN_FIELDS,
    ImpossibleLine,
    SheetUpdate,
    card_code,
    check_line,
    fill_game,
    fresh_codes,
    insert_rows,
    locked_sheet,
    pass_pen,
    settle_sheet,
    stored_text,
)
from tournaments.words.choices import ConfirmedOn, KeyEnd
from tournaments.words.problems import notation_error_text

STALE = datetime.timedelta(seconds=10)  # the precision of "last seen"


class KeyHasEnded(ValidationError):
    """Nothing can be written with this key any more; ``end`` says why."""

    def __init__(self, end: KeyEnd):
        super().__init__(str(end.label), code=end)
        self.end = end


@transaction.atomic
def give_key(*, sheet: ScoreSheet, by: User | None) -> TableKey:
    """Return the valid key of a list, or create one.

    Raises ``KeyHasEnded`` for a list that can no longer be written on.
    """
    locked = locked_sheet(sheet)
    present = TableKey.objects.valid().filter(sheet=locked).first()
    key = present or TableKey(sheet=locked, by=by, made_at=timezone.now())
    key.sheet = locked
    if end := end_of(key):
        raise KeyHasEnded(end)
    if present is None:
        [key.code] = fresh_codes(TableKey, 1, letters=KEY_CODE_LENGTH)
        key.save(force_insert=True)
    return key


@transaction.atomic
def give_keys(*, sheets: QuerySet[ScoreSheet], by: User | None) -> int:
    """Create a key for each list that has none; return how many were created."""
    valid = TableKey.objects.valid().filter(sheet=OuterRef("pk"))
    without = list(sheets.exclude(Exists(valid)).select_for_update(of=("self",)))
    now = timezone.now()
    codes = fresh_codes(TableKey, len(without), letters=KEY_CODE_LENGTH)
    TableKey.objects.bulk_create(
        TableKey(sheet=sheet, code=code, by=by, made_at=now)
        for sheet, code in zip(without, codes, strict=True)
    )
    return len(without)


@transaction.atomic
def revoke_key(*, sheet: ScoreSheet) -> None:
    """Revoke the key of a list; the pen returns to the desk."""
    locked = locked_sheet(sheet)
    keys = TableKey.objects.valid().filter(sheet=locked)
    keys.update(revoked_at=timezone.now())
    hand_over_pen(locked, to_table=False)


@transaction.atomic
def renew_key(*, sheet: ScoreSheet, by: User | None) -> TableKey:
    """Give a list a new key; phones that were paired with the old one are shut out."""
    revoke_key(sheet=sheet)
    return give_key(sheet=sheet, by=by)


@transaction.atomic
def pair_phone(*, key: TableKey) -> str:
    """Pair a phone with ``key``; return its token, which is not stored."""
    token = secrets.token_urlsafe(32)
    now = timezone.now()
    TableDevice.objects.create(
        key=key, token_hash=token_hash(token), paired_at=now, seen_at=now
    )
    return token


def note_seen(*, device: TableDevice) -> None:
    """Store when a phone was last seen, to about ten seconds."""
    now = timezone.now()
    if now - device.seen_at > STALE:
        with transaction.atomic():
            TableDevice.objects.filter(pk=device.pk).update(seen_at=now)


@transaction.atomic
def take_pen(
    *, device: TableDevice, pen_id: str | None = None, is_second: bool = False
) -> tuple[int, int]:
    """Let ``device`` write from now on, and nobody else. Raises ``KeyHasEnded``.

    Return its epoch and the number of the next line. ``is_second`` is for the second
    list of the table, which has its own pen. If the last request comes again, known by
    its ``pen_id``, it gets the same answer but does not take the pen: another phone may
    have taken it meanwhile.
    """
    sheet = locked_sheet(device.key.sheet)
    # Read again under the lock: it may have changed since.
    device = TableDevice.objects.select_related("key").get(pk=device.pk)
    device.key.sheet = sheet
    if end := end_of(device.key):
        raise KeyHasEnded(end)
    epoch_name = "second_epoch" if is_second else "epoch"
    pen_name = "second_pen_id" if is_second else "pen_id"
    is_repeated = pen_id is not None and pen_id == getattr(device, pen_name)
    if not is_repeated or getattr(device, epoch_name) is None:
        if is_second:
            sheet.store(second_epoch=sheet.second_epoch + 1)
        else:
            hand_over_pen(sheet, to_table=True)
        setattr(device, epoch_name, epoch_of(sheet, is_second=is_second))
        setattr(device, pen_name, pen_id or "")
        device.seen_at = timezone.now()
        device.save(update_fields=[epoch_name, pen_name, "seen_at"])
    epoch: int = getattr(device, epoch_name)
    return epoch, next_sequence_of(sheet, is_second=is_second)


@transaction.atomic
def take_pen_back(*, sheet: ScoreSheet) -> None:
    """Let the desk write from now on, until a phone takes the pen again."""
    hand_over_pen(locked_sheet(sheet), to_table=False)


def hand_over_pen(sheet: ScoreSheet, *, to_table: bool) -> None:
    pass_pen(sheet, to_table=to_table)
    sheet.save(update_fields=PEN_FIELDS)


DELETION = "-"  # the text that deletes the last line


class OldPen(ValidationError):
    """Another phone or the desk has taken the pen; ``epoch`` is theirs."""

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
    """A line as a phone sends it; ``before`` is what the phone saw there, if sent."""

    line_id: str
    epoch: int
    sequence: int
    number: int
    text: str
    before: str | None = None

    @property
    def fingerprint(self) -> str:
        """What must be the same if the same id comes again."""
        return hashlib.sha256(f"{self.number}:{self.text}".encode()).hexdigest()


LineAnswer = dict[str, bool | int]
"""What a phone is told about a line that is stored here."""


class Receiver:
    """The locked list of a table while lines for it are received.

    Lines that continue the list are ``noted`` first and then written together. It
    keeps the ``answers`` to lines in their order, and the ``refusal`` of the next one.
    """

    is_second = False

    def __init__(
        self, device: TableDevice, sheet: ScoreSheet, lines: Sequence[SentLine]
    ):
        self.device = device
        self.sheet = sheet
        device.key.sheet = sheet
        ids = [line.line_id for line in lines]
        receipts = sheet.table_lines.filter(line_id__in=ids).order_by()
        self.receipts = {receipt.line_id: receipt for receipt in receipts}
        self.answers: list[LineAnswer] = []
        self.refusal: ValidationError | None = None
        self.noted: list[tuple[SentLine, Game]] = []
        self._ledger: Ledger | None = None
        self._next_sequence: int | None = None

    @property
    def ledger(self) -> Ledger:
        """The list in memory, read as soon as a line needs it."""
        if self._ledger is None:
            self._ledger = self.read_ledger()
        return self._ledger

    @property
    def next_sequence(self) -> int:
        if self._next_sequence is None:
            self._next_sequence = next_sequence_of(self.sheet, is_second=self.is_second)
        return self._next_sequence + len(self.noted)

    # These differ for the second list of a table.

    def read_ledger(self) -> Ledger:
        return ledger_of(self.sheet)

    def append(self, games: Sequence[Game]) -> SheetUpdate:
        return append_checked_games(self.ledger, games)

    def overwrite(self, line: SentLine, noted: NotedLine) -> SheetUpdate:
        return record_on(self.ledger, line.number, noted, by=None, before=line.before)

    def delete(self, line: SentLine) -> SheetUpdate:
        return delete_on(self.ledger, line.number, by=None, before=line.before)

    # The rest is the same for both.

    def receive(self, line: SentLine) -> None:
        """Receive the next line. Raises what ``receive_line`` does."""
        if any(earlier.line_id == line.line_id for earlier, _game in self.noted):
            self.write_noted()
        if line.line_id in self.receipts:
            # Noted lines come first, so that answers keep the order of the lines.
            self.write_noted()
            self.repeat_answer(self.receipts[line.line_id], line)
            return
        self.require_pen(line)
        is_deletion = line.text.strip() == DELETION
        noted = None if is_deletion else parsed_game(line)
        if noted and line.number == len(self.ledger.games) + len(self.noted) + 1:
            self.note(line, noted)
            return
        self.write_noted()
        if noted is None and line.number != len(self.ledger.games):
            raise ImpossibleLine(
                _("Only the last line can be taken out."), code="not-last"
            )
        with transaction.atomic():
            update = self.overwrite(line, noted) if noted else self.delete(line)
        self.keep_receipts([line], update)

    def repeat_answer(self, receipt: ReceivedLine, line: SentLine) -> None:
        """Answer a line that was sent before as then. An id means one line."""
        is_same = receipt.is_second == self.is_second
        if not is_same or receipt.fingerprint != line.fingerprint:
            raise ImpossibleLine(
                _("Another line was sent with this id already."), code="id"
            )
        self.answers.append(line_answer(receipt, repeated=True))

    def require_pen(self, line: SentLine) -> None:
        """Refuse a phone that may not write, and a line that is not the next one."""
        if end := end_of(self.device.key):
            raise KeyHasEnded(end)
        # Revoking a key takes the pen back as well, perhaps just before this line. The
        # desk types the second list as a whole, for which it needs no pen.
        device, epoch = self.device, epoch_of(self.sheet, is_second=self.is_second)
        taken = device.second_epoch if self.is_second else device.epoch
        has_pen = self.is_second or self.sheet.pen_is_out
        if not line.epoch == taken == epoch or not has_pen:
            raise OldPen(epoch)
        if line.sequence != self.next_sequence:
            raise OutOfSequence(self.next_sequence)

    def note(self, line: SentLine, noted: NotedLine) -> None:
        if lines_depend(self.ledger.rules):
            self.write_noted()
        waiting = [game for _line, game in self.noted]
        game = checked_next_game(self.ledger, noted, waiting, seen=line.before)
        self.noted.append((line, game))

    def write_noted(self) -> None:
        """Write the noted lines, each as a step of its own."""
        if not self.noted:
            return
        lines, games = zip(*self.noted, strict=True)
        self.noted = []
        self.keep_receipts(lines, self.append(games))

    def keep_receipts(self, lines: Sequence[SentLine], update: SheetUpdate) -> None:
        """Store receipts of the written lines, and answer them."""
        now, rows = timezone.now(), update.board.rows
        receipts = [
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
        insert_rows(receipts)
        self.receipts |= {receipt.line_id: receipt for receipt in receipts}
        self._next_sequence = lines[-1].sequence + 1
        self.answers += (line_answer(receipt, repeated=False) for receipt in receipts)


def receive_line(
    *, device: TableDevice, line: SentLine, receiver: type[Receiver]
) -> LineAnswer:
    """Write a line that a phone sent and keep its receipt, both or neither.

    The same request again gets the same answer, even after the pen has changed hands or
    the list has gone on. Raises ``KeyHasEnded``, ``OldPen``, ``OutOfSequence``,
    ``LineIsTaken``, and ``ImpossibleLine`` with all that is wrong with the line.
    """
    received = receive_lines(device=device, lines=[line], receiver=receiver)
    if received.refusal is not None:
        raise received.refusal
    return received.answers[0]


@transaction.atomic
def receive_lines(
    *, device: TableDevice, lines: Sequence[SentLine], receiver: type[Receiver]
) -> Receiver:
    """Write lines one after the other, up to the first that is refused.

    The result is as if each was sent alone, but the list is read and computed once for
    all lines that only continue it.
    """
    table = receiver(device, locked_sheet(device.key.sheet), lines)
    for line in lines:
        try:
            table.receive(line)
        except ValidationError as refusal:
            table.refusal = refusal
            break
    table.write_noted()
    note_seen(device=device)
    return table


def line_answer(receipt: ReceivedLine, *, repeated: bool) -> LineAnswer:
    return {
        "repeated": repeated,
        "sequence": receipt.sequence,
        "number": receipt.number,
        "score": receipt.score,
    }


def parsed_game(line: SentLine) -> NotedLine:
    """Read the sent text as a game. Raises ``ImpossibleLine``."""
    try:
        noted = read_item(line.text)
    except NotationError as error:
        raise ImpossibleLine(notation_error_text(error), code=error.code) from error
    if isinstance(noted, Strike | Substitution):
        raise ImpossibleLine(
            _("Struck games and substitutes are entered at the desk."), code="desk"
        )
    return noted


class SecondReceiver(Receiver):
    """Receives lines for the second list, which has its own ids, order and pen.

    The list itself does not change, so confirmations and verdicts on it remain valid.
    """

    is_second = True

    def read_ledger(self) -> Ledger:
        return second_ledger(ledger_of(self.sheet), second_list_of(self.sheet))

    def append(self, games: Sequence[Game]) -> SheetUpdate:
        self.ledger.games += games
        return self.store(len(self.ledger.games))

    def overwrite(self, line: SentLine, noted: NotedLine) -> SheetUpdate:
        require_unchanged(self.ledger, line.number, line.before)
        if not present_text(self.ledger, line.number):
            require_room(self.ledger, line.number)
        check_line(self.ledger, noted, line.number)
        fill_game(self.ledger.games[line.number - 1], noted)
        return self.store(line.number)

    def delete(self, line: SentLine) -> SheetUpdate:
        require_line(self.ledger, line.number, line.before)
        del self.ledger.games[line.number - 1]
        return self.store(line.number)

    def store(self, number: int) -> SheetUpdate:
        texts = [stored_text(game) for game in self.ledger.games]
        store_second_list(self.sheet, texts, by=None)
        return SheetUpdate(
            ledger=self.ledger, board=board_of(self.ledger), number=number
        )


class WrongCard(ValidationError):
    """The typed code is on no start card, or on that of another player."""


@transaction.atomic
def confirm_list(
    *,
    device: TableDevice,
    place: int,
    sequence: int,
    is_right: bool,
    remark: str = "",
    card: str = "",
) -> Confirmation:
    """Store what the player on a place says about the list they were shown.

    ``sequence`` is the next number of the list as they saw it, ``card`` the code of
    their start card if they typed it. Raises ``OutOfSequence`` if the list has gone on
    since, ``KeyHasEnded``, ``WrongCard``, and ``ValidationError`` while games are
    missing or for a place without a player.
    """
    sheet = device.key.sheet = locked_sheet(device.key.sheet)
    ledger = full_ledger(device, sequence)
    player = player_on(ledger, place)
    expected = card_code(event=sheet.series.event_id, player=player.pk)
    if card and not constant_time_compare(card.strip().upper(), expected):
        raise WrongCard(_("This code is not on the start card of that player."), "card")
    # Neither phone tells who pressed: the code of the table opens its page anywhere.
    phone = ConfirmedOn.PHONE if device.epoch is None else ConfirmedOn.TABLE
    confirmation = Confirmation(
        sheet=sheet,
        player=player,
        place=place,
        # Counted like a step, so that everybody who has the list open is told.
        revision=sheet.revision + 1,
        at=timezone.now(),
        on=ConfirmedOn.CARD if card else phone,
        is_right=is_right,
        remark=remark,
    )
    confirmation.check_and_save(force_insert=True)
    ledger.sheet.revision = confirmation.revision
    settle_sheet(ledger, sheet.typed_by)
    note_seen(device=device)
    return confirmation


def full_ledger(device: TableDevice, sequence: int) -> Ledger:
    """Return the ledger of a list that everybody can confirm.

    Refuses a phone whose key has ended, or that saw another state of the list.
    """
    sheet = device.key.sheet
    if end := end_of(device.key):
        raise KeyHasEnded(end)
    expected = next_sequence_of(sheet)
    if sequence != expected:
        raise OutOfSequence(expected)
    ledger = ledger_of(sheet)
    if not ledger.is_complete:
        raise ValidationError(_("Games are still missing."), code="incomplete")
    return ledger


def player_on(ledger: Ledger, place: int) -> Player:
    """Return the last player on a place."""
    seat = ledger.seat(place)
    if seat is None:
        raise ValidationError(_("There is no such place at this table."), code="place")
    later = [change.player for change in ledger.substitutions if change.place == place]
    return later[-1] if later else seat.player
