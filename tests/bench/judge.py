"""Is what the detective says of a case named, and is it right?

Only the public door of the detective is known here: what ``suspects`` takes and gives.

*Named*: every slip has its line pointed at, and nothing innocent is. *Right*: the
correction itself is right, too: with it the line scores what was played, or the paper
is blamed where the paper is wrong.
Where no number can tell the writer from the typist, the readings of both stand
together: the first of each counts.
"""

from collections.abc import Sequence
from dataclasses import dataclass, fields
from random import Random

from scoring.game.written_games import WrittenGame
from scoring.proof.detective.slips.kinds import (
    Correction,
    Remedy,
    RowField,
    SlipKind,
    Suspect,
)
from scoring.proof.paper import FootField, PaperFoot, PaperSeat, TypedLine
from tests.bench.played import points_of
from tests.bench.scene import Slip, What, write
from tests.bench.slips import Case

FOOT = tuple(field.name for field in fields(PaperSeat) if field.name != "place")
HALF = 0.5


@dataclass(frozen=True, slots=True, kw_only=True)
class View:
    """What is typed of the paper beside the games."""

    name: str
    seats: tuple[str, ...] = FOOT
    has_counts: bool = True
    values: float = 0.0
    has_running: bool = False


FOOT_ONLY = View(name="foot only")
HALF_THE_VALUES = View(name="half the values", values=HALF)
RUNNING_TOTALS = View(name="running totals", has_running=True)
ONLY_TOTALS = View(name="only the totals", seats=("total",), has_counts=False)
VIEWS = (FOOT_ONLY, HALF_THE_VALUES, RUNNING_TOTALS, ONLY_TOTALS)


@dataclass(frozen=True, slots=True, kw_only=True)
class Sight:
    """A case as far as it was typed."""

    case: Case
    view: View
    lines: tuple[TypedLine, ...]
    foot: PaperFoot

    @property
    def numbers(self) -> int:
        """How many numbers were typed beside the games."""
        behind = (
            number for line in self.lines for number in (line.value, line.running)
        )
        seats = len(self.view.seats) * len(self.foot.seats)
        counts = 2 * self.view.has_counts
        return seats + counts + sum(number is not None for number in behind)

    @property
    def contradicts(self) -> bool:
        """Tell whether any typed number differs from what the typed games give."""
        own = write(self.case.entries, self.case.scene.players)
        return foot_of(
            self.case.scene.players, own.foot, self.view
        ) != self.foot or any(
            (line.value, line.running)
            != (
                None if line.value is None else row.value,
                None if line.running is None else row.running,
            )
            for line, row in zip(self.lines, own.rows, strict=True)
        )


def seen(case: Case, view: View, seed: int) -> Sight:
    """Return what of a case is typed; which values are, the seed decides."""
    chance = Random(seed)
    lines = tuple(
        TypedLine(
            number=number,
            entry=line.entry,
            value=line.row.value if chance.random() < view.values else None,
            running=line.row.running if view.has_running else None,
        )
        for number, line in enumerate(case.lines, start=1)
    )
    foot = foot_of(case.scene.players, case.foot, view)
    return Sight(case=case, view=view, lines=lines, foot=foot)


def foot_of(players: int, cells, view: View) -> PaperFoot:
    return PaperFoot(
        players=players,
        games=cells["games"] if view.has_counts else None,
        passed_in=cells["passed_in"] if view.has_counts else None,
        seats=tuple(
            PaperSeat(
                place=place, **{name: cells[f"{place}.{name}"] for name in view.seats}
            )
            for place in range(1, players + 1)
        ),
    )


def readings(suspect: Suspect) -> tuple[tuple[Correction, ...], ...]:
    """Return the reading that is told, with those that blame the writer instead."""
    ways = 2 ** sum(correction.or_paper for correction in suspect.corrections)
    return (suspect.corrections, *suspect.alternatives)[:ways]


def is_named(sight: Sight, suspect: Suspect) -> bool:
    return any(names_all(sight, reading) for reading in readings(suspect))


def is_right(sight: Sight, suspect: Suspect) -> bool:
    return any(is_right_reading(sight, reading) for reading in readings(suspect))


def right_kinds(sight: Sight, suspect: Suspect) -> set[SlipKind]:
    """Return what the detective calls the slips, where it is right about them."""
    return {
        correction.kind
        for reading in readings(suspect)
        if is_right_reading(sight, reading)
        for correction in reading
    }


def names_all(sight: Sight, reading: Sequence[Correction]) -> bool:
    """Tell whether a reading points at every slip, and at nothing else."""
    slips = sight.case.slips
    return all(
        any(names(sight, slip, correction) for correction in reading) for slip in slips
    ) and all(
        any(names(sight, slip, correction) for slip in slips) for correction in reading
    )


def is_right_reading(sight: Sight, reading: Sequence[Correction]) -> bool:
    if not names_all(sight, reading):
        return False
    return restores(sight, reading) or all(
        any(corrects_line(sight, slip, correction) for correction in reading)
        for slip in sight.case.slips
    )


def names(sight: Sight, slip: Slip, correction: Correction) -> bool:
    """Tell whether a correction points at the line of a slip."""
    if slip.what is What.MISSING:
        return names_missing(sight, slip, correction)
    if slip.what is What.RUNNING:
        return names_running(sight, slip, correction)
    if correction.remedy is Remedy.INSERT:
        return False
    at = sight.case.position(slip)
    if slip.what is What.DOUBLED:
        return correction.line in run_of(sight, at)
    return correction.line == at


def names_running(sight: Sight, slip: Slip, correction: Correction) -> bool:
    """Tell whether the row is pointed at, or the rows among which it must be.

    Where no running total was typed, only where it ended is known.
    """
    declarer = sight.case.scene.entry(slip.line).declarer
    at = sight.case.position(slip)
    if correction.line is not None or correction.place != declarer:
        return correction.remedy is not Remedy.INSERT and correction.line == at
    if correction.remedy is not Remedy.PAPER:
        return False
    if sight.view.has_running:
        first, last = correction.span or (0, 0)
        return first <= at <= last
    return correction.field in (FootField.GAME_POINTS, RowField.RUNNING)


def run_of(sight: Sight, at: int) -> range:
    """Return the lines round ``at`` and the next that read the same."""
    entries = sight.case.entries
    first, last = at, at + 1
    while first > 1 and entries[first - 2] == entries[at - 1]:
        first -= 1
    while last < len(entries) and entries[last] == entries[at - 1]:
        last += 1
    return range(first, last + 1)


def names_missing(sight: Sight, slip: Slip, correction: Correction) -> bool:
    """Tell whether a game is said to be missing from this player, where one can know.

    Running totals show between which two games of its player it was played.
    """
    if correction.remedy is not Remedy.INSERT or correction.after is None:
        return False
    played = sight.case.scene.entry(slip.line)
    if correction.after.declarer != played.declarer:
        return False
    if played.declarer is None or not sight.view.has_running:
        return True
    at = sight.case.position(slip)
    own = [
        number
        for number, entry in enumerate(sight.case.entries, start=1)
        if entry.declarer == played.declarer
    ]
    after = max((number for number in own if number < at), default=0)
    before = min((number for number in own if number >= at), default=len(own) + at)
    first, last = correction.span or (correction.line, correction.line)
    return first is not None and after < first <= last <= before


def corrects_line(sight: Sight, slip: Slip, correction: Correction) -> bool:
    if not names(sight, slip, correction):
        return False
    played = sight.case.scene.entry(slip.line)
    match slip.what:
        case What.LINE:
            return correction.remedy is Remedy.REPLACE and scores_as(correction, played)
        case What.MISSING:
            return scores_as(correction, played)
        case What.DOUBLED:
            return correction.remedy is Remedy.DELETE
        case What.VALUE:
            return corrects_row(sight, slip, correction)
        case What.RUNNING:
            return corrects_sum(sight, slip, correction)


def scores_as(correction: Correction, played: WrittenGame) -> bool:
    """Tell whether the corrected line scores what was played."""
    after = correction.after
    return after is not None and points_of(after) == points_of(played)


def corrects_row(sight: Sight, slip: Slip, correction: Correction) -> bool:
    """Tell whether a number of a row is said to be wrong, and the right one given."""
    if correction.remedy is not Remedy.PAPER or correction.line is None:
        return False
    case = sight.case
    field = str(correction.field)
    typed = sight.lines[correction.line - 1]
    if typed.value is not None and field != "value":
        return False
    papers = (case.scene.paper, case.without(slip).paper)
    return field in ("value", "running") and correction.right in {
        getattr(paper.rows[slip.line - 1], field) for paper in papers
    }


def corrects_sum(sight: Sight, slip: Slip, correction: Correction) -> bool:
    """Tell whether the paper is said to be wrong by what was added wrongly."""
    if correction.remedy is not Remedy.PAPER:
        return False
    cell = f"{sight.case.scene.entry(slip.line).declarer}.game_points"
    wrong = sight.case.paper.foot[cell] - sight.case.without(slip).paper.foot[cell]
    return (correction.paper or 0) - (correction.right or 0) == wrong


def restores(sight: Sight, reading: Sequence[Correction]) -> bool:
    """Tell whether the typed games, corrected, are those that were played."""
    lines: list[list[WrittenGame | None]] = [[entry] for entry in sight.case.entries]
    lines.append([])
    for correction in reading:
        if correction.remedy is Remedy.PAPER or correction.line is None:
            return False
        line = lines[min(correction.line, len(lines)) - 1]
        if correction.remedy is Remedy.INSERT:
            line.insert(0, correction.after)
        else:
            line.remove(sight.case.entries[correction.line - 1])
            line += [correction.after] * (correction.remedy is Remedy.REPLACE)
    corrected = [entry for line in lines for entry in line if entry is not None]
    return [points_of(entry) for entry in corrected] == [
        points_of(entry) for entry in sight.case.scene.entries
    ]
