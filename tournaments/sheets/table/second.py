"""The second list of a table, written on another phone (Gegenliste, rules 4.4)."""

from collections.abc import Sequence

from scoring.notation.reading import NotedLine
from tournaments.sheets.board import board_of
from tournaments.sheets.ledger import Ledger, second_ledger
from tournaments.sheets.models import Game
from tournaments.sheets.proof.services import store_second_list
from tournaments.sheets.selectors import ledger_of, second_list_of
from tournaments.sheets.table.receiving import Receiver, SentLine
from tournaments.sheets.typing.services import (
    present_text,
    require_line,
    require_room,
    require_unchanged,
)
from tournaments.sheets.writing import SheetUpdate, check_line, fill_game, stored_text


class SecondReceiver(Receiver):
    """Receives lines for the second list, which has its own ids, order and pen.

    The list itself does not change, so confirmations and verdicts on it remain valid.
    """

    is_second = True

    @property
    def epoch(self) -> int:
        return self.sheet.second_epoch

    @property
    def phone_epoch(self) -> int | None:
        return self.device.second_epoch

    @property
    def phone_has_pen(self) -> bool:
        """The desk needs no pen: it types the second list as a whole."""
        return True

    def read_ledger(self) -> Ledger:
        return second_ledger(ledger_of(self.sheet), second_list_of(self.sheet))

    def append(self, games: Sequence[Game]) -> SheetUpdate:
        self.ledger.games += games
        return self.store(self.ledger.played)

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
        """Store the second list as it is now."""
        texts = [stored_text(game) for game in self.ledger.games]
        store_second_list(self.sheet, texts, by=None)
        return SheetUpdate(
            ledger=self.ledger, board=board_of(self.ledger), number=number
        )
