"""Playing and typing the lists of the invented club, with seeded chance."""

from random import Random

from scoring.chance.sampling import sample_list
from scoring.game.written_games import WrittenGame
from scoring.notation.reading import NotedLine
from tournaments.people.models import User
from tournaments.sample.tables import noted_lines
from tournaments.sheets.finishing.foot import FootNumbers, write_foot
from tournaments.sheets.finishing.services import finish_sheet
from tournaments.sheets.models import ScoreSheet
from tournaments.sheets.typing.services import append_lines
from tournaments.sheets.writing import SheetUpdate
from tournaments.words.choices import Proof

PROOFS = (Proof.NONE, Proof.TOTALS, Proof.TOTALS, Proof.VALUES)  # what proves a list
HALF = 2  # the divisor for the games of a list that is being typed
OPEN_LINE = 7  # the first line on which the paper may have another value


def play_list(sheet: ScoreSheet, *, by: User, chance: Random) -> None:
    """Type a whole list and finish it; chance decides what proves it."""
    proof = chance.choice(PROOFS)
    games = sampled_games(sheet, chance)
    update = append_lines(sheet=sheet, lines=noted_lines(games, proof), by=by)
    if proof == Proof.TOTALS:
        write_true_foot(update, by=by)
    finish_sheet(sheet=sheet, by=by)


def begin_list(sheet: ScoreSheet, *, by: User, chance: Random) -> None:
    """Type half of a list."""
    games = sampled_games(sheet, chance)[: sheet.games_planned // HALF]
    append_lines(sheet=sheet, lines=noted_lines(games, Proof.NONE), by=by)


def type_half_list(sheet: ScoreSheet, *, by: User, chance: Random) -> None:
    """Type half of a list; in one line the paper's value differs from the game's."""
    games = sampled_games(sheet, chance)[: sheet.games_planned // HALF]
    lines = noted_lines(games, Proof.VALUES)
    index = next(
        index
        for index, game in enumerate(games)
        if index + 1 >= OPEN_LINE and game.declarer is not None and game.won
    )
    value = lines[index].check_value or 0
    lines[index] = NotedLine(entry=games[index], check_value=value + 10)
    append_lines(sheet=sheet, lines=lines, by=by)


def sampled_games(sheet: ScoreSheet, chance: Random) -> tuple[WrittenGame, ...]:
    """Return random games for all lines of a list."""
    seed = chance.randrange(1_000_000)
    return sample_list(seed, players=sheet.table_size, games=sheet.games_planned)


def write_true_foot(update: SheetUpdate, *, by: User) -> None:
    """Write the foot of a paper without mistakes."""
    totals = update.board.totals
    write_foot(
        sheet=update.ledger.sheet,
        by=by,
        seats={
            seat.place: FootNumbers(
                points=seat.game_points, won=seat.won, lost=seat.lost, total=seat.total
            )
            for seat in totals.seats
        },
        passed_in=totals.passed_in,
    )
