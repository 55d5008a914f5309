"""Lists for the tests of paper."""

from scoring.lists.sheets import close_list, running_totals
from tests.scoring.game_lists import written_line
from tests.tournaments.papers.pdf import pdf_of
from tournaments.papers.lists.score_sheet import ScoreSheetsDocument
from tournaments.papers.lists.values import (
    ScoreSheetPage,
    SheetFoot,
    SheetHeader,
    SheetPlayer,
    SheetRow,
    foot_rows,
    row_cells,
)

NAMES = ("Anna", "Bernd", "Carla", "Dieter", "Emil")
EIGHT_GAMES = (
    (2, 18, {"base": 9, "with_matadors": 1}),
    (3, 72, {"base": 24, "with_matadors": 2}),
    (1, -44, {"base": 11, "without_matadors": 1}),
    (None, 0, {}),
    (4, 23, {"base": 23}),
    (1, 36, {"base": 12, "with_matadors": 1, "schneider": True}),
    (4, 40, {"base": 10, "without_matadors": 2, "hand": True}),
    (2, -96, {"base": 24, "with_matadors": 1}),
)


def make_page(*, games=EIGHT_GAMES, size=4, rounds=12, table="1", **changes):
    """Return a finished list of ``games``: (declarer, score, further fields)."""
    lines = [
        written_line(number=number, declarer=declarer, score=score, won=score > 0)
        for number, (declarer, score, _written) in enumerate(games, start=1)
    ]
    running = running_totals(lines, size)
    totals = close_list(lines, players=size)
    values = {
        "players": tuple(
            SheetPlayer(name=name, start_number=str(17 + index))
            for index, name in enumerate(NAMES[:size])
        ),
        "games": size * rounds,
        "header": SheetHeader(
            event="Vereinsabend", date="20.11.2026", series="2", table=table, code="K7F"
        ),
        "rows": tuple(
            make_row(line, after, written)
            for line, after, (_d, _s, written) in zip(
                lines, running, games, strict=True
            )
        ),
        "foot": SheetFoot(seats=totals.seats, passed_in=totals.passed_in),
    }
    return ScoreSheetPage(**(values | changes))


def make_row(line, after, written):
    if not line.scores:
        return SheetRow(number=line.number, passed_in=after.passed_in)
    ((declarer, score, won),) = line.scores
    return SheetRow(
        number=line.number,
        declarer=declarer,
        plus=score if won else None,
        minus=None if won else -score,
        running=after.game_points,
        won=after.won if won else None,
        lost=None if won else after.lost,
        **written,
    )


def full_page(table="1"):
    """Return a finished list of 48 games."""
    return make_page(games=EIGHT_GAMES * 6, table=table)


def score_sheets_pdf(pages, **about):
    """Return any number of lists as one PDF."""
    return pdf_of(ScoreSheetsDocument(pages=tuple(pages)), **about)


def game_cells(page, number):
    """Return the cells of a game as plain text, empty ones if it was not played."""
    rows = {row.number: row for row in page.rows}
    return row_cells(rows.get(number, SheetRow(number=number)), len(page.players))


def closing_rows(page):
    """Return the closing block as plain text: label, cells by place, passed in."""
    return [
        (row.label, *(cell for cells in row.cells for cell in cells))
        for row in foot_rows(page)
    ]
