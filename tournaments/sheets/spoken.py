"""A list as one reads it aloud. Computed from its page; no query."""

from collections.abc import Iterator
from dataclasses import dataclass

from django.utils.translation import gettext as _

from tournaments.labels import line_text
from tournaments.sheets.board import SheetBoard
from tournaments.sheets.ledger import LineRow
from tournaments.sheets.questions import names_of


@dataclass(frozen=True, slots=True, kw_only=True)
class SpokenRow:
    """A typed line, who played it, and the words to be read aloud."""

    row: LineRow
    name: str
    words: str


def spoken_rows(board: SheetBoard) -> list[SpokenRow]:
    """Return the typed lines of a list with their words."""
    names = names_of(board)
    found = []
    for row in board.rows:
        if row.entry is not None:
            name = names.get(row.entry.declarer or 0, "")
            words = ", ".join(spoken_words(row, name))
            found.append(SpokenRow(row=row, name=name, words=f"{words}."))
    return found


def spoken_words(row: LineRow, name: str) -> Iterator[str]:
    """Give what is said of a line: number, player, game, points, running total.

    A voice reads "minus" where a sign would be left out.
    """
    assert row.entry is not None
    yield _("Line %(number)s") % {"number": row.number}
    if row.entry.declarer is None or row.result is None or row.running is None:
        yield line_text(row.entry)
        return
    yield name
    if row.entry.contract is not None:
        yield line_text(row.entry)
    yield spoken(row.result.score)
    yield _("stands at %(total)s") % {"total": spoken(row.running.game_points or 0)}


def spoken(value: int) -> str:
    """Return a number as it is said."""
    return _("minus %(number)s") % {"number": -value} if value < 0 else str(value)
