"""Everything that is known about one list, and how it differs."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from scoring.lists.sheets import ListTotals, PlaceScore, WrittenLine, close_list
from scoring.lists.systems import RATES
from scoring.proof.detective.case.rows import (
    Row,
    Worth,
    dealers_playing,
    declarers_if,
    has_running_totals,
    line_worth,
    own_cell,
    rows_if,
    worth_in,
)
from scoring.proof.detective.slips.kinds import SlipKind
from scoring.proof.paper import (
    SEAT_FIELDS,
    FootDifference,
    FootField,
    PaperFoot,
    TypedLine,
    foot_differences,
)

WIDTH = 24
"""Bits of one number: no sum of a list comes near eight million."""

FULL = (1 << WIDTH) - 1


@dataclass(frozen=True, slots=True)
class Cells:
    """The typed numbers of one paper, each with its unit; 0: not typed.

    What a slip changes is a vector of numbers. Packed into one integer with a wide
    field for each, two effects are added and compared in one step.
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


def typed_cells(lines: Sequence[TypedLine], foot: PaperFoot) -> Cells:
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
    others_units = sum(
        rates.others_lost[foot.players] * units[seat.place, FootField.TOTAL]
        + units[seat.place, FootField.OTHERS_LOST]
        for seat in foot.seats
        if seat.place != place
    )
    own_unit = units[place, FootField.LOST] - rates.lost * units[place, FootField.TOTAL]
    return own_unit + others_units


@dataclass(frozen=True, slots=True)
class Case:
    """A typed list beside its paper; ``target`` is the packed difference."""

    lines: tuple[TypedLine, ...]
    foot: PaperFoot
    totals: ListTotals
    differences: tuple[FootDifference, ...]
    cells: Cells
    target: int
    has_running: bool
    worth: Worth
    dealers: int  # rows in which the declarer had to pause
    unknown: frozenset[SlipKind] = frozenset()  # kinds that are not considered


def closed_rows(rows: Sequence[Row], foot: PaperFoot, worth: Worth) -> ListTotals:
    """Return the closing of rows, each with the amount by which its value is off."""
    return close_list(
        (
            WrittenLine(
                number,
                scores_off(
                    worth(row.entry, row.turn, row.number).scores,
                    row.value_off + row.carry,
                ),
            )
            for number, row in enumerate(rows, start=1)
        ),
        players=foot.players,
        system=foot.system,
    )


def scores_off(scores: tuple[PlaceScore, ...], off: int) -> tuple[PlaceScore, ...]:
    """Return what is written where the declarer writes ``off`` too much.

    >>> scores_off((PlaceScore(2, 18, True),), 10)
    (PlaceScore(place=2, points=28, won=True),)
    """
    if not off:
        return scores
    return tuple(
        score if score.won is None else score._replace(points=score.points + off)
        for score in scores
    )


def case_of(
    lines: Sequence[TypedLine], foot: PaperFoot, unknown: Iterable[SlipKind] = ()
) -> Case:
    """Compare the typed games with what the paper says."""
    worth = worth_in(foot)
    lines = [with_one_cell(line, worth) for line in lines]
    totals = closed_rows(rows_if(lines, ()), foot, worth)
    differences = foot_differences(foot, totals)
    cells = typed_cells(lines, foot)
    target = sum(d.by * cells.units[d.place, d.field] for d in differences)
    for line, unit in zip(lines, cells.values, strict=True):
        if line.value is not None:
            cell = own_cell(line_worth(line, worth))
            target += (line.value - (cell[1] if cell else 0)) * unit
    return Case(
        lines=tuple(lines),
        foot=foot,
        totals=totals,
        differences=differences,
        cells=cells,
        target=target,
        has_running=has_running_totals(lines),
        worth=worth,
        dealers=dealers_playing(declarers_if(lines, ()), foot.players),
        unknown=frozenset(unknown),
    )


def with_one_cell(line: TypedLine, worth: Worth) -> TypedLine:
    """Return a line without its cells if several wrote: whose they are is unknown."""
    is_bare = line.value is None and line.running is None
    if is_bare or own_cell(line_worth(line, worth)) is not None:
        return line
    return replace(line, value=None, running=None)
