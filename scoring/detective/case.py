"""Everything that is known about one list, and how it differs."""

from collections.abc import Sequence
from dataclasses import dataclass

from scoring.detective.cells import Cells, cells_of
from scoring.detective.rows import has_cells
from scoring.entries import Entry
from scoring.games import result_of
from scoring.paper import Difference, PaperFoot, TypedLine, differences
from scoring.sheets import Line, ListTotals, close


@dataclass(frozen=True, slots=True)
class Case:
    """A typed list beside its paper; ``target`` is the packed difference."""

    lines: tuple[TypedLine, ...]
    foot: PaperFoot
    totals: ListTotals
    found: tuple[Difference, ...]
    cells: Cells
    target: int
    in_rows: bool


def closed(games: Sequence[tuple[Entry, int]], foot: PaperFoot) -> ListTotals:
    """Close games, each with what its value is off, as the foot wants it."""
    results = [(entry.declarer, result_of(entry), off) for entry, off in games]
    return close(
        (
            Line(
                number=number,
                declarer=declarer,
                score=result.score + off,
                won=result.won,
            )
            for number, (declarer, result, off) in enumerate(results, start=1)
        ),
        players=foot.players,
        system=foot.system,
    )


def case_of(lines: Sequence[TypedLine], foot: PaperFoot) -> Case:
    """Compare the typed games with what the paper says."""
    totals = closed([(line.entry, 0) for line in lines], foot)
    found = differences(foot, totals)
    cells = cells_of(lines, foot)
    target = sum(d.by * cells.units[d.place, d.field] for d in found)
    for line, unit in zip(lines, cells.values, strict=True):
        if line.value is not None:
            target += (line.value - result_of(line.entry).score) * unit
    return Case(
        lines=tuple(lines),
        foot=foot,
        totals=totals,
        found=found,
        cells=cells,
        target=target,
        in_rows=has_cells(lines),
    )
