"""Reading what belongs to the key of a table: its phones and its list."""

import hashlib
from dataclasses import dataclass

from scoring.proof.alignment import first_discord
from tournaments.sheets.board import LineRow, SheetBoard, board_of
from tournaments.sheets.ledger import Ledger, second_ledger
from tournaments.sheets.models import ScoreSheet, TableDevice, TableKey
from tournaments.sheets.selectors import ledger_of, second_list_of
from tournaments.words.choices import KeyEnd


@dataclass(frozen=True, slots=True, kw_only=True)
class TableList:
    """A list as a phone at its table sees it."""

    ledger: Ledger
    board: SheetBoard
    next_sequence: int
    agreement: dict[str, object] | None

    @property
    def lines(self) -> list[dict[str, object]]:
        return [row_data(row) for row in self.board.rows[: self.board.played]]


def token_hash(token: str) -> str:
    """Return what is stored of a token: it recognises the token, but is not one."""
    return hashlib.sha256(token.encode()).hexdigest()


def device_with_token(token: str) -> TableDevice | None:
    """Return the phone with this token, with its key and list. One query."""
    # Read with every line, with no more of the list than its code.
    devices = TableDevice.objects.select_related("key__sheet").only(
        "epoch", "second_epoch", "seen_at", "key__revoked_at", "key__sheet__code"
    )
    found = devices.filter(token_hash=token_hash(token)).order_by()
    return next(iter(found), None)


def key_with_code(code: str) -> TableKey | None:
    """Return the valid key with a typed code. One query.

    None for all other codes, such as that of a finished list.
    """
    letters = "".join(code.split()).replace("-", "").upper()
    if not letters.isalnum():
        return None
    keys = TableKey.objects.valid().filter(code=letters[:20])
    key = keys.select_related("sheet__series__event").first()
    return key if key and end_of(key) is None else None


def key_codes_in(event_id: int) -> dict[str, str]:
    """Return the codes of the tables of an event by the codes of their lists.

    One query; only lists that can still be written on.
    """
    keys = TableKey.objects.valid().filter(sheet__series__event=event_id)
    open_lists = keys.filter(sheet__finished_at=None, sheet__series__closed_at=None)
    return dict(open_lists.values_list("sheet__code", "code"))


def key_with_event(device: TableDevice) -> TableKey:
    """Return the key of a phone, with its list and the list's event. One query."""
    device.key.sheet = ScoreSheet.objects.with_event().get(pk=device.key.sheet_id)
    return device.key


def epoch_of(sheet: ScoreSheet, *, is_second: bool) -> int:
    """Return how often the pen of a list, or of its second list, changed hands."""
    return sheet.second_epoch if is_second else sheet.pen_epoch


def end_of(key: TableKey) -> KeyEnd | None:
    """Return why nothing can be written with ``key`` any more; None if it can."""
    if key.revoked_at:
        return KeyEnd.REVOKED
    if key.sheet.is_finished:
        return KeyEnd.FINISHED
    series = key.sheet.series
    if series.closed_at or series.event.is_released:
        return KeyEnd.OVER
    return None


def row_data(row: LineRow) -> dict[str, object]:
    """Return a line as it is sent to phones.

    With ``scores``, what each place writes, where the score alone does not say it: in
    a Ramsch several places do, and where the lowest sum wins, a won game is no plus.
    """
    data = {"number": row.number, "text": row.text, "score": row.score}
    scores = row.house.scores if row.house else ()
    if scores in ((), ((row.declarer, row.score, row.score > 0),)):
        return data
    return {**data, "scores": scores}


def table_list(sheet: ScoreSheet, *, is_second: bool = False) -> TableList:
    """Read a list, or its second list, for its table. Five queries."""
    # Before the lines: a phone that has a later one knows that these are older.
    next_sequence = next_sequence_of(sheet, is_second=is_second)
    first = ledger_of(sheet)
    second_list = second_list_of(sheet)
    second = second_ledger(first, second_list)
    ledger = second if is_second else first
    return TableList(
        ledger=ledger,
        board=board_of(ledger),
        next_sequence=next_sequence,
        agreement=agreement_of(first, second) if second_list else None,
    )


def agreement_of(first: Ledger, second: Ledger) -> dict[str, object]:
    """Return how far two lists of a table agree, as it is sent to its phones. No query.

    These are the ``games`` as far as both go; where they differ, the line of both.
    """
    line = first_discord(
        first.written_games,
        second.written_games,
        rules=first.rules,
        players=first.sheet.table_size,
    )
    if line is None:
        return {"games": min(len(first.games), len(second.games))}
    one, other = (
        row_data(board_of(ledger).rows[line - 1]) for ledger in (first, second)
    )
    return {"games": line - 1, "list": one, "second": other}


def next_sequence_of(sheet: ScoreSheet, *, is_second: bool = False) -> int:
    """Return the sequence number that the next sent line must have. One query."""
    lines = sheet.table_lines.filter(is_second=is_second).order_by("-sequence")
    return (lines.values_list("sequence", flat=True).first() or 0) + 1
