"""What one game adds to every number of the paper, packed into one integer.

The foot has up to 27 numbers and each typed check value is one more. What a
slip changes is a vector of them. Packed into one integer with a wide field for
each number, two effects are added and compared in one step.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from scoring.lists.sheets import PlaceScore
from scoring.lists.systems import RATES
from scoring.proof.paper import SEAT_FIELDS, FootField, PaperFoot, TypedLine

WIDTH = 24
"""Bits of one number: no sum of a list comes near eight million."""

FULL = (1 << WIDTH) - 1


@dataclass(frozen=True, slots=True)
class Cells:
    """The typed numbers of one paper, each with its unit; 0: not typed.

    ``units`` has the plain cells. ``points``, ``won`` and ``lost`` hold by place
    what a point, a won and a lost game of that place add to all numbers;
    ``passed_in`` what a passed-in game adds, ``ramsch`` what a hand adds that nobody
    won or lost. ``values`` has one unit for each line, 0 where its check value was
    not typed.
    """

    units: dict[tuple[int | None, FootField], int]
    points: dict[int, int]
    won: dict[int, int]
    lost: dict[int, int]
    passed_in: int
    ramsch: int
    values: tuple[int, ...]

    def of_game(self, declarer: int | None, score: int, won: bool | None) -> int:
        """Return what one game adds to the numbers of the foot."""
        if declarer is None:
            return self.passed_in
        counts = self.won if won else self.lost
        return score * self.points[declarer] + counts[declarer]

    def of_scores(self, scores: Sequence[PlaceScore]) -> int:
        """Return what a hand adds to the numbers of the foot, whoever writes."""
        if not scores:
            return self.passed_in
        added, is_game = 0, False
        for score in scores:
            added += score.points * self.points[score.place]
            if score.won is not None:
                is_game = True
                counts = self.won if score.won else self.lost
                added += counts[score.place]
        return added if is_game else added + self.ramsch


def cells_of(lines: Sequence[TypedLine], foot: PaperFoot) -> Cells:
    """Return the cells that were typed from the paper."""
    places = [seat.place for seat in foot.seats]
    names: list[tuple[int | None, FootField]] = [
        (None, FootField.GAMES),
        (None, FootField.PASSED_IN),
        *((place, field) for place in places for field in SEAT_FIELDS),
    ]
    cells: list[int | None] = [foot.games, foot.passed_in]
    cells += [getattr(seat, field) for seat in foot.seats for field in SEAT_FIELDS]
    units = {
        name: 0 if cell is None else 1 << (WIDTH * index)
        for index, (name, cell) in enumerate(zip(names, cells, strict=True))
    }
    games = units[None, FootField.GAMES]
    return Cells(
        units=units,
        points={
            p: units[p, FootField.GAME_POINTS] + units[p, FootField.TOTAL]
            for p in places
        },
        won={p: games + won_unit(units, foot, p) for p in places},
        lost={p: games + lost_unit(units, foot, p) for p in places},
        passed_in=games + units[None, FootField.PASSED_IN],
        ramsch=games,
        values=tuple(
            0 if line.value is None else 1 << (WIDTH * (len(names) + index))
            for index, line in enumerate(lines)
        ),
    )


def won_unit(
    units: dict[tuple[int | None, FootField], int], foot: PaperFoot, place: int
) -> int:
    """Return what a won game adds to the foot beside its points."""
    return (
        units[place, FootField.WON]
        + RATES[foot.system].won * units[place, FootField.TOTAL]
    )


def lost_unit(
    units: dict[tuple[int | None, FootField], int], foot: PaperFoot, place: int
) -> int:
    """Return what a lost game adds to the foot beside its points."""
    rates = RATES[foot.system]
    others = sum(
        rates.others_lost[foot.players] * units[seat.place, FootField.TOTAL]
        + units[seat.place, FootField.OTHERS_LOST]
        for seat in foot.seats
        if seat.place != place
    )
    own = units[place, FootField.LOST] - rates.lost * units[place, FootField.TOTAL]
    return own + others
