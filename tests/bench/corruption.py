"""Lists with known slips, to measure what finds them (``sampling`` makes lists)."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from random import Random

from scoring.game.games import result_of
from scoring.game.problems import game_problems
from scoring.game.seats import pausing
from scoring.game.written_games import WrittenGame, with_implied_levels
from scoring.house.rules import OFFICIAL
from scoring.lists.sheets import close_list
from scoring.lists.systems import RATES, System
from scoring.playing.play import play
from scoring.proof.detective.hypotheses.bundles import ticks_weight
from scoring.proof.detective.slips import weights
from scoring.proof.detective.slips.kinds import SlipKind
from scoring.proof.detective.slips.neighbours import candidates, turned_digits
from scoring.proof.paper import FootField, PaperFoot, PaperSeat, TypedLine

KINDS = (
    SlipKind.SIGN,
    SlipKind.MATADORS,
    SlipKind.LEVEL,
    SlipKind.CONTRACT,
    SlipKind.COLUMN,
    SlipKind.DIGITS,
    SlipKind.MISSING,
    SlipKind.DOUBLED,
    SlipKind.FIFTY,
    SlipKind.RATE,
    SlipKind.ADDITION,
)
"""The kinds of slips that club people name; all are drawn equally often."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Culprit:
    """What really went wrong.

    ``line`` is the typed line, or the row of a missing game, or the row in which
    the writer went wrong; None when it was the foot. ``declarer`` and ``score``
    are those of the game that was meant; ``place`` and ``field`` the cell of the
    foot that is wrong (for a row: where it shows), no place for the whole row.
    """

    kind: SlipKind
    on_paper: bool
    line: int | None = None
    declarer: int | None = None
    score: int | None = None
    place: int | None = None
    field: FootField | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Corruption:
    """A typed list and its paper, with the slips that part them.

    ``lines`` carry the values and running totals of the paper in every row;
    blank them for a secretary who did not type them.
    """

    culprits: tuple[Culprit, ...]
    lines: tuple[TypedLine, ...]
    foot: PaperFoot


@dataclass(slots=True)
class Draft:
    """A list on its way to be written, typed and spoilt."""

    chance: Random
    players: int
    system: System
    rows: tuple[WrittenGame, ...]
    typed: list[tuple[int, WrittenGame]]  # row on the paper, from 0, and what was typed
    value_off: dict[int, int] = field(default_factory=dict)
    carry: dict[int, int] = field(default_factory=dict)
    foot_off: list[tuple[int, FootField, int]] = field(default_factory=list)
    points_off: dict[int, int] = field(default_factory=dict)
    culprits: list[Culprit] = field(default_factory=list)
    touched: set[int] = field(default_factory=set)

    def blame(self, kind: SlipKind, row: int | None, **details: object) -> None:
        """Note a slip; the row becomes a line when the list is finished."""
        if row is not None:
            self.touched.add(row)
        self.culprits.append(
            Culprit(kind=kind, line=row, **details)  # type: ignore[arg-type]
        )

    def untouched(self) -> list[int]:
        """Return the indexes of typed lines that nothing has happened to."""
        return [i for i, (row, _) in enumerate(self.typed) if row not in self.touched]


def corrupt(
    entries: Sequence[WrittenGame],
    seed: int,
    *,
    players: int = 4,
    system: System = System.SEEGER_FABIAN,
    slips: int = 1,
    kinds: Sequence[SlipKind] = KINDS,
) -> Corruption:
    """Return a list typed from its paper with some slips, each changing a number.

    The kinds are drawn equally often; a kind that the list has no room for (no
    lost game for the 40 instead of 30) is drawn again. Turned signs, matadors,
    levels, contracts, columns, missing and doubled games are slips of the one
    who types; digits, 50, 40 for 30 and addition are slips of the writer.
    """
    draft = Draft(
        chance=Random(seed),
        players=players,
        system=system,
        rows=tuple(entries),
        typed=list(enumerate(entries)),
    )
    while len(draft.culprits) < slips:
        kind = draft.chance.choice(kinds)
        SPOILERS[kind](draft, kind)
    return finished(draft)


def spoil_entry(draft: Draft, kind: SlipKind) -> None:
    """Type another game than the one on the paper."""
    index = draft.chance.choice(draft.untouched())
    meant = draft.typed[index][1]
    others = mistyped(meant, kind)
    if others:
        ease = [ticks_weight(meant, other) for other in others]
        (typed,) = draft.chance.choices(others, weights=ease)
        retype(draft, kind, index, typed)


def mistyped(meant: WrittenGame, kind: SlipKind) -> list[WrittenGame]:
    """Return the games that a slip of this kind makes of one, with another score."""
    others = () if meant.declarer is None else candidates(with_implied_levels(meant))
    return [
        other
        for slip, other in others
        if slip is kind
        and not game_problems(other)
        and result_of(other).score != result_of(meant).score
    ]


def spoil_column(draft: Draft, kind: SlipKind) -> None:
    """Type the game for another player who did not pause."""
    index = draft.chance.choice(draft.untouched())
    row, meant = draft.typed[index]
    idle = {meant.declarer, *pausing(row + 1, draft.players)}
    places = [place for place in range(1, draft.players + 1) if place not in idle]
    if meant.declarer is not None:
        place = draft.chance.choice(places)
        retype(draft, kind, index, replace(meant, declarer=place))


def retype(draft: Draft, kind: SlipKind, index: int, typed: WrittenGame) -> None:
    """Put another game into a typed line and note it."""
    row, meant = draft.typed[index]
    draft.typed[index] = (row, typed)
    score = result_of(meant).score
    draft.blame(kind, row, on_paper=False, declarer=meant.declarer, score=score)


def spoil_count(draft: Draft, kind: SlipKind) -> None:
    """Leave a game out, or type it twice."""
    index = draft.chance.choice(draft.untouched())
    row, meant = draft.typed[index]
    if kind is SlipKind.MISSING:
        del draft.typed[index]
    else:
        draft.typed.insert(index, draft.typed[index])
    score = result_of(meant).score
    draft.blame(kind, row, on_paper=False, declarer=meant.declarer, score=score)


def spoil_digits(draft: Draft, kind: SlipKind) -> None:
    """Turn digits of a value in a row, of a sum, or of one cell of the foot."""
    how = draft.chance.choice((turn_value, turn_sum, turn_cell))
    how(draft, kind)


def turn_value(draft: Draft, kind: SlipKind) -> None:
    """Write a value with turned digits into a row and go on with it."""
    index = draft.chance.choice(draft.untouched())
    row, meant = draft.typed[index]
    score = result_of(meant).score
    wrong = turned_digits(score)
    if wrong:
        draft.value_off[row] = draft.chance.choice(wrong) - score
        draft.blame(
            kind,
            row,
            on_paper=True,
            place=meant.declarer,
            field=FootField.GAME_POINTS,
        )


def turn_sum(draft: Draft, kind: SlipKind) -> None:
    """Copy game points with turned digits into the foot and go on with them."""
    place = draft.chance.randint(1, draft.players)
    points = paper_points(draft)[place]
    wrong = turned_digits(points)
    if wrong and place not in draft.points_off:
        draft.points_off[place] = draft.chance.choice(wrong) - points
        blame_foot(draft, kind, place, FootField.GAME_POINTS)


def turn_cell(draft: Draft, kind: SlipKind) -> None:
    """Turn digits in one cell of the foot that nothing else depends on."""
    place = draft.chance.randint(1, draft.players)
    which = draft.chance.choice((FootField.GAME_POINTS, FootField.TOTAL))
    seat = paper_seats(draft)[place - 1]
    number = seat.game_points if which is FootField.GAME_POINTS else seat.total
    wrong = turned_digits(number or 0)
    if wrong:
        by = draft.chance.choice(wrong) - (number or 0)
        draft.foot_off.append((place, which, by))
        blame_foot(draft, kind, place, which)


def blame_foot(
    draft: Draft, kind: SlipKind, place: int | None, which: FootField
) -> None:
    """Note a slip of the foot."""
    draft.blame(kind, None, on_paper=True, place=place, field=which)


def spoil_fifty(draft: Draft, kind: SlipKind) -> None:
    """Forget a 50 for a won or a lost game, or the whole row of them."""
    place = draft.chance.randint(1, draft.players)
    seat = paper_seats(draft)[place - 1]
    rates = RATES[draft.system]
    by = -rates.won if draft.chance.random() < 0.5 else rates.lost
    if draft.chance.random() >= weights.ONE_FIFTY:
        by = rates.lost * (seat.lost or 0) - rates.won * (seat.won or 0)
    if by:
        draft.foot_off.append((place, FootField.TOTAL, by))
        blame_foot(draft, kind, place, FootField.TOTAL)


def spoil_rate(draft: Draft, kind: SlipKind) -> None:
    """Take 40 for 30 (at three: 30 for 40) at one place or in the whole foot."""
    right = RATES[draft.system].others_lost[draft.players]
    by = {0: 0, 30: 10, 40: -10}[right]
    written = paper_seats(draft)
    lost = sum(seat.lost or 0 for seat in written)
    seats = [seat for seat in written if by and lost > (seat.lost or 0)]
    if not seats:
        return
    is_one = draft.chance.random() < weights.ONE_PLACE
    chosen = [draft.chance.choice(seats)] if is_one else seats
    for seat in chosen:
        off = by * (lost - (seat.lost or 0))
        draft.foot_off.append((seat.place, FootField.TOTAL, off))
    place = chosen[0].place if is_one else None
    blame_foot(draft, kind, place, FootField.TOTAL)


def spoil_sum(draft: Draft, kind: SlipKind) -> None:
    """Add up wrongly, in a row of a column or in the foot."""
    sizes = [10, 100, draft.chance.randint(1, 9), draft.chance.randint(1, 199)]
    odds = [
        weights.TEN_OFF,
        weights.HUNDRED_OFF,
        weights.FEW_OFF,
        weights.OTHERWISE_OFF,
    ]
    (size,) = draft.chance.choices(sizes, weights=odds)
    by = draft.chance.choice((size, -size))
    if draft.chance.random() < 0.5:
        place = draft.chance.randint(1, draft.players)
        draft.foot_off.append((place, FootField.TOTAL, by))
        blame_foot(draft, kind, place, FootField.TOTAL)
        return
    row, meant = draft.typed[draft.chance.choice(draft.untouched())]
    if meant.declarer is not None:
        draft.carry[row] = by
        draft.blame(
            kind,
            row,
            on_paper=True,
            place=meant.declarer,
            field=FootField.GAME_POINTS,
        )


SPOILERS: dict[SlipKind, Callable[[Draft, SlipKind], None]] = {
    SlipKind.SIGN: spoil_entry,
    SlipKind.MATADORS: spoil_entry,
    SlipKind.LEVEL: spoil_entry,
    SlipKind.CONTRACT: spoil_entry,
    SlipKind.COLUMN: spoil_column,
    SlipKind.DIGITS: spoil_digits,
    SlipKind.MISSING: spoil_count,
    SlipKind.DOUBLED: spoil_count,
    SlipKind.FIFTY: spoil_fifty,
    SlipKind.RATE: spoil_rate,
    SlipKind.ADDITION: spoil_sum,
}


def paper_points(draft: Draft) -> dict[int, int]:
    """Return the game points by place as the columns of the paper end."""
    points = dict.fromkeys(range(1, draft.players + 1), 0)
    for row, entry in enumerate(draft.rows):
        if entry.declarer is not None:
            off = draft.value_off.get(row, 0) + draft.carry.get(row, 0)
            points[entry.declarer] += result_of(entry).score + off
    return points


def paper_seats(draft: Draft) -> list[PaperSeat]:
    """Return the foot as the writer fills it in."""
    lines = play(draft.rows, OFFICIAL, players=draft.players)
    totals = close_list(lines, players=draft.players, system=draft.system)
    points = paper_points(draft)
    seats = []
    for seat in totals.seats:
        written = points[seat.place] + draft.points_off.get(seat.place, 0)
        cells = {
            FootField.GAME_POINTS: written,
            FootField.TOTAL: written + seat.won_lost_bonus + seat.others_bonus,
        }
        for place, which, by in draft.foot_off:
            if place == seat.place:
                cells[which] += by
        seats.append(
            PaperSeat(
                place=seat.place,
                game_points=cells[FootField.GAME_POINTS],
                won=seat.won,
                lost=seat.lost,
                total=cells[FootField.TOTAL],
            )
        )
    return seats


def finished(draft: Draft) -> Corruption:
    """Number the typed lines and put the cells of the paper beside them."""
    values: list[int | None] = []
    runnings: list[int | None] = []
    column = dict.fromkeys(range(1, draft.players + 1), 0)
    for row, entry in enumerate(draft.rows):
        if entry.declarer is None:
            values.append(None)
            runnings.append(None)
            continue
        value = result_of(entry).score + draft.value_off.get(row, 0)
        column[entry.declarer] += value + draft.carry.get(row, 0)
        values.append(value)
        runnings.append(column[entry.declarer])
    line_of = {row: number for number, (row, _) in enumerate(draft.typed, start=1)}
    return Corruption(
        culprits=tuple(
            culprit
            if culprit.line is None
            else replace(culprit, line=line_of.get(culprit.line, culprit.line + 1))
            for culprit in draft.culprits
        ),
        lines=tuple(
            TypedLine(
                number=number, entry=entry, value=values[row], running=runnings[row]
            )
            for number, (row, entry) in enumerate(draft.typed, start=1)
        ),
        foot=PaperFoot(
            players=draft.players,
            games=len(draft.rows),
            passed_in=sum(entry.declarer is None for entry in draft.rows),
            seats=tuple(paper_seats(draft)),
            system=draft.system,
        ),
    )
