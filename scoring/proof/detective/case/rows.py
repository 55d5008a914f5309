"""The rows of the paper if certain slips are true: their cells and their dealers."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache

from scoring.game.seats import pausing
from scoring.game.written_games import WrittenGame
from scoring.house.rules import HouseRules
from scoring.playing.rounds import PLAIN_TURN, Turn
from scoring.playing.scorer import scorer
from scoring.playing.scores import LineScore
from scoring.proof.detective.slips.kinds import Correction, Remedy, RowField, SlipKind
from scoring.proof.paper import PaperFoot, TypedLine

Worth = Callable[[WrittenGame, Turn, int], LineScore]
"""Takes a game, the round it is in and its number."""


def worth_in(foot: PaperFoot) -> Worth:
    """Return the function that scores games by the rules of this paper."""
    return worth_under(foot.rules, foot.players)


def worth_under(rules: HouseRules, players: int) -> Worth:
    """Return the function that scores games; a slip changes no round of other lines."""
    anywhere = scorer(rules, players).score_moved_line

    def worth(entry: WrittenGame, turn: Turn, number: int) -> LineScore:
        return anywhere(entry, turn.kind, number)

    return worth


def line_worth(line: TypedLine, worth: Worth) -> LineScore:
    """Return what a typed line is worth."""
    return worth(line.entry, line.turn, line.number)


def own_cell(scored: LineScore) -> tuple[int, int] | None:
    """Return place and points of the one cell that a row has for its value.

    None if it was passed in or several wrote in a Ramsch.

    >>> own_cell(LineScore())
    """
    if len(scored.scores) == 1:
        return scored.scores[0].place, scored.scores[0].points
    cells = [(s.place, s.points) for s in scored.scores if s.won is not None]
    return cells[0] if cells else None


def cell_points(scored: LineScore) -> int:
    """Return what a row has in its cell for the value; 0 without one."""
    cell = own_cell(scored)
    return cell[1] if cell else 0


@dataclass(slots=True)
class Row:
    """One row of the paper as it should be, if certain slips are true."""

    line: TypedLine | None  # None: left out in the typed list
    entry: WrittenGame
    number: int
    value_off: int = 0  # the writer put down this much too much
    carry: int = 0  # and added up this much too much
    column: int | None = None  # and wrote in this column, not the declarer's
    ignored: RowField | None = None

    @property
    def turn(self) -> Turn:
        """The round it is in; unknown for a game that was left out."""
        return PLAIN_TURN if self.line is None else self.line.turn


def rows_if(lines: Sequence[TypedLine], corrections: Sequence[Correction]) -> list[Row]:
    """Return the rows of the paper if these corrections are true."""
    rows: dict[int, Row] = {
        line.number: Row(line=line, entry=line.entry, number=line.number)
        for line in lines
    }
    for correction in corrections:
        if correction.line is not None and correction.remedy is not Remedy.INSERT:
            change_row(rows, correction)
    ordered = list(rows.items())
    inserted = [c for c in corrections if c.remedy is Remedy.INSERT]
    for correction in inserted:
        line, entry = correction.line, correction.after
        if line is not None and entry is not None:
            at = sum(number < line for number, _ in ordered)
            ordered.insert(at, (line, Row(line=None, entry=entry, number=line)))
    return [row for _, row in ordered]


def change_row(rows: dict[int, Row], correction: Correction) -> None:
    """Apply a correction of one typed line."""
    line = correction.line
    assert line is not None
    row = rows[line]
    if correction.remedy is Remedy.DELETE:
        del rows[line]
    elif correction.remedy is Remedy.REPLACE and correction.after is not None:
        row.entry = correction.after
    elif correction.alone and isinstance(correction.field, RowField):
        row.ignored = correction.field
    elif correction.kind is SlipKind.COLUMN:
        row.column = correction.place
    elif correction.field is RowField.RUNNING:
        row.carry = correction.by
    else:
        row.value_off = correction.by


def rows_allow(rows: Sequence[Row], worth: Worth) -> bool:
    """Tell whether all typed check values and running totals agree with the rows."""
    column: dict[int, int] = {}
    for row in rows:
        scored = worth(row.entry, row.turn, row.number)
        for score in scored.scores:
            column[score.place] = column.get(score.place, 0) + score.points
        cell = own_cell(scored)
        if cell is None:
            continue
        place, value = cell
        if row.column is not None:
            column[place] -= value
            place = row.column
            column[place] = column.get(place, 0) + value
        column[place] += row.value_off + row.carry
        value += row.value_off
        if row.line is not None and not row_allows(row, value, column[place]):
            return False
    return True


def row_allows(row: Row, value: int, running: int) -> bool:
    """Tell whether the typed cells of one row are these numbers."""
    assert row.line is not None
    wrong_value = row.line.value not in (None, value)
    wrong_running = row.line.running not in (None, running)
    return not (
        (wrong_value and row.ignored is not RowField.VALUE)
        or (wrong_running and row.ignored is not RowField.RUNNING)
    )


def has_running_totals(lines: Sequence[TypedLine]) -> bool:
    """Tell whether rows can rule out what the foot and the values allow."""
    return any(line.running is not None for line in lines)


Declarers = list[int | None]


@cache
def pausing_by_turn(players: int) -> tuple[tuple[int, ...], ...]:
    """Return the pausing places of games 1, 2, 3 … up to where they repeat."""
    return tuple(pausing(number, players) for number in range(1, players + 1))


def declarers_if(
    lines: Sequence[TypedLine], corrections: Sequence[Correction]
) -> Declarers:
    """Return the declarer of each row if these corrections are true.

    A missing game without a line is left out.
    """
    changed = {slip.line: slip for slip in corrections if slip.line is not None}
    declarers: Declarers = []
    for line in lines:
        slip = changed.get(line.number)
        if slip is None or slip.remedy is Remedy.PAPER:
            declarers.append(line.entry.declarer)
        elif slip.remedy is not Remedy.DELETE and slip.after is not None:
            if slip.remedy is Remedy.INSERT:
                declarers += [slip.after.declarer, line.entry.declarer]
            else:
                declarers.append(slip.after.declarer)
    last = lines[-1].number if lines else 0
    declarers += [
        slip.after.declarer
        for slip in corrections
        if slip.line is not None and slip.line > last and slip.after is not None
    ]
    return declarers


def dealers_playing(declarers: Declarers, players: int) -> int:
    """Return in how many rows the declarer would have had to pause.

    At four it shows where lines moved: nobody plays the game they deal.
    """
    if players <= 3:
        return 0
    rests = pausing_by_turn(players)
    return sum(
        declarer in rests[index % players] for index, declarer in enumerate(declarers)
    )


def places_for(
    declarers: Declarers, declarer: int | None, players: int
) -> tuple[int, list[int]]:
    """Return at which rows a missing game leaves the fewest dealers playing.

    The number of these dealers comes first. All rows are as good where nobody pauses.

    >>> places_for([1, 2], 2, 3)
    (0, [1, 2, 3])
    >>> places_for([2, 3, 4, 1, 2, 4], 1, 4)
    (0, [6, 7])
    """
    rows = len(declarers)
    if players <= 3:
        return 0, list(range(1, rows + 2))
    rests = pausing_by_turn(players)
    counts = [0] * (rows + 1)
    pausing_below = 0
    for index in range(rows - 1, -1, -1):
        pausing_below += declarers[index] in rests[(index + 1) % players]
        counts[index] = pausing_below
    pausing_above = 0
    for index in range(rows + 1):
        counts[index] += pausing_above + (declarer in rests[index % players])
        if index < rows:
            pausing_above += declarers[index] in rests[index % players]
    fewest = min(counts)
    return fewest, [row for row, count in enumerate(counts, 1) if count == fewest]
