"""Sixty lists to practise on, generated from fixed seeds and never stored.

Each is a paper list with one slip of its writer; when it has been typed, the page shows
how the proof finds the slip. Nothing of it counts in any result.
"""

from dataclasses import dataclass, replace
from functools import lru_cache

from scoring.chance.sampling import sample_list
from scoring.game.written_games import WrittenGame, with_implied_levels
from scoring.notation.grammar import Spelling
from scoring.notation.reading import NotedLine
from scoring.notation.writing import write_line
from scoring.proof.detective.search import suspects
from scoring.proof.detective.slips.kinds import Suspect
from scoring.proof.paper import PaperFoot, TypedLine, faultless_foot
from tournaments.people.models import Player
from tournaments.sheets.board import SheetBoard, board_of
from tournaments.sheets.ledger import Ledger
from tournaments.sheets.models import Game, ScoreSheet, Seat
from tournaments.sheets.practice.slips import PaperSlip, board_with_slip
from tournaments.words.choices import SystemChoice

FIRST_SEED = 11
# Games and number of the lists; the longest are whole lists.
SIZES = ((12, 20), (24, 20), (48, 20))
LISTS = tuple(
    enumerate((games for games, count in SIZES for _ in range(count)), FIRST_SEED)
)
"""Seed and games of each list."""
MOST_EXPLANATIONS = 3
PEOPLE = ("Anna", "Bernd", "Carla", "Dieter")


@dataclass(frozen=True, slots=True, kw_only=True)
class Exercise:
    """One list to be typed: its games and a board that looks like the paper."""

    number: int
    entries: tuple[WrittenGame, ...]
    board: SheetBoard
    slip: PaperSlip

    @property
    def foot(self) -> PaperFoot:
        """The closing block of the paper, without the number that nobody types."""
        foot = faultless_foot(self.board.totals)
        seats = (replace(seat, others_lost=None) for seat in foot.seats)
        return replace(foot, seats=tuple(seats))

    def by_totals(self) -> tuple[Suspect, ...]:
        """Return the suspects if only the totals of the paper are typed."""
        lines = [
            TypedLine(number=number, entry=entry)
            for number, entry in enumerate(self.entries, 1)
        ]
        return suspects(lines, self.foot, most=MOST_EXPLANATIONS)

    def by_rows(self) -> tuple[Suspect, ...]:
        """Return the suspects if the numbers of the rows are typed as well."""
        lines = [
            TypedLine(
                number=row.number,
                entry=entry,
                value=row.score if row.declarer else None,
                running=row.running.game_points if row.running else None,
            )
            for row, entry in zip(self.board.rows, self.entries, strict=True)
        ]
        return suspects(lines, self.foot, most=1)


@lru_cache(maxsize=len(LISTS))
def make_exercise(number: int) -> Exercise:
    """Return list ``number``, counted from 1. Nothing of it is in the database."""
    seed, games = LISTS[number - 1]
    entries = sample_list(seed, games=games)
    sheet = ScoreSheet(
        table_number=number,
        table_size=len(PEOPLE),
        rounds=games // len(PEOPLE),
        system=SystemChoice.SEEGER_FABIAN,
    )
    ledger = Ledger(sheet=sheet, seats=[], games=[], substitutions=[])
    for place, name in enumerate(PEOPLE, 1):
        ledger.seats.append(Seat(place=place, player=Player(first_name=name)))
    for line, entry in enumerate(entries, 1):
        game = Game(number=line)
        game.set_line(NotedLine(entry=entry))
        ledger.games.append(game)
    slip = tuple(PaperSlip)[number % len(PaperSlip)]
    paper = board_with_slip(board_of(ledger), slip, seed)
    return Exercise(number=number, entries=entries, board=paper, slip=slip)


def shorthand_of(entry: WrittenGame) -> str:
    """Return the shortest line for a game as it is on paper."""
    entry_on_paper = replace(
        with_implied_levels(entry), bid=None, card_points=None, skat_taken=None
    )
    return write_line(NotedLine(entry=entry_on_paper), Spelling.LETTERS)
