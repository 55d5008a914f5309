"""Five lists to practise on: made from fixed seeds, kept nowhere."""

from dataclasses import dataclass, replace
from functools import lru_cache

from scoring.chance.sampling import sample_list
from scoring.game.written_games import WrittenGame, completed
from scoring.notation.grammar import Spelling
from scoring.notation.reading import NotedLine
from scoring.notation.writing import write_line
from tournaments.people.models import Player
from tournaments.sheets.board import SheetBoard, board_of
from tournaments.sheets.ledger import Ledger
from tournaments.sheets.models import Game, ScoreSheet, Seat
from tournaments.words.choices import SystemChoice

# Seed and games of each list; the longest is a whole list.
LISTS = ((11, 12), (12, 12), (13, 24), (14, 24), (15, 48))
PEOPLE = ("Anna", "Bernd", "Carla", "Dieter")


@dataclass(frozen=True, slots=True, kw_only=True)
class Exercise:
    """One list to be typed: its games, and the page that looks like the paper."""

    number: int
    entries: tuple[WrittenGame, ...]
    board: SheetBoard


@lru_cache(maxsize=len(LISTS))
def exercise(number: int) -> Exercise:
    """Return list ``number``, from 1. Nothing of it is in the database."""
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
        game.take(NotedLine(entry=entry))
        ledger.games.append(game)
    return Exercise(number=number, entries=entries, board=board_of(ledger))


def shorthand_of(entry: WrittenGame) -> str:
    """Return the shortest line for a game as it stands on paper."""
    plain = replace(completed(entry), bid=None, card_points=None, skat_taken=None)
    return write_line(NotedLine(entry=plain), Spelling.LETTERS)
