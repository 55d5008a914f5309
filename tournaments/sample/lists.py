"""Playing and typing the lists of the invented club, by seeded chance."""

from collections.abc import Iterator, Sequence
from random import Random

from scoring.chance.sampling import sample_list
from scoring.game.games import result_of
from scoring.game.written_games import WrittenGame
from scoring.notation.reading import NotedLine
from tournaments.people.models import User
from tournaments.sheets.finishing.foot import FootNumbers, write_foot
from tournaments.sheets.finishing.services import finish_sheet
from tournaments.sheets.models import ScoreSheet
from tournaments.sheets.typing.services import append_lines
from tournaments.sheets.writing import Written

HALF = 2  # of the games of a list that is being typed
OPEN_LINE = 7  # the one on which the paper says something else


def play(sheet: ScoreSheet, *, by: User, chance: Random, struck: int = 0) -> Written:
    """Type a whole list and finish it.

    Chance says what proves it: nothing, the totals of its paper, or a check value
    on each line.
    """
    way = chance.choice(("nothing", "foot", "foot", "values"))
    entries = sampled_games(sheet, chance)
    entries = entries[: len(entries) - struck]
    lines = list(checked(entries) if way == "values" else noted_lines(entries))
    written = append_lines(sheet=sheet, lines=lines, by=by)
    if way == "foot":
        write_true_foot(written, by=by)
    return finish_sheet(sheet=sheet, by=by, cut_short=bool(struck))


def begun(sheet: ScoreSheet, *, by: User, chance: Random) -> Written:
    """Type half of a list."""
    entries = sampled_games(sheet, chance)[: sheet.games_planned // HALF]
    return append_lines(sheet=sheet, lines=list(noted_lines(entries)), by=by)


def half_typed(sheet: ScoreSheet, *, by: User, chance: Random) -> Written:
    """Type half of a list; on one line the paper has another value than the game."""
    entries = sampled_games(sheet, chance)[: sheet.games_planned // HALF]
    lines = list(checked(entries))
    index = next(
        index
        for index, entry in enumerate(entries)
        if index + 1 >= OPEN_LINE and entry.declarer is not None and entry.won
    )
    value = lines[index].check_value or 0
    lines[index] = NotedLine(entry=entries[index], check_value=value + 10)
    return append_lines(sheet=sheet, lines=lines, by=by)


def sampled_games(sheet: ScoreSheet, chance: Random) -> tuple[WrittenGame, ...]:
    """Return the games that were played at a table."""
    seed = chance.randrange(1_000_000)
    return sample_list(seed, players=sheet.table_size, games=sheet.games_planned)


def noted_lines(entries: Sequence[WrittenGame]) -> Iterator[NotedLine]:
    """Return games as lines without check values."""
    return (NotedLine(entry=entry) for entry in entries)


def checked(entries: Sequence[WrittenGame]) -> Iterator[NotedLine]:
    """Return games as lines with the values that stand on the paper."""
    for entry in entries:
        value = None if entry.declarer is None else result_of(entry).score
        yield NotedLine(entry=entry, check_value=value)


def write_true_foot(written: Written, *, by: User) -> Written:
    """Write the totals of a paper that is right."""
    totals = written.board.totals
    return write_foot(
        sheet=written.ledger.sheet,
        by=by,
        seats={
            seat.place: FootNumbers(
                points=seat.game_points,
                won=seat.won,
                lost=seat.lost,
                total=seat.total,
            )
            for seat in totals.seats
        },
        passed_in=totals.passed_in,
    )
