"""Lists for the tests of paper."""

from scoring.lists.sheets import close_list, running_totals
from tests.scoring.game_lists import written_line
from tests.tournaments.papers.pdf import pdf_of
from tournaments.papers.lists.form import FIRST_BLOCK, FIRST_LEVEL, LEVELS
from tournaments.papers.lists.ink import lists_paper
from tournaments.papers.lists.pages import (
    Head,
    ListPage,
    Occupants,
    WrittenGame,
    foot_rows,
)
from tournaments.words.formats import number

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
            Occupants(name=name, start_number=str(17 + index))
            for index, name in enumerate(NAMES[:size])
        ),
        "games": size * rounds,
        "head": Head(
            event="Vereinsabend", date="20.11.2026", series="2", table=table, code="K7F"
        ),
        "rows": tuple(
            make_row(line, after, written, size)
            for line, after, (_d, _s, written) in zip(
                lines, running, games, strict=True
            )
        ),
        "totals": totals,
    }
    return ListPage(**(values | changes))


def make_row(line, after, written, size):
    if not line.scores:
        return written_game(line.number, size, passed_in=after.passed_in)
    ((declarer, score, won),) = line.scores
    return written_game(
        line.number,
        size,
        declarer,
        plus=score if won else None,
        minus=None if won else -score,
        running=after.game_points,
        won=after.won if won else None,
        lost=None if won else after.lost,
        **written,
    )


def written_game(at, size=4, declarer=None, remark="", **written):
    """Return a game with numbers and ticks by the names of their columns."""
    heads = ("number", "base", "with_matadors", "without_matadors", *LEVELS)
    heads = (*heads, "plus", "minus")
    cells = [str(at), *[""] * (FIRST_BLOCK + 3 * size)]
    for name in written.keys() & {*heads}:
        place = heads.index(name)
        is_level = FIRST_LEVEL <= place < FIRST_LEVEL + len(LEVELS)
        cells[place] = "✓" if is_level else number(written[name])
    if declarer:
        first = FIRST_BLOCK + 3 * (declarer - 1)
        sums = (number(written.get(name)) for name in ("running", "won", "lost"))
        cells[first : first + 3] = sums
    if "passed_in" in written:
        cells[1], cells[-1] = "E", number(written["passed_in"])
    return WrittenGame(at, tuple(cells), declarer, remark)


def full_page(table="1"):
    """Return a finished list of 48 games."""
    return make_page(games=EIGHT_GAMES * 6, table=table)


def score_sheets_pdf(pages, **about):
    """Return any number of lists as one PDF."""
    return pdf_of(lists_paper(pages), **about)


def game_cells(page, number):
    """Return the cells of a game as plain text, empty ones if it was not played."""
    return next(row.cells for row in page.rows if row.number == number)


def closing_rows(page):
    """Return the closing block as plain text: label, cells by place, passed in."""
    return [
        (row.label, *(cell for cells in row.cells for cell in cells))
        for row in foot_rows(page)
    ]
