"""The second list of a table, kept on another phone (Gegenliste, rules 4.4)."""

from collections.abc import Sequence

from scoring.notation.reading import NotedLine
from tournaments.sheets.board import board_of
from tournaments.sheets.ledger import Ledger, ledger_with
from tournaments.sheets.models import Game
from tournaments.sheets.proof.services import keep_second_list
from tournaments.sheets.refusals import LineIsTaken
from tournaments.sheets.selectors import ledger_of, second_list_of
from tournaments.sheets.table.receiving import Receiver, SentLine
from tournaments.sheets.typing.services import no_such_line, present_text, require_room
from tournaments.sheets.writing import Written, check_line, fill, full_line, stored_text


class SecondReceiver(Receiver):
    """Receives lines for the second list, which has ids, order and a pen of its own.

    The list itself stays as it is, and with it what its table and a second person say.
    """

    is_second = True

    @property
    def epoch(self) -> int:
        return self.sheet.second_epoch

    @property
    def epoch_of_device(self) -> int | None:
        return self.device.second_epoch

    @property
    def is_out(self) -> bool:
        """The desk types it as a whole: there is nothing that it has to hold."""
        return True

    def read(self) -> Ledger:
        kept = second_list_of(self.sheet)
        return ledger_with(ledger_of(self.sheet), kept.text if kept else "")

    def go_on(self, games: Sequence[Game]) -> Written:
        self.ledger.games += games
        return self.kept(self.ledger.played)

    def write_over(self, line: SentLine, noted: NotedLine) -> Written:
        present = self.present(line)
        if not present:
            require_room(self.ledger, line.number)
        check_line(self.ledger, noted, line.number)
        fill(self.ledger.games[line.number - 1], full_line(noted).noted)
        return self.kept(line.number)

    def put_out(self, line: SentLine) -> Written:
        if not self.present(line):
            raise no_such_line(line.number)
        del self.ledger.games[line.number - 1]
        return self.kept(line.number)

    def present(self, line: SentLine) -> str:
        """Return what stands on a line, if that is what the phone saw there."""
        present = present_text(self.ledger, line.number)
        if line.before is not None and line.before != present:
            raise LineIsTaken(number=line.number, text=present)
        return present

    def kept(self, number: int) -> Written:
        """Store the lines as they stand."""
        texts = [stored_text(game) for game in self.ledger.games]
        keep_second_list(self.sheet, texts, by=None)
        return Written(ledger=self.ledger, board=board_of(self.ledger), number=number)
