"""Everything that is known about one list, and how it differs."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from scoring.lists.sheets import ListTotals, PlaceScore, WrittenLine, close
from scoring.proof.detective.cells import Cells, cells_of
from scoring.proof.detective.dealers import dealers_playing, declarers_if
from scoring.proof.detective.rows import Row, has_running_totals, rows_if
from scoring.proof.detective.slips import SlipKind
from scoring.proof.detective.worth import Worth, of_line, own_cell, worth_in
from scoring.proof.paper import Difference, PaperFoot, TypedLine, differences


@dataclass(frozen=True, slots=True)
class Case:
    """A typed list beside its paper; ``target`` is the packed difference."""

    lines: tuple[TypedLine, ...]
    foot: PaperFoot
    totals: ListTotals
    found: tuple[Difference, ...]
    cells: Cells
    target: int
    has_running: bool
    worth: Worth
    dealers: int  # rows in which the declarer had to pause
    unknown: frozenset[SlipKind] = frozenset()  # kinds that are not thought of


def closed(rows: Sequence[Row], foot: PaperFoot, worth: Worth) -> ListTotals:
    """Close games, each with what its value is off, as the foot wants it."""
    return close(
        (
            WrittenLine(
                number,
                scores_off(
                    worth(row.entry, row.turn, row.deal).scores,
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
        each if each.won is None else each._replace(points=each.points + off)
        for each in scores
    )


def case_of(
    lines: Sequence[TypedLine], foot: PaperFoot, unknown: Iterable[SlipKind] = ()
) -> Case:
    """Compare the typed games with what the paper says."""
    worth = worth_in(foot)
    lines = [with_one_cell(line, worth) for line in lines]
    totals = closed(rows_if(lines, ()), foot, worth)
    found = differences(foot, totals)
    cells = cells_of(lines, foot)
    target = sum(d.by * cells.units[d.place, d.field] for d in found)
    for line, unit in zip(lines, cells.values, strict=True):
        if line.value is not None:
            cell = own_cell(of_line(line, worth))
            target += (line.value - (cell[1] if cell else 0)) * unit
    return Case(
        lines=tuple(lines),
        foot=foot,
        totals=totals,
        found=found,
        cells=cells,
        target=target,
        has_running=has_running_totals(lines),
        worth=worth,
        dealers=dealers_playing(declarers_if(lines, ()), foot.players),
        unknown=frozenset(unknown),
    )


def with_one_cell(line: TypedLine, worth: Worth) -> TypedLine:
    """Return a line without cells where several wrote in a Ramsch: which one was it?"""
    is_bare = line.value is None and line.running is None
    if is_bare or own_cell(of_line(line, worth)) is not None:
        return line
    return replace(line, value=None, running=None)
