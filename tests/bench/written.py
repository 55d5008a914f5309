"""What the writer at the table puts on paper, slips of the hand included.

The writer works down the list as writers do: value, running total in the declarer's
column, a stroke for won or lost; then the foot, each row from the rows above it. So a
slip is carried on to whatever is reckoned from it.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, fields
from itertools import chain

from scoring.game.games import result_of
from scoring.game.written_games import WrittenGame

Change = Callable[[int], int]
FOOT_CELLS = ("game_points", "won", "lost", "others_lost", "total")
RATE = {3: 40, 4: 30}
WON_OR_LOST = 50


@dataclass(frozen=True, slots=True, kw_only=True)
class Row:
    """The numbers of one game: its signed value and the running total behind it."""

    value: int | None = None
    running: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Paper:
    """The numbers of a written list; ``foot`` is keyed "2.total", "games" and so on."""

    rows: tuple[Row, ...]
    foot: Mapping[str, int]


@dataclass(frozen=True, slots=True, kw_only=True)
class Pen:
    """How this writer departs from the rules, by line, by place or by cell.

    ``values``: what is written as value and carried on; ``added``: what is added to
    the running total instead; ``running``: how a new running total is written, and
    carried on; ``columns`` and ``strokes``: the place under which the points, and the
    stroke for won or lost, are put; ``cells``: how a cell of the foot is written, and
    carried on; ``rates``: what another's lost game brings.
    """

    values: Mapping[int, int] = field(default_factory=dict)
    added: Mapping[int, int] = field(default_factory=dict)
    running: Mapping[int, Change] = field(default_factory=dict)
    columns: Mapping[int, int] = field(default_factory=dict)
    strokes: Mapping[int, int] = field(default_factory=dict)
    cells: Mapping[str, Change] = field(default_factory=dict)
    rates: Mapping[int, int] = field(default_factory=dict)


def merged(pieces: Sequence):
    """Return pens (or keyboards) with all their slips as one."""
    kind = type(pieces[0])
    return kind(
        **{
            part.name: dict(
                chain.from_iterable(getattr(one, part.name).items() for one in pieces)
            )
            for part in fields(kind)
        }
    )


@dataclass(slots=True)
class Columns:
    """The columns of all places, as far as they are written."""

    players: int
    points: list[int] = field(init=False)
    won: list[int] = field(init=False)
    lost: list[int] = field(init=False)

    def __post_init__(self) -> None:
        self.points, self.won, self.lost = (
            [0] * (self.players + 1) for _ in ("points", "won", "lost")
        )


def write(
    entries: Sequence[WrittenGame], players: int, pen: Pen | None = None
) -> Paper:
    """Return the paper of a list; without a ``pen`` the true one.

    >>> from scoring.notation.reading import read_line
    >>> games = [read_line(text).entry for text in ("2a1", "1po1-", "e")]
    >>> paper = write(games, 4)
    >>> [row.running for row in paper.rows], paper.foot["2.total"]
    ([18, -44, None], 98)
    """
    pen = pen or Pen()
    columns = Columns(players)
    rows = tuple(
        write_row(columns, number, entry, pen)
        for number, entry in enumerate(entries, start=1)
    )
    return Paper(rows=rows, foot=write_foot(columns, entries, pen))


def write_row(columns: Columns, number: int, entry: WrittenGame, pen: Pen) -> Row:
    if entry.declarer is None:
        return Row()
    result = result_of(entry)
    value = pen.values.get(number, result.score)
    place = pen.columns.get(number, entry.declarer)
    running = columns.points[place] + pen.added.get(number, value)
    columns.points[place] = pen.running.get(number, int)(running)
    strokes = columns.won if result.won else columns.lost
    strokes[pen.strokes.get(number, entry.declarer)] += 1
    return Row(value=value, running=columns.points[place])


def write_foot(
    columns: Columns, entries: Sequence[WrittenGame], pen: Pen
) -> Mapping[str, int]:
    foot: dict[str, int] = {}

    def put(cell: str, number: int) -> int:
        foot[cell] = pen.cells.get(cell, int)(number)
        return foot[cell]

    places = range(1, columns.players + 1)
    for place in places:
        put(f"{place}.game_points", columns.points[place])
        put(f"{place}.won", columns.won[place])
        put(f"{place}.lost", columns.lost[place])
    all_lost = sum(foot[f"{place}.lost"] for place in places)
    for place in places:
        points, won, lost = (
            foot[f"{place}.{cell}"] for cell in ("game_points", "won", "lost")
        )
        others = put(f"{place}.others_lost", all_lost - lost)
        rate = pen.rates.get(place, RATE[columns.players])
        put(f"{place}.total", points + WON_OR_LOST * (won - lost) + rate * others)
    put("games", len(entries))
    put("passed_in", sum(entry.declarer is None for entry in entries))
    return foot
