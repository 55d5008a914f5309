"""A whole list with its paper, and slips on it."""

from scoring.notation.documents import write_line
from scoring.notation.grammar import Spelling
from scoring.notation.reading import NotedLine, read_line
from scoring.proof.paper import faultless_foot
from tests.sampling import sample_list
from tournaments.sheets.board import board_of
from tournaments.sheets.finishing import services as finishing_services
from tournaments.sheets.finishing.services import FootNumbers
from tournaments.sheets.selectors import ledger_of
from tournaments.sheets.typing.services import record_line

SEED = 20261106


def sample_texts(spelling=Spelling.LETTERS, *, games=48, seed=SEED):
    """Return a list of a club evening as it is typed."""
    entries = sample_list(seed, games=games)
    return [write_line(NotedLine(entry=entry), spelling) for entry in entries]


def write(sheet, number, text, *, by, **options):
    """Write a line in shorthand at the desk."""
    return record_line(
        sheet=sheet, number=number, noted=read_line(text), by=by, **options
    )


def totals_of(sheet):
    return board_of(ledger_of(sheet)).totals


def write_paper(sheet, totals, *, by, off=None, reason=""):
    """Write the foot that belongs to ``totals``; ``off`` spoils cells by place."""
    off = off or {}
    return finishing_services.write_foot(
        sheet=sheet,
        by=by,
        seats={
            seat.place: FootNumbers(
                points=seat.game_points + off.get((seat.place, "points"), 0),
                won=seat.won,
                lost=seat.lost,
                total=seat.total + off.get((seat.place, "total"), 0),
            )
            for seat in faultless_foot(totals).seats
        },
        passed_in=totals.passed_in,
        reason=reason,
    )
