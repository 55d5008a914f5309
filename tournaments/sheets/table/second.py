"""The second list of a table, kept on another phone (Gegenliste, rules 4.4)."""

from collections.abc import Sequence

from scoring.notation.reading import NotedLine
from tournaments.sheets.board import board_of
from tournaments.sheets.ledger import Ledger, ledger_with_lines
from tournaments.sheets.models import Game
from tournaments.sheets.proof.services import store_second_list
from tournaments.sheets.refusals import LineIsTaken
from tournaments.sheets.selectors import ledger_of, second_list_of
from tournaments.sheets.table.receiving import Receiver, SentLine
from tournaments.sheets.typing.services import no_such_line, present_text, require_room
from tournaments.sheets.writing import (
    SheetUpdate,
    check_line,
    fill_game,
    full_line,
    stored_text,
)


class SecondReceiver(Receiver):
    """Receives lines for the second list, which has ids, order and a pen of its own.

    The list itself stays as it is, and with it what its table and a second person say.
    """

    is_second = True

    @property
    def epoch(self) -> int:
        return self.sheet.second_epoch

    @property
    def phone_epoch(self) -> int | None:
        return self.device.second_epoch

    @property
    def has_phone_pen(self) -> bool:
        """The desk types it as a whole: there is nothing that it has to hold."""
        return True

    def read_ledger(self) -> Ledger:
        kept = second_list_of(self.sheet)
        return ledger_with_lines(ledger_of(self.sheet), kept.text if kept else "")

    def append(self, games: Sequence[Game]) -> SheetUpdate:
        self.ledger.games += games
        return self.store(self.ledger.played)

    def overwrite(self, line: SentLine, noted: NotedLine) -> SheetUpdate:
        present = self.present_text(line)
        if not present:
            require_room(self.ledger, line.number)
        check_line(self.ledger, noted, line.number)
        fill_game(self.ledger.games[line.number - 1], full_line(noted).noted)
        return self.store(line.number)

    def delete(self, line: SentLine) -> SheetUpdate:
        if not self.present_text(line):
            raise no_such_line(line.number)
        del self.ledger.games[line.number - 1]
        return self.store(line.number)

    def present_text(self, line: SentLine) -> str:
        """Return what stands on a line, if that is what the phone saw there."""
        present = present_text(self.ledger, line.number)
        if line.before is not None and line.before != present:
            raise LineIsTaken(number=line.number, text=present)
        return present

    def store(self, number: int) -> SheetUpdate:
        """Store the lines as they stand."""
        texts = [stored_text(game) for game in self.ledger.games]
        store_second_list(self.sheet, texts, by=None)
        return SheetUpdate(
            ledger=self.ledger, board=board_of(self.ledger), number=number
        )
