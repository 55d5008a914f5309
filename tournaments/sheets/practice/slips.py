"""Slips of a list writer, put into the paper of a practice list by a seed.

They are those that clubs found when they checked old lists: a wrong addition, a value
without one of its levels or a loss that is not doubled, a game counted wrongly, 50
points left out, 40 instead of 30. Everything after a slip is as the writer would have
continued with it.
"""

from collections.abc import Callable, Mapping
from dataclasses import replace
from enum import StrEnum
from random import Random

from scoring.lists.sheets import SeatTotal
from scoring.lists.systems import RATES
from tournaments.sheets.board import SheetBoard
from tournaments.sheets.rows import LineRow

OFFS = (1, -1, 2, 10, -10, 20, 100, -100)
FIFTY = 50


class PaperSlip(StrEnum):
    """What the writer of a practice list did wrong."""

    ADDITION = "addition"
    VALUE = "value"
    COUNT = "count"
    FIFTY = "fifty"
    RATE = "rate"


def board_with_slip(board: SheetBoard, slip: PaperSlip, seed: int) -> SheetBoard:
    """Return the board of a paper list with one slip of its writer."""
    return SLIPS[slip](board, Random(seed))


def by_addition(board: SheetBoard, chance: Random) -> SheetBoard:
    """Add up wrongly in one row, and continue from there."""
    row = chance.choice(written_rows(board))
    return board_off_from(board, row, chance.choice(OFFS))


def by_value(board: SheetBoard, chance: Random) -> SheetBoard:
    """Write a wrong value: without a level, or a loss that is not doubled."""
    row = chance.choice(written_rows(board))
    wrong = row.score // 2 if row.score < 0 else row.score - (row.base or 0)
    if wrong == 0:  # a Null has one value
        wrong = row.score + 1
    rows = [
        row_with_score(other, wrong) if other is row else other for other in board.rows
    ]
    return board_off_from(replace(board, rows=tuple(rows)), row, wrong - row.score)


def by_count(board: SheetBoard, chance: Random) -> SheetBoard:
    """Count one game too many as won in the foot, and give 50 points for it."""
    seat = chance.choice(board.totals.seats)
    bonus, total = seat.won_lost_bonus + FIFTY, seat.total + FIFTY
    wrong = replace(seat, won=seat.won + 1, won_lost_bonus=bonus, total=total)
    return board_with_seat(board, wrong)


def by_fifty(board: SheetBoard, chance: Random) -> SheetBoard:
    """Leave out the 50 points of one game; the counts are right."""
    seat = chance.choice(board.totals.seats)
    bonus, total = seat.won_lost_bonus - FIFTY, seat.total - FIFTY
    return board_with_seat(board, replace(seat, won_lost_bonus=bonus, total=total))


def by_rate(board: SheetBoard, chance: Random) -> SheetBoard:
    """Use the rate of a table of three for the lost games of the other players."""
    seats = [seat for seat in board.totals.seats if seat.others_lost]
    if not seats:
        return by_fifty(board, chance)
    seat = chance.choice(seats)
    bonus = seat.others_lost * RATES[board.totals.system].others_lost[3]
    total = seat.total + bonus - seat.others_bonus
    return board_with_seat(board, replace(seat, others_bonus=bonus, total=total))


SLIPS: Mapping[PaperSlip, Callable[[SheetBoard, Random], SheetBoard]] = {
    PaperSlip.ADDITION: by_addition,
    PaperSlip.VALUE: by_value,
    PaperSlip.COUNT: by_count,
    PaperSlip.FIFTY: by_fifty,
    PaperSlip.RATE: by_rate,
}


def written_rows(board: SheetBoard) -> list[LineRow]:
    """Return the rows in which a declarer wrote something."""
    return [row for row in board.rows if row.declarer is not None]


def row_with_score(row: LineRow, score: int) -> LineRow:
    """Return a row with another number in its value columns."""
    assert row.house is not None
    result = replace(row.house.result, score=score)
    return replace(row, house=row.house._replace(result=result))


def board_off_from(board: SheetBoard, first: LineRow, off: int) -> SheetBoard:
    """Return a board on which a column is wrong by ``off`` from row ``first`` on."""
    rows = [
        replace(
            row, running=replace(row.running, game_points=row.running.game_points + off)
        )
        if row.running is not None
        and row.running.game_points is not None
        and row.declarer == first.declarer
        and row.number >= first.number
        else row
        for row in board.rows
    ]
    seat = board.totals.seats[(first.declarer or 1) - 1]
    board = replace(board, rows=tuple(rows))
    return board_with_seat(
        board,
        replace(seat, game_points=seat.game_points + off, total=seat.total + off),
    )


def board_with_seat(board: SheetBoard, seat: SeatTotal) -> SheetBoard:
    """Return a board with another closing block of one place."""
    seats = [
        seat if other.place == seat.place else other for other in board.totals.seats
    ]
    return replace(board, totals=replace(board.totals, seats=tuple(seats)))
