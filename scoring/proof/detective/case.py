"""Everything that is known about one list, and how it differs.

With the rows of the paper if certain slips are true: their cells and their dealers.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from math import log2
from typing import Any

from scoring.game.written_games import WrittenGame, pausing
from scoring.house.rules import HouseRules
from scoring.lists.sheets import RATES, ListTotals, PlaceScore, WrittenLine, close_list
from scoring.playing.play import scorer
from scoring.playing.scores import PLAIN_TURN, LineScore, Turn
from scoring.proof.detective.slips.kinds import (
    Correction,
    Remedy,
    RowField,
    SlipKind,
    Suspect,
)
from scoring.proof.paper import (
    SEAT_FIELDS,
    FootDifference,
    FootField,
    PaperFoot,
    TypedLine,
    faultless_foot,
    foot_differences,
)

Worth = Callable[[WrittenGame, Turn, int], LineScore]
"""Takes a game, the round it is in and its number."""


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
    for row, line, value, running in computed_cells(rows, worth):
        if line.value not in (None, value) and row.ignored is not RowField.VALUE:
            return False
        if line.running not in (None, running) and row.ignored is not RowField.RUNNING:
            return False
    return True


def computed_cells(
    rows: Sequence[Row], worth: Worth
) -> Iterator[tuple[Row, TypedLine, int, int]]:
    """Yield each row that was typed, with its line, its value and running total."""
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
        if row.line is not None:
            yield row, row.line, value + row.value_off, column[place]


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
    worth = worth_under(foot.rules, foot.players)
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
        has_running=any(line.running is not None for line in lines),
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


SURE = 0.95
WORTH_A_LOOK = 0.1  # bits; a number that tells less is not asked for


@dataclass(frozen=True, slots=True)
class Wanted:
    """A number of the paper: one of a row, or of a place in the foot."""

    line: int | None
    place: int | None
    field: FootField | RowField

    @property
    def key(self) -> str:
        """Return a word that names the number.

        >>> Wanted(12, None, RowField.RUNNING).key
        '12.running'
        """
        where = f"p{self.place}" if self.line is None else f"{self.line}"
        return f"{where}.{self.field}"


def wanted_from(key: str) -> Wanted:
    """Return the number that a key names; raises ValueError if it names none.

    >>> wanted_from("p2.total")
    Wanted(line=None, place=2, field=<FootField.TOTAL: 'total'>)
    """
    where, _, name = key.partition(".")
    if where.startswith("p"):
        return Wanted(None, int(where[1:]), FootField(name))
    return Wanted(int(where), None, RowField(name))


Numbers = Mapping[Wanted, int]


def next_number(
    lines: Sequence[TypedLine], foot: PaperFoot, suspects: Sequence[Suspect]
) -> Wanted | None:
    """Return the untyped number that would decide most between ``suspects``.

    None if one suspect stands alone, or if no number tells much.
    """
    if len(suspects) < 2 or suspects[0].share >= SURE:
        return None
    typed = set(typed_numbers(lines, foot))
    worth = worth_under(foot.rules, foot.players)
    guesses = [
        (suspect.share, numbers_if(lines, foot, worth, suspect.corrections))
        for suspect in suspects
    ]
    total_share = sum(share for share, _ in guesses)
    wanted = sorted(
        {number for _, numbers in guesses for number in numbers} - typed, key=str
    )
    bits = {number: information_in(number, guesses, total_share) for number in wanted}
    best = max(bits, key=lambda number: bits[number], default=None)
    return best if best and bits[best] >= WORTH_A_LOOK else None


def information_in(
    number: Wanted, guesses: Sequence[tuple[float, Numbers]], total_share: float
) -> float:
    """Return how many bits a number tells about the suspects."""
    answers: dict[int | None, float] = {}
    for share, numbers in guesses:
        answer = numbers.get(number)
        answers[answer] = answers.get(answer, 0.0) + share / total_share
    return -sum(part * log2(part) for part in answers.values() if part)


def typed_numbers(lines: Sequence[TypedLine], foot: PaperFoot) -> Iterator[Wanted]:
    for line in lines:
        for field in RowField:
            if getattr(line, field) is not None:
                yield Wanted(line.number, None, field)
    for seat in foot.seats:
        for cell in SEAT_FIELDS:
            if getattr(seat, cell) is not None:
                yield Wanted(None, seat.place, cell)


def numbers_if(
    lines: Sequence[TypedLine],
    foot: PaperFoot,
    worth: Worth,
    corrections: Sequence[Correction],
) -> Numbers:
    """Return the numbers of the paper if these corrections are true."""
    placed = [
        replace(slip, line=slip.span[1]) if slip.span else slip for slip in corrections
    ]
    rows = rows_if(lines, placed)
    numbers: dict[Wanted, int] = {}
    for _row, line, value, running in computed_cells(rows, worth):
        numbers[Wanted(line.number, None, RowField.VALUE)] = value
        numbers[Wanted(line.number, None, RowField.RUNNING)] = running
    totals = faultless_foot(closed_rows(rows, foot, worth))
    for seat in totals.seats:
        for field in SEAT_FIELDS:
            numbers[Wanted(None, seat.place, field)] = getattr(seat, field)
    for correction in corrections:
        if correction.line is None and correction.remedy is Remedy.PAPER:
            change_foot(numbers, correction)
    return numbers


def change_foot(numbers: dict[Wanted, int], correction: Correction) -> None:
    """Change a number that is wrong in the foot, and the total it was carried into."""
    for field in (correction.field, FootField.TOTAL):
        cell = Wanted(None, correction.place, FootField(field or FootField.TOTAL))
        if cell in numbers and not (correction.alone and field is not correction.field):
            numbers[cell] += correction.by
        if correction.field is not FootField.GAME_POINTS:
            return


def with_answers(
    lines: Sequence[TypedLine], foot: PaperFoot, numbers: Numbers
) -> tuple[list[TypedLine], PaperFoot]:
    """Return list and foot with the ``numbers`` read from the paper since."""
    of_rows: dict[int, dict[str, Any]] = {}
    of_seats: dict[int, dict[str, int]] = {}
    for wanted, number in numbers.items():
        if wanted.line is not None:
            of_rows.setdefault(wanted.line, {})[wanted.field.value] = number
        elif wanted.place is not None:
            of_seats.setdefault(wanted.place, {})[wanted.field.value] = number
    answered_lines = [replace(line, **of_rows.get(line.number, {})) for line in lines]
    seats = (replace(seat, **of_seats.get(seat.place, {})) for seat in foot.seats)
    return answered_lines, replace(foot, seats=tuple(seats))
