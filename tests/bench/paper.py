"""Paper: finished lists as one PDF, beside the same strokes on a bare canvas."""

from collections.abc import Iterator

from tests.bench.bare_canvas import drawn, ink_of
from tests.bench.people import DAY, FOUR, noted_list
from tests.bench.rows import Row, Scale, milliseconds, ratio_row, spent_by
from tests.tournaments.papers.sheets import score_sheets_pdf
from tournaments.events.models import Event, Series
from tournaments.papers.lists.selectors import sheet_page
from tournaments.people.models import Player
from tournaments.sheets.ledger import Ledger
from tournaments.sheets.models import Game, ScoreSheet, Seat
from tournaments.words.choices import SheetState, SystemChoice

NAMES = ("Anna Ahrens", "Bernd Böttcher", "Carla Çelik", "Dieter Großmann")
MOST = 3


def measure_paper(scale: Scale, seed: int) -> Iterator[Row]:
    """Draw lists; reading them from the database is not in it."""
    ledgers = [ledger(seed + index, index + 1) for index in range(scale.papers)]
    pages = [sheet_page(each) for each in ledgers]
    inks = [ink_of(page) for page in pages]
    pdf, bare, values = spent_by(
        3,
        lambda: score_sheets_pdf(pages),
        lambda: drawn(inks),
        lambda: [sheet_page(each) for each in ledgers],
    )
    sizes = f"{scale.papers} lists of 48"
    yield ratio_row(
        what="finished lists as one PDF",
        sizes=sizes,
        measured=f"{pdf.text}, bare canvas {milliseconds(bare.median)}, "
        f"{scale.papers / pdf.median:.0f} pages/s",
        ratio=pdf.median / bare.median,
        most=MOST,
    )
    yield ratio_row(
        what="… with the values of the lists",
        sizes=sizes,
        measured=milliseconds(pdf.median + values.median),
        ratio=(pdf.median + values.median) / bare.median,
        most=MOST,
    )


def ledger(seed: int, table: int) -> Ledger:
    """Return a finished list that is in no database."""
    event = Event(name="Vereinsmeisterschaft", date=DAY, place="Zur Linde")
    sheet = ScoreSheet(
        series=Series(event=event, number=1),
        table_number=table,
        table_size=FOUR,
        system=SystemChoice.SEEGER_FABIAN,
        rounds=12,
        code="ABCDEF",
        state=SheetState.FINISHED,
    )
    seats = [
        Seat(sheet=sheet, place=place, player=person(name))
        for place, name in enumerate(NAMES, 1)
    ]
    games = []
    for number, noted in enumerate(noted_list(seed), 1):
        game = Game(sheet=sheet, number=number)
        game.set_line(noted)
        games.append(game)
    return Ledger(sheet=sheet, seats=seats, games=games, substitutions=[])


def person(name: str) -> Player:
    """Return a person who is in no database."""
    first, last = name.split()
    return Player(first_name=first, last_name=last)
