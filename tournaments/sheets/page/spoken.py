"""A list in words to be read aloud. Computed from its board; no query."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from django.utils.translation import gettext as _

from tournaments.sheets.board import SheetBoard
from tournaments.sheets.rows import LineRow
from tournaments.words.games import line_text, overbid_words


@dataclass(frozen=True, slots=True, kw_only=True)
class SpokenRow:
    """A typed line with its player and the words to be read aloud."""

    row: LineRow
    name: str
    words: str


def spoken_rows(board: SheetBoard) -> list[SpokenRow]:
    """Return the typed lines of a list with their words."""
    names = board.names
    rows = []
    for row in board.rows:
        if row.entry is not None:
            name = names.get(row.entry.declarer or 0, "")
            words = ", ".join(spoken_words(row, name, names))
            rows.append(SpokenRow(row=row, name=name, words=f"{words}."))
    return rows


def spoken_words(row: LineRow, name: str, names: Mapping[int, str]) -> Iterator[str]:
    """Yield the words of a line: number, player, game, points, running total.

    Negative numbers are written with "minus", because a voice would skip the sign. Of
    a Ramsch the points of each player it hits are read. ``names`` are by place.
    """
    assert row.entry is not None
    assert row.house is not None
    yield _("Line %(number)s") % {"number": row.number}
    words = line_text(row.entry)
    if row.entry.declarer is None or row.result is None or row.running is None:
        yield words
    else:
        yield name
        if row.entry.contract is not None:
            yield words
        if row.result.overbid:
            yield overbid_words(row.result)
        yield spoken_number(row.result.score)
        yield spoken_total(row.running.game_points or 0)
    yield from spoken_shares(row, names)


def spoken_shares(row: LineRow, names: Mapping[int, str]) -> Iterator[str]:
    """Yield names, points and totals of players who score without having declared."""
    if row.house is None or row.running is None:
        return
    totals = dict(row.running.shares)
    for score in row.house.scores:
        if score.place in totals:
            yield names.get(score.place, "")
            yield spoken_number(score.points)
            yield spoken_total(totals[score.place])


def spoken_total(total: int) -> str:
    return _("stands at %(total)s") % {"total": spoken_number(total)}


def spoken_number(value: int) -> str:
    """Return a number as it is spoken."""
    return _("minus %(number)s") % {"number": -value} if value < 0 else str(value)
